import { formatCount } from '../../base/text.js';
import { FACETS, type Facet } from './index/facet-statements.js';
import { type FacetValue, ORDERS, type Order, type SearchRequest } from './index/result-search.js';
import { facetName, kindName, type Language, nameOfFacetValue, type Word } from './interface-words.js';
import { Layout, labelOf, type PageContext, PageLinks } from './layout.js';
import { ResultCard, wordTest } from './result-card.js';
import type { Site } from './site.js';

/** Results of a page. */
export const PAGE_SIZE = 25;
/** Values of a facet that are shown at first. The others follow on demand. */
const FIRST_VALUES = 10;

/** The address of a search: everything that decides its results. */
export function searchAddress(
  { words, facets, of, order }: SearchRequest,
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
  if (of !== undefined) parameters.set('of', of);
  if (order !== undefined && order !== 'relevance') parameters.set('sort', order);
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
  of: query('of') || undefined,
  order: ORDERS.find((one) => one === query('sort')),
});

/** The value of a facet in words. */
export const facetValueName = ({ site, language }: PageContext, facet: Facet, value: string): string =>
  facetValueIn(site, language, facet, value);

/** The same without a page. */
export function facetValueIn(site: Site, language: Language, facet: Facet, value: string): string {
  if (facet === 'decade') return language === 'ga' ? `${value}idí` : `${value}s`;
  if (facet === 'kind') return kindName(value, 'many', language);
  const known = nameOfFacetValue(value);
  if (known !== undefined) return known[language];
  const summary = site.index.summary(value);
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
      {context.asFiles === undefined && (
        <>
          <a href={searchAddress(request, { format: 'csv' })}>CSV</a>
          <a href={searchAddress(request, { format: 'jsonld' })}>JSON-LD</a>
        </>
      )}
    </nav>
  );
}

interface FacetsProps {
  readonly context: PageContext;
  readonly request: SearchRequest;
  /** Of the page whose results are narrowed. */
  readonly path: string;
}

/** The facets of a search: the values that are chosen can be removed, the others chosen. */
export function Facets({ context, request, path }: FacetsProps) {
  const { site, words, language } = context;
  return (
    <aside class="facets" aria-label={words('facets')}>
      {/* On narrow pages the facets are hidden until they are asked for; this takes no script. */}
      <input type="checkbox" id="show-facets" />
      <label for="show-facets">{words('facets')}</label>
      <WorksOf context={context} request={request} path={path} />
      {FACETS.map((facet) => {
        const chosen = request.facets[facet];
        const values = site.index.facet(request, facet);
        if (values.length === 0 && chosen === undefined) return null;
        const shown =
          facet === 'topic'
            ? topicsToChoose(context, values, chosen)
            : { above: [], values: inOrder(values, facet) };
        const first = shown.values.slice(0, FIRST_VALUES);
        const isHidden = chosen !== undefined && !first.some(({ value }) => value === chosen);
        const others = shown.values.slice(FIRST_VALUES);
        const link = (one: FacetValue) => (
          <FacetLink context={context} request={request} path={path} facet={facet} value={one} />
        );
        return (
          <details open={chosen !== undefined || OPEN.has(facet)}>
            <summary>{facetName(facet, language)}</summary>
            {shown.above.length + Number(isHidden) > 0 && (
              <ul class="chosen">
                {shown.above.map(link)}
                {isHidden && facet !== 'topic' && link(countOf(values, chosen))}
              </ul>
            )}
            <ul>{first.map(link)}</ul>
            {others.length > 0 && (
              <details class="more-values">
                <summary>
                  {words('allValues')} ({formatCount(shown.values.length)})
                </summary>
                <ul data-narrow={words('narrowList')}>{others.map(link)}</ul>
              </details>
            )}
          </details>
        );
      })}
    </aside>
  );
}

/** The record whose works the results are. Chosen, it is removed. */
function WorksOf({ context, request, path }: FacetsProps) {
  const { site, words, language } = context;
  if (request.of === undefined) return null;
  const summary = site.index.summary(request.of);
  return (
    <p class="works-of">
      {words('worksOf')}{' '}
      <a
        href={searchAddress({ ...request, of: undefined }, { path })}
        aria-current="true"
        title={words('clear')}
        rel="nofollow"
      >
        × {summary === undefined ? request.of : labelOf(summary, language)}
      </a>
    </p>
  );
}

