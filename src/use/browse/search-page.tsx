import { FACETS, type Facet } from './index/facet-statements.js';
import type { FacetValue, ResourceSummary, SearchRequest } from './index/release-index.js';
import { facetName, kindName, nameOfFacetValue } from './interface-words.js';
import { addressOf, Layout, labelOf, type PageContext } from './layout.js';

/** Results of a page. */
export const PAGE_SIZE = 25;
/** Values of a facet that are shown. */
const MOST_VALUES = 12;

/** The address of a search: everything that decides its results. */
export function searchAddress(
  { words, facets }: SearchRequest,
  {
    path = '/search',
    page = 1,
    format,
  }: { readonly path?: string; readonly page?: number; readonly format?: string } = {},
): string {
  const parameters = new URLSearchParams();
  if (words !== '') parameters.set('q', words);
  for (const facet of FACETS) {
    const value = facets[facet];
    if (value !== undefined) parameters.set(facet, value);
  }
  if (page > 1) parameters.set('page', String(page));
  if (format !== undefined) parameters.set('format', format);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

/** The search that an address asks for. */
export const searchOf = (query: (name: string) => string | undefined): SearchRequest => ({
  words: (query('q') ?? '').slice(0, 500),
  facets: Object.fromEntries(
    FACETS.flatMap((facet) => (query(facet) ? [[facet, query(facet) as string]] : [])),
  ),
});

/** The value of a facet in words. */
export function facetValueName(context: PageContext, facet: Facet, value: string): string {
  const { language } = context;
  if (facet === 'decade') return language === 'ga' ? `${value}idí` : `${value}s`;
  if (facet === 'kind') return kindName(value, 'many', language);
  const known = nameOfFacetValue(value);
  if (known !== undefined) return known[language];
  const summary = context.site.index.summary(value);
  return summary === undefined ? value : labelOf(summary, language);
}

/** Links from one way of showing results to the others. */
export function Views({
  context,
  request,
  current,
}: {
  readonly context: PageContext;
  readonly request: SearchRequest;
  readonly current: 'search' | 'map' | 'timeline';
}) {
  const { words } = context;
  const views = [
    ['search', words('list')],
    ['map', words('map')],
    ['timeline', words('timeline')],
  ] as const;
  return (
    <nav class="views" aria-label={words('showAs')}>
      {views.map(([view, text]) => (
        <a
          href={searchAddress(request, { path: `/${view}` })}
          aria-current={view === current ? 'page' : undefined}
        >
          {text}
        </a>
      ))}
      <a href={searchAddress(request, { format: 'csv' })}>CSV</a>
      <a href={searchAddress(request, { format: 'jsonld' })}>JSON-LD</a>
    </nav>
  );
}

/** The facets of a search: the values that are chosen can be removed, the others chosen. */
export function Facets({
  context,
  request,
  path,
}: {
  readonly context: PageContext;
  readonly request: SearchRequest;
  readonly path: string;
}) {
  const { site, words, language } = context;
  return (
    <aside class="facets" aria-label={words('facets')}>
      {FACETS.map((facet) => {
        const chosen = request.facets[facet];
        const values = site.index.facet(request, facet);
        if (values.length === 0 && chosen === undefined) return null;
        const shown = shownValues(values, chosen, facet);
        return (
          <details open={chosen !== undefined || OPEN.has(facet)}>
            <summary>{facetName(facet, language)}</summary>
            <ul>
              {shown.map(({ value, count }) => {
                const { [facet]: _removed, ...others } = request.facets;
                const isChosen = value === chosen;
                const facets = isChosen ? others : { ...others, [facet]: value };
                return (
                  <li>
                    <a
                      href={searchAddress({ ...request, facets }, { path })}
                      aria-current={isChosen ? 'true' : undefined}
                      title={isChosen ? words('clear') : undefined}
                      rel="nofollow"
                    >
                      {isChosen && '× '}
                      {facetValueName(context, facet, value)}
                    </a>{' '}
                    <span class="count">{count}</span>
                  </li>
                );
              })}
            </ul>
          </details>
        );
      })}
    </aside>
  );
}

const OPEN: ReadonlySet<Facet> = new Set<Facet>(['kind', 'collection', 'county', 'decade']);

/** The most frequent values and the chosen one; decades in their own order. */
function shownValues(
  values: readonly FacetValue[],
  chosen: string | undefined,
  facet: Facet,
): readonly FacetValue[] {
  const shown = values.filter(({ value }, at) => at < MOST_VALUES || value === chosen);
  const withChosen =
    chosen === undefined || shown.some(({ value }) => value === chosen)
      ? shown
      : [...shown, { value: chosen, count: 0 }];
  return facet === 'decade' ? withChosen.toSorted((a, b) => Number(a.value) - Number(b.value)) : withChosen;
}

interface SearchPageProps {
  readonly context: PageContext;
  readonly request: SearchRequest;
  readonly page: number;
}

export function SearchPage({ context, request, page }: SearchPageProps) {
  const { site, words, language } = context;
  const { total, records } = site.index.search(request, PAGE_SIZE, (page - 1) * PAGE_SIZE);
  const last = Math.ceil(total / PAGE_SIZE);
  return (
    <Layout context={context} title={words('search')} search={request.words}>
      <h1>{words('search')}</h1>
      <p class="total" role="status">
        {new Intl.NumberFormat(language).format(total)} {total === 1 ? words('result') : words('results')}
      </p>
      <Views context={context} request={request} current="search" />
      <div class="with-facets">
        <Facets context={context} request={request} path="/search" />
        <div>
          {total === 0 ? (
            <p>
              {words('noResults')} {words('noResultsHint')}
            </p>
          ) : (
            <ol class="results" start={(page - 1) * PAGE_SIZE + 1}>
              {records.map((one) => (
                <Result context={context} record={one} />
              ))}
            </ol>
          )}
          {last > 1 && (
            <nav class="pages" aria-label={words('pagesOfResults')}>
              {page > 1 && (
                <a rel="prev" href={searchAddress(request, { page: page - 1 })}>
                  {words('older')}
                </a>
              )}
              <span>
                {page} / {last}
              </span>
              {page < last && (
                <a rel="next" href={searchAddress(request, { page: page + 1 })}>
                  {words('newer')}
                </a>
              )}
            </nav>
          )}
        </div>
      </div>
    </Layout>
  );
}

/** One result: its label, its kind, and the beginning of its text. */
export function Result({
  context,
  record,
}: {
  readonly context: PageContext;
  readonly record: ResourceSummary;
}) {
  const { site, language } = context;
  const quads = site.index.documents(site.manifest.base + record.path).flatMap(({ quads }) => quads);
  const text = ['extract', 'description', 'definition']
    .flatMap((term) => quads.filter(({ predicate }) => predicate.value === site.iriOf(term)))
    .map(({ object }) => object)[0];
  return (
    <li>
      <a href={addressOf(record.path)}>{labelOf(record, language)}</a>{' '}
      {record.kind !== null && <span class="badge">{kindName(record.kind, 'one', language)}</span>}
      {text !== undefined && (
        <p lang={text.termType === 'Literal' && text.language !== '' ? text.language : undefined}>
          {text.value.length > 240 ? `${text.value.slice(0, 240)}…` : text.value}
        </p>
      )}
    </li>
  );
}
