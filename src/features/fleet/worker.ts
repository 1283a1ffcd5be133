import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnrecoverableError, Worker } from 'bullmq';
import { type ErrorCode, FolkloreError } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { Stopwatch } from '../../base/stopwatch.js';
import { counted } from '../../base/text.js';
import { wholeProgram } from '../../pipeline/shards/build-inputs.js';
import type { Shard } from '../../pipeline/shards/shards.js';
import { indexOfMessage, ThreadRunner } from '../../pipeline/shards/thread-runner.js';
import { connect, type QueueJob, queueName, removeKeys } from './queue.js';
import type { QueueAddress } from './queue-address.js';
import {
  announcedBuild,
  type FleetBuild,
  isOutputName,
  readBuild,
  readShard,
  removeStatus,
  writeFailure,
  writeStatus,
} from './spool-files.js';

/** Settings of a worker. */
interface WorkerSettings {
  readonly address: QueueAddress;
  readonly spool: string;
  /** Where the store is mounted here; absent: where the planner has it. */
  readonly store?: string | undefined;
  /** Threads that map shards. */
  readonly threads: number;
  /** Letters, digits, dots, hyphens and underscores. */
  readonly name: string;
  readonly version: string;
  /** The versions of Node's libraries, as in the plan. */
  readonly runtime: string;
  /** The time after which another worker takes the job of one that gives no sign, in milliseconds. */
  readonly lockMs: number;
}

interface WorkerContext {
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Shards that a thread has at a time: one that it maps, and one that is read or written. */
const PER_THREAD = 2;
/** Stalled jobs are looked for so many times in the time of a lock. */
const LOOKS_PER_LOCK = 3;
/** A job that has ended its worker a third time is not given to a fourth. */
const MOST_STALLED = 2;
const POLL_MS = 500;
/** How often the status is written, in polls: every 5 seconds. */
const STATUS_POLLS = 10;
/** The time that Redis has for its last answers, in milliseconds. */
const CLOSE_MS = 5000;

/** Errors of disks, folders and threads: another attempt may succeed. */
const INFRASTRUCTURE: ReadonlySet<ErrorCode> = new Set([
  'OUTPUT_UNWRITABLE',
  'STORE_UNUSABLE',
  'WORKER_FAILED',
]);

/**
 * Maps shards of the builds that a spool is for, one build after another, until the signal. Shards under way are finished.
 *
 * @throws FolkloreError CONFIG_INVALID when a build is made with another program or other libraries of Node
 */
export async function work(settings: WorkerSettings, { report, signal }: WorkerContext): Promise<void> {
  while (!signal.aborted) {
    const announced = await announcedBuild(settings.spool);
    const build = announced === undefined ? undefined : await readBuild(settings.spool);
    if (announced === undefined || build === undefined) {
      await sleep(POLL_MS, undefined, { signal }).catch(() => {});
      continue;
    }
    const difference = differenceOf(announced.parts, settings);
    if (difference !== undefined) {
      await new Status(settings).write(difference);
      throw new FolkloreError(
        'CONFIG_INVALID',
        `This worker cannot map the build in ${settings.spool}: ${difference}.`,
        {
          hint: 'Install the same version of folklore-ld and of Node on all machines of a fleet.',
        },
      );
    }
    await workOn(announced.digest, build, settings, { report, signal });
  }
}

/** What a build is made with and a worker is not; undefined when nothing differs. */
function differenceOf(
  { program, runtime }: Readonly<Record<string, unknown>>,
  ours: WorkerSettings,
): string | undefined {
  if (program !== wholeProgram())
    return `the planner is another program than this worker, which is version ${ours.version}`;
  if (runtime !== ours.runtime)
    return `the planner has Node's libraries ${String(runtime)}, the worker has ${ours.runtime}`;
  return undefined;
}

async function workOn(
  digest: string,
  build: FleetBuild,
  settings: WorkerSettings,
  { report, signal }: WorkerContext,
): Promise<void> {
  const { address, spool, threads, name, lockMs } = settings;
  const mapper = new Mapper(build, settings);
  const status = new Status(settings);
  const running = new Set<Promise<void>>();
  const most = threads * PER_THREAD;
  const noted = new Set<string>();
  const note = ({ message }: Error): void => {
    if (!noted.has(message)) report({ event: 'note', message: `the queue ${address.url}: ${message}` });
    noted.add(message);
  };
  const connection = connect(address, true, note);
  connection.redis.on('ready', () => noted.clear());
  const map = async (id: string): Promise<void> => {
    status.begin();
    try {
      await mapper.map(id);
      status.end(1);
    } catch (thrown) {
      status.end(0);
      throw await asJobFailure(thrown, { id, report, settings });
    }
  };
  /** A shard whose worker has ended is mapped alone: if it ends this one too, no other shard is counted with it. */
  let suspects = 0;
  const setConcurrency = (): void => {
    worker.concurrency = suspects > 0 ? 1 : most;
  };
  const mapApart = async (id: string, isSuspect: boolean): Promise<void> => {
    if (isSuspect) suspects += 1;
    setConcurrency();
    if (isSuspect) await Promise.allSettled([...running]);
    await map(id).finally(() => {
      if (isSuspect) suspects -= 1;
      setConcurrency();
    });
  };
  const worker = new Worker<QueueJob>(
    queueName(digest),
    async ({ id = '', stalledCounter }) => {
      if (!isOutputName(id)) {
        const problem = 'a job of the queue is refused: its id is not the name of a shard';
        note(new Error(problem));
        throw new UnrecoverableError(problem);
      }
      const job = mapApart(id, stalledCounter > 0);
      running.add(job);
      const remove = (): boolean => running.delete(job);
      job.then(remove, remove);
      return job;
    },
    {
      connection: connection.redis,
      name,
      concurrency: 1,
      lockDuration: lockMs,
      stalledInterval: Math.floor(lockMs / LOOKS_PER_LOCK),
      maxStalledCount: MOST_STALLED,
      drainDelay: 1,
      runRetryDelay: POLL_MS,
    },
  );
  worker.on('error', note);
  report({ event: 'started', what: `mapping shards of the build ${digest}` });
  try {
    for (let poll = 0; !signal.aborted; poll += 1) {
      if (poll % STATUS_POLLS === 0) await status.write();
      await sleep(POLL_MS, undefined, { signal }).catch(() => {});
      if ((await announcedBuild(spool))?.digest !== digest) break;
    }
  } finally {
    const isOver = (await announcedBuild(spool).catch(() => undefined))?.digest !== digest;
    const closed = worker.close().catch(() => {});
    await Promise.allSettled(running);
    // The last worker of a build that is over leaves nothing in Redis.
    const cleaned = closed.then(() => (isOver ? removeKeys(connection.redis, worker.name) : undefined));
    await Promise.race([cleaned.catch(() => {}), sleep(CLOSE_MS, undefined, { ref: false })]);
    connection.close();
    await mapper.close();
    await removeStatus(spool, name).catch(() => {});
  }
  report({ event: 'finished', what: 'build', detail: `${counted(status.done, 'shard')} mapped here` });
}

/** The error of a job for BullMQ. Redis gets its code, the spool its message, which can quote a record. */
async function asJobFailure(
  thrown: unknown,
  {
    id,
    report,
    settings,
  }: { readonly id: string; readonly report: Report; readonly settings: WorkerSettings },
): Promise<Error> {
  const code = thrown instanceof FolkloreError ? thrown.code : undefined;
  const text = `${code ?? 'an unexpected error'} in the worker ${settings.name}`;
  report({ event: 'note', message: `the shard ${id} could not be mapped: ${text}` });
  await writeFailure(settings.spool, id, thrown).catch(() => {});
  const isRepeatable = code === undefined || INFRASTRUCTURE.has(code);
  return isRepeatable ? new Error(text) : new UnrecoverableError(text);
}

/** A thread, which is replaced when it ends. */
interface Thread {
  runner: ThreadRunner;
}

/** Maps shards in threads. While the output of one shard is synced, a thread maps the next. */
class Mapper {
  readonly #build: FleetBuild;
  readonly #settings: WorkerSettings;
  readonly #threads: readonly Thread[];
  /** Each thread as often as it can take another shard. */
  readonly #free: Thread[];

