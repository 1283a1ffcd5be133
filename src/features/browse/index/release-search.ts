import { entry } from '../../../base/map-entry.js';
import { isIn } from '../map/map-view.js';
import type { Facet } from './facet-statements.js';
import { PROPERTY, type ReleaseIndex, type ResourceSummary } from './release-index.js';
import { ReleaseLexicon } from './release-lexicon.js';
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
import { BETWEEN_TEXTS, phraseTestOf } from './search-query.js';
import { markerOf, matchOfAll, matchOfSome, type SoughtQuery, soughtIn } from './sought-words.js';
import { type RecordText, type RecordTexts, TextScorer } from './text-score.js';
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
  readonly #lexicon: ReleaseLexicon;
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
    this.#lexicon = new ReleaseLexicon(index, this.results.listed());
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

  /** The words that a search seeks. */
  #soughtIn(words: string): SoughtQuery {
    return this.#index.remembered(['sought', words], () => soughtIn(words, this.#lexicon));
  }

  /** Finds which word of a search a word of a page is, by its number; undefined where it is none. */
  markerOf(words: string): (word: string) => number | undefined {
    return markerOf(this.#soughtIn(periodIn(words).words));
  }

  #find(asked: SearchRequest): Found {
    const works = this.#worksFor(asked);
    const { words, years } = periodIn(asked.words);
    const request = { ...asked, years: narrowed(asked.years, years) };
    if (words.trim() === '') return this.results.find(request, undefined, works);
    const query = this.#soughtIn(words);
    const all = this.#hits(words, query);
    const found = this.results.find(request, all, works);
    const isRanked = (request.order ?? 'relevance') === 'relevance';
    const scorer = new TextScorer(query.words, this.#lexicon.total);
    const ids = isRanked ? this.#inOrder(found.ids, scorer).map(({ id }) => id) : found.ids;
    const isLoose = found.ids.length < FEW && request.match !== 'all';
    const others = isLoose ? this.#someHits(query) : undefined;
    if (others === undefined)
      return { ...found, ids: Uint32Array.from(ids), hasAll: ids.length, missing: NOTHING };
    const known = new Set(all);
    const some = others.filter((id) => !known.has(id));
    const near = this.results.find({ ...request, order: undefined }, some, works).ids;
    const scored = this.#inOrder(near.subarray(0, MOST_SCORED), scorer);
    const best = scored.reduce((most, { share }) => Math.max(most, share), 0);
    const most = scored.filter(({ share }) => share > best * SHARE).slice(0, MOST_LOOSE);
    const missing = new Map(
      most.map(({ id, missing: places }) => [
        id,
        places
          .flatMap((at) => query.words[at] ?? [])
          .filter(({ isFunctionWord }) => !isFunctionWord)
          .map(({ text }) => text),
      ]),
    );
    // Those that the facets leave out are counted in their own facets.
    const shown = [...ids, ...most.map(({ id }) => id)];
    const counted = this.results.find(
      request,
      [...shown, ...some.slice(0, MOST_LOOSE).filter((id) => !near.includes(id))],
      works,
    );
    return {
      ids: isRanked ? Uint32Array.from(shown) : counted.ids,
      counts: counted.counts,
      hasAll: ids.length,
      missing,
    };
  }

  /** What the full text has for all words, the nearest first; those with another word in place of the only one follow. */
  #hits(words: string, query: SoughtQuery): Hits {
    const match = matchOfAll(query, false);
    if (match === undefined) return [];
    const own = this.#ranked(match);
    const other =
      query.words.filter(({ isFunctionWord }) => !isFunctionWord).length > 1
        ? undefined
        : matchOfAll(query, true);
    const hits = [...own];
    if (other !== undefined && other !== match && own.length < MOST_RANKED) {
      const known = new Set(own);
      hits.push(...this.#ranked(other).filter((id) => !known.has(id)));
    }
    const hasPhrases = phraseTestOf(words);
    return hasPhrases === undefined ? hits : this.#withPhrases(hits, hasPhrases);
  }

  /**
   * What the full text has for some of the words, the nearest first; undefined where all are needed. Rare words in place of others
   * must not take all places: one in three is theirs.
   */
  #someHits(query: SoughtQuery): Hits | undefined {
    const [own, other] = [false, true].map((hasAlternatives) => {
      const match = matchOfSome(query, hasAlternatives);
      return match === undefined ? undefined : this.#index.numbers(RANKED, [match, MOST_RANKED]);
    });
    if (own === undefined || other === undefined) return own ?? other;
    const some = new Set<number>();
    for (let at = 0; at < own.length || at < other.length; at += 2) {
      for (const id of own.slice(at, at + 2)) some.add(id);
      for (const id of other.slice(at / 2, at / 2 + 1)) some.add(id);
    }
    return [...some, ...other.filter((id) => !some.has(id))];
  }

  /** What a search of the full text finds. Very many results take too long to be ranked: those with the words in a name come first. */
  #ranked(match: string): Hits {
    const select = 'SELECT rowid FROM search WHERE search MATCH ?';
    const hits = this.#index.numbers(select, [match]);
    if (hits.length <= MOST_RANKED) return this.#index.numbers(`${select} ORDER BY rank`, [match]);
    const named = new Set(this.#index.numbers(select, [`names : (${match})`]));
    return [...named, ...hits.filter((id) => !named.has(id))];
  }

  /** The first of some records in the order of their scores; the others follow as they are. */
  #inOrder(
    ids: Uint32Array,
    scorer: TextScorer,
  ): { readonly id: number; readonly share: number; readonly missing: readonly number[] }[] {
    const first = [...ids.subarray(0, MOST_SCORED)];
    const texts = this.#textsOf(first);
    const scored = first.map((id) => {
      const own = texts.get(id) ?? NO_TEXTS;
      const { score, share, missing } = scorer.score(own);
      return { id, share, missing, score: this.results.isWork(id) ? score : score * OTHERS };
    });
    return [
      ...scored.toSorted((a, b) => b.score - a.score || a.id - b.id),
      ...Array.from(ids.subarray(MOST_SCORED), (id) => ({ id, share: 1, missing: [] })),
    ];
  }

  /** The texts of records. */
  #textsOf(ids: readonly number[]): ReadonlyMap<number, RecordTexts> {
    const rows = this.#index.all<RecordText & { id: number; part: keyof RecordTexts }>(TEXTS, [
      JSON.stringify(ids),
    ]);
    const texts = new Map<number, Record<keyof RecordTexts, RecordText[]>>();
    for (const { id, part, text, language } of rows) {
      const own = entry(texts, id, () => ({ names: [], texts: [], around: [] }));
      own[part].push({ text, language });
    }
    return texts;
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

