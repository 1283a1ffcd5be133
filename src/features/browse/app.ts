import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { FolkloreError } from '../../base/errors.js';
import { contentHash } from '../../model/rdf/content-hash.js';
import { aboutPage } from './about-page.js';
import { assetFiles } from './asset-files.js';
import { limitBody } from './body-limit.js';
import { cataloguePage } from './catalogue-page.js';
import { crawlerPages } from './crawlers.js';
import { feedPage } from './feed-page.js';
import { type PageContext, pageContext } from './layout.js';
import { countiesPage } from './map/counties-page.js';
import { mapPages } from './map/map-page.js';
import type { MapTiles } from './map/map-tiles.js';
import { missing, type Page, POLICY, VARY } from './page.js';
import type { PagesAsFiles } from './page-files.js';
import { inLanguageOfAddress, isOwnPath, pathWithoutLanguage, splitAddress } from './page-language.js';
import { peoplePage } from './people-page.js';
import { type LocalImages, localPictures } from './pictures/pictures.js';
import { readPage } from './pictures/read-page.js';
import { explainPages, type RecordExplainer } from './record/explain-page.js';
import { keptPage } from './record/kept-page.js';
import { recordPages } from './record/record-routes.js';
import { referringPage } from './record/referring-page.js';
import { negotiate } from './record/representations.js';
import { releaseFiles } from './release-files.js';
import { releasedPages } from './released-page.js';
import { schoolsPage } from './schools-page.js';
import { comparePage } from './search/compare-page.js';
import { searchHelpPage } from './search/help-page.js';
import type { ExportJob, ExportOutput } from './search/search-export.js';
import { searchPage } from './search/search-page.js';
import { suggestPage } from './search/suggest-page.js';
import { timelinePage } from './search/timeline-page.js';
import type { Site } from './site.js';
import { startPage } from './start/start-page.js';
import type { Streams } from './streams.js';
import { usePage } from './use-page.js';

export interface AppOptions {
  readonly site: Site;
  /** Scheme and host that feeds, sitemaps and previews name; those of each request unless given. */
  readonly publicOrigin?: string | undefined;
  /** Does a part of an export, beside the thread that serves pages. */
  readonly exportPart: (job: ExportJob) => Promise<ExportOutput>;
  /** Explains records from their harvest; without it there is no `/explain`. */
  readonly explainer?: RecordExplainer;
  /** Tiles below the map, of another server: the only host that a page may ask. */
  readonly tiles?: MapTiles | undefined;
  /** Pictures of the sample world; those of other releases are at the hosts that the release names. */
  readonly images?: LocalImages | undefined;
  /** Pages of other features. */
  readonly addedPages?: readonly (Page & { readonly feature?: string })[] | undefined;
  /** Links of records to what other features make of them. */
  readonly linksOfRecord?: PageContext['linksOfRecord'] | undefined;
  readonly streams: Streams;
  /** The site, where the answers are written as files. */
  readonly asFiles?: PagesAsFiles | undefined;
  /** Called with errors of the server, which clients see as a 500 without details. */
  readonly onError: (error: unknown) => void;
}

/**
 * All pages, in the order of the links to them. The first matching page answers.
 *
 * @throws FolkloreError CONFIG_INVALID naming a feature that has the path of another page
 */
export function pagesOf({
  exportPart,
  explainer,
  tiles,
  images,
  addedPages = [],
  streams,
}: Omit<AppOptions, 'site' | 'onError'>): readonly Page[] {
  const pages: readonly Page[] = [
    startPage,
    searchPage(exportPart, streams),
    searchHelpPage,
    suggestPage,
    keptPage(exportPart, streams),
    ...mapPages(tiles),
    countiesPage,
    timelinePage,
    peoplePage,
    schoolsPage,
    comparePage,
    readPage,
    ...(explainer === undefined ? [] : explainPages(explainer)),
    ...releasedPages(streams),
    ...addedPages,
    aboutPage,
    usePage,
    // For programs.
    feedPage,
    releaseFiles(streams),
    cataloguePage,
    healthPage,
    // What the pages consist of.
    ...assetFiles,
    ...(images === undefined ? [] : [localPictures(images)]),
    // Records: the address of a record is its IRI.
    referringPage,
    ...recordPages,
  ];
  const paths = pages.flatMap(({ path }) => path);
  for (const { path, feature } of addedPages) {
    const taken = [path].flat().find((one) => paths.indexOf(one) !== paths.lastIndexOf(one));
    if (feature !== undefined && taken !== undefined)
      throw new FolkloreError(
        'CONFIG_INVALID',
        `The feature ${feature} has the page ${taken}, which is there already.`,
        { hint: 'Take the feature out of `features` in the configuration, or rename its page.' },
      );
  }
  return [...crawlerPages(pages), ...pages];
}

/** Whether the release can be read, for what watches the server. */
const healthPage: Page = {
  path: '/health',
  isLive: true,
  isNotForCrawlers: true,
  answer: (c, { site }) => {
    site.index.all('SELECT 1');
    return c.json({ status: 'pass', release: site.manifest.label }, 200, { 'Cache-Control': 'no-store' });
  },
};

/** What pages add to all pages, in the order of the pages. */
const partsOf = (pages: readonly Page[]): Pick<PageContext, 'links' | 'waysToTake' | 'services'> => ({
  links: pages.flatMap(({ path, link }) =>
    link === undefined ? [] : { ...link, href: [path].flat()[0] ?? '/' },
  ),
  waysToTake: pages.flatMap(({ wayToTake }) => wayToTake ?? []),
  services: pages.flatMap(({ path, service, files }) =>
    service === undefined ? [] : { href: [path].flat()[0] ?? '/', files, ...service },
  ),
});

