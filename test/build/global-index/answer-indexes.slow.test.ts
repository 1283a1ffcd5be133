import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  buildGlobalIndex,
  type GlobalIndex,
  type IndexListener,
} from '../../../src/build/global-index/global-index.js';
import { indexPath } from '../../../src/harvest/store/index-file.js';
import { openForBuild, type StoredHarvest } from '../../../src/harvest/store/stored-harvest.js';
import { verifyStore } from '../../../src/harvest/store/verify.js';
import type { SourceProfile } from '../../../src/model/mapping/access.js';
import type { PersonsProfile } from '../../../src/model/mapping/persons-profile.js';
import { GROUPS } from '../../../src/model/records/datasets.js';
import { makeSyntheticWorld } from '../../../src/services/generated-world/world.js';
import { scratch } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';

/** A build reads the same from the indexes of a store as from its answers. */

const RECORDS = indexPath('records');

async function storeOf(dirt: number): Promise<string> {
  const folder = await scratch();
  await harvestSample(folder, makeSyntheticWorld({ scale: 0.0005, seed: 7, dirt }));
  await rm(join(folder, 'store', 'index'), { recursive: true, force: true });
  return join(folder, 'store');
}

/** An index as plain data that can be compared. */
const plain = (index: GlobalIndex): unknown =>
  structuredClone({
    ...index,
    withheld: [...index.withheld.all()],
    unreadable: [...index.unreadable.all()],
  });

/** The global index of a store, everything that its making reported, and which answers were read. */
async function readingOf(
  directory: string,
  profile: SourceProfile = 'public',
  personsProfile: PersonsProfile = 'full',
): Promise<{ index: GlobalIndex; reported: unknown[]; read: string[] }> {
  const reported: unknown[] = [];
  const read: string[] = [];
  const note =
    (event: string) =>
    (...values: unknown[]): void => {
      reported.push([event, ...values.map((value) => structuredClone(nameOf(value)))]);
    };
  const listener: IndexListener = {
    publishable: note('publishable'),
    withheld: note('withheld'),
    revoked: note('revoked'),
    duplicate: note('duplicate'),
    unreadable: note('unreadable'),
    unknownFields: note('unknownFields'),
  };
  const store = await openForBuild(directory);
  const watched: StoredHarvest = Object.create(store, {
    requests: { value: store.requests.bind(store) },
    entryOf: { value: store.entryOf.bind(store) },
    readIndex: { value: store.readIndex.bind(store) },
    writeIndex: { value: store.writeIndex.bind(store) },
    read: {
      value: (service: 'archive' | 'placenames', request: string) => {
        read.push(request);
        return store.read(service, request);
      },
    },
  });
  const index = await buildGlobalIndex(watched, GROUPS, profile, listener, { personsProfile });
  return { index, reported, read };
}

/** A source record by its name; everything else as it is. */
const nameOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'within' in value && !('faults' in value)
    ? { kind: Reflect.get(value, 'kind'), id: Reflect.get(value, 'id') }
    : value;

const SETTINGS = [
  ['public', 'full'],
  ['public', 'roles-only'],
  ['privileged', 'full'],
] as const;

test.each([0, 0.2])('a world with a share of %f dirty records', async (dirt) => {
  const store = await storeOf(dirt);
  for (const [profile, personsProfile] of SETTINGS) {
    await rm(join(store, 'index'), { recursive: true, force: true });
    const fromAnswers = await readingOf(store, profile, personsProfile);
    const fromIndexes = await readingOf(store, profile, personsProfile);
    expect(fromAnswers.read.length).toBeGreaterThan(0);
    expect(fromIndexes.read).toEqual([]);
    expect(fromIndexes.reported).toStrictEqual(fromAnswers.reported);
    expect(plain(fromIndexes.index)).toStrictEqual(plain(fromAnswers.index));
  }
  expect((await verifyStore(store)).problems).toEqual([]);
});

test('an index that is damaged, truncated, of another program or absent is made again', async () => {
  const store = await storeOf(0.2);
  const { index } = await readingOf(store);
  const sound = await readFile(join(store, RECORDS));
  const half = sound.subarray(0, sound.length >> 1);
  const flipped = Buffer.from(sound);
  flipped[sound.length >> 1] = (sound[sound.length >> 1] ?? 0) ^ 1;
  const end = sound.lastIndexOf('\n');
  const last = sound.toString('latin1', end);
  const foreign = Buffer.concat([
    sound.subarray(0, end),
    Buffer.from(last.replace(/ [0-9a-f]{64} /, ` ${'0'.repeat(64)} `)),
  ]);
  // Before the table is one block. It gets another text, as a sound gzip member of the same length.
  const table = end - Number(/\d+$/.exec(last)?.[0]);
  const text = gunzipSync(sound.subarray(0, table)).toString('latin1');
  const other = gzipSync(
    Buffer.from(text.replace('Tyrone', 'Armagh').replace('/parts/0', '/parts/9'), 'latin1'),
    { level: 9 },
  );
  expect(other.length).toBeLessThanOrEqual(table);
  const changed = Buffer.concat([other, Buffer.alloc(table - other.length), sound.subarray(table)]);
  for (const bad of [half, flipped, foreign, changed, Buffer.from('no index'), Buffer.alloc(0), undefined]) {
    if (bad === undefined) await rm(join(store, RECORDS));
    else await writeFile(join(store, RECORDS), bad);
    const again = await readingOf(store);
    expect(again.read.length).toBeGreaterThan(0);
    expect(plain(again.index)).toStrictEqual(plain(index));
    expect((await readFile(join(store, RECORDS))).equals(sound)).toBe(true);
  }
});

test('a store whose index cannot be written is read all the same', async () => {
  const store = await storeOf(0);
  const { index } = await readingOf(store);
  await rm(join(store, 'index'), { recursive: true });
  // A file in the place of the folder: this holds for the superuser too.
  await writeFile(join(store, 'index'), '');
  expect(plain((await readingOf(store)).index)).toStrictEqual(plain(index));
  expect((await stat(join(store, 'index'))).isFile()).toBe(true);
});
