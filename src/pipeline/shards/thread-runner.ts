import { mapInOrder } from '../../base/map-in-order.js';
import { ThreadPool } from '../../base/thread-pool.js';
import { type RecordRef, recordSetOf } from '../../model/records/record.js';
import type { BuildPlan } from '../plan/build-plan.js';
import type { JobInput, JobName, JobOutput } from './jobs.js';
import type { MapperIndex } from './map-shard.js';
import type { Runner } from './runner.js';
import type { Shard } from './shards.js';

const SCRIPT = new URL('./shard-worker.js', import.meta.url);

/** Jobs that a thread has at a time: one that it does, and the next. */
const PER_THREAD = 2;

/** Jobs under way for each thread, those included whose outputs wait for an earlier one. */
const WINDOW_PER_THREAD = 16;

/** Limits of the memory of a thread, in MiB. A thread with higher limits is not faster. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 48 };

/** A job, as a thread is sent it. */
export interface ThreadJob {
  readonly name: JobName;
  readonly input: JobInput<JobName>;
}

/** The mapper's part of the global index, as plain data. */
export type IndexMessage = Omit<MapperIndex, 'withheld' | 'unreadable'> &
  Readonly<Record<'withheld' | 'unreadable', readonly RecordRef[]>>;

/** The mapper's part of an index as plain data. */
const messageOfIndex = ({
  genders,
  ambiguousPeople,
  sharedAddresses,
  unnamedLocations,
  personsProfile,
  withheld,
  unreadable,
}: MapperIndex): IndexMessage => ({
  genders,
  ambiguousPeople,
  sharedAddresses,
  unnamedLocations,
  personsProfile,
  withheld: [...withheld.all()],
  unreadable: [...unreadable.all()],
});

/** The index of a message. */
export const indexOfMessage = ({ withheld, unreadable, ...index }: IndexMessage): MapperIndex => ({
  ...index,
  withheld: recordSetOf(withheld),
  unreadable: recordSetOf(unreadable),
});

/** Does jobs in worker threads. */
export class ThreadRunner implements Runner {
  readonly threads: number;
  readonly #pool: ThreadPool<ThreadJob, JobOutput<JobName>>;

  /** @param script the program of the threads; tests give another one */
  constructor(count: number, plan: BuildPlan, script: URL = SCRIPT) {
    this.threads = count;
    this.#pool = new ThreadPool(script, count, {
      workerData: plan,
      resourceLimits: MEMORY,
      perThread: PER_THREAD,
      nameOf: ({ input }) => nameOf(input),
    });
  }

  begin(index: MapperIndex): void {
    this.#pool.broadcast(messageOfIndex(index));
  }

  async *run<N extends JobName>(name: N, inputs: Iterable<JobInput<N>>): AsyncGenerator<JobOutput<N>> {
    const window = WINDOW_PER_THREAD * this.#pool.size;
    const begin = (input: JobInput<N>) => this.#pool.run({ name, input }) as Promise<JobOutput<N>>;
    for await (const [, output] of mapInOrder(inputs, window, begin)) yield output;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** What a job is about, for error messages: the first record or answer of a shard, or the file. */
function nameOf(input: JobInput<JobName>): string {
  if ('shard' in input) return nameOfShard(input.shard);
  return input.kind === 'dataset' ? `the files of ${input.files.dataset}` : 'a derived file';
}

/** The first record or answer of a shard, for error messages. */
function nameOfShard(shard: Shard): string {
  if ('records' in shard) return `${shard.records[0]?.kind} ${shard.records[0]?.id}`;
  return `${shard.answers[0]?.file.entry.service} ${shard.answers[0]?.request}`;
}
