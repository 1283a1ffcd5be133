import type { Quad } from '@rdfjs/types';
import { licence, rdf } from '../rdf/iris.js';
import { compareRecords, recordOf } from '../rdf/record-order.js';
import type { SinkLanguage } from '../sinks/sink.js';

/** Links of one kind from a dataset to one place outside. */
export interface Links {
  readonly property: string;
  /** Scheme and host, with a slash: `http://data.logainm.ie/`. */
  readonly target: string;
  readonly triples: number;
}

/** What VoID says of a dataset. Objects are not counted: that cannot be done exactly without holding all of them. */
export interface DatasetCounts {
  /** Distinct ones. */
  readonly triples: number;
  /** Records that the dataset says the kind of; where it only adds to records of another dataset, none. */
  readonly entities: number;
  readonly subjects: number;
  /** Nodes of each class. */
  readonly classes: ReadonlyMap<string, number>;
  /** Triples with each property. */
  readonly properties: ReadonlyMap<string, number>;
  readonly links: readonly Links[];
  /** The first record of each class, in the order of records. */
  readonly examples: ReadonlyMap<string, string>;
}

/** Kinds of links counted in one dataset; whatever the records say, memory has an end. */
const MOST_LINKS = 1000;

/**
 * Counts what is written, record by record, in flat memory. It relies on what holds of all records: every node belongs
 * to one record, and a record is written to a dataset once.
 */
export class Statistics {
  readonly #base: string;
  /** Namespaces of words: what leads there says what something is, and links it to nothing. */
  readonly #words: ReadonlySet<string>;
  readonly #datasets = new Map<string, Tally>();

  constructor({ base, prefixes }: Pick<SinkLanguage, 'base' | 'prefixes'>) {
    this.#base = base;
    this.#words = new Set([...prefixes.values()].filter((namespace) => !namespace.startsWith(base)));
  }

  /** @param quads of one record; what is said twice counts once */
  add(dataset: string, quads: readonly Quad[]): void {
    const first = quads[0];
    if (first === undefined) return;
    const tally = this.#datasets.get(dataset) ?? this.#begin(dataset);
    const record = recordOf(first.subject.value);
    const subjects = new Set<string>();
    let [isEntity, isOurs] = [false, true];
    let last = '';
    for (const quad of distinct(quads)) {
      const { subject, predicate, object } = quad;
      // What is said of a node mostly stands together.
      if (subject.value !== last) {
        isOurs = subject.value.startsWith(this.#base);
        if (isOurs || isNew(tally.foreign, subject.value)) subjects.add(subject.value);
      }
      last = subject.value;
      // A page of others may be spoken of with several records; the files say it once.
      if (!isOurs && !isNew(tally.foreignTriples, textOf(quad))) continue;
      tally.triples += 1;
      increase(tally.properties, predicate.value);
      if (object.termType !== 'NamedNode') continue;
      if (predicate.value === rdf.type) {
        increase(tally.classes, object.value);
        if (subject.value === record) {
          isEntity = true;
          meet(tally.examples, object.value, record);
        }
      } else if (!object.value.startsWith(this.#base)) this.#link(tally.links, predicate.value, object.value);
    }
    tally.subjects += subjects.size;
    if (isEntity) tally.entities += 1;
  }

  /** The counts of a dataset; of one that nothing was written to, zeros. */
  of(dataset: string): DatasetCounts {
    const { links, foreign: _, foreignTriples: __, ...counts } = this.#datasets.get(dataset) ?? newTally();
    return {
      ...counts,
      links: [...links].flatMap(([property, targets]) =>
        [...targets].map(([target, triples]) => ({ property, target, triples })),
      ),
    };
  }

  #begin(dataset: string): Tally {
    const tally = newTally();
    this.#datasets.set(dataset, tally);
    return tally;
  }

  #link(links: Tally['links'], property: string, object: string): void {
    const end = Math.max(object.lastIndexOf('/'), object.lastIndexOf('#')) + 1;
    if (this.#words.has(object.slice(0, end)) || LICENCES.has(object)) return;
    const target = ORIGIN.exec(object)?.[0];
    if (target === undefined) return;
    const targets = links.get(property) ?? new Map<string, number>();
    if (!targets.has(target) && targets.size >= MOST_LINKS) return;
    links.set(property, targets);
    increase(targets, target);
  }
}

interface Tally {
  triples: number;
  entities: number;
  subjects: number;
  readonly classes: Map<string, number>;
  readonly properties: Map<string, number>;
  readonly links: Map<string, Map<string, number>>;
  readonly examples: Map<string, string>;
  /** Nodes that are not ours, and what was said of them: few, and said with any record. */
  readonly foreign: Set<string>;
  readonly foreignTriples: Set<string>;
}

const newTally = (): Tally => ({
  triples: 0,
  entities: 0,
  subjects: 0,
  classes: new Map(),
  properties: new Map(),
  links: new Map(),
  examples: new Map(),
  foreign: new Set(),
  foreignTriples: new Set(),
});

/** Adds to a set, and tells whether that was news. */
const isNew = (known: Set<string>, one: string): boolean => known.size < known.add(one).size;

const ORIGIN = /^https?:\/\/[^/?#]+\//;
const LICENCES: ReadonlySet<string> = new Set((['by', 'by-nc', 'zero'] as const).map(licence));

const increase = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

function meet(examples: Map<string, string>, kind: string, record: string): void {
  const before = examples.get(kind);
  if (before === undefined || compareRecords(record, before) < 0) examples.set(kind, record);
}

/** Quads with one object that are looked through one by one; beyond it, by their texts. */
const FEW = 8;

/** The quads of a record, each once. A quad whose object no other has, as most are, is told at a glance. */
function distinct(quads: readonly Quad[]): readonly Quad[] {
  const firsts = new Map<string, Quad>();
  const more = new Map<string, Quad[]>();
  const texts = new Set<string>();
  return quads.filter((quad) => {
    const { value } = quad.object;
    const first = firsts.get(value);
    if (first === undefined) {
      firsts.set(value, quad);
      return true;
    }
    const others = more.get(value) ?? [];
    if (isSame(first, quad) || others.some((other) => isSame(other, quad))) return false;
    if (others.length < FEW) {
      others.push(quad);
      more.set(value, others);
      return true;
    }
    const before = texts.size;
    return texts.add(textOf(quad)).size > before;
  });
}

const isSame = (one: Quad, other: Quad): boolean =>
  one.subject.value === other.subject.value &&
  one.predicate.value === other.predicate.value &&
  one.object.equals(other.object);

const textOf = ({ subject, predicate, object }: Quad): string =>
  `${subject.value} ${predicate.value} ${object.termType === 'Literal' ? `"${object.language}^${object.datatype.value}` : ''} ${object.value}`;
