import { expect, test } from 'vitest';
import { searchBenchmark } from '../support/anchors.js';
import { runBench } from './compiled.js';

/** The floor of the search: on real stories, beside SQLite's FTS5 in the same run. */

const folder = searchBenchmark();

test.skipIf(folder === undefined)('the search is not below its floor', { timeout: 20 * 60_000 }, async () => {
  // The bench ends with 1 below the floor, which rejects.
  const { stdout } = await runBench(['search', folder ?? '']);
  expect(stdout).toMatch(/\| queries-dev \| folklore-ld \| ga \|/);
});
