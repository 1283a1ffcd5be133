import { access, constants, open, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database, Statement } from 'libsql';
import { syncFolder } from '../../base/durable.js';
import { errorCode, messageOf } from '../../base/errors.js';
import type { Service } from '../../base/origin.js';
import { sha256 } from '../../base/sha256.js';
import { corrupt, isBusy, isReadOnly, openDatabase } from '../../base/sqlite.js';
import { type DocumentName, type Documents, type Entry, entryKey, type FoundEntry } from './entry.js';
import { compareRequests, type StoredRequest } from './request-order.js';
import { storeUnusable } from './store-errors.js';

/** `application_id` of a store (sqlite.org/pragma.html#pragma_application_id): "flld". */
const APPLICATION_ID = 0x666c6c64;

/** `user_version` of a store. Version 1 was a folder with a file for each answer: carry-over.ts. */
const VERSION = 2;

/** The longest time for which a statement waits for another process, in milliseconds. */
const BUSY_MS = 20_000;

/**
 * `harvest` has at most one complete harvest and one that is running or unfinished. `checksum` is over the answers and documents
 * of a complete one. `body` has each body once, gzipped as it came. `facts` are derived from a body and made again where they are
 * missing, damaged or of another program.
 */
const SCHEMA = `
CREATE TABLE harvest (
  id INTEGER PRIMARY KEY, is_complete INTEGER NOT NULL, plan TEXT NOT NULL, checksum TEXT
);
CREATE TABLE body (
  sha256 TEXT PRIMARY KEY, gzip BLOB NOT NULL
);
CREATE TABLE answer (
  harvest INTEGER NOT NULL REFERENCES harvest (id) ON DELETE CASCADE,
  service TEXT NOT NULL, request TEXT NOT NULL, status INTEGER NOT NULL,
  etag TEXT, stored_at INTEGER, bytes INTEGER, sha256 TEXT REFERENCES body (sha256),
  PRIMARY KEY (harvest, service, request)
) WITHOUT ROWID;
CREATE TABLE document (
  harvest INTEGER NOT NULL REFERENCES harvest (id) ON DELETE CASCADE,
  name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (harvest, name)
) WITHOUT ROWID;
CREATE TABLE facts (
  body TEXT NOT NULL REFERENCES body (sha256) ON DELETE CASCADE,
  service TEXT NOT NULL, request TEXT NOT NULL, name TEXT NOT NULL,
  program TEXT NOT NULL, sha256 TEXT NOT NULL, gzip BLOB NOT NULL,
  PRIMARY KEY (body, service, request, name)
);
CREATE TABLE derived (name TEXT PRIMARY KEY, key TEXT NOT NULL, sha256 TEXT NOT NULL, content BLOB NOT NULL);
CREATE INDEX answer_body ON answer (sha256);
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${VERSION};
`;

/**
 * File systems on which several machines, or none, share the memory that a write-ahead log needs (sqlite.org/wal.html), by
 * `f_type` of statfs(2).
 */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x19830326, 'BeeGFS'],
]);

/** The name of a file system that cannot have a write-ahead log; undefined for any other. */
export const networkFileSystem = (type: number): string | undefined => NETWORK_FILE_SYSTEMS.get(type >>> 0);

/** The statements of {@link SCHEMA} that make tables and indexes, as SQLite keeps them. */
const STATEMENTS = SCHEMA.split(';')
  .map((statement) => statement.trim())
  .filter((statement) => statement.startsWith('CREATE'))
  .sort();

/** What is derived from answers and kept: `records` for a build, `crawl` for the next harvest. */
export type FactsName = 'records' | 'crawl';

/** A text, gzipped, and the checksum of the packed bytes: what is withheld is decided by facts. */
export interface PackedFacts {
  readonly gzip: Buffer;
  readonly sha256: string;
}

/** A row of `harvest`. */
export interface HarvestRow {
  readonly id: number;
  readonly plan: string;
}

/** A harvest as one text, for its checksum: each answer and each document. */
function checksumOf(entries: Iterable<Entry>, documents: Documents): string {
  const lines = [...entries]
    .sort(compareRequests)
    .map((entry) =>
      'missing' in entry
        ? [entry.service, entry.request, 404, entry.at]
        : [entry.service, entry.request, entry.sha256, entry.bytes, entry.etag, entry.at],
    );
  return sha256(JSON.stringify([lines, Object.entries(documents).sort()]));
}

