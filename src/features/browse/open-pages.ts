import { FolkloreError } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import type { Feature } from '../../cli/feature.js';
import { type QueryEngine, QueryProblem } from '../query/engine.js';
import { addedPages } from './added-pages.js';
import { createApp } from './app.js';
import type { MapTiles } from './map/map-tiles.js';
import type { LocalImages } from './pictures/pictures.js';
import type { RecordExplainer } from './record/explain-page.js';
import type { OpenPages } from './serve.js';
import { openSite, prepareSite, type Site, type SiteOptions } from './site.js';
import { SiteThread } from './site-thread.js';

interface PagesOptions extends SiteOptions {
  /** Opens the engine of `/sparql` and `/ask`, at the first query. */
  readonly openEngine: (site: Site) => Promise<QueryEngine>;
  /** Explains the records of the release from their harvest, if there is one. */
  readonly openExplainer?:
    | ((site: Site) => Promise<RecordExplainer & { close(): Promise<void> }>)
    | undefined;
  /** Tiles below the map, if the operator has named some. */
  readonly tiles?: MapTiles | undefined;
  /** Pictures of the sample world, which no other server has. */
  readonly images?: LocalImages | undefined;
  /** Scheme and host that feeds, sitemaps and previews name; those of each request unless given. */
  readonly publicOrigin?: string | undefined;
  /** Add pages. */
  readonly features: readonly Feature[];
  /** Called with errors of the server, which clients see as a 500 without details. */
  readonly onError: (error: unknown) => void;
  readonly report: Report;
}

/**
 * A function that opens the pages of a release: the first time with a report of what the index takes; later, when another
 * release has taken its place, in a thread, so that the pages of the one before go on being served.
 */
export function pagesOpener(options: PagesOptions): () => Promise<OpenPages> {
  let isFirst = true;
  return async () => {
    const thread = new SiteThread();
    try {
      const source = isFirst
        ? await prepareSite(options, options.report)
        : await thread.prepare(siteOptions(options));
      const site = await openSite(source);
      const explainer = await options.openExplainer?.(site);
      if (!isFirst)
        options.report({
          event: 'note',
          message: `the release has been replaced: serving ${site.manifest.label}`,
        });
      isFirst = false;
      let engine: Promise<QueryEngine> | undefined;
      const openEngine = (): Promise<QueryEngine> => {
        engine ??= options.openEngine(site).catch(asProblem);
        // What failed once may succeed later.
        engine.catch(() => {
          engine = undefined;
        });
        return engine;
      };
      const { onError, publicOrigin } = options;
      const app = createApp({
        site,
        openEngine,
        publicOrigin,
        exportPart: (job) => thread.export(source, job),
        ...(explainer && { explainer }),
        tiles: options.tiles,
        images: options.images,
        addedPages: await addedPages(options.features),
        onError,
      });
      // What these pages count of the whole release is remembered: no visitor waits for the counts.
      for (const path of ['/', '/map']) await app.request(path);
      return {
        app,
        isCurrent: () => site.isCurrent(),
        close: async () => {
          await Promise.all([
            thread.close(),
            explainer?.close(),
            engine?.then(
              (one) => one.close(),
              () => {},
            ),
          ]);
          site.close();
        },
      };
    } catch (thrown) {
      await thread.close();
      throw thrown;
    }
  };
}

/** An error of the operator, such as a release that the engine cannot hold, as the answer to those who ask. */
function asProblem(thrown: unknown): never {
  if (!(thrown instanceof FolkloreError)) throw thrown;
  throw new QueryProblem(503, [thrown.message, thrown.hint ?? ''].join(' ').trim());
}

/** What a thread can be sent. */
const siteOptions = ({ folder, indexFolder, temporary, pid }: SiteOptions): SiteOptions => ({
  folder,
  indexFolder,
  temporary,
  pid,
});
