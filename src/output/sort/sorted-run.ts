import { type FileHandle, open } from 'node:fs/promises';
import type { RecordKey } from '../../rdf/record-order.js';
import type { MergedRecords, SortedRecords } from './k-way-merge.js';

/** What an id must look like to be told from a number again. */
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})$/;

/** The columns of numbers. */
const COLUMNS = { path: 0, id: 1, length: 2 } as const;
const WIDTH = 3;

/** What is in a run: which records, and how long their lines are. Ids that are numbers take twenty-four bytes. */
export class SortedRunIndex {
  readonly #paths: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Ids that are no numbers, by row. */
  readonly #ids = new Map<number, string>();
  #cells = new Float64Array(WIDTH * 256);
  #rows = 0;

  add({ path, id }: RecordKey, length: number): void {
    if ((this.#rows + 1) * WIDTH > this.#cells.length) {
      const grown = new Float64Array(this.#cells.length * 2);
      grown.set(this.#cells);
      this.#cells = grown;
    }
    const at = this.#rows * WIDTH;
    this.#cells[at + COLUMNS.path] = this.#numberOf(path);
    if (PLAIN_NUMBER.test(id)) this.#cells[at + COLUMNS.id] = Number(id);
    else {
      this.#cells[at + COLUMNS.id] = Number.NaN;
      this.#ids.set(this.#rows, id);
    }
    this.#cells[at + COLUMNS.length] = length;
    this.#rows += 1;
  }

  /** The key of a record, by its row; undefined behind the last one. */
  key(row: number): RecordKey | undefined {
    if (row >= this.#rows) return undefined;
    const path = this.#paths[this.#cell(row, 'path')] ?? '';
    const number = this.#cell(row, 'id');
    const id = Number.isNaN(number) ? (this.#ids.get(row) ?? '') : String(number);
    return { record: path === '' ? id : `${path}/${id}`, path, id, isNumber: /^\d+$/.test(id) };
  }

  /** Bytes of its lines. */
  length(row: number): number {
    return this.#cell(row, 'length');
  }

  #cell(row: number, column: keyof typeof COLUMNS): number {
    return this.#cells[row * WIDTH + COLUMNS[column]] ?? 0;
  }

  #numberOf(path: string): number {
    const before = this.#numbers.get(path);
    if (before !== undefined) return before;
    this.#numbers.set(path, this.#paths.length);
    return this.#paths.push(path) - 1;
  }
}

/** Bytes read at once; as many runs are read at the same time as are merged. */
const READ_AT_ONCE = 1 << 18;

/** A run on disk: sorted N-Triples, and in memory what is in it. */
export interface SortedRun {
  readonly path: string;
  readonly index: SortedRunIndex;
}

/**
 * Writes records in their order into a file of its own.
 *
 * @returns the run, and how many lines were there more than once
 */
export async function writeSortedRun(
  path: string,
  records: AsyncIterable<MergedRecords>,
): Promise<{ readonly run: SortedRun; readonly repeated: number }> {
  const handle = await open(path, 'wx');
  const index = new SortedRunIndex();
  let repeated = 0;
  try {
    for await (const batch of records) {
      let start = 0;
      for (const [at, key] of batch.keys.entries()) {
        const end = batch.ends[at] ?? start;
        index.add(key, end - start);
        start = end;
      }
      repeated += batch.repeated;
      await handle.appendFile(batch.text);
    }
  } finally {
    await handle.close();
  }
  return { run: { path, index }, repeated };
}

/** Reads a run, record by record. */
export class SortedRunReader implements SortedRecords {
  readonly #handle: FileHandle;
  readonly #index: SortedRunIndex;
  #row = 0;
  #buffer: Buffer = Buffer.allocUnsafeSlow(READ_AT_ONCE);
  /** What has been read and not been taken. */
  #rest: Uint8Array = this.#buffer.subarray(0, 0);
  head: RecordKey | undefined;

  private constructor(handle: FileHandle, index: SortedRunIndex) {
    this.#handle = handle;
    this.#index = index;
    this.head = index.key(0);
  }

  static async open({ path, index }: SortedRun): Promise<SortedRunReader> {
    return new SortedRunReader(await open(path, 'r'), index);
  }

  lines(): Uint8Array | Promise<Uint8Array> {
    const length = this.#index.length(this.#row);
    return this.#rest.length >= length ? this.#rest.subarray(0, length) : this.#fetch(length);
  }

  advance(): void {
    this.#rest = this.#rest.subarray(this.#index.length(this.#row));
    this.#row += 1;
    this.head = this.#index.key(this.#row);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #fetch(length: number): Promise<Uint8Array> {
    const rest = this.#rest;
    if (length > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(length);
    this.#buffer.set(rest);
    let end = rest.length;
    while (end < length) {
      const { bytesRead } = await this.#handle.read(this.#buffer, end, this.#buffer.length - end);
      if (bytesRead === 0) throw new Error('A file that was being sorted has been cut short.');
      end += bytesRead;
    }
    this.#rest = this.#buffer.subarray(0, end);
    return this.#rest.subarray(0, length);
  }
}
