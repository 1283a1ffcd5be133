import { z } from 'zod';
import { textBelow } from '../../../base/file-bytes.js';
import type { ReleaseManifest } from '../../../release/description/manifest.js';
import type { Column } from '../../../release/tables/column.js';
import { SEPARATOR } from '../../../release/tables/csv.js';
import type { TableFile } from '../../../release/tables/csvw.js';
import { DERIVED } from '../../../release/tables/derived-files.js';
import { sqlColumn, sqlTable, tableName } from '../../../release/tables/sql-tables.js';
import { NAME_SOURCES, type NamedKind } from './name-keys.js';
import type { ReleaseIndex } from './release-index.js';
import { hasKeys, keyOfCell } from './table-keys.js';

/** A table of a release. */
export interface ReleasedTable extends TableFile {
  /** Of the file without its suffix: `schools-people`. It is in addresses. */
  readonly name: string;
}

/** The tables of records, which the index has as SQL tables. In place of an IRI of the release is its path. */
const RELEASED_TABLES: readonly ReleasedTable[] = DERIVED.map(({ file, table }) => ({
  file,
  table,
  name: file.replace(/\.csv$/, ''),
}));

const inBoth = z.object({ en: z.string(), ga: z.string() });
/** What describes a table that a feature has written, as `describeTable` writes it. */
const DESCRIPTION = z.object({
  'dc:title': z.array(z.object({ '@value': z.string(), '@language': z.string() })),
  tableSchema: z.object({
    // The names come into statements of SQL.
    columns: z.array(
      z.object({ name: z.string().regex(/^[a-z][a-z0-9_]*$/), titles: inBoth, datatype: z.string() }),
    ),
  }),
});

/**
 * All tables of a release: those of records, and those that features have written, by the descriptions beside them.
 *
 * @param release its folder
 * @throws Error when a description cannot be read
 */
export async function tablesOfRelease(
  release: string,
  { derived }: ReleaseManifest,
): Promise<readonly ReleasedTable[]> {
  const paths = new Set(derived.map(({ path }) => path));
  const others = [...paths].flatMap((path) => {
    const [, name] = /^derived\/([a-z][a-z0-9-]*)\.csv$/.exec(path) ?? [];
    const isKnown = RELEASED_TABLES.some((table) => table.name === name);
    return name === undefined || isKnown || !paths.has(`${path}-metadata.json`) ? [] : [name];
  });
  const read = async (name: string): Promise<readonly ReleasedTable[]> => {
    const text = await textBelow(release, `derived/${name}.csv-metadata.json`);
    const described = DESCRIPTION.safeParse(JSON.parse(text));
    // A feature has written a description of its own.
    if (!described.success) return [];
    const { 'dc:title': titles, tableSchema } = described.data;
    const titleIn = (language: string): string =>
      titles.find((title) => title['@language'] === language)?.['@value'] ?? name;
    const columns = tableSchema.columns.map(({ name: column, titles: { en, ga }, datatype }): Column => {
      const holds = datatype === 'integer' || datatype === 'decimal' ? datatype : 'text';
      return { name: column, en, ga, holds };
    });
    const table = { en: titleIn('en'), ga: titleIn('ga'), columns, isPlain: true } as const;
    // The index has tables of its own: none of them has a name that begins like this.
    return [{ name, file: `${name}.csv`, table, sql: `of_feature_${tableName(name)}` }];
  };
  return [...RELEASED_TABLES, ...(await Promise.all(others.map(read))).flat()];
}

/** The names of the tables with the records of a kind. */
export const TABLE_OF_KIND: Readonly<Record<string, string>> = {
  item: 'items',
  photograph: 'photographs',
  part: 'parts',
  volume: 'volumes',
  transcript: 'transcripts',
  person: 'people',
  'schools-person': 'schools-people',
  topic: 'topics',
  place: 'places',
  'place-abroad': 'locations',
};

