import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of a heap that is worth a collection: it takes a second for each GB that is in use. */
const LARGE = 128 << 20;

/**
 * Collects the garbage of a large heap, after a stage that has left much and before threads need the memory. V8 would do so when the
 * heap has grown by more than half.
 */
export function collectGarbage(): void {
  if (getHeapStatistics().total_heap_size < LARGE) return;
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
