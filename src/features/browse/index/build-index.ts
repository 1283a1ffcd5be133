import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { moveDurably } from '../../../base/durable.js';
import type { Report } from '../../../base/events.js';
import { pathBelow, textBelow } from '../../../base/file-bytes.js';
import { entry } from '../../../base/map-entry.js';
import { textOf } from '../../../model/rdf/formats/recognise-dump.js';
import { IriMap } from '../../../model/rdf/iri-set.js';
import { parseTurtle } from '../../../model/rdf/parse.js';
import {
  dumpFormat,
  type ManifestDataset,
  type ReleaseManifest,
  triplesOf,
} from '../../../release/description/manifest.js';
import { readCsv } from '../../../release/tables/csv.js';
import { RowInserter, type SqlValue } from '../../../release/tables/row-inserter.js';
import {
  createIndexes,
  createTable,
  rowsOf,
  TableInserter,
  tableName,
} from '../../../release/tables/sql-tables.js';
import { DocumentBlocks } from './document-blocks.js';
import { FACET_STATEMENTS, SCRATCH_TABLES } from './facet-statements.js';
import { removeLeftovers, sealIndex } from './index-file.js';
import { INDEXES, TABLES, WORDS_OF_SEARCH } from './index-tables.js';
import type { IndexWords } from './index-words.js';
import { NAME_SOURCES, NAMED_KINDS, nameKeys } from './name-keys.js';
import {
  type DocumentBatch,
  DocumentThread,
  documentOf,
  documentsIn,
  type IndexedDocument,
  PropertyNumbers,
  pathOf,
  wordsOf,
} from './read-documents.js';
import { type ReleasedTable, tablesOfRelease } from './released-tables.js';
import { byText, packColumns } from './result-columns.js';
import { writeSearchRows } from './search-rows.js';
import { type Statement, statementOf } from './statements.js';
import { writeSuggestions } from './suggestions.js';
import { surnameOrder } from './surname-order.js';
import { keysOfRow, withKeys } from './table-keys.js';

/** Points of places in Ireland that lie elsewhere are doubted by the shapes, and on no map (model 7.1). */
const IRELAND = { south: 51.2, north: 55.6, west: -11, east: -5.2 };

interface IndexSource {
  /** The folder of the release. */
  readonly release: string;
  readonly manifest: ReleaseManifest;
}

/**
 * Makes the index of a release: a SQLite file with the statements about each record, the links between records, the words
 * of the search and the values of its facets. Written beside `file` and renamed at the end,
 * so that several processes may make it at the same time.
 *
 * @param pid of this process
 * @throws FolkloreError FILE_UNREADABLE when a dump cannot be read, with the file and the line
 */
export async function buildIndex(
  source: IndexSource,
  file: string,
  pid: number,
  report: Report,
): Promise<void> {
  await removeLeftovers(file, pid);
  const unfinished = `${file}.${pid}.partial`;
  const scratch = `${file}.${pid}.partial.scratch`;
  const database = new Database(unfinished);
  try {
    database.prepare('ATTACH ? AS scratch').run([scratch]);
    database.exec(
      'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; PRAGMA foreign_keys = OFF;',
    );
    database.exec(
      'PRAGMA scratch.journal_mode = OFF; PRAGMA scratch.synchronous = OFF; PRAGMA scratch.cache_size = -64000;',
    );
    database.exec(TABLES);
    database.exec(SCRATCH_TABLES);
    const tables = await tablesOfRelease(source.release, source.manifest);
    for (const table of tables) database.exec(createTable(withKeys(table)));
    database.exec('BEGIN');
    const { datasets, others, base, vocabularyBase } = source.manifest;
    const words = wordsOf({ base, vocabularyBase });
    const writer = new IndexWriter(database, source, words);
    const isLarge = triplesOf(source.manifest) > LARGE;
    const thread = isLarge ? new DocumentThread({ base, vocabularyBase }) : undefined;
    const properties = new PropertyNumbers();
    const documents = (path: string): AsyncIterable<DocumentBatch> =>
      thread?.documentsIn(path) ?? documentsIn(path, words, properties);
    const readDumps = async (): Promise<void> => {
      for (const dataset of datasets) await writer.read(dataset, documents, report);
    };
    try {
      // A thread reads large dumps: this one has time for the tables. Otherwise one after the other gives the same file each time.
      const dumps = readDumps();
      if (thread === undefined) await dumps;
      await Promise.all([dumps, writer.readTables(tables)]);
    } finally {
      await thread?.close();
    }
    for (const { path } of others) if (DESCRIPTIONS.has(path)) await writer.readDescription(path);
    report({ event: 'started', what: 'indexing links and facets' });
    await writer.finish(tables);
  } finally {
    database.close();
    // If this fails, the next run removes it. An error would hide the first one.
    await rm(scratch, { force: true }).catch(() => {});
  }
  await sealIndex(unfinished);
  await moveDurably(unfinished, file);
}

