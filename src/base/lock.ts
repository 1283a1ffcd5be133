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
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, FolkloreError } from './errors.js';
import { makeFolder, readIfThere } from './files.js';

/** Attempts to take over a free lock, which other processes may do at the same time. */
const MAX_ATTEMPTS = 10;

/** The interval of heartbeats. */
const HEARTBEAT_MS = 15_000;

/** The interval at which a lock is looked at that is judged by its heartbeat. */
const WATCH_MS = 500;

/** A lock of another host or container is free after this time without a heartbeat. */
const EXPIRY_MS = 60_000;

/** Where a process id is valid: a host since its last boot, and a pid namespace of it. */
interface Realm {
  readonly host: string;
  /** Empty when it is unknown. */
  readonly boot: string;
  /** Empty when it is unknown. */
  readonly namespace: string;
}

/** The process that a lock names. */
interface Holder extends Partial<Realm> {
  readonly pid: number;
  readonly started: string;
}

/**
 * The lock of a store or of a folder of releases: a file that names the process. It is created as a hard link to a complete file, so that it is never
 * empty. The lock of a process that has ended is taken over at once, also when its id has been given to another process.
 * Processes of other hosts and containers are not visible: their locks expire after a minute without a heartbeat, also when
 * their time is in the future.
 */
export class Lock {
  readonly #file: string;
  readonly #content: string;
  readonly #handle: FileHandle;
  readonly #timer: NodeJS.Timeout;
  #lastBeat: Promise<void> = Promise.resolve();
  #isLost = false;

  private constructor(file: string, content: string, handle: FileHandle) {
    this.#file = file;
    this.#content = content;
    this.#handle = handle;
    this.#timer = setInterval(() => this.#heartbeat(), HEARTBEAT_MS);
    this.#timer.unref();
  }

