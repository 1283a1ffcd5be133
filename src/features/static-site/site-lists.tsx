import { SMALL_FACETS } from '../browse/index/facet-statements.js';
import type { ResourceSummary } from '../browse/index/release-index.js';
import type { SearchRequest } from '../browse/index/result-search.js';
import type { PageContext } from '../browse/layout.js';
import { MOST_PEOPLE, PERSON_KINDS, peopleAddress, surnameLetters } from '../browse/people-page.js';
import { hasOwnList, worksShown } from '../browse/record/related-records.js';
import { PAGE_SIZE, searchAddress } from '../browse/search/search-address.js';
import type { Site } from '../browse/site.js';
import type { ChangedKind } from '../news/release-changes.js';
import type { SiteFiles } from './site-files.js';
import { LIST_SIZE, LinkedPage, ListPage, linkedAddress } from './static-pages.js';

/* The lists of a site without a server. */

/** A list in pages, from 1. */
export interface SiteList {
  readonly pages: number;
  readonly addressOf: (page: number) => string;
  /** A page that only a site without a server has; undefined where the server has it, too. */
  readonly pageOf?: (context: PageContext, page: number) => unknown;
}

/** The lists of people, of the values of facets, and of changes. */
export function* listsOf(site: Site, files: SiteFiles, changes: readonly ChangedKind[]): Generator<SiteList> {
  for (const kind of PERSON_KINDS) {
    const letters = surnameLetters(site, kind);
    if (letters.length > 0) yield { pages: 1, addressOf: () => peopleAddress(kind) };
    for (const { letter, count } of letters)
      yield {
        pages: Math.ceil(count / MOST_PEOPLE),
        addressOf: (page) => peopleAddress(kind, letter, page),
      };
  }
  for (const facet of SMALL_FACETS)
    for (const { value, count } of site.search.allValues(facet)) {
      const request = { words: '', facets: { [facet]: [value] } };
      if (files.listFile(request, 1) !== undefined) yield searchList(request, count);
    }
  for (const { change, kind, paths } of changes)
    yield {
      pages: Math.ceil(paths.length / PAGE_SIZE),
      addressOf: (page) => `/new?${new URLSearchParams({ change, kind, page: String(page) })}`,
    };
}

/** The lists of a record, where its page has only the first: what refers to it by a property, and its works. */
export function* listsOfRecord(site: Site, { path, kind }: ResourceSummary): Generator<SiteList> {
  for (const { property, count } of site.index.referrers(path, 1))
    if (hasOwnList({ site }, kind, property, count))
      yield {
        pages: Math.ceil(count / LIST_SIZE),
        addressOf: (page) => linkedAddress(path, property, page),
        pageOf: (context, page) => (
          <LinkedPage context={context} path={path} property={property} count={count} page={page} />
        ),
      };
  const shown = worksShown(kind);
  if (shown === undefined) return;
  const request = { words: '', facets: {}, of: path } as const;
  const { total } = site.search.page(request, 0, 0);
  if (total > shown) yield searchList(request, total);
}

const searchList = (request: SearchRequest, count: number): SiteList => ({
  pages: Math.ceil(count / LIST_SIZE),
  addressOf: (page) => searchAddress(request, { page }),
  pageOf: (context, page) => <ListPage context={context} request={request} page={page} />,
});