/** The table with the rows of a kind of records. */
export const tableOfKind = (kind: string | undefined): ReleasedTable | undefined =>
  RELEASED_TABLES.find(({ name }) => name === TABLE_OF_KIND[kind ?? '']);

/** The tables with names of records of a kind, the fullest first. */
export const tablesOfKind = (kind: NamedKind): readonly ReleasedTable[] => {
  const names: readonly string[] = NAME_SOURCES[kind].map(({ table }) => table);
  return names.flatMap((name) => RELEASED_TABLES.find((table) => table.name === name) ?? []);
};

/** A condition of rows. Its text has names of columns of the table; everything else is a value. */
export interface TableCondition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** Rows of a table. */
export interface TableRequest {
  /** All of them hold. */
  readonly conditions: readonly TableCondition[];
  readonly sort?: string | undefined;
  readonly isDescending: boolean;
  /** The `rowid` of the row after which a page begins. */
  readonly after?: number | undefined;
}

export type TableCell = string | number | null;
/** The cells of a row by column. */
export type TableRow = Readonly<Record<string, TableCell>>;

/** Reads the tables of a release in its index. */
export class ReleasedTables {
  readonly #index: ReleaseIndex;
  /** Those that are in the index, with or without rows. */
  readonly all: readonly ReleasedTable[];

  constructor(index: ReleaseIndex, all: readonly ReleasedTable[]) {
    this.#index = index;
    this.all = all;
  }

  /** The table of a name in an address. */
  named(name: string | undefined): ReleasedTable | undefined {
    return this.all.find((table) => table.name === name);
  }

  /** The number of rows of each table that has any. */
  sizes(): readonly { readonly table: ReleasedTable; readonly rows: number }[] {
    return this.all
      .map((table) => ({ table, rows: this.count(table, ALL_ROWS) }))
      .filter(({ rows }) => rows > 0);
  }

  count(table: ReleasedTable, request: TableRequest): number {
    const { where, values } = conditionsOf(request);
    const sql = `SELECT count(*) FROM ${sqlTable(table)} ${where}`;
    return this.#index.numbers(sql, values)[0] as number;
  }

