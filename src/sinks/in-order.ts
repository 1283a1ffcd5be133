import type { RecordKey } from '../rdf/record-order.js';
import { compareKeys, recordKey } from '../rdf/record-order.js';
import type { Block } from './block.js';
import { canonicalText, linesIn } from './ntriples-text.js';

/** Records in their order, one after another. */
export interface InOrder {
  /** What the place of the next one hangs on; undefined at the end. */
  readonly head: RecordKey | undefined;
  /** The lines of the next one; a promise when they have to be fetched. */
  lines(): Uint8Array | Promise<Uint8Array>;
  /** Takes it away, after its lines were asked for. */
  advance(): void;
}

/** A block, record by record. */
export class BlockReader implements InOrder {
  readonly #block: Block;
  #at = 0;
  #start = 0;
  head: RecordKey | undefined;

  constructor(block: Block) {
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

/** A record that has been merged. */
export interface Merged {
  readonly key: RecordKey;
  readonly lines: Uint8Array;
  /** Lines that several had, and that are there once now. */
  readonly repeated: number;
}

/**
 * Merges what is in order into one order, so many records at a time: a promise for each of a million would be felt. A
 * record that several have comes once, with all its lines, each once.
 */
export async function* merged(
  sources: readonly InOrder[],
  atOnce: number = AT_ONCE,
): AsyncGenerator<readonly Merged[]> {
  const waiting = sources.filter(({ head }) => head !== undefined).sort(byHead);
  let batch: Merged[] = [];
  for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
    const key = first.head as RecordKey;
    const same = countSame(waiting, key);
    if (same === 1) {
      const lines = first.lines();
      batch.push({ key, lines: lines instanceof Uint8Array ? lines : await lines, repeated: 0 });
    } else {
      const all: Uint8Array[] = [];
      for (const source of waiting.slice(0, same)) all.push(await source.lines());
      batch.push({ key, ...together(all) });
    }
    putBack(waiting, same);
    if (batch.length >= atOnce) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

const AT_ONCE = 1000;

function countSame(waiting: readonly InOrder[], { record }: RecordKey): number {
  let same = 1;
  while (waiting[same]?.head?.record === record) same += 1;
  return same;
}

/** All lines of one record, each once. */
function together(all: readonly Uint8Array[]): Pick<Merged, 'lines' | 'repeated'> {
  const texts = all.map((lines) => Buffer.from(lines).toString('utf8'));
  const lines = Buffer.from(canonicalText(texts.flatMap((text) => text.split('\n').slice(0, -1))));
  return { lines, repeated: all.reduce((sum, one) => sum + linesIn(one), 0) - linesIn(lines) };
}

/** Takes the heads of the first few away, and puts each where its next one belongs. */
function putBack(waiting: InOrder[], many: number): void {
  for (const source of waiting.splice(0, many)) {
    source.advance();
    if (source.head === undefined) continue;
    let [low, high] = [0, waiting.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (byHead(waiting[middle] as InOrder, source) < 0) low = middle + 1;
      else high = middle;
    }
    waiting.splice(low, 0, source);
  }
}

const byHead = (a: InOrder, b: InOrder): number => compareKeys(a.head as RecordKey, b.head as RecordKey);