  /**
   * Takes the lock.
   *
   * @param pid the id of this process
   * @param activity of another process that has the lock, for the message
   * @param expiryMs milliseconds in which the process of a lock with a time in the future must show a heartbeat
   * @throws FolkloreError `STORE_UNUSABLE` when a running process has it; the error of the file system
   */
  static async take(
    file: string,
    pid: number,
    activity = 'harvest is using this store',
    expiryMs = EXPIRY_MS,
  ): Promise<Lock> {
    const content = `${JSON.stringify({ pid, started: await startOf(pid), ...(await realm()) })}\n`;
    await makeFolder(dirname(file));
    const temporary = `${file}.${randomUUID()}`;
    try {
      await writeFile(temporary, content);
      await judgeByHeartbeat(temporary, file, expiryMs);
      await takeWith(temporary, file, activity);
      await removeLeftovers(file);
      return new Lock(file, content, await open(file, 'r+'));
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** The error of a lock that was found deleted or taken over; undefined otherwise. */
  get lost(): FolkloreError | undefined {
    return this.#isLost
      ? inUse(
          `${this.#file} was deleted, or taken over by another process.`,
          'Run the same command again when no other one is running. Other hosts and containers take over the lock of a process that is suspended for a minute.',
        )
      : undefined;
  }

  /**
   * Checks that this process still has the lock, before a critical operation.
   *
   * @throws FolkloreError `STORE_UNUSABLE` when it does not
   */
  async check(): Promise<void> {
    await this.#heartbeat();
    if (this.lost !== undefined) throw this.lost;
  }

  /**
   * Releases the lock.
   *
   * @throws the error of the file system
   */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#lastBeat;
    await this.#handle.close();
    if ((await readIfThere(this.#file)) === this.#content) await rm(this.#file, { force: true });
  }

  #heartbeat(): Promise<void> {
    this.#lastBeat = this.#lastBeat.then(() => this.#write());
    return this.#lastBeat;
  }

  /** Writes the same content again, through the handle, which never belongs to the file of another process. */
  async #write(): Promise<void> {
    try {
      this.#isLost ||= (await readIfThere(this.#file)) !== this.#content;
      if (!this.#isLost) await this.#handle.write(this.#content, 0);
    } catch {
      // The next heartbeat may succeed. After a minute without one others take over.
    }
  }
}

/**
 * The running process that has a lock, in words; undefined when there is none.
 *
 * @param now milliseconds since 1970
 * @throws the error of the file system
 */
export async function holderOf(file: string, now: number): Promise<string | undefined> {
  const holder = await holding(file, now);
  return holder === undefined ? undefined : describeHolder(holder);
}

const inUse = (message: string, hint: string): FolkloreError =>
  new FolkloreError('STORE_UNUSABLE', message, { hint });

/**
 * Dates a lock of another host or container anew whose time is in the future, because a clock was set back since: it would hold
 * until then. Such a lock is watched. Without a heartbeat it gets a time of long ago; the next heartbeat undoes that.
 */
async function judgeByHeartbeat(temporary: string, file: string, expiryMs: number): Promise<void> {
  const timeOf = async (path: string): Promise<number> =>
    (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
  const [now, written] = [await timeOf(temporary), await timeOf(file)];
  if (written <= now + EXPIRY_MS) return;
  const holder = processOf((await readIfThere(file)) ?? '');
  if (holder === undefined || isOf(await realm(), holder)) return;
  const end = performance.now() + expiryMs;
  while (performance.now() < end) {
    await sleep(Math.min(WATCH_MS, expiryMs));
    if ((await timeOf(file)) !== written) return;
  }
  await utimes(file, 0, 0).catch(() => {});
}

async function takeWith(temporary: string, file: string, activity: string): Promise<void> {
  // The clock of the file system may be that of another host.
  const now = (await stat(temporary)).mtimeMs;
  let holder: Holder | undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (await linked(temporary, file)) return;
    holder = await holding(file, now);
    if (holder !== undefined) break;
    await removeStale(temporary, file, now);
  }
  const isHere = holder === undefined || isOf(await realm(), holder);
  throw inUse(
    `Another ${activity} (${holder === undefined ? 'process unknown' : describeHolder(holder)}, ${file}).`,
    isHere
      ? 'Wait until it has ended. If no such process is running, delete the file.'
      : 'Wait until it has ended. The lock of another host or container expires a minute after the end of its process; if no such process is running, delete the file.',
  );
}

/**
 * Deletes the lock of a process that has ended. A second lock admits one process at a time, which checks again: otherwise
 * it could delete the new lock of another process.
 */
async function removeStale(temporary: string, file: string, now: number): Promise<void> {
  const guard = `${file}.takeover`;
  const mine = await linked(temporary, guard);
  const about = mine ? file : guard;
  try {
    if ((await holding(about, now)) === undefined) await rm(about, { force: true });
  } finally {
    if (mine) await rm(guard, { force: true });
  }
}

/** Deletes the files of processes that were killed while they took the lock. */
async function removeLeftovers(file: string): Promise<void> {
  const folder = dirname(file);
  for (const name of await readdir(folder)) {
    if (name.startsWith(basename(file)) && LEFTOVER.test(name.slice(basename(file).length))) {
      await rm(join(folder, name), { force: true });
    }
  }
}

const LEFTOVER = /^\.(?:takeover|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Creates a hard link; false when the name exists, or the file was deleted by the process that has the lock. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (thrown) {
    if (errorCode(thrown) === 'EEXIST' || errorCode(thrown) === 'ENOENT') return false;
    throw thrown;
  }
}

/** The process that has a lock; undefined when the lock is free.
 *
 * @param now milliseconds since 1970
 */
async function holding(file: string, now: number): Promise<Holder | undefined> {
  const holder = processOf((await readIfThere(file)) ?? '');
  if (holder === undefined) return undefined;
  if (!isOf(await realm(), holder)) {
    const written = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.NEGATIVE_INFINITY,
    );
    return now - written <= EXPIRY_MS ? holder : undefined;
  }
  if (!isAlive(holder.pid)) return undefined;
  const started = await startOf(holder.pid);
  return started === '' || holder.started === '' || started === holder.started ? holder : undefined;
}

/** The realm of this process. */
async function realm(): Promise<Realm> {
  const [boot, namespace] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ]);
  return { host: hostname(), boot: boot.trim(), namespace };
}

const isOf = ({ host, boot, namespace }: Realm, holder: Holder): boolean =>
  holder.host === host && holder.boot === boot && holder.namespace === namespace;

/** A process in words. The host comes from a file and is shown only when it is a valid name. */
const describeHolder = ({ pid, host = '' }: Holder): string =>
  `process ${pid}${/^[\w.-]{1,255}$/.test(host) ? ` of the host ${host}` : ''}`;

function processOf(content: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(content);
    const { pid, started, ...realm }: Record<string, unknown> = {
      ...(typeof value === 'object' ? value : {}),
    };
    if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
    const words = Object.entries(realm).filter(([, word]) => typeof word === 'string');
    return { ...Object.fromEntries(words), pid, started: typeof started === 'string' ? started : '' };
  } catch {
    return undefined;
  }
}

/** Whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return errorCode(thrown) === 'EPERM';
  }
}

/** Field 22 of proc(5) `stat`, counted after the name of the process, which may contain any character. */
const START_TIME_FIELD = 19;

/** The start time of a process in clock ticks; empty when it is unknown. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_TIME_FIELD] ?? '';
}
