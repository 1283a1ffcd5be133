import type { BytePool } from '../../base/byte-pool.js';
import { canonicalLines } from '../../rdf/formats/ntriples.js';
import { compareKeys, type RecordKey, recordKey } from '../../rdf/record-order.js';
import type { NTriplesBlock } from './ntriples-block.js';

/** Records in their order, one after another. */
export interface SortedRecords {
  /** What the place of the next one hangs on; undefined at the end. */
  readonly head: RecordKey | undefined;
  /** The lines of the next one, good until it is taken away; a promise when they have to be fetched. */
  lines(): Uint8Array | Promise<Uint8Array>;
  /** Takes it away, after its lines were asked for. */
  advance(): void;
}

/** A block, record by record. */
export class BlockReader implements SortedRecords {
  readonly #block: NTriplesBlock;
  #at = 0;
  #start = 0;
  head: RecordKey | undefined;

  constructor(block: NTriplesBlock) {
    this.#block = block;
    this.head = this.#key();
  }

  lines(): Uint8Array {
    return this.#block.text.subarray(this.#start, this.#block.ends[this.#at]);
  }

  advance(): void {
    this.#start = this.#block.ends[this.#at] ?? this.#start;
    this.#at += 1;
    this.head = this.#key();
  }

  #key(): RecordKey | undefined {
    const record = this.#block.records[this.#at];
    return record === undefined ? undefined : recordKey(record);
  }
}

/** Records that have been merged. */
export interface MergedRecords {
  readonly keys: readonly RecordKey[];
  /** Where the lines of each end in the text. */
  readonly ends: readonly number[];
  /** Good until the next ones are asked for. */
  readonly text: Uint8Array;
  /** Lines that several had, and that are there once now. */
  readonly repeated: number;
}

/**
 * Merges what is in order into one order, so many records at a time: a promise for each of a million would be felt. A
 * record that several have comes once, with all its lines, each once.
 */
export async function* mergeSorted(
  sources: readonly SortedRecords[],
  pool: BytePool,
  atOnce: number = AT_ONCE,
): AsyncGenerator<MergedRecords> {
  const waiting = sources.filter(({ head }) => head !== undefined).sort(byHead);
  const batch = new Batch(pool);
  for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
    const key = first.head as RecordKey;
    const same = countSame(waiting, key);
    if (same === 1) {
      const lines = first.lines();
      batch.add(key, lines instanceof Uint8Array ? lines : await lines);
    } else {
      const all: string[] = [];
      for (const source of waiting.slice(0, same)) {
        const text = Buffer.from(await source.lines()).toString('utf8');
        all.push(...text.split('\n').slice(0, -1));
      }
      const once = canonicalLines(all);
      batch.add(key, Buffer.from(`${once.join('\n')}\n`), all.length - once.length);
    }
    putBack(waiting, same);
    if (batch.size >= atOnce) {
      yield batch.merged;
      batch.clear();
    }
  }
  if (batch.size > 0) yield batch.merged;
  batch.close();
}

/** Records one after another in memory that is used again. */
class Batch {
  readonly #pool: BytePool;
  #keys: RecordKey[] = [];
  #ends: number[] = [];
  #text: Uint8Array;
  #length = 0;
  #repeated = 0;

  constructor(pool: BytePool) {
    this.#pool = pool;
    this.#text = pool.take(TEXT_LENGTH);
  }

  get size(): number {
    return this.#keys.length;
  }

  get merged(): MergedRecords {
    const text = this.#text.subarray(0, this.#length);
    return { keys: this.#keys, ends: this.#ends, text, repeated: this.#repeated };
  }

  add(key: RecordKey, lines: Uint8Array, repeated = 0): void {
    const end = this.#length + lines.length;
    if (end > this.#text.length) this.#text = this.#pool.grown(this.#text, this.#length, end);
    this.#text.set(lines, this.#length);
    this.#length = end;
    this.#keys.push(key);
    this.#ends.push(end);
    this.#repeated += repeated;
  }

  clear(): void {
    [this.#keys, this.#ends, this.#length, this.#repeated] = [[], [], 0, 0];
  }

  close(): void {
    this.#pool.release(this.#text);
  }
}

/** Bytes that records merged together mostly take. */
const TEXT_LENGTH = 4 << 20;

const AT_ONCE = 1000;

function countSame(waiting: readonly SortedRecords[], { record }: RecordKey): number {
  let same = 1;
  while (waiting[same]?.head?.record === record) same += 1;
  return same;
}

/** Takes the heads of the first few away, and puts each where its next one belongs. */
function putBack(waiting: SortedRecords[], many: number): void {
  for (const source of waiting.splice(0, many)) {
    source.advance();
    if (source.head === undefined) continue;
    let [low, high] = [0, waiting.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (byHead(waiting[middle] as SortedRecords, source) < 0) low = middle + 1;
      else high = middle;
    }
    waiting.splice(low, 0, source);
  }
}

const byHead = (a: SortedRecords, b: SortedRecords): number =>
  compareKeys(a.head as RecordKey, b.head as RecordKey);
