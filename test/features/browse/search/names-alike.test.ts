import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { nameKeys } from '../../../../src/features/browse/index/name-keys.js';
import { ReleaseIndex } from '../../../../src/features/browse/index/release-index.js';
import { recordsOfSuchName } from '../../../../src/features/browse/search/names-alike.js';
import type { Site } from '../../../../src/features/browse/site.js';
import { scratch } from '../../../support/files.js';

const PLACES = ['Dunagow', 'Bally Attiny', 'Rathkeale'];

/** The places that are offered for a query. */
async function offered(query: string): Promise<(string | null)[]> {
  const file = join(await scratch(), 'index.sqlite');
  const made = new Database(file);
  made.exec(`CREATE TABLE resource (id INTEGER PRIMARY KEY, path TEXT, kind TEXT, label_en TEXT, label_ga TEXT);
    CREATE TABLE name_key (key TEXT, kind TEXT, resource INTEGER);`);
  for (const [id, name] of PLACES.entries()) {
    made.prepare('INSERT INTO resource VALUES (?, ?, ?, ?, NULL)').run([id, `place/${id}`, 'place', name]);
    for (const key of nameKeys(name, 'place'))
      made.prepare('INSERT INTO name_key VALUES (?, ?, ?)').run([key, 'place', id]);
  }
  made.close();
  const index = new ReleaseIndex(file, 'https://example.org/');
  const tables = {
    namedRows: (_: unknown, paths: readonly string[]) =>
      new Map(paths.map((path) => [path, [{ name_en: PLACES[Number(path.split('/')[1])] ?? null }]])),
  } as unknown as Site['tables'];
  const records = recordsOfSuchName({ index, tables }, query);
  index.close();
  return records.map(({ label_en: label }) => label);
}

test('names are offered that sound alike and have most letters in common', async () => {
  expect(await offered('Ballyatinny')).toEqual(['Bally Attiny']);
  expect(await offered('Rathkeel')).toEqual(['Rathkeale']);
  expect(await offered('Dunnagow')).toEqual(['Dunagow']);
  // Its consonants are those of Dunagow.
  expect(nameKeys('weding', 'place')).toEqual(nameKeys('Dunagow', 'place'));
  expect(await offered('weding')).toEqual([]);
});
