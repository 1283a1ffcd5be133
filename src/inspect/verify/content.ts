import { createHash } from 'node:crypto';
import { References } from '../../consistency/references.js';
import { canonicalText, ntriplesLine } from '../../rdf/formats/ntriples.js';
import type { DumpRecord } from '../../rdf/formats/read-dump.js';
import { linkTo } from '../../rdf/parse.js';
import { recordOf } from '../../rdf/record-order.js';
import type { Tell } from './problem.js';

const REMEDY = 'Build the release again; if it stays, report it with the store.';

/** What leads to a record without being a statement about another one. */
const LEADING: Readonly<Record<string, string>> = {
  'urn:x-addition': 'adds something to',
  'urn:x-row': 'has a row about',
};
const [ADDITION, ROW] = Object.keys(LEADING) as [string, string];

/** Sees whether everything that dumps and derived files refer to is described in a dump. */
export class ReferenceLinks {
  readonly #references: References;

  constructor(base: string) {
    this.#references = new References(base);
  }

  /** A record of a dataset that describes records, or that only adds to what another one describes. */
  record(file: string, { iri, quads }: DumpRecord, dataset: 'describes' | 'adds'): void {
    if (dataset === 'describes') this.#references.take(iri, from(file), quads);
    else this.#references.take(file, from(file), [...quads, linkTo(iri, ADDITION)]);
  }

  /** A row of a derived file. */
  row(file: string, iri: string): void {
    this.#references.take(file, from(file), [linkTo(iri, ROW)]);
  }

  tellBroken(tell: Tell): void {
    for (const { record, finding } of this.#references.findings()) {
      const { focus, path = '', value } = finding;
      const leading = LEADING[path];
      const how = leading === undefined ? `refers in ${focus} to` : leading;
      tell(String(record.id), `${how} ${value}, which no dump describes`, REMEDY);
    }
  }
}

/** References are told by the file that they are in. */
const from = (file: string) => ({ kind: 'omission', id: file }) as const;

/** Sums stay below what a number holds exactly. */
const MODULUS = 2 ** 48;
/** Records are summed in so many parts: whatever their number, what differs is looked for in few of them. */
const PARTS = 1024;

/**
 * What a dump says, whatever the order it says it in, in flat memory: files that say the same triples have the same
 * sums. What is said of nodes that are not ours, pages of others for example, may be said with several records; it
 * counts once, and a number is remembered of it.
 */
export class ContentDigest {
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
  differing(other: ContentDigest): number[] {
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
