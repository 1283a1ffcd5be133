import {
  code,
  integer,
  misread,
  type Parameter,
  type ParameterType,
  type Scalar,
} from '../../model/endpoints/parameter.js';
import { type Column, hasRecords, isList } from '../../release/tables/column.js';
import type { ReleasedTable, TableCondition, TableRequest } from '../browse/index/released-tables.js';
import { matchOf } from '../browse/index/search-query.js';
import type { Site } from '../browse/site.js';
import { conditionOf, operatorsOf, valueType } from './column-filters.js';

/* What the parameters of an address ask of a table. */

const SHAPES = ['objects', 'arrays', 'array', 'arrayfirst', 'object'] as const;
/** Keys that an answer has only where they are asked for, and two that it has anyway. */
const EXTRAS = ['count', 'columns', 'next_url'] as const;
/** Rows of an answer, and values of a facet. */
const MOST_ROWS = 1000;
const DEFAULT_FACET_ROWS = 30;
const MOST_PAGES = 10_000;
/** Facets and filters of a request, at most. */
export const MOST_FACETS = 5;
const MOST_FILTERS = 30;

/** Parameters that say which of the rows are in an answer. */
export const PAGING: readonly string[] = ['_page', '_next'];

/** A request that cannot be answered. */
export class Refusal extends Error {
  readonly status: 400 | 404;

  /** @param message names the parameter or the table, and what is accepted */
  constructor(message: string, status: 400 | 404 = 400) {
    super(message);
    this.status = status;
  }
}

/** A parameter that has a meaning of its own, beside the filters of columns. */
interface SpecialParameter extends Parameter {
  /** Whether it may be there several times. */
  readonly isRepeated?: true;
}

/** What an address asks for. */
export interface TableQuery {
  readonly request: TableRequest;
  readonly shape: (typeof SHAPES)[number];
  readonly isLines: boolean;
  /** Rows of an answer; undefined where the address does not say. */
  readonly size: number | undefined;
  /** From 1. */
  readonly page: number;
  readonly filters: readonly (readonly [parameter: string, text: string])[];
  /** The columns of the answer. */
  readonly columns: readonly Column[];
  readonly facets: readonly { readonly column: Column; readonly part: 'cell' | 'value' }[];
  readonly facetSize: number;
  readonly isCounted: boolean;
}

/** A number of rows, or `max`. */
const rows: ParameterType<number> = {
  schema: { type: 'string', pattern: '^(\\d+|max)$' },
  expected: `a whole number from 0 to ${MOST_ROWS}, or max`,
  read: (raw) => (raw === 'max' ? MOST_ROWS : integer({ maximum: MOST_ROWS }).read(raw)),
};

/** The position after a row of this release. Rows of another release have other numbers. */
const token = (version: string): ParameterType<number> => ({
  schema: { type: 'string', pattern: '^[0-9a-f]+-\\d+$' },
  expected: 'the `next` of an answer about this release; begin again without it',
  read: (raw) =>
    raw.startsWith(tokenOf(version, '')) ? integer().read(raw.slice(tokenOf(version, '').length)) : undefined,
});
const tokenOf = (version: string, row: number | string): string => `${version.slice(0, 8)}-${row}`;

const extras: ParameterType<string> = {
  schema: { type: 'string' },
  expected: `some of ${EXTRAS.join(', ')}, with commas between them`,
  read: (raw) =>
    raw.split(',').every((one) => (EXTRAS as readonly string[]).includes(one)) ? raw : undefined,
};

const words: ParameterType<string> = {
  schema: { type: 'string', pattern: '[\\p{L}\\p{N}]' },
  expected: 'words, of at most 200 characters',
  read: (raw) => (raw.length > 200 ? undefined : matchOf(raw)),
};

/** Whether the rows of a table are records, whose IRI is the key. */
export const isOfRecords = ({ table }: ReleasedTable): boolean => hasRecords(table);

