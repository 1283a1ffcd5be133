import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { writingInto } from '../../base/disk-errors.js';
import { renameDurably, syncFolder } from '../../base/durable.js';
import { FolkloreError, interrupted, messageOf } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { EXIT } from '../../base/exit-codes.js';
import { measureFile } from '../../base/sha256.js';
import { counted } from '../../base/text.js';
import {
  isRelease,
  isThere,
  LATEST,
  linkTarget,
  lockReleases,
  repairLeftovers,
  replacedName,
  stagingName,
} from '../../pipeline/publish/staging.js';
import { listedDumps } from '../../release/delta/sorted-release.js';
import { MANIFEST, readManifest, readManifestIfValid } from '../../release/description/manifest.js';
import { appendRelease, type ReleaseToAppend, writingOf } from './append-release.js';
import { checkFeed } from './check-feed.js';
import { eraseSuperseded } from './erase-superseded.js';
import {
  DamagedFeed,
  EMPTY_FEED,
  FEED,
  FEED_STATE,
  type Feed,
  type FeedRelease,
  readFeed,
  writeFeed,
} from './feed-file.js';
import { writeViews } from './feed-views.js';

export interface FeedOrder {
  /** The folder of the releases. */
  readonly out: string;
  /** The process id for the lock of the folder; absent: no lock. */
  readonly pid?: number | undefined;
  /** Whether the streams are made again from the releases that are there. */
  readonly isRebuilt?: boolean;
  readonly report: Report;
  /** When aborted, the work ends before the next release. */
  readonly signal?: AbortSignal | undefined;
}

/** What was done. */
export interface UpdatedFeed {
  readonly folder: string;
  /** The names of the releases that were added. */
  readonly added: readonly string[];
  readonly feed: Feed;
}

/** What was added to the event streams. */
export function addedText({ folder, added, feed }: UpdatedFeed): string {
  if (added.length === 0) return `Event streams in ${folder}: nothing to add.`;
  const [last] = feed.releases.slice(-1);
  const pages = feed.releases
    .slice(-added.length)
    .flatMap(({ datasets }) => Object.values(datasets).flatMap((dataset) => dataset.pages));
  const versions = pages.reduce((sum, { members }) => sum + members, 0);
  return `Event streams in ${folder}: ${counted(versions, 'version')} on ${counted(pages.length, 'page')} added, up to the release ${last?.label}.`;
}

/**
 * Adds the releases that lead to `latest` and are not yet in the event streams, the earliest first. Streams that are missing
 * or damaged are made of the releases that are there. When it is killed, clients read what was there before, and the next
 * call goes on.
 *
 * @throws FolkloreError FILE_UNREADABLE when there is no release with N-Triples; STORE_UNUSABLE when another process writes
 *   into the folder; OUTPUT_UNWRITABLE; INTERRUPTED
 */
export async function updateFeed(order: FeedOrder): Promise<UpdatedFeed> {
  const { out, pid } = order;
  const folder = join(out, FEED);
  return writingInto(folder, async () => {
    const lock = await lockReleases(out, pid);
    try {
      await repairLeftovers(out);
      const before = order.isRebuilt === true ? undefined : await readableFeed(folder, order.report);
      return await (before === undefined ? rebuild(order) : addMissing(folder, before, order));
    } finally {
      await lock?.release();
    }
  });
}

/** What is in the streams; undefined when they are missing, or damaged. */
async function readableFeed(folder: string, report: Report): Promise<Feed | undefined> {
  try {
    const feed = await readFeed(folder);
    if (feed === undefined) {
      if (await isThere(folder)) await refuseForeign(folder);
      return undefined;
    }
    // A killed erasure has changed pages that are not listed yet. It is repeated before the pages are looked at.
    const [problem, ...more] =
      feed.releases.at(-1)?.isErased === false ? [] : await checkFeed(folder, feed, 'sizes');
    if (problem === undefined) return feed;
    throw new DamagedFeed(
      `${problem.file} ${problem.wrong}${more.length > 0 ? `, and ${more.length} more files` : ''}`,
    );
  } catch (thrown) {
    if (!(thrown instanceof DamagedFeed)) throw thrown;
    report({
      event: 'warning',
      message: `the event streams in ${folder} are damaged (${thrown.message}), and are made again from the releases that are there; clients should read them from the start`,
    });
    return undefined;
  }
}

/** @throws FolkloreError OUTPUT_UNWRITABLE when the folder has files of something else */
async function refuseForeign(folder: string): Promise<void> {
  if ((await readdir(folder)).length === 0) return;
  throw new FolkloreError(
    'OUTPUT_UNWRITABLE',
    `${folder} is there, and has no event streams of this program.`,
    {
      hint: 'Move it away, or set `feed: false`.',
      exitCode: EXIT.misuse,
    },
  );
}

/** Makes the streams beside their place, and puts them there. */
async function rebuild(order: FeedOrder): Promise<UpdatedFeed> {
  const { out } = order;
  const [folder, staging, former] = [FEED, stagingName(FEED), replacedName(FEED)].map((name) =>
    join(out, name),
  ) as [string, string, string];
  await mkdir(staging);
  const { feed, added } = await addMissing(staging, EMPTY_FEED, order);
  if (await isThere(folder)) await renameDurably(folder, former);
  await renameDurably(staging, folder);
  // If this fails, the next run removes it.
  await rm(former, { recursive: true, force: true }).catch(() => {});
  return { folder, feed, added };
}