/** Texts of records, one a row, by what part of a record they are; of a list of their numbers, as JSON. */
const TEXTS = `WITH wanted (id, path, label_en, label_ga) AS (
    SELECT id, path, label_en, label_ga FROM resource WHERE id IN (SELECT value FROM json_each(?)))
  SELECT id, 'names' AS part, label_en AS text, CASE WHEN label_ga IS NOT label_en THEN 'en' ELSE '' END AS language FROM wanted WHERE label_en IS NOT NULL
  UNION ALL SELECT id, 'names', label_ga, 'ga' FROM wanted WHERE label_ga IS NOT label_en AND label_ga IS NOT NULL
  UNION ALL SELECT wanted.id, 'texts', extract, '' FROM wanted JOIN items ON items.iri = path WHERE extract IS NOT NULL
  UNION ALL SELECT wanted.id, 'texts', description_en, 'en' FROM wanted JOIN photographs ON photographs.iri = path WHERE description_en IS NOT NULL
  UNION ALL SELECT wanted.id, 'texts', description_ga, 'ga' FROM wanted JOIN photographs ON photographs.iri = path WHERE description_ga IS NOT NULL
  UNION ALL SELECT wanted.id, 'texts', archived_description, '' FROM wanted JOIN photographs ON photographs.iri = path WHERE archived_description IS NOT NULL
  UNION ALL SELECT wanted.id, 'texts', text, coalesce(text_language, '') FROM wanted JOIN transcripts ON item = path WHERE text IS NOT NULL
  UNION ALL SELECT wanted.id, 'around', concat_ws(' ', other.label_en, nullif(other.label_ga, other.label_en)), ''
    FROM wanted JOIN link ON link.source = wanted.id JOIN resource AS other ON other.id = link.target
    WHERE other.kind IN ('person', 'schools-person', 'place', 'place-abroad', 'part', 'topic')`;
const NO_TEXTS: RecordTexts = { names: [], texts: [], around: [] };
const NOTHING: ReadonlyMap<number, readonly string[]> = new Map();

/** Fewer results with all words are followed by those with some of the words. */
const FEW = 25;
/** Results with some of the words, at most. */
const MOST_LOOSE = 200;
/** They have this share of the words of the first one, at least. */
const SHARE = 0.3;
/** Results whose texts are read to order them. */
const MOST_SCORED = 300;
/** What a record is worth that is no work: people look for stories. */
const OTHERS = 0.5;

/** Results of the full text, the nearest first, and how many at most. */
const RANKED = 'SELECT rowid FROM search WHERE search MATCH ? ORDER BY rank LIMIT ?';
/** Results that are ranked by how near they are. */
const MOST_RANKED = 30_000;

/** Searches whose results are remembered: four bytes a result. */
const MOST_FOUND = 12;
/** The same of searches in a part of the map. */
const MOST_IN_BOX = 3;
