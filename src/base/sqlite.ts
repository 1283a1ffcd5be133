import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { messageOf } from './errors.js';

/**
 * How a database is opened (sqlite.org/uri.html). `rw` falls back to reading where the file may not be written. `immutable` is for a
 * file that no process changes: SQLite needs no lock then, and does not look for a journal.
 */
const MODES = { rw: 'mode=rw', rwc: 'mode=rwc', immutable: 'mode=ro&immutable=1' } as const;

/**
 * Opens a database. libsql has no option for reading only: an address with `mode` has.
 *
 * @param busyMs the longest time for which a statement waits for another process, in milliseconds; that of libsql unless given
 * @throws the error of SQLite
 */
export function openDatabase(path: string, mode: keyof typeof MODES, busyMs?: number): Database.Database {
  const database = new Database(`${pathToFileURL(path).href}?${MODES[mode]}`);
  return orClosed(database, () => {
    // A statement would keep the file open until the statement is collected.
    if (busyMs !== undefined) database.exec(`PRAGMA busy_timeout = ${busyMs}`);
    return database;
  });
}

/** Opens an empty database in memory. */
export const openInMemory = (): Database.Database => new Database(':memory:');

/** Runs a function, and closes a database, or what has one, if the function throws. */
export function orClosed<T>(opened: { close(): void }, act: () => T): T {
  try {
    return act();
  } catch (thrown) {
    opened.close();
    throw thrown;
  }
}

/** The primary result code of an error of SQLite (sqlite.org/rescode.html); undefined for any other error. */
function resultCode(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !('rawCode' in thrown)) return undefined;
  return typeof thrown.rawCode === 'number' ? thrown.rawCode & 0xff : undefined;
}

const [BUSY, READONLY, CORRUPT] = [5, 8, 11];

/**
 * SQLITE_CORRUPT and SQLITE_NOTADB; and SQLITE_ERROR, _TOOBIG and _MISMATCH: statements are constants, so that the tables, the values
 * or the header of the file are not those that were written.
 */
const DAMAGE: ReadonlySet<unknown> = new Set([CORRUPT, 26, 1, 18, 20]);

/** SQLITE_IOERR_SHMSIZE: the memory that a write-ahead log needs beside the file cannot be made for want of space. */
const NO_SPACE_FOR_LOG = 4874;

/** What the system has said, by the result code of SQLite. */
const SYSTEM_CODES: Readonly<Record<number, string>> = {
  3: 'EACCES', // SQLITE_PERM
  8: 'EROFS', // SQLITE_READONLY
  10: 'EIO', // SQLITE_IOERR
  13: 'ENOSPC', // SQLITE_FULL
  14: 'EACCES', // SQLITE_CANTOPEN
};

/** The error for content that SQLite does not check: libsql ends the process at a text that is no UTF-8. */
export const corrupt = (message: string): Error => Object.assign(new Error(message), { rawCode: CORRUPT });

/** Whether SQLite has found a file that is damaged, or that is none of its own. */
export const isDamage = (thrown: unknown): boolean => DAMAGE.has(resultCode(thrown));

/** Whether another process has the file at this moment. */
export const isBusy = (thrown: unknown): boolean => resultCode(thrown) === BUSY;

/** Whether SQLite cannot write what it needs beside the file to read it. */
export const isReadOnly = (thrown: unknown): boolean =>
  ['EACCES', 'EROFS'].includes(SYSTEM_CODES[resultCode(thrown) ?? 0] ?? '');

/** Whether the header of a file forbids to write (SQLITE_READONLY without a more precise reason), where the file may be written. */
export const isWriteProtected = (thrown: unknown): boolean =>
  thrown instanceof Error && 'rawCode' in thrown && thrown.rawCode === READONLY;

/** The error of the file system behind an error of SQLite, with its `code`; any other error as it is. */
export function systemError(thrown: unknown): unknown {
  const result = resultCode(thrown);
  if (result === undefined || !(thrown instanceof Error)) return thrown;
  const isForLog = 'rawCode' in thrown && thrown.rawCode === NO_SPACE_FOR_LOG;
  const code = isForLog ? 'ENOSPC' : SYSTEM_CODES[result];
  return Object.assign(new Error(messageOf(thrown), { cause: thrown }), { code });
}
