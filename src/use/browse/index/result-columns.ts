import type { Database } from 'libsql';
import { INDEXED_KINDS } from './index-words.js';
import type { ReleaseIndex } from './release-index.js';

/*
 * What searches ask of every result, as arrays with one entry for each resource, by its number. They are in memory: to count the
 * facets of 100,000 results takes milliseconds.
 */

/** Whose date it is, by the numbers in {@link ResultColumns.dateFrom}; 0 is no date. */
export const DATE_SOURCES = ['', 'own', 'part', 'collection'] as const;
/** The qualifiers of a date, by the numbers in {@link ResultColumns.qualifier}. */
export const DATE_QUALIFIERS = ['', 'approximate', 'inferred', 'questionable'] as const;

/** Lists of numbers, one for each resource: those of `id` begin at `starts[id]` and end before `starts[id + 1]`. */
export interface NumberLists {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

export interface ResultColumns {
  /** The place in `INDEXED_KINDS` plus one; 0 for other resources. */
  readonly kind: Uint8Array;
  /** The resource that is shown in place of this one; 0: itself. */
  readonly shownAs: Uint32Array;
  /** Values of facets. */
  readonly facets: NumberLists;
  /** Places of works. */
  readonly places: NumberLists;
  /** Years of works, and of the birth of people; 0 is unknown. */
  readonly firstYear: Int16Array;
  readonly lastYear: Int16Array;
  /** 1 where only one end of the period is known. */
  readonly isOpen: Uint8Array;
  readonly dateFrom: Uint8Array;
  readonly qualifier: Uint8Array;
  /** Positions in the order of titles, and in that of counties and places. */
  readonly titleRank: Uint32Array;
  readonly placeRank: Uint32Array;
}

const ARRAYS = { Uint8Array, Int16Array, Uint32Array } as const;

/** The arrays by their names in the table `packed_column`. */
const STORED = {
  kind: 'Uint8Array',
  shownAs: 'Uint32Array',
  'facets.starts': 'Uint32Array',
  'facets.values': 'Uint32Array',
  'places.starts': 'Uint32Array',
  'places.values': 'Uint32Array',
  firstYear: 'Int16Array',
  lastYear: 'Int16Array',
  isOpen: 'Uint8Array',
  dateFrom: 'Uint8Array',
  qualifier: 'Uint8Array',
  titleRank: 'Uint32Array',
  placeRank: 'Uint32Array',
} as const satisfies Readonly<Record<string, keyof typeof ARRAYS>>;
type StoredName = keyof typeof STORED;

/** Bytes of a row: SQLite has no larger ones than a gigabyte, and a row is read at once. */
const PIECE = 1 << 24;

export const PACKED_TABLE =
  'CREATE TABLE packed_column (name TEXT NOT NULL, piece INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (name, piece)) STRICT;';

/** Selects rows of numbers; `null` counts as 0. */
type SelectNumbers = (sql: string) => Iterable<readonly number[]>;

/**
 * Makes the columns of an index whose tables are filled, and writes them into `packed_column`.
 *
 * @param count the highest number of a resource
 * @param ranks the resources in the order of titles, and of counties and places
 */
export function packColumns(
  database: Database,
  count: number,
  ranks: { readonly titles: Uint32Array; readonly places: Uint32Array },
): void {
  const rows: SelectNumbers = (sql) =>
    database.prepare(sql).raw().iterate() as unknown as Iterable<readonly number[]>;
  const kind = new Uint8Array(count + 1);
  const shownAs = new Uint32Array(count + 1);
  const cases = INDEXED_KINDS.map((one, at) => `WHEN '${one}' THEN ${at + 1}`).join(' ');
  for (const [id = 0, code = 0, shown = 0] of rows(
    `SELECT id, CASE kind ${cases} ELSE 0 END, coalesce(shown_as, 0) FROM resource`,
  )) {
    kind[id] = code;
    shownAs[id] = shown;
  }
  const dates = {
    firstYear: new Int16Array(count + 1),
    lastYear: new Int16Array(count + 1),
    isOpen: new Uint8Array(count + 1),
    dateFrom: new Uint8Array(count + 1),
    qualifier: new Uint8Array(count + 1),
  };
  for (const [id = 0, first = 0, last = 0, open = 0, from = 0, qualifier = 0] of rows(
    'SELECT resource, first, last, is_open, date_from, qualifier FROM scratch.years',
  )) {
    dates.firstYear[id] = first;
    dates.lastYear[id] = last;
    dates.isOpen[id] = open;
    dates.dateFrom[id] = from;
    dates.qualifier[id] = qualifier;
  }
  const facets = listsOf(count, rows, 'SELECT resource, value FROM scratch.facet ORDER BY resource, value');
  const places = listsOf(count, rows, 'SELECT work, place FROM scratch.work_place ORDER BY work, place');
  const arrays: Readonly<Record<StoredName, Uint8Array | Int16Array | Uint32Array>> = {
    kind,
    shownAs,
    'facets.starts': facets.starts,
    'facets.values': facets.values,
    'places.starts': places.starts,
    'places.values': places.values,
    ...dates,
    titleRank: inverse(ranks.titles, count),
    placeRank: inverse(ranks.places, count),
  };
  const insert = database.prepare('INSERT INTO packed_column VALUES (?, ?, ?)');
  for (const [name, array] of Object.entries(arrays)) {
    const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0, piece = 0; at < bytes.length || piece === 0; at += PIECE, piece += 1)
      insert.run([name, piece, bytes.subarray(at, at + PIECE)]);
  }
}

/** @param sql selects a resource and a value, in the order of the resources */
function listsOf(count: number, rows: SelectNumbers, sql: string): NumberLists {
  const starts = new Uint32Array(count + 2);
  const values: number[] = [];
  for (const [id = 0, value = 0] of rows(sql)) {
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

/** Reads the columns of an index. */
export function readColumns(index: ReleaseIndex): ResultColumns {
  const read = <N extends StoredName>(name: N): InstanceType<(typeof ARRAYS)[(typeof STORED)[N]]> => {
    const sql = 'SELECT bytes FROM packed_column WHERE name = ? ORDER BY piece';
    const pieces = index.all<{ readonly bytes: ArrayBuffer }>(sql, [name]).map(({ bytes }) => bytes);
    const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
    pieces.forEach((piece, at) => {
      bytes.set(new Uint8Array(piece), at * PIECE);
    });
    return new ARRAYS[STORED[name]](bytes.buffer) as InstanceType<(typeof ARRAYS)[(typeof STORED)[N]]>;
  };
  return {
    kind: read('kind'),
    shownAs: read('shownAs'),
    facets: { starts: read('facets.starts'), values: read('facets.values') },
    places: { starts: read('places.starts'), values: read('places.values') },
    firstYear: read('firstYear'),
    lastYear: read('lastYear'),
    isOpen: read('isOpen'),
    dateFrom: read('dateFrom'),
    qualifier: read('qualifier'),
    titleRank: read('titleRank'),
    placeRank: read('placeRank'),
  };
}
