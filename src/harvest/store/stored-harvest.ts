import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { compareBytes } from '../../base/byte-order.js';
import type { Origin } from '../../base/origin.js';
import { openStored, readStored, writeWhole } from './body-file.js';
import { type DocumentName, type Entry, entryKey, type FoundEntry } from './entry.js';
import { GLOBAL_INDEX_PATH, IndexFile, type IndexName } from './index-file.js';
import { journalFile, readJournal } from './journal.js';
import { HARVEST_AGAIN, manifestFile, readIfThere, readManifest } from './manifest.js';
import { answersIn, exists, hasContent, type StorePaths, storePathsOf } from './paths.js';
import { noSuchAnswer, onDisk, storeUnusable } from './store-errors.js';

type Service = Origin['service'];

/** The location of an answer and its checksum: plain data, which another thread can read with {@link openAnswer}. */
export interface AnswerFile {
  readonly directory: string;
  readonly entry: FoundEntry;
}

/**
 * Reads an answer and verifies its checksum.
 *
 * @returns a function that parses it, and throws `STORE_UNUSABLE` when it is not JSON
 * @throws FolkloreError `STORE_UNUSABLE`, naming the file, when it is missing or damaged
 */
export const openAnswer = ({ directory, entry }: AnswerFile): Promise<() => unknown> =>
  openStored(directory, entry);

/**
 * Opens the last complete harvest for reading.
 *
 * @throws FolkloreError `STORE_UNUSABLE` when there is none, or its manifest is damaged, of another program or of a newer
 *   version
 */
export async function openForBuild(directory: string): Promise<StoredHarvest> {
  const paths = await storePathsOf(directory);
  const entries = await readManifest(paths.directory);
  if (entries === undefined) throw await noHarvest(paths);
  return new StoredHarvest(paths.directory, entries);
}

/** The number of answers of an unfinished harvest. */
export async function unfinishedAnswers(directory: string): Promise<number> {
  const { next } = await storePathsOf(directory);
  return (await onDisk(`read ${next}`, () => readJournal(next)))?.entries.length ?? 0;
}

/** A complete harvest, for reading. */
export class StoredHarvest {
  readonly #directory: string;
  readonly #entries: ReadonlyMap<string, Entry>;

  /** @param entries of the manifest, by key */
  constructor(directory: string, entries: ReadonlyMap<string, Entry>) {
    this.#directory = directory;
    this.#entries = entries;
  }

  /** The requests that have an answer with a body: by path, then query, with numbers compared as numbers. */
  requests(service: Service): readonly string[] {
    return this.#requestsOf(service, false);
  }

  /** The requests answered with 404, in the same order. */
  missing(service: Service): readonly string[] {
    return this.#requestsOf(service, true);
  }

  /**
   * Reads an answer, parsed; undefined for one of {@link missing}.
   *
   * @throws FolkloreError `STORE_UNUSABLE`, naming the file, when it is missing or damaged
   */
  async read(service: Service, request: string): Promise<unknown> {
    const entry = this.entryOf(service, request);
    if (entry === undefined) throw noSuchAnswer(this.#directory, { service, request });
    return 'missing' in entry ? undefined : readStored(this.#directory, entry);
  }

  /** The entry of an answer in the manifest; undefined when there is none. */
  entryOf(service: Service, request: string): Entry | undefined {
    return this.#entries.get(entryKey({ service, request }));
  }

  /** The same, without an entry whose file is missing or empty. */
  async entryOnDisk(service: Service, request: string): Promise<Entry | undefined> {
    const entry = this.entryOf(service, request);
    if (entry === undefined || 'missing' in entry) return entry;
    return (await hasContent(join(this.#directory, entry.file))) ? entry : undefined;
  }

  /**
   * The location of an answer.
   *
   * @throws FolkloreError `STORE_UNUSABLE` when there is none
   */
  answerFile(service: Service, request: string): AnswerFile {
    const entry = this.entryOf(service, request);
    if (entry === undefined || 'missing' in entry) throw noSuchAnswer(this.#directory, { service, request });
    return { directory: this.#directory, entry };
  }

  /** A document of the harvest, as text; undefined when there is none of that name. */
  document(name: DocumentName): Promise<string | undefined> {
    const file = join(this.#directory, name);
    return onDisk(`read ${file}`, () => readIfThere(file));
  }

  /** Reads an index; it is empty when there is none that this program made. */
  readIndex(name: IndexName, fingerprint: string): Promise<IndexFile> {
    return IndexFile.read(this.#directory, name, fingerprint);
  }

  /**
   * Writes an index into the store.
   *
   * @throws the error of the file system
   */
  writeIndex(index: IndexFile): Promise<void> {
    return index.write(this.#directory, this.#entries.values());
  }

  /** SHA-256 of the requests and checksums of all answers, in hexadecimal digits. */
  digest(): string {
    const hash = createHash('sha256');
    for (const [key, entry] of [...this.#entries].sort(([a], [b]) => compareBytes(a, b)))
      hash.update(`${JSON.stringify(key)} ${'missing' in entry ? '-' : entry.sha256}\n`);
    return hash.digest('hex');
  }

  /** Reads the file of the global index; undefined when it cannot be read. */
  readGlobalIndexFile(): Promise<Buffer | undefined> {
    return readFile(join(this.#directory, GLOBAL_INDEX_PATH)).catch(() => undefined);
  }

  /**
   * Writes the file of the global index.
   *
   * @throws the error of the file system
   */
  writeGlobalIndexFile(content: Buffer): Promise<void> {
    return writeWhole(join(this.#directory, GLOBAL_INDEX_PATH), content);
  }

  #requestsOf(service: Service, missing: boolean): readonly string[] {
    return [...this.#entries.values()]
      .filter((entry) => entry.service === service && 'missing' in entry === missing)
      .map((entry) => entry.request);
  }
}

async function noHarvest({ directory, next }: StorePaths): Promise<Error> {
  return onDisk(`read the store ${directory}`, async () => {
    if (await exists(journalFile(next))) {
      return storeUnusable(
        `The harvest into ${directory} is not complete yet.`,
        'Run `folklore-ld harvest`: it continues the unfinished harvest.',
      );
    }
    if ((await answersIn(directory)) > 0) {
      return storeUnusable(
        `The store ${directory} has answers and no manifest (${manifestFile('')}).`,
        HARVEST_AGAIN,
      );
    }
    const foreign = (await exists(directory)) && (await readdir(directory)).length > 0;
    return foreign
      ? storeUnusable(
          `The folder ${directory} is not a store of folklore-ld.`,
          'Name another folder as the store.',
        )
      : storeUnusable(`There is no harvest in ${resolve(directory)}.`, 'Run `folklore-ld harvest` first.');
  });
}
