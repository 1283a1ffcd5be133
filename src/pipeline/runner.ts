import { mapInOrder } from '../base/map-in-order.js';
import type { BuildPlan } from '../records/build-plan.js';
import type { CompiledVocabulary } from '../records/compiled-vocabulary.js';
import { type MapperIndex, ShardMapper } from './map-shard.js';
import type { ShardOutput } from './shard-output.js';
import type { Shard } from './shards.js';

/** Maps shards, in this thread or elsewhere. The outputs do not depend on the runner. */
export interface Runner {
  /**
   * Maps shards, several at the same time if the runner can.
   *
   * @returns their outputs, in the order of the shards
   * @throws FolkloreError CONTEXT_TERM, STORE_UNUSABLE, WORKER_FAILED
   */
  run(index: MapperIndex, shards: Iterable<Shard>): AsyncIterable<ShardOutput>;
  /** Ends the threads of the runner, finished or not. */
  close(): Promise<void>;
}

/** Shards under way: while the files of one are written, the next is mapped. */
const UNDER_WAY = 2;

/** Maps shards one after another in this thread. */
export class InlineRunner implements Runner {
  readonly #plan: BuildPlan;
  readonly #vocabulary: CompiledVocabulary;

  constructor(plan: BuildPlan, vocabulary: CompiledVocabulary) {
    this.#plan = plan;
    this.#vocabulary = vocabulary;
  }

  async *run(index: MapperIndex, shards: Iterable<Shard>): AsyncGenerator<ShardOutput> {
    const mapper = new ShardMapper(this.#plan, index, this.#vocabulary);
    let last: Promise<unknown> = Promise.resolve();
    const map = (shard: Shard): Promise<ShardOutput> => {
      const output = last.then(() => mapper.map(shard));
      last = output.catch(() => undefined);
      return output;
    };
    for await (const [, output] of mapInOrder(shards, UNDER_WAY, map)) yield output;
  }

  async close(): Promise<void> {}
}
