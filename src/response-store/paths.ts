import { mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { UNFINISHED } from './body-file.js';
import { manifestFile } from './manifest.js';
import { errorCode, onDisk, storeUnusable } from './store-errors.js';

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

/**
 * Where a store is, and what stands beside it while a harvest runs. The last complete harvest stays in its
 * place until the new one is complete; then they change places.
 */
export interface StorePaths {
  /** The last complete harvest. */
  readonly directory: string;
  /** The harvest under way, or one that did not come to its end. */
  readonly next: string;
  /** The last complete harvest for the moment in which the next one takes its place. */
  readonly old: string;
  /** Says which process harvests. */
  readonly lock: string;
}

/** Finds the store behind links, so that what stands beside it is on the same disk. */
export async function storePathsOf(directory: string): Promise<StorePaths> {
  const real = await onDisk(`open the store ${directory}`, async () => {
    return (await exists(directory)) ? realpath(directory) : resolve(directory);
  });
  return { directory: real, next: `${real}.next`, old: `${real}.replaced`, lock: `${real}.lock` };
}

/**
 * Sees that the store's place can be taken at the end of a harvest.
 *
 * @throws FolkloreError `STORE_UNUSABLE` when it cannot
 */
export async function checkMovable({ directory }: StorePaths): Promise<void> {
  if (!(await exists(directory))) return;
  const found = await stat(directory);
  // In a container files seem to be on another disk than the folder that they are in.
  if (!found.isDirectory() || found.dev === (await stat(dirname(directory))).dev) return;
  throw storeUnusable(
    `The store ${directory} is a mount point, so a new harvest cannot take its place.`,
    'Name a folder below the mount point as the store.',
  );
}

/**
 * Refuses a folder with somebody else's things in it.
 *
 * @param own the file that makes a folder ours
 * @throws FolkloreError `STORE_UNUSABLE`
 */
export async function checkOurs(folder: string, own: string): Promise<void> {
  if (!(await exists(folder)) || (await exists(own)) || (await exists(manifestFile(folder)))) return;
  const begun = `${basename(own)}${UNFINISHED}`;
  if ((await readdir(folder)).every((name) => name === begun)) return;
  throw storeUnusable(
    `The folder ${folder} holds other things than a store of folklore-ld, and they would be lost.`,
    'Name an empty folder, or one that does not exist yet, as the store.',
  );
}

/** Brings back the last complete harvest when the process ended while two harvests changed places. */
export async function recover({ directory, old }: StorePaths): Promise<void> {
  if (!(await exists(old))) return;
  await checkOurs(old, manifestFile(old));
  if (await exists(directory)) await rm(old, { recursive: true });
  else await rename(old, directory);
}

/** Puts the finished next harvest in the place of the last one. */
export async function swapFolders({ directory, next, old }: StorePaths): Promise<void> {
  if (await exists(directory)) {
    await rm(old, { recursive: true, force: true });
    await rename(directory, old);
  }
  await rename(next, directory);
  await rm(old, { recursive: true, force: true });
}

/** Whether there is a file or folder of that name. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return false;
    throw thrown;
  }
}