/**
 * The file of a store: one SQLite database. All methods are synchronous and throw the error of SQLite, which {@link onDisk}
 * translates.
 */
export class StoreFile {
  /** With links resolved. */
  readonly path: string;
  /** The network file system on which the file is, and so without a write-ahead log. */
  readonly networkFileSystem: string | undefined;
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  private constructor(path: string, database: Database, fileSystem?: string) {
    this.path = path;
    this.#database = database;
    this.networkFileSystem = fileSystem;
  }

  /**
   * Opens a store for writing, and makes one where there is none. Transactions are on the disk when they end.
   *
   * @throws the error of the file system or of SQLite; FolkloreError `STORE_UNUSABLE` when the file is of another program
   */
  static async openForWriting(path: string): Promise<StoreFile> {
    const isNew = (await sizeOf(path)) === 0;
    // Answers may contain what is not public. A file that is there is not opened: to close it would take the locks from SQLite.
    if (isNew) await (await open(path, 'a', 0o600)).close();
    await access(path, constants.R_OK | constants.W_OK);
    const fileSystem = networkFileSystem((await statfs(path)).type);
    const database = openDatabase(path, 'rw', BUSY_MS);
    const file = new StoreFile(path, database, fileSystem);
    if (!isNew) file.#checkFormat();
    database.pragma('foreign_keys = ON');
    database.pragma('secure_delete = ON');
    // A build that reads at this moment keeps the file in its present mode, which is as safe.
    unlessBusy(() => database.pragma(`journal_mode = ${fileSystem === undefined ? 'WAL' : 'TRUNCATE'}`));
    database.pragma('synchronous = FULL');
    if (isNew) {
      file.transaction(() => database.exec(SCHEMA));
      await syncFolder(dirname(path));
    }
    return file;
  }

  /**
   * Opens a store for reading. The folder need not be writable.
   *
   * @returns undefined when there is none
   * @throws the error of SQLite; FolkloreError `STORE_UNUSABLE` when the file is of another program or of a newer version
   */
  static async openForReading(path: string): Promise<StoreFile | undefined> {
    if ((await sizeOf(path)) === 0) return undefined;
    await access(path, constants.R_OK);
    const file = new StoreFile(path, await connectToRead(path));
    file.#checkFormat();
    return file;
  }

