import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join, posix, relative, sep } from 'node:path';
import { syncFolder } from '../../base/durable.js';
import { entriesBelow, entryPath } from '../../base/files-below.js';
import type { Origin } from '../../base/origin.js';
import { openStored, packBody, readStored, shareFile, writeWhole } from './body-file.js';
import { type Documents, type Entry, entryKey } from './entry.js';
import type { IndexFile } from './index-file.js';
import { hashOfPlan, Journal, journalFile, readJournal } from './journal.js';
import { Lock } from './lock.js';
import { manifestFile, readManifestOrDamage, writeManifest } from './manifest.js';
import {
  answersIn,
  checkMovable,
  checkOurs,
  hasContent,
  recover,
  type StorePaths,
  storePathsOf,
  swapFolders,
} from './paths.js';
import { compareRequests } from './request-order.js';
import { noSuchAnswer, onDisk } from './store-errors.js';
import { StoredHarvest } from './stored-harvest.js';

/** Why an unfinished harvest is not continued. */
export type DiscardReason = 'other plan' | 'too old' | 'no journal';

/** The answers of an unfinished harvest. */
export interface UnfinishedHarvest {
  /** Answers to continue with, by key; those whose file is missing or empty are left out. */
  readonly entries: Map<string, Entry>;
  /** The number of answers that are not used, if it is not continued. */
  readonly discarded?: { readonly answers: number; readonly why: DiscardReason } | undefined;
}

/**
 * Reads an unfinished harvest. It is not continued when it has another plan, or its last answer is older than
 * `staleBefore` (milliseconds since 1970).
 *
 * @param plan a hash
 */
export async function unfinishedHarvest(
  next: string,
  plan: string,
  staleBefore = Number.NEGATIVE_INFINITY,
): Promise<UnfinishedHarvest> {
  const journal = await readJournal(next);
  const entries = new Map<string, Entry>();
  if (journal?.plan === undefined) {
    // The answers may be to another key: only the journal knows.
    const answers = await answersIn(next);
    return answers === 0 ? { entries } : { entries, discarded: { answers, why: 'no journal' } };
  }
  if (journal.entries.length === 0) return { entries };
  const isOld = (await stat(journalFile(next))).mtimeMs < staleBefore;
  if (isOld || journal.plan !== plan) {
    const why = journal.plan === plan ? 'too old' : 'other plan';
    return { entries, discarded: { answers: journal.entries.length, why } };
  }
  for (const [key, entry] of new Map(journal.entries.map((one) => [entryKey(one), one]))) {
    if ('missing' in entry || (await hasContent(join(next, entry.file)))) entries.set(key, entry);
  }
  return { entries };
}

/** The files of a store and their folders, as paths below it. */
export function filesOf(entries: Iterable<Entry>): Set<string> {
  const files = new Set<string>();
  for (const entry of entries) {
    if ('missing' in entry) continue;
    for (let path = entry.file; path !== '.'; path = posix.dirname(path)) files.add(path);
  }
  return files;
}

/** Deletes all files that are not listed: unfinished ones, and those without a line in the journal. */
async function removeAllBut(directory: string, kept: ReadonlySet<string>): Promise<void> {
  for (const file of (await entriesBelow(directory)).map(entryPath)) {
    if (kept.has(relative(directory, file).split(sep).join('/')) || file === journalFile(directory)) continue;
    await rm(file, { recursive: true, force: true });
  }
}

type Service = Origin['service'];

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

/**
 * Opens a store for a harvest, which continues an unfinished one or begins a new one in a folder next to the last complete
 * harvest.
 *
 * @throws FolkloreError `STORE_UNUSABLE` when another process harvests into it, or the folder has other content, is of a
 *   newer version or cannot be written
 */
export async function openForHarvest(directory: string, settings: HarvestSettings): Promise<HarvestStore> {
  const paths = await storePathsOf(directory);
  const lock = await Lock.take(paths.lock, settings.pid);
  try {
    return await onDisk(`harvest into ${paths.directory}`, () => begin(paths, lock, settings));
  } catch (thrown) {
    await lock.release();
    throw thrown;
  }
}

