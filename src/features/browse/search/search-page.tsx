import { formatCount } from '../../../base/text.js';
import type { ResourceSummary } from '../index/release-index.js';
import { ORDERS, type Order, type SearchRequest } from '../index/result-search.js';
import type { Word } from '../interface-words.js';
import { addressOf, Layout, labelOf, PageLinks, type PageProps } from '../layout.js';
import { type Page, pageNumber, sendPage } from '../page.js';
import type { Streams } from '../streams.js';
import { ChosenFields, ChosenFilters, Facets, Views } from './facets.js';
import { NothingFound } from './nothing-found.js';
import { referredTo } from './references.js';
import { Results } from './result-card.js';
import { PAGE_SIZE, searchAddress, searchOf } from './search-address.js';
import {
  EXPORT_TYPES,
  type ExportJob,
  type ExportOutput,
  exportSearch,
  isExportFormat,
} from './search-export.js';

/** The results of a search, as a page and as a file. */
export const searchPage = (
  exportPart: (job: ExportJob) => Promise<ExportOutput>,
  streams: Streams,
): Page => ({
  path: '/search',
  answer: (c, context) => {
    const request = searchOf(c);
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
      return sendPage(
        c,
        <SearchPage context={context} request={request} page={pageNumber(c)} referred={referred} />,
      );
    }
    const pieces = exportSearch(context.site, request, format, context.language, exportPart);
    return streams.sendExport(c, pieces, EXPORT_TYPES[format]);
  },
});

function SearchPage({
  context,
  request,
  page,
  referred,
}: PageProps & {
  readonly request: SearchRequest;
  readonly page: number;
  readonly referred: readonly ResourceSummary[];
}) {
  const { site, words } = context;
  const { total, records } = site.search.page(request, PAGE_SIZE, (page - 1) * PAGE_SIZE);
  const last = Math.ceil(total / PAGE_SIZE);
  return (
    <Layout
      context={context}
      title={words('search')}
      search={request.words}
      searchFields={<ChosenFields request={request} />}
      scripts={['/assets/narrow.js']}
    >
      <h1>{words('search')}</h1>
      <p class="total" role="status">
        {formatCount(total)} {total === 1 ? words('result') : words('results')}
      </p>
      {referred.length > 0 && (
        <p class="referred">
          {words('goTo')}{' '}
          {referred.map((one, at) => (
            <>
              {at > 0 && ' · '}
              <a href={addressOf(one.path)}>{labelOf(one, context.language)}</a>
            </>
          ))}
        </p>
      )}
      <ChosenFilters context={context} request={request} path="/search" />
      <Views context={context} request={request} current="search" />
      <Orders context={context} request={request} />
      <div class="with-facets">
        <Facets context={context} request={request} path="/search" />
        <div>
          {total === 0 && referred.length === 0 ? (
            <NothingFound context={context} request={request} />
          ) : (
            <Results
              context={context}
              records={records}
              start={(page - 1) * PAGE_SIZE + 1}
              searched={request.words}
            />
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
