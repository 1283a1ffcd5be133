import type { ReleasedTable, TableRequest } from '../browse/index/released-tables.js';

/* What the address of a table asks for. */

/** Facets of a page. */
const MOST_FACETS = 4;

/** The page of a table that an address asks for. */
export interface TablePageRequest extends TableRequest {
  readonly facets: readonly string[];
}

/**
 * What the parameters of an address ask of a table: `COLUMN=text` for equal cells (empty: no value), `COLUMN~=text` for cells with
 * a text in them, `sort=COLUMN` or `sort=-COLUMN`, and `facet=COLUMN`, several times.
 */
export function tableRequestOf(table: ReleasedTable, parameters: URLSearchParams): TablePageRequest {
  const names = table.table.columns.map(({ name }) => name);
  const given = (suffix: string): Record<string, string> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = parameters.get(name + suffix);
        return text === null ? [] : [[name, text.slice(0, 500)]];
      }),
    );
  const sort = parameters.get('sort') ?? '';
  return {
    equal: given(''),
    like: Object.fromEntries(Object.entries(given('~')).filter(([, text]) => text !== '')),
    sort: names.find((name) => name === sort.replace(/^-/, '')),
    isDescending: sort.startsWith('-'),
    facets: [...new Set(parameters.getAll('facet'))]
      .filter((name) => names.includes(name))
      .slice(0, MOST_FACETS),
  };
}

/** The address of a page of a table. */
export function tableAddress(
  { name }: ReleasedTable,
  { equal, like, sort, isDescending, facets }: TablePageRequest,
  more: Readonly<Record<string, string>> = {},
): string {
  const parameters = new URLSearchParams([
    ...Object.entries(equal),
    ...Object.entries(like).map(([column, text]) => [`${column}~`, text] as [string, string]),
    ...(sort === undefined ? [] : [['sort', `${isDescending ? '-' : ''}${sort}`] as [string, string]]),
    ...facets.map((facet) => ['facet', facet] as [string, string]),
    ...Object.entries(more),
  ]);
  return parameters.size === 0 ? `/tables/${name}` : `/tables/${name}?${parameters}`;
}

/** The address of a table when its form was sent: the filter of the form beside those that are set. */
export function filteredAddress(table: ReleasedTable, parameters: URLSearchParams): string | undefined {
  const column = parameters.get('column');
  if (column === null) return undefined;
  const next = new URLSearchParams(parameters);
  for (const name of ['column', 'how', 'text']) next.delete(name);
  next.set(column + (parameters.get('how') === '~' ? '~' : ''), parameters.get('text') ?? '');
  return tableAddress(table, tableRequestOf(table, next));
}