async function begin(paths: StorePaths, lock: Lock, settings: HarvestSettings): Promise<HarvestStore> {
  const { directory, next } = paths;
  await recover(paths);
  await checkMovable(paths);
  for (const folder of [directory, next]) await checkOurs(folder, journalFile(folder), manifestFile(folder));
  const manifest = await readManifestOrDamage(directory);
  const isManifestLost =
    manifest instanceof Error || (manifest === undefined && (await answersIn(directory)) > 0);
  // The harvest replaces the folder.
  if (isManifestLost) await checkOurs(directory);
  const complete = isManifestLost ? new Map<string, Entry>() : manifest;
  // A harvest that was killed after its folders were swapped leaves its journal.
  if (complete !== undefined) await rm(journalFile(directory), { force: true });
  const plan = settings.plan === undefined ? '' : hashOfPlan(settings.plan);
  const unfinished = await unfinishedHarvest(next, plan, settings.staleBefore);
  const { entries } = unfinished;
  // Raw answers may contain what is not public.
  await mkdir(next, { recursive: true, mode: 0o700 });
  await syncFolder(dirname(next));
  const journal = await Journal.begin(next, plan, entries.values());
  await removeAllBut(next, filesOf(entries.values()));
  const last = complete === undefined ? undefined : new StoredHarvest(directory, complete);
  return new HarvestStore({ paths, lock, journal, unfinished, last, isManifestLost, now: settings.now });
}

/** A store during a harvest. */
export class HarvestStore {
  /** The number of answers of the unfinished harvest that this one continues; 0 for a new one. */
  readonly resumed: number;
  /** The last complete harvest, in place until `finish`. If its manifest is lost, it has no answers, only documents. */
  readonly last: StoredHarvest | undefined;
  /** Whether the manifest of the last harvest is missing or damaged. */
  readonly isManifestLost: boolean;
  /** The unfinished harvest that is not continued, if there was one. */
  readonly discarded: UnfinishedHarvest['discarded'];
  readonly #paths: StorePaths;
  readonly #lock: Lock;
  readonly #journal: Journal;
  readonly #entries: Map<string, Entry>;
  readonly #now: number | undefined;
  /** Answers of the unfinished harvest that this one has not needed so far, and set aside. */
  readonly #aside = new Map<string, Entry>();
  /** The keys of answers that this harvest has asked for or stored. */
  readonly #needed = new Set<string>();
  readonly #pending = new Set<Promise<void>>();
  /** The first error of a write; nothing is written after it. */
  #failure: unknown;
  #isOpen = true;

  constructor(parts: {
    readonly paths: StorePaths;
    readonly lock: Lock;
    readonly journal: Journal;
    readonly unfinished: UnfinishedHarvest;
    readonly last: StoredHarvest | undefined;
    readonly isManifestLost: boolean;
    readonly now?: number | undefined;
  }) {
    this.#paths = parts.paths;
    this.#lock = parts.lock;
    this.#journal = parts.journal;
    this.#entries = parts.unfinished.entries;
    this.resumed = this.#entries.size;
    this.discarded = parts.unfinished.discarded;
    this.last = parts.last;
    this.isManifestLost = parts.isManifestLost;
    this.#now = parts.now;
  }

