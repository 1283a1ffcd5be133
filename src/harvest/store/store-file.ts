import { access, constants, open, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database, Statement } from 'libsql';
import { syncFolder } from '../../base/durable.js';
import { errorCode, messageOf } from '../../base/errors.js';
import type { Service } from '../../base/origin.js';
import { sha256 } from '../../base/sha256.js';
import {
  corrupt,
  isBusy,
  isDamage,
  isReadOnly,
  isWriteProtected,
  openDatabase,
  orClosed,
} from '../../base/sqlite.js';
import { type DocumentName, type Documents, type Entry, entryKey, type FoundEntry } from './entry.js';
import { compareRequests, type StoredRequest } from './request-order.js';
import { interrupted, lostHarvest, storeUnusable } from './store-errors.js';

/** `application_id` of a store (sqlite.org/pragma.html#pragma_application_id): "flld". */
const APPLICATION_ID = 0x666c6c64;

/**
 * `user_version` of a store. Another version has other tables: with
 * these tables another number is damage.
 */
const VERSION = 2;

/** The longest time for which a statement waits for another process, in milliseconds. */
const BUSY_MS = 20_000;

/**
 * `harvest` has at most one complete harvest and one that is running or unfinished. `checksum` is over the answers and documents
 * of a complete one, and of an unfinished one the text of a {@link Mark}. `body` has each body once, gzipped as it came. `facts` are derived from a body and made again where they are
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

/** The rows of `sqlite_schema` for the statements of {@link SCHEMA} that make tables and indexes, as one text. */
const TABLES = SCHEMA.split(';')
  .flatMap((statement) => {
    const sql = statement.trim();
    const [, type = '', name = '', table = name] =
      /^CREATE (TABLE|INDEX) (\w+)(?: ON (\w+))?/.exec(sql) ?? [];
    return type === '' ? [] : JSON.stringify([type.toLowerCase(), name, table, sql]);
  })
  .sort()
  .join(';');

/** What is derived from answers and kept: `records` for a build, `crawl` for the next harvest. */
export type FactsName = 'records' | 'crawl';

/** A text, gzipped, and the checksum of the packed bytes: what is withheld is decided by facts. */
export interface PackedFacts {
  readonly gzip: Buffer;
  readonly sha256: string;
}

/**
 * What the file has of an unfinished harvest. Each transaction changes the mark. A process whose mark is not that of the file has lost
 * the harvest to another process.
 */
export interface Mark {
  readonly id: number;
  readonly plan: string;
  /** The number of processes that have continued the harvest. */
  readonly runs: number;
  /** The checksums of the answers, combined with XOR. */
  readonly sum: bigint;
}

/** A harvest that is running or unfinished. */
export interface UnfinishedHarvest extends Mark {
  readonly answers: readonly Entry[];
}

const markText = ({ runs, sum }: Mark): string => `${runs} ${sum.toString(16)}`;

/** A harvest as one text, for its checksum: each answer and each document. */
function checksumOf(entries: Iterable<Entry>, documents: Documents): string {
  const lines = [...entries].sort(compareRequests).map(lineOf);
  return sha256(JSON.stringify([lines, Object.entries(documents).sort()]));
}

const lineOf = (entry: Entry): readonly unknown[] =>
  'missing' in entry
    ? [entry.service, entry.request, 404, entry.at]
    : [entry.service, entry.request, entry.sha256, entry.bytes, entry.etag, entry.at];

