import { type Command, InvalidArgumentError, Option } from 'commander';
import { EXIT, type ExitCode, interrupted } from '../base/errors.js';
import { onOneLine } from '../base/one-line.js';
import { thousands } from '../base/thousands.js';
import { STORE_KINDS } from '../stores/store-kinds.js';
import { CHANGES, type Change } from '../stores/verify/same-term.js';
import { type VerifiedContent, verifyContent } from '../stores/verify/verify-store.js';
import type { Circumstances } from './commands.js';
import { openStore, type StoreOptions } from './store-options.js';

/** What is verified of a store besides where it is. */
export interface ContentOptions extends StoreOptions {
  readonly sample: number;
  readonly seed: number;
}

/** Enough to see what has happened; the rest would push the summary off the screen. */
const MOST_SHOWN = 20;
const SAMPLE = 10_000;

export const CONTENT_EPILOGUE = `
With a release and --store it asks a SPARQL store whether it holds what the release has: in every graph as
many triples, nodes of each class and triples with each property as void.ttl counts, and the same sums of what
is said with each property; then a sample of triples one by one, by value, and those behind numbers and sums
that are not right; and no graph of ours beside them.
What stores are known to write otherwise (docs/stores.md) is counted, and no difference. Users, passwords and
tokens come from the environment, as for \`folklore-ld load\`.`;

/** More than for a service that is asked for records: a store that is started anew reads its database first. */
const ATTEMPTS = 8;

/** Adds what is to be known of a SPARQL store besides its URL, and how thoroughly it is looked at. */
export function withContentOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--store-kind <kind>', 'what kind of SPARQL store it is; sparql is any')
        .choices(['detect', ...STORE_KINDS])
        .default('detect'),
    )
    .option('--query-url <url>', 'where it answers queries, if not where its kind does')
    .option('--sample <number>', 'how many triples are looked up in it one by one', readNumber, SAMPLE)
    .option('--seed <number>', 'which triples these are: the same number takes the same ones', readNumber, 1)
    .option(
      '--attempts <number>',
      'how often a request is tried before it counts as unavailable',
      readNumber,
      ATTEMPTS,
    );
}

/** Verifies that a store holds a release. */
export async function runContent(
  release: string,
  { sample, seed, ...options }: ContentOptions,
  at: Circumstances,
): Promise<ExitCode> {
  const { client } = await openStore(options, at);
  try {
    const verified = await verifyContent({
      release,
      store: client,
      sample,
      seed,
      report: at.report,
      check: () => {
        if (at.signal.aborted) throw interrupted('verifying', 'nothing was changed');
      },
    });
    at.report({ event: 'finished', what: 'verify', detail: `${release} in ${options.store}` });
    process.stdout.write(`${summaryOf(verified)}\n`);
    return verified.count > 0 ? EXIT.mismatch : EXIT.clean;
  } finally {
    await client.close();
  }
}

function summaryOf({
  label,
  graphs,
  triples,
  sampled,
  found,
  unasked,
  differences,
  count,
}: VerifiedContent): string {
  const changed = [...found].filter((one): one is [Change, number] => one[0] !== 'same');
  const shown = differences.slice(0, MOST_SHOWN).map(({ graph, wrong }) => `  <${graph}> ${wrong}.`);
  const more = count - shown.length;
  return [
    `Release ${label}: ${thousands(triples)} triples in ${thousands(graphs)} graphs, ${thousands(sampled)} of them looked up.`,
    `As they were: ${thousands(found.get('same') ?? 0)}.`,
    ...changed.map(
      ([change, number]) => `The same value, written otherwise: ${thousands(number)} (${CHANGES[change]}).`,
    ),
    ...(unasked > 0 ? [`No query can ask for ${thousands(unasked)} of them (blank nodes).`] : []),
    count === 0
      ? 'Nothing is missing, and nothing is different.'
      : `${thousands(count)} ${count === 1 ? 'difference' : 'differences'}:`,
    ...shown,
    ...(more > 0 ? [`  and ${thousands(more)} more`] : []),
  ]
    .map(onOneLine)
    .join('\n');
}

function readNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number.');
}
