import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { makeSyntheticWorld } from '../../../src/features/generated-world/world.js';
import { openForBuild } from '../../../src/harvest/store/stored-harvest.js';
import { verifyStore } from '../../../src/harvest/store/verify.js';
import { GROUPS } from '../../../src/model/records/datasets.js';
import { buildGlobalIndex } from '../../../src/pipeline/global-index/global-index.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';
import { spoil } from '../../support/stored.js';

/** A build reads the same from the facts in a store as from its answers, whatever has happened to the facts. */

let store: string;
let fromAnswers: unknown;

/** The global index of the store as plain data that can be compared. */
async function reading(): Promise<unknown> {
  const read = await buildGlobalIndex(await openForBuild(store), GROUPS, 'public', {});
  return structuredClone({
    ...read,
    withheld: [...read.withheld.all()],
    unreadable: [...read.unreadable.all()],
  });
}

beforeAll(async () => {
  const folder = await makeFolder();
  await harvestSample(folder, makeSyntheticWorld({ scale: 0.0005, seed: 7, dirt: 0.2 }));
  store = join(folder, 'store');
  spoil(store, 'DELETE FROM facts');
  fromAnswers = await reading();
  return () => removeFolder(folder);
});

test('sound facts', async () => {
  expect(await reading()).toStrictEqual(fromAnswers);
  expect((await verifyStore(store)).problems).toEqual([]);
});

test.each([
  ['damaged', 'UPDATE facts SET gzip = CAST(substr(gzip, 1, 40) AS BLOB)'],
  ['of another program', "UPDATE facts SET program = 'another'"],
  ['absent', 'DELETE FROM facts'],
])('facts that are %s are derived again', async (what, sql) => {
  spoil(store, sql);
  const { problems } = await verifyStore(store);
  expect(problems.some(({ wrong }) => wrong.includes('damaged facts'))).toBe(what === 'damaged');
  expect(await reading()).toStrictEqual(fromAnswers);
  expect((await verifyStore(store)).problems).toEqual([]);
});

test('facts that cannot be written', async () => {
  // SQLite refuses to write a database of an unknown write version (sqlite.org/fileformat.html, 1.3.3): also for the superuser.
  const file = join(store, 'store.sqlite');
  spoil(store, 'DELETE FROM facts');
  const bytes = await readFile(file);
  bytes[18] = 9;
  await writeFile(file, bytes);
  expect(await reading()).toStrictEqual(fromAnswers);
  expect(await readFile(file)).toEqual(bytes);
});