  constructor(build: FleetBuild, settings: WorkerSettings) {
    this.#build = build;
    this.#settings = settings;
    this.#threads = Array.from({ length: settings.threads }, () => ({ runner: this.#start() }));
    this.#free = Array.from({ length: PER_THREAD }, () => this.#threads).flat();
  }

  /** @param name the file of the shard's output */
  async map(name: string): Promise<void> {
    const { spool, store } = this.#settings;
    const written = await readShard(spool, name);
    if (written === undefined) return;
    const shard = inStore(written, store);
    const thread = this.#free.shift();
    if (thread === undefined) throw new Error('There are more jobs than threads can take.');
    const { runner } = thread;
    try {
      for await (const _ of runner.run('map', [{ shard, path: join(spool, name) }]));
    } catch (thrown) {
      // A thread ends for lack of memory, or by a fault. The other shard that it had is tried again, too.
      const hasEnded = thrown instanceof FolkloreError && thrown.code === 'WORKER_FAILED';
      if (hasEnded && thread.runner === runner) {
        thread.runner = this.#start();
        await runner.close();
      }
      throw thrown;
    } finally {
      this.#free.push(thread);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ runner }) => runner.close()));
  }

  #start(): ThreadRunner {
    const runner = new ThreadRunner(1, { ...this.#build.plan, spool: this.#settings.spool });
    runner.begin(indexOfMessage(this.#build.index));
    return runner;
  }
}

/** A shard with its answers where the store is mounted here. */
const inStore = (shard: Shard, store: string | undefined): Shard =>
  store === undefined || !('answers' in shard)
    ? shard
    : {
        ...shard,
        answers: shard.answers.map((answer) => ({ ...answer, file: { ...answer.file, directory: store } })),
      };

/** What a worker does, for `work --status`. */
class Status {
  done = 0;
  #underWay = 0;
  #watch = new Stopwatch();
  readonly #settings: WorkerSettings;

  constructor(settings: WorkerSettings) {
    this.#settings = settings;
  }

  begin(): void {
    if (this.done === 0 && this.#underWay === 0) this.#watch = new Stopwatch();
    this.#underWay += 1;
  }

  /** @param done shards that were mapped: 1, or 0 after an error */
  end(done: number): void {
    this.#underWay -= 1;
    this.done += done;
  }

  /** Writes the status; a spool that is gone needs none. */
  async write(refused?: string): Promise<void> {
    const { name, version, spool } = this.#settings;
    const perMinute = this.done === 0 ? 0 : Math.round(this.done / (this.#watch.elapsed / 60_000));
    const facts = { name, program: version, done: this.done, perMinute, underWay: this.#underWay };
    await writeStatus(spool, refused === undefined ? facts : { ...facts, refused }).catch(() => {});
  }
}
