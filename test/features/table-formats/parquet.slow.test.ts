import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, test } from 'vitest';
import { TABLES as COLUMNS, type TableName } from '../../../src/release/tables/tables.js';
import { pythonWith } from '../../support/python.js';
import { tableRelease } from './table-release.js';

/** The tables of `--parquet`, of a generated world with faulty records, read by DuckDB and by pandas with pyarrow. */

const FOLKLORE = [
  ...['items', 'locations', 'parts', 'people', 'photographs', 'roles', 'schools-people', 'topics'],
  ...['transcripts', 'volumes'],
];
const PLACENAMES = ['categories', 'places'];
const TABLES = [...FOLKLORE, ...PLACENAMES];

const execute = promisify(execFile);
const PYTHON = await pythonWith('pandas', 'pyarrow');

const { derived, table, described } = await tableRelease();
const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
afterAll(() => duckdb.closeSync());

type Row = Record<string, unknown>;
const ask = async (sql: string): Promise<Row[]> =>
  (await duckdb.runAndReadAll(sql)).getRowObjectsJS() as Row[];
const file = (name: string) => `'${join(derived, `${name}.parquet`)}'`;

test.each(TABLES)(
  'DuckDB reads the rows of %s as they are in CSV, lists as lists, empty cells as null, without the marks of CSV',
  async (name) => {
    const expected = await table(name);
    const rows = await ask(
      `SELECT * FROM read_parquet(${file(name)}, file_row_number = true) ORDER BY file_row_number`,
    );
    expect(rows.length).toBe(expected.length);
    for (const [at, { file_row_number: _, ...row }] of rows.entries()) {
      const cells = Object.entries(row).flatMap(([column, value]): [string, string][] => {
        if (value === null) return [];
        if (!Array.isArray(value)) return [[column, String(value)]];
        // docs/files.md, "Tables": what lists of texts escape.
        const isOfTexts = COLUMNS[name as TableName].columns.some(
          (one) => one.name === column && one.holds === 'texts',
        );
        const escaped = value.map((one: string) =>
          isOfTexts ? one.replaceAll('%', '%25').replaceAll('|', '%7C') : one,
        );
        return [[column, escaped.join('|')]];
      });
      const numbers = new Set(['latitude', 'longitude']);
      for (const [column, cell] of cells)
        if (numbers.has(column)) expect(Number(cell)).toBe(Number(expected[at]?.[column]));
        else expect([column, cell]).toEqual([column, expected[at]?.[column]]);
      expect(cells.length).toBe(Object.keys(expected[at] ?? {}).length);
    }
  },
);

test('years and counts are whole numbers, coordinates doubles, truth values booleans, lists are of texts', async () => {
  const types = async (name: string) =>
    Object.fromEntries(
      (await ask(`DESCRIBE SELECT * FROM ${file(name)}`)).map((row) => [row.column_name, row.column_type]),
    );
  expect(await types('items')).toMatchObject({
    iri: 'VARCHAR',
    effective_from_year: 'BIGINT',
    page_count: 'BIGINT',
    topics: 'VARCHAR[]',
    content_modes_ga: 'VARCHAR[]',
    edtf: 'VARCHAR',
  });
  expect(await types('photographs')).toMatchObject({ digitized: 'BOOLEAN' });
  expect(await types('places')).toMatchObject({
    latitude: 'DOUBLE',
    coordinates_accurate: 'BOOLEAN',
    other_names: 'VARCHAR[]',
  });
});

test('each file names its licence and its release: places CC BY, the folklore CC BY-NC', async () => {
  for (const [names, publication, licence] of [
    [FOLKLORE, 'folklore', 'by-nc'],
    [PLACENAMES, 'placenames', 'by'],
  ] as const)
    for (const name of names) {
      const rows = await ask(
        `SELECT key::VARCHAR AS key, value::VARCHAR AS value FROM parquet_kv_metadata(${file(name)})`,
      );
      expect(Object.fromEntries(rows.map(({ key, value }) => [key, value])), name).toMatchObject({
        license: `https://creativecommons.org/licenses/${licence}/4.0/`,
        release: `https://data.example.org/folklore/dataset/${publication}/one`,
        label: 'one',
      });
    }
  const files = await described('.parquet');
  expect(files.map(({ path }) => path)).toEqual(TABLES.map((name) => `derived/${name}.parquet`).sort());
  for (const { path, licence, mediaType, records } of files) {
    const name = path.slice('derived/'.length, -'.parquet'.length);
    expect(licence).toMatch(PLACENAMES.includes(name) ? /\/by\// : /\/by-nc\//);
    expect(mediaType).toBe('application/vnd.apache.parquet');
    expect(records).toBe((await table(name)).length);
  }
});

describe.skipIf(PYTHON === undefined)('pandas and pyarrow (Python packages)', () => {
  test('read years as whole numbers, with empty cells, and lists', async () => {
    const code = `
import pandas, sys
items = pandas.read_parquet(sys.argv[1])
year = items["effective_from_year"]
print(year.dtype, int(year.isna().sum()), int(year.dropna().min()), len(items["topics"].dropna().explode()))`;
    const { stdout } = await execute(PYTHON as string, ['-c', code, join(derived, 'items.parquet')]);
    const items = await table('items');
    const years = items.flatMap(({ effective_from_year: year }) => (year === undefined ? [] : Number(year)));
    const topics = items.flatMap(({ topics: cell = '' }) => cell.split('|').filter(Boolean));
    expect(items.length).toBeGreaterThan(years.length);
    expect(stdout.trim()).toBe(`Int64 ${items.length - years.length} ${Math.min(...years)} ${topics.length}`);
  });
});
