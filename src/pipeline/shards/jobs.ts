import { join } from 'node:path';
import { writingInto } from '../../base/disk-errors.js';
import { NEUTRAL_ORGANISATIONS } from '../../model/mapping/organisation.js';
import { mintIris, type Publication } from '../../model/rdf/iris.js';
import { type DatasetFiles, type Dump, writeDataset } from '../../release/dumps/dataset-writer.js';
import { writeFindingAids } from '../../release/finding-aid/ead.js';
import { writeDatabase } from '../../release/tables/database.js';
import { type DerivedChunks, type DerivedFile, writeDerivedFile } from '../../release/tables/derived-file.js';
import { DERIVED, tableSettings } from '../../release/tables/derived-files.js';
import { writeParquet } from '../../release/tables/parquet.js';
import { type BuildPlan, dayOf, placenamesTitle } from '../plan/build-plan.js';
import type { CompiledVocabulary } from '../plan/compiled-vocabulary.js';
import { type MapperIndex, ShardMapper } from './map-shard.js';
import { isWholeOutput, type ShardTimes, writeShardOutput } from './shard-output.js';
import type { Shard } from './shards.js';

/** A shard, and the file that its output is written to. With a spool, an earlier run may have written it. */
export interface MapJob {
  readonly shard: Shard;
  readonly path: string;
}

/** Where the output of a shard is. */
export interface MapResult {
  readonly path: string;
  /** Whether an earlier run has written it into the spool. */
  readonly isReused: boolean;
  /** With `--profile`. */
  readonly times?: ShardTimes;
}

/** Files of a release that are written from shard outputs. */
export type WriteJob =
  | {
      readonly directory: string;
      /** The publication of the database. */
      readonly database: Publication;
      /** The chunks of each derived file. */
      readonly given: readonly DerivedChunks[];
    }
  | {
      readonly directory: string;
      /** The chunks of each derived file. */
      readonly findingAids: readonly DerivedChunks[];
    }
  | { readonly dataset: DatasetFiles }
  | {
      readonly directory: string;
      /** The row of the file in the table of derived files. */
      readonly derived: number;
      readonly given: DerivedChunks;
      /** Whether it is written as Parquet; absent: in the format of its row. */
      readonly isParquet?: boolean;
    };

/** What a job of that name takes and gives. Plain data: bytes of records go through files. */
export interface JobTypes {
  readonly map: { readonly input: MapJob; readonly output: MapResult };
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
  async #map({ shard, path }: MapJob): Promise<MapResult> {
    const isSpooled = this.#plan.spool !== undefined;
    if (isSpooled && (await isWholeOutput(path))) return { path, isReused: true };
    const mapped = this.#mapping.then(() => this.#mapper.map(shard));
    this.#mapping = mapped.catch(() => undefined);
    const { times, ...output } = await mapped;
    await writingInto(join(this.#plan.out, this.#plan.label), () =>
      writeShardOutput(path, output, isSpooled),
    );
    return { path, isReused: false, ...(times === undefined ? {} : { times }) };
  }

  #write(job: WriteJob): Promise<JobOutput<'write'>> {
    const language = { ...this.#vocabulary.language, isContextLinked: this.#plan.context === 'link' };
    return writingInto(join(this.#plan.out, this.#plan.label), async () => {
      if ('dataset' in job) return { dumps: await writeDataset(job.dataset, language), derived: [] };
      if ('database' in job) {
        return { dumps: [], derived: [await writeDatabase(job.database, job.directory, job.given)] };
      }
      if ('findingAids' in job) {
        const { base, label, organisations = NEUTRAL_ORGANISATIONS } = this.#plan;
        const facts = { base, label, issued: dayOf(this.#plan), archive: organisations.archive };
        return { dumps: [], derived: await writeFindingAids(job.directory, job.findingAids, facts) };
      }
      const row = DERIVED[job.derived];
      if (row === undefined) throw new Error(`There is no derived file ${job.derived}.`);
      if (job.isParquet === true) {
        const { base, label } = this.#plan;
        const about = { label, release: mintIris(base).release(row.publication, label) };
        return { dumps: [], derived: await writeParquet(row, job.directory, job.given, about) };
      }
      const settings = tableSettings(language, placenamesTitle(this.#plan));
      return {
        dumps: [],
        derived: await writeDerivedFile(row, settings, job.directory, job.given),
      };
    });
  }
}
