import { access, constants, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { Database } from 'libsql';
import { errorCode, FolkloreError } from './errors.js';
import { makeFolder } from './files.js';
import { isBusy, isDamage, openDatabase, systemError } from './sqlite.js';

/** The time for which a process waits for another one that looks at the lock, in milliseconds. */
const PATIENCE_MS = 200;

/** Attempts to lock a file that other processes make and delete at the same time. */
const MAX_ATTEMPTS = 10;

/**
 * The lock of a store or of a folder of releases: the write lock of a SQLite database, which has one row, the process that
 * holds the lock (sqlite.org/lockingv3.html). The operating system frees the lock when the process ends in whatever way, also in
 * another container, and on another host where the network file system has locks. The file is deleted at the release, so that
 * a folder that another user wrote once can be locked.
 */
export class Lock {
  readonly #file: string;
  readonly #inode: number;
  #database: Database | undefined;

  private constructor(file: string, inode: number, database: Database) {
    this.#file = file;
    this.#inode = inode;
    this.#database = database;
  }

  /**
   * Takes the lock.
   *
   * @param pid the id of this process, for the message to others
   * @param activity of another process that has the lock, for the message
   * @throws FolkloreError `STORE_UNUSABLE` when a running process has it; the error of the file system
   */
  static async take(file: string, pid: number, activity = 'harvest is using this store'): Promise<Lock> {
    await makeFolder(dirname(file));
    await access(dirname(file), constants.W_OK);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const before = await inodeOf(file);
      const database = openDatabase(file, 'rwc', PATIENCE_MS);
      try {
        nameHolder(database, pid);
        // The process that had the lock before may have deleted this file: only the file of this name excludes others.
        if (before !== undefined && before === (await inodeOf(file))) return new Lock(file, before, database);
        database.exec('ROLLBACK');
        database.close();
      } catch (thrown) {
        const holder = isBusy(thrown) ? holderIn(database) : undefined;
        database.close();
        if (isBusy(thrown)) throw inUse(file, activity, holder);
        if (!isDamage(thrown)) throw systemError(thrown);
        // A lock of an earlier version, whose process ends when its file is gone.
        await rm(file, { force: true });
      }
    }
    throw inUse(file, activity);
  }

  /**
   * Releases the lock; does nothing for one that was released. A file that cannot be deleted stays: the lock is free without
   * that, and an error would hide what came before.
   */
  async release(): Promise<void> {
    const database = this.#database;
    this.#database = undefined;
    if (database === undefined) return;
    try {
      // Where the file was deleted, another process has one of this name.
      if ((await inodeOf(this.#file)) === this.#inode) await rm(this.#file, { force: true });
    } catch {
    } finally {
      database.close();
    }
  }
}

/**
 * The running process that has a lock, in words; undefined when there is none.
 *
 * @throws the error of the file system, also where this process may not write the file of the lock
 */
export async function holderOf(file: string): Promise<string | undefined> {
  if ((await inodeOf(file)) === undefined) return undefined;
  await access(file, constants.W_OK);
  const database = openDatabase(file, 'rw', 0);
  try {
    database.exec('BEGIN IMMEDIATE');
    database.exec('ROLLBACK');
    return undefined;
  } catch (thrown) {
    if (isDamage(thrown)) return undefined;
    if (!isBusy(thrown)) throw systemError(thrown);
    return holderIn(database) ?? 'a process';
  } finally {
    database.close();
  }
}

/** Names the process in the file, and keeps the write lock. Readers see the row while it is kept. */
function nameHolder(database: Database, pid: number): void {
  // The row is of no use after a power cut.
  database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
  database.exec('BEGIN IMMEDIATE');
  database.exec('CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL, host TEXT NOT NULL)');
  database.exec('DELETE FROM holder');
  database.exec(`INSERT INTO holder VALUES (${pid}, '${hostname().replaceAll("'", "''")}')`);
  database.exec('COMMIT');
  // Another process may come between. It then holds the lock, and this one finds it busy.
  database.exec('BEGIN IMMEDIATE');
}

/** The process that the file names, in words. The host is shown only when it is a valid name. */
function holderIn(database: Database): string | undefined {
  try {
    database.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
    // libsql ends the process at a text that is no UTF-8, as in a damaged file.
    const [row] = database
      .prepare('SELECT CAST(pid AS INTEGER) AS pid, CAST(host AS BLOB) AS host FROM holder')
      .all() as [{ readonly pid: number; readonly host: ArrayBuffer }?];
    if (row === undefined) return undefined;
    const host = Buffer.from(row.host).toString('latin1');
    return `process ${row.pid}${/^[\w.-]{1,255}$/.test(host) ? ` of the host ${host}` : ''}`;
  } catch {
    return undefined;
  }
}

function inUse(file: string, activity: string, holder = 'process unknown'): FolkloreError {
  return new FolkloreError('STORE_UNUSABLE', `Another ${activity} (${holder}, ${file}).`, {
    hint: 'Wait for the end of that process, or end it: then the lock is free.',
  });
}

/** The number of a file in its file system; undefined when there is no file. */
async function inodeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).ino;
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOENT') throw thrown;
    return undefined;
  }
}
