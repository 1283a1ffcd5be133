import { randomUUID } from 'node:crypto';
import {
  type FileHandle,
  link,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { FolkloreError } from '../base/errors.js';
import { readIfThere } from './manifest.js';
import { makeFolder } from './paths.js';
import { errorCode, onDisk, storeUnusable } from './store-errors.js';

/** Enough for others that take over at the same moment; a lock that still comes back is held. */
const MOST_TRIES = 10;

/** How often a lock shows that its process lives. */
const BEAT_MS = 15_000;

/** How long a lock of somewhere else is silent before it counts as free. */
const SILENT_MS = 60_000;

/** Where the number of a process means something: a host since it was started, and a pid namespace of it. */
interface Realm {
  readonly host: string;
  /** Empty where the system does not tell. */
  readonly boot: string;
  /** Empty where the system does not tell. */
  readonly namespace: string;
}

/** The process that a lock names. */
interface Holder extends Partial<Realm> {
  readonly pid: number;
  readonly started: string;
}

/**
 * Holds a store for one process. The lock is a file that names the process; it appears whole (a hard link to a finished
 * file), so a lock is never empty. The lock of a process that is gone is taken over at once: also when its number has been
 * given to another process since. Processes of other hosts and of other containers cannot be seen: their locks hold until
 * nothing has been written into them for a minute.
 */
export class Lock {
  readonly #file: string;
  readonly #content: string;
  readonly #handle: FileHandle;
  readonly #beating: NodeJS.Timeout;
  #beat: Promise<void> = Promise.resolve();
  #isLost = false;

  private constructor(file: string, content: string, handle: FileHandle) {
    this.#file = file;
    this.#content = content;
    this.#handle = handle;
    this.#beating = setInterval(() => this.#show(), BEAT_MS);
    this.#beating.unref();
  }

  /**
   * @param file where the lock stands
   * @param pid the number of this process
   * @param holder what another process that holds it does
   * @throws FolkloreError `STORE_UNUSABLE` at once when a living process holds it
   */
  static async take(file: string, pid: number, holder = 'harvest is using this store'): Promise<Lock> {
    const content = `${JSON.stringify({ pid, started: await startOf(pid), ...(await realm()) })}\n`;
    return onDisk(`lock the store with ${file}`, async () => {
      await makeFolder(dirname(file));
      const beside = `${file}.${randomUUID()}`;
      try {
        await writeFile(beside, content);
        await takeWith(beside, file, holder);
        await removeLitter(file);
        return new Lock(file, content, await open(file, 'r+'));
      } finally {
        await rm(beside, { force: true });
      }
    });
  }

  /** Why the lock holds no more, as far as has been noticed: it was deleted, or taken over. */
  get lost(): FolkloreError | undefined {
    return this.#isLost
      ? storeUnusable(
          `${this.#file} was deleted, or taken over by another process.`,
          'Run the same command again when no other one is running. A process that is stopped for a minute loses its lock to other hosts and containers.',
        )
      : undefined;
  }

  /**
   * Looks whether the lock still holds: to be called before what another process must not do at the same time.
   *
   * @throws FolkloreError `STORE_UNUSABLE` when it does not
   */
  async check(): Promise<void> {
    await this.#show();
    if (this.lost !== undefined) throw this.lost;
  }

  /** Gives the store free. */
  async release(): Promise<void> {
    clearInterval(this.#beating);
    await this.#beat;
    await onDisk(`unlock the store with ${this.#file}`, async () => {
      await this.#handle.close();
      if ((await readIfThere(this.#file)) === this.#content) await rm(this.#file, { force: true });
    });
  }

  #show(): Promise<void> {
    this.#beat = this.#beat.then(() => this.#write());
    return this.#beat;
  }

  /** Writes what is there already: through the handle, which stays our file's when another one has its name. */
  async #write(): Promise<void> {
    try {
      this.#isLost ||= (await readIfThere(this.#file)) !== this.#content;
      if (!this.#isLost) await this.#handle.write(this.#content, 0);
    } catch {
      // The next time may go better; if none does for a minute, the lock is lost to others.
    }
  }
}

/**
 * The living process that holds a lock, as it is told; undefined when none does. Nothing is written.
 *
 * @param file where the lock stands
 * @param now milliseconds since 1970
 * @throws FolkloreError `STORE_UNUSABLE` when it cannot be read
 */
export async function holderOf(file: string, now: number): Promise<string | undefined> {
  return onDisk(`read ${file}`, async () => {
    const holder = await holding(file, now);
    return holder === undefined ? undefined : called(holder);
  });
}

async function takeWith(beside: string, file: string, what: string): Promise<void> {
  // By the clock of the disk, which may be that of another host.
  const now = (await stat(beside)).mtimeMs;
  let holder: Holder | undefined;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (await linked(beside, file)) return;
    holder = await holding(file, now);
    if (holder !== undefined) break;
    await takeAway(beside, file, now);
  }
  const isHere = holder === undefined || isOf(await realm(), holder);
  throw storeUnusable(
    `Another ${what} (${holder === undefined ? 'process unknown' : called(holder)}, ${file}).`,
    isHere
      ? 'Wait until it has ended. If no such process is running, delete that file.'
      : 'Wait until it has ended. A lock of another host or container is free when it has not been written to for a minute; if no such process is running, delete that file.',
  );
}

/**
 * Takes a dead process's lock away. Only one process at a time has the right to, and looks again once it has
 * it: otherwise the lock taken away could be the new one of whoever was faster.
 */
async function takeAway(beside: string, file: string, now: number): Promise<void> {
  const right = `${file}.takeover`;
  const mine = await linked(beside, right);
  const about = mine ? file : right;
  try {
    if ((await holding(about, now)) === undefined) await rm(about, { force: true });
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

/** The process that holds a lock, if one does at a time given in milliseconds since 1970. */
async function holding(file: string, now: number): Promise<Holder | undefined> {
  const holder = processOf((await readIfThere(file)) ?? '');
  if (holder === undefined) return undefined;
  if (!isOf(await realm(), holder)) {
    const written = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.NEGATIVE_INFINITY,
    );
    return now - written <= SILENT_MS ? holder : undefined;
  }
  if (!isAlive(holder.pid)) return undefined;
  const started = await startOf(holder.pid);
  return started === '' || holder.started === '' || started === holder.started ? holder : undefined;
}

/** Where this process is. */
async function realm(): Promise<Realm> {
  const [boot, namespace] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ]);
  return { host: hostname(), boot: boot.trim(), namespace };
}

const isOf = ({ host, boot, namespace }: Realm, holder: Holder): boolean =>
  holder.host === host && holder.boot === boot && holder.namespace === namespace;

/** A process as people are told of it. What a file says is a host only if it looks like one. */
const called = ({ pid, host = '' }: Holder): string =>
  `process ${pid}${/^[\w.-]{1,255}$/.test(host) ? ` of the host ${host}` : ''}`;

function processOf(content: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(content);
    const { pid, started, ...told }: Record<string, unknown> = {
      ...(typeof value === 'object' ? value : {}),
    };
    if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
    const words = Object.entries(told).filter(([, word]) => typeof word === 'string');
    return { ...Object.fromEntries(words), pid, started: typeof started === 'string' ? started : '' };
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
