import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile, syncFolder } from '../../base/durable.js';
import { messageOf } from '../../base/errors.js';
import { exists, makeFolder } from '../../base/files.js';
import { Lock } from '../../base/lock.js';
import type { Service } from '../../base/origin.js';
import { sha256 } from '../../base/sha256.js';
import { corrupt, isDamage, systemError } from '../../base/sqlite.js';
import { packBody } from './body.js';
import { DOCUMENTS, type Documents, type Entry, entryKey, type FoundEntry } from './entry.js';
import { factsOf, packFacts } from './facts.js';
import { SIDE_FILES, STORE_FILE, type StorePaths, storePathsOf } from './paths.js';
import { asStoreError, noSuchAnswer, onDisk, storeUnusable } from './store-errors.js';
import { type FactsName, type Mark, StoreFile } from './store-file.js';
import { openBody, refuseEarlierForm, StoredHarvest } from './stored-harvest.js';

/** Why an unfinished harvest is not continued. */
export type DiscardReason = 'other plan' | 'too old';

/** The ending of a damaged store, which the end of the next harvest deletes. */
const DAMAGED = '.damaged';

/** Settings of a harvest that concern the store. */
export interface HarvestSettings {
  /** The id of this process, for the lock. */
  readonly pid: number;
  /**
   * A text that differs when the answers may differ: services, kinds, name of the key. An unfinished harvest of another
   * plan is not continued. Only its hash is stored.
   */
  readonly plan?: string;
  /** An unfinished harvest whose last answer is older (milliseconds since 1970) is not continued. */
  readonly staleBefore?: number;
  /** The begin of this run, in milliseconds since 1970. */
  readonly now?: number;
}

/** What was found when a store was opened for a harvest. */
interface Opening {
  readonly paths: StorePaths;
  readonly lock: Lock;
  readonly file: StoreFile;
  readonly mark: Mark;
  readonly entries: Map<string, Entry>;
  readonly last: StoredHarvest | undefined;
  readonly discarded: HarvestStore['discarded'];
  readonly notes: readonly string[];
  readonly now: number | undefined;
}

/**
 * Opens a store for a harvest, which continues an unfinished one or begins a new one. The last complete harvest stays readable
 * until the new one takes its place. A damaged store is set aside, and all answers
 * are requested again.
 *
 * @throws FolkloreError `STORE_UNUSABLE` when another process harvests into it, or the folder has other content, is of a
 *   newer version or cannot be written
 */
export async function openForHarvest(directory: string, settings: HarvestSettings): Promise<HarvestStore> {
  const paths = await storePathsOf(directory);
  const lock = await onDisk(`lock ${paths.directory}`, () => Lock.take(paths.lock, settings.pid));
  try {
    return await onDisk(`harvest into ${paths.directory}`, () => begin(paths, lock, settings));
  } catch (thrown) {
    await lock.release();
    throw thrown;
  }
}

async function begin(paths: StorePaths, lock: Lock, settings: HarvestSettings): Promise<HarvestStore> {
  const { directory } = paths;
  if (!(await exists(directory))) {
    await makeFolder(dirname(directory));
    // Answers may contain what is not public.
    await mkdir(directory, { mode: 0o700 });
    await syncFolder(dirname(directory));
  }
  await checkOurs(directory);
  try {
    return await openSound(paths, lock, settings);
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    await rename(paths.file, `${paths.file}${DAMAGED}`);
    for (const name of SIDE_FILES) await rm(join(directory, name), { force: true });
    const note = `${paths.file} is damaged (${messageOf(thrown)}): all answers are requested again`;
    return openSound(paths, lock, settings, [note]);
  }
}

/**
 * Opens the file with its harvests, and begins or continues one.
 *
 * @throws what {@link isDamage} recognises when the file is damaged
 */
