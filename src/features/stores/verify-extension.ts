import { FolkloreError } from '../../base/errors.js';
import { counted, formatCount } from '../../base/text.js';
import { interruptible } from '../../cli/command.js';
import { reportVerified } from '../../cli/commands/verify.js';
import type { CommandCall, CommandContext, CommandExtension, VerifiedFolder } from '../../cli/feature.js';
import { type TriplestoreOptions, triplestoreOptions } from './store-options.js';
import type { TermVariation } from './verify-store/term-comparison.js';

type VerifyCall = CommandCall<
  Omit<TriplestoreOptions, 'endpoint'> & { readonly endpoint?: string },
  readonly [folder?: string]
>;

/** With `--endpoint`, `verify` compares a SPARQL store with a release. */
export const EXTENSION: CommandExtension = {
  options: triplestoreOptions(),
  help: () => `
With a release and --endpoint it verifies that a SPARQL store contains the release: in every graph the number
of triples with each property, and every triple, by value; and no other graph of ours. Known differences in
how stores write a value (docs/verifying.md) are counted, and are not faults. Users, passwords and tokens come
from the environment, as for \`folklore-ld load\`.

  folklore-ld verify output/latest --endpoint http://127.0.0.1:7878`,
  run: async ({ args: [folder], options, schema }: VerifyCall, context) => {
    const { endpoint } = options;
    if (endpoint === undefined) return undefined;
    const release = namedRelease(folder);
    const verified = await verifySparqlStore(release, { ...options, endpoint, schema }, context);
    return reportVerified(verified, `${release} in ${endpoint}`, context);
  },
};

/** @throws FolkloreError CONFIG_INVALID without a release */
function namedRelease(folder: string | undefined): string {
  if (folder !== undefined) return folder;
  throw new FolkloreError('CONFIG_INVALID', 'No release is given to compare the SPARQL store with.', {
    hint: 'Name its folder: folklore-ld verify output/latest --endpoint URL',
  });
}

async function verifySparqlStore(
  release: string,
  options: TriplestoreOptions,
  context: CommandContext,
): Promise<VerifiedFolder> {
  const { openTriplestore } = await import('./configured-store.js');
  const { verifyTriplestore } = await import('./verify-store/verify-triplestore.js');
  const { TERM_VARIATIONS } = await import('./verify-store/term-comparison.js');
  const { loadPlanOf } = await import('./load-plan.js');
  // Before the store is asked: it may not be running.
  const plan = await loadPlanOf(release);
  const { client } = await openTriplestore(options, context);
  try {
    const goOn = interruptible(context, 'verifying');
    const verified = await verifyTriplestore(plan, client, context.report, goOn);
    const { label, graphs, triples, found, notQueryable, ...rest } = verified;
    const variations = (Object.keys(TERM_VARIATIONS) as TermVariation[]).filter((one) => found.has(one));
    const summary = [
      `Release ${label}: ${counted(triples, 'triple')} in ${counted(graphs, 'graph')}.`,
      `Unchanged: ${formatCount(found.get('same') ?? 0)}.`,
      ...variations.map(
        (one) =>
          `Same value, written differently: ${formatCount(found.get(one) ?? 0)} (${TERM_VARIATIONS[one]}).`,
      ),
      ...(notQueryable > 0
        ? [`Not looked up, because they have blank nodes: ${formatCount(notQueryable)}.`]
        : []),
    ];
    return { summary, ...rest };
  } finally {
    await client.close();
  }
}
