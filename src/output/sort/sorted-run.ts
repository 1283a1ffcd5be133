import { type FileHandle, open } from 'node:fs/promises';
import { type RecordKey, recordKey } from '../../rdf/record-order.js';
import type { NTriplesBlock } from './ntriples-block.js';

/** Records in their order, one after another. */
export interface SortedRecords {
  /** The key of the current record; undefined at the end. */
  readonly head: RecordKey | undefined;
  /** The lines of the current record, valid until `advance`. */
  readonly lines: Uint8Array;
  /** Goes to the next record; a promise when it has to be read from disk. */
  advance(): void | Promise<void>;
}

/** Reads a block record by record. */
export class BlockReader implements SortedRecords {
  readonly #block: NTriplesBlock;
  #at = -1;
  #end = 0;
  head: RecordKey | undefined;
  lines: Uint8Array = new Uint8Array(0);

  constructor(block: NTriplesBlock) {
    this.#block = block;
    this.advance();
  }

  advance(): void {
    const { records, ends, text } = this.#block;
    this.#at += 1;
    const record = records[this.#at];
    this.head = record === undefined ? undefined : recordKey(record);
    const start = this.#end;
    this.#end = ends[this.#at] ?? start;
    this.lines = text.subarray(start, this.#end);
  }
}

/** Bytes before each record of a run: the lengths of its IRI and of its lines, as unsigned 32-bit integers. */
const FRAME_HEAD = 8;

/** Bytes collected before they are written, and read at once. */
const BUFFER_LENGTH = 1 << 18;

/** Writes a run: a temporary file of records in their order, each with its IRI and its lines. */
export class SortedRunWriter {
  readonly #handle: FileHandle;
  #pending: Uint8Array[] = [];
  #length = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(path: string): Promise<SortedRunWriter> {
    return new SortedRunWriter(await open(path, 'wx'));
  }

  /** Takes a copy of one record; a promise when the disk has to be waited for. */
  add({ record }: RecordKey, lines: Uint8Array): void | Promise<void> {
    const iri = Buffer.byteLength(record);
    const frame = Buffer.allocUnsafe(FRAME_HEAD + iri + lines.length);
    frame.writeUInt32LE(iri, 0);
    frame.writeUInt32LE(lines.length, 4);
    frame.write(record, FRAME_HEAD);
    frame.set(lines, FRAME_HEAD + iri);
    this.#pending.push(frame);
    this.#length += frame.length;
    if (this.#length >= BUFFER_LENGTH) return this.#flush();
  }

  async close(): Promise<void> {
    try {
      await this.#flush();
    } finally {
      await this.#handle.close();
    }
  }

  async #flush(): Promise<void> {
    const frames = Buffer.concat(this.#pending, this.#length);
    this.#pending = [];
    this.#length = 0;
    await this.#handle.appendFile(frames);
  }
}

/** Reads a run record by record. */
export class SortedRunReader implements SortedRecords {
  readonly #handle: FileHandle;
  #buffer = Buffer.alloc(0);
  #at = 0;
  head: RecordKey | undefined;
  lines: Uint8Array = this.#buffer;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async open(path: string): Promise<SortedRunReader> {
    const reader = new SortedRunReader(await open(path, 'r'));
    await reader.advance();
    return reader;
  }

  advance(): void | Promise<void> {
    if (!this.#take()) return this.#fetch();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  /** Takes the next record from the buffer; false when the buffer does not hold all of it. */
  #take(): boolean {
    const available = this.#buffer.length - this.#at;
    if (available < FRAME_HEAD) return false;
    const lines = this.#at + FRAME_HEAD + this.#buffer.readUInt32LE(this.#at);
    const end = lines + this.#buffer.readUInt32LE(this.#at + 4);
    if (end > this.#buffer.length) return false;
    this.head = recordKey(this.#buffer.toString('utf8', this.#at + FRAME_HEAD, lines));
    this.lines = this.#buffer.subarray(lines, end);
    this.#at = end;
    return true;
  }

  async #fetch(): Promise<void> {
    do {
      const rest = this.#buffer.subarray(this.#at);
      // A record longer than the buffer doubles it.
      const buffer = Buffer.allocUnsafeSlow(Math.max(BUFFER_LENGTH, 2 * rest.length));
      buffer.set(rest);
      const { bytesRead } = await this.#handle.read(buffer, rest.length, buffer.length - rest.length);
      if (bytesRead === 0) {
        if (rest.length > 0) throw new Error('A temporary file of the sort is cut short.');
        this.head = undefined;
        return;
      }
      this.#buffer = buffer.subarray(0, rest.length + bytesRead);
      this.#at = 0;
    } while (!this.#take());
  }
}
