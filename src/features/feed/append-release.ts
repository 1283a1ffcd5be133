import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moveDurably, PARTIAL, syncAll } from '../../base/durable.js';
import { measureFile, sha256 } from '../../base/sha256.js';
import { readContext } from '../../model/rdf/context.js';
import type { SerialisationContext } from '../../model/rdf/formats/format.js';
import { dataPrefixes, mintIris } from '../../model/rdf/iris.js';
import { parseText } from '../../model/rdf/parse.js';
import { compareKeys, recordKey } from '../../model/rdf/record-order.js';
import { badTerms } from '../../model/rdf/term-check.js';
import { type RecordLines, SortedFile } from '../../release/delta/dataset-pair.js';
import { asText, type NtriplesFile, ntriplesOf, unreadable } from '../../release/delta/sorted-release.js';
import { listText, suppressedOf } from '../../release/delta/suppressed-list.js';
import type { ReleaseManifest } from '../../release/description/manifest.js';
import {
  type Feed,
  type FeedPage,
  type FeedRelease,
  momentOf,
  nameFor,
  nextMoment,
  pagesFolder,
  STATE_LIST,
  stateFolder,
} from './feed-file.js';
import { PageWriter, type Version } from './feed-page.js';
import { digestOf, type LiveRecord, LiveRecordsWriter, liveRecords } from './live-records.js';

/** What is on one page at most; one record that is longer has a page of its own. */
const MOST_MEMBERS = 1000;
const MOST_BYTES = 500_000;

/** A release to add to the streams. */
export interface ReleaseToAppend {
  /** Its folder. */
  readonly path: string;
  readonly manifest: ReleaseManifest;
  /** The checksum of manifest.json. */
  readonly digest: string;
}

/** The base and the prefixes of the pages of a release. */
export const writingOf = ({
  base,
  vocabularyBase,
}: Pick<ReleaseManifest, 'base' | 'vocabularyBase'>): Pick<SerialisationContext, 'base' | 'prefixes'> => ({
  base,
  prefixes: new Map([...readContext(undefined, vocabularyBase).prefixes, ...dataPrefixes(base)]),
});

/**
 * Writes the pages of a release: a version of each record that differs from the last one in the streams, dataset by dataset.
 * Clients see them only when the views name them.
 *
 * @param folder the folder of the streams
 * @param feed what is in them before
 * @returns what is in them after
 * @throws FolkloreError FILE_UNREADABLE when the release has no sorted N-Triples; the error of the file system
 */
export async function appendRelease(
  folder: string,
  feed: Feed,
  { path, manifest, digest }: ReleaseToAppend,
): Promise<Feed> {
  const { label } = manifest;
  const last = feed.releases.at(-1);
  const about = {
    name: nameFor(feed, label),
    label,
    manifest: digest,
    from: nextMoment(feed, manifest.issued),
    isCompared: last === undefined || last.label === manifest.previous,
    isErased: last === undefined,
  };
  const state = stateFolder(folder, about.name);
  await rm(state, { recursive: true, force: true });
  await mkdir(state, { recursive: true });
  const files = await ntriplesOf(path);
  const streams: Feed['streams'] = {
    ...feed.streams,
    ...Object.fromEntries(
      manifest.datasets.map(({ name, licence, graph }) => [name, { licence, graph }] as const),
    ),
  };
  const datasets: FeedRelease['datasets'] = {};
  const moves: (readonly [from: string, to: string])[] = [];
  for (const [dataset, { licence }] of Object.entries(streams)) {
    const to = pagesFolder(folder, dataset, about.name);
    const pages = new PagesWriter({
      folder: `${to}${PARTIAL}`,
      licence,
      release: about,
      dataset,
      writing: writingOf(manifest),
    });
    await appendDataset({
      file: files.find((one) => one.dataset === dataset),
      before:
        last !== undefined && dataset in feed.streams
          ? liveRecords(stateFolder(folder, last.name), dataset)
          : nothing(),
      after: await LiveRecordsWriter.create(state, dataset),
      number: feed.releases.length,
      base: manifest.base,
      pages,
    });
    const written = await pages.close();
    if (written.length === 0) continue;
    datasets[dataset] = { licence, pages: written };
    moves.push([`${to}${PARTIAL}`, to]);
  }
  await writeFile(join(state, STATE_LIST), listText(await suppressedOf(path)));
  await syncAll(state);
  const written = Object.fromEntries(
    (await readdir(state)).sort().map((file) => [file, measureFile(join(state, file))]),
  );
  for (const [from, to] of moves) {
    await rm(to, { recursive: true, force: true });
    await moveDurably(from, to);
  }
  return { ...feed, streams, state: written, releases: [...feed.releases, { ...about, datasets }] };
}

