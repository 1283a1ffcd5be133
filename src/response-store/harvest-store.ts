import { mkdir, rm, stat } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { entriesBelow, entryPath } from '../base/files-below.js';
import type { Origin } from '../base/origin.js';
import { openStored, packBody, readStored, shareFile, writeWhole } from './body-file.js';
import { type Documents, type Entry, entryKey, type MissingEntry } from './entry.js';
import type { IndexFile } from './index-file.js';
import { hashOfPlan, Journal, journalFile, readJournal } from './journal.js';
import { Lock } from './lock.js';
import { readManifest, writeManifest } from './manifest.js';
import { checkMovable, checkOurs, recover, type StorePaths, storePathsOf, swapFolders } from './paths.js';
import { notThere, onDisk } from './store-errors.js';
import { type StoredHarvest, storedHarvest } from './stored-harvest.js';

/** Why an unfinished harvest is not gone on with. */
export type SkippedAnswer = 'other plan' | 'too old';

/** What an unfinished harvest has left. */
export interface UnfinishedHarvest {
  /** What it has gained and is gone on with, without what is no longer there. */
  readonly entries: Map<string, Entry>;
  /** What it had gained and is begun anew; absent where nothing was. */
  readonly passedOver?: { readonly answers: number; readonly why: SkippedAnswer };
}

/** Reads what an unfinished harvest has left; one under another plan, or that gained nothing since `staleBefore`, is begun anew. */
export async function unfinishedHarvest(
  next: string,
  plan: string,
  staleBefore = Number.NEGATIVE_INFINITY,
): Promise<UnfinishedHarvest> {
  const told = await readJournal(next);
  const entries = new Map<string, Entry>();
  if (told === undefined || told.entries.length === 0) return { entries };
  const isOld = (await stat(journalFile(next))).mtimeMs < staleBefore;
  if (isOld || told.plan !== plan) {
    const why = told.plan === plan ? 'too old' : 'other plan';
    return { entries, passedOver: { answers: told.entries.length, why } };
  }
  for (const [key, entry] of byKey(told.entries)) {
    if ('missing' in entry || (await hasContent(join(next, entry.file)))) entries.set(key, entry);
  }
  return { entries };
}

function byKey(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map((entry) => [entryKey(entry), entry]));
}

async function hasContent(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() === true && found.size > 0;
}

/** The files of a store and the folders they are in, as paths below it. */
export function filesOf(entries: Iterable<Entry>): Set<string> {
  const kept = new Set<string>();
  for (const entry of entries) {
    if ('missing' in entry) continue;
    for (let path = entry.file; path !== '.'; path = posix.dirname(path)) kept.add(path);
  }
  return kept;
}

/** Takes away what an earlier end left half written or never told the journal; the journal itself stays. */
export async function removeAllBut(directory: string, kept: ReadonlySet<string>): Promise<void> {
  for (const file of (await entriesBelow(directory)).map(entryPath)) {
    if (kept.has(relative(directory, file).split(sep).join('/')) || file === journalFile(directory)) continue;
    await rm(file, { recursive: true, force: true });
  }
}

type Service = Origin['service'];

/** Who harvests, and what. */
export interface HarvestSettings {
  /** The number of this process, for the lock. */
  readonly pid: number;
  /**
   * What is being harvested, in words that change whenever the answers may: services, kinds, whose key (its
   * name, never the key). A harvest begun under another plan is not gone on with but begun anew. Only a hash
   * of it is kept. None is a plan like any other.
   */
  readonly plan?: string;
  /**
   * An unfinished harvest that gained nothing since (milliseconds since 1970) is not gone on with but begun
   * anew: what it holds may have changed. Absent: however old it is.
   */
  readonly staleBefore?: number;
}

