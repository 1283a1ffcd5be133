import { formatCount } from '../../base/text.js';
import { type Column, isList } from '../../release/tables/column.js';
import { isNumeric } from '../../release/tables/sql-tables.js';
import type { ReleasedTable } from '../browse/index/released-tables.js';
import { Layout, type PageContext, PageLinks, type PageProps } from '../browse/layout.js';
import { joined, TableHead, Trail } from '../browse/page-parts.js';
import { operatorsOf } from './column-filters.js';
import { Cell, pathsIn, shortened } from './table-cell.js';
import { countedValues, facetParameter } from './table-facets.js';
import { MOST_FACETS, PAGING, type TableQuery, tableAddress } from './table-parameters.js';

/** Rows of a page. */
const PAGE_ROWS = 50;
/** Fields of the form for a new filter. */
const FORM = ['_column', '_how', '_text'] as const;
interface TableProps extends PageProps {
  readonly table: ReleasedTable;
  readonly query: TableQuery;
  /** Those of the address. */
  readonly parameters: URLSearchParams;
}

/** The address of a table when its form was sent: the filter of the form beside those that are set. */
export function filteredAddress(table: ReleasedTable, parameters: URLSearchParams): string | undefined {
  const [name, how, text = ''] = FORM.map((field) => parameters.get(field) ?? undefined);
  if (name === undefined) return undefined;
  return tableAddress(table, parameters, (changed) => {
    for (const field of FORM) changed.delete(field);
    if (text === '' && how === 'contains') return;
    const column = table.table.columns.find((one) => one.name === name);
    const known = column === undefined ? [] : operatorsOf(column).map(([operator]) => operator);
    const first = how === 'contains' ? 'contains' : 'exact';
    const operator = [first, 'arraycontains'].find((one) => known.includes(one)) ?? 'exact';
    if (text === '') changed.append(`${name}__isnull`, '1');
    else changed.append(operator === 'exact' ? name : `${name}__${operator}`, text);
  });
}