  /** Refuses the database of another program or of another version. */
  #checkFormat(): void {
    const [id] = this.#numbers('PRAGMA application_id');
    const [version] = this.#numbers('PRAGMA user_version');
    if (id !== APPLICATION_ID) {
      throw storeUnusable(
        `${this.path} does not belong to a store of folklore-ld.`,
        'Name another folder as the store.',
      );
    }
    if (version !== VERSION) {
      throw storeUnusable(
        `${this.path} is of version ${version}; this program reads version ${VERSION}.`,
        'Use the newer folklore-ld that wrote it, or name another folder as the store.',
      );
    }
    const found = this.#rows<[string]>(['sql'], 'FROM sqlite_schema WHERE sql IS NOT NULL').flat().sort();
    if (found.join(';') !== STATEMENTS.join(';')) throw corrupt('the tables are not those of a store');
  }

  /** Runs a function whose changes are made together, or none of them. */
  transaction<T>(act: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = act();
      this.#database.exec('COMMIT');
      return result;
    } catch (thrown) {
      // A full disk has ended the transaction already.
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      throw thrown;
    }
  }

  /** The complete harvest, or the one that is running or unfinished. */
  harvest(which: 'complete' | 'unfinished'): HarvestRow | undefined {
    const [found] = this.#rows<[number, string]>(
      ['id', 'plan'],
      'FROM harvest WHERE is_complete = ? ORDER BY id DESC',
      which === 'complete' ? 1 : 0,
    );
    return found && { id: found[0], plan: found[1] };
  }

  /** Begins a harvest. */
  begin(plan: string): number {
    this.#run('INSERT INTO harvest (is_complete, plan) VALUES (0, ?)', plan);
    return this.harvest('unfinished')?.id ?? 0;
  }

  /** Removes a harvest, and the bodies that no other one has. */
  remove(harvest: number): void {
    this.#run('DELETE FROM harvest WHERE id = ?', harvest);
    this.#removeUnused();
  }

  /**
   * Puts a harvest in the place of the complete one. What only that one had is overwritten with zeros (`secure_delete`).
   *
   * @param entries all answers of the harvest; others in it are removed
   */
  complete(harvest: number, entries: ReadonlyMap<string, Entry>, documents: Documents): void {
    for (const { service, request } of this.answers(harvest)) {
      if (!entries.has(entryKey({ service, request })))
        this.#run(
          'DELETE FROM answer WHERE harvest = ? AND service = ? AND request = ?',
          harvest,
          service,
          request,
        );
    }
    for (const [name, text] of Object.entries(documents))
      this.#run('INSERT INTO document (harvest, name, text) VALUES (?, ?, ?)', harvest, name, text);
    this.#run('DELETE FROM harvest WHERE id <> ?', harvest);
    this.#run(
      "UPDATE harvest SET is_complete = 1, plan = '', checksum = ? WHERE id = ?",
      checksumOf(entries.values(), documents),
      harvest,
    );
    this.#removeUnused();
  }

  #removeUnused(): void {
    this.#run('DELETE FROM body WHERE sha256 NOT IN (SELECT sha256 FROM answer WHERE sha256 IS NOT NULL)');
  }

  /** The answers of a harvest, in the order of their requests. */
  answers(harvest: number): Entry[] {
    return this.#rows<AnswerRow>(
      ['service', 'request', 'etag', 'stored_at', 'bytes', 'sha256'],
      'FROM answer WHERE harvest = ?',
      harvest,
    )
      .map(entryOf)
      .sort(compareRequests);
  }

  /** Adds an answer to a harvest. Its body is there, or is added before. */
  putAnswer(harvest: number, entry: Entry): void {
    const { service, request, at = null } = entry;
    const [status, etag, bytes, body] =
      'missing' in entry ? [404, null, null, null] : [200, entry.etag ?? null, entry.bytes, entry.sha256];
    this.#run(
      `INSERT OR REPLACE INTO answer (harvest, service, request, status, etag, stored_at, bytes, sha256)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[harvest, service, request, status, etag, at, bytes, body],
    );
  }

  /** Adds a body, and replaces one that is damaged. */
  putBody({ sha256 }: FoundEntry, gzip: Buffer): void {
    this.#run(
      `INSERT INTO body (sha256, gzip) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET gzip = excluded.gzip WHERE gzip <> excluded.gzip`,
      ...[sha256, gzip],
    );
  }

  /** A body, gzipped; undefined where the store has lost it. */
  body(sha256: string): Buffer | undefined {
    return this.#bytes('SELECT gzip FROM body WHERE sha256 = ?', sha256);
  }

  /** A document of a harvest. */
  document(harvest: number, name: DocumentName): string | undefined {
    return this.#rows<[string]>(
      ['text'],
      'FROM document WHERE harvest = ? AND name = ?',
      harvest,
      name,
    )[0]?.[0];
  }

  /** Whether answers and documents of a complete harvest are as they were written. */
  isSound(harvest: number, entries: Iterable<Entry>): boolean {
    const rows = this.#rows<[string, string]>(['name', 'text'], 'FROM document WHERE harvest = ?', harvest);
    const [found] = this.#rows<[string]>(['checksum'], 'FROM harvest WHERE id = ?', harvest);
    return found?.[0] === checksumOf(entries, Object.fromEntries(rows));
  }

  /** The facts of an answer, gzipped, with their checksum; undefined where there are none of this program. */
  facts({ service, request, sha256 }: FoundEntry, name: FactsName, program: string): PackedFacts | undefined {
    const where = 'FROM facts WHERE body = ? AND service = ? AND request = ? AND name = ? AND program = ?';
    const key = [sha256, service, request, name, program];
    const [found] = this.#rows<[number, string]>(['rowid', 'sha256'], where, ...key);
    const gzip = found && this.#bytes('SELECT gzip FROM facts WHERE rowid = ?', found[0]);
    return gzip && { gzip, sha256: found[1] };
  }

  putFacts(
    { service, request, sha256: body }: FoundEntry,
    name: FactsName,
    program: string,
    { gzip, sha256 }: PackedFacts,
  ): void {
    this.#run(
      'INSERT OR REPLACE INTO facts (body, service, request, name, program, sha256, gzip) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[body, service, request, name, program, sha256, gzip],
    );
  }

  /** All facts with their checksums, for a verification. */
  *allFacts(): Generator<StoredRequest & { readonly name: string } & PackedFacts> {
    const columns = ['rowid', 'service', 'request', 'name', 'sha256'];
    for (const [id, service, request, name, sha256] of this.#rows<FactsRow>(
      columns,
      'FROM facts ORDER BY rowid',
    )) {
      const gzip = this.#bytes('SELECT gzip FROM facts WHERE rowid = ?', id);
      if (gzip !== undefined) yield { service, request, name, sha256, gzip };
    }
  }

  /** What is made of the facts of all answers; undefined where there is none of this key, or its checksum differs. */
  derived(name: string, key: string): Buffer | undefined {
    const where = 'FROM derived WHERE name = ? AND key = ?';
    const [found] = this.#rows<[string]>(['sha256'], where, name, key);
    const content = this.#bytes(`SELECT content ${where}`, name, key);
    return content !== undefined && sha256(content) === found?.[0] ? content : undefined;
  }

  putDerived(name: string, key: string, content: Buffer): void {
    this.#run(
      'INSERT OR REPLACE INTO derived (name, key, sha256, content) VALUES (?, ?, ?, ?)',
      ...[name, key, sha256(content), content],
    );
  }

  /**
   * What SQLite finds wrong with the structure of the file (sqlite.org/pragma.html#pragma_integrity_check).
   */
  faults(): string[] {
    return this.#rows<[string]>(['integrity_check'], 'FROM pragma_integrity_check')
      .map(([fault]) => fault)
      .filter((fault) => fault !== 'ok');
  }

  /** Empties the write-ahead log into the file, and leaves the file alone in its folder unless a reader has it open. */
  settle(): void {
    this.#database.pragma('wal_checkpoint(TRUNCATE)');
    this.#database.pragma('busy_timeout = 0');
    unlessBusy(() => this.#database.pragma('journal_mode = DELETE'));
    this.#database.pragma(`busy_timeout = ${BUSY_MS}`);
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #statement(sql: string): Statement {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  /**
   * Rows with these columns. They come as JSON in bytes: libsql ends the process at a text that is no UTF-8, as in a damaged file.
   *
   * @throws {@link corrupt} for such a text
   */
  #rows<Row extends readonly unknown[]>(
    columns: readonly string[],
    rest: string,
    ...values: readonly unknown[]
  ): Row[] {
    const statement = this.#statement(
      `SELECT CAST(json_array(${columns.join(', ')}) AS BLOB) AS json ${rest}`,
    );
    const rows = statement.all(...values) as { readonly json: ArrayBuffer }[];
    try {
      return rows.map(({ json }) => JSON.parse(UTF8.decode(json)));
    } catch (thrown) {
      throw corrupt(messageOf(thrown));
    }
  }

  /** The bytes that a query selects. `get` has them as a Buffer. */
  #bytes(sql: string, ...values: readonly unknown[]): Buffer | undefined {
    const row = this.#statement(sql).get(...values) as Readonly<Record<string, Buffer>> | undefined;
    return row === undefined ? undefined : Object.values(row).find((value) => value instanceof Uint8Array);
  }

  /** The numbers in the first row of an answer. */
  #numbers(sql: string): number[] {
    const row = this.#statement(sql).get() as Readonly<Record<string, unknown>>;
    return Object.values(row).filter((value) => typeof value === 'number');
  }

  #run(sql: string, ...values: readonly unknown[]): void {
    this.#statement(sql).run(...values);
  }
}

type AnswerRow = readonly [
  service: Service,
  request: string,
  etag: string | null,
  at: number | null,
  bytes: number | null,
  sha256: string | null,
];

type FactsRow = readonly [id: number, service: Service, request: string, name: string, sha256: string];

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function entryOf([service, request, etag, at, bytes, sha256]: AnswerRow): Entry {
  const time = at === null ? {} : { at };
  if (sha256 === null) return { service, request, missing: true, ...time };
  return { service, request, bytes: bytes ?? 0, sha256, ...(etag === null ? {} : { etag }), ...time };
}

/** In a folder that cannot be written, a file with a write-ahead log is read as one that does not change. */
async function connectToRead(path: string): Promise<Database> {
  try {
    const database = openDatabase(path, 'ro', BUSY_MS);
    database.prepare('SELECT 1 FROM sqlite_schema').all();
    return database;
  } catch (thrown) {
    const isSettled = (await sizeOf(`${path}-wal`)) === 0;
    if (!isReadOnly(thrown) || !isSettled) throw thrown;
    return openDatabase(path, 'immutable', BUSY_MS);
  }
}

function unlessBusy(act: () => unknown): void {
  try {
    act();
  } catch (thrown) {
    if (!isBusy(thrown)) throw thrown;
  }
}

/** The size of a file; 0 when there is none. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOENT') throw thrown;
    return 0;
  }
}
