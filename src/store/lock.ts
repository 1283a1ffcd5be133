import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from './make-folder.js';
import { readIfThere } from './manifest.js';
import { errorCode, onDisk, storeUnusable } from './unusable.js';

/** Enough for others that take over at the same moment; a lock that still comes back is held. */
const MOST_TRIES = 10;

/**
 * Holds a store for one process. The lock is a file with the process's number in it; it appears whole
 * (a hard link to a finished file), so a lock is never empty. One whose process is gone is taken over: also
 * when the number has been given to another process since, which happens at once in a container.
 *
 * Processes on other machines, and in other containers, cannot be seen: do not share a store with them.
 */
export class Lock {
  readonly #file: string;
  readonly #content: string;

  private constructor(file: string, content: string) {
    this.#file = file;
    this.#content = content;
  }

  /**
   * @param file where the lock stands
   * @param pid the number of this process
   * @param holder what another process that holds it does
   * @throws FolkloreError `STORE_UNUSABLE` at once when a living process holds it
   */
  static async take(file: string, pid: number, holder = 'harvest is using this store'): Promise<Lock> {
    const content = `${JSON.stringify({ pid, started: await startOf(pid) })}\n`;
    await onDisk(`lock the store with ${file}`, async () => {
      await makeFolder(dirname(file));
      const beside = `${file}.${randomUUID()}`;
      try {
        await writeFile(beside, content);
        await takeWith(beside, file, holder);
        await removeLitter(file);
      } finally {
        await rm(beside, { force: true });
      }
    });
    return new Lock(file, content);
  }

  /** Gives the store free. */
  async release(): Promise<void> {
    await onDisk(`unlock the store with ${this.#file}`, async () => {
      if ((await readIfThere(this.#file)) === this.#content) await rm(this.#file, { force: true });
    });
  }
}

/**
 * The number of the living process that holds a lock; undefined when none does. Nothing is written.
 *
 * @param file where the lock stands
 * @throws FolkloreError `STORE_UNUSABLE` when it cannot be read
 */
export async function holderOf(file: string): Promise<number | undefined> {
  return onDisk(`read ${file}`, async () => {
    const holder = (await readIfThere(file)) ?? '';
    return (await isHeld(holder)) ? processOf(holder)?.pid : undefined;
  });
}

async function takeWith(beside: string, file: string, what: string): Promise<void> {
  let holder = '';
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (await linked(beside, file)) return;
    holder = (await readIfThere(file)) ?? '';
    if (await isHeld(holder)) break;
    await takeAway(beside, file);
  }
  throw storeUnusable(
    `Another ${what} (process ${processOf(holder)?.pid ?? 'unknown'}, ${file}).`,
    'Wait until it has ended. If no such process is running, delete that file.',
  );
}

/**
 * Takes a dead process's lock away. Only one process at a time has the right to, and looks again once it has
 * it: otherwise the lock taken away could be the new one of whoever was faster.
 */
async function takeAway(beside: string, file: string): Promise<void> {
  const right = `${file}.takeover`;
  const mine = await linked(beside, right);
  const about = mine ? file : right;
  try {
    if (!(await isHeld((await readIfThere(about)) ?? ''))) await rm(about, { force: true });
  } finally {
    if (mine) await rm(right, { force: true });
  }
}

/** What processes leave that end suddenly while they try for the lock. Those that still try have lost. */
async function removeLitter(file: string): Promise<void> {
  const folder = dirname(file);
  for (const name of await readdir(folder)) {
    if (name.startsWith(basename(file)) && LITTER.test(name.slice(basename(file).length))) {
      await rm(join(folder, name), { force: true });
    }
  }
}

const LITTER = /^\.(?:takeover|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Gives a file a second name; false when the name is taken, or the file was tidied away by the winner. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (thrown) {
    if (errorCode(thrown) === 'EEXIST' || errorCode(thrown) === 'ENOENT') return false;
    throw thrown;
  }
}

async function isHeld(holder: string): Promise<boolean> {
  const found = processOf(holder);
  if (found === undefined || !isAlive(found.pid)) return false;
  const started = await startOf(found.pid);
  return started === '' || found.started === '' || started === found.started;
}

function processOf(holder: string): { pid: number; started: string } | undefined {
  try {
    const value: unknown = JSON.parse(holder);
    const { pid, started }: Record<string, unknown> = { ...(typeof value === 'object' ? value : {}) };
    if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
    return { pid, started: typeof started === 'string' ? started : '' };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return errorCode(thrown) === 'EPERM';
  }
}

/** Field 22 of proc(5) `stat`, counted from behind the process's name, which may hold anything. */
const START_TIME_FIELD = 19;

/** When a process started, in the system's own count; empty where the system does not tell. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_TIME_FIELD] ?? '';
}
