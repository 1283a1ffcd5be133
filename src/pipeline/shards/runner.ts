import { mapInOrder } from '../../base/map-in-order.js';
import type { BuildFeatures } from '../plan/build-feature.js';
import type { BuildPlan } from '../plan/build-plan.js';
import type { CompiledVocabulary } from '../plan/compiled-vocabulary.js';
import { type JobInput, type JobName, type JobOutput, Jobs } from './jobs.js';
import type { MapperIndex } from './map-shard.js';

/** Does the jobs of a build, in this thread or in others. The bytes of a release do not depend on the runner. */
export interface Runner {
  /** Threads that do jobs. */
  readonly threads: number;
  /** Gives the index to map with, before the first job. */
  begin(index: MapperIndex): void;
  /**
   * Does jobs, several at the same time if the runner can.
   *
   * @returns their outputs, in the order of the inputs
   * @throws FolkloreError CONTEXT_TERM, STORE_UNUSABLE, OUTPUT_UNWRITABLE, WORKER_FAILED
   */
  run<N extends JobName>(name: N, inputs: Iterable<JobInput<N>>): AsyncIterable<JobOutput<N>>;
  /** Ends all jobs: when it resolves, none of them writes a file any more. */
  close(): Promise<void>;
}

/** Jobs under way: while the disk takes what one has written, another goes on. */
const UNDER_WAY = 3;

/** Does jobs in this thread. */
export class InlineRunner implements Runner {
  readonly threads = 1;
  readonly #plan: BuildPlan;
  readonly #vocabulary: CompiledVocabulary;
  readonly #features: BuildFeatures;
  #jobs: Jobs | undefined;
  readonly #running = new Set<Promise<unknown>>();

  constructor(plan: BuildPlan, vocabulary: CompiledVocabulary, features: BuildFeatures) {
    this.#plan = plan;
    this.#vocabulary = vocabulary;
    this.#features = features;
  }

  begin(index: MapperIndex): void {
    this.#jobs = new Jobs(this.#plan, index, this.#vocabulary, this.#features);
  }

  async *run<N extends JobName>(name: N, inputs: Iterable<JobInput<N>>): AsyncGenerator<JobOutput<N>> {
    const jobs = this.#jobs;
    if (jobs === undefined) throw new Error('A runner must begin before its first job.');
    const begin = (input: JobInput<N>): Promise<JobOutput<N>> => {
      const job = jobs.run(name, input);
      this.#running.add(job);
      const remove = (): boolean => this.#running.delete(job);
      job.then(remove, remove);
      return job;
    };
    for await (const [, output] of mapInOrder(inputs, UNDER_WAY, begin)) yield output;
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}
