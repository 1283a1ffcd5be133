import { type FileHandle, open } from 'node:fs/promises';
import type { RecordKey } from '../rdf/record-order.js';
import type { InOrder, Merged } from './in-order.js';
import { RunIndex } from './run-index.js';

/** Bytes read at once; as many runs are read at the same time as are merged. */
const READ_AT_ONCE = 1 << 18;

/** A run on disk: sorted N-Triples, and in memory what is in it. */
export interface Run {
  readonly path: string;
  readonly index: RunIndex;
}

/**
 * Writes records in their order into a file of its own.
 *
 * @returns the run, and how many lines were there more than once
 */
export async function writeRun(
  path: string,
  records: AsyncIterable<Merged>,
): Promise<{ readonly run: Run; readonly repeated: number }> {
  const handle = await open(path, 'wx');
  const index = new RunIndex();
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
export class RunReader implements InOrder {
  readonly #handle: FileHandle;
  readonly #index: RunIndex;
  #row = 0;
  #buffer: Buffer = Buffer.allocUnsafeSlow(READ_AT_ONCE);
  /** What has been read and not been taken. */
  #rest: Uint8Array = this.#buffer.subarray(0, 0);
  head: RecordKey | undefined;

  private constructor(handle: FileHandle, index: RunIndex) {
    this.#handle = handle;
    this.#index = index;
    this.head = index.key(0);
  }

  static async open({ path, index }: Run): Promise<RunReader> {
    return new RunReader(await open(path, 'r'), index);
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