/** The parameters of a table, beside the filters of its columns. */
export function parametersOf(table: ReleasedTable, version = ''): Readonly<Record<string, SpecialParameter>> {
  const { columns } = table.table;
  const named = (some: readonly Column[]) => code(...some.map(({ name }) => name));
  const lists = columns.filter(isList);
  const isKey = ({ name }: Column): boolean => isOfRecords(table) && name === 'iri';
  return {
    _shape: once(code(...SHAPES), 'The form of the answer; objects unless given.'),
    _nl: once(code('on'), 'With _shape=array: each row is a line.'),
    _size: once(rows, 'Rows of the answer; 100 unless given, 50 on a page in HTML.'),
    _page: once(integer({ minimum: 1, maximum: MOST_PAGES }), 'A later answer: 2 begins after `_size` rows.'),
    _next: once(token(version), 'Begins after the answer that has this value as `next`.'),
    _sort: once(named(columns), 'The order, empty cells last; that of the release unless given.'),
    _sort_desc: once(named(columns), 'The order from the greatest cell down, empty cells last.'),
    _col: often(named(columns), 'A column of the answer, beside the key.'),
    _nocol: often(named(columns.filter((one) => !isKey(one))), 'A column to leave out.'),
    _facet: often(
      named(columns.filter((one) => !isList(one))),
      `Counts the values of a column; at most ${MOST_FACETS} facets.`,
    ),
    ...(lists.length > 0 && {
      _facet_array: often(named(lists), 'Counts the values in the lists of a column.'),
    }),
    _facet_size: once(rows, `Values of a facet; ${DEFAULT_FACET_ROWS} unless given.`),
    ...(isOfRecords(table) && {
      _search: once(words, 'Records with all of the words, as in the search of the pages.'),
    }),
    _extra: often(extras, 'More keys: count, the number of rows that the filters leave.'),
    _json: often(named(columns), 'Without effect: lists are arrays in any case.'),
    _nocount: once(code('1'), 'Without effect: rows are counted with _extra=count only.'),
    _nosuggest: once(code('1'), 'Without effect: no facets are suggested.'),
  };
}

const once = (type: ParameterType, meaning: string): SpecialParameter => ({ type, meaning });
const often = (type: ParameterType, meaning: string): SpecialParameter => ({
  type,
  meaning,
  isRepeated: true,
});

/**
 * What an address asks of a table.
 *
 * @throws Refusal for a parameter that the table does not have, or a value that the parameter does not take
 */
