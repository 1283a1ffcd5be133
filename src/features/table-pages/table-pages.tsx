import { formatCount } from '../../base/text.js';
import type { Column } from '../../release/tables/column.js';
import { csvRow } from '../../release/tables/csv.js';
import { isNumeric } from '../../release/tables/sql-tables.js';
import type { AddedPage, OpenedRelease } from '../browse/added-pages.js';
import type { ReleasedTable, TableRequest } from '../browse/index/released-tables.js';
import { Layout, type PageContext, PageLinks, type PageProps } from '../browse/layout.js';
import { pageNumber, sendPage } from '../browse/page.js';
import { joined, TableHead, Trail } from '../browse/page-parts.js';
import { EXPORT_TYPES } from '../browse/search/search-export.js';
import { Cell, nameOf, pathsIn } from './table-cell.js';
import { filteredAddress, type TablePageRequest, tableAddress, tableRequestOf } from './table-request.js';

/** Rows of a page. */
const PAGE_ROWS = 50;
/** Values of a facet. */
const MOST_VALUES = 20;
/** Rows that are read at a time for a file. */
const BATCH = 500;

/** The list of tables, and each of them as a page and as a file. */
export const tablePages = ({ streams }: OpenedRelease): readonly AddedPage[] => [
  {
    path: '/tables',
    isStatic: true,
    link: { in: 'menu', text: (words) => words('tables') },
    answer: (c, context) => sendPage(c, <TablesPage context={context} />),
  },
  {
    // Without a dot: other features have files here.
    path: '/tables/:table{[^/.]+}',
    isNotForCrawlers: true,
    answer: (c, context) => {
      const table = context.site.tables.named(c.req.param('table'));
      if (table === undefined) return c.notFound();
      const { searchParams } = new URL(c.req.url);
      const address = filteredAddress(table, searchParams);
      if (address !== undefined) return c.redirect(address, 303);
      const request = tableRequestOf(table, searchParams);
      if (c.req.query('format') === 'csv')
        return streams.sendExport(c, tableAsCsv(context, table, request), EXPORT_TYPES.csv);
      return sendPage(
        c,
        <TablePage context={context} table={table} request={request} page={pageNumber(c)} />,
      );
    },
  },
];

/** The rows that a table page shows, as a file: pieces of text. */
async function* tableAsCsv(
  { site }: PageContext,
  table: ReleasedTable,
  request: TableRequest,
): AsyncGenerator<string> {
  yield csvRow(table.table.columns.map(({ name }) => name));
  let texts: string[] = [];
  for (const row of site.tables.each(table, request)) {
    texts.push(csvRow(site.tables.cellsOf(table, row)));
    if (texts.length === BATCH) {
      yield texts.join('');
      texts = [];
    }
  }
  yield texts.join('');
}

