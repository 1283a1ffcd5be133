import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { bytesOfFile, pathBelow } from '../../base/file-bytes.js';
import { contentHash } from '../../model/rdf/content-hash.js';
import { CHART_STYLE } from '../../release/report-pages/charts.js';
import type { QueryEngine } from '../query/engine.js';
import { AboutPage } from './about-page.js';
import { addAskRoutes } from './ask-routes.js';
import { ATOM, atomFeed } from './atom-feed.js';
import { limitBody } from './body-limit.js';
import {
  CITATION_FORMATS,
  type CitationFormat,
  citationIn,
  citedPath,
  isCitationFormat,
} from './citations.js';
import { robotsText, sitemap, sitemapIndex, XML } from './crawlers.js';
import { ExplainPage, limited, type RecordExplainer } from './explain-page.js';
import { feedFile } from './feed-files.js';
import { IIIF_FOLDER } from './iiif/iiif-addresses.js';
import { addIiifRoutes } from './iiif/iiif-routes.js';
import type { ResourceDocument } from './index/release-index.js';
import type { SearchRequest } from './index/result-search.js';
import { LANGUAGES, type Language } from './interface-words.js';
import {
  addressInFormat,
  addressOf,
  Layout,
  labelOf,
  type PageContext,
  type PagesAsFiles,
  pageContext,
} from './layout.js';
import { MapPage, mapContent } from './map-page.js';
import { type MapTiles, originOf } from './map-tiles.js';
import { boxOf, IRELAND, zoomOf } from './map-view.js';
import { NewPage } from './new-page.js';
import { PeoplePage } from './people-page.js';
import { TimelinePage } from './picture-pages.js';
import { type LocalImages, pictureOfRelease, picturePolicy, picturesOf } from './pictures.js';
import { ReadPage, readPageOf } from './read-page.js';
import { addReconcileRoutes } from './reconcile/reconcile-routes.js';
import { publicationOf, RecordPage } from './record-page.js';
import { readChanges } from './release-changes.js';
import {
  RELEASED_PAGE_POLICY,
  RELEASED_PAGES,
  ReleasedPage,
  type ReleasedPageName,
  releasedPageContent,
} from './released-page.js';
import { negotiate, SUFFIXES, type Suffix, serialise, THINGS } from './representations.js';
import { ResultCard } from './result-card.js';
import {
  EXPORT_TYPES,
  type ExportFormat,
  type ExportJob,
  type ExportOutput,
  exportSearch,
} from './search-export.js';
import { PAGE_SIZE, SearchPage, searchOf } from './search-page.js';
import type { Site } from './site.js';
import { StartPage } from './start-page.js';
import {
  filteredAddress,
  releasedTable,
  TablePage,
  TablesPage,
  tableAsCsv,
  tableRequestOf,
} from './table-pages.js';

/** Bytes of a request's body, at most. */
const MOST_BODY = 1 << 20;
/** Pages of a list, at most. */
const MOST_PAGES = 10_000;
/** Exports of searches that are sent at a time. */
const MOST_EXPORTS = 4;

/** Methods of all other addresses. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** Addresses that forms are posted to. */
const POSTED: ReadonlySet<string> = new Set(['/sparql', '/sparql/', '/reconcile', '/reconcile/']);

/** What pages may load: nothing of other hosts, and no script or style in a page. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** Files of the release that are pages have their style in themselves, and no script. */
const SELF_CONTAINED =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Addresses whose answers also depend on a SPARQL endpoint or a harvest. */
const DEPEND_ON_MORE = /^\/(sparql|explain)/;

/** What an answer depends on besides its address. */
const VARY = 'Accept, Accept-Language, Cookie';

export interface AppOptions {
  readonly site: Site;
  /** The engine of `/sparql` and `/ask`, opened at the first query; without one there are no such pages. */
  readonly openEngine?: () => Promise<QueryEngine>;
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
  /** Where the answers are written as files. */
  readonly asFiles?: PagesAsFiles | undefined;
  /** Called with errors of the server, which clients see as a 500 without details. */
  readonly onError: (error: unknown) => void;
}

