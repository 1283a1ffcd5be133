import { availableParallelism } from 'node:os';
import type { StoredHarvest } from '../store/stored-harvest.js';
import type { Group } from './datasets.js';
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

/** The bytes of all answers of a harvest that some groups need, as they came. */
export function bytesIn(store: StoredHarvest, groups: readonly Group[]): number {
  let bytes = 0;
  for (const { service, requests, groups: needing } of SOURCES) {
    if (!needing.some((group) => groups.includes(group))) continue;
    for (const request of store.requests(service).filter((one) => requests.test(one))) {
      const entry = store.held(service, request);
      if (entry !== undefined && 'bytes' in entry) bytes += entry.bytes;
    }
  }
  return bytes;
}
