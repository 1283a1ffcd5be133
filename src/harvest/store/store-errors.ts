import { diskTrouble } from '../../base/disk-errors.js';
import { errorCode, FolkloreError } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import type { StoredRequest } from './request-order.js';

/** The error for a store that cannot be used. */
export function storeUnusable(message: string, hint: string, cause?: unknown): FolkloreError {
  return new FolkloreError('STORE_UNUSABLE', message, { hint, exitCode: EXIT.misuse, cause });
}

/** The error for an answer that the store does not have. */
export function noSuchAnswer(directory: string, { service, request }: StoredRequest): FolkloreError {
  return storeUnusable(
    `The store ${directory} has no answer of the ${service} service to "${request}".`,
    'Run `folklore-ld harvest` again.',
  );
}

/**
 * Runs a function and translates errors of the file system.
 *
 * @param what completes "Cannot …", for example `write the store in /data/store`
 * @throws FolkloreError `STORE_UNUSABLE`
 */
export async function onDisk<T>(what: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    // Errors without a code are not of the file system.
    if (thrown instanceof FolkloreError || errorCode(thrown) === '') throw thrown;
    const { reason, hint } = diskTrouble(thrown, 'as the store');
    throw storeUnusable(`Cannot ${what}: ${reason}.`, hint, thrown);
  }
}
