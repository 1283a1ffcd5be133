import { writeFileSync } from 'node:fs';
import type Database from 'libsql';
import { entry } from '../../base/map-entry.js';
import { openDatabase, openInMemory, orClosed, systemError } from '../../base/sqlite.js';
import type { ShardRows } from './row-buffer.js';
import { type Cell, COLUMNS, INDEXES, TABLES, type TableName } from './tables.js';

/** A row that a query has found: cells by column. */
export type Row<Column extends string> = Readonly<Record<Column, Cell>>;

/** No other process reads the file, and a build that ends removes it: nothing has to survive a crash. */
const SETTINGS = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -32768;`;

/**
 * What a build knows of its records, as rows: checks across records and omissions are queries. It lasts as long as the build: no
 * later build reads it.
 */
export class BuildDatabase {
  readonly #database: Database.Database;
  /** By their texts. */
  readonly #statements = new Map<string, Database.Statement>();

  private constructor(database: Database.Database) {
    this.#database = database;
  }

  /**
   * Makes a file that only its owner can read.
   *
   * @throws the error of the file system
   */
  static create(path: string): BuildDatabase {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
    return written(() => new BuildDatabase(withTables(openDatabase(path, 'rw'))));
  }

  /** Makes a database in memory, for few rows. */
  static inMemory(): BuildDatabase {
    return new BuildDatabase(withTables(openInMemory()));
  }

  /**
   * Adds the rows of a shard, after those that were added before.
   *
   * @throws the error of the file system
   */
  append(rows: ShardRows): void {
    written(() => {
      this.#database.exec('BEGIN');
      // One statement a table: libsql binds a value slowly.
      for (const [table, texts] of Object.entries(rows))
        this.#statement(insertInto(table as TableName)).run(`[${texts}]`);
      this.#database.exec('COMMIT');
    });
  }

  /**
   * Makes the indexes of queries, when all rows are there: rows are appended faster without them.
   *
   * @throws the error of the file system
   */
  createIndexes(): void {
    const indexes = Object.entries(INDEXES).map(
      ([table, columns]) => `CREATE INDEX ${table}_index ON ${table} (${columns});`,
    );
    written(() => this.#database.exec([...indexes, 'ANALYZE;'].join('\n')));
  }

  /** The rows of a query. */
  all<Column extends string>(sql: string, ...values: readonly Cell[]): readonly Row<Column>[] {
    return this.#statement(sql).all(...values) as Row<Column>[];
  }

  /** Closes the file. A second call has no effect. */
  close(): void {
    this.#database.close();
  }

  #statement(sql: string): Database.Statement {
    return entry(this.#statements, sql, () => this.#database.prepare(sql));
  }
}

/** The statement that takes rows as one array in JSON. */
function insertInto(table: TableName): string {
  const cells = COLUMNS[table].map((_, at) => `value ->> ${at}`);
  return `INSERT OR IGNORE INTO ${table} SELECT ${cells.join(', ')} FROM json_each(?)`;
}

function withTables(database: Database.Database): Database.Database {
  const tables = Object.entries(TABLES).map(([name, columns]) => `CREATE TABLE ${name} (${columns});`);
  return orClosed(database, () => {
    database.exec([SETTINGS, ...tables].join('\n'));
    return database;
  });
}

/** The result of a function that writes. */
function written<T>(write: () => T): T {
  try {
    return write();
  } catch (thrown) {
    throw systemError(thrown);
  }
}
