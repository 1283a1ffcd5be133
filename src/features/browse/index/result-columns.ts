import type { Database } from 'libsql';
import { rowsOf } from '../../../release/tables/sql-tables.js';
import { INDEXED_KINDS, LISTED } from './index-words.js';
import type { ReleaseIndex } from './release-index.js';
import { sortKey } from './search-words.js';

/*
 * What searches ask of every result, as arrays with one entry for each resource, by its number. They are in memory: to count the
 * facets of 100,000 results takes milliseconds.
 */

/** Whose date it is, by the numbers in {@link ResultColumns.dateFrom}; 0 is no date. */
export const DATE_SOURCES = ['', 'own', 'part', 'collection'] as const;
/** The qualifiers of a date, by the numbers in {@link ResultColumns.qualifier}. */
export const DATE_QUALIFIERS = ['', 'approximate', 'inferred', 'questionable'] as const;

/** The end of a period that is not known, by the numbers in {@link ResultColumns.isOpen}. */
export const OPEN_ENDS = ['', 'first', 'last'] as const;

/** Lists of numbers, one for each resource: those of `id` begin at `starts[id]` and end before `starts[id + 1]`. */
export interface NumberLists {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

const ARRAYS = { Uint8Array, Int16Array, Uint32Array } as const;
type Arrays = { Uint8Array: Uint8Array; Int16Array: Int16Array; Uint32Array: Uint32Array };

/** The columns with the arrays that hold them. */
const COLUMNS = {
  /** The place in `INDEXED_KINDS` plus one; 0 for other resources. */
  kind: 'Uint8Array',
  /** Values of facets: {@link NumberLists}. */
  'facets.starts': 'Uint32Array',
  'facets.values': 'Uint32Array',
  /** Places of works. */
  'places.starts': 'Uint32Array',
  'places.values': 'Uint32Array',
  /** Years of works, and of the birth of people; 0 is unknown. */
  firstYear: 'Int16Array',
  lastYear: 'Int16Array',
  /** Not 0 where only one end of the period is known: which one is not, by {@link OPEN_ENDS}. */
  isOpen: 'Uint8Array',
  dateFrom: 'Uint8Array',
  qualifier: 'Uint8Array',
  /** Positions in the order of titles, and in that of counties and places. */
  titleRank: 'Uint32Array',
  placeRank: 'Uint32Array',
} as const satisfies Readonly<Record<string, keyof Arrays>>;

export type ResultColumns = {
  readonly [Name in keyof typeof COLUMNS]: Arrays[(typeof COLUMNS)[Name]];
};

/** Bytes of a row: SQLite has no larger ones than a gigabyte, and a row is read at once. */
const PIECE = 1 << 24;

export const PACKED_TABLE =
  'CREATE TABLE packed_column (name TEXT NOT NULL, piece INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (name, piece)) STRICT;';

/**
 * Makes the columns of an index whose tables are filled, and writes them into `packed_column`.
 *
 * @param count the highest number of a resource
 */
export function packColumns(database: Database, count: number): void {
  const kind = new Uint8Array(count + 1);
  const cases = INDEXED_KINDS.map((one, at) => `WHEN '${one}' THEN ${at + 1}`).join(' ');
  for (const [id = 0, code = 0] of rowsOf<readonly number[]>(
    database,
    `SELECT id, CASE kind ${cases} ELSE 0 END FROM resource`,
  )) {
    kind[id] = code;
  }
  const dates = {
    firstYear: new Int16Array(count + 1),
    lastYear: new Int16Array(count + 1),
    isOpen: new Uint8Array(count + 1),
    dateFrom: new Uint8Array(count + 1),
    qualifier: new Uint8Array(count + 1),
  };
  for (const [id = 0, first = 0, last = 0, open = 0, from = 0, qualifier = 0] of rowsOf<readonly number[]>(
    database,
    'SELECT resource, first, last, is_open, date_from, qualifier FROM scratch.years',
  )) {
    dates.firstYear[id] = first;
    dates.lastYear[id] = last;
    dates.isOpen[id] = open;
    dates.dateFrom[id] = from;
    dates.qualifier[id] = qualifier;
  }
  const facets = listsOf(
    database,
    count,
    'SELECT resource, value FROM scratch.facet ORDER BY resource, value',
  );
  const places = listsOf(database, count, 'SELECT work, place FROM scratch.work_place ORDER BY work, place');
  const columns: ResultColumns = {
    kind,
    'facets.starts': facets.starts,
    'facets.values': facets.values,
    'places.starts': places.starts,
    'places.values': places.values,
    ...dates,
    titleRank: inverse(orderOfTitles(database), count),
    placeRank: inverse(orderOfPlaces(database), count),
  };
  const insert = database.prepare('INSERT INTO packed_column VALUES (?, ?, ?)');
  for (const [name, array] of Object.entries(columns)) {
    const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0, piece = 0; at < bytes.length || piece === 0; at += PIECE, piece += 1)
      insert.run([name, piece, bytes.subarray(at, at + PIECE)]);
  }
}

