import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnrecoverableError, Worker } from 'bullmq';
import { EXIT, FolkloreError } from '../base/errors.js';
import type { Report } from '../base/events.js';
import { Stopwatch } from '../base/stopwatch.js';
import type { MapResult } from '../pipeline/jobs.js';
import { shardProgram } from '../pipeline/shard-digest.js';
import type { Shard } from '../pipeline/shards.js';
import { indexOfMessage, ThreadRunner } from '../pipeline/thread-runner.js';
import { connectionOf, type QueueAddress } from './connection.js';
import { isInfrastructure, writeFailure } from './job-failure.js';
import type { QueueJob } from './queue-runner.js';
import {
  announcedBuild,
  type FleetBuild,
  queueOf,
  readBuild,
  readShard,
  removeStatus,
  type WorkerStatus,
  writeStatus,
} from './spool-files.js';

/** Settings of a worker. */
export interface WorkerSettings {
  readonly address: QueueAddress;
  readonly spool: string;
  /** Where the store is mounted here; absent: where the planner has it. */
  readonly store?: string | undefined;
  /** Shards that are mapped at a time, each in a thread. */
  readonly threads: number;
  /** Letters, digits, dots, hyphens and underscores. */
  readonly name: string;
  readonly version: string;
  /** The versions of Node's libraries, as in the plan. */
  readonly runtime: string;
}

/** A lock that is not renewed for so long is lost, and another worker takes the job, in milliseconds. */
const LOCK_MS = 15_000;
/** How often workers look for jobs whose worker has ended, in milliseconds. */
const STALLED_MS = 5_000;
/** A job that ends its worker a third time is not given to a fourth. */
const MOST_STALLED = 2;
const LOOK_MS = 500;
/** How often the status is written when nothing happens: 5 seconds. */
const STATUS_LOOKS = 10;

/**
 * Maps shards of the builds that a spool is for, one build after another, until the signal.
 *
 * @throws FolkloreError CONFIG_INVALID when a build is made with another program or other libraries of Node; QUEUE_UNAVAILABLE
 */
export async function work(settings: WorkerSettings, report: Report, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const announced = await announcedBuild(settings.spool);
    const build = announced === undefined ? undefined : await readBuild(settings.spool);
    if (announced === undefined || build === undefined) {
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
      continue;
    }
    const status = new Status(settings);
    const stranger = differenceOf(announced.parts, settings);
    if (stranger !== undefined) {
      await status.write({ refused: stranger });
      throw new FolkloreError(
        'CONFIG_INVALID',
        `This worker cannot map the build in ${settings.spool}: ${stranger}.`,
        {
          hint: 'Install the same version of folklore-ld and of Node on all machines of a fleet.',
          exitCode: EXIT.misuse,
        },
      );
    }
    await workOn(announced.digest, build, settings, { report, signal, status });
  }
}

/** What the build is made with and this worker is not. */
function differenceOf(
  { program, runtime }: Readonly<Record<string, unknown>>,
  ours: WorkerSettings,
): string | undefined {
  if (program !== shardProgram())
    return `it is made with another program than version ${ours.version} that runs here`;
  if (runtime !== ours.runtime)
    return `it is made with Node's libraries ${String(runtime)}, and here are ${ours.runtime}`;
  return undefined;
}

async function workOn(
  digest: string,
  { plan, index }: FleetBuild,
  settings: WorkerSettings,
  {
    report,
    signal,
    status,
  }: { readonly report: Report; readonly signal: AbortSignal; readonly status: Status },
): Promise<void> {
  const { address, spool, store, threads, name } = settings;
  const runner = new ThreadRunner(threads, { ...plan, spool });
  runner.begin(indexOfMessage(index));
  const map = async ({ output, isChecked }: QueueJob): Promise<void> => {
    const shard = inStore(await readShard(spool, output), store);
    const results: AsyncIterable<MapResult> = runner.run('map', [
      { shard, path: join(spool, output), isChecked },
    ]);
    for await (const _ of results) status.count(output);
  };
  const worker = new Worker<QueueJob>(
    queueOf(digest),
    async ({ data }) => {
      status.begin(data.output);
      try {
        await map(data);
      } catch (thrown) {
        status.end(data.output);
        const failure = writeFailure(thrown);
        throw isInfrastructure(thrown) ? new Error(failure) : new UnrecoverableError(failure);
      }
    },
    {
      ...{ connection: connectionOf(address, true), name, concurrency: threads },
      ...{ lockDuration: LOCK_MS, stalledInterval: STALLED_MS, maxStalledCount: MOST_STALLED, drainDelay: 1 },
    },
  );
  // Lost connections are tried again.
  worker.on('error', () => {});
  report({ event: 'started', what: `mapping shards of the build ${digest}` });
  try {
    for (let look = 0; !signal.aborted; look += 1) {
      if (look % STATUS_LOOKS === 0) await status.write();
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
      if ((await announcedBuild(spool))?.digest !== digest) break;
    }
    report({ event: 'finished', what: 'build', detail: `${status.done} shards mapped here` });
  } finally {
    await worker.close();
    await runner.close();
    await status.remove();
  }
}

/** The answers of a shard, where the store is mounted here. */
const inStore = (shard: Shard, store: string | undefined): Shard =>
  store === undefined || !('answers' in shard)
    ? shard
    : {
        ...shard,
        answers: shard.answers.map((answer) => ({ ...answer, file: { ...answer.file, directory: store } })),
      };

/** What a worker has done and does, for `work --status`. */
class Status {
  done = 0;
  readonly #settings: WorkerSettings;
  readonly #doing = new Set<string>();
  #watch = new Stopwatch();

  constructor(settings: WorkerSettings) {
    this.#settings = settings;
  }

  begin(output: string): void {
    if (this.done === 0 && this.#doing.size === 0) this.#watch = new Stopwatch();
    this.#doing.add(output);
  }

  end(output: string): void {
    this.#doing.delete(output);
  }

  count(output: string): void {
    this.end(output);
    this.done += 1;
  }

  /** A spool that is gone needs no status. */
  async write(more: Pick<WorkerStatus, 'refused'> = {}): Promise<void> {
    const { name, version, spool } = this.#settings;
    const minutes = this.#watch.elapsed / 60_000;
    const perMinute = this.done === 0 ? 0 : Math.round(this.done / minutes);
    const doing = [...this.#doing];
    await writeStatus(spool, { name, program: version, done: this.done, perMinute, doing, ...more }).catch(
      () => {},
    );
  }

  async remove(): Promise<void> {
    await removeStatus(this.#settings.spool, this.#settings.name).catch(() => {});
  }
}