async function openSound(
  paths: StorePaths,
  lock: Lock,
  settings: HarvestSettings,
  notes: string[] = [],
): Promise<HarvestStore> {
  const file = await StoreFile.openForWriting(paths.file);
  try {
    const [fault] = file.faults();
    if (fault !== undefined) throw corrupt(fault);
    if (file.networkFileSystem !== undefined)
      notes.push(
        `the store is on ${file.networkFileSystem}: SQLite has a rollback journal there, not a write-ahead log`,
      );
    const last = StoredHarvest.in(file);
    const plan = settings.plan === undefined ? '' : sha256(settings.plan);
    const { discarded, mark, entries } = unfinishedIn(file, plan, notes, settings.staleBefore);
    return new HarvestStore({
      ...{ paths, lock, file, mark, entries, discarded, notes },
      last,
      now: settings.now,
    });
  } catch (thrown) {
    file.close();
    throw thrown;
  }
}

/**
 * Refuses a folder with other content than a store: its name may be a mistake.
 *
 * @throws FolkloreError `STORE_UNUSABLE`
 */
export async function checkOurs(directory: string): Promise<void> {
  const names = await onDisk(`read the store ${directory}`, () => readdir(directory).catch(() => []));
  refuseEarlierForm(directory, names);
  const ours = new Set([STORE_FILE, `${STORE_FILE}${DAMAGED}`, ...SIDE_FILES, ...DOCUMENTS]);
  if (names.length === 0 || names.some((name) => ours.has(name))) return;
  throw storeUnusable(
    `The folder ${directory} has files that do not belong to a store of folklore-ld.`,
    'Name an empty folder, or one that does not exist yet, as the store.',
  );
}

/** The unfinished harvest of a store, or a new one if that has another plan, is too old or is damaged. */
function unfinishedIn(
  file: StoreFile,
  plan: string,
  notes: string[],
  staleBefore = Number.NEGATIVE_INFINITY,
): Pick<Opening, 'mark' | 'entries' | 'discarded'> {
  return file.transaction(() => {
    const found = soundUnfinished(file, notes);
    const answers = found?.answers ?? [];
    const latest = answers.reduce((time, { at = 0 }) => Math.max(time, at), 0);
    const isOld = latest < staleBefore;
    if (found !== undefined && found.plan === plan && (answers.length === 0 || !isOld)) {
      const entries = new Map(answers.map((entry) => [entryKey(entry), entry]));
      return { mark: file.takeOver(found), entries, discarded: undefined };
    }
    file.removeUnfinished();
    const why = found?.plan === plan ? 'too old' : 'other plan';
    const discarded = answers.length === 0 ? undefined : ({ answers: answers.length, why } as const);
    return { mark: file.begin(plan), entries: new Map(), discarded };
  });
}

function soundUnfinished(file: StoreFile, notes: string[]): ReturnType<StoreFile['unfinishedHarvest']> {
  try {
    return file.unfinishedHarvest();
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    notes.push(
      `the unfinished harvest cannot be continued (${messageOf(thrown)}): its answers are requested again`,
    );
    return undefined;
  }
}

/** A change of the file that waits for its transaction. */
interface Waiting {
  readonly write: () => void;
  readonly resolve: () => void;
  readonly reject: (thrown: unknown) => void;
}

/** A store during a harvest. */
export class HarvestStore {
  /** The number of answers of the unfinished harvest that this one continues; 0 for a new one. */
  readonly resumed: number;
  /** The last complete harvest, in place until `finish`. */
  readonly last: StoredHarvest | undefined;
  /** The number of answers of an unfinished harvest that is not continued, if there was one. */
  readonly discarded: { readonly answers: number; readonly why: DiscardReason } | undefined;
  /** What an operator has to know of the store, in sentences without a capital and a full stop. */
  readonly notes: readonly string[];
  readonly #paths: StorePaths;
  readonly #lock: Lock;
  readonly #file: StoreFile;
  /** Of the last transaction. */
  #mark: Mark;
  readonly #entries: Map<string, Entry>;
  readonly #now: number | undefined;
  /** Answers of the unfinished harvest that this one has not needed so far, and set aside. */
  readonly #aside = new Map<string, Entry>();
  /** The keys of answers that this harvest has asked for or stored. */
  readonly #needed = new Set<string>();
  /** Changes of the next transaction. */
  #waiting: Waiting[] = [];
  /** The first error of a write; nothing is written after it. */
  #failure: unknown;
  #isOpen = true;

