import type { Quad } from '@rdfjs/types';
import { ntriplesLine } from '../../../model/rdf/formats/ntriples.js';
import type { DumpRecord } from '../../../model/rdf/formats/read-dump.js';
import { recordIriOf } from '../../../model/rdf/record-order.js';

/** Sums stay below what a number holds exactly. */
const MODULUS = 2 ** 48;

/** The content of a dump as plain data. */
export interface ContentSummary {
  /** The sum of the hashes of the triples. */
  readonly sum: number;
  /** Records of our own. */
  readonly records: number;
  /** Statements, repeated ones included. */
  readonly statements: number;
  /** Distinct triples. */
  readonly triples: number;
}

/**
 * The content of a dump, whatever its order and its format, in flat memory: two dumps of the same triples have the same
 * sum. Several records may repeat a triple about a node of others, such as a web page; it is summed once.
 */
export class ContentDigest {
  readonly #base: string;
  readonly #foreign = new Set<number>();
  readonly #onSum: (iri: string, sum: number) => void;
  #sum = 0;
  #records = 0;
  #statements = 0;
  #triples = 0;

  /** @param onSum given the sum of each record, and of each triple about a node of others */
  constructor(base: string, onSum: (iri: string, sum: number) => void = () => {}) {
    this.#base = base;
    this.#onSum = onSum;
  }

  /** A hot path. */
  add({ iri, quads }: DumpRecord): void {
    this.#statements += quads.length;
    const own = iri.startsWith(this.#base) ? new Set<number>() : undefined;
    let sum = 0;
    let at = 0;
    for (const hash of hashesOf(quads)) {
      const about = recordIriOf((quads[at++] as Quad).subject.value);
      if (own === undefined || about !== iri) this.#addForeign(about, hash);
      else if (own.size !== own.add(hash).size) sum = addSums(sum, hash);
    }
    if (own === undefined || own.size === 0) return;
    this.#records += 1;
    this.#triples += own.size;
    this.#take(iri, sum);
  }

  get summary(): ContentSummary {
    const [sum, records, statements, triples] = [this.#sum, this.#records, this.#statements, this.#triples];
    return { sum, records, statements, triples };
  }

  #addForeign(iri: string, hash: number): void {
    if (this.#foreign.has(hash)) return;
    this.#foreign.add(hash);
    this.#triples += 1;
    this.#take(iri, hash);
  }

  #take(iri: string, sum: number): void {
    this.#sum = addSums(this.#sum, sum);
    this.#onSum(iri, sum);
  }
}

/** The sum of two sums. */
export const addSums = (one: number, other: number): number => (one + other) % MODULUS;

/** Sorted lines of one of our dumps. */
export interface LinesSummary {
  readonly sum: number;
  readonly lines: number;
}

/**
 * Sums the lines of canonical N-Triples, or of N-Quads in one graph, as {@link ContentDigest} sums quads, without parsing
 * them. When the sum is that of a dump that was parsed, the lines are those triples; otherwise nothing is known of them.
 *
 * @param graph of N-Quads; undefined for N-Triples
 * @returns undefined when a line does not end as it should
 */
export async function sumLines(
  pieces: AsyncIterable<Buffer>,
  graph: string | undefined,
): Promise<LinesSummary | undefined> {
  const end = Buffer.from(graph === undefined ? ' .' : ` <${graph}> .`);
  let [sum, lines] = [0, 0];
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let start = 0;
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, start)) {
      const stop = at - end.length;
      if (stop < start || bytes.compare(end, 0, end.length, stop, at) !== 0) return undefined;
      sum = addSums(sum, hashOfBytes(bytes, start, stop));
      lines += 1;
      start = at + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > LONGEST) return undefined;
  }
  return rest.length === 0 ? { sum, lines } : undefined;
}

const LINE_FEED = 0x0a;
const LONGEST = 64 << 20;
/** The first states and the multipliers of both halves of a hash. */
const [SEED_1, SEED_2] = [0xdeadbeef, 0x41c6ce57];
const [PRIME_1, PRIME_2] = [2654435761, 1597334677];

/** The hashes of the lines of quads. All lines of a record are encoded at once, which costs less than each by itself. */
function hashesOf(quads: readonly Quad[]): number[] {
  let text = '';
  for (const quad of quads) text += `${ntriplesLine(quad)}\n`;
  if (3 * text.length > buffer.length) buffer = Buffer.allocUnsafe(6 * text.length);
  const length = buffer.write(text, 'utf8');
  const hashes: number[] = [];
  let start = 0;
  for (let at = buffer.indexOf(LINE_FEED); at >= 0 && at < length; at = buffer.indexOf(LINE_FEED, start)) {
    hashes.push(hashOfBytes(buffer, start, at - END_LENGTH));
    start = at + 1;
  }
  return hashes;
}

let buffer = Buffer.allocUnsafe(1 << 16);
/** Bytes of the blank and the point at the end of a line. */
const END_LENGTH = ' .'.length;

/** The hash of a line without its end, four bytes at a time. A hot path. */
function hashOfBytes(bytes: Uint8Array, start: number, end: number): number {
  let [one, two] = [SEED_1, SEED_2];
  let at = start;
  for (const last = end - 3; at < last; at += 4) {
    const word =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    one = Math.imul(one ^ word, PRIME_1);
    two = Math.imul((two << 7) ^ (two >>> 25) ^ word, PRIME_2);
  }
  for (; at < end; at += 1) {
    const byte = bytes[at] as number;
    one = Math.imul(one ^ byte, PRIME_1);
    two = Math.imul((two << 7) ^ (two >>> 25) ^ byte, PRIME_2);
  }
  return mixed(one, two);
}

/** 48 bits of both halves (the last step of cyrb53, by bryc). */
function mixed(first: number, second: number): number {
  let one = Math.imul(first ^ (first >>> 16), 2246822507) ^ Math.imul(second ^ (second >>> 13), 3266489909);
  const two = Math.imul(second ^ (second >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  one >>>= 0;
  return (two & 0xffff) * 2 ** 32 + one;
}
