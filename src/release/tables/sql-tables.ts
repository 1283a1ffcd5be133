import type { Database } from 'libsql';
import { type Column, hasRecords, isList } from './column.js';
import { valuesIn } from './csv.js';
import type { TableFile } from './csvw.js';
import { RowInserter } from './row-inserter.js';

/* The tables of a release in SQLite: of the databases of `--sqlite`, and of the index of `browse`. */

const TYPES: Partial<Record<Column['holds'], string>> = {
  integer: 'INTEGER',
  decimal: 'REAL',
  boolean: 'INTEGER',
};

/** Whether a column has numbers, which sort as such. */
export const isNumeric = ({ holds }: Column): boolean => TYPES[holds] !== undefined;

/** The name of the SQL table of a file: `schools_people` of `schools-people.csv`. */
export const tableName = (file: string): string => file.replace(/\.csv$/, '').replaceAll('-', '_');

/** The name of the SQL table of a table. */
export const sqlTable = ({ file, sql = tableName(file) }: TableFile): string => sql;

/** A column in a statement: its name may be a word of SQL, such as `order`. */
export const sqlColumn = (name: string): string => `"${name}"`;

/** The columns with lists of keys of another table; each of them has a table of its own, too. */
const lists = ({ table: { columns } }: TableFile): readonly Column[] =>
  columns.filter((column) => isList(column) && column.references !== undefined);

const foreignKey = ({ references }: Column): string =>
  references === undefined ? '' : ` REFERENCES ${tableName(references)} (iri)`;

/** The statements that create a table, and a table `NAME_COLUMN (iri, COLUMN)` for each list of keys. */
export function createTable(one: TableFile): string {
  const { table } = one;
  const name = sqlTable(one);
  const columns = table.columns.map((column, at) => {
    const key = at === 0 && hasRecords(table) ? ' PRIMARY KEY NOT NULL' : '';
    return `${sqlColumn(column.name)} ${TYPES[column.holds] ?? 'TEXT'}${key}${isList(column) ? '' : foreignKey(column)}`;
  });
  const links = lists(one).map(
    (column) => `CREATE TABLE ${name}_${column.name} (
  iri TEXT NOT NULL REFERENCES ${name} (iri),
  ${column.name} TEXT NOT NULL${foreignKey(column)},
  PRIMARY KEY (iri, ${column.name})
) STRICT, WITHOUT ROWID;`,
  );
  return [`CREATE TABLE ${name} (\n  ${columns.join(',\n  ')}\n) STRICT;`, ...links].join('\n');
}

/** The statements that create an index on each foreign key. */
export function createIndexes(one: TableFile): string {
  const name = sqlTable(one);
  const single = one.table.columns
    .filter((column) => column.references !== undefined && !isList(column))
    .map((column) => `CREATE INDEX ${name}_by_${column.name} ON ${name} (${column.name});`);
  const ofLists = lists(one).map(
    (column) => `CREATE INDEX ${name}_by_${column.name} ON ${name}_${column.name} (${column.name}, iri);`,
  );
  return [...single, ...ofLists].join('\n');
}

/** Inserts rows of cells into a table and the tables of its lists. An empty cell is NULL. */
export class TableInserter {
  readonly #columns: readonly Column[];
  readonly #rows: RowInserter;
  readonly #lists: readonly { readonly at: number; readonly keys: RowInserter }[];

  constructor(database: Database, one: TableFile) {
    const name = sqlTable(one);
    this.#columns = one.table.columns;
    this.#rows = new RowInserter(database, `INSERT INTO ${name}`, this.#columns.length);
    this.#lists = lists(one).map((column) => ({
      at: this.#columns.indexOf(column),
      keys: new RowInserter(database, `INSERT INTO ${name}_${column.name}`, 2),
    }));
  }

  /** @param cells the texts of a row, in the order of the columns */
  add(cells: readonly string[]): void {
    this.#rows.add(this.#columns.map((column, at) => sqlValue(column, cells[at] ?? '')));
    for (const { at, keys } of this.#lists)
      for (const key of valuesIn(cells[at])) keys.add([cells[0] ?? '', key]);
  }

  /** Inserts the rows that wait. */
  flush(): void {
    this.#rows.flush();
    for (const { keys } of this.#lists) keys.flush();
  }
}

function sqlValue({ holds }: Column, cell: string): string | number | null {
  if (cell === '') return null;
  if (holds === 'boolean') return Number(cell === 'true');
  return TYPES[holds] === undefined ? cell : Number(cell);
}

/** The rows of a statement, each as a list of its columns, as they are asked for. */
export const rowsOf = <Row extends readonly unknown[]>(database: Database, sql: string): Iterable<Row> =>
  database.prepare(sql).raw().iterate() as unknown as Iterable<Row>;
