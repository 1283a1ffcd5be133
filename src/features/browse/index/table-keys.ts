import type { Column, Table } from '../../../release/tables/column.js';
import { textsIn } from '../../../release/tables/csv.js';
import { sqlColumn } from '../../../release/tables/sql-tables.js';
import { NAME_SOURCES } from './name-keys.js';
import { plainText, sortKey } from './search-words.js';
import { surnamesInOneSpelling } from './surname-spellings.js';

/*
 * The texts of the tables as rows are sorted and filtered by them. The engine has no functions of ours, so that the index has a
 * column of keys beside each column of texts. A key is there only where it is not the cell in lower case.
 */

/** The column of the keys. No column of a release has a blank in its name. */
const keyColumn = ({ name }: Column): string => `${name} key`;

/** Columns with whole texts: the search finds their words, and keys of these would be as large as the texts. */
const WHOLE_TEXTS: ReadonlySet<string> = new Set([
  ...['text', 'extract', 'description_en', 'description_ga', 'archived_description'],
]);

/** Whether the cells of a column have keys. */
export const hasKeys = ({ name, holds }: Column): boolean =>
  (holds === 'text' || holds === 'texts') && !WHOLE_TEXTS.has(name);

/** The expression of SQL for the key of a cell. */
export const keyOfCell = (column: Column): string =>
  `ifnull(${sqlColumn(keyColumn(column))}, lower(${sqlColumn(column.name)}))`;

/** A table of a release by its name. */
interface NamedTable {
  readonly name: string;
  readonly table: Table;
}

/** The table with a column of keys behind its columns for each column of texts. */
export function withKeys<T extends NamedTable>(released: T): T {
  const { columns } = released.table;
  const keys = columns
    .filter(hasKeys)
    .map((column): Column => ({ ...column, name: keyColumn(column), holds: 'text' }));
  return { ...released, table: { ...released.table, columns: [...columns, ...keys] } };
}

const OF_PEOPLE: ReadonlySet<string> = new Set(
  [...NAME_SOURCES.person, ...NAME_SOURCES['schools-person']].map(({ table }) => table),
);

/** The key of texts of a table: {@link sortKey}. In the tables of people, surnames have one spelling. */
export const keyIn = ({ name }: Pick<NamedTable, 'name'>): ((text: string) => string) =>
  OF_PEOPLE.has(name) ? (text) => sortKey(surnamesInOneSpelling(plainText(text))) : sortKey;

/** Makes the keys of the rows of a table, in the order of {@link withKeys}. An empty text is no key. */
export function keysOfRow(released: NamedTable): (cells: readonly string[]) => readonly string[] {
  const keyOf = keyIn(released);
  const columns = released.table.columns.flatMap((column, at) =>
    hasKeys(column) ? [[column.holds, at] as const] : [],
  );
  return (cells) =>
    columns.map(([holds, at]) => {
      const cell = cells[at] ?? '';
      // A number is sorted as it is: 1.5 is not 15.
      if (!LETTER.test(cell)) return '';
      const key = holds === 'texts' ? textsIn(cell).map(keyOf).join('|') : keyOf(cell);
      return key === cell.toLowerCase() && !BEYOND_ASCII.test(cell) ? '' : key;
    });
}

const LETTER = /\p{L}/u;
/** `lower` of SQLite changes letters of ASCII only. */
const BEYOND_ASCII = /[\u0080-\uffff]/;
