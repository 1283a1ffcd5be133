import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { EXIT, FolkloreError, messageOf } from '../base/errors.js';
import type { Report } from '../base/events.js';
import { mapInOrder } from '../base/map-in-order.js';
import type { JobInput, JobName, JobOutput, MapJob, MapResult } from '../pipeline/jobs.js';
import type { Runner } from '../pipeline/runner.js';
import type { MapperIndex } from '../pipeline/shard-dependencies.js';
import { readEarlierOutput } from '../pipeline/shard-output.js';
import { messageOfIndex, nameOfShard } from '../pipeline/thread-runner.js';
import type { BuildPlan } from '../records/build-plan.js';
import { connectionOf, type QueueAddress } from './connection.js';
import { type JobFailure, readFailure } from './job-failure.js';
import { announcedBuild, queueOf, removeShard, workersIn, writeBuild, writeShard } from './spool-files.js';

/** A job in Redis: names of files of the spool, no record. */
export interface QueueJob {
  /** The file of the output. */
  readonly output: string;
  readonly isChecked: boolean;
}

/** Settings of a fleet, as its planner has them. */
export interface FleetSettings {
  readonly address: QueueAddress;
  readonly spool: string;
  /** Whether this process maps shards too, the last in order, which no worker has begun. */
  readonly isLocalToo: boolean;
  /** How long the planner waits for Redis, in milliseconds; 10 minutes unless given. */
  readonly patienceMs?: number;
}

/** Jobs in the queue at a time. */
const WINDOW = 256;
/** Attempts of a job that fails because of a file system or of Redis. */
const ATTEMPTS = 3;
/** The first pause before another attempt, in milliseconds; each further one is twice as long. */
const BACKOFF_MS = 1000;
const POLL_MS = 200;
const PATIENCE_MS = 10 * 60_000;
/** Polls after which the planner says that no worker takes jobs: 30 seconds. */
const SILENT_POLLS = 150;

interface Pending {
  readonly input: MapJob;
  readonly name: string;
  readonly resolve: (result: MapResult) => void;
  readonly reject: (thrown: unknown) => void;
  isTakenHere: boolean;
  /** Outputs of it that were not whole. */
  damaged: number;
}

/**
 * Maps shards in processes that take jobs from a queue in Redis; other jobs are done here. An output counts when its file
 * is in the spool and whole, whatever Redis says: jobs that Redis has lost are added again, and one that is done twice
 * gives the same file.
 */
export class QueueRunner implements Runner {
  readonly #local: Runner;
  readonly #plan: BuildPlan;
  readonly #settings: FleetSettings;
  readonly #report: Report;
  readonly #pending = new Map<string, Pending>();
  #queue: Queue<QueueJob> | undefined;
  #index: MapperIndex | undefined;
  #isClosed = false;
  #done = 0;

  constructor(local: Runner, plan: BuildPlan, settings: FleetSettings, report: Report) {
    this.#local = local;
    this.#plan = plan;
    this.#settings = settings;
    this.#report = report;
  }

  get threads(): number {
    return this.#local.threads;
  }

  begin(index: MapperIndex): void {
    this.#index = index;
    this.#local.begin(index);
  }

  async *run<N extends JobName>(name: N, inputs: Iterable<JobInput<N>>): AsyncGenerator<JobOutput<N>> {
    if (name !== 'map') {
      yield* this.#local.run(name, inputs);
      return;
    }
    this.#queue ??= await this.#open();
    const map = (input: JobInput<N>): Promise<MapResult> => this.#map(input as MapJob);
    for await (const [, output] of mapInOrder(inputs, WINDOW, map)) yield output as JobOutput<N>;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#pending.values()) reject(new Error('The fleet is closed.'));
    this.#pending.clear();
    const queue = this.#queue;
    this.#queue = undefined;
    // Jobs that no worker has begun are of no use any more. Without Redis they are removed by nobody, and do no harm.
    await queue?.obliterate({ force: true }).catch(() => {});
    await queue?.close().catch(() => {});
    await this.#local.close();
  }

