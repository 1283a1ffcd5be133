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

/**
 * The error for a store that is damaged.
 *
 * @param what the beginning of the sentence: "The store /data/store is damaged"
 */
export function damagedStore(what: string, reason: string, cause?: unknown): FolkloreError {
  return storeUnusable(
    `${what}: ${reason}.`,
    'Run `folklore-ld harvest`: it requests all answers again. If a service is gone, copy the store first: `sqlite3 store.sqlite .recover` may read the rest.',
    cause,
  );
}

/** The primary result code of an error of SQLite (sqlite.org/rescode.html); undefined for any other error. */
function resultCode(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !('rawCode' in thrown)) return undefined;
  return typeof thrown.rawCode === 'number' ? thrown.rawCode & 0xff : undefined;
}

const [BUSY, CORRUPT, NOT_A_DATABASE] = [5, 11, 26];

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

/** The error for a text of a database that is no UTF-8: libsql does not tell. */
export const corrupt = (message: string): Error => Object.assign(new Error(message), { rawCode: CORRUPT });

/** Whether SQLite has found a file that is damaged, or that is none of its own. */
export const isDamage = (thrown: unknown): boolean =>
  [CORRUPT, NOT_A_DATABASE].includes(resultCode(thrown) ?? 0);

const isNoSpaceForLog = (thrown: unknown): boolean =>
  thrown instanceof Error && 'rawCode' in thrown && thrown.rawCode === NO_SPACE_FOR_LOG;

/** Whether another process has the file at this moment. */
export const isBusy = (thrown: unknown): boolean => resultCode(thrown) === BUSY;

/** Whether SQLite cannot write what it needs beside the file to read it. */
export const isReadOnly = (thrown: unknown): boolean =>
  ['EACCES', 'EROFS'].includes(SYSTEM_CODES[resultCode(thrown) ?? 0] ?? '');

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
  const code = resultCode(thrown);
  // Errors without a code are not of the file system.
  if (thrown instanceof FolkloreError || (code === undefined && errorCode(thrown) === '')) return thrown;
  if (isDamage(thrown)) return damagedStore(`Cannot ${what}`, messageOf(thrown), thrown);
  if (isBusy(thrown)) {
    const hint = 'Run the same command again when that has ended.';
    return storeUnusable(`Cannot ${what}: another process writes into it.`, hint, thrown);
  }
  const system = isNoSpaceForLog(thrown) ? 'ENOSPC' : SYSTEM_CODES[code ?? 0];
  const error = code === undefined ? thrown : Object.assign(new Error(messageOf(thrown)), { code: system });
  const { reason, hint } = diskTrouble(error, 'as the store');
  return storeUnusable(`Cannot ${what}: ${reason}.`, hint, thrown);
}
