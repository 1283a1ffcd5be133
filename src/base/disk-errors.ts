import { errorCode, FolkloreError, messageOf, remedyFor } from './errors.js';

/** Remedies where a folder was named that cannot be one. */
const REMEDIES_OF_FOLDERS: Readonly<Record<string, (as: string) => string>> = {
  ENOENT: (as) => `Name a folder on a disk ${as}.`,
  ENOTDIR: (as) => `Name another folder ${as}.`,
};

/**
 * The reason why a folder cannot be written, and the remedy.
 *
 * @param as completes "Name a folder": `as the store`, `with --out`
 * @param again what the same command does after the remedy; empty where it begins anew
 */
export function diskTrouble(
  thrown: unknown,
  as: string,
  again = '',
): { readonly reason: string; readonly hint: string } {
  const code = errorCode(thrown);
  return {
    // What is written is there to be made: its folder is missing.
    reason: code === 'ENOENT' ? 'its folder does not exist, or does not accept files' : messageOf(thrown),
    hint:
      remedyFor(code, as, again) ??
      REMEDIES_OF_FOLDERS[code]?.(as) ??
      `Check that the folder can be written, or name another one ${as}.`,
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
