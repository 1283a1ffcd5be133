import { execFileSync, spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { verifyRelease } from '../../../src/use/inspect/verify-folder/verify-release.js';
import { tableRelease } from './table-release.js';

/** The databases of `--sqlite`, of a generated world with faulty records. */

const TABLES = [
  'items',
  'locations',
  'parts',
  'people',
  'photographs',
  'roles',
  'schools_people',
  'topics',
  'transcripts',
  'volumes',
];

const { directory, derived, table, twice, described } = await tableRelease();
const database = new Database(join(derived, 'release.sqlite'));
afterAll(() => void database.close());

const ask = (sql: string, file = database) =>
  file.prepare(sql).all() as Record<string, string | number | null>[];

test('it has the rows of each table, cell by cell, without the marks of CSV', async () => {
  for (const name of TABLES) {
    const rows = await table(`${name.replaceAll('_', '-')}`);
    const found = ask(`SELECT * FROM ${name} ORDER BY rowid`).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
    );
    expect(found.length, name).toBe(rows.length);
    for (const [at, row] of rows.entries())
      for (const [column, cell] of Object.entries(row)) {
        const value = found[at]?.[column];
        const asText = typeof value === 'number' && /^(true|false)$/.test(cell) ? String(value === 1) : value;
        if (typeof asText === 'number') expect(asText, column).toBe(Number(cell));
        else expect(asText, column).toBe(cell);
      }
  }
});

test('every foreign key has its row, and the file is whole', () => {
  expect(ask('PRAGMA foreign_key_list(items)').length).toBeGreaterThan(0);
  expect(ask('PRAGMA foreign_key_check')).toEqual([]);
  expect(ask('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
});

test('a list of keys is a table that joins', async () => {
  const items = await table('items');
  const topics = items.reduce((sum, { topics = '' }) => sum + topics.split('|').filter(Boolean).length, 0);
  expect(topics).toBeGreaterThan(100);
  expect(
    ask('SELECT count(*) AS n FROM items_topics JOIN topics ON topics.iri = items_topics.topics'),
  ).toEqual([{ n: topics }]);
});

test('the search forgives accents and finds titles, names, extracts and transcripts', () => {
  for (const [kind, column, from] of [
    ['item', 'label', 'items'],
    ['person', 'name', 'people'],
    ['schools-person', 'name', 'schools_people'],
    ['transcript', 'text', 'transcripts'],
  ]) {
    const [row] = ask(`SELECT iri, ${column} AS text FROM ${from} WHERE ${column} GLOB '*[áéíóú]*'`);
    const plain = String(row?.text).normalize('NFD').replace(/\p{M}/gu, '');
    const words = (plain.match(/[A-Za-z]{3,}/g) ?? []).slice(0, 6).map((word) => `"${word}"`);
    expect(words.length, kind).toBeGreaterThan(0);
    const found = ask(`SELECT iri FROM search WHERE search MATCH '${words.join(' ')}' AND kind = '${kind}'`);
    expect(found, kind).toContainEqual({ iri: row?.iri });
  }
});

test('views have items with their people, and by county', async () => {
  const roles = (await table('roles')).filter(({ item }) => item !== undefined);
  expect(ask('SELECT count(*) AS n FROM item_people')).toEqual([{ n: roles.length }]);
  expect(ask('SELECT * FROM item_people WHERE person IS NULL')).toEqual([]);
  const [county] = ask(
    'SELECT county, name_en, count(*) AS n FROM items_by_county GROUP BY county ORDER BY n DESC',
  );
  const items = (await table('items')).filter(({ effective_counties = '' }) =>
    effective_counties.split('|').includes(String(county?.county)),
  );
  expect(county?.n).toBe(items.length);
  expect(
    ask("SELECT * FROM items_by_county WHERE county_from NOT IN ('own', 'place', 'school', 'part')"),
  ).toEqual([]);
});

test('the place-names database has a file of its own, under its own licence', async () => {
  const places = new Database(join(derived, 'placenames.sqlite'));
  try {
    expect(ask('SELECT count(*) AS n FROM places', places)).toEqual([{ n: (await table('places')).length }]);
    expect(ask("SELECT name FROM sqlite_schema WHERE name = 'places'")).toEqual([]);
  } finally {
    places.close();
  }
  const files = await described('.sqlite');
  expect(files.map(({ path, publication }) => [path, publication])).toEqual([
    ['derived/placenames.sqlite', 'placenames'],
    ['derived/release.sqlite', 'folklore'],
  ]);
  for (const { path, bytes } of files) expect((await stat(join(directory, path))).size).toBe(bytes);
});

test('the release passes its verification; the same input makes the same bytes', async () => {
  expect((await verifyRelease(directory, silent, () => {})).count).toBe(0);
  for (const file of ['release.sqlite', 'placenames.sqlite', 'items.parquet', 'places.parquet']) {
    const [one, again = Buffer.of()] = await twice(file);
    expect(one?.equals(again), file).toBe(true);
  }
});

const isThere = spawnSync('sqlite3', ['--version']).error === undefined;

test.skipIf(!isThere)('another program opens it, searches it and joins it (Debian package sqlite3)', () => {
  const sql = (text: string) =>
    execFileSync('sqlite3', [join(derived, 'release.sqlite'), text], { encoding: 'utf8' }).trim();
  expect(sql('PRAGMA integrity_check; PRAGMA foreign_key_check;')).toBe('ok');
  expect(Number(sql('SELECT count(*) FROM item_people'))).toBeGreaterThan(100);
  expect(Number(sql("SELECT count(*) FROM search WHERE search MATCH 'an OR the'"))).toBeGreaterThan(0);
});
