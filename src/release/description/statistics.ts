import { hash } from 'node:crypto';
import type { Quad } from '@rdfjs/types';
import { entry, increase } from '../../base/map-entry.js';
import type { Mergeable } from '../../base/mergeable.js';
import type { SerialisationContext } from '../../model/rdf/formats/format.js';
import { IriSet } from '../../model/rdf/iri-set.js';
import { namespaceOf } from '../../model/rdf/iri-syntax.js';
import { licence, rdf } from '../../model/rdf/iris.js';
import { compareRecords, recordIriOf } from '../../model/rdf/record-order.js';
import { quadText } from '../../model/rdf/to-quads.js';

/** Links of one kind from a dataset to one place outside. */
export interface Links {
  readonly property: string;
  /** Scheme and host, with a slash: `http://data.logainm.ie/`. */
  readonly target: string;
  readonly triples: number;
}

/** The counts of a dataset in VoID. Distinct objects are not counted: that would need all of them in memory. */
export interface DatasetCounts {
  /** Distinct ones. */
  readonly triples: number;
  /** Records with a class; none in a dataset that only adds to records of others. */
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

/** When and where the records of some datasets are from. */
export interface Coverage {
  /** The years of works whose date is certain (`schema:dateCreated`); undefined without one. */
  readonly years: Years | undefined;
  /** The counties that records name, as IRIs. */
  readonly counties: ReadonlySet<string>;
}

/** The years that something covers. */
export interface Years {
  readonly from: number;
  readonly to: number;
}

/** Targets of links that are counted for one property: a limit for memory. */
const MOST_LINKS = 1000;

/**
 * Counts datasets record by record, in flat memory. Every node belongs to one record, and a record is written to a dataset
 * once.
 */
export class Statistics implements Mergeable<Counted> {
  readonly #base: string;
  /** Namespaces of vocabularies: references to their terms are no links. */
  readonly #words: ReadonlySet<string>;
  readonly #dateCreated: string;
  readonly #county: string;
  #datasets = new Map<string, Tally>();
  readonly #foreign = new Map<string, CountedForeign>();

  constructor({ base, prefixes }: Pick<SerialisationContext, 'base' | 'prefixes'>) {
    this.#base = base;
    this.#dateCreated = `${prefixes.get('schema')}dateCreated`;
    this.#county = `${prefixes.get('lore')}county`;
    this.#words = new Set([...prefixes.values()].filter((namespace) => !namespace.startsWith(base)));
  }