interface DatasetToAppend {
  /** The N-Triples of the release; undefined when it does not have the dataset. */
  readonly file: NtriplesFile | undefined;
  readonly before: AsyncGenerator<LiveRecord>;
  readonly after: LiveRecordsWriter;
  /** Of the release in the streams. */
  readonly number: number;
  readonly base: string;
  readonly pages: PagesWriter;
}

/** Compares the records of one dataset with those in the streams, both in their order. */
async function appendDataset({ file, before, after, number, base, pages }: DatasetToAppend): Promise<void> {
  const sorted = new SortedFile(file, base, () => {});
  const path = file?.path ?? '';
  try {
    let old = await next(before);
    for await (const { key, text } of recordsIn(sorted)) {
      while (old !== undefined && compareKeys(recordKey(old.record), key) < 0) {
        await pages.add(asText(old.record), 'Delete', undefined);
        old = await next(before);
      }
      const digest = digestOf(text);
      const isKnown = old?.record === key.record;
      const isSame = isKnown && old?.digest === digest;
      if (!isSame) await pages.add(asText(key.record), isKnown ? 'Update' : 'Create', { path, text });
      await after.add(isSame && old !== undefined ? old : { record: key.record, digest, release: number });
      if (isKnown) old = await next(before);
    }
    for (; old !== undefined; old = await next(before))
      await pages.add(asText(old.record), 'Delete', undefined);
    await after.close();
  } catch (thrown) {
    await after.abandon();
    throw thrown;
  } finally {
    await sorted.close();
    await before.return(undefined);
  }
}

/** The records of sorted N-Triples. */
async function* recordsIn(file: SortedFile): AsyncGenerator<RecordLines> {
  for (;;) {
    await file.fill();
    const whole = file.wholeRecords(file.rest.length);
    const some = whole.length > 0 ? whole : [await file.first()].filter((one) => one !== undefined);
    if (some.length === 0) return;
    file.take(some);
    yield* some;
  }
}

async function next(records: AsyncGenerator<LiveRecord>): Promise<LiveRecord | undefined> {
  const { value, done } = await records.next();
  return done === true ? undefined : value;
}

async function* nothing(): AsyncGenerator<LiveRecord> {}

interface PagesToWrite {
  /** Where they are written. */
  readonly folder: string;
  readonly licence: string;
  readonly release: Pick<FeedRelease, 'name' | 'from'>;
  readonly dataset: string;
  readonly writing: ReturnType<typeof writingOf>;
}

/** Writes the pages of one release in one stream, one after the other. */
class PagesWriter {
  readonly #to: PagesToWrite;
  readonly #writer: PageWriter;
  readonly #iri: ReturnType<typeof mintIris>;
  readonly #pages: FeedPage[] = [];
  #versions: string[] = [];
  #bytes = 0;

  constructor(to: PagesToWrite) {
    this.#to = to;
    this.#writer = new PageWriter(to.writing);
    this.#iri = mintIris(to.writing.base);
  }

  /** @param lines the lines of the record, one character a byte, and the file that has them */
  async add(
    record: string,
    activity: Version['activity'],
    lines: { readonly path: string; readonly text: string } | undefined,
  ): Promise<void> {
    const { release, dataset } = this.#to;
    const text = this.#writer.version({
      iri: this.#iri.version(dataset, release.name, record),
      record,
      activity,
      moment: momentOf(release, this.#pages.length),
      quads: lines === undefined ? [] : quadsIn(lines.text, lines.path),
    });
    this.#versions.push(text);
    this.#bytes += Buffer.byteLength(text);
    if (this.#versions.length >= MOST_MEMBERS || this.#bytes >= MOST_BYTES) await this.#flush();
  }

  /** Ends the last page. */
  async close(): Promise<FeedPage[]> {
    if (this.#versions.length > 0) await this.#flush();
    return this.#pages;
  }

  async #flush(): Promise<void> {
    const { folder, licence } = this.#to;
    if (this.#pages.length === 0) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
    }
    const file = `${String(this.#pages.length + 1).padStart(4, '0')}.trig`;
    const page = Buffer.from(this.#writer.page(this.#versions, licence));
    await writeFile(join(folder, file), page);
    this.#pages.push({ file, bytes: page.length, sha256: sha256(page), members: this.#versions.length });
    this.#versions = [];
    this.#bytes = 0;
  }
}

/**
 * The quads of a record.
 *
 * @throws FolkloreError FILE_UNREADABLE when a term is none that this program writes
 */
function quadsIn(text: string, path: string): ReturnType<typeof parseText> {
  const quads = parseText(asText(text), 'N-Triples');
  if (badTerms(quads).length > 0) throw unreadable(path, 'it has a term that this program does not write');
  return quads;
}
