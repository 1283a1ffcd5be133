import { EXIT, type ExitCode, interrupted } from '../base/errors.js';
import { onOneLine } from '../base/one-line.js';
import { thousands } from '../base/thousands.js';
import { CHANGES, type Change } from '../stores/verify/same-term.js';
import { type VerifiedContent, verifyContent } from '../stores/verify/verify-store.js';
import type { Circumstances } from './commands.js';
import { openStore } from './opening-store.js';
import type { ContentOptions } from './verify-content-options.js';

/** Enough to see what has happened; the rest would push the summary off the screen. */
const MOST_SHOWN = 20;

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
