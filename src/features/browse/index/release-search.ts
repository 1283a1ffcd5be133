import { isIn } from '../map/map-view.js';
import type { Facet } from './facet-statements.js';
import { PROPERTY, type ReleaseIndex, type ResourceSummary } from './release-index.js';
import { readColumns } from './result-columns.js';
import {
  type DateCounts,
  type FacetValue,
  type Found,
  type IndexedFacetValue,
  ResultSearch,
  type SearchRequest,
} from './result-search.js';
import { markerOf } from './sought-words.js';
import { type Ranked, TextSearch } from './text-search.js';
import { narrowed, periodIn } from './years.js';

/** A pair of values of two facets, and the number of records that have both. */
type FacetPair = ReturnType<ResultSearch['pairs']>[number];

/** The point of a place, by its number. */
export interface PlacePoint {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** A page of results. */
interface ResultPage {
  readonly total: number;
  /** The first so many results have all words; the others have most of them. */
  readonly hasAll: number;
  readonly records: readonly ResourceSummary[];
  /** The words that records of the page lack, by path. */
  readonly missing: ReadonlyMap<string, readonly string[]>;
}

/** The search of a release: the words in the full text, everything else in columns in memory. */
export class ReleaseSearch {
  readonly results: ResultSearch;
  readonly #index: ReleaseIndex;
  readonly #iriOf: (term: string) => string;
  readonly #texts: TextSearch;
  readonly #founds = new Map<string, Found>();
  readonly #foundsInBox = new Map<string, Found>();
  readonly #datesOf = new WeakMap<Found, DateCounts>();

  /** @param iriOf the IRI of a term in the context of the release */
  constructor(index: ReleaseIndex, iriOf: (term: string) => string) {
    this.#index = index;
    this.#iriOf = iriOf;
    this.results = new ResultSearch(
      readColumns(index),
      index.all<IndexedFacetValue>('SELECT id, facet, value FROM facet_value'),
    );
    this.#texts = new TextSearch(index, this.results.listed(), (id) => this.results.isWork(id));
  }

  /** What a search finds: the same object as long as it is remembered. */
  found(request: SearchRequest): Found {
    const { words, facets, order, of, box, match } = request;
    // A map that is moved asks for another part each time: these do not take the place of other searches.
    const founds = box === undefined ? this.#founds : this.#foundsInBox;
    const key = JSON.stringify([words, facets, order, of, box, request.years, match]);
    const before = founds.get(key);
    founds.delete(key);
    const found = before ?? this.#find(request);
    founds.set(key, found);
    const [oldest] = founds.keys();
    if (founds.size > (box === undefined ? MOST_FOUND : MOST_IN_BOX) && oldest !== undefined)
      founds.delete(oldest);
    return found;
  }

