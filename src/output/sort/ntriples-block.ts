import type { Quad } from '@rdfjs/types';
import { canonicalLines, ntriplesLine } from '../../rdf/formats/ntriples.js';
import { compareKeys, recordKey, recordOf } from '../../rdf/record-order.js';

/** Canonical N-Triples of some records, in the order of records (rdf/record-order.ts). Plain data. */
export interface NTriplesBlock {
  /** The IRI of each record, once. */
  readonly records: readonly string[];
  /** The end of the lines of each record in the text, in bytes. */
  readonly ends: Uint32Array;
  /** UTF-8. */
  readonly text: Uint8Array;
  readonly lines: number;
}

/** Collects the lines of records, in any order, and makes a block of them. */
export class NTriplesBlockBuilder {
  #lines = new Map<string, string[]>();

  /** A hot path: the quads of one subject mostly follow each other. */
  add(quads: readonly Quad[]): void {
    let subject: Quad['subject'] | undefined;
    let lines: string[] = [];
    for (const quad of quads) {
      if (quad.subject !== subject) {
        subject = quad.subject;
        lines = this.#linesOf(recordOf(subject.value));
      }
      lines.push(ntriplesLine(quad));
    }
  }

  /** The block of everything added since the last call; undefined when nothing was added. */
  take(): NTriplesBlock | undefined {
    if (this.#lines.size === 0) return undefined;
    const keys = [...this.#lines.keys()].map(recordKey).sort(compareKeys);
    const texts = keys.map(({ record }) => canonicalLines(this.#linesOf(record)));
    this.#lines = new Map();
    const ends = new Uint32Array(texts.length);
    let [end, count] = [0, 0];
    for (const [at, lines] of texts.entries()) {
      for (const line of lines) end += Buffer.byteLength(line) + 1;
      ends[at] = end;
      count += lines.length;
    }
    const text = Buffer.allocUnsafeSlow(end);
    let written = 0;
    for (const lines of texts) written += text.write(`${lines.join('\n')}\n`, written);
    return { records: keys.map(({ record }) => record), ends, text, lines: count };
  }

  #linesOf(record: string): string[] {
    const before = this.#lines.get(record);
    if (before !== undefined) return before;
    const lines: string[] = [];
    this.#lines.set(record, lines);
    return lines;
  }
}
