import { mkdir, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { syncFolder } from './durable.js';
import { errorCode } from './errors.js';

/** Whether a file or folder exists. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (thrown) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(thrown))) return false;
    throw thrown;
  }
}

/**
 * Creates a folder and its missing parents. The recursive `mkdir` of Node.js does not end below /proc, where `mkdir` fails
 * with ENOENT.
 *
 * @throws the error of the file system
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let path = resolve(folder); !(await exists(path)); path = dirname(path)) missing.unshift(path);
  for (const path of missing) {
    await mkdir(path).catch((thrown: unknown) => {
      // Another process has created it.
      if (errorCode(thrown) !== 'EEXIST') throw thrown;
    });
    await syncFolder(dirname(path));
  }
}

/**
 * The bytes that a user without privileges may still write to the disk of a folder.
 *
 * @throws the error of the file system
 */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