  /** The first point of each place that has one. */
  points(): readonly PlacePoint[] {
    return this.#index.remembered(['points of places'], () =>
      this.#index.all<PlacePoint>(
        // Of the row of the minimum (SQLite, "Bare columns in an aggregate query").
        `SELECT id, latitude, longitude
         FROM (SELECT resource AS id, latitude, longitude, min(rowid) FROM point GROUP BY resource)`,
      ),
    );
  }

  /** A page of the records that a search finds. */
  page(request: SearchRequest, most: number, offset: number): ResultPage {
    const { ids, hasAll, missing } = this.found(request);
    const shown = ids.subarray(offset, offset + most);
    const records = this.#index.summariesOf(shown);
    const lacking = records.flatMap((record, at) => {
      const words = missing.get(shown[at] ?? 0);
      return words === undefined ? [] : [[record.path, words] as const];
    });
    return { total: ids.length, hasAll, records, missing: new Map(lacking) };
  }

  /** All records that a search finds. */
  all(request: SearchRequest): ResourceSummary[] {
    return this.#index.summariesOf(this.found(request).ids);
  }

  /**
   * How many results have each value of a facet, the most frequent first.
   *
   * @param most values, at most
   */
  facet(request: SearchRequest, facet: Facet, most?: number): readonly FacetValue[] {
    return this.results.facet(this.found(request), facet, most);
  }

  /** How many values of a facet the results have. */
  facetSize(request: SearchRequest, facet: Facet): number {
    return this.results.facetSize(this.found(request), facet);
  }

  /** A value of a facet with the number of its results. */
  facetValue(request: SearchRequest, facet: Facet, value: string): FacetValue {
    return { value, count: this.results.countOf(this.found(request), facet, value) };
  }

  /** All values of a facet, in the order of the values, for lists to choose from. */
  allValues(facet: Facet): readonly FacetValue[] {
    return this.facet({ words: '', facets: {} }, facet).toSorted((a, b) => (a.value < b.value ? -1 : 1));
  }

  /** How many records have each pair of values of two facets. */
  pairs(one: Facet, other: Facet): readonly FacetPair[] {
    return this.#index.remembered(['pairs', one, other], () => this.results.pairs(one, other));
  }

  /** The dates of the works among the results. */
  dates(request: SearchRequest): DateCounts {
    const found = this.found(request);
    const dates = this.#datesOf.get(found) ?? this.results.dates(found.ids);
    this.#datesOf.set(found, dates);
    return dates;
  }

  /** The counties by which a record is found. */
  countiesOf(path: string): readonly string[] {
    return this.results.valuesOf(this.#index.idOf(path) ?? 0, 'county');
  }

  /** The works of the record and of the part of the map that a request names; undefined where it names neither. */
  #worksFor({ of, box }: SearchRequest): readonly number[] | undefined {
    const works = this.#worksOf(of);
    if (box === undefined) return works;
    const inside = this.results.worksAt(this.points().flatMap((point) => (isIn(box, point) ? point.id : [])));
    return works === undefined ? inside : this.results.among(works, inside);
  }

  /** The works of a record; undefined where none is named. */
  #worksOf(path: string | undefined): readonly number[] | undefined {
    if (path === undefined) return undefined;
    const kind = this.#index.summary(path)?.kind ?? '';
    if (kind === 'place' || kind === 'place-abroad') {
      const place = this.#index.idOf(path) ?? 0;
      const inside = this.#index.numbers(
        `SELECT source FROM link WHERE target = ? AND property = ${PROPERTY}`,
        [place, this.#iriOf('containedInPlace')],
      );
      return this.results.worksAt([place, ...inside]);
    }
    const sql = WORKS_OF[kind];
    return sql === undefined ? [] : this.#index.numbers(sql, [path]);
  }

  /** Finds which word of a search a word of a page is, by its number; undefined where it is none. */
  markerOf(words: string): (word: string) => number | undefined {
    return markerOf(this.#texts.soughtIn(periodIn(words).words));
  }

  #find(asked: SearchRequest): Found {
    const works = this.#worksFor(asked);
    const { words, years } = periodIn(asked.words);
    const request = { ...asked, years: narrowed(asked.years, years) };
    if (words.trim() === '') return this.results.find(request, undefined, works);
    const hits = this.#texts.withAll(words);
    const found = this.results.find(request, hits, works);
    const isRanked = (request.order ?? 'relevance') === 'relevance';
    const ids = isRanked ? this.#inOrder(found.ids, words) : found.ids;
    if (ids.length >= FEW || request.match === 'all') return { ...found, ids };
    const known = new Set(hits);
    const others = this.#texts.withSome(words).filter((id) => !known.has(id));
    const near = this.results.find({ ...request, order: undefined }, others, works).ids;
    const some = this.#mostOf(near, words);
    const sought = this.#texts.soughtIn(words).words.map((word) => (word.isFunctionWord ? [] : word.text));
    const missing = some.map(({ id, missing }) => [id, missing.flatMap((at) => sought[at] ?? [])] as const);
    // Those that the facets leave out are counted in their own facets.
    const isNear = new Set(near);
    const leftOut = others.slice(0, MOST_LOOSE).filter((id) => !isNear.has(id));
    const shown = [...ids, ...some.map(({ id }) => id), ...leftOut];
    const { counts, ids: all } = this.results.find(request, shown, works);
    return { ids: all, counts, hasAll: ids.length, missing: new Map(missing) };
  }

  /** The first results in the order of their scores; the others as they are. */
  #inOrder(ids: Uint32Array, words: string): Uint32Array {
    const ranked = this.#texts.inOrder(ids, words, MOST_SCORED).map(({ id }) => id);
    return Uint32Array.from([...ranked, ...ids.subarray(ranked.length)]);
  }

  /** The results with most of the words. */
  #mostOf(ids: Uint32Array, words: string): readonly Ranked[] {
    const ranked = this.#texts.inOrder(ids, words, MOST_SCORED_LOOSE);
    const best = ranked.reduce((most, { share }) => Math.max(most, share), 0);
    return ranked.filter(({ share }) => share > best * SHARE).slice(0, MOST_LOOSE);
  }
}

/** The works of a person in the order of the release. */
const WORKS_OF_PERSON = (column: 'person' | 'schools_person'): string =>
  `SELECT id FROM resource WHERE path IN (SELECT coalesce(item, photograph, part) FROM roles WHERE ${column} = ?) ORDER BY id`;
/** Items in the order of their pages. */
const ITEMS_WHERE = (condition: string): string =>
  `SELECT resource.id FROM items JOIN resource ON resource.path = items.iri
   LEFT JOIN resource AS page ON page.path = items.first_page
   WHERE ${condition} ORDER BY page.position IS NULL, page.position, resource.position, resource.id`;

/** The works of a record by its kind. */
const WORKS_OF: Readonly<Record<string, string>> = {
  person: WORKS_OF_PERSON('person'),
  'schools-person': WORKS_OF_PERSON('schools_person'),
  part: ITEMS_WHERE('items.part = ?'),
  volume: ITEMS_WHERE('items.part IN (SELECT iri FROM parts WHERE volume = ?)'),
};

/** Results whose texts are read to order them. Where records lack words, the best one may stand far down in the full text. */
const MOST_SCORED = 200;
const MOST_SCORED_LOOSE = 500;

/** Fewer results with all words are followed by those with most of the words: so many, with this share of the words of the first. */
const FEW = 25;
const MOST_LOOSE = 200;
const SHARE = 0.3;

/** Searches whose results are remembered: four bytes a result. */
const MOST_FOUND = 12;
/** The same of searches in a part of the map. */
const MOST_IN_BOX = 3;
