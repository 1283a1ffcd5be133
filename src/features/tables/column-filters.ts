import { code, day, type ParameterType } from '../../model/endpoints/parameter.js';
import { COLUMN_TYPES, type Column, type ColumnType, isList } from '../../release/tables/column.js';
import { listOfTexts, SEPARATOR, textsIn, valuesIn } from '../../release/tables/csv.js';
import { isNumeric, sqlColumn } from '../../release/tables/sql-tables.js';
import type { ReleasedTable, TableCondition } from '../browse/index/released-tables.js';
import { hasKeys, keyIn, keyOfCell } from '../browse/index/table-keys.js';

/* Column filters of Datasette (its documentation: JSON API, column filter arguments), and cells as JSON. */

/** Characters of a text that is looked for within texts, at most. */
const MOST_CHARACTERS = 500;
/** Values of `__in`, at most. */
const MOST_VALUES = 200;

const LISTS: readonly ColumnType[] = ['iris', 'texts', 'codes'];
const SINGLE = COLUMN_TYPES.filter((holds) => !LISTS.includes(holds));
const ORDERED = SINGLE.filter((holds) => holds !== 'iri' && holds !== 'boolean');
const WRITTEN = SINGLE.filter((holds) => holds !== 'boolean');

/** An operator: `COLUMN__OPERATOR=value`. */
interface Operator {
  /** The types of the columns that have it. */
  readonly on: readonly ColumnType[];
  /** `$cell` is the cell as the index has it, `$text` the same with whole IRIs, and `?` the value. */
  readonly sql: string;
  /** A value of the column, several, a part of a text, a day, or 1. */
  readonly takes: 'value' | 'values' | 'part' | 'day' | 'one';
  /** Ends the sentence "Rows whose cell …". */
  readonly meaning: string;
}

const AMONG = '(SELECT value FROM json_each(?))';
/** Where a value is in a list; 0 where it is not there. */
const PLACE = "ifnull(instr('|' || $cell || '|', '|' || ? || '|'), 0)";

/** The operators by their names. Empty cells are null, which equals and differs from nothing, as in SQL. */
export const OPERATORS = {
  exact: { on: SINGLE, takes: 'value', sql: '$cell = ?', meaning: 'is the value' },
  not: { on: SINGLE, takes: 'value', sql: '$cell != ?', meaning: 'is another value' },
  contains: {
    ...{ on: [...WRITTEN, 'texts', 'codes'], takes: 'part', sql: "$text LIKE '%' || ? || '%' ESCAPE '\\'" },
    meaning: 'contains the text, in capitals or not, of words with or without accents',
  },
  startswith: {
    ...{ on: WRITTEN, takes: 'part', sql: "$text LIKE ? || '%' ESCAPE '\\'" },
    meaning: 'begins with the text',
  },
  endswith: {
    ...{ on: WRITTEN, takes: 'part', sql: "$text LIKE '%' || ? ESCAPE '\\'" },
    meaning: 'ends with the text',
  },
  gt: { on: ORDERED, takes: 'value', sql: '$cell > ?', meaning: 'is greater' },
  gte: { on: ORDERED, takes: 'value', sql: '$cell >= ?', meaning: 'is greater or equal' },
  lt: { on: ORDERED, takes: 'value', sql: '$cell < ?', meaning: 'is less' },
  lte: { on: ORDERED, takes: 'value', sql: '$cell <= ?', meaning: 'is less or equal' },
  in: { on: SINGLE, takes: 'values', sql: `$cell IN ${AMONG}`, meaning: 'is one of the values' },
  notin: { on: SINGLE, takes: 'values', sql: `$cell NOT IN ${AMONG}`, meaning: 'is none of the values' },
  date: { on: ['dateTime'], takes: 'day', sql: 'date($cell) = ?', meaning: 'is a time of the day' },
  arraycontains: { on: LISTS, takes: 'value', sql: `${PLACE} > 0`, meaning: 'has the value in its list' },
  arraynotcontains: {
    on: LISTS,
    takes: 'value',
    sql: `${PLACE} = 0`,
    meaning: 'has no such value in its list',
  },
  isnull: { on: COLUMN_TYPES, takes: 'one', sql: '$cell IS NULL', meaning: 'is empty' },
  notnull: { on: COLUMN_TYPES, takes: 'one', sql: '$cell IS NOT NULL', meaning: 'is not empty' },
  isblank: { on: COLUMN_TYPES, takes: 'one', sql: "ifnull($cell, '') = ''", meaning: 'is empty' },
  notblank: { on: COLUMN_TYPES, takes: 'one', sql: "ifnull($cell, '') != ''", meaning: 'is not empty' },
} as const satisfies Readonly<Record<string, Operator>>;

/** The operators that a column has, by their names. */
export const operatorsOf = ({ holds }: Column): [name: string, operator: Operator][] =>
  Object.entries<Operator>(OPERATORS).filter(([, { on }]) => on.includes(holds));

