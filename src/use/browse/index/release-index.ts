import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import type { Quad } from '@rdfjs/types';
import Database from 'libsql';
import { parseTurtle } from '../../../model/rdf/parse.js';
import { recordOf } from '../../../model/rdf/record-order.js';
import { SEARCH_ROWS } from './build-index.js';
import { FACETS, type Facet } from './facet-statements.js';
import { matchOf } from './fold-words.js';

/** A record as lists show it. */
export interface ResourceSummary {
  readonly path: string;
  readonly kind: string | null;
  readonly label_en: string | null;
  readonly label_ga: string | null;
}

/** The statements about a record in one dataset. */
export interface ResourceDocument {
  readonly dataset: string;
  readonly quads: readonly Quad[];
}

/** The search of a page: words, and at most one value of each facet. */
export interface SearchRequest {
  readonly words: string;
  readonly facets: Readonly<Partial<Record<Facet, string>>>;
}

export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

/** A pair of values of two facets, and the number of records that have both. */
export interface FacetPair {
  readonly one: string;
  readonly other: string;
  readonly count: number;
}

/** Dates of one year and qualifier. */
export interface YearCount {
  readonly year: number;
  readonly qualifier: string | null;
  readonly count: number;
}

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

const SUMMARY = 'resource.path, resource.kind, resource.label_en, resource.label_ga';

/** Kinds that are not results of their own: pages and transcripts are found as their items. */
const LISTED =
  "('item', 'photograph', 'person', 'schools-person', 'place', 'place-abroad', 'volume', 'part', 'topic', 'glossary-entry')";

/** The index of a release, for reading. Each method answers in milliseconds and holds no rows afterwards. */
export class ReleaseIndex {
  readonly #database: Database.Database;
  readonly #base: string;
  readonly #statements = new Map<string, Database.Statement>();
  readonly #answers = new Map<string, unknown>();
  /** The block of the last document: the next one is often in it. */
  #block: { readonly id: number; readonly text: Buffer } | undefined;

  /**
   * @param file made by `buildIndex`. No process changes it, so that SQLite needs no lock, and the folder may be one that
   *   cannot be written
   * @param base of the release
   */
  constructor(file: string, base: string) {
    this.#database = new Database(`${pathToFileURL(file).href}?mode=ro&immutable=1`);
    this.#database.exec('PRAGMA query_only = ON; PRAGMA cache_size = -64000;');
    this.#base = base;
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

  /** Records that a search finds: the nearest to its words first; without words, in the order of the release. */
  search(
    request: SearchRequest,
    most: number,
    offset: number,
  ): { total: number; records: ResourceSummary[] } {
    const found = this.#found(request);
    if (found === undefined) return { total: 0, records: [] };
    const records = this.#all<ResourceSummary & { total: number }>(
      `SELECT ${SUMMARY}, found.total FROM (
         SELECT id, rank, count(*) OVER () AS total FROM (${found.sql}) ORDER BY rank, id LIMIT ? OFFSET ?
       ) AS found JOIN resource ON resource.id = found.id ORDER BY found.rank, found.id`,
      [...found.values, most, offset],
    );
    // Behind the last result there is no row to take the total from.
    if (records[0] === undefined && offset > 0) return { total: this.search(request, 1, 0).total, records };
    return { total: records[0]?.total ?? 0, records };
  }