async function addMissing(
  folder: string,
  before: Feed,
  { out, report, signal }: FeedOrder,
): Promise<UpdatedFeed> {
  await removeLeftovers(folder, before);
  const missing = await missingReleases(out, before, report);
  const latest = missing.at(-1)?.manifest ?? (await readManifestIfValid(join(out, LATEST)));
  const finish = async (feed: Feed): Promise<Feed> => {
    if (latest === undefined || feed.releases.at(-1)?.isErased !== false) return feed;
    const erased = await eraseSuperseded(folder, feed, writingOf(latest));
    await writeFeed(folder, erased);
    return erased;
  };
  let feed = await finish(before);
  for (const release of missing) {
    if (signal?.aborted === true)
      throw interrupted('adding releases to the event streams', 'clients read those before');
    report({ event: 'started', what: `adding ${release.manifest.label} to the event streams` });
    const next = await appendRelease(folder, feed, release);
    await syncFolder(folder);
    await writeFeed(folder, next);
    feed = await finish(next);
    await removeLeftovers(folder, feed).catch((thrown: unknown) =>
      report({
        event: 'warning',
        message: `not all earlier files of the event streams could be removed; the next run removes these: ${messageOf(thrown)}`,
      }),
    );
  }
  await writeViews(folder, feed);
  return { folder, feed, added: feed.releases.slice(before.releases.length).map(({ name }) => name) };
}

/** Removes pages and states that the list does not name: those of a killed run, and states of earlier releases. */
async function removeLeftovers(folder: string, { streams, releases }: Feed): Promise<void> {
  const last = releases.at(-1)?.name;
  const remove = async (within: string, isKept: (name: string) => boolean): Promise<void> => {
    for (const entry of await readdir(within, { withFileTypes: true }).catch(() => []))
      if (entry.isDirectory() && !isKept(entry.name)) await rm(join(within, entry.name), { recursive: true });
  };
  await remove(join(folder, FEED_STATE), (name) => name === last);
  for (const dataset of Object.keys(streams))
    await remove(join(folder, dataset), (name) =>
      releases.some((one) => one.name === name && one.datasets[dataset] !== undefined),
    );
  await remove(folder, (name) => name === FEED_STATE || name in streams);
}

/**
 * The releases to add: `latest`, and those before it, each compared with the next, back to one that is in the streams, or to
 * the first that is there and has N-Triples. If `latest` leads back to an earlier release of the streams, this one is added again.
 */
async function missingReleases(out: string, { releases }: Feed, report: Report): Promise<ReleaseToAppend[]> {
  const missing: ReleaseToAppend[] = [];
  let label: string | undefined = await latestLabel(out);
  const seen = new Set<string>();
  while (label !== undefined && !seen.has(label)) {
    seen.add(label);
    const path: string = join(out, label);
    const isFirst = missing.length === 0;
    const manifest = isFirst
      ? await readManifest(path).catch(unusable(path))
      : await readManifestIfValid(path);
    if (manifest === undefined || (await isRelease(path)) !== 'release') break;
    const digest = measureFile(join(path, MANIFEST)).sha256;
    const isIt = (one: FeedRelease): boolean => one.label === label && one.manifest === digest;
    if (releases.some(isIt)) {
      if (isFirst && !releases.slice(-1).some(isIt)) missing.push({ path, manifest, digest });
      break;
    }
    if (![...(await listedDumps(path)).keys()].some((name) => /\.nt(?:\.gz)?$/.test(name))) {
      if (isFirst) throw withoutNtriples(path);
      report({ event: 'note', message: `the event streams begin after ${label}, which has no N-Triples` });
      break;
    }
    missing.push({ path, manifest, digest });
    label = PLAIN_LABEL.test(manifest.previous ?? '') ? (manifest.previous ?? undefined) : undefined;
  }
  return missing.reverse();
}

/** A label that is the name of a folder beside the release. */
const PLAIN_LABEL = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The label that `latest` leads to. */
async function latestLabel(out: string): Promise<string> {
  const target = await linkTarget(out);
  if (target !== undefined) return basename(target);
  throw new FolkloreError('FILE_UNREADABLE', `There is no release in ${out} that ${LATEST} leads to.`, {
    hint: 'Event streams are made of releases that `folklore-ld build` or `export` has made, without --sample.',
    exitCode: EXIT.misuse,
  });
}

const unusable =
  (path: string) =>
  (cause: unknown): never => {
    throw new FolkloreError('FILE_UNREADABLE', `${path} is no release that can be read.`, {
      hint: '`folklore-ld verify` names what is wrong with it.',
      exitCode: EXIT.misuse,
      cause,
    });
  };

const withoutNtriples = (path: string): FolkloreError =>
  new FolkloreError('FILE_UNREADABLE', `${path} has no N-Triples, which event streams are made of.`, {
    hint: 'Build it with nt among the formats: --formats ttl,nt,jsonld.',
    exitCode: EXIT.misuse,
  });
