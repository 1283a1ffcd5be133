import { createHash } from 'node:crypto';
import { recordOf } from '../../rdf/record-order.js';
import { canonicalText, ntriplesLine } from '../../sinks/ntriples-text.js';
import type { DumpRecord } from '../../sinks/reading/records.js';

/** Sums stay below what a number holds exactly. */
const MODULUS = 2 ** 48;
/** Records are summed in so many parts: whatever their number, what differs is looked for in few of them. */
const PARTS = 1024;

/**
 * What a dump says, whatever the order it says it in, in flat memory: files that say the same triples have the same
 * sums. What is said of nodes that are not ours, pages of others for example, may be said with several records; it
 * counts once, and a number is remembered of it.
 */
export class Content {
  readonly #base: string;
  readonly #sums = new Float64Array(PARTS);
  readonly #foreign = new Set<number>();
  readonly #kept = new Map<string, number>();
  readonly #keep: ReadonlySet<number>;
  #records = 0;
  #statements = 0;
  #triples = 0;

  /** @param keep parts of which every record is remembered */
  constructor(base: string, keep: Iterable<number> = []) {
    this.#base = base;
    this.#keep = new Set(keep);
  }

  add({ iri, quads }: DumpRecord): void {
    this.#statements += quads.length;
    const own: string[] = [];
    const isOurs = iri.startsWith(this.#base);
    for (const quad of quads) {
      const about = recordOf(quad.subject.value);
      if (isOurs && about === iri) own.push(ntriplesLine(quad));
      else this.#addForeign(about, ntriplesLine(quad));
    }
    if (own.length === 0) return;
    const text = canonicalText(own);
    this.#records += 1;
    this.#triples += linesIn(text);
    this.#take(iri, hashOf(text));
  }

  /** Records of ours. */
  get records(): number {
    return this.#records;
  }

  /** Statements, as often as they are made. */
  get statements(): number {
    return this.#statements;
  }

  /** Distinct triples. */
  get triples(): number {
    return this.#triples;
  }

  /** What each record says, as a number, in the parts that are kept. */
  get kept(): ReadonlyMap<string, number> {
    return this.#kept;
  }

  /** The parts in which another dump does not say the same. */
  differing(other: Content): number[] {
    return [...this.#sums.keys()].filter((part) => this.#sums[part] !== other.#sums[part]);
  }

  #addForeign(iri: string, line: string): void {
    const hash = hashOf(line);
    if (this.#foreign.has(hash)) return;
    this.#foreign.add(hash);
    this.#triples += 1;
    this.#take(iri, hash);
  }

  #take(iri: string, hash: number): void {
    const part = partOf(iri);
    this.#sums[part] = ((this.#sums[part] ?? 0) + hash) % MODULUS;
    if (this.#keep.has(part)) this.#kept.set(iri, ((this.#kept.get(iri) ?? 0) + hash) % MODULUS);
  }
}

const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUIntBE(0, 6);

/** The part that a record is in: any function of its IRI that spreads them will do. */
function partOf(iri: string): number {
  let part = 0;
  for (let at = 0; at < iri.length; at += 1) part = (Math.imul(part, 31) + iri.charCodeAt(at)) | 0;
  return (part >>> 0) % PARTS;
}

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
