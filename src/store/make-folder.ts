import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorCode } from './unusable.js';
import { exists } from './whereabouts.js';

/**
 * Makes a folder, and those above it that are not there. Node's own way of doing this never ends below /proc,
 * where no folder can be made and each is said to have no parent.
 *
 * @throws what the file system throws
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let path = resolve(folder); !(await exists(path)); path = dirname(path)) missing.unshift(path);
  for (const path of missing) {
    await mkdir(path).catch((thrown: unknown) => {
      // Somebody else was faster.
      if (errorCode(thrown) !== 'EEXIST') throw thrown;
    });
  }
}
