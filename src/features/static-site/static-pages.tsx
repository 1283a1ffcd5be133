import { formatCount } from '../../base/text.js';
import { dateInWords } from '../browse/dates-in-words.js';
import { type Facet, SMALL_FACETS } from '../browse/index/facet-statements.js';
import type { ResourceSummary } from '../browse/index/release-index.js';
import type { SearchRequest } from '../browse/index/result-search.js';
import { facetName, kindName } from '../browse/interface-words.js';
import { addressOf, Layout, labelOf, type PageContext, PageLinks, type PageProps } from '../browse/layout.js';
import { Trail } from '../browse/page-parts.js';
import { inverseName } from '../browse/record/related-records.js';
import { cardsOf } from '../browse/search/cards.js';
import { broaderTopics } from '../browse/search/facets.js';
import { chosenIn, facetValueName, searchAddress } from '../browse/search/search-address.js';

/* Pages that only a site without a server has: its search, and lists in place of searches. */

/** The address of the search in the browser, also where a list has the same records. */
export const FIND = '/find';

/** Records of a page of a list. */
export const LIST_SIZE = 200;

/** The search: a script reads the index. Without script there are the lists of all records. */
export function StaticSearchPage({ context }: PageProps) {
  const { words, language } = context;
  return (
    <Layout
      context={context}
      title={words('search')}
      scripts={['/assets/static-search.js']}
      styles={['/assets/static-site.css']}
      hasFacets
    >
      <h1>{words('search')}</h1>
      <p class="total" id="total" role="status"></p>
      <div
        class="with-facets"
        id="found"
        hidden
        data-index="/search-index/index.json"
        data-home="/"
        data-language={language}
        data-result={words('result')}
        data-results={words('results')}
        data-none={`${words('noResults')} ${words('noResultsHint')}`}
        data-none-has-all={words('noneHasAllWords')}
        data-most={words('theseHaveMostWords')}
        data-failed={words('searchFailed')}
        data-clear={words('clear')}
        data-all={words('allValues')}
        data-before={words('older')}
        data-after={words('newer')}
        data-pages={words('pagesOfResults')}
      >
        <div>
          <ol class="results" id="results"></ol>
          <div id="pages"></div>
        </div>
        <aside class="facets" id="facets" aria-label={words('facets')}>
          <input type="checkbox" id="show-facets" />
          <label for="show-facets">{words('facets')}</label>
        </aside>
      </div>
      <p id="by-script">{words('searchByScript')}</p>
      <section id="lists">
        <h2>{words('listsOfRecords')}</h2>
        {SMALL_FACETS.map((facet) => (
          <ListsOfFacet context={context} facet={facet} />
        ))}
      </section>
    </Layout>
  );
}

/** A link to the list of each value of a facet; narrower topics are within the broader ones. */
function ListsOfFacet({ context, facet }: PageProps & { readonly facet: Facet }) {
  const { site, language } = context;
  const values = site.search.allValues(facet);
  if (values.length === 0) return null;
  const named = values
    .map((one) => ({ ...one, name: facetValueName(context, facet, one.value) }))
    .toSorted((a, b) => (facet === 'decade' ? Number(a.value) - Number(b.value) : byName(a.name, b.name)));
  const broader = facet === 'topic' ? broaderTopics(site) : undefined;
  const below = (value: string | undefined, depth: number) => {
    const some = named.filter((one) => broader === undefined || broader.get(one.value) === value);
    if (some.length === 0 || depth > DEEPEST) return null;
    return (
      <ul class={depth === 0 ? 'ways-in' : undefined}>
        {some.map((one) => (
          <li>
            <a href={searchAddress({ words: '', facets: { [facet]: [one.value] } })}>{one.name}</a>{' '}
            <span class="count">{formatCount(one.count)}</span>
            {broader !== undefined && below(one.value, depth + 1)}
          </li>
        ))}
      </ul>
    );
  };
  return (
    <details open={facet !== 'topic'}>
      <summary>{facetName(facet, language)}</summary>
      {below(undefined, 0)}
    </details>
  );
}

