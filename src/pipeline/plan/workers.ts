import { availableParallelism } from 'node:os';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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

/** Bytes of a heap that is worth a collection: it takes a second for each GB that is in use. */
const LARGE_HEAP = 128 << 20;

/**
 * Collects the garbage of a large heap, after a stage that has left much and before threads need the memory. V8 would do so
 * when the heap has grown by more than half.
 */
export function collectGarbage(): void {
  if (getHeapStatistics().total_heap_size < LARGE_HEAP) return;
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