/** A store while a harvest fills it. */
export interface HarvestStore {
  /** How many answers an earlier harvest, which did not come to its end, has left; 0: begun anew. */
  readonly resumed: number;
  /** An unfinished harvest that is not gone on with, and why; undefined when there was none. */
  readonly passedOver: UnfinishedHarvest['passedOver'];
  /** The last complete harvest, in its place until this one takes it; undefined when there is none. */
  readonly last: StoredHarvest | undefined;
  /** Whether this request has been answered, with a body or without. */
  has(service: Service, request: string): boolean;
  /**
   * Keeps an answer. When it resolves, a sudden end of the process does not lose it.
   *
   * @param request path and query, never a key
   * @param body as it came, unpacked
   * @throws FolkloreError `STORE_UNUSABLE` when it cannot be written
   */
  put(service: Service, request: string, body: Buffer, etag?: string | undefined): Promise<void>;
  /** Keeps the answer that there is nothing (404). */
  putMissing(service: Service, request: string): Promise<void>;
  /**
   * Takes over what the last complete harvest holds for this request, unread.
   *
   * @throws FolkloreError `STORE_UNUSABLE` when it holds nothing of the kind, or the disk fails
   */
  keep(service: Service, request: string): Promise<void>;
  /** The requests answered with a body so far, in no order. */
  requests(service: Service): readonly string[];
  /** What is known of an answer without reading it; undefined when there is none. */
  held(service: Service, request: string): Entry | undefined;
  /**
   * Reads an answer back, parsed; undefined for one without a body.
   *
   * @throws FolkloreError `STORE_UNUSABLE` when it is not there or damaged
   */
  read(service: Service, request: string): Promise<unknown>;
  /**
   * Reads an answer with a body back and compares its checksum.
   *
   * @returns a function that parses it
   * @throws FolkloreError `STORE_UNUSABLE` when it is not there or damaged
   */
  open(service: Service, request: string): Promise<() => unknown>;
  /**
   * Makes this the complete harvest, in the place of the last one, and closes.
   *
   * @param documents what it says about itself
   * @param indexes what was derived from its answers
   * @throws FolkloreError `STORE_UNUSABLE` when the disk fails, or another process has taken the store over
   */
  finish(documents?: Documents, indexes?: readonly IndexFile[]): Promise<void>;
  /** Leaves an unfinished harvest to be gone on with. Does nothing after `finish`. */
  close(): Promise<void>;
  /** Deletes an unfinished harvest, and closes. The next one starts from the beginning. */
  abandon(): Promise<void>;
}

/**
 * Opens a store to harvest into: goes on where an unfinished harvest was, otherwise begins anew beside the
 * last complete one.
 *
 * @throws FolkloreError `STORE_UNUSABLE` when another process harvests into it, when the folder holds other
 *   things or a newer store, or cannot be written
 */
export async function openForHarvest(directory: string, settings: HarvestSettings): Promise<HarvestStore> {
  const places = await storePathsOf(directory);
  const lock = await Lock.take(places.lock, settings.pid);
  try {
    return await onDisk(`harvest into ${places.directory}`, () => begin(places, lock, settings));
  } catch (thrown) {
    await lock.release();
    throw thrown;
  }
}

async function begin(places: StorePaths, lock: Lock, settings: HarvestSettings): Promise<HarvestStore> {
  const { directory, next } = places;
  await recover(places);
  await checkMovable(places);
  for (const folder of [directory, next]) await checkOurs(folder, journalFile(folder));
  const complete = await readManifest(directory);
  // It takes its place before it forgets its journal; whoever ended in between left that behind.
  if (complete !== undefined) await rm(journalFile(directory), { force: true });
  const plan = settings.plan === undefined ? '' : hashOfPlan(settings.plan);
  const { entries, passedOver } = await unfinishedHarvest(next, plan, settings.staleBefore);
  // Raw answers may hold what is not for everybody.
  await mkdir(next, { recursive: true, mode: 0o700 });
  const journal = await Journal.begin(next, plan, entries.values());
  await removeAllBut(next, filesOf(entries.values()));
  const last = complete === undefined ? undefined : storedHarvest(directory, complete);
  return new DiskHarvest(places, lock, journal, entries, last, passedOver);
}

class DiskHarvest implements HarvestStore {
  readonly resumed: number;
  readonly last: StoredHarvest | undefined;
  readonly passedOver: UnfinishedHarvest['passedOver'];
  readonly #places: StorePaths;
  readonly #lock: Lock;
  readonly #journal: Journal;
  readonly #entries: Map<string, Entry>;
  readonly #pending = new Set<Promise<void>>();
  /** After a write that failed nothing more is taken: the harvest is at its end, and goes on another time. */
  #broken: unknown;
  #open = true;

