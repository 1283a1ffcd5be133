import { errorCode, FolkloreError, messageOf, RAISE_OPEN_FILES } from './errors.js';

const GIVE_PERMISSION = 'Give this user permission to read and write there, or name another folder';
const FREE_SPACE = 'Free some space and run the same command again: it continues the unfinished run.';
const ON_A_DISK = 'Name a folder on a disk';

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
    EMFILE: RAISE_OPEN_FILES,
    ENFILE: RAISE_OPEN_FILES,
    EIO: 'Check the disk, its free space, and the limit on the size of files (`ulimit -f`). Then run the same command again: it continues the unfinished run.',
    EFBIG: 'Raise the limit (`ulimit -f`) and run the same command again: it continues the unfinished run.',
    ENOENT: `${ON_A_DISK} ${as}.`,
    ENOTDIR: `Name another folder ${as}.`,
    EBUSY: `Name a folder below the mount point ${as}.`,
    EXDEV: `Name a folder below the mount point ${as}; in a container, move the folder away and run the same command again.`,
  })[code];

/**
 * The reason why a folder cannot be written, and the remedy.
 *
 * @param as completes "Name a folder": `as the store`, `with --out`
 */
export function diskTrouble(thrown: unknown, as: string): { readonly reason: string; readonly hint: string } {
  const code = errorCode(thrown);
  return {
    // What is written is there to be made: its folder is missing.
    reason: code === 'ENOENT' ? 'its folder does not exist, or does not accept files' : messageOf(thrown),
    hint: remedyFor(code, as) ?? `Check that the folder can be written, or name another one ${as}.`,
  };
}

/**
 * Writes into a folder and translates errors of the file system.
 *
 * @param as completes "Name a folder": `with --spool`
 * @throws FolkloreError OUTPUT_UNWRITABLE; any other error as it is
 */
export async function writingInto<T>(folder: string, act: () => Promise<T>, as = 'with --out'): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    throw asWriteError(folder, thrown, as);
  }
}

/** The OUTPUT_UNWRITABLE of an error of the file system; any other error as it is. */
export function asWriteError(folder: string, thrown: unknown, as = 'with --out'): unknown {
  if (thrown instanceof FolkloreError || errorCode(thrown) === '') return thrown;
  const { reason, hint } = diskTrouble(thrown, as);
  return new FolkloreError('OUTPUT_UNWRITABLE', `Cannot write into ${folder}: ${reason}.`, {
    hint,
    cause: thrown,
  });
}