/** Bytes of a request's body, at most. */
const MOST_BODY = 1 << 20;

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** The page of a path: the first one whose path fits. */
export function routesOf(pages: readonly Page[]): (path: string) => Page | undefined {
  const router = new TrieRouter<Page>();
  for (const page of pages) for (const path of [page.path].flat()) router.add('GET', path, page);
  return (path) => router.match('GET', path)[0][0]?.[0];
}

/**
 * The pages of a release, as a function from request to response.
 *
 * @param pages those of {@link pagesOf} unless given
 */
export function createApp(options: AppOptions, pages: readonly Page[] = pagesOf(options)): Hono {
  const { site, publicOrigin, onError } = options;
  const contextOf = contextsOf(options, pages);
  const version =
    publicOrigin === undefined ? site.version : contentHash({ version: site.version, publicOrigin });
  const pageOf = routesOf(pages);
  const app = new Hono({ getPath: pathWithoutLanguage });
  const isShared = (address: string): boolean => {
    const url = new URL(`http://127.0.0.1${address}`);
    const page = pageOf(url.pathname);
    return page?.isShared?.(url, site) ?? page?.files?.isShared === true;
  };
  app.use(addHeaders(isShared));
  app.use(inLanguageOfAddress(isShared));
  app.use(refuseOtherMethods(pages.flatMap(({ path, hasForms }) => (hasForms === true ? path : []))));
  app.use(
    limitBody(MOST_BODY, (c) => c.text(`The body of a request has at most ${MOST_BODY} bytes.\n`, 413)),
  );
  app.use(leadToWithoutSlash(site, pageOf));
  for (const { path, hasForms, isLive, formats = [], answer } of pages)
    app.on(hasForms === true ? 'ALL' : 'GET', [path].flat(), (c) => {
      const format = c.req.query('format') || 'html';
      if (hasForms !== true && format !== 'html' && !formats.includes(format))
        return c.text(
          `Not acceptable. The parameter "format" is one of ${['html', ...formats].join(', ')}.\n`,
          406,
        );
      const given = () => answer(c, contextOf(c));
      return isLive === true || !METHODS.has(c.req.method) ? given() : unlessKnown(c, version, given);
    });
  app.notFound((c) => missing(c, contextOf(c)));
  app.onError((error, c) => {
    onError(error);
    return c.text('Internal error', 500);
  });
  return app;
}

/** What a page needs to know of a request. */
function contextsOf(
  { site, publicOrigin, explainer, images, linksOfRecord = () => [], asFiles }: AppOptions,
  pages: readonly Page[],
): (c: Context) => PageContext {
  const parts = partsOf(pages);
  return (c) => {
    const { origin, pathname, search } = new URL(c.req.url);
    const { language, address } = splitAddress(pathname + search);
    return pageContext({
      origin: publicOrigin ?? origin,
      site,
      language,
      address,
      ...parts,
      linksOfRecord,
      canExplain: (iri) => explainer?.isSent(iri) === true,
      localImages: images?.host,
      asFiles,
    });
  };
}

/**
 * Adds the headers that every answer has.
 *
 * @param isShared whether all languages share an address
 */
const addHeaders =
  (isShared: (address: string) => boolean): MiddlewareHandler =>
  async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) {
      // Headers of a 304 replace those that the browser keeps (RFC 9111, section 3.2): the policy of some pages is their own.
      if (c.res.status === 304 && name === 'content-security-policy') continue;
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
    const { pathname, search } = new URL(c.req.url);
    // Pages are for people. Scripts of other sites may read everything else, refusals and redirects, too (Fetch, section 3.3).
    if (c.res.headers.get('content-type')?.startsWith('text/html') !== true || isShared(pathname + search))
      for (const [name, value] of Object.entries(FOR_OTHER_SITES)) c.res.headers.set(name, value);
  };

const FOR_OTHER_SITES = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Content-Location, ETag, Link',
} as const;

/** Methods of addresses without forms. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** @param forms paths of pages that answer other methods themselves */
const refuseOtherMethods =
  (forms: readonly string[]): MiddlewareHandler =>
  async (c, next) => {
    if (METHODS.has(c.req.method) || forms.includes(c.req.path)) return next();
    return c.text('Use GET or HEAD.\n', 405, { Allow: [...METHODS].join(', ') });
  };

/** Leads from an address with a slash at its end that nothing has to the page or the record that has it without. */
function leadToWithoutSlash(
  { index, manifest }: Site,
  pageOf: ReturnType<typeof routesOf>,
): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { pathname, search } = new URL(c.req.url);
    const { address } = splitAddress(pathname);
    if (c.res.status !== 404 || !METHODS.has(c.req.method) || !address.endsWith('/')) return;
    const path = address.slice(0, -1);
    const isPage = [pageOf(path)?.path ?? '*'].flat().every((one) => !one.includes('*'));
    if (isOwnPath(path) && (isPage || index.documents(manifest.base + path.slice(1)).length > 0))
      c.res = c.redirect(path + search, 301);
  };
}

/**
 * Answers 304 where the client has the answer. The answer depends on the release, the address and the format; a page
 * that has an ETag of its own keeps it.
 */
async function unlessKnown(
  c: Context,
  version: string,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  const etag = `W/"${version}-${negotiate(c.req.header('accept')) ?? 'none'}"`;
  const known = c.req.header('if-none-match')?.split(/\s*,\s*/) ?? [];
  if (known.includes(etag)) return c.body(null, 304, { ETag: etag, Vary: VARY });
  const response = await answer();
  if (response.status === 200 && !response.headers.has('ETag')) response.headers.set('ETag', etag);
  return response;
}
