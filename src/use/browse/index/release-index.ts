import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import type { Quad } from '@rdfjs/types';
import Database from 'libsql';
import { parseTurtle } from '../../../model/rdf/parse.js';
import { recordOf } from '../../../model/rdf/record-order.js';
import { levelOf } from '../../../release/tables/feature-types.js';
import { SEARCH_ROWS } from './build-index.js';
import { type Card, cardsOf, type ResourceSummary } from './cards.js';
import type { Facet } from './facet-statements.js';
import type { NamedKind } from './name-keys.js';
import { ReleasedTables, type TableRow } from './released-tables.js';
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
import { matchOf } from './search-words.js';

/** The statements about a record in one dataset. */
export interface ResourceDocument {
  readonly dataset: string;
  readonly quads: readonly Quad[];
}

/** A pair of values of two facets, and the number of records that have both. */
export type FacetPair = ReturnType<ResultSearch['pairs']>[number];

/** A place with works. */
export interface PlaceOnMap extends ResourceSummary {
  readonly latitude: number;
  readonly longitude: number;
  readonly works: number;
}

/** Records that refer to another, by the property. */
export interface Referrers {
  readonly property: string;
  readonly count: number;
  readonly records: readonly ResourceSummary[];
}

/** People of the people database, and people as schools wrote them down. */
export type PersonKind = 'person' | 'schools-person';

/** A person who has a role in works of another. */
export interface FellowWorker extends ResourceSummary {
  /** Works in which both have a role. */
  readonly works: number;
  /** The IRIs of the roles. */
  readonly properties: readonly string[];
}

/** A place near another. */
export interface NearPlace extends PlaceOnMap {
  readonly kilometres: number;
}

const SUMMARY = 'resource.path, resource.kind, resource.label_en, resource.label_ga';

/** The index of a release, for reading. Each method answers in milliseconds and holds no rows afterwards. */
export class ReleaseIndex {
  readonly #database: Database.Database;
  readonly #base: string;
  readonly #iriOf: (term: string) => string;
  readonly #statements = new Map<string, Database.Statement>();
  readonly #answers = new Map<string, unknown>();
  readonly #founds = new Map<string, Found>();
  /** The places of searches that are remembered. */
  readonly #placesOf = new WeakMap<Found, readonly PlaceOnMap[]>();
  readonly #datesOf = new WeakMap<Found, DateCounts>();
  readonly #search: ResultSearch;
  /** The tables of the release. */
  readonly tables: ReleasedTables;
  /** The block of the last document: the next one is often in it. */
  #block: { readonly id: number; readonly text: Buffer } | undefined;

  /**
   * @param file made by `buildIndex`. No process changes it, so that SQLite needs no lock, and the folder may be one that
   *   cannot be written
   * @param base of the release
   * @param iriOf the IRI of a term in the context of the release
   */
  constructor(file: string, base: string, iriOf: (term: string) => string) {
    this.#database = new Database(`${pathToFileURL(file).href}?mode=ro&immutable=1`);
    this.#database.exec('PRAGMA query_only = ON; PRAGMA cache_size = -64000;');
    this.#base = base;
    this.#iriOf = iriOf;
    this.tables = new ReleasedTables(
      (sql, values) => this.#all(sql, values),
      // A statement of its own: others are run before its last row is read.
      (sql, values) => this.#database.prepare(sql).iterate([...values]) as Iterable<TableRow>,
      base,
    );
    this.#search = new ResultSearch(
      readColumns(this.#database),
      this.#all<IndexedFacetValue>('SELECT id, facet, value FROM facet_value', []),
    );
  }

  close(): void {
    this.#database.close();
  }

  /** The record of an IRI, or of one of its nodes; undefined when the release has no statements about it. */
  documents(iri: string): ResourceDocument[] {
    const rows = this.#all<{ dataset: string; block: number; at: number; length: number }>(
      'SELECT dataset, block, at, length FROM document JOIN resource ON resource.id = document.resource WHERE resource.path = ? ORDER BY document.rowid',
      [this.pathOf(iri)],
    );
    return rows.map(({ dataset, block, at, length }) => ({
      dataset,
      quads: parseTurtle(this.#blockText(block).toString('utf8', at, at + length), 'index'),
    }));
  }

