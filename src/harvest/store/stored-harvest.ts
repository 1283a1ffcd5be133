import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { compareBytes } from '../../base/byte-order.js';
import { exists } from '../../base/files.js';
import type { Service } from '../../base/origin.js';
import { corrupt, isDamage, orClosed } from '../../base/sqlite.js';
import { DamagedBody, unpackBody } from './body.js';
import { type DocumentName, type Entry, entryKey, type FoundEntry } from './entry.js';
import { factsOf, packFacts } from './facts.js';
import { STORE_FILE, storePathsOf } from './paths.js';
import { damagedAnswer, noSuchAnswer, onDisk, storeUnusable } from './store-errors.js';
import { type FactsName, StoreFile } from './store-file.js';

/** Where an answer is stored, and its checksum: plain data, which another thread or machine can read with {@link AnswerReader}. */
export interface AnswerPlace {
  /** The path of the store's file. */
  readonly file: string;
  readonly entry: FoundEntry;
}

/** Reads answers of stores, each of which stays open. */
export class AnswerReader {
  readonly #files = new Map<string, StoreFile>();

  /**
   * Reads an answer and verifies its checksum.
   *
   * @returns a function that parses it, and throws `STORE_UNUSABLE` when it is not JSON
   * @throws FolkloreError `STORE_UNUSABLE`, naming the request, when it is missing or damaged
   */
  async open({ file: path, entry }: AnswerPlace): Promise<() => unknown> {
    return openBody(this.#files.get(path) ?? (await this.#opened(path)), entry);
  }

  async #opened(path: string): Promise<StoreFile> {
    const file = await onDisk(`read ${path}`, () => StoreFile.openForReading(path));
    if (file === undefined)
      throw storeUnusable(`There is no store ${path}.`, 'Run `folklore-ld harvest` first.');
    this.#files.set(path, file);
    return file;
  }
}

/** Reads a body from an open file. */
export async function openBody(file: StoreFile, entry: FoundEntry): Promise<() => unknown> {
  const { path } = file;
  const whenDamaged = (thrown: unknown): never => {
    if (thrown instanceof DamagedBody || isDamage(thrown)) throw damagedAnswer(path, entry, thrown);
    throw thrown;
  };
  const parse = await onDisk(`read ${path}`, () => unpackBody(file.body(entry.sha256), entry)).catch(
    whenDamaged,
  );
  return () => {
    try {
      return parse();
    } catch (thrown) {
      return whenDamaged(thrown);
    }
  };
}

/** The manifest of a store of folklore-ld 0.1, which is a folder with a file for each answer. */
const EARLIER_MANIFEST = 'store.json';

/** Whether a folder is a store, also one of folklore-ld 0.1. */
export const isStore = async (directory: string): Promise<boolean> =>
  (await exists(join(directory, STORE_FILE))) || (await exists(join(directory, EARLIER_MANIFEST)));

/**
 * Refuses a store of folklore-ld 0.1.
 *
 * @param names of the files in the folder
 * @throws FolkloreError `STORE_UNUSABLE`
 */
export function refuseEarlierForm(directory: string, names: readonly string[]): void {
  if (!names.includes(EARLIER_MANIFEST) || names.includes(STORE_FILE)) return;
  throw storeUnusable(
    `The store ${directory} is of folklore-ld 0.1, with a file for each answer. This program reads ${STORE_FILE} only.`,
    'Name another folder as the store, and run `folklore-ld harvest`. If a service is gone, the program of commit f870f699 carries the answers over: `folklore-ld harvest --carry-over`.',
  );
}

/**
 * Opens the last complete harvest for reading.
 *
 * @throws FolkloreError `STORE_UNUSABLE` when there is none, or the store is damaged, of another program, of an earlier form or
 *   of a newer version
 */
export async function openForBuild(directory: string): Promise<StoredHarvest> {
  const paths = await storePathsOf(directory);
  const file = await onDisk(`read ${paths.file}`, () => StoreFile.openForReading(paths.file));
  if (file === undefined) throw await noHarvest(paths.directory, false);
  const stored = await onDisk(`read ${file.path}`, () => orClosed(file, () => StoredHarvest.in(file)));
  if (stored !== undefined) return stored;
  file.close();
  throw await noHarvest(paths.directory, true);
}

/** The harvests of a store. */
export interface HarvestsThere {
  readonly hasComplete: boolean;
  /** The number of answers of an unfinished harvest; undefined when there is none. */
  readonly unfinished: number | undefined;
}

/**
 * Which harvests a store has; none where there is no store.
 *
 * @throws FolkloreError `STORE_UNUSABLE` when the file cannot be read
 */
export async function harvestsIn(directory: string): Promise<HarvestsThere> {
  const { file: path } = await storePathsOf(directory);
  return onDisk(`read ${path}`, async () => {
    const file = await StoreFile.openForReading(path);
    try {
      return {
        hasComplete: file?.completeHarvest() !== undefined,
        unfinished: file?.unfinishedHarvest()?.answers.length,
      };
    } finally {
      file?.close();
    }
  });
}

