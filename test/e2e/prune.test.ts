import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../support/files.js';
import { runWarm } from '../support/warm.js';

test('prune removes what a build keeps for the next one, and nothing else', async () => {
  const folder = await scratch();
  const at = ['--sample', '--store', join(folder, 'store')];
  expect((await runWarm(['export', ...at, '--out', join(folder, 'out')])).code).toBe(0);
  const before = await readdir(join(folder, 'store.cache'));
  expect(before.length).toBeGreaterThan(3);
  const dry = await runWarm(['prune', ...at, '--dry-run']);
  expect([dry.code, dry.stdout]).toEqual([
    0,
    expect.stringMatching(/^Would be removed from .*: \d+ outputs, \d+ MiB\.\n$/),
  ]);
  expect(await readdir(join(folder, 'store.cache'))).toEqual(before);
  expect((await runWarm(['prune', ...at])).stdout).toMatch(/^Removed from /);
  expect(await readdir(join(folder, 'store.cache'))).toEqual([]);
  expect((await readdir(folder)).sort()).toEqual(['out', 'store', 'store.cache', 'store.status.json']);
  expect((await runWarm(['prune', ...at])).stdout).toContain('0 outputs');
});
