import type { Context } from 'hono';
import type { ReleasedTable, TableRow } from '../browse/index/released-tables.js';
import { labelOf, type PageContext } from '../browse/layout.js';
import { type Page, sendText, VARY } from '../browse/page.js';
import { conditionOf, type JsonCell, jsonCell, OPERATORS } from './column-filters.js';
import { openapiOf } from './openapi.js';
import { isOfRecords, nextOf, Refusal, type TableQuery, tableQueryOf } from './table-parameters.js';

/* The tables of a release as JSON, with the parameters of Datasette 1.0 (docs/table-api.md). */

const JSON_TYPE = 'application/json; charset=utf-8';
const TITLES = { 400: 'Bad request', 404: 'Table not found' } as const;

/** The list of tables, their description, and the rows of each. */
export const tableApiPages = (): readonly Page[] =>
  [
    { path: '/tables.json', answer: (c: Context, context: PageContext) => sendJson(c, tableList(context)) },
    {
      path: '/tables/openapi.json',
      answer: (c: Context, context: PageContext) => sendJson(c, openapiOf(context)),
    },
    { path: '/tables/:file{[^/]+\\.json}', answer: answerRows },
  ].map((page) => ({ ...page, isForOtherSites: true }));

const sendJson = (c: Context, body: object): Response => sendText(c, JSON.stringify(body), JSON_TYPE);

function answerRows(c: Context, context: PageContext): Response {
  try {
    const name = (c.req.param('file') ?? '').replace(/\.json$/, '');
    const { tables } = context.site;
    const table = tables.named(name);
    if (table === undefined)
      throw new Refusal(
        `No table ${name.slice(0, 80)}. Tables: ${tables.all.map((one) => one.name).join(', ')}`,
        404,
      );
    const parameters = new URL(c.req.url).searchParams;
    return sendRows(c, context, table, tableQueryOf(table, parameters, context.site), parameters);
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    const { message: error, status } = thrown;
    return c.json({ ok: false, error, status, title: TITLES[status] }, status, { Vary: VARY });
  }
}

function sendRows(
  c: Context,
  context: PageContext,
  table: ReleasedTable,
  query: TableQuery,
  parameters: URLSearchParams,
): Response {
  const { site, origin } = context;
  const { request, shape, size, columns, isLines, isCounted, facets } = query;
  const addressWith = (change: (changed: URLSearchParams) => void): string => {
    const changed = new URLSearchParams(parameters);
    change(changed);
    return `${origin}/tables/${table.name}.json${changed.size === 0 ? '' : `?${changed}`}`;
  };
  // One row more than asked for shows whether there is another page.
  const found = site.tables.page(table, request, size + 1, 0);
  const last = found.length > size ? found[size - 1] : undefined;
  const next = last === undefined ? null : nextOf(site, last);
  const nextUrl = next === null ? null : addressWith((changed) => changed.set('_next', next));
  const rows = found.slice(0, size).map((row) => cellsOf(context, table, row));
  const names = columns.map(({ name }) => name);
  const arrays = rows.map((row) => names.map((name) => row[name] ?? null));
  const objects = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])));
  c.header('Access-Control-Expose-Headers', 'Link');
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
  { request, facetSize }: TableQuery,
  { column, part }: TableQuery['facets'][number],
  parameters: URLSearchParams,
  addressWith: (change: (changed: URLSearchParams) => void) => string,
) {
  const { site, language } = context;
  const { name, holds } = column;
  const filled = conditionOf(column, OPERATORS.notnull, 1, site.manifest.base);
  const conditions = [...(request.conditions ?? []), filled];
  const found = site.tables.facet(table, { ...request, conditions }, name, facetSize + 1, part);
  const labels = holds.startsWith('iri')
    ? site.index.summaries(found.map(({ value }) => String(value)))
    : undefined;
  const filter = part === 'cell' ? name : `${name}__arraycontains`;
  const results = found.slice(0, facetSize).map(({ value: cell, count }) => {
    const value = [cellsOf(context, table, { [name]: cell })[name] ?? null].flat()[0] ?? null;
    const label = labels?.get(String(cell));
    const isSelected = parameters.getAll(filter).includes(String(value));
    return {
      ...{ value, label: label === undefined ? value : labelOf(label, language), count },
      toggle_url: addressWith((changed) => {
        changed.delete('_next');
        if (isSelected) changed.delete(filter, String(value));
        else changed.append(filter, String(value));
      }),
      selected: isSelected,
    };
  });
  return { name, type: part === 'cell' ? 'column' : 'array', results, truncated: found.length > facetSize };
}

/** The tables with their columns. */
const tableList = ({ site, origin }: PageContext) => ({
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