/** A complete harvest, for reading. */
export class StoredHarvest {
  readonly file: StoreFile;
  /** The row of the harvest. */
  readonly id: number;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(file: StoreFile, id: number, entries: readonly Entry[]) {
    this.file = file;
    this.id = id;
    this.#entries = new Map(entries.map((entry) => [entryKey(entry), entry]));
  }

  /**
   * The complete harvest in an open file; undefined when there is none.
   *
   * @throws {@link corrupt} when the list of answers is damaged; the error of SQLite
   */
  static in(file: StoreFile): StoredHarvest | undefined {
    return file.snapshot(() => {
      const complete = file.completeHarvest();
      if (complete === undefined) return undefined;
      const entries = file.answers(complete);
      if (!file.isSound(complete, entries)) throw corrupt('its checksum differs');
      return new StoredHarvest(file, complete, entries);
    });
  }

  /** All answers, in the order of their requests. */
  answers(): readonly Entry[] {
    return [...this.#entries.values()];
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
   * @throws FolkloreError `STORE_UNUSABLE`, naming the request, when it is missing or damaged
   */
  async read(service: Service, request: string): Promise<unknown> {
    const entry = this.entryOf(service, request);
    if (entry === undefined) throw noSuchAnswer(this.file.path, { service, request });
    return 'missing' in entry ? undefined : (await openBody(this.file, entry))();
  }

  /** The entry of an answer; undefined when there is none. */
  entryOf(service: Service, request: string): Entry | undefined {
    return this.#entries.get(entryKey({ service, request }));
  }

  /**
   * The place of an answer.
   *
   * @throws FolkloreError `STORE_UNUSABLE` when there is none
   */
  answerPlace(service: Service, request: string): AnswerPlace {
    const entry = this.entryOf(service, request);
    if (entry === undefined || 'missing' in entry) throw noSuchAnswer(this.file.path, { service, request });
    return { file: this.file.path, entry };
  }

  /** A document of the harvest, as text; undefined when there is none of that name. */
  document(name: DocumentName): string | undefined {
    return this.file.document(this.id, name);
  }

  /** The facts that a program has derived from an answer; undefined when there are none, or they are damaged. */
  facts(entry: FoundEntry, name: FactsName, program: string): Buffer | undefined {
    return factsOf(this.file, entry, name, program);
  }

  /**
   * Writes facts into the store.
   *
   * @throws the error of SQLite, for example when the folder cannot be written
   */
  async saveFacts(
    name: FactsName,
    program: string,
    texts: Iterable<readonly [FoundEntry, string]>,
  ): Promise<void> {
    await this.#write((file) => {
      for (const [entry, text] of texts) file.putFacts(entry, name, program, packFacts(text));
    });
  }

  /** SHA-256 of the requests and checksums of all answers, in hexadecimal digits. */
  digest(): string {
    const hash = createHash('sha256');
    for (const [key, entry] of [...this.#entries].sort(([a], [b]) => compareBytes(a, b)))
      hash.update(`${JSON.stringify(key)} ${'missing' in entry ? '-' : entry.sha256}\n`);
    return hash.digest('hex');
  }

  /** What was derived from the facts of all answers; undefined when there is none of this key, or it is damaged. */
  derived(name: string, key: string): Buffer | undefined {
    try {
      return this.file.derived(name, key);
    } catch {
      return undefined;
    }
  }

  /**
   * Keeps what was derived from the facts of all answers.
   *
   * @throws the error of SQLite, for example when the folder cannot be written
   */
  async saveDerived(name: string, key: string, content: Buffer): Promise<void> {
    await this.#write((file) => file.putDerived(name, key, content));
  }

  async #write(act: (file: StoreFile) => void): Promise<void> {
    const file = await StoreFile.openForWriting(this.file.path);
    try {
      file.transaction(() => {
        // What is derived from a harvest that was replaced may name what was withdrawn.
        if (file.completeHarvest() === this.id) act(file);
      });
      file.settle();
    } finally {
      file.close();
    }
  }

  #requestsOf(service: Service, missing: boolean): readonly string[] {
    return this.answers()
      .filter((entry) => entry.service === service && 'missing' in entry === missing)
      .map((entry) => entry.request);
  }
}

async function noHarvest(directory: string, isStore: boolean): Promise<Error> {
  if (isStore) {
    return storeUnusable(
      `The harvest into ${directory} is not complete yet.`,
      'Run `folklore-ld harvest`: it continues the unfinished harvest.',
    );
  }
  const names = await onDisk(`read ${directory}`, () => readdir(directory).catch((): string[] => []));
  refuseEarlierForm(directory, names);
  return names.length > 0 && !names.includes(STORE_FILE)
    ? storeUnusable(
        `The folder ${directory} is not a store of folklore-ld.`,
        'Name another folder as the store.',
      )
    : storeUnusable(`There is no harvest in ${resolve(directory)}.`, 'Run `folklore-ld harvest` first.');
}
