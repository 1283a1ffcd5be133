import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FolkloreError, messageOf, unpackError } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { exists } from '../../base/files.js';
import { mapInOrder } from '../../base/map-in-order.js';
import { Stopwatch } from '../../base/stopwatch.js';
import type { BuildPlan } from '../../pipeline/plan/build-plan.js';
import type { JobInput, JobName, JobOutput, MapJob, MapResult } from '../../pipeline/shards/jobs.js';
import type { MapperIndex } from '../../pipeline/shards/map-shard.js';
import type { Runner } from '../../pipeline/shards/runner.js';
import { isWholeOutput } from '../../pipeline/shards/shard-output.js';
import { messageOfIndex, nameOfShard } from '../../pipeline/shards/thread-runner.js';
import { PlannerQueue } from './queue.js';
import type { QueueAddress } from './queue-address.js';
import {
  announcedBuild,
  readFailure,
  removeShard,
  workersIn,
  writeBuild,
  writeShard,
} from './spool-files.js';

/** Settings of a fleet, as its planner has them. */
interface FleetSettings {
  readonly address: QueueAddress;
  readonly spool: string;
  /** Whether this process maps shards too: the last in order that no worker has begun. */
  readonly isLocalToo: boolean;
  /** How long the planner waits for Redis, in milliseconds; 10 minutes unless given. */
  readonly patienceMs?: number;
}

/** Jobs in the queue at a time. */
const WINDOW = 256;
const POLL_MS = 200;
const PATIENCE_MS = 10 * 60_000;
/** Time between two looks at the workers, and polls without a finished shard before a warning. */
const REVIEW_POLLS = 10;
const SILENT_POLLS = 150;
/** Damaged outputs of one shard that end the build. */
const MOST_DAMAGED = 4;

interface Pending {
  readonly input: MapJob;
  readonly name: string;
  readonly resolve: (result: MapResult) => void;
  readonly reject: (thrown: unknown) => void;
  /** Whether this process maps it. */
  isHere: boolean;
  /** Outputs of it that were not whole. */
  damaged: number;
}

/**
 * Maps shards in processes that take jobs from a queue in Redis; other jobs are done here. An output counts when its file
 * is in the spool and whole, whatever Redis answers: jobs that Redis has lost are added again, and a job that is done
 * twice gives the same file.
 */
export class QueueRunner implements Runner {
  readonly #local: Runner;
  readonly #plan: BuildPlan;
  readonly #settings: FleetSettings;
  readonly #report: Report;
  readonly #pending = new Map<string, Pending>();
  readonly #closing = new AbortController();
  readonly #tasks: Promise<void>[] = [];
  #queue: PlannerQueue | undefined;
  #index: MapperIndex | undefined;
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
    const queue = this.#queue ?? (await this.#open());
    const map = (input: JobInput<N>): Promise<MapResult> => this.#map(queue, input as MapJob);
    for await (const [, output] of mapInOrder(inputs, WINDOW, map)) yield output as JobOutput<N>;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const { reject } of this.#pending.values()) reject(new Error('The fleet is closed.'));
    this.#pending.clear();
    const queue = this.#queue;
    this.#queue = undefined;
    // Jobs that stay in Redis because it cannot be reached do no harm: a worker finds their outputs, or no spool.
    await queue?.clear().catch(() => {});
    await queue?.close();
    await this.#local.close();
    await Promise.all(this.#tasks);
  }

