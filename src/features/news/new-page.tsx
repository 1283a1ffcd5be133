import { entry } from '../../base/map-entry.js';
import { formatCount } from '../../base/text.js';
import { CHANGES_FILE } from '../../release/delta/difference.js';
import type { AddedPage } from '../browse/added-pages.js';
import type { SearchRequest } from '../browse/index/result-search.js';
import { kindName, placeOfKind } from '../browse/interface-words.js';
import { Layout, type PageContext, type PageProps, siteName } from '../browse/layout.js';
import { pageNumber, replaced, sendPage, sendText } from '../browse/page.js';
import { numbered } from '../browse/page-files.js';
import { AllLink, TableHead } from '../browse/page-parts.js';
import { Results } from '../browse/search/result-card.js';
import { PAGE_SIZE, searchAddress, searchOf } from '../browse/search/search-address.js';
import type { Site } from '../browse/site.js';
import { ATOM, atomFeed } from './atom-feed.js';
import { CHANGE_WORDS, CHANGES, type ChangedKind, readChanges } from './release-changes.js';

/** What is new in the release, as a page and as a feed. */
export function newPages(): readonly AddedPage[] {
  const read = new WeakMap<Site, ReturnType<typeof readChanges>>();
  const changesOf = (site: Site): ReturnType<typeof readChanges> =>
    entry(read, site, () => {
      const changes = readChanges(site);
      // What failed once may succeed later.
      changes.catch(() => read.delete(site));
      return changes;
    });
  return [
    {
      path: '/new',
      link: { in: 'foot', isBesideRelease: true, text: (words) => words('whatIsNew') },
      files: {
        folders: ['new-records'],
        lists: async ({ site }) =>
          ((await changesOf(site)) ?? []).map((changed) => ({
            pages: Math.ceil(changed.paths.length / PAGE_SIZE),
            addressOf: (page) => listAddress(changed, page),
          })),
        targetOf: ({ query, page }) => {
          const list = `${query.get('change')} ${query.get('kind')}`.replace(/[^a-z-]+/g, '-');
          return { file: query.has('change') ? numbered(`new-records/${list}`, page) : 'new.html' };
        },
      },
      answer: async (c, context) => {
        if (!(await context.site.isUnchanged())) return replaced(c);
        const request = { change: c.req.query('change'), kind: c.req.query('kind'), page: pageNumber(c) };
        const found = await changesOf(context.site);
        return sendPage(c, <NewPage context={context} changes={found} request={request} />);
      },
    },
    {
      path: '/new.atom',
      link: {
        in: 'foot',
        text: (words) => words('atomFeed'),
        mediaType: 'application/atom+xml',
        takesSearch: true,
      },
      answer: async (c, context) => {
        if (!(await context.site.isUnchanged())) return replaced(c);
        // `/new.atom?q=ghost&county=…`: the changes among the results of a search.
        const request = searchOf(c);
        const query = searchAddress(request).slice('/search'.length);
        const changes = await changesOf(context.site);
        const feed =
          query === ''
            ? atomFeed(context, changes)
            : atomFeed(context, changes && among(context.site, changes, request), query);
        return sendText(c, feed, ATOM);
      },
    },
  ];
}

/** The changes of records that a search finds. What was withdrawn, no search finds. */
function among(site: Site, changes: readonly ChangedKind[], request: SearchRequest): readonly ChangedKind[] {
  const found = new Set(site.search.found(request).ids);
  return changes.flatMap((one) => {
    const paths = one.paths.filter((path) => found.has(site.index.idOf(path) ?? 0));
    return paths.length === 0 ? [] : [{ ...one, paths, count: paths.length }];
  });
}

/** Records of each kind on the page of all changes. */
const FIRST = 3;

/** What an address asks of the changes. */
interface ChangesRequest {
  readonly change: string | undefined;
  readonly kind: string | undefined;
  /** From 1. */
  readonly page: number;
}

interface NewPageProps extends PageProps {
  /** Undefined when the release has no delta. */
  readonly changes: readonly ChangedKind[] | undefined;
  readonly request: ChangesRequest;
}

