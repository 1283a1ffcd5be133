import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../base/durable.js';
import { sha256 } from '../../base/sha256.js';
import { writeWhole } from './body-file.js';
import { type Entry, readEntry, writeJournalEntry } from './entry.js';
import { checkFormat, FORMAT, readIfThere, VERSION } from './manifest.js';

const NAME = 'journal.ndjson';

/** The file that lists the answers of an unfinished harvest. */
export function journalFile(directory: string): string {
  return join(directory, NAME);
}

/** The content of a journal. */
export interface JournalContent {
  /** The hash of the plan; undefined when the first line is incomplete. */
  readonly plan: string | undefined;
  readonly entries: readonly Entry[];
}

/**
 * Reads a journal up to its first incomplete or invalid line.
 *
 * @returns undefined when there is none
 * @throws FolkloreError `STORE_UNUSABLE` when it is of another program or a newer version
 */
export async function readJournal(directory: string): Promise<JournalContent | undefined> {
  const file = journalFile(directory);
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  const [first, ...lines] = text.split('\n').slice(0, -1);
  if (first === undefined) return { plan: undefined, entries: [] };
  const head = parse(first);
  checkFormat(file, head);
  const entries: Entry[] = [];
  for (const line of lines) {
    const entry = readEntry(parse(line));
    if (entry === undefined) break;
    entries.push(entry);
  }
  return { plan: typeof head.plan === 'string' ? head.plan : '', entries };
}

/** The hash of a plan. The text itself may name hosts. */
export function hashOfPlan(plan: string): string {
  return sha256(plan);
}

/** The list of the answers of a running harvest: one line each, on the disk after the file of the answer. */
export class Journal {
  readonly #directory: string;
  readonly #handle: FileHandle;
  /** Folders whose own names are on the disk. */
  readonly #folders = new Set<string>();
  /** The answers of the next write. */
  #entries: Entry[] = [];
  #next: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();

  private constructor(directory: string, handle: FileHandle) {
    this.#directory = directory;
    this.#handle = handle;
  }

  /**
   * Begins a journal with the answers that are stored already; replaces an existing one atomically.
   *
   * @param plan a hash
   */
  static async begin(directory: string, plan: string, known: Iterable<Entry>): Promise<Journal> {
    const head = JSON.stringify({ format: FORMAT, version: VERSION, plan });
    const lines = [head, ...[...known].map(writeJournalEntry)].map((line) => `${line}\n`);
    await writeWhole(journalFile(directory), lines.join(''));
    return new Journal(directory, await open(journalFile(directory), 'a'));
  }

  /**
   * Adds an answer whose file is synced, and syncs its folder and the line. Answers that are added during a write are
   * written together, so that each folder is synced once for many.
   *
   * @throws the error of the file system, also for all later calls: the file may end with half a line
   */
  add(entry: Entry): Promise<void> {
    this.#entries.push(entry);
    if (this.#next === undefined) {
      this.#next = this.#last.then(() => this.#flush());
      this.#last = this.#next;
      // Callers of `add` receive the error.
      this.#last.catch(() => {});
    }
    return this.#next;
  }

  async #flush(): Promise<void> {
    const entries = this.#entries;
    this.#entries = [];
    this.#next = undefined;
    await this.#syncFolders(entries);
    await this.#handle.appendFile(entries.map((entry) => `${writeJournalEntry(entry)}\n`).join(''));
    await this.#handle.datasync();
  }

  /** Syncs the folders of new files, and those above that are new themselves. */
  async #syncFolders(entries: readonly Entry[]): Promise<void> {
    const changed = new Set<string>();
    for (const entry of entries) {
      if ('missing' in entry) continue;
      let folder = dirname(entry.file);
      changed.add(folder);
      while (folder !== '.' && !this.#folders.has(folder)) {
        this.#folders.add(folder);
        folder = dirname(folder);
        changed.add(folder);
      }
    }
    await Promise.all([...changed].map((folder) => syncFolder(join(this.#directory, folder))));
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

function parse(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' ? { ...value } : {};
  } catch {
    return {};
  }
}
