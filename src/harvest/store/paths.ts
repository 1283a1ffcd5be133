import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errorCode } from '../../base/errors.js';
import { onDisk } from './store-errors.js';

/** The name of the file in the folder of a store. */
export const STORE_FILE = 'store.sqlite';

/** Files that SQLite keeps beside a database while it is in use, or after a kill. */
export const SIDE_FILES: readonly string[] = ['-wal', '-shm', '-journal'].map((end) => `${STORE_FILE}${end}`);

/** The folder and the file of a store, and the lock of a harvest into it. */
export interface StorePaths {
  readonly directory: string;
  readonly file: string;
  /** See Lock. */
  readonly lock: string;
}

/** Resolves links, so that a store has one lock. */
export async function storePathsOf(directory: string): Promise<StorePaths> {
  const real = await onDisk(`open the store ${directory}`, () =>
    realpath(directory).catch((thrown: unknown) => {
      if (errorCode(thrown) !== 'ENOENT') throw thrown;
      return resolve(directory);
    }),
  );
  return { directory: real, file: join(real, STORE_FILE), lock: `${real}.lock` };
}
