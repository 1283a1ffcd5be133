import { EXIT, errorCode, FolkloreError, messageOf } from '../../base/errors.js';
import type { StoredRequest } from './request-order.js';

const GIVE_PERMISSION = 'Give this user permission to read and write there, or name another folder';
const FREE_SPACE = 'Free some space and run the same command again: it continues the unfinished run.';
const ON_A_DISK = 'Name a folder on a disk';

export { errorCode };

/**
 * The remedy for an error code of the file system.
 *
 * @param as completes "Name a folder": `as the store`, `with --out`
 */
const remedyFor = (code: string, as: string): string | undefined =>
  ({
    EACCES: `${GIVE_PERMISSION} ${as}.`,
    EPERM: `${GIVE_PERMISSION} ${as}.`,
    EROFS: `Name a folder on a writable disk ${as}.`,
    ENOSPC: FREE_SPACE,
    EDQUOT: FREE_SPACE,
    EFBIG: 'Raise the limit (`ulimit -f`) and run the same command again: it continues the unfinished run.',
    ENOENT: `${ON_A_DISK} ${as}.`,
    ENOTDIR: `Name another folder ${as}.`,
    EBUSY: `Name a folder below the mount point ${as}.`,
    EXDEV: `Name a folder below the mount point ${as}; in a container, move the folder away and run the same command again.`,
  })[code];

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

/** Why a folder cannot be written, and the remedy; `as` as of {@link remedyFor}. */
function diskTrouble(thrown: unknown, as: string): { readonly reason: string; readonly hint: string } {
  const code = errorCode(thrown);
  return {
    // What is written is there to be made: its folder is missing.
    reason: code === 'ENOENT' ? 'its folder does not exist, or does not accept files' : messageOf(thrown),
    hint: remedyFor(code, as) ?? `Check that the folder can be written, or name another one ${as}.`,
  };
}

/**
 * Makes an error of the file system an OUTPUT_UNWRITABLE; returns any other error as it is.
 *
 * @param as as of {@link remedyFor}
 */
export function asWriteError(folder: string, thrown: unknown, as = 'with --out'): unknown {
  if (thrown instanceof FolkloreError || errorCode(thrown) === '') return thrown;
  const { reason, hint } = diskTrouble(thrown, as);
  return new FolkloreError('OUTPUT_UNWRITABLE', `Cannot write into ${folder}: ${reason}.`, {
    hint,
    exitCode: EXIT.misuse,
    cause: thrown,
  });
}
