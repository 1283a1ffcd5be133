import { EXIT, FolkloreError, messageOf } from '../base/errors.js';
import type { StoredRequest } from './request-order.js';

const GIVE_PERMISSION =
  'Give this user permission to read and write there, or name another folder as the store.';
const FREE_SPACE = 'Free some space and run the same command again: it continues the unfinished run.';

/** Error codes of the file system: reason and hint. */
const FAILURES: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  EACCES: ['permission is denied', GIVE_PERMISSION],
  EPERM: ['permission is denied', GIVE_PERMISSION],
  EROFS: ['the file system is read-only', 'Name a folder on a writable disk as the store.'],
  ENOSPC: ['the disk is full', FREE_SPACE],
  EDQUOT: ['the disk quota is used up', FREE_SPACE],
  EFBIG: [
    'a file would exceed the size limit of this process',
    'Raise the limit (`ulimit -f`) and run the same command again: it continues the unfinished run.',
  ],
  ENOENT: ['its folder does not exist, or does not accept files', 'Name a folder on a disk as the store.'],
  ENOTDIR: ['it, or a part of its path, is a file', 'Name another folder as the store.'],
  EBUSY: ['the folder is a mount point, or in use', 'Name a folder below the mount point as the store.'],
  EXDEV: [
    'the folder is a mount point, or part of a container image',
    'Name a folder below the mount point as the store; in a container, move the folder away and run the same command again.',
  ],
};

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
    const [reason, hint] = FAILURES[errorCode(thrown)] ?? [
      messageOf(thrown),
      'Check that the folder can be written, or name another one as the store.',
    ];
    throw storeUnusable(`Cannot ${what}: ${reason}.`, hint, thrown);
  }
}

/** The system's code for what was thrown, for example `ENOENT`; empty when it has none. */
export function errorCode(thrown: unknown): string {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : '';
  return typeof code === 'string' ? code : '';
}