/** What is new: the records that the release added, changed and withdrew, by kind; or all of one kind. */
function NewPage({ context, changes, request }: NewPageProps) {
  const { site, words } = context;
  const { label, issued, previous } = site.manifest;
  const chosen = changes?.find(({ change, kind }) => change === request.change && kind === request.kind);
  const title = words('whatIsNew');
  return (
    <Layout
      context={context}
      title={title}
      styles={['/assets/release-pages.css']}
      description={`${title}: ${siteName(context)}, ${label} (${issued})`}
    >
      <h1>{title}</h1>
      <p>
        {words('thisRelease')}: {label} ({issued}).
        {previous !== null && ` ${words('releaseBefore')}: ${previous}.`}
      </p>
      {changes === undefined && <p>{words('noDelta')}</p>}
      {changes?.length === 0 && <p>{words('nothingChanged')}</p>}
      {chosen !== undefined ? (
        <AllOfKind context={context} changed={chosen} page={request.page} />
      ) : (
        changes !== undefined && changes.length > 0 && <Overview context={context} changes={changes} />
      )}
      <p>
        {context.asFiles === undefined && (
          <>
            <a href="/new.atom">{words('atomFeed')}</a>
            {site.files.has(CHANGES_FILE) && ' · '}
          </>
        )}
        {site.files.has(CHANGES_FILE) && <a href={`/files/${CHANGES_FILE}`}>{words('changesFile')}</a>}
        {site.hasFeed && (
          <>
            {' · '}
            <a href="/feed/index.ttl">{words('eventStreams')}</a>
          </>
        )}
      </p>
    </Layout>
  );
}

const listAddress = ({ change, kind }: ChangedKind, page = 1): string =>
  `/new?${new URLSearchParams({ change, kind, ...(page > 1 && { page: String(page) }) })}`;

const nameOf = ({ kind }: ChangedKind, { language, words }: PageContext): string =>
  kind === '' ? words('otherRecords') : kindName(kind, 'many', language);

/** How many records of each kind changed in which way, and the first of each. */
function Overview({ context, changes }: PageProps & { readonly changes: readonly ChangedKind[] }) {
  const { words } = context;
  const kinds = [...new Map(changes.map((one) => [one.kind, one])).values()].toSorted(
    (a, b) => placeOfKind(a.kind) - placeOfKind(b.kind),
  );
  const inChanges = CHANGES.map(
    (change) => [change, changes.filter((one) => one.change === change)] as const,
  );
  return (
    <>
      <div class="scrolled">
        <table class="changes">
          <caption>{words('changesByKind')}</caption>
          <TableHead
            columns={[
              words('records'),
              ...CHANGES.map((change) => ({ number: words(CHANGE_WORDS[change]) })),
            ]}
          />
          <tbody>
            {kinds.map((row) => (
              <tr>
                <th scope="row">{nameOf(row, context)}</th>
                {inChanges.map(([, groups]) => {
                  const group = groups.find(({ kind }) => kind === row.kind);
                  return (
                    <td class="number">
                      {group === undefined ? (
                        formatCount(0)
                      ) : (
                        <a href={listAddress(group)}>{formatCount(group.count)}</a>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {inChanges.map(
        ([change, groups]) =>
          groups.length > 0 && (
            <section>
              <h2>{words(CHANGE_WORDS[change])}</h2>
              {groups.map((group) => (
                <>
                  <h3>
                    {nameOf(group, context)} <span class="count">{formatCount(group.count)}</span>
                  </h3>
                  <ChangedRecords context={context} changed={group} from={0} most={FIRST} />
                  <AllLink context={context} href={listAddress(group)} shown={FIRST} count={group.count} />
                </>
              ))}
            </section>
          ),
      )}
    </>
  );
}

/** All records of one kind that changed in one way, in pages. */
function AllOfKind({
  context,
  changed,
  page,
}: PageProps & { readonly changed: ChangedKind; readonly page: number }) {
  const { words } = context;
  const { paths, count, change } = changed;
  const from = (page - 1) * PAGE_SIZE;
  const to = from + PAGE_SIZE;
  return (
    <>
      <p>
        <a href="/new">{words('allChanges')}</a>
      </p>
      <h2>
        {words(CHANGE_WORDS[change])}: {nameOf(changed, context)}{' '}
        <span class="count">{formatCount(count)}</span>
      </h2>
      <ChangedRecords context={context} changed={changed} from={from} most={PAGE_SIZE} />
      {count > paths.length && to >= paths.length && <p>{words('moreInFile')}</p>}
      <nav class="pages" aria-label={words('pagesOfResults')}>
        {page > 1 && <a href={listAddress(changed, page - 1)}>{words('older')}</a>}
        {to < paths.length && <a href={listAddress(changed, page + 1)}>{words('newer')}</a>}
      </nav>
    </>
  );
}

/** Some of the records, as cards; of those that were withdrawn, the IRIs, because nothing else is known. */
function ChangedRecords({
  context,
  changed: { change, paths },
  from,
  most,
}: PageProps & { readonly changed: ChangedKind; readonly from: number; readonly most: number }) {
  const { index, manifest } = context.site;
  const shown = paths.slice(from, from + most);
  if (change === 'withdrawn')
    return (
      <ol class="withdrawn" start={from + 1}>
        {shown.map((path) => (
          <li>
            <code>{manifest.base + path}</code>
          </li>
        ))}
      </ol>
    );
  const summaries = index.summaries(shown);
  return (
    <Results
      context={context}
      records={shown.flatMap((path) => summaries.get(path) ?? [])}
      start={from + 1}
    />
  );
}
