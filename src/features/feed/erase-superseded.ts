import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../base/durable.js';
import { sha256 } from '../../base/sha256.js';
import type { SerialisationContext } from '../../model/rdf/formats/format.js';
import { isSuppressedIri, type Suppressed } from '../../release/delta/lines.js';
import { asBytes } from '../../release/delta/sorted-release.js';
import { readList } from '../../release/delta/suppressed-list.js';
import {
  type Feed,
  type FeedPage,
  type FeedRelease,
  pagesFolder,
  STATE_LIST,
  stateFolder,
} from './feed-file.js';
import { PageWriter, readPage, type Version } from './feed-page.js';
import { liveRecords } from './live-records.js';

/** A version that is superseded, or may be. */
interface Candidate {
  readonly page: FeedPage;
  readonly record: string;
  /** The number of its release. */
  readonly release: number;
}

/**
 * Removes versions from the pages of earlier releases: those that are superseded and speak of what the last release
 * suppresses. If the last release was not compared with the one before it here, nothing is known of what it suppresses; then
 * everything that it supersedes is removed. Pages keep their names, deletions and latest versions.
 *
 * It may be killed at any time, and then called again.
 *
 * @returns what is in the streams after it
 * @throws the error of the file system; Error when a page is damaged
 */
export async function eraseSuperseded(
  folder: string,
  feed: Feed,
  writing: Pick<SerialisationContext, 'base' | 'prefixes'>,
): Promise<Feed> {
  const last = feed.releases.at(-1);
  if (last === undefined || last.isErased) return feed;
  const listed = await readList(join(stateFolder(folder, last.name), STATE_LIST));
  const superseding = last.isCompared ? undefined : await versionsOfLast(folder, feed);
  const suppressed = new Set([...listed, ...[...(superseding ?? [])].flatMap(([, { gone }]) => [...gone])]);
  const releases = structuredClone(feed.releases);
  if (suppressed.size > 0 || superseding !== undefined)
    for (const dataset of Object.keys(feed.streams)) {
      const own = superseding?.get(dataset);
      const isMeant = (one: Version): boolean =>
        own?.all.has(one.record) === true || speaksOf(one, suppressed);
      const candidates = await candidatesIn(folder, releases, dataset, isMeant);
      if (candidates.length === 0) continue;
      const latest = await latestOf(
        folder,
        last.name,
        dataset,
        new Set(candidates.map(({ record }) => record)),
      );
      const found = candidates.filter(({ record, release }) => latest.get(record) !== release);
      for (const page of new Set(found.map((one) => one.page))) {
        const ofPage = found.filter((one) => one.page === page);
        const [{ release = 0 } = {}] = ofPage;
        const path = join(pagesFolder(folder, dataset, releases[release]?.name ?? ''), page.file);
        Object.assign(
          page,
          await withoutVersions(path, new Set(ofPage.map(({ record }) => record)), writing),
        );
      }
    }
  return { ...feed, releases: releases.map((one) => ({ ...one, isErased: true })) };
}

/** Whether a version has a statement about what is suppressed, or one that refers to it. */
function speaksOf({ record, quads }: Version, suppressed: Suppressed): boolean {
  return (
    isSuppressedIri(record, suppressed) ||
    quads.some(
      ({ subject, predicate, object }) =>
        isSuppressedIri(subject.value, suppressed) ||
        suppressed.has(`${subject.value} ${predicate.value}`) ||
        (object.termType === 'NamedNode' && isSuppressedIri(object.value, suppressed)),
    )
  );
}

/**
 * The versions of earlier releases in a stream that are meant, but for deletions, which have no content. Pages that a killed
 * erasure has changed already are listed as they are now.
 */
async function candidatesIn(
  folder: string,
  releases: readonly FeedRelease[],
  dataset: string,
  isMeant: (version: Version) => boolean,
): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const [number, { name, datasets }] of releases.slice(0, -1).entries())
    for (const page of datasets[dataset]?.pages ?? []) {
      const bytes = await readFile(join(pagesFolder(folder, dataset, name), page.file));
      const { versions } = readPage(bytes.toString('utf8'));
      Object.assign(page, { bytes: bytes.length, sha256: sha256(bytes), members: versions.length });
      for (const one of versions)
        if (one.activity !== 'Delete' && isMeant(one))
          found.push({ page, record: one.record, release: number });
    }
  return found;
}

/** The release that has the latest version of a record, for some records of a stream; none for those that are gone. */
async function latestOf(
  folder: string,
  last: string,
  dataset: string,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const byBytes = new Map([...wanted].map((record) => [asBytes(record), record]));
  const latest = new Map<string, number>();
  for await (const { record, release } of liveRecords(stateFolder(folder, last), dataset)) {
    const one = byBytes.get(record);
    if (one !== undefined) latest.set(one, release);
  }
  return latest;
}

/** The records that the last release has a version of, by stream, and those of them that are gone. */
async function versionsOfLast(
  folder: string,
  { releases }: Feed,
): Promise<ReadonlyMap<string, { readonly all: Set<string>; readonly gone: Set<string> }>> {
  const { name = '', datasets = {} } = releases.at(-1) ?? {};
  const found = new Map<string, { readonly all: Set<string>; readonly gone: Set<string> }>();
  for (const [dataset, { pages }] of Object.entries(datasets)) {
    const own = { all: new Set<string>(), gone: new Set<string>() };
    found.set(dataset, own);
    for (const { file } of pages) {
      const { versions } = readPage(await readFile(join(pagesFolder(folder, dataset, name), file), 'utf8'));
      for (const { record, activity } of versions) {
        own.all.add(record);
        if (activity === 'Delete') own.gone.add(record);
      }
    }
  }
  return found;
}

/** Writes a page again, without the versions of some records. */
async function withoutVersions(
  path: string,
  records: ReadonlySet<string>,
  writing: Pick<SerialisationContext, 'base' | 'prefixes'>,
): Promise<Omit<FeedPage, 'file'>> {
  const { versions, licence } = readPage(await readFile(path, 'utf8'));
  const kept = versions.filter(({ record, activity }) => activity === 'Delete' || !records.has(record));
  const writer = new PageWriter(writing);
  const page = Buffer.from(
    writer.page(
      kept.map((one) => writer.version(one)),
      licence,
    ),
  );
  await replaceFile(path, page);
  return { bytes: page.length, sha256: sha256(page), members: kept.length };
}
