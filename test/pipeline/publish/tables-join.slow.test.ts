import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSyntheticWorld } from '../../../src/features/generated-world/world.js';
import { readTable } from '../../release/tables/read-csv.js';
import { filesBelow, makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample, PLAN } from '../../support/sample-release.js';

/** Every IRI in a table is found: as the key of a row, or as a subject in data/ (a generated release). */

interface Column {
  readonly name: string;
  readonly datatype: unknown;
  readonly separator?: string;
}
interface TableSchema {
  readonly columns: readonly Column[];
  readonly foreignKeys: readonly {
    readonly columnReference: string;
    readonly reference: { readonly resource: string; readonly columnReference: string };
  }[];
}
type Row = Readonly<Record<string, string>>;

describe('a world with faulty records', () => {
  const tables = new Map<string, readonly Row[]>();
  const schemas = new Map<string, TableSchema>();
  const subjects = new Set<string>();

  let folder: string;
  beforeAll(async () => {
    folder = await makeFolder();
    const make = await harvestSample(folder, makeSyntheticWorld({ scale: 0.001, seed: 11, dirt: 0.2 }));
    const { directory } = await make('joined', { formats: ['nt'] });
    const text = (file: string) => readFile(join(directory, 'derived', file), 'utf8');
    for (const [path, bytes] of await filesBelow(join(directory, 'derived'))) {
      const file = basename(path);
      if (!file.endsWith('.csv')) continue;
      tables.set(file, readTable(bytes.toString('utf8')));
      schemas.set(file, JSON.parse(await text(`${file}-metadata.json`)).tableSchema);
    }
    for (const { url, tableSchema } of JSON.parse(await text('csv-metadata.json')).tables)
      schemas.set(url, tableSchema);
    for (const bytes of (await filesBelow(join(directory, 'data'))).values()) {
      for (const line of bytes.toString('utf8').split('\n'))
        if (line.startsWith('<')) subjects.add(line.slice(1, line.indexOf('>')));
    }
  });

  afterAll(() => removeFolder(folder));

  const rows = (file: string): readonly Row[] => tables.get(file) ?? [];

  test('all tables are there', () => {
    expect(tables.size).toBe(12);
    for (const [file, { length }] of tables) expect(length, file).toBeGreaterThan(1);
  });

  test('every IRI of the data is the key of a row or a subject', () => {
    const keys = new Set([...tables.values()].flatMap((all) => all.flatMap(({ iri }) => iri ?? [])));
    const lost = new Set<string>();
    let seen = 0;
    for (const [file, { columns }] of schemas)
      for (const { name, datatype, separator } of columns.filter((one) => one.datatype === 'anyURI')) {
        expect(datatype).toBe('anyURI');
        for (const row of rows(file)) {
          const cell = row[name];
          if (cell === undefined) continue;
          for (const iri of separator === undefined ? [cell] : cell.split(separator)) {
            if (!iri.startsWith(PLAN.base)) continue;
            seen += 1;
            if (!keys.has(iri) && !subjects.has(iri)) lost.add(`${file} ${name} ${iri}`);
          }
        }
      }
    expect(seen).toBeGreaterThan(5000);
    expect([...lost]).toEqual([]);
  });

  test('no two rows of a table have one key', () => {
    for (const [file, all] of tables) {
      if (file === 'roles.csv') continue;
      expect(new Set(all.map(({ iri }) => iri)).size, file).toBe(all.length);
    }
  });

  test('every foreign key of the descriptions has its row', () => {
    let seen = 0;
    const lost: string[] = [];
    for (const [file, { foreignKeys = [] }] of schemas)
      for (const { columnReference, reference } of foreignKeys) {
        const keys = new Set(rows(reference.resource).map((row) => row[reference.columnReference]));
        for (const row of rows(file)) {
          const value = row[columnReference];
          if (value === undefined) continue;
          seen += 1;
          if (!keys.has(value)) lost.push(`${file} ${columnReference} ${value}`);
        }
      }
    expect(seen).toBeGreaterThan(1000);
    expect(lost).toEqual([]);
  });

  test('every person and topic of an item is in a table, and every story has years', () => {
    const people = new Set([...rows('people.csv'), ...rows('schools-people.csv')].map(({ iri }) => iri));
    const topics = new Set(rows('topics.csv').map(({ iri }) => iri));
    const stories = rows('items.csv').filter(
      ({ collection, omission }) => collection === 'cbes' && !omission,
    );
    expect(stories.length).toBeGreaterThan(100);
    for (const { informants = '', topics: own = '', effective_edtf } of stories) {
      for (const iri of informants.split('|').filter(Boolean)) expect(people).toContain(iri);
      for (const iri of own.split('|').filter(Boolean)) expect(topics).toContain(iri);
      expect(effective_edtf).toBe('1937/1939');
    }
  });

  test('roles.csv has the people of items.csv', () => {
    const roles = new Set(
      rows('roles.csv').map(
        ({ item, person, schools_person, role }) => `${item} ${person ?? schools_person} ${role}`,
      ),
    );
    for (const { iri, collectors = '', informants = '' } of rows('items.csv')) {
      for (const one of collectors.split('|').filter(Boolean))
        expect(roles).toContain(`${iri} ${one} collector`);
      for (const one of informants.split('|').filter(Boolean))
        expect(roles).toContain(`${iri} ${one} informant`);
    }
  });
});
