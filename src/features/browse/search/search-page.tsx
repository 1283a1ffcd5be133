import { formatCount } from '../../../base/text.js';
import { withoutAccents } from '../index/inflection.js';
import type { ResourceSummary } from '../index/release-index.js';
import { ORDERS, type Order, type SearchRequest } from '../index/result-search.js';
import type { Word } from '../interface-words.js';
import { addressOf, Layout, labelOf, type PageContext, PageLinks, type PageProps } from '../layout.js';
import { type Page, POLICY, pageNumber, sendPage } from '../page.js';
import { joined } from '../page-parts.js';
import { type Picture, pictureOf, picturePolicy } from '../pictures/pictures.js';
import type { Streams } from '../streams.js';
import { KeepAll } from './export-links.js';
import { ChosenFields, ChosenFilters, Views, WithFacets } from './facets.js';
import { countiesIn } from './named-counties.js';
import { NothingFound } from './nothing-found.js';
import { isReference, referredTo } from './references.js';
import { Results } from './result-card.js';
import { PAGE_SIZE, searchAddress, searchOf, unknownParameters } from './search-address.js';
import {
  EXPORT_TYPES,
  type ExportFormat,
  type ExportJob,
  type ExportOutput,
  exportFileName,
  exportSearch,
  isExportFormat,
} from './search-export.js';

/** The results of a search, as a page and as a file. */
export const searchPage = (
  exportPart: (job: ExportJob) => Promise<ExportOutput>,
  streams: Streams,
): Page => ({
  path: '/search',
  isNotForCrawlers: true,
  formats: Object.keys(EXPORT_TYPES),
  link: { in: 'menu', text: (words) => words('browse') },
  answer: (c, context) => {
    const asked = searchOf(c);
    const request: SearchRequest = isReference(asked.words) ? { ...asked, match: 'all' } : asked;
    const unknown = unknownParameters(new URL(c.req.url).searchParams);
    const format = c.req.query('format') ?? '';
    if (!isExportFormat(format)) {
      const referred = referredTo(context.site, request.words);
      const [only, ...others] = referred;
      // A footnote leads to its page at once; a number that also stands in texts stays a search.
      const isPlain = /^\d+$/.test(request.words.trim());
      if (
        only !== undefined &&
        others.length === 0 &&
        (!isPlain || context.site.search.found(request).ids.length === 0)
      )
        return c.redirect(addressOf(only.path), 303);
      const page = pageNumber(c);
      const results = context.site.search.page(request, PAGE_SIZE, (page - 1) * PAGE_SIZE);
      const pictures = picturesIn(context, results.records);
      if (pictures.size > 0)
        c.header('content-security-policy', picturePolicy(POLICY, [...pictures.values()]));
      return sendPage(
        c,
        <SearchPage
          {...{ context, request, page, referred, pictures }}
          total={results.total}
          records={results.records}
          hasAll={results.hasAll}
          missing={results.missing}
          unknown={unknown}
        />,
      );
    }
    // A program that misspells a filter must not take all records for an answer.
    if (unknown.length > 0) return c.text(`A search has no parameter ${unknown.join(', ')}.\n`, 400);
    const pieces = exportSearch(context.site, request, format, context.language, exportPart);
    const name = fileNameOf(request, format);
    c.header('content-disposition', `attachment; filename="${name}"`);
    return streams.sendExport(c, pieces, EXPORT_TYPES[format].mediaType);
  },
});