/** Triples of a release from which a thread reads the dumps. */
const LARGE = 300_000;

class IndexWriter {
  readonly #database: Database.Database;
  readonly #source: IndexSource;
  readonly #words: IndexWords;
  readonly #blocks = new DocumentBlocks();
  readonly #ids = new IriMap<number>();
  #idCount = 0;
  /** Which resources a dataset describes: a byte each. */
  #isDescribed = new Uint8Array(1 << 16);
  /** The same numbers as those of the reader, which comes upon them in the same order. */
  readonly #properties = new PropertyNumbers();
  readonly #inserters = new Map<string, RowInserter>();

  constructor(database: Database.Database, source: IndexSource, words: IndexWords) {
    this.#database = database;
    this.#source = source;
    this.#words = words;
  }

  /**
   * Reads the dump of a dataset that is read fastest.
   *
   * @param documentsIn the records of a dump
   */
  async read(
    { name, files, triples }: ManifestDataset,
    documentsIn: (path: string) => AsyncIterable<DocumentBatch>,
    report: Report,
  ): Promise<void> {
    const dump = DUMP_PREFERENCE.flatMap((format) => files.filter((one) => dumpFormat(one) === format))[0];
    if (dump === undefined) return;
    report({ event: 'started', what: `indexing ${name} (${triples} triples)` });
    for await (const { documents, properties } of documentsIn(join(this.#source.release, dump.path))) {
      for (const iri of properties) this.#properties.of(iri);
      this.#addProperties();
      for (const document of documents) this.#add(name, document);
      if (this.#blocks.isFull) await this.#writeBlocks();
    }
  }

  /** Reads a file about the release, or of the vocabulary: each term is a resource of its own, also where it has a fragment. */
  async readDescription(file: string): Promise<void> {
    const quads = parseTurtle(await textBelow(this.#source.release, file), file);
    const subjects = new Map<string, Statement[]>();
    for (const quad of quads) {
      if (quad.subject.termType !== 'NamedNode' || quad.object.termType === 'BlankNode') continue;
      entry(subjects, quad.subject.value, (): Statement[] => []).push(statementOf(quad));
    }
    for (const [iri, own] of subjects)
      this.#add(file, documentOf(iri, own, this.#words, this.#properties, false));
  }

  #add(dataset: string, document: IndexedDocument): void {
    const { iri, kind, words } = document;
    const id = this.#idOf(iri);
    const { block, at, length } = this.#blocks.add(document.text);
    this.#insert('INSERT INTO document', [id, this.#datasetId(dataset), block, at, length]);
    this.#describe(id, document);
    for (const [property, target] of document.links)
      this.#insert('INSERT OR IGNORE INTO link', [id, property, this.#idOf(target)]);
    for (const tag of document.languages) this.#insert('INSERT INTO scratch.language', [id, tag]);
    if (document.hasPicture && (kind === 'page' || kind === 'photograph'))
      this.#insert('INSERT OR IGNORE INTO picture', [id]);
    if (kind === 'place') {
      for (const [latitude, longitude] of document.points.filter(isInIreland))
        this.#insert('INSERT INTO point', [id, latitude, longitude]);
    }
    // A transcript is found as its item.
    const found = document.transcribed === undefined ? id : this.#idOf(document.transcribed);
    if (words !== undefined) this.#insert('INSERT INTO scratch.words', [found, ...words]);
  }

  /** A record that several datasets describe has the label and kind of the first of them, and what that lacks. */
  #describe(id: number, { path, kind, labels, position }: IndexedDocument): void {
    const label = (language: string) => labels.find(([tag]) => tag === language)?.[1];
    const any = labels[0]?.[1];
    const values = [kind ?? null, label('en') ?? any ?? null, label('ga') ?? any ?? null, position ?? null];
    this.#insert('INSERT INTO resource', [id, path, ...values], UNLESS_KNOWN);
    if (id >= this.#isDescribed.length) {
      const larger = new Uint8Array(Math.max(id + 1, this.#isDescribed.length * 2));
      larger.set(this.#isDescribed);
      this.#isDescribed = larger;
    }
    this.#isDescribed[id] = 1;
  }

  /** Reads the tables of the release. IRIs of the release are kept as paths. */
  async readTables(tables: readonly ReleasedTable[]): Promise<void> {
    const { release, manifest } = this.#source;
    const files = new Set(manifest.derived.map(({ path }) => path));
    for (const table of tables) {
      const path = `derived/${table.file}`;
      if (!files.has(path)) continue;
      const into = new TableInserter(this.#database, withKeys(table));
      const keysOf = keysOfRow(table);
      const names = table.table.columns.map(({ holds }) => holds === 'iri' || holds === 'iris');
      let isHeader = true;
      for await (const cells of readCsv(textOf({ path: await pathBelow(release, path), isPacked: false }))) {
        if (!isHeader)
          into.add([
            ...cells.map((cell, at) => (names[at] === true ? cell.replaceAll(manifest.base, '') : cell)),
            ...keysOf(cells),
          ]);
        isHeader = false;
      }
      into.flush();
    }
  }

  /** Writes the blocks that are packed. */
  async #writeBlocks(all = false): Promise<void> {
    for (const packed of await this.#blocks.take(all)) this.#insert('INSERT INTO block (packed)', [packed]);
  }

  async finish(tables: readonly ReleasedTable[]): Promise<void> {
    await this.#writeBlocks(true);
    // What is referred to and not described has a path only.
    for (const [iri, id] of this.#ids.entries()) {
      if (this.#isDescribed[id] === 1) continue;
      this.#insert('INSERT INTO resource (id, path)', [id, pathOf(iri, this.#words.base)]);
    }
    this.#flush();
    this.#database.exec(INDEXES);
    for (const table of tables) this.#database.exec(createIndexes(table));
    for (const { sql, properties } of FACET_STATEMENTS)
      this.#database
        .prepare(sql)
        .run(
          Object.fromEntries(
            Object.entries(properties).map(([name, term]) => [
              name,
              this.#propertyId(this.#words.iriOf(term)),
            ]),
          ),
        );
    this.#flush();
    packColumns(this.#database, this.#idCount);
    this.#orderPeople();
    this.#addNameKeys();
    writeSuggestions(this.#database);
    writeSearchRows(this.#database, this.#propertyId(this.#words.iriOf('containedInPlace')));
    // Words of a name weigh more than those of a text, and those more than what stands around.
    this.#database.exec("INSERT INTO search (search, rank) VALUES ('rank', 'bm25(8.0, 1.0, 0.5)')");
    this.#database.exec("INSERT INTO search (search) VALUES ('optimize')");
    this.#database.exec(WORDS_OF_SEARCH);
    this.#database.exec('COMMIT');
    this.#database.exec('ANALYZE');
  }

  /** People by their surnames; those without a name come last. */
  #orderPeople(): void {
    const people = rowsOf<[number, string, string, string | null]>(
      this.#database,
      `SELECT resource.id, kind, coalesce(people.name, schools_people.name, ''), people.family_name FROM resource
         LEFT JOIN people ON people.iri = resource.path LEFT JOIN schools_people ON schools_people.iri = resource.path
         WHERE kind IN ('person', 'schools-person') ORDER BY resource.id`,
    );
    Array.from(people, ([id, kind, name, surname]) => ({
      id,
      kind,
      ...surnameOrder(name, surname ?? undefined),
    }))
      .toSorted((a, b) => byText(a.letter || '~', b.letter || '~') || byText(a.key, b.key) || a.id - b.id)
      .forEach(({ id, kind, letter }, place) => {
        this.#insert('INSERT INTO person_in_order', [place, id, kind, letter]);
      });
    this.#flush();
  }

  /** The keys of the names of people, places and topics. */
  #addNameKeys(): void {
    for (const kind of NAMED_KINDS) {
      const keys = new Set<string>();
      for (const { table, columns } of NAME_SOURCES[kind]) {
        // One table has the records of several kinds.
        const rows = rowsOf<[number, string | null, string]>(
          this.#database,
          `SELECT resource.id, resource.kind, concat_ws('|', ${columns.map((column) => `named.${column}`).join(', ')}) FROM ${tableName(table)} AS named
             JOIN resource ON resource.path = named.iri`,
        );
        for (const [id, own, names] of rows)
          if (own === kind || !(NAMED_KINDS as readonly (string | null)[]).includes(own))
            for (const name of names.split('|'))
              for (const key of nameKeys(name, kind)) keys.add(`${key} ${id}`);
      }
      for (const one of [...keys].toSorted()) {
        const [key = '', id] = one.split(' ');
        this.#insert('INSERT INTO name_key', [key, kind, Number(id)]);
      }
    }
    this.#flush();
  }

  #idOf(iri: string): number {
    const before = this.#ids.get(iri);
    if (before !== undefined) return before;
    this.#idCount += 1;
    const id = this.#idCount;
    this.#ids.set(iri, id);
    return id;
  }

  #propertyId(iri: string): number {
    const id = this.#properties.of(iri);
    this.#addProperties();
    return id;
  }

  #addProperties(): void {
    for (const iri of this.#properties.takeNew())
      this.#insert('INSERT INTO property', [this.#properties.of(iri), iri]);
  }

  #datasetId(name: string): number {
    return entry(this.#datasets, name, () => {
      const id = this.#datasets.size + 1;
      this.#insert('INSERT INTO dataset', [id, name]);
      return id;
    });
  }
  readonly #datasets = new Map<string, number>();

  /**
   * @param into such as `INSERT INTO link`
   * @param upsert the end of the statement, such as `ON CONFLICT …`
   */
  #insert(into: string, row: readonly SqlValue[], upsert?: string): void {
    entry(this.#inserters, into, () => new RowInserter(this.#database, into, row.length, upsert)).add(row);
  }

  /** Inserts the rows that wait. */
  #flush(): void {
    for (const inserter of this.#inserters.values()) inserter.flush();
  }
}

/** Later datasets fill empty columns. */
const UNLESS_KNOWN = `ON CONFLICT (id) DO UPDATE SET ${['kind', 'label_en', 'label_ga', 'position']
  .map((column) => `${column} = coalesce(${column}, excluded.${column})`)
  .join(', ')}`;

/** Sorted lines are read fastest. */
const DUMP_PREFERENCE = ['nt', 'nq', 'ttl', 'jsonld'] as const;

/** Files beside the data whose subjects have pages. */
export const DESCRIPTIONS: ReadonlySet<string> = new Set([
  'dcat.ttl',
  'void.ttl',
  'ontology.ttl',
  'codes.ttl',
]);

const isInIreland = ([latitude, longitude]: readonly [number, number]): boolean =>
  latitude > IRELAND.south &&
  latitude < IRELAND.north &&
  longitude > IRELAND.west &&
  longitude < IRELAND.east;
