import { join } from 'node:path';
import { writingInto } from '../../base/disk-errors.js';
import { type DatasetFiles, type Dump, writeDataset } from '../../release/dumps/dataset-writer.js';
import {
  type DerivedChunks,
  type DerivedFile,
  writeDerivedFile,
  writePlainTable,
} from '../../release/tables/derived-file.js';
import { type TableRow, tableRows, tableSettings } from '../../release/tables/derived-files.js';
import { TABLES, type TableName } from '../../release/tables/tables.js';
import {
  type BuildFeatures,
  byFeature,
  derivedRows,
  type FeatureFile,
  filesByFeature,
  type ReleaseRows,
  type StoredRows,
} from '../plan/build-feature.js';
import { type BuildPlan, placenamesTitle } from '../plan/build-plan.js';
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
interface MapResult {
  readonly path: string;
  /** Whether an earlier run has written it into the spool. */
  readonly isReused: boolean;
  /** With `--profile`. */
  readonly times?: ShardTimes;
}

/** Files of a release that are written from shard outputs. */
export type WriteJob =
  | { readonly kind: 'dataset'; readonly files: DatasetFiles }
  | {
      /** A derived file, in the format of its row. */
      readonly kind: 'derived';
      readonly directory: string;
      /** The position of the file in `derivedRows`. */
      readonly row: number;
      readonly chunks: DerivedChunks;
    }
  | {
      readonly kind: 'feature';
      readonly feature: string;
      /** The name of the job of the feature. */
      readonly job: string;
      readonly rows: StoredRows;
    };

/** What a job of that name takes and gives. Plain data: bytes of records go through files. */
interface JobTypes {
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
  readonly #features: BuildFeatures;
  readonly #workOf: { readonly [N in JobName]: (input: JobInput<N>) => Promise<JobOutput<N>> } = {
    map: (job) => this.#map(job),
    write: (job) => this.#write(job),
  };
  #mapping: Promise<unknown> = Promise.resolve();

  constructor(plan: BuildPlan, index: MapperIndex, vocabulary: CompiledVocabulary, features: BuildFeatures) {
    this.#plan = plan;
    this.#vocabulary = vocabulary;
    this.#features = features;
    this.#mapper = new ShardMapper(plan, index, vocabulary, features);
  }

  /**
   * Does a job. Several may be begun at the same time.
   *
   * @throws FolkloreError CONTEXT_TERM, STORE_UNUSABLE, OUTPUT_UNWRITABLE
   */
  run<N extends JobName>(name: N, input: JobInput<N>): Promise<JobOutput<N>> {
    return this.#workOf[name](input);
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
    return writingInto(join(this.#plan.out, this.#plan.label), async () =>
      job.kind === 'dataset'
        ? { dumps: await writeDataset(job.files, this.#language), derived: [] }
        : { dumps: [], derived: await this.#writeDerived(job) },
    );
  }

  async #writeDerived(job: Exclude<WriteJob, { kind: 'dataset' }>): Promise<readonly DerivedFile[]> {
    switch (job.kind) {
      case 'feature': {
        const files = this.#features.get(job.feature)?.rowFiles;
        if (files === undefined) throw new Error(`There is no feature ${job.feature} that writes files.`);
        const write = () => files.write(job.job, this.#plan, releaseRows(job.rows));
        return filesByFeature(job.feature, `writing ${job.job}`, write);
      }
      case 'derived': {
        const settings = tableSettings(this.#language, placenamesTitle(this.#plan));
        const row = this.#derivedRow(job.row);
        const write = () => writeDerivedFile(row, settings, job.directory, job.chunks);
        return row.by === undefined ? write() : byFeature(row.by, `writing ${row.file}`, write);
      }
    }
  }

  #derivedRow(at: number): FeatureFile {
    const row = derivedRows(this.#features)[at];
    if (row === undefined) throw new Error(`There is no derived file ${at}.`);
    return row;
  }

  get #language() {
    return { ...this.#vocabulary.language, isContextLinked: this.#plan.context === 'link' };
  }
}

/** The rows that a job names, and a writer of tables. */
const releaseRows = (stored: StoredRows): ReleaseRows => ({
  ...stored,
  rows: (table) => knownRows(table, stored),
  writeTable: (name, publication, columns, rows, titles) =>
    writePlainTable(stored.directory, { name, publication, columns }, rows, titles),
});

/** The rows of a table, of which a column that the table does not have is an error. */
async function* knownRows(table: TableName, { chunks }: StoredRows): AsyncGenerator<TableRow> {
  const columns = new Set(TABLES[table]?.columns.map(({ name }) => name));
  if (columns.size === 0)
    throw new Error(`there is no table ${table}; there are ${Object.keys(TABLES).join(', ')}`);
  for await (const row of tableRows(table, chunks))
    yield (column) => {
      if (columns.has(column)) return row(column);
      throw new Error(`the table ${table} has no column ${column}; it has ${[...columns].join(', ')}`);
    };
}