/** The tables of the release with their sizes. */
export function TablesPage({ context }: PageProps) {
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
export function TablePage(props: TableProps) {
  const { context, table, query, parameters } = props;
  const { site, words, language } = context;
  const { tables } = site;
  const { request, page } = query;
  const size = query.size || PAGE_ROWS;
  const total = tables.count(table, request);
  const rows = tables.page(table, request, size, (page - 1) * size);
  // Columns that are empty on the whole page take room and say nothing.
  const asked = new Set([...parameters.getAll('_col'), table.table.columns[0]?.name, request.sort]);
  const shown = query.columns.filter(
    ({ name }) => asked.has(name) || rows.some((row) => (row[name] ?? null) !== null),
  );
  const labels = site.index.summaries(
    rows.flatMap((row) => shown.flatMap((column) => pathsIn(column, row[column.name] ?? null))),
  );
  return (
    <Layout context={context} title={table.table[language]} wide>
      <Trail context={context} steps={[['/tables', words('tables')]]} />
      <h1>{table.table[language]}</h1>
      <p class="total" role="status">
        {formatCount(total)} {words('rowsOfTable')}
      </p>
      <Filters {...props} />
      <nav class="views" aria-label={words('download')}>
        <a href={tableAddress(table, parameters, undefined, '.csv')}>CSV</a>
        <a href={tableAddress(table, parameters, undefined, '.json')}>JSON</a>
        {request.conditions.length > 0 && <a href={`/tables/${table.name}`}>{words('allRows')}</a>}
        <a href="/tables">{words('allTables')}</a>
      </nav>
      {query.facets.length > 0 && <Facets {...props} />}
      <section class="scrolled" aria-label={table.table[language]} tabindex={0}>
        <table class="rows">
          <thead>
            <tr>
              {shown.map((column) => (
                <ColumnHead {...props} column={column} />
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
        last={Math.max(1, Math.ceil(total / size))}
        addressOf={(to) => tableAddress(table, parameters, (changed) => changed.set('_page', String(to)))}
      />
    </Layout>
  );
}

/** The columns whose values are counted. Each value leads to its rows. */
function Facets({ context, table, query, parameters }: TableProps) {
  const { words, language } = context;
  return (
    <div class="table-facets">
      {query.facets.map((facet) => (
        <section>
          <h2>
            {facet.column[language]}{' '}
            <a
              href={tableAddress(table, parameters, (changed) =>
                changed.delete(facetParameter(facet.part), facet.column.name),
              )}
              aria-label={`${words('clear')}: ${facet.column[language]}`}
            >
              ×
            </a>
          </h2>
          <ul>
            {countedValues(context, table, query, facet, 'counted').values.map(({ label, count, filter }) => (
              <li>
                <a
                  href={tableAddress(table, parameters, (changed) => {
                    changed.delete(...filter);
                    changed.append(...filter);
                  })}
                  rel="nofollow"
                >
                  {label === null ? words('noValue') : shortened(String(label))}
                </a>{' '}
                <span class="count">{formatCount(count)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The head of a column: it sorts, the other way round when it is chosen again, and counts the values. */
function ColumnHead({
  context: { words, language },
  table,
  query: { request, facets },
  parameters,
  column,
}: TableProps & { readonly column: Column }) {
  const { name } = column;
  const { isDescending } = request;
  const isSorted = request.sort === name;
  const counts = facetParameter(isList(column) ? 'value' : 'cell');
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
      title={name}
    >
      <a
        href={tableAddress(table, parameters, (changed) => {
          for (const one of ['_sort', '_sort_desc']) changed.delete(one);
          changed.set(isSorted && !isDescending ? '_sort_desc' : '_sort', name);
        })}
        rel="nofollow"
      >
        {column[language]}
        {isSorted && (isDescending ? ' ↓' : ' ↑')}
      </a>
      {facets.length < MOST_FACETS && !facets.some((one) => one.column.name === name) && (
        <a
          class="facet"
          href={tableAddress(table, parameters, (changed) => changed.append(counts, name))}
          rel="nofollow"
          aria-label={`${words('countValues')}: ${column[language]}`}
        >
          #
        </a>
      )}
    </th>
  );
}

/** A filter in words. */
function filterText(
  { words, language }: PageContext,
  { table }: ReleasedTable,
  parameter: string,
  text: string,
) {
  const [, name = '', operator = 'exact'] = /^(.+?)(?:__([a-z]+))?$/.exec(parameter) ?? [];
  const title = table.columns.find((one) => one.name === name)?.[language] ?? name;
  if (operator === 'isnull') return `${title} = ${words('noValue')}`;
  const sign = { exact: '=', arraycontains: '=', contains: words('contains') }[operator] ?? operator;
  return `${title} ${sign} ${text}`;
}

/** A form for a new filter, and links that remove those that are set. */
function Filters({ context, table, query, parameters }: TableProps) {
  const { words, language } = context;
  const search = parameters.getAll('_search').map((text) => ['_search', text] as const);
  const kept = [...parameters].filter(([name]) => !PAGING.includes(name));
  return (
    <>
      <ul class="filters">
        {[...query.filters, ...search].map(([parameter, text]) => (
          <li>
            <a
              href={tableAddress(table, parameters, (changed) => changed.delete(parameter, text))}
              title={words('clear')}
            >
              × {parameter === '_search' ? text : filterText(context, table, parameter, text)}
            </a>
          </li>
        ))}
      </ul>
      <form action={`/tables/${table.name}`} method="get" class="filter">
        {kept.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <label>
          {words('column')}{' '}
          <select name="_column">
            {table.table.columns.map((column) => (
              <option value={column.name}>{column[language]}</option>
            ))}
          </select>
        </label>{' '}
        <label>
          {words('filter')}{' '}
          <select name="_how">
            {(['contains', 'equals'] as const).map((how) => (
              <option value={how}>{words(how)}</option>
            ))}
          </select>
        </label>{' '}
        <label>
          {words('value')} <input name="_text" />
        </label>{' '}
        <button type="submit">{words('addFilter')}</button>
      </form>
    </>
  );
}