const OPEN: ReadonlySet<Facet> = new Set<Facet>(['kind', 'collection', 'county', 'decade', 'topic']);

/** A value of a facet. Chosen again, it is removed. */
function FacetLink({
  context,
  request,
  path,
  facet,
  value: { value, count },
}: {
  readonly context: PageContext;
  readonly request: SearchRequest;
  readonly path: string;
  readonly facet: Facet;
  readonly value: FacetValue;
}) {
  const { words } = context;
  const { [facet]: chosen, ...others } = request.facets;
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
      <span class="count">{formatCount(count)}</span>
    </li>
  );
}

const countOf = (values: readonly FacetValue[], value: string): FacetValue =>
  values.find((one) => one.value === value) ?? { value, count: 0 };

/** Decades in their own order; other values by their number of results. */
const inOrder = (values: readonly FacetValue[], facet: Facet): readonly FacetValue[] =>
  facet === 'decade' ? values.toSorted((a, b) => Number(a.value) - Number(b.value)) : values;

/** The way down a tree of topics to the one that is chosen, and the topics below it. */
function topicsToChoose(
  { site }: PageContext,
  values: readonly FacetValue[],
  chosen: string | undefined,
): { readonly above: readonly FacetValue[]; readonly values: readonly FacetValue[] } {
  const broader = site.index.broaderTopics();
  const above: FacetValue[] = [];
  for (let at = chosen; at !== undefined && above.length < DEEPEST; at = broader.get(at))
    above.unshift(countOf(values, at));
  return { above, values: values.filter(({ value }) => broader.get(value) === chosen) };
}

/** Levels of topics. */
const DEEPEST = 10;

interface SearchPageProps {
  readonly context: PageContext;
  readonly request: SearchRequest;
  readonly page: number;
}

export function SearchPage({ context, request, page }: SearchPageProps) {
  const { site, words } = context;
  const { total, records } = site.index.search(request, PAGE_SIZE, (page - 1) * PAGE_SIZE);
  const last = Math.ceil(total / PAGE_SIZE);
  const isFound = wordTest(request.words);
  return (
    <Layout context={context} title={words('search')} search={request.words} scripts={['/assets/narrow.js']}>
      <h1>{words('search')}</h1>
      <p class="total" role="status">
        {formatCount(total)} {total === 1 ? words('result') : words('results')}
      </p>
      <Views context={context} request={request} current="search" />
      <Orders context={context} request={request} />
      <div class="with-facets">
        <Facets context={context} request={request} path="/search" />
        <div>
          {total === 0 ? (
            <p>
              {words('noResults')} {words('noResultsHint')}
            </p>
          ) : (
            <ol class="results" start={(page - 1) * PAGE_SIZE + 1}>
              {site.index.cards(records).map((card) => (
                <ResultCard context={context} card={card} isFound={isFound} />
              ))}
            </ol>
          )}
          <PageLinks
            context={context}
            page={page}
            last={last}
            addressOf={(to) => searchAddress(request, { page: to })}
          />
        </div>
      </div>
    </Layout>
  );
}

const ORDER_WORDS = {
  relevance: 'byRelevance',
  date: 'byDate',
  place: 'byPlace',
  title: 'byTitle',
} as const satisfies Readonly<Record<Order, Word>>;

/** Links to the same results in other orders. */
function Orders({ context, request }: { readonly context: PageContext; readonly request: SearchRequest }) {
  const { words } = context;
  return (
    <nav class="orders" aria-label={words('sortBy')}>
      {words('sortBy')}{' '}
      {ORDERS.map((order) => (
        <a
          href={searchAddress({ ...request, order })}
          aria-current={order === (request.order ?? 'relevance') ? 'true' : undefined}
          rel="nofollow"
        >
          {words(ORDER_WORDS[order])}
        </a>
      ))}
    </nav>
  );
}