  /** When the run began that stored the oldest answer, in milliseconds since 1970; undefined without times. */
  get begun(): number | undefined {
    const times = [...this.#entries.values()].flatMap(({ at }) => at ?? []);
    return times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b));
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
    const { packed, entry } = await packBody({ service, request }, body, etag);
    await this.#write(entry, () => writeWhole(join(this.#paths.next, entry.file), packed, true));
  }

  /** Stores a 404. */
  async putMissing(service: Service, request: string): Promise<void> {
    await this.#write({ service, request, missing: true }, async () => {});
  }

  /**
   * Takes an answer from the last complete harvest without reading it.
   *
   * @throws FolkloreError `STORE_UNUSABLE` when there is none, or the disk fails
   */
  async keep(service: Service, request: string): Promise<void> {
    const { directory, next } = this.#paths;
    const entry = this.last?.entryOf(service, request);
    if (entry === undefined) throw noSuchAnswer(directory, { service, request });
    await this.#write(entry, async () => {
      if ('file' in entry) await shareFile(join(directory, entry.file), join(next, entry.file));
    });
  }

  /** Notes that an answer of the unfinished harvest is what the service still sends. */
  async confirm(service: Service, request: string): Promise<void> {
    const entry = this.entryOf(service, request);
    if (entry === undefined) throw noSuchAnswer(this.#paths.next, { service, request });
    await this.#write(entry, async () => {});
  }

  /** The requests that have an answer with a body, in no order. */
  requests(service: Service): readonly string[] {
    return [...this.#entries.values()]
      .filter((entry) => entry.service === service && 'file' in entry)
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
    if (entry === undefined) throw noSuchAnswer(this.#paths.next, { service, request });
    return 'missing' in entry ? undefined : readStored(this.#paths.next, entry);
  }

  /**
   * Reads an answer that has a body, and verifies its checksum.
   *
   * @returns a function that parses it
   * @throws FolkloreError `STORE_UNUSABLE` when it is missing or damaged
   */
  async open(service: Service, request: string): Promise<() => unknown> {
    const entry = this.entryOf(service, request);
    if (entry === undefined || 'missing' in entry) throw noSuchAnswer(this.#paths.next, { service, request });
    return openStored(this.#paths.next, entry);
  }

  /**
   * Replaces the last complete harvest by this one, and closes the store.
   *
   * @throws FolkloreError `STORE_UNUSABLE` when the disk fails, or another process has taken the lock
   */
  async finish(documents: Documents = {}, indexes: readonly IndexFile[] = []): Promise<void> {
    const { directory, next } = this.#paths;
    await Promise.allSettled(this.#pending);
    if (this.#failure !== undefined) throw this.#failure;
    await this.#lock.check();
    await onDisk(`finish the store ${directory}`, async () => {
      await this.#journal.close();
      await removeAllBut(next, filesOf(this.#entries.values()));
      for (const [name, text] of Object.entries(documents)) await writeWhole(join(next, name), text);
      const entries = [...this.#entries.values()].sort(compareRequests);
      for (const index of indexes) await index.write(next, entries);
      await writeManifest(next, entries);
      await swapFolders(this.#paths);
      await rm(journalFile(directory));
    });
    this.#isOpen = false;
    await this.#lock.release();
  }

  /** Closes the store; the next harvest continues this one. Does nothing after `finish`. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await Promise.allSettled(this.#pending);
    await this.#journal.close();
    await this.#lock.release();
  }

  /** Closes the store and deletes the unfinished harvest. */
  async abandon(): Promise<void> {
    await this.close();
    if (this.#lock.lost !== undefined) return;
    const { next } = this.#paths;
    await onDisk(`delete ${next}`, () => rm(next, { recursive: true, force: true }));
  }

  /** Writes the file before its line in the journal, which syncs its folder: each line has its file. */
  async #write(untimed: Entry, putFile: () => Promise<void>): Promise<void> {
    const entry = this.#now === undefined ? untimed : { ...untimed, at: this.#now };
    this.#failure ??= this.#lock.lost;
    if (this.#failure !== undefined) throw this.#failure;
    if (!this.#isOpen) throw new Error(`The store ${this.#paths.directory} is closed.`);
    const written = onDisk(`write into the store ${this.#paths.directory}`, async () => {
      await putFile();
      await this.#journal.add(entry);
    });
    this.#pending.add(written);
    try {
      await written;
      this.#needed.add(entryKey(entry));
      this.#entries.set(entryKey(entry), entry);
    } catch (thrown) {
      this.#failure ??= thrown;
      throw thrown;
    } finally {
      this.#pending.delete(written);
    }
  }
}