  /** @throws FolkloreError QUEUE_UNAVAILABLE */
  async #open(): Promise<Queue<QueueJob>> {
    const { address, spool, isLocalToo } = this.#settings;
    const index = this.#index;
    const announced = await announcedBuild(spool);
    if (announced === undefined || index === undefined)
      throw new Error('A fleet must begin before its first job.');
    await writeBuild(spool, { plan: this.#plan, index: messageOfIndex(index) });
    const queue = new Queue<QueueJob>(queueOf(announced.digest), {
      connection: connectionOf(address, false),
      defaultJobOptions: {
        attempts: ATTEMPTS,
        backoff: { type: 'exponential', delay: BACKOFF_MS },
        removeOnComplete: true,
      },
    });
    try {
      await ready(queue, address);
      // Jobs of a planner that was killed: those with an output are done, and the others are added again.
      await queue.obliterate({ force: true });
    } catch (thrown) {
      if (!isLocalToo) throw thrown;
    }
    void this.#watch(queue);
    if (isLocalToo) for (let thread = 0; thread < this.#local.threads; thread += 1) void this.#mapHere(queue);
    return queue;
  }

  async #map(input: MapJob): Promise<MapResult> {
    const name = basename(input.path);
    await writeShard(this.#settings.spool, name, input.shard);
    const mapped = new Promise<MapResult>((resolve, reject) => {
      this.#pending.set(name, { input, name, resolve, reject, isTakenHere: false, damaged: 0 });
    });
    await this.#add(name, input).catch(() => {});
    const result = await mapped;
    await removeShard(this.#settings.spool, name);
    return result;
  }

  /** A job of the same id that is there already stays as it is. */
  async #add(name: string, { isChecked = false }: MapJob): Promise<void> {
    await this.#queue?.add('map', { output: name, isChecked }, { jobId: name });
  }

  /** Looks for outputs and failures until the runner is closed. */
  async #watch(queue: Queue<QueueJob>): Promise<void> {
    let [silent, waitedMs, seen] = [0, 0, 0];
    while (!this.#isClosed) {
      await sleep(POLL_MS, undefined, { ref: false });
      try {
        for (const one of [...this.#pending.values()]) if (!one.isTakenHere) await this.#look(queue, one);
        waitedMs = 0;
      } catch (thrown) {
        waitedMs += POLL_MS;
        if (waitedMs >= (this.#settings.patienceMs ?? PATIENCE_MS) && !this.#settings.isLocalToo)
          this.#fail(unavailable(this.#settings.address.url, messageOf(thrown)));
      }
      silent = this.#done > seen || this.#pending.size === 0 ? 0 : silent + 1;
      seen = this.#done;
      if (silent > 0 && silent % SILENT_POLLS === 0) await this.#reportSilence();
    }
  }

  /** @throws the error of a connection */
  async #look(queue: Queue<QueueJob>, one: Pending): Promise<void> {
    const job = await queue.getJob(one.name);
    const state = job === undefined ? 'gone' : await job.getState();
    if (state === 'failed') {
      this.#settle(one, () => one.reject(failureOf(one.input, readFailure(job?.failedReason ?? ''))));
      return;
    }
    // A completed job is removed, and so is every job when Redis is emptied.
    if (state !== 'gone' && state !== 'unknown' && state !== 'completed') return;
    if ((await readEarlierOutput(one.input.path)) !== undefined) {
      this.#settle(one, () => one.resolve({ path: one.input.path, isReused: false }));
      return;
    }
    one.damaged += 1;
    if (one.damaged > MOST_DAMAGED) {
      this.#settle(one, () => one.reject(failureOf(one.input, { message: 'its output was never whole' })));
      return;
    }
    await this.#add(one.name, one.input);
  }

  /** Maps shards that no worker has begun, the last first. */
  async #mapHere(queue: Queue<QueueJob>): Promise<void> {
    while (!this.#isClosed) {
      const one = [...this.#pending.values()].reverse().find(({ isTakenHere }) => !isTakenHere);
      if (one === undefined || !(await this.#take(queue, one))) {
        await sleep(POLL_MS, undefined, { ref: false });
        continue;
      }
      try {
        for await (const result of this.#local.run('map', [one.input]))
          this.#settle(one, () => one.resolve(result));
      } catch (thrown) {
        this.#settle(one, () => one.reject(thrown));
      }
    }
  }

  /** Whether a shard is this process's: no worker has begun it, or the queue cannot be reached. */
  async #take(queue: Queue<QueueJob>, one: Pending): Promise<boolean> {
    if (one.isTakenHere) return false;
    one.isTakenHere = true;
    const removed = await queue.remove(one.name).catch(() => 1);
    if (removed !== 1) one.isTakenHere = false;
    return removed === 1;
  }

  #settle(one: Pending, how: () => void): void {
    if (!this.#pending.delete(one.name)) return;
    this.#done += 1;
    how();
  }

  #fail(thrown: unknown): void {
    for (const { reject } of this.#pending.values()) reject(thrown);
    this.#pending.clear();
  }

  async #reportSilence(): Promise<void> {
    const workers = await workersIn(this.#settings.spool);
    const message =
      workers.length === 0
        ? `no worker has taken a shard for 30 s; start some with \`folklore-ld work --spool ${this.#settings.spool}\``
        : `no shard was mapped for 30 s; workers: ${workers.map(({ status }) => nameOfWorker(status)).join(', ')}`;
    this.#report({ event: 'note', message });
  }
}

/** Outputs of one shard that may be damaged or missing before the build ends. */
const MOST_DAMAGED = 3;

const nameOfWorker = ({ name, refused }: { readonly name: string; readonly refused?: string }): string =>
  refused === undefined ? name : `${name} (refused: ${refused})`;

function failureOf({ shard, path }: MapJob, { message, own }: JobFailure): FolkloreError {
  if (own !== undefined) return new FolkloreError(own.code, message, own);
  return new FolkloreError(
    'WORKER_FAILED',
    `A shard could not be mapped (${nameOfShard(shard)}): ${message}.`,
    {
      hint: `Everything else is kept in the spool. Run the same command again with --workers 1 and without --queue to see the cause. Output: ${join(path)}`,
      exitCode: EXIT.fault,
    },
  );
}

/**
 * Waits for the connection of a queue.
 *
 * @throws FolkloreError QUEUE_UNAVAILABLE after 5 seconds; the queue is closed then
 */
export async function ready(queue: Queue, { url }: QueueAddress): Promise<void> {
  // A lost connection is seen by the commands that fail.
  let last: unknown = new Error('no answer within 5 seconds');
  queue.on('error', (thrown) => {
    last = thrown;
  });
  const isReady = queue.waitUntilReady().then(
    () => true,
    () => false,
  );
  const isLate = sleep(READY_MS, false, { ref: false });
  if (await Promise.race([isReady, isLate])) return;
  await queue.close().catch(() => {});
  throw unavailable(url, messageOf(last));
}

const READY_MS = 5000;

const unavailable = (url: string, why: string): FolkloreError =>
  new FolkloreError('QUEUE_UNAVAILABLE', `The queue ${url} cannot be reached: ${why}.`, {
    hint: 'Is Redis running there, and is FOLKLORE_LD_QUEUE_PASSWORD set? What is mapped stays in the spool; `--workers local+queue` goes on without the queue.',
    exitCode: EXIT.unavailable,
  });
