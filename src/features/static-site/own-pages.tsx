import { compactIri } from '../../model/rdf/iri-syntax.js';
import { SMALL_FACETS } from '../browse/index/facet-statements.js';
import type { ResourceSummary } from '../browse/index/release-index.js';
import type { SearchRequest } from '../browse/index/result-search.js';
import { outlineOfCountry } from '../browse/map/map-of-ireland.js';
import { type Page, pageNumber, sendPage } from '../browse/page.js';
import { numbered, type PagedList, SHARED_FILE } from '../browse/page-files.js';
import { hasOwnList, worksShown } from '../browse/record/related-records.js';
import { chosenIn, searchAddress, searchIn, searchOf } from '../browse/search/search-address.js';
import type { Site } from '../browse/site.js';
import { countryPicture, SCRIPTS, scriptText } from './browser-scripts.js';
import { portable, toldApart } from './site-files.js';
import { FIND, LIST_SIZE, LinkedPage, ListPage, linkedAddress, StaticSearchPage } from './static-pages.js';

/* Pages that only a site without a server has. */

/** The picture of the outline of the country, which stands in pages in place of the drawing. */
export const OUTLINE = '/assets/country.svg';

/** Pages in place of those of the server with the same path. */
export function pagesInPlace(site: Site, kinds: ReadonlySet<string>): readonly Page[] {
  const listFile = listFiles(site, kinds);
  return [
    {
      path: '/search',
      files: {
        folders: ['lists', 'works'],
        targetOf: ({ query, page }, asFiles) => {
          const { of, words, facets } = searchIn(query);
          if (of !== undefined) {
            const isWhole = words.trim() === '' && chosenIn(facets).length === 0 && asFiles.hasPage(of);
            return isWhole ? { file: numbered(`works/${asFiles.nameOf(of)}`, page) } : undefined;
          }
          const list = listFile({ words, facets });
          if (list !== undefined) return { file: numbered(list, page) };
          return { file: 'search.html', query: searchAddress({ words, facets }).slice('/search'.length) };
        },
      },
      answer: (c, context) => {
        const request = searchOf(c);
        const isList = request.of !== undefined || chosenIn(request.facets).length > 0;
        return sendPage(
          c,
          isList ? (
            <ListPage context={context} request={request} page={pageNumber(c)} />
          ) : (
            <StaticSearchPage context={context} />
          ),
        );
      },
    },
    {
      path: '/referring',
      files: {
        folders: ['linked'],
        addresses: () => [],
        targetOf: ({ query, page }, asFiles) => {
          const [path, property] = [query.get('to') ?? '', query.get('by') ?? ''];
          if (!asFiles.hasPage(path)) return undefined;
          const name = compactIri(property, asFiles.site.language.prefixes) ?? property;
          const file = `linked/${asFiles.nameOf(path)}/${name.replace(/[^A-Za-z0-9_-]+/g, '-')}`;
          return { file: numbered(file, page) };
        },
      },
      answer: (c, context) => {
        const [path = '', property = ''] = [c.req.query('to'), c.req.query('by')];
        const { count = 0 } =
          context.site.index.referrers(path, 1).find((one) => one.property === property) ?? {};
        const list = { path, property, count, page: pageNumber(c) };
        return sendPage(c, <LinkedPage context={context} {...list} />);
      },
    },
  ];
}

/** Pages beside those of the server. */
export function pagesBeside(kinds: ReadonlySet<string>): readonly Page[] {
  return [
    {
      path: FIND,
      files: {
        addresses: () => [],
        lists: ({ site }) => listsOfValues(site, kinds),
        listsOfRecord: ({ site }, record) => listsOfRecord(site, record),
        targetOf: ({ query }) => ({ file: 'search.html', query: query.size === 0 ? '' : `?${query}` }),
      },
      answer: (c) => c.redirect('/search'),
    },
    {
      // search-index.ts writes these.
      path: '/search-index/*',
      files: {
        isShared: true,
        addresses: () => [],
        targetOf: ({ path }) => ({ file: path.slice(1), isShared: true }),
      },
      answer: (c) => c.notFound(),
    },
    { path: OUTLINE, files: SHARED_FILE, answer: (c) => c.body(countryPicture(outlineOfCountry())) },
    ...SCRIPTS.map(
      (name): Page => ({
        path: `/assets/${name}`,
        files: SHARED_FILE,
        answer: async (c) => c.body(await scriptText(name)),
      }),
    ),
  ];
}

/** A function that finds the file of all records with one value of one facet; undefined when that is not what is searched. */
function listFiles(site: Site, kinds: ReadonlySet<string>): (request: SearchRequest) => string | undefined {
  const files = toldApart(
    new Map(
      valuesWithLists(site, kinds).map(({ facet, value }) => [
        `${facet} ${value}`,
        `lists/${facet}/${portable(value.replace(/[^A-Za-z0-9_-]+/g, '-'))}`,
      ]),
    ),
  );
  return ({ words, facets }) => {
    const [chosen, ...others] = chosenIn(facets);
    return words.trim() !== '' || chosen === undefined || others.length > 0
      ? undefined
      : files.get(chosen.join(' '));
  };
}

/** The values of facets that have lists: all but kinds that are not written. */
const valuesWithLists = (site: Site, kinds: ReadonlySet<string>) =>
  SMALL_FACETS.flatMap((facet) =>
    site.search
      .allValues(facet)
      .filter(({ value }) => facet !== 'kind' || kinds.has(value))
      .map(({ value, count }) => ({ facet, value, count })),
  );

/** The lists of the values of facets. */
const listsOfValues = (site: Site, kinds: ReadonlySet<string>): readonly PagedList[] =>
  valuesWithLists(site, kinds).map(({ facet, value, count }) =>
    searchList({ words: '', facets: { [facet]: [value] } }, count),
  );

/** The lists of a record, where its page has only the first: what refers to it by a property, and its works. */
function* listsOfRecord(site: Site, { path, kind }: ResourceSummary): Generator<PagedList> {
  for (const { property, count } of site.index.referrers(path, 1))
    if (hasOwnList({ site }, kind, property, count))
      yield {
        pages: Math.ceil(count / LIST_SIZE),
        addressOf: (page) => linkedAddress(path, property, page),
      };
  const shown = worksShown(kind);
  if (shown === undefined) return;
  const request = { words: '', facets: {}, of: path } as const;
  const { total } = site.search.page(request, 0, 0);
  if (total > shown) yield searchList(request, total);
}

const searchList = (request: SearchRequest, count: number): PagedList => ({
  pages: Math.ceil(count / LIST_SIZE),
  addressOf: (page) => searchAddress(request, { page }),
});
