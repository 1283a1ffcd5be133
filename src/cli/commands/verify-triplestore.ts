import { EXIT, type ExitCode, interrupted } from '../../base/errors.js';
import { formatCount, toOneLine } from '../../base/text.js';
import { TERM_VARIATIONS, type TermVariation } from '../../triplestore/verify/term-comparison.js';
import { type VerifiedTriplestore, verifyTriplestore } from '../../triplestore/verify/verify-triplestore.js';
import { openTriplestore } from '../triplestore-client.js';
import type { CommandContext } from './pipeline.js';
import type { VerifyTriplestoreCommandOptions } from './verify-options.js';

/** Enough to see what has happened; the rest would push the summary off the screen. */
const MOST_SHOWN = 20;

/** Verifies that a store holds a release. */
export async function runVerifyTriplestore(
  release: string,
  { sample, seed, ...options }: VerifyTriplestoreCommandOptions,
  at: CommandContext,
): Promise<ExitCode> {
  const { client } = await openTriplestore(options, at);
  try {
    const verified = await verifyTriplestore({
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
  notQueryable: unasked,
  differences,
  count,
}: VerifiedTriplestore): string {
  const changed = [...found].filter((one): one is [TermVariation, number] => one[0] !== 'same');
  const shown = differences.slice(0, MOST_SHOWN).map(({ graph, wrong }) => `  <${graph}> ${wrong}.`);
  const more = count - shown.length;
  return [
    `Release ${label}: ${formatCount(triples)} triples in ${formatCount(graphs)} graphs, ${formatCount(sampled)} of them looked up.`,
    `As they were: ${formatCount(found.get('same') ?? 0)}.`,
    ...changed.map(
      ([change, number]) =>
        `The same value, written otherwise: ${formatCount(number)} (${TERM_VARIATIONS[change]}).`,
    ),
    ...(unasked > 0 ? [`No query can ask for ${formatCount(unasked)} of them (blank nodes).`] : []),
    count === 0
      ? 'Nothing is missing, and nothing is different.'
      : `${formatCount(count)} ${count === 1 ? 'difference' : 'differences'}:`,
    ...shown,
    ...(more > 0 ? [`  and ${formatCount(more)} more`] : []),
  ]
    .map(toOneLine)
    .join('\n');
}