  #blockText(id: number): Buffer {
    if (this.#block?.id !== id) {
      const [row] = this.#all<{ packed: ArrayBuffer }>('SELECT packed FROM block WHERE id = ?', [id]);
      this.#block = { id, text: inflateRawSync(row?.packed ?? new ArrayBuffer(0)) };
    }
    return this.#block.text;
  }

  summary(path: string): ResourceSummary | undefined {
    return this.#all<ResourceSummary>(`SELECT ${SUMMARY} FROM resource WHERE path = ?`, [path])[0];
  }

  /** The labels of several records at once, by path. */
  summaries(paths: Iterable<string>): ReadonlyMap<string, ResourceSummary> {
    const wanted = [...new Set(paths)].slice(0, 30_000);
    if (wanted.length === 0) return new Map();
    const rows = this.#all<ResourceSummary>(
      `SELECT ${SUMMARY} FROM resource WHERE path IN (${wanted.map(() => '?').join(',')})`,
      wanted,
    );
    return new Map(rows.map((row) => [row.path, row]));
  }

  /** What refers to a record, by property, each with its first `most` records. */
  referrers(path: string, most: number): Referrers[] {
    const id = this.#idOf(path);
    if (id === undefined) return [];
    const counts = this.#all<{ property: number; iri: string; count: number }>(
      'SELECT property, property.iri, count(*) AS count FROM link JOIN property ON property.id = link.property WHERE target = ? GROUP BY property ORDER BY property',
      [id],
    );
    return counts.map(({ property, iri, count }) => ({
      property: iri,
      count,
      records: this.referring(path, property, most, 0),
    }));
  }

  /** The records that refer to a record by a property, in the order of the release. */
  referring(path: string, property: number | string, most: number, offset: number): ResourceSummary[] {
    const id = this.#idOf(path);
    if (id === undefined) return [];
    return this.#all<ResourceSummary>(
      `SELECT ${SUMMARY} FROM link JOIN resource ON resource.id = link.source
       WHERE target = ? AND property = ${typeof property === 'number' ? '?' : '(SELECT id FROM property WHERE iri = ?)'}
       ORDER BY link.source LIMIT ? OFFSET ?`,
      [id, property, most, offset],
    );
  }

  /** A page of the records that a search finds. */
  search(
    request: SearchRequest,
    most: number,
    offset: number,
  ): { total: number; records: ResourceSummary[] } {
    const { ids } = this.#found(request);
    return { total: ids.length, records: this.#summariesOf(ids.subarray(offset, offset + most)) };
  }

  /** What a list shows of records. */
  cards(records: readonly ResourceSummary[]): Card[] {
    return cardsOf(records, {
      all: (sql, values) => this.#all(sql, values),
      summaries: (paths) => this.summaries(paths),
      placesOf: (path) => this.#summariesOf(this.#search.placesOf(this.#idOf(path) ?? 0)),
      countiesOf: (path) => this.countiesOf(path),
    });
  }

  /** The paths of all records that a search finds, in the order of {@link search}, with their kinds. */
  all(request: SearchRequest): { path: string; kind: string }[] {
    const { ids } = this.#found(request);
    return this.#summariesOf(ids).map(({ path, kind }) => ({ path, kind: kind ?? '' }));
  }

  /** How many results have each value of a facet, the most frequent first. */
  facet(request: SearchRequest, facet: Facet): readonly FacetValue[] {
    return this.#found(request).facets.get(facet) ?? [];
  }

  /** All values of a facet, in the order of the values, for lists to choose from. */
  allValues(facet: Facet): readonly FacetValue[] {
    return this.facet({ words: '', facets: {} }, facet).toSorted((a, b) => (a.value < b.value ? -1 : 1));
  }

  /** How many records have each pair of values of two facets. */
  pairs(one: Facet, other: Facet): readonly FacetPair[] {
    return this.#remembered(['pairs', one, other], () => this.#search.pairs(one, other));
  }

  /** Places of the results that have a point, with the number of their works among the results; most first. */
  places(request: SearchRequest, most: number): readonly PlaceOnMap[] {
    const found = this.#found(request);
    const before = this.#placesOf.get(found);
    if (before !== undefined) return before.slice(0, most);
    const counted = this.workPoints(request).slice(0, most);
    const summaries = this.#summariesOf(counted.map(({ id }) => id));
    const places = counted.flatMap(({ id: _, ...point }, at) => {
      const summary = summaries[at];
      return summary === undefined ? [] : { ...summary, ...point };
    });
    // A map that is moved asks again and again for the places of one search.
    this.#placesOf.set(found, places);
    return places;
  }

  /** The points of the places of {@link places}, without what the places are called. */
  workPoints(request: SearchRequest): readonly (WorkPoint & { readonly works: number })[] {
    const works = this.#search.worksByPlace(this.#found(request).ids);
    return this.#points()
      .filter(({ id }) => works.has(id))
      .map((point) => ({ ...point, works: works.get(point.id) ?? 0 }))
      .toSorted((a, b) => b.works - a.works || a.id - b.id);
  }

  /** The first point of each place. */
  #points(): readonly WorkPoint[] {
    return this.#remembered(['points'], () =>
      this.#all(
        'SELECT resource AS id, min(latitude) AS latitude, min(longitude) AS longitude FROM point GROUP BY resource',
        [],
      ),
    );
  }

  /** The broader topic of each topic that has one; of a concept of the operator's schemes, the scheme. */
  broaderTopics(): ReadonlyMap<string, string> {
    return this.#remembered(['broader topics'], () => {
      const rows = this.#all<{ iri: string; broader: string }>(
        `SELECT iri, broader FROM topics WHERE broader IN (SELECT iri FROM topics)
         UNION SELECT concept.path, list.path FROM link JOIN resource AS concept ON concept.id = source
           JOIN resource AS list ON list.id = target
         WHERE concept.path LIKE 'subject/%' AND property = (SELECT id FROM property WHERE iri = ?)`,
        [this.#iriOf('inScheme')],
      );
      return new Map(rows.map(({ iri, broader }) => [iri, broader]));
    });
  }

  /** The dates of the works among the results. */
  dates(request: SearchRequest): DateCounts {
    const found = this.#found(request);
    const dates = this.#datesOf.get(found) ?? this.#search.dates(found.ids);
    this.#datesOf.set(found, dates);
    return dates;
  }

  /**
   * The people who have a role in the works in which a person has one, those with most works first.
   *
   * @param properties the roles
   */
  fellowWorkers(path: string, properties: readonly string[], most: number): readonly FellowWorker[] {
    const id = this.#idOf(path);
    if (id === undefined) return [];
    return this.#remembered(['fellows', path, most], () => {
      const roles = `(SELECT id FROM property WHERE iri IN (${properties.map(() => '?').join(', ')}))`;
      const rows = this.#all<ResourceSummary & { works: number; roles: string }>(
        `WITH role AS ${roles}, fellow AS (
           SELECT other.target AS person, count(DISTINCT other.source) AS works, group_concat(DISTINCT other.property) AS roles
           FROM (SELECT DISTINCT source FROM link WHERE target = ? AND property IN role) AS work
           JOIN link AS other ON other.source = work.source AND other.property IN role
           WHERE other.target <> ? GROUP BY other.target ORDER BY works DESC, other.target LIMIT ?)
         SELECT ${SUMMARY}, works, roles FROM fellow JOIN resource ON resource.id = person ORDER BY works DESC, person`,
        [...properties, id, id, most],
      );
      const iris = new Map(
        this.#all<{ id: number; iri: string }>('SELECT id, iri FROM property', []).map((row) => [
          row.id,
          row.iri,
        ]),
      );
      return rows.map(({ roles: numbers, ...row }) => ({
        ...row,
        properties: numbers.split(',').flatMap((one) => iris.get(Number(one)) ?? []),
      }));
    });
  }

  /** The letters that surnames of a kind of people begin with, with the number of people; empty: no surname. */
  surnameLetters(kind: PersonKind): readonly { readonly letter: string; readonly count: number }[] {
    return this.#remembered(['letters', kind], () =>
      this.#all(
        "SELECT letter, count(*) AS count FROM person_in_order WHERE kind = ? GROUP BY letter ORDER BY letter = '', letter",
        [kind],
      ),
    );
  }

  /** People of a kind whose surnames begin with a letter, in order, with the number of works in which they have a role. */
  peopleUnder(
    kind: PersonKind,
    letter: string,
    most: number,
    offset: number,
  ): readonly (ResourceSummary & { readonly works: number })[] {
    const column = kind === 'person' ? 'person' : 'schools_person';
    return this.#all(
      `SELECT ${SUMMARY}, (SELECT count(DISTINCT coalesce(item, photograph, part)) FROM roles WHERE ${column} = resource.path) AS works
       FROM person_in_order AS person JOIN resource ON resource.id = person.resource
       WHERE person.kind = ? AND letter = ? ORDER BY place LIMIT ? OFFSET ?`,
      [kind, letter, most, offset],
    );
  }

  /**
   * Records of a kind that a name may mean: those with a name of its key, those with a name of its words, and where there are
   * none of these, those with some of the words, and those whose keys begin alike.
   */
  recordsNamed(name: string, key: string, kind: NamedKind, most: number): ResourceSummary[] {
    const found = new Set<number>();
    const add = (rows: readonly { id: number }[]): void => {
      for (const { id } of rows) if (found.size < most) found.add(id);
    };
    if (key !== '')
      add(
        this.#all('SELECT resource AS id FROM name_key WHERE key = ? AND kind = ? LIMIT ?', [
          key,
          kind,
          most,
        ]),
      );
    const byWords = (match: string | undefined): void => {
      if (match !== undefined)
        add(
          this.#all(
            `SELECT resource.id FROM search JOIN resource ON resource.id = search.rowid / ${SEARCH_ROWS}
             WHERE search MATCH ? AND kind = ? ORDER BY rank LIMIT ?`,
            [`names : (${match})`, kind, most],
          ),
        );
    };
    byWords(matchOf(name));
    if (found.size === 0) {
      byWords(matchOf(name, 'OR'));
      const beginning = key.slice(0, KEY_BEGINNING);
      if (beginning !== '')
        add(
          this.#all('SELECT resource AS id FROM name_key WHERE key >= ? AND key < ? AND kind = ? LIMIT ?', [
            beginning,
            `${beginning}\uffff`,
            kind,
            most,
          ]),
        );
    }
    return this.#summariesOf([...found]);
  }

  /** Records of some kinds with a name that begins with a text, or has a word that does. */
  namesBeginning(
    beginning: string,
    kinds: readonly NamedKind[],
    most: number,
    offset: number,
  ): ResourceSummary[] {
    const match = matchOf(beginning);
    if (match === undefined || kinds.length === 0) return [];
    return this.#all<ResourceSummary>(
      `SELECT DISTINCT ${SUMMARY} FROM search JOIN resource ON resource.id = search.rowid / ${SEARCH_ROWS}
       WHERE search MATCH ? AND kind IN (${kinds.map(() => '?').join(', ')}) ORDER BY rank LIMIT ? OFFSET ?`,
      [`names : (${match})`, ...kinds, most, offset],
    );
  }

  /** The counties by which a record is found. */
  countiesOf(path: string): readonly string[] {
    return this.#search.valuesOf(this.#idOf(path) ?? 0, 'county');
  }

  /** What a place lies in, each with its categories, from the smallest administrative unit up. */
  placesAround(path: string): readonly (ResourceSummary & { readonly categories: readonly string[] })[] {
    const rows = this.#all<ResourceSummary & { categories: string | null; category_codes: string | null }>(
      `SELECT DISTINCT ${SUMMARY}, categories, category_codes FROM link
       JOIN resource ON resource.id = link.target LEFT JOIN places ON places.iri = resource.path
       WHERE link.source = ? AND link.property = (SELECT id FROM property WHERE iri = ?) ORDER BY resource.id`,
      [this.#idOf(path) ?? 0, this.#iriOf('containedInPlace')],
    );
    return rows
      .map(({ categories, category_codes: codes, ...summary }) => ({
        ...summary,
        categories: categories?.split('|') ?? [],
        level: levelOf(codes?.split('|') ?? []),
      }))
      .toSorted((a, b) => a.level - b.level);
  }

  /** The places with works near a place, the nearest first. */
  placesNear(path: string, kilometres: number, most: number): readonly NearPlace[] {
    const id = this.#idOf(path);
    const [centre] = this.points(path).filter((point) => point.path === path);
    if (centre === undefined) return [];
    const near = this.#points()
      .filter((point) => Math.abs(point.latitude - centre.latitude) * DEGREE <= kilometres && point.id !== id)
      .map((point) => ({ ...point, kilometres: distance(centre, point) }))
      .filter((point) => point.kilometres <= kilometres)
      .toSorted((a, b) => a.kilometres - b.kilometres);
    const found: (WorkPoint & { readonly kilometres: number; readonly works: number })[] = [];
    for (const point of near) {
      const works = this.#search.worksAt([point.id]).length;
      if (works > 0) found.push({ ...point, works });
      if (found.length >= most) break;
    }
    const summaries = this.#summariesOf(found.map((point) => point.id));
    return found.flatMap(({ id: _, ...point }, at) => {
      const summary = summaries[at];
      return summary === undefined ? [] : { ...summary, ...point };
    });
  }

  /** The pages on which items begin, by the paths of the items. */
  firstPages(items: readonly ResourceSummary[]): ReadonlyMap<string, ResourceSummary> {
    const rows = this.#all<ResourceSummary & { item: string }>(
      `SELECT items.iri AS item, ${SUMMARY} FROM items JOIN resource ON resource.path = items.first_page
       WHERE items.iri IN (${items.map(() => '?').join(', ')})`,
      items.map(({ path }) => path),
    );
    return new Map(rows.map(({ item, ...page }) => [item, page]));
  }

  /** What a record contains, by kind, with the first records of each in the order of their positions. */
  contained(
    path: string,
    isPartOf: string,
    most: number,
  ): readonly {
    readonly kind: string;
    readonly count: number;
    readonly records: readonly ResourceSummary[];
  }[] {
    const id = this.#idOf(path);
    if (id === undefined) return [];
    const parts = `FROM link JOIN resource ON resource.id = link.source
       WHERE link.target = ? AND link.property = (SELECT id FROM property WHERE iri = ?)`;
    return this.#all<{ kind: string; count: number }>(
      `SELECT kind, count(*) AS count ${parts} AND kind IS NOT NULL GROUP BY kind ORDER BY count, kind`,
      [id, isPartOf],
    ).map(({ kind, count }) => ({
      kind,
      count,
      records: this.#all<ResourceSummary>(
        `SELECT ${SUMMARY} ${parts} AND kind = ? ORDER BY resource.position IS NULL, resource.position, resource.id LIMIT ?`,
        [id, isPartOf, kind, most],
      ),
    }));
  }

  /** The points of a place, or of the places that a work is at. */
  points(path: string): PlaceOnMap[] {
    const id = this.#idOf(path);
    if (id === undefined) return [];
    const places = [id, ...this.#search.placesOf(id)].slice(0, MOST_POINTS);
    return this.#all<PlaceOnMap>(
      `SELECT DISTINCT ${SUMMARY}, point.latitude, point.longitude, 0 AS works FROM point JOIN resource ON resource.id = point.resource
       WHERE point.resource IN (${places.map(() => '?').join(', ')})`,
      places,
    );
  }

  /** A record of a kind, for examples: the first. */
  example(kind: string): ResourceSummary | undefined {
    return this.#all<ResourceSummary>(
      `SELECT ${SUMMARY} FROM resource WHERE kind = ? AND label_en IS NOT NULL ORDER BY id LIMIT 1`,
      [kind],
    )[0];
  }

  /**
   * An item with a transcript that is long enough to be read.
   *
   * @param seed decides which of them
   */
  story(
    seed: number,
  ): { readonly item: ResourceSummary; readonly text: string; readonly language: string } | undefined {
    return this.#remembered(['story', seed], () => {
      const [{ last } = { last: 0 }] = this.#all<{ last: number }>(
        'SELECT coalesce(max(rowid), 0) AS last FROM transcripts',
        [],
      );
      for (const shortest of STORY_LENGTHS)
        for (const from of [seed % (last + 1), 0]) {
          const [row] = this.#all<ResourceSummary & { text: string; text_language: string | null }>(
            `SELECT ${SUMMARY}, text, text_language FROM transcripts JOIN resource ON resource.path = transcripts.item
             WHERE transcripts.rowid >= ? AND length(text) >= ? ORDER BY transcripts.rowid LIMIT 1`,
            [from, shortest],
          );
          if (row === undefined) continue;
          const { text, text_language: language, ...item } = row;
          return { item, text, language: language ?? '' };
        }
      return undefined;
    });
  }

  /** Photographs of which there is an image, beginning at one of them that `seed` decides. */
  digitizedPhotographs(seed: number, most: number): readonly ResourceSummary[] {
    const [{ count } = { count: 0 }] = this.#all<{ count: number }>(
      'SELECT count(*) AS count FROM photographs WHERE digitized = 1',
      [],
    );
    return this.#all(
      `SELECT ${SUMMARY} FROM photographs JOIN resource ON resource.path = photographs.iri
       WHERE digitized = 1 ORDER BY photographs.rowid LIMIT ? OFFSET ?`,
      [most, seed % Math.max(1, count)],
    );
  }

  /** The people of the people database who have a role in most works. */
  peopleWithMostWorks(most: number): readonly (ResourceSummary & { readonly works: number })[] {
    return this.#remembered(['most works', most], () =>
      this.#all(
        `SELECT ${SUMMARY}, works FROM (SELECT person, count(DISTINCT coalesce(item, photograph, part)) AS works FROM roles
           WHERE person IS NOT NULL GROUP BY person ORDER BY works DESC, person LIMIT ?)
         JOIN resource ON resource.path = person ORDER BY works DESC, person`,
        [most],
      ),
    );
  }

  #found(request: SearchRequest): Found {
    const key = JSON.stringify([request.words, request.facets, request.order, request.of]);
    const before = this.#founds.get(key);
    this.#founds.delete(key);
    const found = before ?? this.#search.find(request, this.#hits(request.words), this.#worksOf(request.of));
    this.#founds.set(key, found);
    const [oldest] = this.#founds.keys();
    if (this.#founds.size > MOST_FOUND && oldest !== undefined) this.#founds.delete(oldest);
    return found;
  }

  /** The works of a record; undefined where none is named. */
  #worksOf(path: string | undefined): readonly number[] | undefined {
    if (path === undefined) return undefined;
    const kind = this.summary(path)?.kind ?? '';
    if (kind === 'place' || kind === 'place-abroad') {
      const place = this.#idOf(path) ?? 0;
      const inside = this.#all<{ id: number }>(
        'SELECT source AS id FROM link WHERE target = ? AND property = (SELECT id FROM property WHERE iri = ?)',
        [place, this.#iriOf('containedInPlace')],
      );
      return this.#search.worksAt([place, ...inside.map(({ id }) => id)]);
    }
    const sql = WORKS_OF[kind];
    return sql === undefined ? [] : this.#all<{ id: number }>(sql, [path]).map(({ id }) => id);
  }

  /** What the full text has for words, the nearest first; undefined without words. */
  #hits(words: string): Hits | undefined {
    if (words.trim() === '') return undefined;
    const match = matchOf(words);
    if (match === undefined) return [];
    const rows = this.#prepared('SELECT rowid FROM search WHERE search MATCH ? ORDER BY rank')
      .raw()
      .all([match]) as unknown as [number][];
    return rows.map(([row]) => Math.floor(row / SEARCH_ROWS));
  }

  /** The labels of resources by their numbers, in this order. */
  #summariesOf(ids: ArrayLike<number>): ResourceSummary[] {
    const summaries: ResourceSummary[] = [];
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, ids.length - at) }, (_, one) => ids[at + one] ?? 0);
      const rows = this.#all<ResourceSummary & { id: number }>(
        `SELECT id, ${SUMMARY} FROM resource WHERE id IN (${some.map(() => '?').join(',')})`,
        some,
      );
      const byId = new Map(rows.map(({ id, ...summary }) => [id, summary]));
      for (const id of some) summaries.push(byId.get(id) as ResourceSummary);
    }
    return summaries;
  }

  /** The path of an IRI in the index: of the record that a node belongs to, or of a term of a vocabulary. */
  pathOf(iri: string): string {
    return iri.startsWith(this.#base) && this.summary(iri.slice(this.#base.length)) === undefined
      ? recordOf(iri).slice(this.#base.length)
      : iri.startsWith(this.#base)
        ? iri.slice(this.#base.length)
        : iri;
  }

  /** The items before and after an item in its part, in the order of their pages. */
  neighbours(
    item: string,
    terms: { isPartOf: string; firstPage: string },
  ): { before?: ResourceSummary; after?: ResourceSummary } {
    const siblings = this.#all<ResourceSummary>(
      `SELECT ${SUMMARY} FROM link AS part
       JOIN link AS other ON other.target = part.target AND other.property = part.property
       JOIN resource ON resource.id = other.source AND resource.kind = 'item'
       LEFT JOIN link AS first ON first.source = resource.id AND first.property = (SELECT id FROM property WHERE iri = ?)
       LEFT JOIN resource AS page ON page.id = first.target
       WHERE part.source = (SELECT id FROM resource WHERE path = ?) AND part.property = (SELECT id FROM property WHERE iri = ?)
       ORDER BY page.position, resource.position, resource.id`,
      [terms.firstPage, item, terms.isPartOf],
    );
    const at = siblings.findIndex(({ path }) => path === item);
    const [before, after] = at < 0 ? [] : [siblings[at - 1], siblings[at + 1]];
    return { ...(before && { before }), ...(after && { after }) };
  }

  /**
   * The pages of a volume, or those that an item, a part or the items of a part name, in their order in the volume; those without a place last.
   *
   * @param terms the property from page to volume and from item to part; those from item and part to pages
   */
  pages(path: string, terms: { isPartOf: string; holds: readonly string[] }): ResourceSummary[] {
    const id = this.#idOf(path);
    const part = '(SELECT id FROM property WHERE iri = ?)';
    const holds = `(SELECT id FROM property WHERE iri IN (${terms.holds.map(() => '?').join(',')}))`;
    return this.#all<ResourceSummary>(
      `SELECT ${SUMMARY} FROM resource WHERE kind = 'page' AND id IN (
         SELECT source FROM link WHERE target = ? AND property = ${part}
         UNION SELECT target FROM link WHERE source = ? AND property IN ${holds}
         UNION SELECT held.target FROM link AS inside JOIN link AS held ON held.source = inside.source
         WHERE inside.target = ? AND inside.property = ${part} AND held.property IN ${holds}
       ) ORDER BY position IS NULL, position, id`,
      [id ?? 0, terms.isPartOf, id ?? 0, ...terms.holds, id ?? 0, terms.isPartOf, ...terms.holds],
    );
  }

  /** Whether a record has a picture, or a page of it has one. */
  hasPictures({ path, kind }: ResourceSummary): boolean {
    return isPicturedKind(kind) && this.#picturedRows(kind, 'resource.path = ?', [path], 1, 0).length > 0;
  }

  /**
   * The records of a kind with pictures, in the order of their labels.
   *
   * @param collection the path of the collection that they are part of
   * @param most how many; -1 for all
   */
  picturedIn(
    collection: string,
    kind: PicturedKind,
    most: number,
    offset: number,
  ): readonly ResourceSummary[] {
    return this.#picturedRows(kind, IN_COLLECTION, [this.#iriOf('isPartOf'), collection], most, offset);
  }

  /** How many records of a kind have pictures, by the path of the collection that they are part of. */
  picturedCounts(kind: 'volume' | 'photograph'): ReadonlyMap<string, number> {
    return this.#remembered(['pictured', kind], () => {
      const rows = this.#all<{ path: string; count: number }>(
        `SELECT whole.path, count(*) AS count FROM resource JOIN link ON link.source = resource.id
         AND link.property = (SELECT id FROM property WHERE iri = ?) JOIN resource AS whole ON whole.id = link.target
         WHERE resource.kind = ? AND ${PICTURED[kind].sql} GROUP BY whole.id ORDER BY whole.id`,
        [this.#iriOf('isPartOf'), kind, ...this.#termsOf(kind)],
      );
      return new Map(rows.map(({ path, count }) => [path, count]));
    });
  }

  /** How many records of a kind have pictures. */
  picturedCount(kind: PicturedKind): number {
    const [row] = this.#all<{ count: number }>(
      `SELECT count(*) AS count FROM resource WHERE resource.kind = ? AND ${PICTURED[kind].sql}`,
      [kind, ...this.#termsOf(kind)],
    );
    return row?.count ?? 0;
  }

  /** How many pages there are of which there are transcripts. */
  transcribedCount(): number {
    const [row] = this.#all<{ count: number }>(
      'SELECT count(DISTINCT target) AS count FROM link WHERE property = (SELECT id FROM property WHERE iri = ?)',
      [this.#iriOf('transcribesPage')],
    );
    return row?.count ?? 0;
  }

  #picturedRows(
    kind: PicturedKind,
    where: string,
    values: readonly string[],
    most: number,
    offset: number,
  ): readonly ResourceSummary[] {
    return this.#all<ResourceSummary>(
      `SELECT ${SUMMARY} FROM resource WHERE resource.kind = ? AND ${where} AND ${PICTURED[kind].sql}
       ORDER BY coalesce(resource.label_en, resource.label_ga), resource.id LIMIT ? OFFSET ?`,
      [kind, ...values, ...this.#termsOf(kind), most, offset],
    );
  }

  #termsOf = (kind: PicturedKind): readonly string[] => PICTURED[kind].terms.map(this.#iriOf);

  /** Pairs of an item or part and a page of a volume, with the whole of the item or part, in the order of the pages. */
  onPagesOf(
    volume: string,
  ): readonly (ResourceSummary & { readonly whole: string; readonly page: string })[] {
    const property = '(SELECT id FROM property WHERE iri = ?)';
    return this.#all(
      `SELECT ${SUMMARY}, whole.path AS whole, page.path AS page FROM link AS inside
       JOIN resource AS page ON page.id = inside.source AND page.kind = 'page'
       JOIN link AS held ON held.target = page.id AND held.property IN (${property}, ${property})
       JOIN resource ON resource.id = held.source AND resource.kind IN ('item', 'part')
       JOIN link AS up ON up.source = resource.id AND up.property = ${property}
       JOIN resource AS whole ON whole.id = up.target
       WHERE inside.target = (SELECT id FROM resource WHERE path = ?) AND inside.property = ${property}
       ORDER BY page.position IS NULL, page.position, page.id, resource.position, resource.id`,
      [
        this.#iriOf('onPage'),
        this.#iriOf('titlePage'),
        this.#iriOf('isPartOf'),
        volume,
        this.#iriOf('isPartOf'),
      ],
    );
  }

  /** Those of some pages of which there are transcripts. */
  transcribed(pages: readonly string[]): ReadonlySet<string> {
    const rows = this.#all<{ path: string }>(
      `SELECT path FROM resource WHERE path IN (SELECT value FROM json_each(?))
       AND EXISTS (SELECT 1 FROM link WHERE target = resource.id AND property = (SELECT id FROM property WHERE iri = ?))`,
      [JSON.stringify(pages), this.#iriOf('transcribesPage')],
    );
    return new Set(rows.map(({ path }) => path));
  }

  /** The places that have a value of a property, each with a point. */
  placesWith(property: string, value: string): readonly PlaceOnMap[] {
    return this.#remembered(['placesWith', property, value], () =>
      this.#all<PlaceOnMap>(
        `SELECT ${SUMMARY}, min(point.latitude) AS latitude, min(point.longitude) AS longitude, 0 AS works FROM link
         JOIN resource ON resource.id = link.source JOIN point ON point.resource = link.source
         WHERE link.target = (SELECT id FROM resource WHERE path = ?)
         AND link.property = (SELECT id FROM property WHERE iri = ?) GROUP BY resource.id ORDER BY resource.id`,
        [this.pathOf(value), property],
      ),
    );
  }

  /** The works among the results that are at a place within some degrees, in the order of {@link search}. */
  worksWithin(
    request: SearchRequest,
    box: { readonly west: number; readonly south: number; readonly east: number; readonly north: number },
    most: number,
    offset: number,
  ): { total: number; records: ResourceSummary[] } {
    const { ids } = this.#found(request);
    const inside = new Set(
      this.#points().flatMap(({ id, latitude, longitude }) =>
        latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east
          ? id
          : [],
      ),
    );
    const works = ids.filter((id) => this.#search.placesOf(id).some((place) => inside.has(place)));
    return { total: works.length, records: this.#summariesOf(works.subarray(offset, offset + most)) };
  }

  /** The kind of records beside a path: what a record was that the release does not have. */
  kindBeside(path: string): string | undefined {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    if (folder === '') return undefined;
    return this.#remembered(['beside', folder], () =>
      this.#all<{ kind: string }>(
        'SELECT kind FROM resource WHERE path >= ? AND path < ? AND kind IS NOT NULL LIMIT 1',
        [folder, `${folder.slice(0, -1)}0`],
      ),
    )[0]?.kind;
  }

  /**
   * The groups of neighbours, from 1, in which there are records that some datasets describe.
   *
   * @param most records of a group
   */
  describedGroups(datasets: readonly string[], most: number): readonly number[] {
    return this.#remembered(['described', datasets, most], () =>
      this.#all<{ group: number }>(
        `SELECT DISTINCT (resource.id - 1) / ${most} + 1 AS "group" FROM resource WHERE ${described(datasets)} ORDER BY 1`,
        [...datasets],
      ).map(({ group }) => group),
    );
  }

  /** The records of such a group, which some datasets describe. */
  describedIn(datasets: readonly string[], most: number, group: number): ResourceSummary[] {
    return this.#all<ResourceSummary>(
      `SELECT ${SUMMARY} FROM resource WHERE resource.id > ? AND resource.id <= ? AND ${described(datasets)} ORDER BY resource.id`,
      [(group - 1) * most, group * most, ...datasets],
    );
  }

  /** How many records of each kind some datasets describe; `null` is the kind of other resources. */
  describedKinds(datasets: readonly string[]): { readonly kind: string | null; readonly count: number }[] {
    return this.#all(
      `SELECT kind, count(*) AS count FROM resource WHERE ${described(datasets)} GROUP BY kind ORDER BY kind`,
      [...datasets],
    );
  }

  /** A record, if some datasets describe it. */
  describedRecord(datasets: readonly string[], path: string): ResourceSummary | undefined {
    return this.#all<ResourceSummary>(
      `SELECT ${SUMMARY} FROM resource WHERE resource.path = ? AND ${described(datasets)}`,
      [path, ...datasets],
    )[0];
  }

  /** Records of a kind that some datasets describe, spread over all of them, at most `most`. */
  describedSpread(datasets: readonly string[], kind: string | null, most: number): ResourceSummary[] {
    const [range] = this.#all<{ first: number | null; last: number | null }>(
      'SELECT min(id) AS first, max(id) AS last FROM resource WHERE kind IS ?',
      [kind as string],
    );
    if (range?.first == null || range.last == null) return [];
    const found = new Map<string, ResourceSummary>();
    for (let at = 0; at < most; at++) {
      const from = range.first + Math.floor(((range.last - range.first) * at) / most);
      const [record] = this.#all<ResourceSummary>(
        `SELECT ${SUMMARY} FROM resource WHERE kind IS ? AND resource.id >= ? AND ${described(datasets)} ORDER BY resource.id LIMIT 1`,
        [kind as string, from, ...datasets],
      );
      if (record !== undefined) found.set(record.path, record);
    }
    return [...found.values()];
  }

  /** Terms outside the data base that some files describe. */
  describedTerms(files: readonly string[]): ResourceSummary[] {
    return this.#all<ResourceSummary>(
      `SELECT ${SUMMARY} FROM resource WHERE resource.path GLOB '[a-z]*:*' AND ${describedBy(files)} ORDER BY resource.id`,
      [...files],
    );
  }

  /** The records to which more than `most` others refer by one property, with that property. */
  longReferrers(most: number): {
    readonly path: string;
    readonly kind: string | null;
    readonly property: string;
    readonly count: number;
  }[] {
    return this.#all(
      `SELECT resource.path, resource.kind, property.iri AS property, referred.count FROM (
         SELECT target, property, count(*) AS count FROM link GROUP BY target, property HAVING count(*) > ?
       ) AS referred JOIN resource ON resource.id = referred.target JOIN property ON property.id = referred.property
       ORDER BY referred.target, referred.property`,
      [most],
    );
  }

  /** The numbers of the records that a search finds, in the order of {@link search}. */
  numbersOf(request: SearchRequest): Uint32Array {
    return this.#found(request).ids;
  }

  /** The labels of records by {@link numbersOf}. */
  summariesOf(ids: ArrayLike<number>): ResourceSummary[] {
    return this.#summariesOf(ids);
  }

  #idOf(path: string): number | undefined {
    return this.#all<{ id: number }>('SELECT id FROM resource WHERE path = ?', [path])[0]?.id;
  }

  /** An answer that was given before, or a new one: the index does not change. */
  #remembered<T>(question: unknown, answer: () => T): T {
    const key = JSON.stringify(question);
    if (this.#answers.has(key)) return this.#answers.get(key) as T;
    const given = answer();
    if (this.#answers.size >= MOST_ANSWERS) this.#answers.clear();
    this.#answers.set(key, given);
    return given;
  }

  #all<Row>(sql: string, values: readonly (string | number)[]): Row[] {
    return this.#prepared(sql).all([...values]) as Row[];
  }

  #prepared(sql: string): Database.Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
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