/** The tables of the release with their sizes. */
function TablesPage({ context }: PageProps) {
  const { site, words, language } = context;
  return (
    <Layout context={context} title={words('tables')}>
      <h1>{words('tables')}</h1>
      <p>{words('tablesNote')}</p>
      <table>
        <TableHead columns={[words('table'), { number: words('rowsOfTable') }, words('download')]} />
        <tbody>
          {site.tables.sizes().map(({ table, rows }) => (
            <tr>
              <td>
                <a href={`/tables/${table.name}`}>{table.table[language]}</a>
              </td>
              <td class="number">{formatCount(rows)}</td>
              <td>
                {site.files.has(`derived/${table.file}`) && (
                  <a href={`/files/derived/${table.file}`}>{table.file}</a>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Databases context={context} />
    </Layout>
  );
}

/** The tables as databases, where the release has them. */
function Databases({ context: { site, words } }: PageProps) {
  const files = [...site.files.keys()].filter((path) => /^derived\/[a-z]+\.sqlite$/.test(path));
  if (files.length === 0) return null;
  return (
    <p>
      {words('asDatabase')}{' '}
      {joined(
        files.map((path) => <a href={`/files/${path}`}>{path.slice('derived/'.length)}</a>),
        ', ',
      )}
    </p>
  );
}

/** A table: its columns can be sorted and filtered, and their values counted. */
function TablePage({
  context,
  table,
  request,
  page,
}: PageProps & { readonly table: ReleasedTable; readonly request: TablePageRequest; readonly page: number }) {
  const { site, words, language } = context;
  const { tables } = site;
  const total = tables.count(table, request);
  const rows = tables.page(table, request, PAGE_ROWS, (page - 1) * PAGE_ROWS);
  const all = Object.keys(request.equal).length === 0 && Object.keys(request.like).length === 0;
  // Columns that are empty on the whole page take room and say nothing.
  const { columns } = table.table;
  const shown = columns.filter(
    ({ name }, at) => at === 0 || request.sort === name || rows.some((row) => row[name] !== null),
  );
  const facets = request.facets.map((column) => ({
    column: columns.find(({ name }) => name === column) as Column,
    values: tables.facet(table, request, column, MOST_VALUES),
  }));
  const labels = site.index.summaries([
    ...rows.flatMap((row) => shown.flatMap((column) => pathsIn(column, row[column.name] ?? null))),
    ...facets.flatMap(({ column, values }) => values.flatMap(({ value }) => pathsIn(column, value))),
  ]);
  const last = Math.max(1, Math.ceil(total / PAGE_ROWS));
  return (
    <Layout context={context} title={table.table[language]} wide>
      <Trail context={context} steps={[['/tables', words('tables')]]} />
      <h1>{table.table[language]}</h1>
      <p class="total" role="status">
        {formatCount(total)} {words('rowsOfTable')}
      </p>
      <Filters context={context} table={table} request={request} />
      <nav class="views" aria-label={words('download')}>
        <a href={tableAddress(table, request, { format: 'csv' })}>CSV</a>
        {!all && <a href={`/tables/${table.name}`}>{words('allRows')}</a>}
        <a href="/tables">{words('allTables')}</a>
      </nav>
      {facets.length > 0 && (
        <div class="table-facets">
          {facets.map(({ column, values }) => (
            <section>
              <h2>
                {column[language]}{' '}
                <a
                  href={tableAddress(table, {
                    ...request,
                    facets: request.facets.filter((one) => one !== column.name),
                  })}
                  aria-label={`${words('clear')}: ${column[language]}`}
                >
                  ×
                </a>
              </h2>
              <ul>
                {values.map(({ value, count }) => (
                  <li>
                    <a
                      href={tableAddress(table, {
                        ...request,
                        equal: { ...request.equal, [column.name]: String(value ?? '') },
                      })}
                      rel="nofollow"
                    >
                      {value === null ? words('noValue') : nameOf(context, column, value, labels)}
                    </a>{' '}
                    <span class="count">{formatCount(count)}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      <section class="scrolled" aria-label={table.table[language]} tabindex={0}>
        <table class="rows">
          <thead>
            <tr>
              {shown.map((column) => (
                <ColumnHead context={context} table={table} request={request} column={column} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                {shown.map((column) => (
                  <td class={isNumeric(column) && column.holds !== 'boolean' ? 'number' : undefined}>
                    <div class="cell">
                      <Cell
                        context={context}
                        column={column}
                        cell={row[column.name] ?? null}
                        labels={labels}
                      />
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <PageLinks
        context={context}
        page={page}
        last={last}
        addressOf={(to) => tableAddress(table, request, { page: String(to) })}
      />
    </Layout>
  );
}

/** The head of a column: it sorts, the other way round when it is chosen again, and counts the values. */
function ColumnHead({
  context: { words, language },
  table,
  request,
  column,
}: PageProps & {
  readonly table: ReleasedTable;
  readonly request: TablePageRequest;
  readonly column: Column;
}) {
  const { name } = column;
  const isSorted = request.sort === name;
  const isFacet = request.facets.includes(name);
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (request.isDescending ? 'descending' : 'ascending') : undefined}
      title={name}
    >
      <a
        href={tableAddress(table, {
          ...request,
          sort: name,
          isDescending: isSorted && !request.isDescending,
        })}
        rel="nofollow"
      >
        {column[language]}
        {isSorted && (request.isDescending ? ' ↓' : ' ↑')}
      </a>
      {!isFacet && (
        <a
          class="facet"
          href={tableAddress(table, { ...request, facets: [...request.facets, name] })}
          rel="nofollow"
          aria-label={`${words('countValues')}: ${column[language]}`}
        >
          #
        </a>
      )}
    </th>
  );
}

/** A form for a new filter, and links that remove those that are set. */
function Filters({
  context: { words, language },
  table,
  request,
}: PageProps & { readonly table: ReleasedTable; readonly request: TablePageRequest }) {
  const { columns } = table.table;
  const titleOf = (name: string): string =>
    columns.find((column) => column.name === name)?.[language] ?? name;
  const chosen = (['equal', 'like'] as const).flatMap((how) =>
    Object.entries(request[how]).map(([name, text]) => {
      const { [name]: _, ...others } = request[how];
      const value = text === '' ? words('noValue') : text;
      return {
        href: tableAddress(table, { ...request, [how]: others }),
        filter: how === 'equal' ? `${titleOf(name)} = ${value}` : `${titleOf(name)} … ${text} …`,
      };
    }),
  );
  return (
    <>
      <ul class="filters">
        {chosen.map(({ href, filter }) => (
          <li>
            <a href={href} title={words('clear')}>
              × {filter}
            </a>
          </li>
        ))}
      </ul>
      <form action={`/tables/${table.name}`} method="get" class="filter">
        {[...new URLSearchParams(tableAddress(table, request).split('?')[1])].map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <label>
          {words('column')}{' '}
          <select name="column">
            {columns.map((column) => (
              <option value={column.name}>{column[language]}</option>
            ))}
          </select>
        </label>{' '}
        <label>
          {words('filter')}{' '}
          <select name="how">
            <option value="~">{words('contains')}</option>
            <option value="">{words('equals')}</option>
          </select>
        </label>{' '}
        <label>
          {words('value')} <input name="text" />
        </label>{' '}
        <button type="submit">{words('addFilter')}</button>
      </form>
    </>
  );
}
