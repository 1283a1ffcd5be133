import { mapInOrder } from '../base/map-in-order.js';
import type { BuildPlan } from '../records/build-plan.js';
import type { CompiledVocabulary } from '../records/compiled-vocabulary.js';
import { type MapperIndex, ShardMapper } from './map-shard.js';
import type { ShardOutput } from './shard-output.js';
import { type Shard, shardSize } from './shards.js';

/**
 * Batches that are under way at the same time, whoever works on them. It is the same for one worker and for many, so
 * that what follows from a batch follows at the same place.
 */
const AHEAD = 8;

/** Records under way at the same time, about: some answers are very large. */
const MOST_UNITS = 4000;

/** Whoever makes folios of batches. */
export interface Runner {
  /** What has to be known of the whole harvest, before anything is asked for. */
  useIndex(index: MapperIndex): void;
  /** Several may be asked for at the same time. */
  run(batch: Shard): Promise<ShardOutput>;
  /** Takes back the memory of a folio's texts, once it has been filed. */
  releaseMemory(memory: readonly Uint8Array[]): void;
  /** Lets go of everything, finished or not. */
  close(): Promise<void>;
}

/** One scribe, in this thread. */
export class InlineRunner implements Runner {
  readonly #plan: BuildPlan;
  readonly #vocabulary: CompiledVocabulary;
  #mapper: ShardMapper | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(plan: BuildPlan, vocabulary: CompiledVocabulary) {
    this.#plan = plan;
    this.#vocabulary = vocabulary;
  }

  useIndex(index: MapperIndex): void {
    this.#mapper = new ShardMapper(this.#plan, index, this.#vocabulary);
  }

  run(batch: Shard): Promise<ShardOutput> {
    const mapper = this.#mapper;
    if (mapper === undefined) throw new Error('A scribe must know the harvest before it writes.');
    const output = this.#turn.then(() => mapper.map(batch));
    this.#turn = output.catch(() => undefined);
    return output;
  }

  releaseMemory(memory: readonly Uint8Array[]): void {
    this.#mapper?.releaseMemory(memory);
  }

  async close(): Promise<void> {}
}

/**
 * Folios in the order of their batches.
 *
 * @param batches asked for the next one once everything that was yielded has been dealt with
 */
export async function* runInOrder(runner: Runner, batches: Iterable<Shard>): AsyncGenerator<ShardOutput> {
  const load = { of: shardSize, most: MOST_UNITS };
  for await (const [, output] of mapInOrder(batches, AHEAD, (batch) => runner.run(batch), load)) yield output;
}
