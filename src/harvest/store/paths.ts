import { mkdir, realpath, rm, stat } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { PARTIAL, renameDurably, syncFolder } from '../../base/durable.js';
import { errorCode } from '../../base/errors.js';
import { entriesBelow, entryPath } from '../../base/files-below.js';
import { DOCUMENTS } from './entry.js';
import { GLOBAL_INDEX_PATH, INDEXES, indexPath } from './index-file.js';
import { journalFile } from './journal.js';
import { manifestFile } from './manifest.js';
import { onDisk, storeUnusable } from './store-errors.js';

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
 * The folders and files of a store. The last complete harvest stays in place until the new one is complete; then they are
 * swapped.
 */
export interface StorePaths {
  /** The last complete harvest. */
  readonly directory: string;
  /** The running or unfinished harvest. */
  readonly next: string;
  /** The replaced harvest while folders are swapped. */
  readonly old: string;
  /** See Lock. */
  readonly lock: string;
}

/** Resolves links, so that all folders of a store are on the same file system. */
export async function storePathsOf(directory: string): Promise<StorePaths> {
  const real = await onDisk(`open the store ${directory}`, async () => {
    return (await exists(directory)) ? realpath(directory) : resolve(directory);
  });
  return { directory: real, next: `${real}.next`, old: `${real}.replaced`, lock: `${real}.lock` };
}

/**
 * Checks that the folder of the store can be renamed at the end of a harvest.
 *
 * @throws FolkloreError `STORE_UNUSABLE` when it cannot
 */
export async function checkMovable({ directory }: StorePaths): Promise<void> {
  if (!(await exists(directory))) return;
  const found = await stat(directory);
  // Only folders: in a container, files can have another device than their folder.
  if (!found.isDirectory() || found.dev === (await stat(dirname(directory))).dev) return;
  throw storeUnusable(
    `The store ${directory} is a mount point, so a new harvest cannot take its place.`,
    'Name a folder below the mount point as the store.',
  );
}

const INDEX_FILES = [...INDEXES.map(indexPath), GLOBAL_INDEX_PATH];

/** Files of a store besides the answers. A journal may be left over; an index is a cache, and may be unfinished. */
export const OTHER_FILES: readonly string[] = [
  ...[manifestFile(''), journalFile(''), ...DOCUMENTS],
  ...INDEX_FILES.flatMap((file) => [file, `${file}${PARTIAL}`]),
];

/** A path of an answer below a store. */
const ANSWER = /^(?:archive|placenames)\/.+\.json\.gz$/;

/** The files below a folder, as paths with `/`; undefined if one of them cannot be of a store. */
async function storeFilesIn(folder: string): Promise<readonly string[] | undefined> {
  const files = (await entriesBelow(folder))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, entryPath(entry)).split(sep).join('/'));
  const isOurs = files.every((file) => {
    const whole = file.endsWith(PARTIAL) ? file.slice(0, -PARTIAL.length) : file;
    return ANSWER.test(whole) || OTHER_FILES.includes(whole);
  });
  return isOurs ? files : undefined;
}

/** The number of answers in a folder that has no files but those of a store: it may have lost its manifest or journal. */
export async function answersIn(folder: string): Promise<number> {
  if (!(await exists(folder))) return 0;
  return (await storeFilesIn(folder))?.filter((file) => ANSWER.test(file)).length ?? 0;
}

/**
 * Refuses a folder with other content than a store.
 *
 * @param own a file that only a store has, such as its manifest; without one every file must be of a store
 * @throws FolkloreError `STORE_UNUSABLE`
 */
export async function checkOurs(folder: string, ...own: readonly string[]): Promise<void> {
  if (!(await exists(folder))) return;
  for (const file of own) if (await exists(file)) return;
  if ((await storeFilesIn(folder)) !== undefined) return;
  throw storeUnusable(
    `The folder ${folder} has files that do not belong to a store of folklore-ld. A harvest would delete them.`,
    'Name an empty folder, or one that does not exist yet, as the store.',
  );
}

/** Restores the last complete harvest after a kill while folders were swapped. */
export async function recover({ directory, old }: StorePaths): Promise<void> {
  if (!(await exists(old))) return;
  await checkOurs(old, manifestFile(old));
  if (await exists(directory)) await rm(old, { recursive: true });
  else await renameDurably(old, directory);
}

/** Replaces the last harvest by the next one. */
export async function swapFolders({ directory, next, old }: StorePaths): Promise<void> {
  if (await exists(directory)) {
    await rm(old, { recursive: true, force: true });
    await renameDurably(directory, old);
  }
  await renameDurably(next, directory);
  await rm(old, { recursive: true, force: true });
}

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

/** Whether a file exists and is not empty. */
export async function hasContent(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() === true && found.size > 0;
}