/** Kinds of records that have pictures themselves or by their pages. */
export const PICTURED_KINDS = ['volume', 'item', 'photograph'] as const;
export type PicturedKind = (typeof PICTURED_KINDS)[number];
const isPicturedKind = (kind: string | null): kind is PicturedKind =>
  (PICTURED_KINDS as readonly (string | null)[]).includes(kind);

/** Conditions of SQL that a record of each kind has a picture, with the terms of their properties. */
const PICTURED: Readonly<Record<PicturedKind, { readonly sql: string; readonly terms: readonly string[] }>> =
  {
    photograph: { sql: 'resource.id IN (SELECT resource FROM picture)', terms: [] },
    volume: {
      sql: `EXISTS (SELECT 1 FROM link AS page JOIN picture ON picture.resource = page.source
            WHERE page.target = resource.id AND page.property = (SELECT id FROM property WHERE iri = ?))`,
      terms: ['isPartOf'],
    },
    item: {
      sql: `EXISTS (SELECT 1 FROM link AS page JOIN picture ON picture.resource = page.target
            WHERE page.source = resource.id AND page.property = (SELECT id FROM property WHERE iri = ?))`,
      terms: ['onPage'],
    },
  };
const IN_COLLECTION = `EXISTS (SELECT 1 FROM link AS part WHERE part.source = resource.id
  AND part.property = (SELECT id FROM property WHERE iri = ?) AND part.target = (SELECT id FROM resource WHERE path = ?))`;

