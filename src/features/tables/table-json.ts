import type { Context } from 'hono';
import type { ReleasedTable, TableRow } from '../browse/index/released-tables.js';
import type { PageContext } from '../browse/layout.js';
import { sendText } from '../browse/page.js';
import { type JsonCell, jsonCell } from './column-filters.js';
import { countedValues, type Facet } from './table-facets.js';
import { isOfRecords, nextOf, type TableQuery, tableAddress } from './table-parameters.js';

/* The tables of a release as JSON, in the shapes of Datasette 1.0 (docs/tables.md). */

const JSON_TYPE = 'application/json; charset=utf-8';
/** Rows of an answer. */
const DEFAULT_ROWS = 100;

export const sendJson = (c: Context, body: object): Response => sendText(c, JSON.stringify(body), JSON_TYPE);

/** Answers with the rows that an address asks for. */
export function sendRows(
  c: Context,
  context: PageContext,
  table: ReleasedTable,
  query: TableQuery,
  parameters: URLSearchParams,
): Response {
  const { site, origin } = context;
  const { request, shape, size = DEFAULT_ROWS, page, columns, isLines, isCounted, facets } = query;
  const addressWith = (change: (changed: URLSearchParams) => void): string =>
    origin + tableAddress(table, parameters, change, '.json');
  // One row more than asked for shows whether there is another page.
  const found = site.tables.page(table, request, size + 1, (page - 1) * size);
  const last = found.length > size ? found[size - 1] : undefined;
  const next = last === undefined ? null : nextOf(site, last);
  const nextUrl = next === null ? null : addressWith((changed) => changed.set('_next', next));
  const rows = found.slice(0, size).map((row) => cellsOf(context, table, row));
  const names = columns.map(({ name }) => name);
  const arrays = rows.map((row) => names.map((name) => row[name] ?? null));
  const objects = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])));
  if (nextUrl !== null) c.header('Link', `<${nextUrl}>; rel="next"`);
  if (isLines) {
    const lines = objects.map((row) => `${JSON.stringify(row)}\n`);
    return sendText(c, lines.join(''), 'text/plain; charset=utf-8');
  }
  if (shape === 'array') return sendJson(c, objects);
  const firsts = arrays.map(([first]) => first);
  if (shape === 'arrayfirst') return sendJson(c, firsts);
  // The key is the first column, whichever columns are asked for.
  if (shape === 'object') return sendJson(c, Object.fromEntries(objects.map((row, at) => [firsts[at], row])));
  const results = facets.map((facet) => [
    facet.column.name,
    facetOf(context, table, query, facet, parameters, addressWith),
  ]);
  return sendJson(c, {
    ...{ ok: true, next, next_url: nextUrl, columns: names },
    rows: shape === 'arrays' ? arrays : objects,
    truncated: false,
    ...(isCounted && { count: site.tables.count(table, request) }),
    ...(facets.length > 0 && { facet_results: { results: Object.fromEntries(results), timed_out: [] } }),
  });
}

/** The cells of a row by column. */
function cellsOf({ site }: PageContext, table: ReleasedTable, row: TableRow): Record<string, JsonCell> {
  const cells = site.tables.cellsOf(table, row);
  return Object.fromEntries(
    table.table.columns.map((column, at) => [column.name, jsonCell(column, cells[at] ?? '')]),
  );
}

/** The values of a column with their numbers. A value of which the release has a record has its label. */
function facetOf(
  context: PageContext,
  table: ReleasedTable,
  query: TableQuery,
  facet: Facet,
  parameters: URLSearchParams,
  addressWith: (change: (changed: URLSearchParams) => void) => string,
) {
  const { values, isTruncated: truncated } = countedValues(context, table, query, facet, 'skipped');
  const results = values.map(({ value, label, count, filter: [parameter, text] }) => {
    const isSelected = parameters.getAll(parameter).includes(text);
    return {
      ...{ value, label, count },
      toggle_url: addressWith((changed) => {
        if (isSelected) changed.delete(parameter, text);
        else changed.append(parameter, text);
      }),
      selected: isSelected,
    };
  });
  return { name: facet.column.name, type: facet.part === 'cell' ? 'column' : 'array', results, truncated };
}

/** The tables with their columns. */
export const tableList = ({ site, origin }: PageContext) => ({
  ok: true,
  release: site.manifest.label,
  tables: site.tables.sizes().map(({ table, rows }) => ({
    name: table.name,
    description: { en: table.table.en, ga: table.table.ga },
    url: `${origin}/tables/${table.name}.json`,
    rows,
    licence: site.files.get(`derived/${table.file}`)?.licence ?? null,
    primary_key: isOfRecords(table) ? 'iri' : null,
    columns: table.table.columns.map(({ name, en, ga, holds, references }) => ({
      ...{ name, description: { en, ga }, type: holds },
      references: references?.replace(/\.csv$/, '') ?? null,
    })),
  })),
});