  /** The paths of all records that a search finds, in the order of {@link search}. */
  allPaths(request: SearchRequest): string[] {
    const found = this.#found(request);
    if (found === undefined) return [];
    return this.#all<{ path: string }>(
      `SELECT resource.path FROM (${found.sql}) AS found JOIN resource ON resource.id = found.id ORDER BY found.rank, found.id`,
      found.values,
    ).map(({ path }) => path);
  }

  /** How many results have each value of a facet, the most frequent first. */
  facet({ words, facets }: SearchRequest, facet: Facet): readonly FacetValue[] {
    // The value that is chosen does not narrow its own facet.
    const { [facet]: _chosen, ...others } = facets;
    return this.#facetValues({ words, facets: others }).get(facet) ?? [];
  }

  /** The values of all facets at once, because most of the time goes into finding the results. */
  #facetValues(request: SearchRequest): ReadonlyMap<string, readonly FacetValue[]> {
    return this.#remembered(['facets', request], () => {
      const found = this.#found(request);
      const facets = new Map<string, FacetValue[]>();
      if (found === undefined) return facets;
      const rows = this.#all<FacetValue & { facet: string }>(
        `SELECT facet_value.facet, facet_value.value, counted.count FROM (
           SELECT facet.value AS id, count(*) AS count FROM (${found.sql}) AS found
           JOIN facet ON facet.resource = found.id GROUP BY facet.value
         ) AS counted JOIN facet_value ON facet_value.id = counted.id
         ORDER BY counted.count DESC, facet_value.value`,
        found.values,
      );
      for (const { facet, value, count } of rows) {
        const values = facets.get(facet) ?? [];
        facets.set(facet, values);
        if (values.length < MOST_VALUES) values.push({ value, count });
      }
      return facets;
    });
  }

  /** How many records have each pair of values of two facets. */
  pairs(one: Facet, other: Facet): readonly FacetPair[] {
    return this.#remembered(['pairs', one, other], () =>
      this.#all<FacetPair>(
        `SELECT one_value.value AS one, other_value.value AS other, count(*) AS count FROM facet AS one
       JOIN facet_value AS one_value ON one_value.id = one.value AND one_value.facet = ?
       JOIN facet AS other ON other.resource = one.resource
       JOIN facet_value AS other_value ON other_value.id = other.value AND other_value.facet = ?
       JOIN resource ON resource.id = one.resource AND resource.kind IN ${LISTED}
       GROUP BY one_value.id, other_value.id ORDER BY one, other`,
        [one, other],
      ),
    );
  }

  /** Places of the results that have a point, with the number of their works among the results; most first. */
  places(request: SearchRequest, most: number): readonly PlaceOnMap[] {
    const found = this.#found(request);
    if (found === undefined) return [];
    const places = (): readonly PlaceOnMap[] =>
      this.#all(
        `SELECT ${SUMMARY}, min(point.latitude) AS latitude, min(point.longitude) AS longitude, counted.works
       FROM (SELECT place, sum(works) AS works FROM (
           SELECT work_place.place, count(*) AS works FROM (${found.sql}) AS found JOIN work_place ON work_place.work = found.id GROUP BY place
           UNION ALL SELECT found.id, 0 FROM (${found.sql}) AS found JOIN point ON point.resource = found.id
         ) GROUP BY place) AS counted
       JOIN resource ON resource.id = counted.place
       JOIN point ON point.resource = counted.place
       GROUP BY counted.place ORDER BY counted.works DESC, resource.id LIMIT ?`,
        [...found.values, ...found.values, most],
      );
    return isWhole(request) ? this.#remembered(['places', most], places) : places();
  }

  /** Results by year, with the qualifier of their date; only dates of one year, not periods with an open end. */
  years(request: SearchRequest): readonly YearCount[] {
    const found = this.#found(request);
    if (found === undefined) return [];
    const years = (): readonly YearCount[] =>
      this.#all(
        `SELECT years.first AS year, years.qualifier, count(*) AS count FROM (${found.sql}) AS found
       JOIN years ON years.resource = found.id JOIN resource ON resource.id = found.id
       WHERE years.first = years.last AND NOT years.is_open AND resource.kind IN ('item', 'photograph')
       GROUP BY year, years.qualifier ORDER BY year, years.qualifier`,
        found.values,
      );
    return isWhole(request) ? this.#remembered(['years'], years) : years();
  }

  /** The points of a place, or of the places that a work is at. */
  points(path: string): PlaceOnMap[] {
    const id = this.#idOf(path);
    if (id === undefined) return [];
    return this.#all<PlaceOnMap>(
      `SELECT DISTINCT ${SUMMARY}, point.latitude, point.longitude, 0 AS works FROM point JOIN resource ON resource.id = point.resource
       WHERE point.resource = ? OR point.resource IN (SELECT place FROM work_place WHERE work = ?) LIMIT 50`,
      [id, id],
    );
  }

  /** How many records of each kind there are. */
  kinds(): FacetValue[] {
    return this.#all(
      'SELECT kind AS value, count(*) AS count FROM resource WHERE kind IS NOT NULL GROUP BY kind ORDER BY count DESC',
      [],
    );
  }

  /** A record of a kind, for examples: the first. */
  example(kind: string): ResourceSummary | undefined {
    return this.#all<ResourceSummary>(
      `SELECT ${SUMMARY} FROM resource WHERE kind = ? AND label_en IS NOT NULL ORDER BY id LIMIT 1`,
      [kind],
    )[0];
  }

  #found({ words, facets }: SearchRequest): { sql: string; values: (string | number)[] } | undefined {
    const chosen = FACETS.flatMap((facet) => {
      const value = facets[facet];
      return value === undefined ? [] : [[facet, value] as const];
    });
    const conditions = chosen.map(
      () =>
        'EXISTS (SELECT 1 FROM facet WHERE facet.resource = resource.id AND facet.value = (SELECT id FROM facet_value WHERE facet = ? AND value = ?))',
    );
    const values: (string | number)[] = chosen.flat();
    if (words.trim() === '') {
      const [first, ...rest] = conditions;
      const others = rest.map((condition) => ` AND ${condition}`).join('');
      if (first === undefined) {
        return { sql: `SELECT id, 0 AS rank FROM resource WHERE kind IN ${LISTED}`, values };
      }
      // The rarest facet would be best to begin with; any is better than every record.
      return {
        sql: `SELECT resource.id, 0 AS rank FROM facet AS chosen JOIN resource ON resource.id = chosen.resource
          WHERE chosen.value = (SELECT id FROM facet_value WHERE facet = ? AND value = ?) AND kind IN ${LISTED}${others}`,
        values,
      };
    }
    const match = matchOf(words);
    if (match === undefined) return undefined;
    return {
      sql: `WITH hits AS MATERIALIZED (SELECT rowid / ${SEARCH_ROWS} AS id, rank FROM search WHERE search MATCH ?)
        SELECT resource.id, min(hits.rank) AS rank FROM hits JOIN resource AS matched ON matched.id = hits.id
        JOIN resource ON resource.id = coalesce(matched.shown_as, matched.id)
        WHERE resource.kind IN ${LISTED}${conditions.map((condition) => ` AND ${condition}`).join('')} GROUP BY resource.id`,
      values: [match, ...values],
    };
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

  #all<Row>(sql: string, values: (string | number)[]): Row[] {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement.all(values) as Row[];
  }
}

/** Statements that are kept. */
const MOST_STATEMENTS = 200;

/** Answers that are remembered: some 30 KB each. */
const MOST_ANSWERS = 300;

/** Values of a facet in an answer. */
const MOST_VALUES = 200;

const isWhole = ({ words, facets }: SearchRequest): boolean =>
  words.trim() === '' && Object.keys(facets).length === 0;