/** The checksum of an answer, for the mark of an unfinished harvest. */
const numberOf = (entry: Entry): bigint => BigInt(`0x${sha256(JSON.stringify(lineOf(entry)))}`);

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
  /** Whether the system lets this process write the file. */
  readonly #isWritable: boolean;
  /** The sum of the mark while a transaction changes an unfinished harvest. */
  #sum = 0n;

  private constructor(path: string, database: Database, isWritable: boolean, fileSystem?: string) {
    this.path = path;
    this.#database = database;
    this.#isWritable = isWritable;
    this.networkFileSystem = fileSystem;
  }

  /**
   * Opens a store for writing, and makes one where there is none, or where a process has ended while it made one. Transactions are on
   * the disk when they end.
   *
   * @throws the error of the file system or of SQLite; FolkloreError `STORE_UNUSABLE` when the file is of another program
   */
  static async openForWriting(path: string): Promise<StoreFile> {
    // Answers may contain what is not public. A file that is there is not opened: to close it would take the locks from SQLite.
    if ((await sizeOf(path)) === 0) await (await open(path, 'a', 0o600)).close();
    await access(path, constants.R_OK | constants.W_OK);
    const fileSystem = networkFileSystem((await statfs(path)).type);
    const file = new StoreFile(path, openDatabase(path, 'rw', BUSY_MS), true, fileSystem);
    const isNew = orClosed(file, () => file.#prepareToWrite());
    if (isNew) await syncFolder(dirname(path));
    return file;
  }

  /** Returns whether the store is new. */
  #prepareToWrite(): boolean {
    const isNew = this.#isEmpty();
    this.#database.exec('PRAGMA foreign_keys = ON');
    this.#database.exec('PRAGMA secure_delete = ON');
    try {
      // A build that reads at this moment keeps the file in its present mode, which is as safe.
      const mode = this.networkFileSystem === undefined ? 'WAL' : 'TRUNCATE';
      ignoreBusy(() => this.#database.exec(`PRAGMA journal_mode = ${mode}`));
      this.#database.exec('PRAGMA synchronous = FULL');
      if (isNew) this.transaction(() => this.#database.exec(SCHEMA));
    } catch (thrown) {
      throw isWriteProtected(thrown) ? corrupt(WRITE_PROTECTED) : thrown;
    }
    return isNew;
  }

  /**
   * Opens a store for reading. The folder need not be writable. SQLite takes back what a process that has ended has left of a
   * transaction.
   *
   * @returns undefined when there is none, or a process has ended while it made one
   * @throws the error of SQLite; FolkloreError `STORE_UNUSABLE` when the file is of another program or of a newer version, or has a part
   *   of a transaction that this process may not take back
   */
  static async openForReading(path: string): Promise<StoreFile | undefined> {
    if ((await sizeOf(path)) === 0) return undefined;
    await access(path, constants.R_OK);
    const isWritable = await access(path, constants.W_OK).then(
      () => true,
      () => false,
    );
    const file = new StoreFile(path, await connectToRead(path), isWritable);
    if (!orClosed(file, () => file.#isEmpty())) return file;
    file.close();
    return undefined;
  }

  /**
   * Whether the database is empty: a process that ends while it makes a store leaves such a database.
   *
   * @throws {@link corrupt}; FolkloreError `STORE_UNUSABLE` for the database of another program or of another version
   */
  #isEmpty(): boolean {
    const [id] = this.#numbers('PRAGMA application_id');
    const [version] = this.#numbers('PRAGMA user_version');
    const tables = this.#tables(id);
    if (tables === '' && id === 0 && version === 0) return true;
    const isOurs = tables === TABLES;
    if (!isOurs && id !== APPLICATION_ID) {
      throw storeUnusable(
        `${this.path} does not belong to a store of folklore-ld.`,
        'Name another folder as the store.',
      );
    }
    if (!isOurs && version !== VERSION) {
      throw storeUnusable(
        `${this.path} is of version ${version}; this program reads version ${VERSION}.`,
        'Use the newer folklore-ld that wrote it, or name another folder as the store.',
      );
    }
    if (!isOurs) throw corrupt('the tables are not those of a store');
    if (id !== APPLICATION_ID) throw corrupt(`its application_id is ${id}, not ${APPLICATION_ID}`);
    if (version !== VERSION) throw corrupt(`its user_version is ${version}, not ${VERSION}`);
    return false;
  }

  /** The tables and indexes, as {@link TABLES}. A damaged database of another program has none of ours. */
  #tables(id: number | undefined): string {
    try {
      const rows = this.#rows(
        ['type', 'name', 'tbl_name', 'sql'],
        'FROM sqlite_schema WHERE sql IS NOT NULL',
      );
      return rows
        .map((row) => JSON.stringify(row))
        .sort()
        .join(';');
    } catch (thrown) {
      if (!isDamage(thrown) || id === APPLICATION_ID) throw thrown;
      return 'unreadable';
    }
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

  /** Runs a function that reads one state of the file, whatever another process writes meanwhile. */
  snapshot<T>(act: () => T): T {
    if (this.#database.inTransaction) return act();
    this.#database.exec('BEGIN');
    try {
      return act();
    } finally {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
    }
  }

  /** The number of the complete harvest; undefined where there is none. */
  completeHarvest(): number | undefined {
    const [found] = this.#rows<[number]>(['id'], 'FROM harvest WHERE is_complete = 1 ORDER BY id DESC');
    return found?.[0];
  }

  /**
   * The harvest that is running or unfinished; undefined where there is none.
   *
   * @throws {@link corrupt} where the answers are not those that were written
   */
  unfinishedHarvest(): UnfinishedHarvest | undefined {
    return this.snapshot(() => this.#unfinished());
  }

  #unfinished(): UnfinishedHarvest | undefined {
    const [found] = this.#rows<[number, string, string | null]>(
      ['id', 'plan', 'checksum'],
      'FROM harvest WHERE is_complete = 0 ORDER BY id DESC',
    );
    if (found === undefined) return undefined;
    const [id, plan, checksum] = found;
    const answers = this.answers(id);
    const sum = answers.reduce((before, entry) => before ^ numberOf(entry), 0n);
    if (checksum === null) throw corrupt('it has no checksum: an earlier version began it, or it is damaged');
    const unfinished = { id, plan, answers, sum, runs: Number.parseInt(checksum, 10) };
    if (checksum !== markText(unfinished)) throw corrupt('the checksum of the unfinished harvest differs');
    return unfinished;
  }

  /** Begins a harvest. */
  begin(plan: string): Mark {
    const mark = { id: 0, plan, runs: 1, sum: 0n };
    this.#run('INSERT INTO harvest (is_complete, plan, checksum) VALUES (0, ?, ?)', plan, markText(mark));
    return { ...mark, id: this.unfinishedHarvest()?.id ?? 0 };
  }

  /** Continues an unfinished harvest. A process that has harvested before can no longer change the harvest. */
  takeOver({ id, plan, runs, sum }: Mark): Mark {
    const mark = { id, plan, runs: runs + 1, sum };
    this.#run('UPDATE harvest SET checksum = ? WHERE id = ?', markText(mark), id);
    return mark;
  }

  /**
   * Changes an unfinished harvest in one transaction.
   *
   * @returns the mark for the next change
   * @throws FolkloreError `STORE_UNUSABLE` when another process has continued, replaced or removed the harvest
   */
  change(mark: Mark, act: () => void): Mark {
    const { id, plan, runs } = mark;
    return this.transaction(() => {
      const where = 'FROM harvest WHERE id = ? AND is_complete = 0 AND plan = ? AND checksum = ?';
      if (this.#rows(['id'], where, id, plan, markText(mark)).length === 0) throw lostHarvest(this.path);
      this.#sum = mark.sum;
      act();
      const next = { id, plan, runs, sum: this.#sum };
      this.#run('UPDATE harvest SET checksum = ? WHERE id = ? AND is_complete = 0', markText(next), id);
      return next;
    });
  }

  /** Removes the unfinished harvest, and the bodies and facts that no other one has. */
  removeUnfinished(): void {
    this.#run('DELETE FROM harvest WHERE is_complete <> 1');
    this.#removeUnused();
  }

  /**
   * Puts a harvest in the place of the complete one. What only that one had, and what was derived of all its answers, is overwritten
   * with zeros (`secure_delete`).
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
    const gone = this.#rows(
      ['request'],
      `FROM answer WHERE harvest <> ?1 AND NOT EXISTS (
         SELECT 1 FROM answer AS kept WHERE kept.harvest = ?1 AND kept.service = answer.service
         AND kept.request = answer.request AND kept.etag IS answer.etag) LIMIT 1`,
      harvest,
    );
    this.#run('DELETE FROM harvest WHERE id <> ?', harvest);
    this.#run(
      "UPDATE harvest SET is_complete = 1, plan = '', checksum = ? WHERE id = ?",
      checksumOf(entries.values(), documents),
      harvest,
    );
    this.#run('DELETE FROM derived WHERE name <> ?', REMOVED);
    this.#removeUnused(gone.length);
  }

  /** @param others the number of other things that were removed */
  #removeUnused(others = 0): void {
    const bodies = this.#run(
      'DELETE FROM body WHERE sha256 NOT IN (SELECT sha256 FROM answer WHERE sha256 IS NOT NULL)',
    );
    // The key of `answer` is used: many requests have the same body, such as an empty list.
    const facts = this.#run(
      `DELETE FROM facts WHERE NOT EXISTS (
         SELECT 1 FROM harvest CROSS JOIN answer ON answer.harvest = harvest.id AND answer.service = facts.service
         AND answer.request = facts.request AND +answer.sha256 = facts.body)`,
    );
    if (bodies + facts + others > 0) this.putDerived(REMOVED, '', Buffer.alloc(0));
  }

  /** The answers of a harvest, in the order of their requests. */
  answers(harvest: number): Entry[] {
    return this.#rows<AnswerRow>(COLUMNS, 'FROM answer WHERE harvest = ?', harvest)
      .map(entryOf)
      .sort(compareRequests);
  }

  /** Adds an answer to a harvest. Its body is there, or is added before. */
  putAnswer(harvest: number, entry: Entry): void {
    const { service, request, at = null } = entry;
    const where = 'FROM answer WHERE harvest = ? AND service = ? AND request = ?';
    const before = this.#rows<AnswerRow>(COLUMNS, where, harvest, service, request).map(entryOf);
    for (const one of [...before, entry]) this.#sum ^= numberOf(one);
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
    return this.#withBytes([], 'gzip', 'FROM body WHERE sha256 = ?', sha256)?.bytes;
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
    const found = this.factsAt(
      '(SELECT rowid FROM facts WHERE body = ? AND service = ? AND request = ? AND name = ? AND program = ?)',
      ...[sha256, service, request, name, program],
    );
    // A damaged index leads to the facts of another answer.
    const isThat =
      found?.body === sha256 &&
      found.service === service &&
      found.request === request &&
      found.name === name &&
      found.program === program;
    return isThat ? found : undefined;
  }

  /** The facts in a row, by an expression for its number. The key is read from the row, not from the index. */
  factsAt(row: string, ...values: readonly unknown[]): StoredFacts | undefined {
    const columns = ['body', 'service', 'request', 'name', 'program', 'sha256'];
    const found = this.#withBytes<FactsRow>(columns, 'gzip', `FROM facts WHERE rowid = ${row}`, ...values);
    if (found === undefined) return undefined;
    const [body, service, request, name, program, sha256] = found.row;
    return { body, service, request, name, program, sha256, gzip: found.bytes };
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

  /** The numbers of the rows of all facts. */
  rowsOfFacts(): number[] {
    return this.#rows<[number]>(['rowid'], 'FROM facts ORDER BY rowid').flat();
  }

  /** The names and keys of what is made of the facts of all answers. */
  namesOfDerived(): (readonly [name: string, key: string])[] {
    return this.#rows<[string, string]>(['name', 'key'], 'FROM derived');
  }

  /** What is made of the facts of all answers; undefined where there is none of this key, or its checksum differs. */
  derived(name: string, key: string): Buffer | undefined {
    const where = 'FROM derived WHERE name = ? AND key = ?';
    const found = this.#withBytes<[string]>(['sha256'], 'content', where, name, key);
    return found !== undefined && sha256(found.bytes) === found.row[0] ? found.bytes : undefined;
  }

  putDerived(name: string, key: string, content: Buffer): void {
    this.#run(
      'INSERT OR REPLACE INTO derived (name, key, sha256, content) VALUES (?, ?, ?, ?)',
      ...[name, key, sha256(content), content],
    );
  }

  /**
   * What SQLite finds wrong with the structure of the file (sqlite.org/pragma.html#pragma_integrity_check), and a header that forbids to
   * write.
   */
  faults(): string[] {
    const found = this.#rows<[string]>(['integrity_check'], 'FROM pragma_integrity_check')
      .map(([fault]) => fault)
      .filter((fault) => fault !== 'ok');
    return this.#isWritable && this.#isWriteProtected() ? [...found, WRITE_PROTECTED] : found;
  }

  #isWriteProtected(): boolean {
    try {
      // Begins to write, and changes nothing.
      ignoreBusy(() => this.#database.exec('DELETE FROM derived WHERE FALSE'));
      return false;
    } catch (thrown) {
      if (!isWriteProtected(thrown)) throw thrown;
      return true;
    }
  }

  /**
   * Writes all pages anew, if anything was removed since that was done. `secure_delete` overwrites a row that is removed, but not the copies that SQLite leaves in the unused bytes of
   * a page when it moves rows to another one. Takes as much space again as the file has, in its folder and in that of temporary files.
   */
  rewrite(): void {
    if (this.derived(REMOVED, '') === undefined) return;
    this.#database.exec('VACUUM');
    this.#run('DELETE FROM derived WHERE name = ?', REMOVED);
  }

  /** Empties the write-ahead log into the file, and leaves the file alone in its folder unless a reader has it open. */
  settle(): void {
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.#database.exec('PRAGMA busy_timeout = 0');
    ignoreBusy(() => this.#database.exec('PRAGMA journal_mode = DELETE'));
    this.#database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
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
    const rows = this.#statement(`SELECT ${asJson(columns)} ${rest}`).all(...values) as {
      readonly json: ArrayBuffer;
    }[];
    return rows.map(({ json }) => parsed(json) as Row);
  }

  /** The first row with these columns, and the bytes in another column. `get` has bytes as a Buffer. */
  #withBytes<Row extends readonly unknown[]>(
    columns: readonly string[],
    bytes: string,
    rest: string,
    ...values: readonly unknown[]
  ): { readonly row: Row; readonly bytes: Buffer } | undefined {
    const found = this.#statement(`SELECT ${asJson(columns)}, CAST(${bytes} AS BLOB) AS bytes ${rest}`).get(
      ...values,
    ) as { readonly json: Buffer; readonly bytes: Buffer | null } | undefined;
    if (found === undefined) return undefined;
    if (found.bytes === null) throw corrupt(`it has no ${bytes}`);
    return { row: parsed(found.json) as Row, bytes: found.bytes };
  }

  /** The numbers in the first row of an answer. */
  #numbers(sql: string): number[] {
    const row = this.#statement(sql).get() as Readonly<Record<string, unknown>>;
    return Object.values(row).filter((value) => typeof value === 'number');
  }

  /** @returns the number of rows that are changed */
  #run(sql: string, ...values: readonly unknown[]): number {
    return this.#statement(sql).run(...values).changes;
  }
}

