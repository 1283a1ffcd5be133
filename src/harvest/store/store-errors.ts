import { diskTrouble } from '../../base/disk-errors.js';
import { errorCode, FolkloreError, messageOf } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { isBusy, isDamage, systemError } from '../../base/sqlite.js';
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

/** The error for a process whose harvest another process has taken: its lock file was deleted. */
export function lostHarvest(store: string): FolkloreError {
  return storeUnusable(
    `The harvest into ${store} has ended: another harvest has continued, replaced or removed it.`,
    'Wait for the end of the other harvest, and never delete the file of a lock. Run `folklore-ld harvest` again if the other one fails.',
  );
}

/** The error for a reader of a store with a part of a transaction, which the reader may not take back. */
export function interrupted(store: string, log: string, cause: unknown): FolkloreError {
  return storeUnusable(
    `${store} cannot be read yet: a harvest was interrupted or is running, and this user may not write ${log}.`,
    'Run `folklore-ld harvest` as the user of the store: it takes back what was not finished.',
    cause,
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

/** What mends a store whose list of answers, or whose structure, is damaged. */
const HARVEST_ALL_AGAIN =
  'Run `folklore-ld harvest`: it requests all answers again. If a service is gone, copy the store first: `sqlite3 store.sqlite .recover` may read the rest.';

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
  const error = systemError(thrown);
  // Errors without a code are not of the file system.
  if (thrown instanceof FolkloreError || (error === thrown && errorCode(thrown) === '')) return thrown;
  if (isDamage(thrown)) {
    const reason = `it is damaged (${messageOf(thrown)})`;
    return storeUnusable(`Cannot ${what}: ${reason}.`, HARVEST_ALL_AGAIN, thrown);
  }
  if (isBusy(thrown)) {
    const hint = 'Run the same command again when that has ended.';
    return storeUnusable(`Cannot ${what}: another process writes into it.`, hint, thrown);
  }
  const { reason, hint } = diskTrouble(error, 'as the store', 'it continues the unfinished run');
  return storeUnusable(`Cannot ${what}: ${reason}.`, hint, thrown);
}
