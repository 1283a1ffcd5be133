import { onOneLine } from '../base/one-line.js';
import { KINDS } from '../export/kinds.js';
import type { Profile } from '../export/profile.js';
import { table } from './table.js';

/** Where the time of a build went: for standard output. */
export function profileText({ workers, elapsed, stages, describing, slowest }: Profile): string {
  const all = [...describing.values()].reduce((sum, ms) => sum + ms, 0);
  const threads = workers === 1 ? 'in the same thread' : `in ${workers} threads, their times together`;
  return [
    `Where the time went: ${seconds(elapsed)} in all.`,
    '',
    table([...stages].map(([stage, ms]) => [stage, seconds(ms), share(ms, elapsed)])),
    '',
    `Of describing, ${threads}:`,
    '',
    table([...describing].map(([stage, ms]) => [stage, seconds(ms), share(ms, all)])),
    '',
    'The slowest records:',
    '',
    table(
      slowest.map(({ kind, id, ms }) => [onOneLine(`${KINDS[kind].called} ${id}`), `${ms.toFixed(1)} ms`]),
    ),
  ].join('\n');
}

/** The same for run.json: milliseconds. */
export const profileJson = ({ workers, elapsed, stages, describing, slowest }: Profile): object => ({
  workers,
  elapsed: Math.round(elapsed),
  stages: rounded(stages),
  describing: rounded(describing),
  slowest: slowest.map(({ kind, id, ms }) => ({ kind, id, ms: Math.round(ms * 10) / 10 })),
});

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const share = (ms: number, all: number): string => `${Math.round((100 * ms) / Math.max(all, 1))} %`;

const rounded = (stages: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...stages].map(([stage, ms]) => [stage, Math.round(ms)]));
