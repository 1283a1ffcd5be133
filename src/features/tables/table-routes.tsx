import type { Context } from 'hono';
import { csvRow } from '../../release/tables/csv.js';
import type { AddedPage, OpenedRelease, PageTools } from '../browse/added-pages.js';
import type { ReleasedTable } from '../browse/index/released-tables.js';
import type { PageContext } from '../browse/layout.js';
import { SHARED, sendPage, VARY } from '../browse/page.js';
import { EXPORT_TYPES } from '../browse/search/search-export.js';
import type { Streams } from '../browse/streams.js';
import { openapiOf } from './openapi.js';
import { sendJson, sendRows, tableList } from './table-json.js';
import { filteredAddress, TablePage, TablesPage } from './table-page.js';
import { Refusal, type TableQuery, tableQueryOf } from './table-parameters.js';

/** Rows that are read at a time for a file. */
const BATCH = 500;
const TITLES = { 400: 'Bad request', 404: 'Table not found' } as const;

/** The list of tables, their description, and each of them as a page, as JSON and as CSV. */
export const tableRoutes = ({ streams }: OpenedRelease): readonly AddedPage[] => [
  {
    path: '/tables',
    service: {
      ...{
        title: 'Tables as JSON and CSV (OpenAPI 3.1)',
        conformsTo: 'https://spec.openapis.org/oas/v3.1.0',
      },
      ...{ address: '/tables.json', description: '/tables/openapi.json' },
      use: ({ words }) => ({
        note: words('tablesUse'),
        link: { href: '/tables', text: words('tables') },
      }),
    },
    link: { in: 'menu', text: (words) => words('tables') },
    files: {},
    answer: (c, context) => sendPage(c, <TablesPage context={context} />),
  },
  { path: '/tables.json', isShared: SHARED, answer: (c, context) => sendJson(c, tableList(context)) },
  {
    path: '/tables/openapi.json',
    isShared: SHARED,
    answer: (c, context) => sendJson(c, openapiOf(context)),
  },
  {
    // Other suffixes are those of other features.
    path: ['/tables/:file{[^/.]+}', '/tables/:file{[^/]+\\.(?:json|csv)}'],
    isShared: ({ pathname }) => /\.(?:json|csv)$/.test(pathname),
    isNotForCrawlers: true,
    files: {
      addresses: () => [],
      targetOf: ({ path }, { site }) => {
        const table = site.tables.named(path.slice('/tables/'.length));
        return table && { address: `/files/derived/${table.file}` };
      },
    },
    answer: (c, context) => answerTable(c, context, streams),
  },
];

/** Answers with the rows that an address asks for, in the form that its suffix names: a page where it has none. */
function answerTable(
  c: Context,
  context: PageContext & PageTools,
  streams: Streams,
): Response | Promise<Response> {
  const [, name = '', suffix = 'page'] = /^(.*?)(?:\.(json|csv))?$/s.exec(c.req.param('file') ?? '') ?? [];
  const { tables } = context.site;
  const table = tables.named(name);
  try {
    if (table === undefined)
      throw new Refusal(
        `No table ${name.slice(0, 80)}. Tables: ${tables.all.map((one) => one.name).join(', ')}`,
        404,
      );
    const parameters = new URL(c.req.url).searchParams;
    const filtered = suffix === 'page' ? filteredAddress(table, parameters) : undefined;
    if (filtered !== undefined) return c.redirect(filtered, 303);
    const query = tableQueryOf(table, parameters, context.site);
    switch (suffix) {
      case 'json':
        return sendRows(c, context, table, query, parameters);
      case 'csv':
        return streams.sendExport(c, rowsAsCsv(context, table, query), EXPORT_TYPES.csv.mediaType);
      default:
        return sendPage(
          c,
          <TablePage context={context} table={table} query={query} parameters={parameters} />,
        );
    }
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    const { message: error, status } = thrown;
    if (suffix !== 'page')
      return c.json({ ok: false, error, status, title: TITLES[status] }, status, { Vary: VARY });
    if (table === undefined) return c.notFound();
    c.status(status);
    return context.show(table.table[context.language], [error]);
  }
}

/** All rows that the filters leave, as a file: pieces of text. */
async function* rowsAsCsv(
  { site }: PageContext,
  table: ReleasedTable,
  { request, columns }: TableQuery,
): AsyncGenerator<string> {
  const places = columns.map((column) => table.table.columns.indexOf(column));
  let texts = [csvRow(columns.map(({ name }) => name))];
  for (const row of site.tables.each(table, request)) {
    const cells = site.tables.cellsOf(table, row);
    texts.push(csvRow(places.map((at) => cells[at] ?? '')));
    if (texts.length < BATCH) continue;
    yield texts.join('');
    texts = [];
  }
  yield texts.join('');
}
