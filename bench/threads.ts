import { rm } from 'node:fs/promises';
import { buildRelease, contentOf } from './building.js';
import { ratio, seconds, whole } from './figures.js';
import type { Ran } from './processes.js';
import type { SpeedBench, Table } from './results.js';
import { inTurn, median, ROUNDS } from './rounds.js';

const SCALE = '0.1';
const WORKERS = [1, 2, 4] as const;

/** `npm run bench -- threads [scale]`: a build in several threads, its processor time, and that of its main thread. */
export const benchThreads: SpeedBench = async ({ worlds, log }, scale = SCALE) => {
  const harvest = await worlds.harvested(scale);
  let triples = 0;
  const build = async (workers: number): Promise<Ran> => {
    const made = await buildRelease(worlds, harvest, { workers });
    ({ triples } = await contentOf(made.release));
    await rm(made.release, { recursive: true });
    return made;
  };
  const ways = Object.fromEntries(WORKERS.map((workers) => [`in ${workers}`, () => build(workers)]));
  const results = await inTurn<Ran>(ways, ROUNDS, log);
  const figure = (
    workers: number,
    of: 'seconds' | 'processorSeconds' | 'mainThreadSeconds' | 'peakMiB',
  ): number => median((results[`in ${workers}`] ?? []).map((ran) => ran[of]));
  const one = figure(1, 'seconds');
  const table: Table = {
    mark: 'threads',
    caption:
      `A world of scale ${scale}: ${whole(triples)} triples as Turtle, JSON-LD and N-Quads, not packed, from the start of the ` +
      'program to its end. Processor time is that of all threads, those of V8 and zlib included. With more than one thread ' +
      `the main thread only reads the index, merges and describes. Medians of ${ROUNDS} rounds in turn.`,
    rows: WORKERS.map((workers) => ({
      threads: workers,
      s: seconds(figure(workers, 'seconds')),
      'times as fast as one': ratio(one, figure(workers, 'seconds')),
      'processor time, s': seconds(figure(workers, 'processorSeconds')),
      'of that of one': ratio(figure(workers, 'processorSeconds'), figure(1, 'processorSeconds')),
      'main thread, s': seconds(figure(workers, 'mainThreadSeconds')),
      'of the time of one': ratio(figure(workers, 'mainThreadSeconds'), one),
      'peak MiB': whole(figure(workers, 'peakMiB')),
    })),
  };
  return [table];
};
