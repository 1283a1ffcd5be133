import { dirname, extname, join } from 'node:path';
import { readWhole } from '../../base/file-bytes.js';
import { sha256 } from '../../base/sha256.js';
import { FEED, FEED_TYPES, readFeed, VIEW } from '../feed/feed-file.js';

/** A file of the event streams. */
interface FeedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** The release that is served. */
interface BesideRelease {
  /** Its folder. */
  readonly release: string;
}

/** The folder of the event streams beside a release. */
export const feedFolder = ({ release }: BesideRelease): string => join(dirname(release), FEED);

/** The paths of the files that clients read: views and pages, below the folder of the streams. */
const PATH = /^(?:[a-z][a-z-]*\/)?index\.ttl$|^[a-z][a-z-]*\/[A-Za-z0-9][A-Za-z0-9._~-]*\/\d{4,9}\.trig$/;

/**
 * How long caches keep a page, in seconds. A page is never changed but to remove what has been withheld, and then it must go
 * from caches, too.
 */
const PAGE_AGE = 86_400;

/** A file of the event streams beside a release, by its path; undefined when there is none. */
export async function feedFile(site: BesideRelease, path: string): Promise<FeedFile | undefined> {
  if (!PATH.test(path)) return undefined;
  const bytes = await readWhole(join(feedFolder(site), path)).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const isView = path.endsWith(VIEW);
  return {
    bytes: new Uint8Array(bytes),
    headers: {
      'Content-Type': FEED_TYPES[extname(path).slice(1)] ?? '',
      'Cache-Control': isView ? 'no-cache' : `public, max-age=${PAGE_AGE}, immutable`,
      ETag: `"${sha256(bytes).slice(0, 32)}"`,
    },
  };
}

/** The paths and sizes of all files of the event streams beside a release that clients read; none when there are no streams. */
export async function feedPaths(site: BesideRelease): Promise<readonly { path: string; bytes: number }[]> {
  const feed = await readFeed(feedFolder(site)).catch(() => undefined);
  if (feed === undefined) return [];
  const views = [VIEW, ...Object.keys(feed.streams).map((dataset) => `${dataset}/${VIEW}`)];
  const pages = feed.releases.flatMap(({ name, datasets }) =>
    Object.entries(datasets).flatMap(([dataset, { pages }]) =>
      pages.map(({ file, bytes }) => ({ path: `${dataset}/${name}/${file}`, bytes })),
    ),
  );
  return [...views.map((path) => ({ path, bytes: 0 })), ...pages];
}