  /** @param quads of one record, each once. A hot path. */
  add(dataset: string, quads: readonly Quad[]): void {
    const first = quads[0];
    if (first === undefined) return;
    const tally = this.#tallyOf(dataset);
    const record = recordIriOf(first.subject.value);
    const subjects = new Set<string>();
    let [isEntity, isOurs] = [false, true];
    let term: Quad['subject'] | undefined;
    let last = '';
    for (const quad of quads) {
      const { subject, predicate, object } = quad;
      // Quads of one subject mostly are neighbours.
      if (subject !== term) {
        term = subject;
        last = subject.value;
        isOurs = last.startsWith(this.#base);
        if (isOurs) subjects.add(last);
      }
      const iri = object.termType === 'NamedNode' ? object.value : undefined;
      // Several records may describe the same page of others; it counts once.
      if (!isOurs) tally.foreign.set(quadText(quad), { subject: last, property: predicate.value, iri });
      else this.#count(tally, predicate.value, iri);
      if (iri === undefined && predicate.value === this.#dateCreated) addYear(tally, object.value);
      if (iri !== undefined && predicate.value === this.#county) tally.counties.add(iri);
      if (isOurs && iri !== undefined && predicate.value === rdf.type && last === record) {
        isEntity = true;
        addExample(tally.examples, iri, record);
      }
    }
    tally.subjects += subjects.size;
    if (isEntity) tally.entities += 1;
  }

  /** Gives all counts away, as plain data, and begins anew. */
  take(): Counted {
    const counted = this.#datasets;
    this.#datasets = new Map();
    return counted;
  }

  /** Adds the counts of other records. */
  merge(counted: Counted): void {
    for (const [dataset, other] of counted) {
      const tally = this.#tallyOf(dataset);
      add(tally, other);
      this.#countForeign(dataset, tally, other.foreign);
    }
  }

  /** The counts of a dataset; zeros for one without records. */
  of(dataset: string): DatasetCounts {
    const tally = this.#datasets.get(dataset) ?? newTally();
    this.#countForeign(dataset, tally, tally.foreign);
    const { foreign, links, years, counties, ...counts } = tally;
    return {
      ...counts,
      subjects: counts.subjects + (this.#foreign.get(dataset)?.subjects.size ?? 0),
      links: [...links].flatMap(([property, targets]) =>
        [...targets].map(([target, triples]) => ({ property, target, triples })),
      ),
    };
  }

  /** The years of the works of some datasets, and the counties that their records name. */
  coverage(datasets: readonly string[]): Coverage {
    const tallies = datasets.map((dataset) => this.#datasets.get(dataset) ?? newTally());
    return {
      years: tallies.map(({ years }) => years).reduce(bothYears, undefined),
      counties: new Set(tallies.flatMap(({ counties }) => [...counties])),
    };
  }

  /** Counts those that have not been counted. */
  #countForeign(dataset: string, tally: Tally, triples: Tally['foreign']): void {
    if (triples.size === 0) return;
    const counted = entry(this.#foreign, dataset, () => ({ triples: new Set(), subjects: new IriSet() }));
    for (const [text, { subject, property, iri }] of triples) {
      const digest = hash('sha256', text, 'base64url');
      if (counted.triples.has(digest)) continue;
      counted.triples.add(digest);
      counted.subjects.add(subject);
      this.#count(tally, property, iri);
    }
  }

  /** @param iri the object; undefined for a literal */
  #count(tally: Tally, property: string, iri: string | undefined): void {
    tally.triples += 1;
    increase(tally.properties, property);
    if (iri === undefined) return;
    if (property === rdf.type) increase(tally.classes, iri);
    else if (!iri.startsWith(this.#base)) this.#link(tally.links, property, iri);
  }

  #tallyOf(dataset: string): Tally {
    return entry(this.#datasets, dataset, newTally);
  }

  #link(links: Tally['links'], property: string, object: string): void {
    if (this.#words.has(namespaceOf(object)) || LICENCES.has(object)) return;
    const target = ORIGIN.exec(object)?.[0];
    if (target !== undefined) addLink(links, property, target);
  }
}

/** The counts by dataset. */
export type Counted = ReadonlyMap<string, Tally>;

interface Tally {
  triples: number;
  entities: number;
  subjects: number;
  readonly classes: Map<string, number>;
  readonly properties: Map<string, number>;
  readonly links: Map<string, Map<string, number>>;
  readonly examples: Map<string, string>;
  /** Triples about nodes of others, by their texts: several records may repeat them. */
  readonly foreign: Map<string, Foreign>;
  years: Years | undefined;
  readonly counties: Set<string>;
}

interface Foreign {
  readonly subject: string;
  readonly property: string;
  readonly iri: string | undefined;
}

/** Triples about nodes of others that have been counted: a digest of each, and their subjects. */
interface CountedForeign {
  readonly triples: Set<string>;
  readonly subjects: IriSet;
}

const newTally = (): Tally => ({
  triples: 0,
  entities: 0,
  subjects: 0,
  classes: new Map(),
  properties: new Map(),
  links: new Map(),
  examples: new Map(),
  foreign: new Map(),
  years: undefined,
  counties: new Set(),
});

/** Adds all but triples about nodes of others. */
function add(tally: Tally, other: Tally): void {
  tally.triples += other.triples;
  tally.entities += other.entities;
  tally.subjects += other.subjects;
  for (const [one, count] of other.classes) increase(tally.classes, one, count);
  for (const [one, count] of other.properties) increase(tally.properties, one, count);
  for (const [property, targets] of other.links) {
    for (const [target, count] of targets) addLink(tally.links, property, target, count);
  }
  for (const [kind, record] of other.examples) addExample(tally.examples, kind, record);
  tally.years = bothYears(tally.years, other.years);
  for (const county of other.counties) tally.counties.add(county);
}

/** @param date a day, month or year of XML Schema */
function addYear(tally: Tally, date: string): void {
  const year = Number(date.slice(0, 'yyyy'.length));
  if (year > 0) tally.years = bothYears(tally.years, { from: year, to: year });
}

/** The years that one of two covers. */
const bothYears = (one: Years | undefined, other: Years | undefined): Years | undefined =>
  one === undefined || other === undefined
    ? (one ?? other)
    : { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };

const ORIGIN = /^https?:\/\/[^/?#]+\//;
const LICENCES: ReadonlySet<string> = new Set((['by', 'by-nc', 'zero'] as const).map(licence));

function addLink(links: Tally['links'], property: string, target: string, count = 1): void {
  const targets = links.get(property) ?? new Map<string, number>();
  if (!targets.has(target) && targets.size >= MOST_LINKS) return;
  links.set(property, targets);
  increase(targets, target, count);
}

function addExample(examples: Map<string, string>, kind: string, record: string): void {
  const before = examples.get(kind);
  if (before === undefined || compareRecords(record, before) < 0) examples.set(kind, record);
}