  /** @throws FolkloreError QUEUE_UNAVAILABLE */
  async #open(): Promise<PlannerQueue> {
    const { address, spool, isLocalToo } = this.#settings;
    const index = this.#index;
    const announced = await announcedBuild(spool);
    if (announced === undefined || index === undefined)
      throw new Error('A fleet must begin before its first job.');
    await writeBuild(spool, { plan: this.#plan, index: messageOfIndex(index) });
    const queue = new PlannerQueue(address, announced.digest);
    this.#queue = queue;
    try {
      await queue.open();
      // A planner that was killed has left jobs. What they have made is in the spool.
      await queue.clear();
    } catch (thrown) {
      if (!isLocalToo) throw thrown;
      this.#note(`${messageOf(thrown)} Shards are mapped here`);
    }
    this.#tasks.push(this.#watch(queue));
    if (isLocalToo)
      for (let thread = 0; thread < this.#local.threads; thread += 1) this.#tasks.push(this.#mapHere(queue));
    return queue;
  }

  async #map(queue: PlannerQueue, input: MapJob): Promise<MapResult> {
    const name = basename(input.path);
    // The names of outputs hold the digest of what the build is made from: this output is what would be made now.
    if (await isWholeOutput(input.path)) return { path: input.path, isReused: true };
    await writeShard(this.#settings.spool, name, input.shard);
    const mapped = new Promise<MapResult>((resolve, reject) => {
      this.#pending.set(name, { input, name, resolve, reject, isHere: false, damaged: 0 });
    });
    mapped.catch(() => {});
    // A job that could not be added is added by the watch.
    await queue.add(name).catch(() => {});
    const result = await mapped;
    await removeShard(this.#settings.spool, name);
    return result;
  }

  /** Looks for outputs, failures and workers until the runner is closed. */
  async #watch(queue: PlannerQueue): Promise<void> {
    let [silent, seen] = [0, 0];
    let lost: Stopwatch | undefined;
    const known = new Map<string, string>();
    for (let poll = 1; await this.#pause(); poll += 1) {
      try {
        await this.#look(queue);
        if (lost !== undefined) this.#note('the queue answers again');
        lost = undefined;
      } catch (thrown) {
        if (lost === undefined) this.#note(`${messageOf(thrown)} Trying again`);
        lost ??= new Stopwatch();
        const isOver = lost.elapsed >= (this.#settings.patienceMs ?? PATIENCE_MS);
        if (isOver && !this.#settings.isLocalToo) this.#fail(thrown);
      }
      if (poll % REVIEW_POLLS === 0) await this.#reviewWorkers(known);
      silent = this.#done > seen || this.#pending.size === 0 ? 0 : silent + 1;
      seen = this.#done;
      if (silent > 0 && silent % SILENT_POLLS === 0) this.#noteSilence(known);
    }
  }

  /** @returns false when the runner is closed */
  async #pause(): Promise<boolean> {
    const { signal } = this.#closing;
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
    return !signal.aborted;
  }

  /** @throws FolkloreError QUEUE_UNAVAILABLE */
  async #look(queue: PlannerQueue): Promise<void> {
    const elsewhere = [...this.#pending.values()].filter(({ isHere }) => !isHere);
    const states = await queue.states(elsewhere.map(({ name }) => name));
    for (const [at, pending] of elsewhere.entries()) {
      const state = states[at];
      if (state === 'failed') {
        const failure = await this.#failureOf(queue, pending);
        this.#settle(pending, () => pending.reject(failure));
      } else if (state === 'unknown' || state === 'completed') await this.#takeOutput(queue, pending);
    }
  }

  /** Takes the output of a job that is not in the queue: it is done, or Redis has lost it. */
  async #takeOutput(queue: PlannerQueue, pending: Pending): Promise<void> {
    const { input, name, resolve, reject } = pending;
    if (await isWholeOutput(input.path)) {
      this.#settle(pending, () => resolve({ path: input.path, isReused: false }));
      return;
    }
    if (await exists(input.path)) pending.damaged += 1;
    if (pending.damaged >= MOST_DAMAGED)
      this.#settle(pending, () => reject(failureOf(input, `each of ${MOST_DAMAGED} outputs was damaged`)));
    else if (this.#pending.has(name) && !pending.isHere) await queue.add(name);
  }

  /** @throws FolkloreError QUEUE_UNAVAILABLE */
  async #failureOf(queue: PlannerQueue, { name, input }: Pending): Promise<Error> {
    const packed = await readFailure(this.#settings.spool, name);
    if (packed?.own !== undefined) return unpackError(packed);
    if (packed !== undefined) return failureOf(input, packed.message);
    const reason = await queue.failureOf(name);
    return failureOf(input, reason.includes('stalled') ? 'it has ended its worker three times' : reason);
  }

  /** Maps shards that no worker has begun, the last first. */
  async #mapHere(queue: PlannerQueue): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const pending = await this.#takeLast(queue);
      if (pending === undefined) {
        await this.#pause();
        continue;
      }
      try {
        for await (const result of this.#local.run('map', [pending.input]))
          this.#settle(pending, () => pending.resolve(result));
      } catch (thrown) {
        this.#settle(pending, () => pending.reject(thrown));
      }
    }
  }

  /** The last pending shard that no worker has begun; without the queue, the last one. */
  async #takeLast(queue: PlannerQueue): Promise<Pending | undefined> {
    for (const pending of [...this.#pending.values()].reverse()) {
      if (pending.isHere || !this.#pending.has(pending.name)) continue;
      pending.isHere = true;
      if (await queue.remove(pending.name).catch(() => true)) return pending;
      pending.isHere = false;
    }
    return undefined;
  }

  #settle({ name }: Pending, how: () => void): void {
    if (!this.#pending.delete(name)) return;
    this.#done += 1;
    how();
  }

  #fail(thrown: unknown): void {
    for (const { reject } of this.#pending.values()) reject(thrown);
    this.#pending.clear();
  }

  /** Reports workers that are new, and those that refuse the build. */
  async #reviewWorkers(known: Map<string, string>): Promise<void> {
    for (const { status } of await workersIn(this.#settings.spool)) {
      const { name, refused } = status;
      const state = refused === undefined ? 'maps shards' : `takes no shards: ${refused}`;
      if (known.get(name) !== state) this.#note(`the worker ${name} ${state}`);
      known.set(name, state);
    }
  }

  #noteSilence(known: ReadonlyMap<string, string>): void {
    const { spool } = this.#settings;
    this.#note(
      known.size === 0
        ? `no worker has taken a shard for 30 s; start one with \`folklore-ld work --queue … --spool ${spool}\``
        : `no shard was finished for 30 s; workers: ${[...known.keys()].join(', ')}`,
    );
  }

  #note(message: string): void {
    this.#report({ event: 'note', message });
  }
}

const failureOf = ({ shard, path }: MapJob, reason: string): FolkloreError =>
  new FolkloreError('WORKER_FAILED', `A shard could not be mapped (${nameOfShard(shard)}): ${reason}.`, {
    hint: `The other outputs are kept in the spool. Run the build without --queue and with --workers 1 to see the cause. The shard is ${basename(path)}.`,
  });