  /**
   * Rows in the order of the request, with their `rowid`; rows that are equal there, in the order of the release. Empty cells
   * are last.
   */
  page(table: ReleasedTable, request: TableRequest, most: number, offset: number): readonly TableRow[] {
    const { sql, values } = rowsOf(table, this.#begun(table, request));
    return this.#index.all(`${sql} LIMIT ? OFFSET ?`, [...values, most, offset]);
  }

  /** The request with a condition for the rows after `after`. */
  #begun(released: ReleasedTable, request: TableRequest): TableRequest {
    const { sort, isDescending, after, conditions } = request;
    if (after === undefined) return request;
    const column = orderOf(released, sort);
    const [row] =
      column === undefined
        ? []
        : this.#index.all<TableRow>(`SELECT ${column} AS last FROM ${sqlTable(released)} WHERE rowid = ?`, [
            after,
          ]);
    const last = row?.last ?? null;
    const next: TableCondition =
      column === undefined
        ? { sql: 'rowid > ?', values: [after] }
        : last === null
          ? { sql: `${column} IS NULL AND rowid > ?`, values: [after] }
          : {
              sql: `(${column} ${isDescending ? '<' : '>'} ? OR ${column} IS NULL OR ${column} = ? AND rowid > ?)`,
              values: [last, last, after],
            };
    return { ...request, conditions: [...conditions, next] };
  }

  /** All rows of {@link page}, as they are asked for. */
  each(table: ReleasedTable, request: TableRequest): Iterable<TableRow> {
    const { sql, values } = rowsOf(table, request);
    return this.#index.each(sql, values);
  }

  /**
   * The most frequent cells of a column, with the number of their rows. Null is an empty cell.
   *
   * @param part whether whole cells are counted, or each value of the lists in them
   */
  facet(
    table: ReleasedTable,
    request: TableRequest,
    column: string,
    most: number,
    part: 'cell' | 'value' = 'cell',
  ): readonly { readonly value: TableCell; readonly count: number }[] {
    if (!table.table.columns.some(({ name }) => name === column)) return [];
    const { where, values } = conditionsOf(request);
    const [counted, lists] =
      part === 'cell'
        ? ['cell', '']
        : [
            'listed.value',
            `, json_each('[' || replace(json_quote(cell), '${SEPARATOR}', '","') || ']') AS listed`,
          ];
    return this.#index.all(
      `SELECT ${counted} AS value, count(*) AS count
       FROM (SELECT ${sqlColumn(column)} AS cell FROM ${sqlTable(table)} ${where})${lists}
       GROUP BY 1 ORDER BY count DESC, 1 LIMIT ?`,
      [...values, most],
    );
  }

  /** The rows of some records, by their paths. */
  recordRows(table: ReleasedTable, paths: readonly string[]): ReadonlyMap<string, TableRow> {
    const rows = this.#index.all<TableRow>(
      `SELECT * FROM ${sqlTable(table)} WHERE iri IN (${paths.map(() => '?').join(', ')})`,
      paths,
    );
    return new Map(rows.map((row) => [String(row.iri), row]));
  }

  /** The rows of some records in the tables of their kind, by their paths. */
  namedRows(kind: NamedKind, paths: readonly string[]): ReadonlyMap<string, readonly TableRow[]> {
    const found = tablesOfKind(kind).map((table) => this.recordRows(table, paths));
    return new Map(
      paths.flatMap((path) => {
        const rows = found.flatMap((byPath): TableRow[] => [byPath.get(path) ?? []].flat());
        return rows.length === 0 ? [] : [[path, rows] as [string, TableRow[]]];
      }),
    );
  }

  /** The cells of some records, as the file of the table has them. A record without a row has its IRI only. */
  rowsOf(table: ReleasedTable, paths: readonly string[]): string[][] {
    const { columns } = table.table;
    const byPath = this.recordRows(table, paths);
    return paths.map((path) =>
      this.cellsOf(table, byPath.get(path) ?? { iri: path }).slice(0, columns.length),
    );
  }

  /** A row as the file of the table has it. */
  cellsOf({ table }: ReleasedTable, row: TableRow): string[] {
    return table.columns.map(({ name, holds }) => {
      const cell = row[name] ?? null;
      if (cell === null) return '';
      if (holds === 'boolean') return cell === 1 ? 'true' : 'false';
      if (holds !== 'iri' && holds !== 'iris') return String(cell);
      return String(cell)
        .split('|')
        .map((path) => (/^[a-z][a-z0-9+.-]*:/i.test(path) ? path : this.#index.base + path))
        .join('|');
    });
  }
}

function rowsOf(
  table: ReleasedTable,
  request: TableRequest,
): { readonly sql: string; readonly values: readonly (string | number)[] } {
  const { where, values } = conditionsOf(request);
  const direction = request.isDescending ? 'DESC' : 'ASC';
  const by = orderOf(table, request.sort);
  const order = by === undefined ? '' : `${by} IS NULL, ${by} ${direction}, `;
  return { sql: `SELECT rowid, * FROM ${sqlTable(table)} ${where} ORDER BY ${order}rowid`, values };
}

/** The expression by which a column is sorted: texts as the search sorts titles. */
function orderOf({ table }: ReleasedTable, sort: string | undefined): string | undefined {
  const column = table.columns.find(({ name }) => name === sort);
  if (column === undefined) return undefined;
  return hasKeys(column) ? keyOfCell(column) : sqlColumn(column.name);
}

const ALL_ROWS: TableRequest = { conditions: [], isDescending: false };

function conditionsOf({ conditions }: TableRequest): {
  readonly where: string;
  readonly values: (string | number)[];
} {
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  return { where, values: conditions.flatMap(({ values }) => values) };
}
