import type { Report } from '../../base/events.js';
import type { Feature } from '../../cli/feature.js';
import { addedLinks, addedPages } from './added-pages.js';
import { createApp } from './app.js';
import { addressOf } from './layout.js';
import type { MapTiles } from './map/map-tiles.js';
import type { LocalImages } from './pictures/pictures.js';
import type { RecordExplainer } from './record/explain-page.js';
import type { OpenPages } from './serve.js';
import { openSite, prepareSite, type Site, type SiteOptions } from './site.js';
import { SiteThread } from './site-thread.js';
import { Streams } from './streams.js';

interface PagesOptions extends SiteOptions {
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
  /** The options of the call, for these features. */
  readonly options: object;
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
      const { features, onError, publicOrigin, report } = options;
      const streams = new Streams(onError);
      const closed: (() => Promise<void>)[] = [];
      const onClose = (close: () => Promise<void>): void => void closed.push(close);
      const app = createApp({
        site,
        streams,
        publicOrigin,
        exportPart: (job) => thread.export(source, job),
        ...(explainer && { explainer }),
        tiles: options.tiles,
        images: options.images,
        addedPages: await addedPages(features, {
          ...{ site, streams, report, onClose },
          ...{ options: options.options, isServed: true, pid: options.pid },
        }),
        linksOfRecord: await addedLinks(features, onError),
        onError,
      });
      // What these pages count of the whole release is remembered, and what they load is loaded: no visitor waits.
      const [story] = site.index.all<{ path: string }>(
        "SELECT path FROM resource WHERE kind = 'item' LIMIT 1",
      );
      for (const path of [
        '/',
        '/map',
        '/search?kind=item',
        ...(story === undefined ? [] : [addressOf(story.path)]),
      ])
        await app.request(path);
      return {
        app,
        close: async () => {
          await Promise.all([thread.close(), explainer?.close(), ...closed.map((close) => close())]);
          site.close();
        },
      };
    } catch (thrown) {
      await thread.close();
      throw thrown;
    }
  };
}

/** What a thread can be sent. */
const siteOptions = ({ folder, indexFolder, temporary, pid }: SiteOptions): SiteOptions => ({
  folder,
  indexFolder,
  temporary,
  pid,
});
