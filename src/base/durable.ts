import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { entriesBelow, entryPath } from './files-below.js';
import { isAlive } from './is-alive.js';
import { mapInOrder } from './map-in-order.js';

/*
 * A power cut leaves the bytes of a file that was synced, and its name if the folder was synced after it got it (fsync(2)).
 * So the order is: write, sync the file, rename, sync the folder.
 */

/** The ending of a file or folder that is being written. */
export const PARTIAL = '.partial';

/** Errors of file systems that cannot sync a folder, and of folders that may be written and not read. */
const CANNOT_SYNC: ReadonlySet<unknown> = new Set('EACCES EPERM EINVAL EISDIR ENOTSUP EOPNOTSUPP'.split(' '));

/** Files that are synced at the same time: as many as Node.js has threads for. */
const CONCURRENCY = 4;

/** How a file is replaced. */
interface Replacing {
  /** Other processes may write the same file at the same time. */
  readonly isShared?: boolean;
  /** A cache, which is checked at reading and made again. It is not synced: a power cut may lose it. */
  readonly isCache?: boolean;
  /** The folder is synced by the caller, for several files at once. */
  readonly isBatched?: boolean;
}

/**
 * Puts a whole file in its place, and replaces one of that name. A reader, and a machine after a power cut, find the former
 * file or this one.
 *
 * @param content text, bytes, or a function that writes the file under another name
 * @throws the error of the file system, or what `content` throws; nothing is left
 */
export async function replaceFile(
  file: string,
  content: string | Uint8Array | ((partial: string) => Promise<void>),
  { isShared = false, isCache = false, isBatched = false }: Replacing = {},
): Promise<void> {
  const partial = `${file}${isShared ? `.${randomUUID()}` : ''}${PARTIAL}`;
  try {
    if (typeof content === 'function') await content(partial);
    else await writeFile(partial, content);
    if (typeof content === 'function' && !isCache) await sync(partial);
    await (isCache || isBatched ? rename(partial, file) : renameDurably(partial, file));
  } catch (thrown) {
    // A full disk needs the space. The first error is the one to report.
    await rm(partial, { force: true }).catch(() => {});
    throw thrown;
  }
}

/**
 * Puts a small text in its place at once, for a process that ends. What killed processes have left of the file is removed.
 *
 * @param pid of this process: other processes may write the same file at the same time
 * @throws the error of the file system
 */
export function replaceFileNow(file: string, text: string, pid: number): void {
  const partial = `${file}.${pid}${PARTIAL}`;
  for (const name of namesIn(dirname(file))) {
    const [, owner] = name.startsWith(`${basename(file)}.`) ? (/\.(\d+)\.partial$/.exec(name) ?? []) : [];
    if (owner !== undefined && !isAlive(Number(owner))) rmSync(join(dirname(file), name), { force: true });
  }
  try {
    writeFileSync(partial, text, { flush: true });
    renameSync(partial, file);
  } catch (thrown) {
    rmSync(partial, { force: true });
    throw thrown;
  }
  try {
    const handle = openSync(dirname(file), 'r');
    fsyncSync(handle);
    closeSync(handle);
  } catch (thrown) {
    unlessImpossible(thrown);
  }
}

/**
 * Puts a file, or a folder with all that is in it, in its place: syncs it, and renames it.
 *
 * @throws the error of the file system
 */
export async function moveDurably(from: string, to: string): Promise<void> {
  await syncAll(from);
  await renameDurably(from, to);
}

/**
 * Renames what is on the disk, and syncs the folders that change.
 *
 * @throws the error of the file system
 */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
  if (dirname(from) !== dirname(to)) await syncFolder(dirname(from));
}

/**
 * Syncs the names in a folder, not the bytes of its files.
 *
 * @throws the error of the file system, unless it cannot sync folders
 */
export const syncFolder = (folder: string): Promise<void> => sync(folder).catch(unlessImpossible);

/**
 * Syncs a file, or a folder with every file and folder in it, each once.
 *
 * @throws the error of the file system
 */
export async function syncAll(path: string): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return sync(path);
  const entries = (await entriesBelow(path)).filter((entry) => entry.isFile() || entry.isDirectory());
  const each = (entry: (typeof entries)[number]): Promise<void> =>
    entry.isFile() ? sync(entryPath(entry)) : syncFolder(entryPath(entry));
  for await (const _ of mapInOrder(entries, CONCURRENCY, each));
  await syncFolder(path);
}

async function writeFile(path: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(path, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The names in a folder; none where it cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function unlessImpossible(thrown: unknown): void {
  if (!CANNOT_SYNC.has((thrown as NodeJS.ErrnoException).code)) throw thrown;
}
