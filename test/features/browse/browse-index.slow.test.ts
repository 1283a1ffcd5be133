import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder, removeFolder } from '../../support/files.js';
import { runWarm } from '../../support/warm.js';

/** `export --browse-index`: the index of the pages is made with the release, and `browse` makes none. */

let folder: string;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => removeFolder(folder));

test('a release has its index at once, and one that has not changed keeps the index', async () => {
  const out = join(folder, 'out');
  const args = ['export', '--sample', '--out', out, '--store', join(folder, 'store'), '--browse-index'];
  const first = await runWarm(args);
  expect([first.code, first.stdout], first.stderr).toEqual([0, expect.stringContaining('Index of browse: ')]);
  const [index = '', ...more] = await readdir(join(out, '.browse'));
  expect([index, more]).toEqual([expect.stringMatching(/^sample-[0-9a-f]{12}\.sqlite$/), []]);
  expect(first.stdout).toContain(join(out, '.browse', index));
});