function SearchPage({
  context,
  request,
  page,
  referred,
  pictures,
  total,
  records,
  hasAll,
  missing,
  unknown,
}: PageProps & {
  readonly request: SearchRequest;
  readonly page: number;
  readonly referred: readonly ResourceSummary[];
  readonly pictures: ReadonlyMap<string, Picture>;
  readonly total: number;
  readonly records: readonly ResourceSummary[];
  /** So many results have all words: the others have most of them. */
  readonly hasAll: number;
  readonly missing: ReadonlyMap<string, readonly string[]>;
  /** Parameters of the address that a search does not have. */
  readonly unknown: readonly string[];
}) {
  const { words } = context;
  const first = (page - 1) * PAGE_SIZE;
  /** Of the records on this page. */
  const complete = Math.min(Math.max(hasAll - first, 0), records.length);
  const parts = [
    { from: 0, shown: records.slice(0, complete) },
    { from: complete, shown: records.slice(complete) },
  ].filter(({ shown }) => shown.length > 0);
  const last = Math.ceil(total / PAGE_SIZE);
  return (
    <Layout
      context={context}
      title={words('search')}
      search={request.words}
      searchFields={<ChosenFields request={request} />}
      scripts={['/assets/narrow.js']}
      hasFacets
    >
      <h1>{words('search')}</h1>
      <p class="total" role="status">
        {formatCount(total)} {total === 1 ? words('result') : words('results')}
      </p>
      {referred.length > 0 && (
        <p class="referred">
          {words('goTo')}{' '}
          {joined(
            referred.map((one) => <a href={addressOf(one.path)}>{labelOf(one, context.language)}</a>),
            ' · ',
          )}
        </p>
      )}
      {unknown.length > 0 && (
        <p class="unknown-parameters">
          {words('unknownParameter')} <code>{unknown.join(', ').slice(0, MOST_UNKNOWN)}</code>
        </p>
      )}
      <CountyOffers context={context} request={request} />
      <ChosenFilters context={context} request={request} path="/search" />
      <Views context={context} request={request} current="search" hasResults={total > 0} />
      {total > 1 && <Orders context={context} request={request} />}
      <WithFacets context={context} request={request} path="/search">
        {total === 0 && referred.length === 0 ? (
          <NothingFound context={context} request={request} />
        ) : (
          parts.map(({ from, shown }) => (
            <>
              {from === complete && (
                <p class="most-words">{words(hasAll === 0 ? 'noneHasAllWords' : 'theseHaveMostWords')}</p>
              )}
              <Results
                context={context}
                records={shown}
                pictures={pictures}
                start={first + from + 1}
                searched={request.words}
                missing={missing}
              />
            </>
          ))
        )}
        <KeepAll context={context} records={records} />
        <PageLinks
          context={context}
          page={page}
          last={last}
          addressOf={(to) => searchAddress(request, { page: to })}
        />
      </WithFacets>
    </Layout>
  );
}

/** Characters of unknown parameters that a page shows. */
const MOST_UNKNOWN = 200;

/** Counties whose names are among the words: offered as filters, with the other words. */
function CountyOffers({ context, request }: PageProps & { readonly request: SearchRequest }) {
  const { site, words } = context;
  const offers = countiesIn(site, request);
  if (offers.length === 0) return null;
  return (
    <p class="offers">
      {words('onlyFrom')}{' '}
      {joined(
        offers.map(({ county, narrowed }) => (
          <>
            <a href={searchAddress(narrowed)}>{labelOf(county, context.language)}</a>{' '}
            <span class="count">{formatCount(site.search.found(narrowed).ids.length)}</span>
          </>
        )),
        ' · ',
      )}
    </p>
  );
}

/** The name of a file that people keep, of the words of the search. */
function fileNameOf({ words }: SearchRequest, format: ExportFormat): string {
  const plain = withoutAccents(words)
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 40);
  return exportFileName(plain.replace(/^-|-$/g, '') || 'results', format);
}

/** The pictures of the photographs among some records. */
const picturesIn = (
  context: PageContext,
  records: readonly ResourceSummary[],
): ReadonlyMap<string, Picture> =>
  new Map(
    records.flatMap((record) => {
      const picture = record.kind === 'photograph' ? pictureOf(context, record) : undefined;
      return picture === undefined ? [] : [[record.path, picture] as const];
    }),
  );

const ORDER_WORDS = {
  relevance: 'byRelevance',
  date: 'byDate',
  place: 'byPlace',
  title: 'byTitle',
} as const satisfies Readonly<Record<Order, Word>>;

/** Links to the same results in other orders. */
function Orders({ context, request }: PageProps & { readonly request: SearchRequest }) {
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
