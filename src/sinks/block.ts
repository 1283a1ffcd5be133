import type { Quad } from '@rdfjs/types';
import { compareKeys, type RecordKey, recordKey, recordOf } from '../rdf/record-order.js';
import { canonicalText, ntriplesLine } from './ntriples-text.js';

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

/** Collects the lines of records, in any order, and makes a block of them. */
export class BlockMaker {
  #records = new Map<string, string[]>();

  /** A hot path: nearly all that is said with a record is said of it, or of what belongs to it. */
  add(quads: readonly Quad[]): void {
    let subject = '';
    let lines: string[] = [];
    for (const quad of quads) {
      if (quad.subject.value !== subject) {
        subject = quad.subject.value;
        lines = this.#linesOf(recordOf(subject));
      }
      lines.push(ntriplesLine(quad));
    }
  }

  /** What has been collected since the last time; undefined when nothing was. */
  take(): Block | undefined {
    if (this.#records.size === 0) return undefined;
    const sorted = [...this.#records]
      .map(([record, lines]) => ({ key: recordKey(record), lines }))
      .sort((a, b) => compareKeys(a.key, b.key));
    this.#records = new Map();
    return blockOf(sorted.map(({ key, lines }) => ({ key, text: canonicalText(lines) })));
  }

  #linesOf(record: string): string[] {
    const before = this.#records.get(record);
    if (before !== undefined) return before;
    const lines: string[] = [];
    this.#records.set(record, lines);
    return lines;
  }
}

function blockOf(sorted: readonly { readonly key: RecordKey; readonly text: string }[]): Block {
  const ends = new Uint32Array(sorted.length);
  let end = 0;
  for (const [at, { text }] of sorted.entries()) {
    end += Buffer.byteLength(text);
    ends[at] = end;
  }
  const text = Buffer.from(sorted.map((one) => one.text).join(''));
  return { records: sorted.map(({ key }) => key.record), ends, text, lines: linesIn(text) };
}

/** A line feed stands at the end of a line and nowhere else. */
export function linesIn(text: Uint8Array): number {
  let count = 0;
  for (let at = text.indexOf(LINE_FEED); at >= 0; at = text.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

const LINE_FEED = 0x0a;
