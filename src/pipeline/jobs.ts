import { join } from 'node:path';
import { type DatasetFiles, type Dump, writeDataset } from '../output/dataset-writer.js';
import {
  type DerivedFile,
  type StoredDerivedChunk,
  writeDerivedFile,
} from '../output/derived/derived-file.js';
import { DERIVED, tableSettings } from '../output/derived/derived-files.js';
import type { BuildPlan } from '../records/build-plan.js';
import type { CompiledVocabulary } from '../records/compiled-vocabulary.js';
import { type MapperIndex, ShardMapper } from './map-shard.js';
import { asWriteError, placenamesTitle } from './release-writer.js';
import { type ShardOutput, writeShardOutput } from './shard-output.js';
import type { Shard } from './shards.js';

/** A shard, and the file that its output is written to. */
export interface MapJob {
  readonly shard: Shard;
  readonly path: string;
}

/** Files of a release that are written from shard outputs. */
export type WriteJob =
  | { readonly dataset: DatasetFiles }
  | {
      readonly directory: string;
      /** The row of the file in the table of derived files. */
      readonly derived: number;
      readonly chunks: readonly StoredDerivedChunk[];
    };

/** What a job of that name takes and gives. Plain data: bytes of records go through files. */
export interface JobTypes {
  readonly map: { readonly input: MapJob; readonly output: string };
  readonly write: {
    readonly input: WriteJob;
    readonly output: { readonly dumps: readonly Dump[]; readonly derived: readonly DerivedFile[] };
  };
}

export type JobName = keyof JobTypes;
export type JobInput<N extends JobName> = JobTypes[N]['input'];
export type JobOutput<N extends JobName> = JobTypes[N]['output'];

/** The work of a build that any thread can do. */
export class Jobs {
  readonly #plan: BuildPlan;
  readonly #mapper: ShardMapper;
  readonly #vocabulary: CompiledVocabulary;
  #mapping: Promise<unknown> = Promise.resolve();

  constructor(plan: BuildPlan, index: MapperIndex, vocabulary: CompiledVocabulary) {
    this.#plan = plan;
    this.#vocabulary = vocabulary;
    this.#mapper = new ShardMapper(plan, index, vocabulary);
  }

  /**
   * Does a job. Several may be begun at the same time.
   *
   * @throws FolkloreError CONTEXT_TERM, STORE_UNUSABLE, OUTPUT_UNWRITABLE
   */
  async run<N extends JobName>(name: N, input: JobInput<N>): Promise<JobOutput<N>> {
    const job = name === 'map' ? this.#map(input as MapJob) : this.#write(input as WriteJob);
    return (await job) as JobOutput<N>;
  }

  /** Shards are mapped one after another; the output of one is written while the next is mapped. */
  async #map({ shard, path }: MapJob): Promise<string> {
    const mapped: Promise<ShardOutput> = this.#mapping.then(() => this.#mapper.map(shard));
    this.#mapping = mapped.catch(() => undefined);
    const output = await mapped;
    await this.#onDisk(() => writeShardOutput(path, output));
    return path;
  }

  #write(job: WriteJob): Promise<JobOutput<'write'>> {
    const { language } = this.#vocabulary;
    return this.#onDisk(async () => {
      if ('dataset' in job) return { dumps: await writeDataset(job.dataset, language), derived: [] };
      const row = DERIVED[job.derived];
      if (row === undefined) throw new Error(`There is no derived file ${job.derived}.`);
      const settings = tableSettings(language, placenamesTitle(this.#plan));
      return { dumps: [], derived: await writeDerivedFile(row, settings, job.directory, job.chunks) };
    });
  }

  async #onDisk<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (thrown) {
      throw asWriteError(join(this.#plan.out, this.#plan.label), thrown);
    }
  }
}
