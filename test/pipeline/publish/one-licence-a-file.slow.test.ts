import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder } from '../../support/files.js';
import {
  type Harvest,
  harvestOf,
  placeOf,
  releaseOf,
  sampleWorld,
  there,
} from '../consistency/sample-world.js';

/**
 * Where both services speak of one place, what either says stands in files under its own licence and in no other: texts and
 * numbers that only one of them has are looked for in every file of the release.
 */

const PLACES = [9000012, 9000013, 9000030];
const COUNTY = 100013;
const BY = 'https://creativecommons.org/licenses/by/4.0/';
const BY_NC = 'https://creativecommons.org/licenses/by-nc/4.0/';

/** Decimals that a point of each source has, of a place. */
const digits = (id: number, source: 1 | 2) => `${id % 1000}`.padStart(3, '0').concat(`000${source}7`);

interface Listed {
  readonly path: string;
  readonly licence: string;
}

let harvest: Harvest;
let release: string;
let files: readonly Listed[];

const textOf = async (path: string): Promise<string> => {
  const bytes = await readFile(join(release, path));
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
};

/** The licences of the files that hold a text, and one of the files. */
async function licencesOf(text: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { path, licence } of files) {
    // Reports quote what each source says of the other.
    if (!path.startsWith('report/') && (await textOf(path)).includes(text)) found.set(licence, path);
  }
  return found;
}

beforeAll(async () => {
  const world = await sampleWorld((draft) => {
    for (const id of [...PLACES, COUNTY]) {
      const place = placeOf(draft, id);
      for (const name of place.placenames) name.wording = `Bunachar ${id} ${name.language}`;
      place.geography = {
        ...place.geography,
        accurate: true,
        coordinates: [{ latitude: Number(`54.${digits(id, 1)}`), longitude: Number(`-8.${digits(id, 1)}`) }],
      };
    }
    // All that the archive says of a place, wherever it says it.
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('logainmID' in value && [...PLACES, COUNTY].includes(Number(value.logainmID))) {
        const id = Number(value.logainmID);
        Object.assign(value, {
          nameEN: `Cartlann ${id} en`,
          nameGA: `Cartlann ${id} ga`,
          coordinates: { latitude: Number(`54.${digits(id, 2)}`), longitude: Number(`-8.${digits(id, 2)}`) },
        });
      }
      for (const one of value instanceof Map ? value.values() : Object.values(value)) visit(one);
    };
    visit(draft.archive);
  });
  harvest = await harvestOf(world);
  const formats = ['ttl', 'nt', 'jsonld', 'nq'] as const;
  release = (await releaseOf(harvest, { formats })).directory;
  const manifest = JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8'));
  files = [
    ...manifest.datasets.flatMap((one: { files: Listed[] }) => one.files),
    ...manifest.derived,
    ...manifest.others,
  ];
});
afterAll(() => removeFolder(harvest.folder));

describe.each([...PLACES, COUNTY])('place %i', (id) => {
  test('names of the place-names database are under its licence alone', async () => {
    const merged = id === 9000030;
    for (const language of ['en', 'ga']) {
      const found = await licencesOf(`Bunachar ${id} ${language}`);
      expect([...found], String(found.get(BY_NC))).toEqual(merged ? [] : [[BY, expect.any(String)]]);
    }
  });

  test('so are its points', async () => {
    const found = await licencesOf(`54.${digits(id, 1)}`);
    expect([...found.keys()], String(found.get(BY_NC))).toEqual(id === 9000030 ? [] : [BY]);
  });

  test('names of the archive are under the licence of the archive alone', async () => {
    for (const language of ['en', 'ga']) {
      const found = await licencesOf(`Cartlann ${id} ${language}`);
      expect([...found.keys()], String(found.get(BY))).toEqual([BY_NC]);
    }
  });

  test('a point of the archive that the database has elsewhere is in no file: one place, one point', async () => {
    const found = await licencesOf(`54.${digits(id, 2)}`);
    expect([...found.keys()]).toEqual(id === 9000030 ? [BY_NC] : []);
  });
});

test('LICENCES.md tells what the files that quote both come under', async () => {
  expect(await textOf('LICENCES.md')).toContain('`report/`');
  const { licence } = there(files.find(({ path }) => path === 'report/editors.csv'));
  expect(licence).toBe(BY_NC);
});