  constructor(
    places: StorePaths,
    lock: Lock,
    journal: Journal,
    entries: Map<string, Entry>,
    last: StoredHarvest | undefined,
    passedOver: UnfinishedHarvest['passedOver'],
  ) {
    this.#places = places;
    this.#lock = lock;
    this.#journal = journal;
    this.#entries = entries;
    this.resumed = entries.size;
    this.last = last;
    this.passedOver = passedOver;
  }

  has(service: Service, request: string): boolean {
    return this.#entries.has(entryKey({ service, request }));
  }

  async put(service: Service, request: string, body: Buffer, etag?: string | undefined): Promise<void> {
    const { packed, entry } = await packBody({ service, request }, body, etag);
    await this.#write(entry, () => writeWhole(join(this.#places.next, entry.file), packed));
  }

  async putMissing(service: Service, request: string): Promise<void> {
    const entry: MissingEntry = { service, request, missing: true };
    await this.#write(entry, async () => {});
  }

  async keep(service: Service, request: string): Promise<void> {
    const { directory, next } = this.#places;
    const entry = this.last?.held(service, request);
    if (entry === undefined) throw notThere(directory, { service, request });
    await this.#write(entry, async () => {
      if ('file' in entry) await shareFile(join(directory, entry.file), join(next, entry.file));
    });
  }

  requests(service: Service): readonly string[] {
    return [...this.#entries.values()]
      .filter((entry) => entry.service === service && 'file' in entry)
      .map(({ request }) => request);
  }

  held(service: Service, request: string): Entry | undefined {
    return this.#entries.get(entryKey({ service, request }));
  }

  async read(service: Service, request: string): Promise<unknown> {
    const entry = this.held(service, request);
    if (entry === undefined) throw notThere(this.#places.next, { service, request });
    return 'missing' in entry ? undefined : readStored(this.#places.next, entry);
  }

  async open(service: Service, request: string): Promise<() => unknown> {
    const entry = this.held(service, request);
    if (entry === undefined || 'missing' in entry) throw notThere(this.#places.next, { service, request });
    return openStored(this.#places.next, entry);
  }

  async finish(documents: Documents = {}, indexes: readonly IndexFile[] = []): Promise<void> {
    const { directory, next } = this.#places;
    await this.#settle();
    if (this.#broken !== undefined) throw this.#broken;
    await this.#lock.check();
    await onDisk(`finish the store ${directory}`, async () => {
      await this.#journal.close();
      await removeAllBut(next, filesOf(this.#entries.values()));
      for (const [name, text] of Object.entries(documents)) await writeWhole(join(next, name), text);
      for (const index of indexes) await index.write(next, this.#entries.values());
      await writeManifest(next, this.#entries.values());
      await swapFolders(this.#places);
      await rm(journalFile(directory));
    });
    this.#open = false;
    await this.#lock.release();
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#settle();
    await this.#journal.close();
    await this.#lock.release();
  }

  async abandon(): Promise<void> {
    await this.close();
    if (this.#lock.lost !== undefined) return;
    await onDisk(`tidy up beside the store ${this.#places.directory}`, () =>
      rm(this.#places.next, { recursive: true, force: true }),
    );
  }

  /** The body's file first, then the journal: what the journal tells is there. */
  async #write(entry: Entry, putFile: () => Promise<void>): Promise<void> {
    this.#broken ??= this.#lock.lost;
    if (this.#broken !== undefined) throw this.#broken;
    if (!this.#open) throw new Error(`The store ${this.#places.directory} is closed.`);
    const written = onDisk(`write into the store ${this.#places.directory}`, async () => {
      await putFile();
      await this.#journal.add(entry);
    });
    this.#pending.add(written);
    try {
      await written;
      this.#entries.set(entryKey(entry), entry);
    } catch (thrown) {
      this.#broken ??= thrown;
      throw thrown;
    } finally {
      this.#pending.delete(written);
    }
  }

  /** Whatever was begun has been written, or has failed. */
  async #settle(): Promise<void> {
    await Promise.allSettled(this.#pending);
  }
}
