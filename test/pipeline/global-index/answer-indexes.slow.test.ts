import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { indexPath } from '../../../src/harvest/store/index-file.js';
import { openForBuild } from '../../../src/harvest/store/stored-harvest.js';
import { verifyStore } from '../../../src/harvest/store/verify.js';
import { GROUPS } from '../../../src/model/records/datasets.js';
import { buildGlobalIndex } from '../../../src/pipeline/global-index/global-index.js';
import { makeSyntheticWorld } from '../../../src/services/generated-world/world.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { nobody } from '../../support/nobody.js';
import { harvestSample } from '../../support/sample-release.js';

/** A build reads the same from the index of a store as from its answers, whatever has happened to the index. */

let store: string;
let index: string;
let fromAnswers: unknown;

/** The global index of the store as plain data that can be compared. */
async function reading(): Promise<unknown> {
  const read = await buildGlobalIndex(await openForBuild(store), GROUPS, 'public', nobody);
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
  index = join(store, indexPath('records'));
  await rm(join(store, 'index'), { recursive: true, force: true });
  fromAnswers = await reading();
  return () => removeFolder(folder);
});

test('a sound index', async () => {
  expect(await reading()).toStrictEqual(fromAnswers);
  expect((await verifyStore(store)).problems).toEqual([]);
});

test('an index that is damaged, truncated, of another program or absent is made again', async () => {
  const sound = await readFile(index);
  const flipped = Buffer.from(sound);
  flipped[sound.length >> 1] = (sound[sound.length >> 1] ?? 0) ^ 1;
  const end = sound.lastIndexOf('\n');
  const last = sound.toString('latin1', end).replace(/ [0-9a-f]{64} /, ` ${'0'.repeat(64)} `);
  const foreign = Buffer.concat([sound.subarray(0, end), Buffer.from(last)]);
  for (const bad of [flipped, sound.subarray(0, sound.length >> 1), foreign, Buffer.alloc(0), undefined]) {
    if (bad === undefined) await rm(index);
    else await writeFile(index, bad);
    expect(await reading()).toStrictEqual(fromAnswers);
    expect((await readFile(index)).equals(sound)).toBe(true);
  }
});

test('an index that cannot be written', async () => {
  await rm(join(store, 'index'), { recursive: true });
  // A file in the place of the folder: this holds for the superuser too.
  await writeFile(join(store, 'index'), '');
  expect(await reading()).toStrictEqual(fromAnswers);
  expect((await stat(join(store, 'index'))).isFile()).toBe(true);
});
