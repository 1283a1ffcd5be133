import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Origin } from '../base/origin.js';
import { readStored } from './body-file.js';
import { type DocumentName, type Entry, entryKey, type FoundEntry } from './entry.js';
import { IndexFile, type IndexName } from './index-file.js';
import { journalFile, readJournal } from './journal.js';
import { readIfThere, readManifest } from './manifest.js';
import { exists, type StorePaths, storePathsOf } from './paths.js';
import { notThere, onDisk, storeUnusable } from './store-errors.js';

type Service = Origin['service'];

/** A complete harvest, to be read. */
export interface StoredHarvest {
  /** The requests answered with a body: by path, then query, numbers in it compared as numbers. */
  requests(service: Service): readonly string[];
  /** The requests answered with 404, in the same order. */
  missing(service: Service): readonly string[];
  /**
   * One answer, parsed; undefined for one of {@link missing}.
   *
   * @throws FolkloreError `STORE_UNUSABLE`, naming the file, when it is not what was stored
   */
  read(service: Service, request: string): Promise<unknown>;
  /** What is known of an answer without reading it; undefined when there is none. */
  held(service: Service, request: string): Entry | undefined;
  /**
   * Where an answer lies: plain data, for another thread to read it with {@link readAnswer}.
   *
   * @throws FolkloreError `STORE_UNUSABLE` when there is none
   */
  answerFile(service: Service, request: string): AnswerFile;
  /** What the harvest wrote about itself, as text; undefined when it wrote nothing of that name. */
  document(name: DocumentName): Promise<string | undefined>;
  /** Reads an index; an empty one where there is none that this program made. */
  readIndex(name: IndexName, fingerprint: string): Promise<IndexFile>;
  /**
   * Writes an index into the store.
   *
   * @throws what the file system throws
   */
  writeIndex(index: IndexFile): Promise<void>;
}

/** Where an answer lies, and what it has to be. */
export interface AnswerFile {
  readonly directory: string;
  readonly entry: FoundEntry;
}

/**
 * Reads an answer from where it lies.
 *
 * @returns the parsed JSON
 * @throws FolkloreError `STORE_UNUSABLE`, naming the file, when it is not what was stored
 */
export const readAnswer = ({ directory, entry }: AnswerFile): Promise<unknown> =>
  readStored(directory, entry);

/**
 * Opens the last complete harvest. Nothing is written.
 *
 * @throws FolkloreError `STORE_UNUSABLE` when there is none, or it is not ours, newer than this program or
 *   damaged
 */
export async function openForBuild(directory: string): Promise<StoredHarvest> {
  const places = await storePathsOf(directory);
  const entries = await readManifest(places.directory);
  if (entries === undefined) throw await noHarvest(places);
  return storedHarvest(places.directory, entries);
}

/** A complete harvest whose manifest has been read. */
export function storedHarvest(directory: string, entries: ReadonlyMap<string, Entry>): StoredHarvest {
  return new DiskStore(directory, entries);
}

/** How many answers a harvest under way, or one that did not come to its end, has gained. */
export async function unfinishedAnswers(directory: string): Promise<number> {
  const { next } = await storePathsOf(directory);
  return (await onDisk(`read ${next}`, () => readJournal(next)))?.entries.length ?? 0;
}

class DiskStore implements StoredHarvest {
  readonly #directory: string;
  readonly #entries: ReadonlyMap<string, Entry>;

  constructor(directory: string, entries: ReadonlyMap<string, Entry>) {
    this.#directory = directory;
    this.#entries = entries;
  }

  requests(service: Service): readonly string[] {
    return this.#requestsOf(service, false);
  }

  missing(service: Service): readonly string[] {
    return this.#requestsOf(service, true);
  }

  async read(service: Service, request: string): Promise<unknown> {
    const entry = this.held(service, request);
    if (entry === undefined) throw notThere(this.#directory, { service, request });
    return 'missing' in entry ? undefined : readStored(this.#directory, entry);
  }

  held(service: Service, request: string): Entry | undefined {
    return this.#entries.get(entryKey({ service, request }));
  }

  answerFile(service: Service, request: string): AnswerFile {
    const entry = this.held(service, request);
    if (entry === undefined || 'missing' in entry) throw notThere(this.#directory, { service, request });
    return { directory: this.#directory, entry };
  }

  document(name: DocumentName): Promise<string | undefined> {
    const file = join(this.#directory, name);
    return onDisk(`read ${file}`, () => readIfThere(file));
  }

  readIndex(name: IndexName, fingerprint: string): Promise<IndexFile> {
    return IndexFile.read(this.#directory, name, fingerprint);
  }

  writeIndex(index: IndexFile): Promise<void> {
    return index.write(this.#directory, this.#entries.values());
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
        `The harvest into ${directory} has not come to its end yet.`,
        'Run `folklore-ld harvest`: it goes on where it was.',
      );
    }
    const foreign = (await exists(directory)) && (await readdir(directory)).length > 0;
    return foreign
      ? storeUnusable(
          `The folder ${directory} is not a store of folklore-ld.`,
          'Name another folder as the store.',
        )
      : storeUnusable(`There is no harvest in ${directory}.`, 'Run `folklore-ld harvest` first.');
  });
}
