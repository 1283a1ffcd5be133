import { addressOf, Layout, labelOf, type PageProps } from '../layout.js';
import { type Page, pageNumber, sendPage } from '../page.js';
import { Results } from '../search/result-card.js';
import { PAGE_SIZE } from '../search/search-address.js';

/** All records that refer to one by one property. */
export const referringPage: Page = {
  path: '/referring',
  isNotForCrawlers: true,
  answer: (c, context) =>
    sendPage(
      c,
      <Referring
        context={context}
        to={c.req.query('to') ?? ''}
        by={c.req.query('by') ?? ''}
        page={pageNumber(c)}
      />,
    ),
};

function Referring({
  context,
  to,
  by,
  page,
}: PageProps & { readonly to: string; readonly by: string; readonly page: number }) {
  const { site, language, words } = context;
  const summary = site.index.summary(to);
  const records =
    summary === undefined ? [] : site.index.referring(to, by, PAGE_SIZE, (page - 1) * PAGE_SIZE);
  const at = (number: number): string =>
    `/referring?to=${encodeURIComponent(to)}&by=${encodeURIComponent(by)}&page=${number}`;
  return (
    <Layout context={context} title={words('linkedFrom')}>
      <h1>{words('linkedFrom')}</h1>
      {summary !== undefined && (
        <p>
          <a href={addressOf(to)}>{labelOf(summary, language)}</a>
        </p>
      )}
      <Results context={context} records={records} start={(page - 1) * PAGE_SIZE + 1} />
      <nav class="pages" aria-label={words('pagesOfResults')}>
        {page > 1 && <a href={at(page - 1)}>{words('older')}</a>}
        {records.length === PAGE_SIZE && <a href={at(page + 1)}>{words('newer')}</a>}
      </nav>
    </Layout>
  );
}
