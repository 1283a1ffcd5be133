import type { Mergeable } from '../../base/mergeable.js';
import { mintIris } from '../../model/rdf/iris.js';
import type { Node } from '../../model/rdf/node.js';
import { compareRecords } from '../../model/rdf/record-order.js';
import { isA, nodesOf, textsOf, valuesOf } from '../../release/tables/node-values.js';
import type { GlobalIndex } from '../global-index/global-index.js';

/** Puts examples of the release into a query. */
export type RewriteQuery = (file: string, text: string) => string;

/** Queries about one thing of the sample, and the texts in them, in code and comment, that name it. */
const SAMPLE_TEXTS = {
  'q01-county-and-years.rq': ['place/100013', '1935', '1939'],
  'q02-person-by-role.rq': ['cbed/person/4101'],
  'q07-works-on-a-map.rq': ['54.94', '54.97', '-8.25', '-8.15'],
  'q08-pages-of-an-item.rq': ['cbe/item/7005'],
  'q09-continued-stories.rq': ['cbe/item/7001'],
  'q10-names-with-an-element.rq': ['carraig'],
  'q11-merged-places.rq': ['place/9000030'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The roles of people of the people database. */
const ROLES = ['collector', 'informant', 'relevantPerson', 'photographer'] as const;
type Query = keyof typeof SAMPLE_TEXTS;

/** A text that needs no escape in a SPARQL literal or comment. */
const PLAIN_WORD = /^\p{L}[\p{L}\p{M} '-]*$/u;

/** Degrees from a point to the edges of the map section around it. */
const AROUND = { latitude: 0.01, longitude: 0.05 };

/** Things of a release that its queries can name. Plain data. */
export interface ExamplesSeen {
  /** By query, the first example in the order of records. */
  readonly first: ReadonlyMap<Query, Example>;
  /** Places that works belong to. */
  readonly placed: ReadonlySet<string>;
  /** Words of the glossary that a main Irish name of a place contains. */
  readonly contained: ReadonlySet<string>;
  /** Headwords of the glossary. */
  readonly words: ReadonlyMap<string, string>;
}

interface Example {
  readonly record: string;
  /** Replace the texts of the sample, in the order of {@link SAMPLE_TEXTS}. */
  readonly texts: readonly string[];
}

const isWork = isA('schema:ArchiveComponent');

/** Collects examples for the queries of a release from published records, so that each query has an answer. */
export class QueryExamples implements Mergeable<ExamplesSeen> {
  readonly #base: string;
  readonly #people: string;
  #first = new Map<Query, Example>();
  #placed = new Set<string>();
  #contained = new Set<string>();
  #words = new Map<string, string>();

  /** @param base the data base IRI */
  constructor(base: string) {
    this.#base = base;
    this.#people = `${base}cbed/person/`;
  }

  /** Adds a published record. A hot path. */
  add(node: Node): void {
    if (isWork(node)) this.#addWork(node);
    else this.#addPlaceOrWord(node);
  }

  /** Returns what was collected since the last call. */
  take(): ExamplesSeen {
    const seen = {
      first: this.#first,
      placed: this.#placed,
      contained: this.#contained,
      words: this.#words,
    };
    this.#first = new Map();
    this.#placed = new Set();
    this.#contained = new Set();
    this.#words = new Map();
    return seen;
  }

  /** Adds what another instance has collected from other records. */
  merge({ first, placed, contained, words }: ExamplesSeen): void {
    for (const [query, { record, texts }] of first) this.#offer(query, record, ...texts);
    for (const place of placed) this.#placed.add(place);
    for (const word of contained) this.#contained.add(word);
    for (const [word, headword] of words) this.#words.set(word, headword);
  }

  /**
   * Returns a function that puts examples of this release into a query. A query without an example, and any other file, is
   * not changed.
   *
   * @param places of the place-names database
   */
  rewriter(places: GlobalIndex['places']): RewriteQuery {
    this.#addPoint(places);
    this.#addElement();
    return (file, text) => {
      const sample: readonly string[] | undefined = SAMPLE_TEXTS[file as Query];
      const example = this.#first.get(file as Query);
      if (sample === undefined || example === undefined) return text;
      const pattern = new RegExp(sample.map((text) => text.replaceAll('.', '\\.')).join('|'), 'g');
      return text.replace(pattern, (found) => example.texts[sample.indexOf(found)] ?? found);
    };
  }

  #addWork(node: Node): void {
    for (const place of valuesOf(node, 'place')) this.#placed.add(place);
    if (valuesOf(node, 'onPage').length > 0) this.#addRecord('q08-pages-of-an-item.rq', node.id);
    if (valuesOf(node, 'nextItem').length > 0) this.#addRecord('q09-continued-stories.rq', node.id);
    for (const item of valuesOf(node, 'previousItem')) this.#addRecord('q09-continued-stories.rq', item);
    for (const role of ROLES) {
      for (const person of valuesOf(node, role)) {
        if (person.startsWith(this.#people)) this.#addRecord('q02-person-by-role.rq', person);
      }
    }
    const [county] = valuesOf(node, 'county');
    const [date] = nodesOf(node, 'dateSpan');
    if (county === undefined || date === undefined) return;
    const [[from], [to]] = [valuesOf(date, 'statedFromYear'), valuesOf(date, 'statedToYear')];
    if (from === undefined || to === undefined || valuesOf(date, 'notation').length === 0) return;
    if (valuesOf(date, 'dateQualifier').includes('questionable')) return;
    this.#offer('q01-county-and-years.rq', node.id, this.#path(county), from, to);
  }

  #addPlaceOrWord(node: Node): void {
    if (valuesOf(node, 'isReplacedBy').length > 0) this.#addRecord('q11-merged-places.rq', node.id);
    const words = valuesOf(node, 'containsElement');
    if (words.length > 0 && nodesOf(node, 'hasPlacename').some(isMainIrishName)) {
      for (const word of words) this.#contained.add(word);
    }
    if (valuesOf(node, 'canonicalForm').length === 0) return;
    const headword = textsOf(node, 'label').find(({ language }) => language === 'ga')?.text;
    if (headword !== undefined && PLAIN_WORD.test(headword)) this.#words.set(node.id, headword);
  }

  /** A map section around a place of a work that has one Irish name and a precise first point. */
  #addPoint(places: GlobalIndex['places']): void {
    const { place: iriOf } = mintIris(this.#base);
    for (const { id, geography, placenames } of places.values()) {
      const [point] = geography?.coordinates ?? [];
      if (point === undefined || geography?.accurate !== true || !this.#placed.has(iriOf(id))) continue;
      if (placenames.filter(({ language }) => language === 'ga').length !== 1) continue;
      const edges = (['latitude', 'longitude'] as const).flatMap((which) =>
        [point[which] - AROUND[which], point[which] + AROUND[which]].map((edge) => edge.toFixed(2)),
      );
      this.#offer('q07-works-on-a-map.rq', iriOf(id), ...edges);
    }
  }

  #addElement(): void {
    for (const word of this.#contained) {
      const headword = this.#words.get(word);
      if (headword !== undefined) this.#offer('q10-names-with-an-element.rq', word, headword);
    }
  }

  #addRecord(query: Query, record: string): void {
    this.#offer(query, record, this.#path(record));
  }

  #offer(query: Query, record: string, ...texts: readonly string[]): void {
    const before = this.#first.get(query);
    if (before === undefined || compareRecords(record, before.record) < 0)
      this.#first.set(query, { record, texts });
  }

  #path(iri: string): string {
    return iri.slice(this.#base.length);
  }
}

const isMainIrishName = (name: Node): boolean =>
  valuesOf(name, 'mainName').includes('true') &&
  textsOf(name, 'literalForm').some(({ language }) => language === 'ga');