/** What an operator of a column takes. The value that is read is the parameter of the statement. */
export function valueType(column: Column, { takes }: Operator, base: string): ParameterType<string | number> {
  if (takes === 'one') return code('1');
  if (takes === 'day') return day;
  if (takes === 'part') return partOf(column);
  const one = typeOf(column, base);
  return takes === 'value' ? one : listType(one);
}

/** A text of words alone. One with other signs is looked for as it is. */
const WORDS = /^[\p{L}\p{N}\p{M}\s'’ʼ-]+$/u;

/**
 * A condition for the cells of a column. Words are also found by the keys of texts, so that accents and signs do not count, and
 * in the tables of people the spelling of a prefix of a surname.
 */
export function conditionOf(
  table: ReleasedTable,
  column: Column,
  { sql, takes }: Operator,
  value: string | number,
  base: string,
) {
  // A cell without a scheme in its first segment is the path of an IRI of the release.
  const { name, holds } = column;
  const cell = sqlColumn(name);
  const isWhole = `instr(substr(${cell}, 1, instr(${cell} || '/', '/')), ':')`;
  const whole = `iif(${isWhole}, ${cell}, '${base.replaceAll("'", "''")}' || ${cell})`;
  const own = sql.replaceAll('$cell', cell).replaceAll('$text', holds === 'iri' ? whole : cell);
  const text = String(value);
  const key = takes === 'part' && hasKeys(column) && WORDS.test(text) ? keyIn(table)(text) : '';
  const condition: TableCondition =
    key === ''
      ? { sql: `(${own})`, values: sql.includes('?') ? [value] : [] }
      : { sql: `(${own} OR ${sql.replaceAll('$text', keyOfCell(column))})`, values: [value, key] };
  return condition;
}

/** A part of a text: the pattern of LIKE in which its characters stand for themselves. */
const partOf = ({ holds }: Column): ParameterType<string> => ({
  schema: { type: 'string' },
  expected: `a text of at most ${MOST_CHARACTERS} characters`,
  read: (raw) => {
    const stored = holds === 'texts' ? listOfTexts([raw]) : raw;
    return raw.length > MOST_CHARACTERS ? undefined : stored.replace(/[\\%_]/g, '\\$&');
  },
});

/** A value of a column, as the index has it. */
function typeOf(column: Column, base: string): ParameterType<string | number> {
  const { holds } = column;
  if (holds === 'boolean')
    return {
      schema: { type: 'string', enum: Object.keys(TRUTH) },
      expected: 'true or false',
      read: (raw) => TRUTH[raw],
    };
  if (isNumeric(column))
    return {
      schema: { type: 'number' },
      expected: 'a number',
      read: (raw) => (raw.trim() === '' || !Number.isFinite(Number(raw)) ? undefined : Number(raw)),
    };
  const stored = (raw: string): string => {
    if (holds === 'texts') return listOfTexts([raw]);
    const name = holds.startsWith('iri') && raw.startsWith(base) ? raw.slice(base.length) : raw;
    // No IRI and no code has a separator: one with a separator is not two values of a list.
    return isList(column) ? name.replaceAll(SEPARATOR, encodeURIComponent(SEPARATOR)) : name;
  };
  return { schema: { type: 'string' }, expected: 'a text', read: stored };
}

const TRUTH: Readonly<Record<string, number>> = { true: 1, false: 0, 1: 1, 0: 0 };

/** Several values, with commas between them or as a JSON array: JSON of them as the index has them. */
const listType = (one: ParameterType<string | number>): ParameterType<string> => ({
  schema: { type: 'string' },
  expected: `at most ${MOST_VALUES} values with commas between them, or a JSON array of them; each ${one.expected}`,
  read: (raw) => {
    const values = listed(raw)?.map((value) => one.read(String(value)));
    const isRead = values !== undefined && values.length <= MOST_VALUES && !values.includes(undefined);
    return isRead ? JSON.stringify(values) : undefined;
  },
});

function listed(raw: string): readonly unknown[] | undefined {
  if (!raw.startsWith('[')) return raw.split(',').map((value) => value.trim());
  try {
    return JSON.parse(raw) as unknown[];
  } catch {
    return undefined;
  }
}

/** A cell as JSON. */
export type JsonCell = string | number | boolean | readonly string[] | null;

/** The JSON Schema of the cells of a column. */
export function cellSchema(column: Column) {
  const { holds } = column;
  const format = holds.startsWith('iri')
    ? { format: 'iri' }
    : holds === 'dateTime'
      ? { format: 'date-time' }
      : {};
  if (isList(column)) return { type: ['array', 'null'], items: { type: 'string', ...format } };
  const type = { integer: 'integer', decimal: 'number', boolean: 'boolean' }[holds as string] ?? 'string';
  return { type: [type, 'null'], ...format };
}

/** A cell of the file of a table as JSON. */
export function jsonCell(column: Column, cell: string): JsonCell {
  if (cell === '') return null;
  if (column.holds === 'boolean') return cell === 'true';
  if (isNumeric(column)) return Number(cell);
  if (!isList(column)) return cell;
  return column.holds === 'texts' ? textsIn(cell) : valuesIn(cell);
}