/** The row of `derived` that says that unused bytes of the file may hold what was removed. */
const REMOVED = 'removed';

const COLUMNS = ['service', 'request', 'status', 'etag', 'stored_at', 'bytes', 'sha256'];

type AnswerRow = readonly [
  service: Service,
  request: string,
  status: number,
  etag: string | null,
  at: number | null,
  bytes: number | null,
  sha256: string | null,
];

/** Facts with the key of their row. */
interface StoredFacts extends StoredRequest, PackedFacts {
  readonly body: string;
  readonly name: string;
  readonly program: string;
}

type FactsRow = readonly [
  body: string,
  service: Service,
  request: string,
  name: string,
  program: string,
  sha256: string,
];

const WRITE_PROTECTED = 'its header forbids to write';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

const asJson = (columns: readonly string[]): string =>
  `CAST(json_array(${columns.join(', ')}) AS BLOB) AS json`;

function parsed(json: ArrayBuffer | Buffer): unknown {
  try {
    return JSON.parse(UTF8.decode(json));
  } catch (thrown) {
    throw corrupt(messageOf(thrown));
  }
}

/** @throws {@link corrupt} where the status contradicts the rest of the row */
function entryOf([service, request, status, etag, at, bytes, sha256]: AnswerRow): Entry {
  if (status !== (sha256 === null ? 404 : 200)) throw corrupt(`an answer has the status ${status}`);
  const time = at === null ? {} : { at };
  if (sha256 === null) return { service, request, missing: true, ...time };
  return { service, request, bytes: bytes ?? 0, sha256, ...(etag === null ? {} : { etag }), ...time };
}

/**
 * Opens the file so that SQLite can take back what a process that has ended has left of a transaction. In a folder that cannot be
 * written, a file with a write-ahead log is read as one that does not change.
 */
async function connectToRead(path: string): Promise<Database> {
  const database = openDatabase(path, 'rw', BUSY_MS);
  try {
    return orClosed(database, () => {
      database.prepare('SELECT 1 FROM sqlite_schema').all();
      return database;
    });
  } catch (thrown) {
    if (!isReadOnly(thrown)) throw thrown;
    for (const log of [`${path}-wal`, `${path}-journal`])
      if ((await sizeOf(log)) > 0) throw interrupted(path, log, thrown);
    return openDatabase(path, 'immutable', BUSY_MS);
  }
}

function ignoreBusy(act: () => unknown): void {
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
