import { diskTrouble } from '../../base/disk-errors.js';
import { errorCode, FolkloreError, messageOf } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import type { StoredRequest } from './request-order.js';

/** The error for a store that cannot be used. */
export function storeUnusable(message: string, hint: string, cause?: unknown): FolkloreError {
  return new FolkloreError('STORE_UNUSABLE', message, { hint, exitCode: EXIT.misuse, cause });
}

/** The error for an answer that the store does not have. */
export function noSuchAnswer(store: string, { service, request }: StoredRequest): FolkloreError {
  return storeUnusable(
    `The store ${store} has no answer of the ${service} service to "${request}".`,
    'Run `folklore-ld harvest` again.',
  );
}

/** What mends a damaged store. */
export const HARVEST_AGAIN = 'Run `folklore-ld harvest`: it requests what is damaged again.';

/** The error for an answer that is damaged. */
export function damagedAnswer(store: string, { service, request }: StoredRequest, cause: unknown): Error {
  return storeUnusable(
    `The answer of the ${service} service to "${request}" in ${store} is damaged: ${messageOf(cause)}.`,
    HARVEST_AGAIN,
    cause,
  );
}

/** The error for a file of a store that is damaged. */
export function damagedStore(file: string, reason: string, cause?: unknown): FolkloreError {
  return storeUnusable(
    `The store ${file} is damaged: ${reason}.`,
    'Run `folklore-ld harvest`: it requests all answers again. Before, copy the file if the services are gone: `sqlite3 FILE .recover` may read the rest.',
    cause,
  );
}

/** Whether SQLite has found a file that is damaged, or that is none of its own. */
export const isDamage = (thrown: unknown): boolean =>
  ['SQLITE_CORRUPT', 'SQLITE_NOTADB'].includes(sqliteCode(thrown));

/** The primary result code of SQLite (sqlite.org/rescode.html); empty for any other error. */
const sqliteCode = (thrown: unknown): string => /^SQLITE_[A-Z]+/.exec(errorCode(thrown))?.[0] ?? '';

/** What the system has said, by the result code of SQLite. */
const SYSTEM_CODES: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'ENOSPC',
  SQLITE_READONLY: 'EROFS',
  SQLITE_CANTOPEN: 'EACCES',
  SQLITE_PERM: 'EACCES',
  SQLITE_IOERR: 'EIO',
};

/**
 * Runs a function and translates errors of the file system and of SQLite.
 *
 * @param what completes "Cannot …", for example `write the store in /data/store`
 * @throws FolkloreError `STORE_UNUSABLE`
 */
export async function onDisk<T>(what: string, act: () => Promise<T> | T): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    throw asStoreError(what, thrown);
  }
}

/** The STORE_UNUSABLE of an error of the file system or of SQLite; any other error as it is. */
export function asStoreError(what: string, thrown: unknown): unknown {
  // Errors without a code are not of the file system.
  if (thrown instanceof FolkloreError || errorCode(thrown) === '') return thrown;
  const code = sqliteCode(thrown);
  if (code === 'SQLITE_BUSY') {
    return storeUnusable(
      `Cannot ${what}: another process writes into it.`,
      'Run the same command again when that has ended.',
      thrown,
    );
  }
  const system = SYSTEM_CODES[code];
  const error = system === undefined ? thrown : Object.assign(new Error(messageOf(thrown)), { code: system });
  const { reason, hint } = diskTrouble(error, 'as the store');
  return storeUnusable(`Cannot ${what}: ${reason}.`, hint, thrown);
}