export function tableQueryOf(table: ReleasedTable, given: URLSearchParams, site: Site): TableQuery {
  const { columns } = table.table;
  const parameters = parametersOf(table, site.version);
  const all = (name: string): Scalar[] => {
    const parameter = parameters[name];
    return parameter === undefined ? [] : given.getAll(name).map((raw) => read(name, parameter, raw));
  };
  const one = (name: string) => all(name)[0] as string | undefined;
  const named = (name: string): Column[] =>
    [...new Set(all(name))].flatMap((column) => columns.find((known) => known.name === column) ?? []);

  const filters = [...given].filter(([name]) => !Object.hasOwn(parameters, name));
  if (filters.length > MOST_FILTERS) throw new Refusal(`A request has at most ${MOST_FILTERS} filters.`);
  const conditions = filters.map(([name, raw]) => filterOf(table, name, raw, site.manifest.base));
  const match = one('_search');
  if (match !== undefined) conditions.push({ sql: foundIn(table), values: [match] });

  const shape = (one('_shape') ?? 'objects') as TableQuery['shape'];
  const facets = [
    ...named('_facet').map((column) => ({ column, part: 'cell' as const })),
    ...named('_facet_array').map((column) => ({ column, part: 'value' as const })),
  ];
  const isLines = one('_nl') !== undefined;
  const extra = all('_extra').flatMap((some) => String(some).split(','));
  const [sort, descending] = [one('_sort'), one('_sort_desc')];
  if (sort !== undefined && descending !== undefined)
    throw new Refusal('_sort and _sort_desc: one of them, not both');
  if (isLines && shape !== 'array') throw new Refusal('_nl: only with _shape=array');
  if (given.has('_page') && given.has('_next')) throw new Refusal('_page and _next: one of them, not both');
  if (facets.length > MOST_FACETS) throw new Refusal(`_facet: at most ${MOST_FACETS} of them`);
  if (!['objects', 'arrays'].includes(shape) && facets.length + extra.length > 0)
    throw new Refusal('_facet, _facet_array, _extra: only with the shapes objects and arrays');
  if (shape === 'object' && !isOfRecords(table))
    throw new Refusal('_shape: object is for tables whose rows have a key, and this one has none');

  const [chosen, hidden] = [named('_col'), named('_nocol')];
  const key = isOfRecords(table) ? columns.slice(0, 1) : [];
  const shown = chosen.length === 0 ? columns : [...new Set([...key, ...chosen])];
  return {
    ...{ shape, isLines, facets, filters, isCounted: extra.includes('count') },
    request: {
      conditions,
      ...{ sort: sort ?? descending, isDescending: descending !== undefined },
      after: all('_next')[0] as number | undefined,
    },
    columns: shown.filter((column) => !hidden.includes(column)),
    size: all('_size')[0] as number | undefined,
    page: Number(one('_page') ?? 1),
    facetSize: Number(one('_facet_size') ?? DEFAULT_FACET_ROWS),
  };
}

/** The address of a table whose parameters are changed. It begins with the first rows. */
export function tableAddress(
  { name }: ReleasedTable,
  parameters: URLSearchParams,
  change: (changed: URLSearchParams) => void = () => {},
  suffix: '' | '.csv' | '.json' = '',
): string {
  const changed = new URLSearchParams(parameters);
  for (const one of PAGING) changed.delete(one);
  change(changed);
  return `/tables/${name}${suffix}${changed.size === 0 ? '' : `?${changed}`}`;
}

/** The position of a row, for `_next`. */
export const nextOf = (site: Site, row: { readonly rowid?: unknown }): string =>
  tokenOf(site.version, Number(row.rowid));

/** The records that a search finds; a transcript is found as its item. */
const foundIn = ({ name }: ReleasedTable): string =>
  `${name === 'transcripts' ? 'item' : 'iri'} IN (SELECT path FROM search JOIN resource ON id = search.rowid WHERE search MATCH ?)`;

function read<T extends Scalar>(name: string, parameter: Parameter<T>, raw: string): T {
  const value = parameter.type.read(raw);
  if (value === undefined) throw new Refusal(misread(name, parameter, raw));
  return value;
}

/** The condition of `COLUMN=value` or `COLUMN__OPERATOR=value`. */
function filterOf(table: ReleasedTable, parameter: string, raw: string, base: string): TableCondition {
  const at = parameter.lastIndexOf('__');
  const [name, asked] = at < 1 ? [parameter, 'exact'] : [parameter.slice(0, at), parameter.slice(at + 2)];
  const column = table.table.columns.find((one) => one.name === name);
  if (column === undefined)
    throw new Refusal(
      `${parameter.slice(0, 80)}: no parameter, and no column of ${table.name}. Parameters: ${Object.keys(parametersOf(table)).join(', ')}. Columns: ${table.table.columns.map((one) => one.name).join(', ')}`,
    );
  const known = operatorsOf(column);
  const [, operator] = known.find(([one]) => one === asked) ?? [];
  if (operator === undefined)
    throw new Refusal(
      `${parameter.slice(0, 80)}: the column ${name} (${column.holds}) takes ${known.map(([one]) => `${name}__${one}`).join(', ')}`,
    );
  const type = valueType(column, operator, base);
  const value = read(parameter, { type, meaning: operator.meaning }, raw);
  return conditionOf(table, column, operator, value, base);
}
