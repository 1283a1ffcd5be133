import { isIn } from '../map/map-view.js';
import type { Facet } from './facet-statements.js';
import { PROPERTY, type ReleaseIndex, type ResourceSummary } from './release-index.js';
import { readColumns } from './result-columns.js';
import {
  type DateCounts,
  type FacetValue,
  type Found,
  type Hits,
  type IndexedFacetValue,
  ResultSearch,
  type SearchRequest,
} from './result-search.js';
import { BETWEEN_TEXTS, matchOf, phraseTestOf } from './search-words.js';

/** A pair of values of two facets, and the number of records that have both. */
type FacetPair = ReturnType<ResultSearch['pairs']>[number];

/** The point of a place, by its number. */
export interface PlacePoint {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** The search of a release: the words in the full text, everything else in columns in memory. */
export class ReleaseSearch {
  readonly results: ResultSearch;
  readonly #index: ReleaseIndex;
  readonly #iriOf: (term: string) => string;
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
  }

  /** What a search finds: the same object as long as it is remembered. */
  found(request: SearchRequest): Found {
    const { words, facets, order, of, box } = request;
    // A map that is moved asks for another part each time: these do not take the place of other searches.
    const founds = box === undefined ? this.#founds : this.#foundsInBox;
    const key = JSON.stringify([words, facets, order, of, box]);
    const before = founds.get(key);
    founds.delete(key);
    const found = before ?? this.results.find(request, this.#hits(words), this.#worksFor(request));
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
  page(
    request: SearchRequest,
    most: number,
    offset: number,
  ): { readonly total: number; readonly records: readonly ResourceSummary[] } {
    const { ids } = this.found(request);
    return { total: ids.length, records: this.#index.summariesOf(ids.subarray(offset, offset + most)) };
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

  /** What people read of a record and of what stands around it: labels, texts, the names of people, places and topics. */
  textOf(id: number): string {
    const texts = [OWN_TEXTS, TEXTS_AROUND].map((sql) => this.#texts(sql, [id]).get(id) ?? '');
    return texts.join(BETWEEN_TEXTS);
  }

  #texts(sql: string, ids: readonly number[]): ReadonlyMap<number, string> {
    const rows = this.#index.all<{ id: number; text: string | null }>(sql, [JSON.stringify(ids)]);
    return new Map(rows.map(({ id, text }) => [id, text ?? '']));
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

  /** What the full text has for words, the nearest first; undefined without words. */
  #hits(words: string): Hits | undefined {
    if (words.trim() === '') return undefined;
    const match = matchOf(words);
    if (match === undefined) return [];
    const hits = this.#ranked(match);
    const hasPhrases = phraseTestOf(words);
    return hasPhrases === undefined ? hits : this.#withPhrases(hits, hasPhrases);
  }

  /** What a search of the full text finds. Very many results take too long to be ranked: those with the words in a name come first. */
  #ranked(match: string): Hits {
    const select = 'SELECT rowid FROM search WHERE search MATCH ?';
    const hits = this.#index.numbers(select, [match]);
    if (hits.length <= MOST_RANKED) return this.#index.numbers(`${select} ORDER BY rank`, [match]);
    const named = new Set(this.#index.numbers(select, [`names : (${match})`]));
    return [...named, ...hits.filter((id) => !named.has(id))];
  }

  /** The hits with all phrases: in their own texts, or in these and the names around. */
  #withPhrases(hits: Hits, hasPhrases: (text: string) => boolean): Hits {
    const having = new Set<number>();
    for (let at = 0; at < hits.length; at += TEXTS_AT_ONCE) {
      const own = this.#texts(OWN_TEXTS, hits.slice(at, at + TEXTS_AT_ONCE));
      const others = [...own].flatMap(([id, text]) => {
        if (!hasPhrases(text)) return id;
        having.add(id);
        return [];
      });
      for (const [id, text] of this.#texts(TEXTS_AROUND, others))
        if (hasPhrases((own.get(id) ?? '') + BETWEEN_TEXTS + text)) having.add(id);
    }
    return hits.filter((id) => having.has(id));
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

/** {@link BETWEEN_TEXTS} in a statement. */
const BETWEEN = `'${BETWEEN_TEXTS}'`;

/** The texts of records; of a list of their numbers, as JSON. */
const OWN_TEXTS = `SELECT resource.id, concat_ws(${BETWEEN}, label_en, label_ga, items.title, items.extract,
    photographs.description_en, photographs.description_ga, photographs.archived_description,
    (SELECT group_concat(text, ${BETWEEN}) FROM transcripts WHERE item = path)) AS text
  FROM resource LEFT JOIN items ON items.iri = path LEFT JOIN photographs ON photographs.iri = path
  WHERE resource.id IN (SELECT value FROM json_each(?))`;
/** The names of what stands around records. */
const TEXTS_AROUND = `SELECT link.source AS id, group_concat(concat_ws(${BETWEEN}, other.label_en, other.label_ga), ${BETWEEN}) AS text
  FROM link JOIN resource AS other ON other.id = link.target
  WHERE link.source IN (SELECT value FROM json_each(?)) GROUP BY link.source`;
/** Records whose texts are read with one statement. */
const TEXTS_AT_ONCE = 500;

/** Results that are ranked by how near they are. */
const MOST_RANKED = 30_000;

/** Searches whose results are remembered: four bytes a result. */
const MOST_FOUND = 12;
/** The same of searches in a part of the map. */
const MOST_IN_BOX = 3;
