import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../base/durable.js';
import { errorCode, messageOf } from '../../base/errors.js';
import { parseForeignJson, textBelow } from '../../base/file-bytes.js';

/** The folder of the event streams, beside the releases. */
export const FEED = 'feed';
/** The file with what is in them, from which their views are written. */
const FEED_FILE = 'feed.json';
/** The folder with what the next release is compared with. No client reads it. */
export const FEED_STATE = '.state';
/** The view of a stream in its folder, and the list of all streams. */
export const VIEW = 'index.ttl';
/** The media types of the files that clients read, by ending. */
export const FEED_TYPES: Readonly<Record<string, string>> = {
  ttl: 'text/turtle; charset=utf-8',
  trig: 'application/trig; charset=utf-8',
};

const FORMAT = 'folklore-ld-feed';
/** Goes up with each change that a reader of the version before would misread. */
const VERSION = 1;

const count = z.int().min(0);
/** One segment of a path. */
const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._~-]*$/);

const PAGE = z.strictObject({ file: name, bytes: count, sha256: z.string(), members: count });

const DATASET = z.strictObject({ licence: z.string(), pages: z.array(PAGE) });

const RELEASE = z.strictObject({
  /** Its label, followed by `~2` when the label was replaced. */
  name,
  label: name,
  /** The checksum of its manifest. */
  manifest: z.string(),
  /** The moment of its first page, in milliseconds since 1970; the following ones are one apart. */
  from: count,
  /** Whether its list of what is suppressed is about the release before it here. */
  isCompared: z.boolean(),
  /** Whether superseded versions of what it suppresses have been removed from the pages. */
  isErased: z.boolean(),
  /** Datasets in which something has changed, by name. */
  datasets: z.record(name, DATASET),
});

const FILE = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** Every dataset that any of the releases has, with the licence and the graph of the last one. */
  streams: z.record(name, z.strictObject({ licence: z.string(), graph: z.string() })),
  /** The files of the state after the last release, by their names; absent in streams of 0.1.0. */
  state: z.record(name, z.strictObject({ bytes: count, sha256: z.string() })).optional(),
  releases: z.array(RELEASE),
});

/** What is in the event streams. */
export type Feed = z.infer<typeof FILE>;
export type FeedRelease = z.infer<typeof RELEASE>;
export type FeedPage = z.infer<typeof PAGE>;

/** The streams before the first release. */
export const EMPTY_FEED: Feed = { format: FORMAT, version: VERSION, streams: {}, state: {}, releases: [] };

/** The event streams cannot be read. */
export class DamagedFeed extends Error {}

/**
 * Reads what is in the event streams of a folder.
 *
 * @returns undefined when there are none
 * @throws DamagedFeed
 */
export async function readFeed(folder: string): Promise<Feed | undefined> {
  try {
    const read = FILE.safeParse(parseForeignJson(await textBelow(folder, FEED_FILE)));
    if (read.success) return read.data;
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return undefined;
    throw new DamagedFeed(`${FEED_FILE} cannot be read: ${messageOf(thrown)}`);
  }
  throw new DamagedFeed(`${FEED_FILE} is not what this program writes`);
}

/** Writes what is in the event streams: what it does not name is in no stream. */
export const writeFeed = (folder: string, feed: Feed): Promise<void> =>
  replaceFile(join(folder, FEED_FILE), `${JSON.stringify(feed, undefined, 1)}\n`);

/** The folder of the pages of a release in a stream. */
export const pagesFolder = (folder: string, dataset: string, release: string): string =>
  join(folder, dataset, release);

/** The state after a release: its records by dataset, and what it suppresses. */
export const stateFolder = (folder: string, release: string): string => join(folder, FEED_STATE, release);

/** The file of the records of a stream, in the folder of a state. */
export const stateFile = (dataset: string): string => `${dataset}.tsv.gz`;

/** The list of a release of what is suppressed, in the folder of the state after it. */
export const STATE_LIST = 'suppressed.txt';

/** The moment of a page of a release, by its number from 0. */
export const momentOf = ({ from }: Pick<FeedRelease, 'from'>, page: number): string =>
  new Date(from + page).toISOString();

/** The moment of the first page of the next release: its day, or the moment after everything before. */
export function nextMoment({ releases }: Feed, issued: string): number {
  const last = releases.at(-1);
  const pages = Object.values(last?.datasets ?? {}).map((dataset) => dataset.pages.length);
  return Math.max(
    Date.parse(`${issued}T00:00:00Z`),
    last === undefined ? 0 : last.from + Math.max(1, ...pages),
  );
}

/** The name of a release in the streams: a label that is there gets a number. */
export function nameFor({ releases }: Feed, label: string): string {
  const times = releases.filter((release) => release.label === label).length;
  return times === 0 ? label : `${label}~${times + 1}`;
}
