import { inflateRawSync } from 'node:zlib';
import type { Quad } from '@rdfjs/types';
import type { Database, Statement } from 'libsql';
import { entry } from '../../../base/map-entry.js';
import { openDatabase, orClosed } from '../../../base/sqlite.js';
import { parseTurtle } from '../../../model/rdf/parse.js';
import { recordIriOf } from '../../../model/rdf/record-order.js';
import { lengthened } from './document-text.js';

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

/** Records that refer to another, by the property. */
interface Referrers {
  readonly property: string;
  readonly count: number;
  readonly records: readonly ResourceSummary[];
}

/** Where a document is. */
interface DocumentRow {
  readonly path: string;
  readonly name: string;
  readonly block: number;
  readonly at: number;
  readonly length: number;
}

type Values = readonly (string | number | null)[];

/** The columns of a {@link ResourceSummary}, for statements with the table `resource`. */
export const SUMMARY = 'resource.path, resource.kind, resource.label_en, resource.label_ga';

/** The number of a property, for statements with the IRI of the property as a parameter. */
export const PROPERTY = '(SELECT id FROM property WHERE iri = ?)';

/**
 * The index of a release, for reading: statements of SQL, and the look-ups that all pages share. The statements of a page are
 * beside the page. Each method answers in milliseconds and holds no rows afterwards.
 */
export class ReleaseIndex {
  /** The base of the IRIs of the release. A path is an IRI without the base. */
  readonly base: string;
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();
  readonly #answers = new Map<string, unknown>();
  /** The documents that were asked for last: what makes a page asks for those of a record more than once. */
  readonly #documents = new Map<string, readonly ResourceDocument[]>();
  /** What was named last: pages name the same places, topics and people again and again. */
  readonly #summaries = new Map<string, ResourceSummary>();
  /** The blocks of the last documents: the next ones are often in these. */
  readonly #blocks = new Map<number, Buffer>();

  /**
   * @param file made by `buildIndex`. No process changes it, so that SQLite needs no lock, and the folder may be one that
   *   cannot be written
   * @param base of the release
   */
  constructor(file: string, base: string) {
    const database = openDatabase(file, 'immutable');
    orClosed(database, () => database.exec('PRAGMA query_only = ON; PRAGMA cache_size = -64000;'));
    this.#database = database;
    this.base = base;
  }

  close(): void {
    this.#database.close();
  }

  /** All rows of a statement. */
  all<Row>(sql: string, values: Values = []): Row[] {
    return this.#prepared(sql).all([...values]) as Row[];
  }

  /**
   * The numbers that a statement selects: its only column, in its order. They come as one text: rows of a number each take ten
   * times as long.
   */
  numbers(sql: string, values: Values = []): number[] {
    const [row] = this.all<{ list: string }>(
      `WITH selected (number) AS (${sql}) SELECT json_group_array(number) AS list FROM selected`,
      values,
    );
    return JSON.parse(row?.list ?? '[]') as number[];
  }

  /** The rows of a statement, as they are asked for. */
  each<Row>(sql: string, values: Values): Iterable<Row> {
    // A statement of its own: others are run before its last row is read.
    return this.#database.prepare(sql).iterate([...values]) as Iterable<Row>;
  }