/** The pages of a release, as a function from request to response. */
export function createApp({
  site,
  openEngine,
  publicOrigin,
  exportPart,
  explainer,
  tiles,
  images,
  asFiles,
  onError,
}: AppOptions): Hono {
  const app = new Hono();
  const version =
    publicOrigin === undefined ? site.version : contentHash({ version: site.version, publicOrigin });
  const requestOrigin = (c: Context): string => publicOrigin ?? new URL(c.req.url).origin;
  const contextOf = (c: Context): PageContext => {
    const { pathname, search } = new URL(c.req.url);
    return pageContext({
      origin: requestOrigin(c),
      site,
      language: languageOf(c),
      address: pathname + search,
      canAsk: openEngine !== undefined,
      canExplain: (iri) => explainer?.isSent(iri) === true,
      localImages: images?.host,
      asFiles,
    });
  };
  const page = (
    c: Context,
    body: unknown,
    status: 200 | 404 | 410 | 503 = 200,
  ): Response | Promise<Response> => {
    c.header('Vary', VARY);
    return c.html(body as string, status);
  };
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) {
      // Headers of a 304 replace those that the browser keeps (RFC 9111, section 3.2): the policy of some pages is their own.
      if (c.res.status === 304 && name === 'content-security-policy') continue;
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
  });
  // Before everything that may answer: viewers of other sites read refusals, too.
  app.use(`/${IIIF_FOLDER}/*`, async (c, next) => {
    await next();
    c.res.headers.set('Access-Control-Allow-Origin', '*');
  });
  app.use(async (c, next) => {
    if (METHODS.has(c.req.method) || POSTED.has(c.req.path)) return next();
    return c.text('Use GET or HEAD.\n', 405, { Allow: [...METHODS].join(', ') });
  });
  app.use(
    limitBody(MOST_BODY, (c) => c.text(`The body of a request has at most ${MOST_BODY} bytes.\n`, 413)),
  );
  // The event streams span releases: their files have tags of their own.
  app.get('/feed/*', async (c) => {
    const file = await feedFile(site, decoded(c.req.path.slice('/feed/'.length)));
    if (file === undefined) return c.notFound();
    const { ETag = '' } = file.headers;
    const known = c.req.header('if-none-match')?.split(/\s*,\s*/) ?? [];
    return known.some((tag) => tag.replace(/^W\//, '') === ETag)
      ? c.body(null, 304, file.headers)
      : c.body(file.bytes, 200, file.headers);
  });
  // What is served depends on the release, the address, the language and the format.
  app.use(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const etag = `W/"${version}-${languageOf(c)}-${negotiate(c.req.header('accept')) ?? 'none'}"`;
    if (
      c.req
        .header('if-none-match')
        ?.split(/\s*,\s*/)
        .includes(etag) === true
    ) {
      return c.body(null, 304, { ETag: etag, Vary: VARY });
    }
    await next();
    if (c.res.status === 200 && !DEPEND_ON_MORE.test(c.req.path)) c.res.headers.set('ETag', etag);
    return undefined;
  });
  app.onError((error, c) => {
    onError(error);
    return c.text('Internal error', 500);
  });

  app.get('/', (c) => {
    const context = contextOf(c);
    const picture = pictureOfRelease(context);
    if (picture !== undefined) c.header('content-security-policy', picturePolicy(POLICY, [picture]));
    return page(c, <StartPage context={context} picture={picture} />);
  });
  app.get('/search', async (c) => {
    const context = contextOf(c);
    const request = searchOf((name) => c.req.query(name));
    const format = c.req.query('format') ?? '';
    if (Object.hasOwn(EXPORT_TYPES, format)) return sendExport(c, request, format as ExportFormat);
    return page(c, <SearchPage context={context} request={request} page={pageNumber(c)} />);
  });
  app.get('/map', (c) => {
    if (tiles !== undefined)
      c.header('content-security-policy', POLICY.replace('img-src', `img-src ${originOf(tiles)}`));
    return page(
      c,
      <MapPage
        context={contextOf(c)}
        request={searchOf((name) => c.req.query(name))}
        box={boxOf(c.req.query('box'))}
        page={pageNumber(c)}
        tiles={tiles}
      />,
    );
  });
  app.get('/map/view', (c) => {
    const request = searchOf((name) => c.req.query(name));
    const box = boxOf(c.req.query('box')) ?? IRELAND;
    return c.json(mapContent(contextOf(c), request, box, zoomOf(c.req.query('zoom'))), 200, { Vary: VARY });
  });
  app.get('/timeline', (c) =>
    page(c, <TimelinePage context={contextOf(c)} request={searchOf((name) => c.req.query(name))} />),
  );
  app.get('/people', (c) => {
    const request = { kind: c.req.query('kind'), letter: c.req.query('letter'), page: pageNumber(c) };
    return page(c, <PeoplePage context={contextOf(c)} request={request} />);
  });
  app.get('/tables', (c) => page(c, <TablesPage context={contextOf(c)} />));
  app.get('/tables/:table', (c) => {
    const table = releasedTable(c.req.param('table'));
    if (table === undefined) return c.notFound();
    const { searchParams } = new URL(c.req.url);
    const address = filteredAddress(table, searchParams);
    if (address !== undefined) return c.redirect(address, 303);
    const context = contextOf(c);
    const request = tableRequestOf(table, searchParams);
    if (c.req.query('format') === 'csv')
      return sendPieces(c, tableAsCsv(context, table, request), EXPORT_TYPES.csv);
    return page(c, <TablePage context={context} table={table} request={request} page={pageNumber(c)} />);
  });
  app.get('/read/*', (c) => {
    const context = contextOf(c);
    const path = new URL(c.req.url).pathname.slice('/read/'.length);
    const content = readPageOf(context, path, c.req.query('page'));
    if (content === undefined) return c.notFound();
    c.header('content-security-policy', picturePolicy(POLICY, content.picture ? [content.picture] : []));
    return page(c, <ReadPage context={context} content={content} />);
  });
  if (images !== undefined) app.get(`${images.path}/*`, (c) => images.fetch(c.req.raw));
  app.get('/about', (c) => page(c, <AboutPage context={contextOf(c)} />));
  let changes: ReturnType<typeof readChanges> | undefined;
  const changesOf = (): ReturnType<typeof readChanges> => {
    changes ??= readChanges(site);
    // What failed once may succeed later.
    changes.catch(() => {
      changes = undefined;
    });
    return changes;
  };
  app.get('/new', async (c) => {
    if (!(await site.isUnchanged())) return replaced(c);
    const request = { change: c.req.query('change'), kind: c.req.query('kind'), page: pageNumber(c) };
    return page(c, <NewPage context={contextOf(c)} changes={await changesOf()} request={request} />);
  });
  app.get('/new.atom', async (c) => {
    if (!(await site.isUnchanged())) return replaced(c);
    return text(c, atomFeed(contextOf(c), await changesOf()), ATOM);
  });
  app.get('/robots.txt', (c) => text(c, robotsText(requestOrigin(c)), 'text/plain; charset=utf-8'));
  app.get('/sitemap.xml', (c) => text(c, sitemapIndex(site, requestOrigin(c)), XML));
  app.get('/sitemaps/:name{[1-9][0-9]{0,5}\\.xml}', (c) => {
    const addresses = sitemap(site, requestOrigin(c), Number.parseInt(c.req.param('name'), 10));
    return addresses === undefined ? c.notFound() : text(c, addresses, XML);
  });
  app.get('/referring', (c) =>
    page(
      c,
      <ReferringPage
        context={contextOf(c)}
        to={c.req.query('to') ?? ''}
        by={c.req.query('by') ?? ''}
        page={pageNumber(c)}
      />,
    ),
  );
  app.get('/language/:language', (c) => {
    const language = LANGUAGES.find((one) => one === c.req.param('language')) ?? 'en';
    setCookie(c, 'language', language, { path: '/', sameSite: 'Lax', httpOnly: true, maxAge: 31_536_000 });
    return c.redirect(ownPath(c.req.query('to')), 303);
  });
  app.get('/assets/:name', async (c) => {
    const asset = ASSETS.get(c.req.param('name'));
    if (asset === undefined) return c.notFound();
    return c.body('file' in asset ? await readFile(asset.file) : asset.text, 200, {
      'Content-Type': asset.mediaType,
      'Cache-Control': 'max-age=3600',
    });
  });
  addReconcileRoutes(app, { contextOf });
  addIiifRoutes(app, { contextOf, missing });
  if (openEngine !== undefined) addAskRoutes(app, { contextOf, page, openEngine });
  if (explainer !== undefined) {
    const explain = limited(explainer.explain);
    app.get('/explain', async (c) => {
      const iri = c.req.query('iri') ?? '';
      const path = site.index.pathOf(iri);
      const documents = dataOnly(site.index.documents(iri), site);
      const isNode = site.manifest.base + path !== iri;
      if (documents.length === 0 || isNode || !explainer.isSent(iri)) return c.notFound();
      const records = await explain(iri, (subject) =>
        dataOnly(site.index.documents(subject), site).flatMap(({ quads }) => quads),
      );
      if (records === undefined)
        return c.text('Too many requests are waiting. Try again later.', 503, { 'Retry-After': '10' });
      if (records.length === 0) return c.notFound();
      return page(
        c,
        <ExplainPage context={contextOf(c)} path={path} documents={documents} records={records} />,
      );
    });
  }
  for (const name of Object.keys(RELEASED_PAGES) as ReleasedPageName[]) {
    app.get(`/${name}`, async (c) => {
      if (!(await site.isUnchanged())) return replaced(c);
      const content = await releasedPageContent(site, name);
      if (content === undefined) return sendFile(c, RELEASED_PAGES[name].file);
      c.header('content-security-policy', RELEASED_PAGE_POLICY);
      return page(c, <ReleasedPage context={contextOf(c)} name={name} content={content} />);
    });
    app.get(`/released/${name}.css`, async (c) => {
      if (!(await site.isUnchanged())) return replaced(c);
      const content = await releasedPageContent(site, name);
      return content === undefined ? c.notFound() : text(c, content.style, CSS);
    });
  }
  app.get('/files/*', (c) => sendFile(c, decoded(c.req.path.slice('/files/'.length))));
  app.get('/id', async (c) => {
    const iri = c.req.query('iri') ?? '';
    const { base } = site.manifest;
    const path = iri.startsWith(base) ? iri.slice(base.length) : '';
    // Only what the release describes, at an address that no browser reads as another host.
    if (
      path !== '' &&
      isOwnPath(`/${path}`) &&
      site.index.documents(iri).length > 0 &&
      c.req.query('format') === undefined
    )
      return c.redirect(`/${path}`, 303);
    const format = c.req.query('format') ?? negotiate(c.req.header('accept')) ?? '';
    if (isCitationFormat(format)) return cite(c, iri, format);
    return answer(c, iri, isSuffix(format) ? format : undefined);
  });
  app.get('*', async (c) => {
    const path = new URL(c.req.url).pathname.slice(1);
    const cited = citedPath(path);
    if (cited !== undefined && site.index.summary(path) === undefined)
      return cite(c, site.manifest.base + cited[0], cited[1]);
    const [, name = path, suffix] = /^(.*)\.([a-z]+)$/.exec(path) ?? [];
    if (suffix !== undefined && isSuffix(suffix) && site.index.summary(path) === undefined)
      return answer(c, site.manifest.base + name, suffix);
    const format = negotiate(c.req.header('accept'));
    const kind = site.index.summary(path)?.kind ?? '';
    if (format !== undefined && THINGS.has(kind)) {
      c.header('Vary', VARY);
      return c.redirect(addressInFormat(site, path, format), 303);
    }
    return answer(c, site.manifest.base + path, format);
  });
  app.notFound((c) => page(c, <Missing context={contextOf(c)} isGone={false} />, 404));

  function text(c: Context, body: string, mediaType: string): Response {
    return c.body(body, 200, { 'Content-Type': mediaType, Vary: VARY });
  }
  function replaced(c: Context): Response {
    return c.text('The release is being replaced. Try again in a moment.\n', 503, { 'Retry-After': '10' });
  }

  /** 410 for what was withdrawn, 404 for what the release has no statements about. */
  function missing(c: Context, iri: string): Response | Promise<Response> {
    const isGone = site.withdrawn.has(iri);
    return page(c, <Missing context={contextOf(c)} isGone={isGone} />, isGone ? 410 : 404);
  }

  /** How to cite a record, for programs that keep references. */
  function cite(c: Context, iri: string, format: CitationFormat): Response | Promise<Response> {
    const context = contextOf(c);
    const path = site.index.pathOf(iri);
    const summary = site.index.summary(path);
    const documents = dataOf(site.index.documents(iri), site);
    if (summary === undefined || documents.length === 0) return missing(c, iri);
    const notices = new Set(documents.flatMap(({ dataset }) => publicationOf(context, dataset) ?? []));
    const record = { summary, iri: iriAt(path, site), notices: [...notices] };
    return text(c, citationIn(context, record, format), CITATION_FORMATS[format].mediaType);
  }

  /** A resource in one of its formats; 410 when it was withdrawn, 404 when the release has no statements about it. */
  async function answer(c: Context, iri: string, suffix: Suffix | undefined): Promise<Response> {
    const context = contextOf(c);
    const path = site.index.pathOf(iri);
    const documents: readonly ResourceDocument[] = site.index.documents(iri);
    if (documents.length === 0) return missing(c, iri);
    if (suffix === undefined) {
      const offered = Object.entries(SUFFIXES).map(
        ([name, type]) => `${type}: ${addressInFormat(site, path, name)}`,
      );
      return c.text(`Not acceptable. There are\n${offered.join('\n')}\n`, 406, {
        Vary: VARY,
      });
    }
    const location = addressInFormat(site, path, suffix);
    if (!location.startsWith('/id?')) c.header('Content-Location', location);
    if (suffix === 'html') {
      const { shown } = picturesOf(context, path, documents);
      c.header('content-security-policy', picturePolicy(POLICY, shown));
      return page(c, <RecordPage context={context} path={path} documents={documents} />);
    }
    const quads = dataOf(documents, site).flatMap((document) => document.quads);
    const charset = suffix === 'jsonld' ? '' : '; charset=utf-8';
    return c.body(await serialise(quads, suffix, site.language), 200, {
      'Content-Type': `${SUFFIXES[suffix]}${charset}`,
      Vary: VARY,
      'Access-Control-Allow-Origin': '*',
    });
  }

  /** The results of a search, as a stream that ends when the client goes. */
  let exports = 0;
  async function* counted(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
    exports += 1;
    try {
      yield* pieces;
    } finally {
      exports -= 1;
    }
  }
  function sendExport(c: Context, request: SearchRequest, format: ExportFormat): Response {
    return sendPieces(
      c,
      exportSearch(site, request, format, languageOf(c), exportPart),
      EXPORT_TYPES[format],
    );
  }
  function sendPieces(c: Context, pieces: AsyncGenerator<string>, mediaType: string): Response {
    if (exports >= MOST_EXPORTS)
      return c.text('Too many results are being sent. Try again later.\n', 503, { 'Retry-After': '10' });
    return c.body(lazyStream(c, counted(pieces)), 200, { 'Content-Type': mediaType, Vary: VARY });
  }

  /**
   * A body of pieces that are made when they are read. The generator ends when the client goes. An error ends the connection:
   * the client sees that something is missing, and not what.
   */
  function lazyStream(c: Context, pieces: AsyncGenerator<string | Uint8Array>): ReadableStream {
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
    const encoder = new TextEncoder();
    let isRead = true;
    return new ReadableStream(
      {
        async pull(controller) {
          try {
            const { value, done } = await pieces.next();
            if (done === true) controller.close();
            else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
          } catch (thrown) {
            if (!isRead) return;
            onError(thrown);
            if (outgoing === undefined) throw thrown;
            outgoing.destroy();
            controller.close();
          }
        },
        async cancel() {
          isRead = false;
          await pieces.return(undefined);
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** A file of the release, as it is; only what the manifest names is served. */
  async function sendFile(c: Context, path: string): Promise<Response> {
    const file =
      site.files.get(path) ??
      (path === 'manifest.json' || path === 'README.md'
        ? { mediaType: 'text/plain', compression: 'none' }
        : undefined);
    if (file === undefined) return c.notFound();
    if (!(await site.isUnchanged())) return replaced(c);
    c.header(
      'Content-Type',
      file.compression === 'gzip' ? 'application/gzip' : `${file.mediaType}; charset=utf-8`,
    );
    if (file.mediaType === 'text/html') c.header('content-security-policy', SELF_CONTAINED);
    return c.body(lazyStream(c, bytesOfFile(await pathBelow(site.release, path), { isPacked: false })));
  }
  return app;
}

const isSuffix = (name: string): name is Suffix => Object.hasOwn(SUFFIXES, name);

/** The page of a list that an address asks for, from 1. */
const pageNumber = (c: Context): number =>
  Math.min(MOST_PAGES, Math.max(1, Math.floor(Number(c.req.query('page')) || 1)));

/** A path whose escapes are taken away; as it is when they are no UTF-8. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The IRI of a path of the index. */
const iriAt = (path: string, { manifest }: Site): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(path) ? path : manifest.base + path;

/** The statements of the data; of what no dataset describes, those of the description of the release. */
function dataOf(documents: readonly ResourceDocument[], site: Site): readonly ResourceDocument[] {
  const data = dataOnly(documents, site);
  return data.length > 0 ? data : documents;
}

const dataOnly = (documents: readonly ResourceDocument[], { manifest }: Site): readonly ResourceDocument[] =>
  documents.filter(({ dataset }) => manifest.datasets.some(({ name }) => name === dataset));

/** The language of a page: as chosen, else as the browser prefers (RFC 9110, section 12.5.4), else English. */
function languageOf(c: Context): Language {
  const chosen = getCookie(c, 'language');
  const found = LANGUAGES.find((one) => one === chosen);
  if (found !== undefined) return found;
  const ranges = (c.req.header('accept-language') ?? '').split(',').map((range) => {
    const [tag = '', quality = 'q=1'] = range
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return {
      language: LANGUAGES.find((one) => tag === one || tag.startsWith(`${one}-`)),
      quality: Number(quality.slice(2)) || 0,
    };
  });
  return (
    ranges.filter(({ language }) => language !== undefined).toSorted((a, b) => b.quality - a.quality)[0]
      ?.language ?? 'en'
  );
}

/** A path of this server, for a redirect; the start page when it is anything else. */
const ownPath = (to: string | undefined): string => (to !== undefined && isOwnPath(to) ? to : '/');

const isOwnPath = (path: string): boolean => /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path);

const ownAsset = (name: string, mediaType: string) => ({
  file: fileURLToPath(new URL(`../../../src/use/browse/assets/${name}`, import.meta.url)),
  mediaType,
});
const packageAsset = (name: string, mediaType: string) => ({
  file: createRequire(import.meta.url).resolve(name),
  mediaType,
});
const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

type Asset = { readonly mediaType: string } & ({ readonly file: string } | { readonly text: string });

/** Files of the interface. */
const ASSETS: ReadonlyMap<string, Asset> = new Map<string, Asset>([
  ['browse.css', ownAsset('browse.css', CSS)],
  ['charts.css', { text: CHART_STYLE, mediaType: CSS }],
  ['narrow.js', ownAsset('narrow.js', SCRIPT)],
  ['release-pages.css', ownAsset('release-pages.css', CSS)],
  ['icon.svg', ownAsset('icon.svg', 'image/svg+xml')],
  ['ask.js', ownAsset('ask.js', SCRIPT)],
  ['ask.css', ownAsset('ask.css', CSS)],
  ['yasqe.js', packageAsset('@zazuko/yasqe/build/yasqe.min.js', SCRIPT)],
  ['yasqe.css', packageAsset('@zazuko/yasqe/build/yasqe.min.css', CSS)],
  ['map.js', ownAsset('map.js', SCRIPT)],
  ['map.css', ownAsset('map.css', CSS)],
  ['outline-of-ireland.json', ownAsset('outline-of-ireland.json', 'application/json')],
  ['pictures.js', ownAsset('pictures.js', SCRIPT)],
  ['pictures.css', ownAsset('pictures.css', CSS)],
  ['openseadragon.js', packageAsset('openseadragon/build/openseadragon/openseadragon.min.js', SCRIPT)],
  ['leaflet.js', packageAsset('leaflet/dist/leaflet.js', SCRIPT)],
  ['leaflet.css', packageAsset('leaflet/dist/leaflet.css', CSS)],
]);

function Missing({ context, isGone }: { readonly context: PageContext; readonly isGone: boolean }) {
  const { words } = context;
  const title = isGone ? words('gone') : words('notFound');
  return (
    <Layout context={context} title={title}>
      <h1>{title}</h1>
      {!isGone && <p>{words('notFoundHint')}</p>}
    </Layout>
  );
}

/** All records that refer to one by one property. */
function ReferringPage({
  context,
  to,
  by,
  page,
}: {
  readonly context: PageContext;
  readonly to: string;
  readonly by: string;
  readonly page: number;
}) {
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
      <ol class="results" start={(page - 1) * PAGE_SIZE + 1}>
        {site.index.cards(records).map((card) => (
          <ResultCard context={context} card={card} />
        ))}
      </ol>
      <nav class="pages" aria-label={words('pagesOfResults')}>
        {page > 1 && <a href={at(page - 1)}>{words('older')}</a>}
        {records.length === PAGE_SIZE && <a href={at(page + 1)}>{words('newer')}</a>}
      </nav>
    </Layout>
  );
}