/** Records below the data base, no nodes of them, that are in some datasets. */
const described = (datasets: readonly string[]): string =>
  `resource.path NOT GLOB '*[:#]*' AND ${describedBy(datasets)}`;

const describedBy = (datasets: readonly string[]): string =>
  `EXISTS (SELECT 1 FROM document WHERE document.resource = resource.id AND document.dataset IN (${datasets.map(() => '?').join(', ')}))`;

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** The point of a resource, by its number. */
interface WorkPoint extends Point {
  readonly id: number;
}

/** Kilometres of a degree of latitude. */
const DEGREE = 111.2;

/** Kilometres between two points of Ireland: on a plane, which is wrong by metres. */
function distance(one: Point, other: Point): number {
  const north = (other.latitude - one.latitude) * DEGREE;
  const east = (other.longitude - one.longitude) * DEGREE * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}

/** Characters of a story, at least; fewer where no transcript has so many. */
const STORY_LENGTHS = [300, 100, 1] as const;

/** Letters of a key that a misspelt name has right. */
const KEY_BEGINNING = 3;

/** Statements that are kept. */
const MOST_STATEMENTS = 200;

/** Answers that are remembered: some 30 KB each. */
const MOST_ANSWERS = 300;

/** Searches whose results are remembered: four bytes a result. */
const MOST_FOUND = 12;

/** Labels that are read with one statement. */
const AT_ONCE = 500;

/** Points of a record, at most. */
const MOST_POINTS = 50;
