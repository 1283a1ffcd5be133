import { availableParallelism } from 'node:os';
import type { StoredHarvest } from '../../harvest/store/stored-harvest.js';
import type { Group } from '../../model/records/datasets.js';
import { SOURCES } from '../../model/records/sources.js';

/** The number of threads, or `auto`: as many as are worth their warm-up. */
export type Workers = number | 'auto';

/** Bytes of answers per thread: with fewer, a thread takes longer to warm up than it saves. */
const WORTH_A_THREAD = 20 << 20;

/** More threads were not measured. */
const MOST = 8;

/** @param bytes of all answers that are read */
export function workersFor(workers: Workers = 1, bytes: () => number): number {
  if (workers !== 'auto') return workers;
  const most = Math.min(availableParallelism(), MOST);
  return most === 1 ? 1 : Math.max(1, Math.min(most, Math.floor(bytes() / WORTH_A_THREAD)));
}

/** The bytes of all answers of a harvest that some groups need, as they came. */
export function bytesIn(store: StoredHarvest, groups: readonly Group[]): number {
  let bytes = 0;
  for (const { service, requests, groups: needing } of SOURCES) {
    if (!needing.some((group) => groups.includes(group))) continue;
    for (const request of store.requests(service).filter((one) => requests.test(one))) {
      const entry = store.entryOf(service, request);
      if (entry !== undefined && 'bytes' in entry) bytes += entry.bytes;
    }
  }
  return bytes;
}