  constructor(opening: Opening) {
    this.#paths = opening.paths;
    this.#lock = opening.lock;
    this.#file = opening.file;
    this.#mark = opening.mark;
    this.#entries = opening.entries;
    this.#now = opening.now;
    this.resumed = opening.entries.size;
    this.last = opening.last;
    this.discarded = opening.discarded;
    this.notes = opening.notes;
  }

  /** Whether this request has an answer, with a body or without. One that is set aside is taken back. */
  has(service: Service, request: string): boolean {
    const key = entryKey({ service, request });
    this.#needed.add(key);
    const aside = this.#aside.get(key);
    if (aside !== undefined) this.#entries.set(key, aside);
    this.#aside.delete(key);
    return this.#entries.has(key);
  }

  /** Sets an answer aside: it is not part of this harvest, unless it is asked for later. */
  setAside(service: Service, request: string): void {
    const key = entryKey({ service, request });
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#aside.set(key, entry);
    this.#entries.delete(key);
  }

  /** Sets the answers of the unfinished harvest aside that this one has not asked for: its plan has changed since. */
  setOthersAside(): void {
    for (const [key, { service, request }] of this.#entries)
      if (!this.#needed.has(key)) this.setAside(service, request);
  }

  /**
   * Stores an answer. Once the promise is fulfilled, a crash does not lose it.
   *
   * @param request path and query, never a key
   * @param body unpacked
   * @throws FolkloreError `STORE_UNUSABLE` when it cannot be written
   */
  async put(service: Service, request: string, body: Buffer, etag?: string | undefined): Promise<void> {
    const entry = { service, request, bytes: body.length, sha256: sha256(body) };
    const packed = await packBody(body);
    await this.#write(etag === undefined ? entry : { ...entry, etag }, packed);
  }

  /** Stores a 404. */
  async putMissing(service: Service, request: string): Promise<void> {
    await this.#write({ service, request, missing: true });
  }

  /**
   * Takes an answer from the last complete harvest without reading it.
   *
   * @throws FolkloreError `STORE_UNUSABLE` when there is none, or the disk fails
   */
  async keep(service: Service, request: string): Promise<void> {
    const entry = this.last?.entryOf(service, request);
    if (entry === undefined) throw noSuchAnswer(this.#paths.directory, { service, request });
    await this.#write(entry);
  }

  /** Notes that an answer of the unfinished harvest is what the service still sends. */
  async confirm(service: Service, request: string): Promise<void> {
    const entry = this.entryOf(service, request);
    if (entry === undefined) throw noSuchAnswer(this.#paths.directory, { service, request });
    await this.#write(entry);
  }

  /** What a program has derived from an answer; undefined when there is none. */
  facts(entry: FoundEntry, name: FactsName, program: string): string | undefined {
    return factsOf(this.#file, entry, name, program)?.toString('utf8');
  }

  /**
   * Stores what is derived from an answer.
   *
   * @param program the fingerprint of the program that has derived the text
   */
  putFacts(entry: FoundEntry, name: FactsName, program: string, text: string): void {
    const packed = packFacts(text);
    // The first error is reported by the next answer, or at the end.
    this.#add(() => this.#file.putFacts(entry, name, program, packed)).catch(() => {});
  }

  /** The requests that have an answer with a body, in no order. */
  requests(service: Service): readonly string[] {
    return [...this.#entries.values()]
      .filter((entry) => entry.service === service && 'sha256' in entry)
      .map(({ request }) => request);
  }

  /** The entry of an answer; undefined when there is none. */
  entryOf(service: Service, request: string): Entry | undefined {
    return this.#entries.get(entryKey({ service, request }));
  }

  /**
   * Reads an answer, parsed; undefined for one without a body.
   *
   * @throws FolkloreError `STORE_UNUSABLE` when it is missing or damaged
   */
  async read(service: Service, request: string): Promise<unknown> {
    const entry = this.entryOf(service, request);
    if (entry === undefined) throw noSuchAnswer(this.#paths.directory, { service, request });
    return 'missing' in entry ? undefined : (await this.open(service, request))();
  }

  /**
   * Reads an answer that has a body, and verifies its checksum.
   *
   * @returns a function that parses it
   * @throws FolkloreError `STORE_UNUSABLE` when it is missing or damaged
   */
  async open(service: Service, request: string): Promise<() => unknown> {
    const entry = this.entryOf(service, request);
    if (entry === undefined || 'missing' in entry)
      throw noSuchAnswer(this.#paths.directory, { service, request });
    return openBody(this.#file, entry);
  }

  /**
   * Puts this harvest in the place of the last complete one, and closes the store. The documents are also written beside the
   * file, for readers without SQLite.
   *
   * @returns what failed when the harvest was in its place, in a sentence without a capital and a full stop, for a warning; undefined
   *   when nothing did
   * @throws FolkloreError `STORE_UNUSABLE` when the disk fails before that
   */
  async finish(documents: Documents = {}): Promise<string | undefined> {
    const { directory } = this.#paths;
    this.#flush();
    if (this.#failure !== undefined) throw this.#failure;
    await onDisk(`finish the store ${directory}`, async () =>
      this.#change(() => this.#file.complete(this.#mark.id, this.#entries, documents)),
    );
    this.#isOpen = false;
    try {
      const failed = this.#rewritten();
      await onDisk(`write beside the store ${directory}`, () => this.#settle(documents));
      return failed;
    } catch (thrown) {
      return `the harvest is complete; ${messageOf(thrown)}`;
    } finally {
      await this.#lock.release();
    }
  }

  /** Closes the file, and writes what stands beside. */
  async #settle(documents: Documents): Promise<void> {
    const { directory, file } = this.#paths;
    try {
      this.#file.settle();
    } finally {
      this.#file.close();
    }
    await rm(`${file}${DAMAGED}`, { force: true });
    for (const [name, text] of Object.entries(documents)) await replaceFile(join(directory, name), text);
  }

  /** Writes the file anew. The harvest is complete, whatever comes of that. */
  #rewritten(): string | undefined {
    try {
      this.#file.rewrite();
      return undefined;
    } catch (thrown) {
      return `what this harvest has removed may still be in unused bytes of ${this.#paths.file}: the file could not be written anew (${messageOf(systemError(thrown))}); the next harvest tries again`;
    }
  }

  /** Closes the store; the next harvest continues this one. Does nothing after `finish`. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#flush();
    this.#isOpen = false;
    try {
      if (this.#entries.size === 0) this.#change(() => this.#file.removeUnfinished());
      this.#file.settle();
    } catch {
      // The first error is reported already. What is in the log of SQLite is read by the next harvest.
    }
    this.#file.close();
    await this.#lock.release();
  }

  /** Closes the store and deletes the unfinished harvest. */
  async abandon(): Promise<void> {
    if (!this.#isOpen) return;
    this.#flush();
    const what = `delete the unfinished harvest in ${this.#paths.directory}`;
    await onDisk(what, () => this.#change(() => this.#file.removeUnfinished()));
    await this.close();
  }

  async #write(untimed: Entry, packed?: Buffer): Promise<void> {
    const entry = this.#now === undefined ? untimed : { ...untimed, at: this.#now };
    await this.#add(() => {
      if (packed !== undefined && 'sha256' in entry) this.#file.putBody(entry, packed);
      this.#file.putAnswer(this.#mark.id, entry);
    });
    this.#needed.add(entryKey(entry));
    this.#entries.set(entryKey(entry), entry);
  }

  /** Adds a change to the next transaction. What arrives together is synced once. */
  #add(write: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (!this.#isOpen) throw new Error(`The store ${this.#paths.directory} is closed.`);
      this.#waiting.push({ write, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#flush());
    });
  }

  /** Changes this harvest in one transaction, unless another process has taken the harvest. */
  #change(act: () => void): void {
    this.#mark = this.#file.change(this.#mark, act);
  }

  #flush(): void {
    const changes = this.#waiting;
    this.#waiting = [];
    if (changes.length === 0) return;
    try {
      if (this.#failure !== undefined) throw this.#failure;
      this.#change(() => {
        for (const { write } of changes) write();
      });
      for (const { resolve } of changes) resolve();
    } catch (thrown) {
      this.#failure ??= asStoreError(`write into the store ${this.#paths.directory}`, thrown);
      for (const { reject } of changes) reject(this.#failure);
    }
  }
}