/** @param sql selects a resource and a value, in the order of the resources */
function listsOf(database: Database, count: number, sql: string): NumberLists {
  const starts = new Uint32Array(count + 2);
  const values: number[] = [];
  for (const [id = 0, value = 0] of rowsOf<readonly number[]>(database, sql)) {
    starts[id + 1] = (starts[id + 1] ?? 0) + 1;
    values.push(value);
  }
  for (let id = 1; id < starts.length; id++) starts[id] = (starts[id] ?? 0) + (starts[id - 1] ?? 0);
  return { starts, values: Uint32Array.from(values) };
}

/** The position of each resource in an order, from 1; those that are not in it come last. */
function inverse(order: Uint32Array, count: number): Uint32Array {
  const ranks = new Uint32Array(count + 1).fill(order.length + 1);
  order.forEach((id, at) => {
    ranks[id] = at + 1;
  });
  return ranks;
}

/** Listed records by their titles, without accents and in lower case; records of one title in the order of the release. */
const orderOfTitles = (database: Database): Uint32Array =>
  orderOf(
    rowsOf<[number, string]>(
      database,
      `SELECT id, coalesce(label_en, label_ga) FROM resource WHERE kind IN ${LISTED} AND label_en IS NOT NULL ORDER BY id`,
    ),
  );

/** Works by the names of their first county and their first place. */
const orderOfPlaces = (database: Database): Uint32Array =>
  orderOf(
    rowsOf<[number, string]>(
      database,
      `SELECT facet.resource, concat(county.label_en, ' ', (SELECT min(place.label_en) FROM scratch.work_place
           JOIN resource AS place ON place.id = place WHERE work = facet.resource))
         FROM scratch.facet AS facet JOIN facet_value ON facet_value.id = facet.value AND facet_value.facet = 'county'
         JOIN resource AS county ON county.path = facet_value.value
         GROUP BY facet.resource HAVING county.label_en = min(county.label_en) ORDER BY facet.resource`,
    ),
  );

const orderOf = (rows: Iterable<readonly [id: number, text: string]>): Uint32Array =>
  Uint32Array.from(
    Array.from(rows, ([id, text]) => [id, sortKey(text)] as const)
      .toSorted(([a, one], [b, other]) => byText(one, other) || a - b)
      .map(([id]) => id),
  );

export const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Reads the columns of an index. */
export function readColumns(index: ReleaseIndex): ResultColumns {
  const read = ([name, type]: readonly [string, keyof Arrays]) => {
    const sql = 'SELECT bytes FROM packed_column WHERE name = ? ORDER BY piece';
    const pieces = index.all<{ readonly bytes: ArrayBuffer }>(sql, [name]).map(({ bytes }) => bytes);
    const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
    pieces.forEach((piece, at) => {
      bytes.set(new Uint8Array(piece), at * PIECE);
    });
    return [name, new ARRAYS[type](bytes.buffer)] as const;
  };
  return Object.fromEntries(Object.entries(COLUMNS).map(read)) as unknown as ResultColumns;
}
