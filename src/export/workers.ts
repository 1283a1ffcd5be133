import { availableParallelism } from 'node:os';
import type { StoredHarvest } from '../store/stored-harvest.js';
import type { Answer } from './answers.js';
import { SOURCES } from './sources.js';

/** How many threads describe records: a number, or as many as pay. */
export type Workers = number | 'auto';

/** Bytes of answers below which a thread takes longer to begin than it saves. */
const WORTH_THREADS = 16 << 20;

/** More than this the thread that writes cannot keep busy. */
const MOST = 8;

/** @param bytes of all answers that are read */
export function workersFor(workers: Workers = 1, bytes: () => number): number {
  if (workers !== 'auto') return workers;
  const cores = Math.min(availableParallelism(), MOST);
  return cores > 1 && bytes() >= WORTH_THREADS ? cores : 1;
}

/** The bytes of answers as they came. */
export function bytesOf(store: StoredHarvest, answers: readonly Answer[]): number {
  return answers.reduce((sum, { source, request }) => {
    const entry = store.held(SOURCES[source]?.service ?? 'archive', request);
    return sum + (entry !== undefined && 'bytes' in entry ? entry.bytes : 0);
  }, 0);
}
