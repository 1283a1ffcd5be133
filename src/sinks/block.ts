import type { Quad } from '@rdfjs/types';
import type { BytePool } from '../base/byte-pool.js';
import { compareKeys, type RecordKey, recordKey, recordOf } from '../rdf/record-order.js';
import { GrowingText } from './growing-text.js';
import { canonicalLines, ntriplesLine } from './ntriples-text.js';
import { type LinesText, RecordLines } from './record-lines.js';

/** Canonical N-Triples of some records, in the order of records (record-order.ts); plain data, for any thread. */
export interface Block {
  /** The IRI of each record, once. */
  readonly records: readonly string[];
  /** Where the lines of each end in the text. */
  readonly ends: Uint32Array;
  /** UTF-8. */
  readonly text: Uint8Array;
  readonly lines: number;
}

/** Where the lines of a record are. */
interface Placed {
  readonly key: RecordKey;
  readonly start: number;
  readonly end: number;
  readonly lines: number;
}

/** Collects the lines of records, in any order, and makes a block of them. */
export class BlockMaker {
  readonly #pool: BytePool;
  readonly #lines = new RecordLines();
  readonly #text: GrowingText;
  #placed: Placed[] = [];
  #known = new Set<string>();
  /** Lines of records that were spoken of with another one, or more than once. */
  #more = new Map<string, string[]>();

  constructor(pool: BytePool) {
    this.#pool = pool;
    this.#text = new GrowingText(pool);
  }

  /**
   * A hot path: nearly all that is said with a record is said of it, or of what belongs to it, and at once.
   *
   * @param quads what is said with one record
   */
  add(quads: readonly Quad[]): void {
    const [first] = quads;
    if (first === undefined) return;
    const own = recordOf(first.subject.value);
    const isNew = this.#known.size < this.#known.add(own).size;
    let [subject, record] = [first.subject, own];
    for (const quad of quads) {
      if (quad.subject !== subject) {
        subject = quad.subject;
        record = recordOf(subject.value);
      }
      if (isNew && record === own) this.#lines.add(quad);
      else this.#later(record, ntriplesLine(quad));
    }
    if (isNew) this.#place(recordKey(own), this.#lines.take());
  }

  /** What has been collected since the last time; undefined when nothing was. */
  take(): Block | undefined {
    for (const [record, lines] of this.#more) this.#merge(record, lines);
    const placed = this.#placed.sort((a, b) => compareKeys(a.key, b.key));
    const text = this.#text.take();
    this.#placed = [];
    this.#known = new Set();
    this.#more = new Map();
    const block = placed.length === 0 ? undefined : blockOf(placed, text, this.#pool);
    this.#pool.giveBack(text);
    return block;
  }

  #later(record: string, line: string): void {
    const lines = this.#more.get(record);
    if (lines === undefined) this.#more.set(record, [line]);
    else lines.push(line);
  }

  #merge(record: string, more: readonly string[]): void {
    const at = this.#placed.findIndex(({ key }) => key.record === record);
    const before = this.#placed[at];
    const lines =
      before === undefined ? [] : this.#text.read(before.start, before.end).split('\n').slice(0, -1);
    if (before !== undefined) this.#placed.splice(at, 1);
    const all = canonicalLines([...lines, ...more]);
    this.#place(recordKey(record), { text: `${all.join('\n')}\n`, lines: all.length });
  }

  #place(key: RecordKey, { text, lines }: LinesText): void {
    const start = this.#text.length;
    this.#text.add(text);
    this.#placed.push({ key, start, end: this.#text.length, lines });
  }
}

function blockOf(placed: readonly Placed[], text: Uint8Array, pool: BytePool): Block {
  const ends = new Uint32Array(placed.length);
  const sorted = pool.take(placed.reduce((sum, { start, end }) => sum + end - start, 0));
  let [length, lines] = [0, 0];
  for (const [at, one] of placed.entries()) {
    sorted.set(text.subarray(one.start, one.end), length);
    length += one.end - one.start;
    lines += one.lines;
    ends[at] = length;
  }
  return { records: placed.map(({ key }) => key.record), ends, text: sorted.subarray(0, length), lines };
}