  /** An answer that was given before, or a new one: the index does not change. */
  remembered<T>(question: unknown, answer: () => T): T {
    const key = JSON.stringify(question);
    if (this.#answers.has(key)) return this.#answers.get(key) as T;
    const given = answer();
    if (this.#answers.size >= MOST_ANSWERS) this.#answers.clear();
    this.#answers.set(key, given);
    return given;
  }

  /** The record of an IRI, or of one of its nodes; none when the release has no statements about it. */
  documents(iri: string): readonly ResourceDocument[] {
    const path = this.pathOf(iri);
    const documents = this.#documents.get(path) ?? this.documentsOf([path]).get(path) ?? [];
    keep(this.#documents, path, documents, MOST_DOCUMENTS);
    // Another list for each request: what a page makes of a list, in its language, is kept by the list.
    return [...documents];
  }

  /** The statements about several records at once, by path; without those of which the release has none. */
  documentsOf(paths: readonly string[]): ReadonlyMap<string, readonly ResourceDocument[]> {
    const rows = this.all<DocumentRow>(
      `SELECT resource.path, dataset.name, block, at, length FROM resource
       JOIN document ON document.resource = resource.id JOIN dataset ON dataset.id = document.dataset
       WHERE resource.path IN (SELECT value FROM json_each(?)) ORDER BY resource.id, dataset.id, block, at`,
      [JSON.stringify(paths)],
    );
    const found = new Map<string, ResourceDocument[]>();
    for (const { path, name, block, at, length } of rows) {
      const text = this.#blockText(block).toString('utf8', at, at + length);
      const lines = lengthened(text, this.base, (id) => this.#properties().get(id) ?? '');
      entry(found, path, () => []).push({ dataset: name, quads: parseTurtle(lines, 'index') });
    }
    return found;
  }

  /** The IRIs of properties by their numbers. */
  #properties(): ReadonlyMap<number, string> {
    return this.remembered(['properties'], () => {
      const rows = this.all<{ id: number; iri: string }>('SELECT id, iri FROM property');
      return new Map(rows.map(({ id, iri }) => [id, iri]));
    });
  }

  #blockText(id: number): Buffer {
    let text = this.#blocks.get(id);
    if (text === undefined) {
      const [row] = this.all<{ packed: ArrayBuffer }>('SELECT packed FROM block WHERE id = ?', [id]);
      text = inflateRawSync(row?.packed ?? new ArrayBuffer(0));
    }
    keep(this.#blocks, id, text, MOST_BLOCKS);
    return text;
  }

  /** The path of an IRI in the index: of the record that a node belongs to, or of a term of a vocabulary. */
  pathOf(iri: string): string {
    if (!iri.startsWith(this.base)) return iri;
    const path = iri.slice(this.base.length);
    return this.summary(path) === undefined ? recordIriOf(iri).slice(this.base.length) : path;
  }

  /** The number of a resource. */
  idOf(path: string): number | undefined {
    return this.all<{ id: number }>('SELECT id FROM resource WHERE path = ?', [path])[0]?.id;
  }

  /** The numbers of several resources at once, by path. */
  idsOf(paths: readonly string[]): ReadonlyMap<string, number> {
    const rows = this.all<{ id: number; path: string }>(
      'SELECT id, path FROM resource WHERE path IN (SELECT value FROM json_each(?))',
      [JSON.stringify(paths)],
    );
    return new Map(rows.map(({ id, path }) => [path, id]));
  }

  summary(path: string): ResourceSummary | undefined {
    const summary =
      this.#summaries.get(path) ??
      this.all<ResourceSummary>(`SELECT ${SUMMARY} FROM resource WHERE path = ?`, [path])[0];
    if (summary !== undefined) keep(this.#summaries, path, summary, MOST_SUMMARIES);
    return summary;
  }

  /** The labels of several records at once, by path. */
  summaries(paths: Iterable<string>): ReadonlyMap<string, ResourceSummary> {
    const wanted = JSON.stringify([...new Set(paths)]);
    const rows = this.all<ResourceSummary>(
      `SELECT ${SUMMARY} FROM resource WHERE path IN (SELECT value FROM json_each(?))`,
      [wanted],
    );
    return new Map(rows.map((row) => [row.path, row]));
  }

  /** The labels of resources by their numbers, in this order. */
  summariesOf(ids: ArrayLike<number>): ResourceSummary[] {
    const summaries: ResourceSummary[] = [];
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, ids.length - at) }, (_, one) => ids[at + one] ?? 0);
      const rows = this.all<ResourceSummary & { id: number }>(
        `SELECT id, ${SUMMARY} FROM resource WHERE id IN (SELECT value FROM json_each(?))`,
        [JSON.stringify(some)],
      );
      const byId = new Map(rows.map(({ id, ...summary }) => [id, summary]));
      for (const id of some) summaries.push(byId.get(id) as ResourceSummary);
    }
    return summaries;
  }

  /** What refers to a record, by property, each with its first `most` records. */
  referrers(path: string, most: number): Referrers[] {
    const id = this.idOf(path);
    if (id === undefined) return [];
    const counts = this.all<{ property: number; iri: string; count: number }>(
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
    const id = this.idOf(path);
    if (id === undefined) return [];
    return this.all<ResourceSummary>(
      `SELECT ${SUMMARY} FROM link JOIN resource ON resource.id = link.source
       WHERE target = ? AND property = ${typeof property === 'number' ? '?' : PROPERTY}
       ORDER BY link.source LIMIT ? OFFSET ?`,
      [id, property, most, offset],
    );
  }

  #prepared(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** Puts an entry behind the others of a map, and takes the first one away where there are more than the most. */
function keep<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

/** Summaries that are kept. */
const MOST_SUMMARIES = 2000;

/** Documents that are kept. */
const MOST_DOCUMENTS = 32;

/** Unpacked blocks that are kept: of some 64 KB each. */
const MOST_BLOCKS = 32;

/** Statements that are kept. */
const MOST_STATEMENTS = 200;

/** Answers that are remembered: some 30 KB each. */
const MOST_ANSWERS = 300;

/** Labels that are read with one statement. */
const AT_ONCE = 500;