/** Levels of topics. */
const DEEPEST = 10;

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** All records with one value of a facet, by title; or all works of a record, in their order. */
export function ListPage({
  context,
  request,
  page,
}: PageProps & {
  /** One value of one facet, or the path of a record. */
  readonly request: SearchRequest;
  readonly page: number;
}) {
  const { site, words, language } = context;
  const { of } = request;
  const [[facet, value] = []] = chosenIn(request.facets);
  const sorted: SearchRequest = of === undefined ? { ...request, order: 'title' } : request;
  const { total, records } = site.search.page(sorted, LIST_SIZE, (page - 1) * LIST_SIZE);
  const last = Math.max(1, Math.ceil(total / LIST_SIZE));
  const whole = of === undefined ? undefined : site.index.summary(of);
  const title =
    facet !== undefined && value !== undefined
      ? `${facetName(facet, language)}: ${facetValueName(context, facet, value)}`
      : `${words('worksOf')} ${whole === undefined ? of : labelOf(whole, language)}`;
  const toPage = (to: number): string => searchAddress(request, { page: to });
  return (
    <Layout context={context} title={title}>
      <Trail
        context={context}
        steps={[
          whole === undefined
            ? ['/search', words('listsOfRecords')]
            : [addressOf(whole.path), labelOf(whole, language)],
        ]}
      />
      <h1>{title}</h1>
      <p class="total">
        {formatCount(total)} {total === 1 ? words('result') : words('results')}
      </p>
      {of === undefined && (
        <p>
          <a href={searchAddress(request, { path: FIND })}>{words('searchInList')}</a>
        </p>
      )}
      {page === 1 && last > 1 && (
        <details>
          <summary>
            {words('partsOfList')} ({formatCount(last)})
          </summary>
          <ol>
            {Array.from({ length: last }, (_, at) => (
              <li>
                <a href={toPage(at + 1)}>{firstLabel(context, sorted, at)} …</a>
              </li>
            ))}
          </ol>
        </details>
      )}
      <Entries context={context} records={records} hasKind={facet !== 'kind'} />
      <PageLinks context={context} page={page} last={last} addressOf={toPage} />
    </Layout>
  );
}

function firstLabel({ site, language }: PageContext, request: SearchRequest, at: number): string {
  const [first] = site.search.page(request, 1, at * LIST_SIZE).records;
  return first === undefined ? '' : labelOf(first, language);
}

/** Records in lines: the label, the kind, the date and the counties. */
function Entries({
  context,
  records,
  hasKind,
}: PageProps & { readonly records: readonly ResourceSummary[]; readonly hasKind: boolean }) {
  const { site, language } = context;
  return (
    <ul class="entries">
      {cardsOf(site, records).map((card) => {
        const facts = [
          ...(card.date === undefined ? [] : [dateInWords(card.date.edtf, card.date.qualifier, language)]),
          ...card.counties.slice(0, MOST_COUNTIES).map((one) => labelOf(one, language)),
        ];
        return (
          <li>
            <a href={addressOf(card.path)}>{labelOf(card, language)}</a>
            {hasKind && card.kind !== null && (
              <>
                {' '}
                <span class="badge">{kindName(card.kind, 'one', language)}</span>
              </>
            )}
            {facts.length > 0 && <span class="count"> {facts.join(' · ')}</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** Counties of a line. */
const MOST_COUNTIES = 3;

/** All records that refer to one by one property, in the order of the release. */
export function LinkedPage({
  context,
  path,
  property,
  count,
  page,
}: PageProps & {
  readonly path: string;
  readonly property: string;
  readonly count: number;
  readonly page: number;
}) {
  const { site, words, language } = context;
  const summary = site.index.summary(path);
  const label = summary === undefined ? path : labelOf(summary, language);
  const records = site.index.referring(path, property, LIST_SIZE, (page - 1) * LIST_SIZE);
  return (
    <Layout context={context} title={`${words('linkedFrom')}: ${label}`}>
      <Trail context={context} steps={[[addressOf(path), label]]} />
      <h1>
        {words('linkedFrom')}: {inverseName(context, property)}
      </h1>
      <p class="total">{formatCount(count)}</p>
      <Entries context={context} records={records} hasKind />
      <PageLinks
        context={context}
        page={page}
        last={Math.ceil(count / LIST_SIZE)}
        addressOf={(to) => linkedAddress(path, property, to)}
      />
    </Layout>
  );
}

/** The address of a page of such a list, as the page of the record has it. */
export const linkedAddress = (path: string, property: string, page: number): string =>
  `/referring?to=${encodeURIComponent(path)}&by=${encodeURIComponent(property)}${page > 1 ? `&page=${page}` : ''}`;
