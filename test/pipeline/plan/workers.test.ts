import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { workersFor } from '../../../src/pipeline/plan/workers.js';

/** Threads are for those who have cores, and enough to do. */

const CORES = Math.min(availableParallelism(), 8);

test.each([
  ['nobody says anything', undefined, 1 << 30, 1],
  ['a number is said', 3, 0, 3],
  ['there is much to do', 'auto', 1 << 30, CORES],
  ['there is enough for two', 'auto', 48 << 20, Math.min(CORES, 2)],
  ['there is little to do', 'auto', 1 << 20, 1],
] as const)('when %s', (_, workers, bytes, count) => {
  expect(workersFor(workers, () => bytes)).toBe(count);
});
