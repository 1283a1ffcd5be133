import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from './body-file.js';
import { type Entry, readEntry, writeEntry } from './entry.js';
import { checkFormat, FORMAT, readIfThere, VERSION } from './manifest.js';

const NAME = 'journal.ndjson';

/** The file that says what a harvest under way has gained. */
export function journalFile(directory: string): string {
  return join(directory, NAME);
}

/** The content of a journal after an unplanned end. */
export interface JournalContent {
  /** What was being harvested, hashed; undefined when the journal's first line was never finished. */
  readonly plan: string | undefined;
  readonly entries: readonly Entry[];
}

/**
 * Reads a journal up to its last whole line: the line that was being written when the process ended does not
 * count, nor does anything behind it.
 *
 * @returns undefined when there is none
 * @throws FolkloreError `STORE_UNUSABLE` when it is not ours, or newer than this program
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

/** A plan as a journal keeps it: nothing of its words, which may name hosts. */
export function hashOfPlan(plan: string): string {
  return createHash('sha256').update(plan).digest('hex');
}

/**
 * The harvest's memory while it runs: one line for every answer, on the disk before the next is asked for.
 */
export class Journal {
  readonly #handle: FileHandle;
  /** Lines for the next stroke, and who waits for it. */
  #lines: string[] = [];
  #next: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /**
   * Begins a journal with what is known already. It takes the place of one that is there, in one stroke.
   *
   * @param plan hash of what is being harvested
   */
  static async begin(directory: string, plan: string, known: Iterable<Entry>): Promise<Journal> {
    const head = JSON.stringify({ format: FORMAT, version: VERSION, plan });
    const lines = [head, ...[...known].map(writeEntry)].map((line) => `${line}\n`);
    await writeWhole(journalFile(directory), lines.join(''));
    return new Journal(await open(journalFile(directory), 'a'));
  }

  /**
   * Adds one answer and brings it to the disk; those that come while the disk is busy go there in one stroke.
   *
   * @throws what the file system throws; from then on always: half a line may have been left, and nothing may
   *   follow it
   */
  add(entry: Entry): Promise<void> {
    this.#lines.push(`${writeEntry(entry)}\n`);
    if (this.#next === undefined) {
      this.#next = this.#last.then(() => this.#flush());
      this.#last = this.#next;
      // Whoever added a line is told; nobody else need be.
      this.#last.catch(() => {});
    }
    return this.#next;
  }

  async #flush(): Promise<void> {
    const lines = this.#lines.join('');
    this.#lines = [];
    this.#next = undefined;
    await this.#handle.appendFile(lines);
    await this.#handle.datasync();
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
