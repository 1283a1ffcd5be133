import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportedSample } from '../support/exported-sample.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** A release in use: damage is found, and a record is explained. */

let folder: string;
let release: string;
let harvested: string;
beforeAll(async () => {
  folder = await makeFolder();
  ({ release, store: harvested } = await exportedSample());
});
afterAll(() => removeFolder(folder));

/** A copy of the release with one character of a file changed. */
async function damaged(file: string): Promise<string> {
  const copy = join(folder, 'damaged');
  await cp(release, copy, { recursive: true });
  const text = await readFile(join(copy, file), 'utf8');
  await writeFile(join(copy, file), text.replace('1936', '1937'));
  return copy;
}

test('`verify` names a file in which one character has changed', async () => {
  const { code, stdout } = await runWarm(['verify', await damaged('data/manuscripts.nt')]);
  expect([code, stdout]).toEqual([6, expect.stringContaining('data/manuscripts.nt')]);
});

test('`validate` names the record that breaks a shape, and what would be right', async () => {
  const text = await readFile(join(release, 'data', 'places.jsonld'), 'utf8');
  const file = join(folder, 'places.jsonld');
  // Irish grid squares have every letter but I.
  await writeFile(file, text.replaceAll('"W"', '"I"'));
  const { code, stdout } = await runWarm(['validate', file]);
  expect([code, stdout]).toEqual([4, expect.stringMatching(/Right would be: .*\n.*place \d+ /)]);
});

test('`explain` shows a record with its Turtle', async () => {
  const { code, stdout } = await runWarm(['explain', 'item', '7002', '--sample', '--store', harvested]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('Scéal an Iascaire')]);
});
