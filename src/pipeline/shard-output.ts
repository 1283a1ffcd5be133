import type { CheckStates } from '../consistency/checks.js';
import { type DatasetChunk, type StoredChunk, storeChunk } from '../output/dataset-chunk.js';
import type { DerivedChunk, StoredDerivedChunk } from '../output/derived/derived-file.js';
import { PartsFileWriter, readSummary } from '../output/parts-file.js';
import type { Dataset } from '../records/datasets.js';
import type { ObservedPeople } from '../records/observations.js';
import type { Kind, PublishableRecord } from '../records/record.js';
import type { Counted } from '../release/statistics.js';
import type { Finding } from '../shacl/finding.js';
import type { Names } from './map-shard.js';
import type { SlowRecord } from './profile.js';
import type { ExamplesSeen } from './query-examples.js';

/** What the build report and the consistency checks need of a mapped shard. Plain data. */
export interface ShardSummary {
  /** Records that no answer holds as they are, by kind. */
  readonly generated: ReadonlyMap<Kind, number>;
  readonly published: ReadonlyMap<Kind, number>;
  /** Records with findings, in the order of mapping. */
  readonly findings: readonly RecordFindings[];
  /** Codes that are in no list, record by record. */
  readonly unknownCodes: readonly (readonly [kind: Kind, codes: readonly string[]])[];
  readonly counted: Counted;
  /** Records that the queries of the release can ask about. */
  readonly examples: ExamplesSeen;
  readonly checkStates: CheckStates;
  /** Nodes that each shape applied to. */
  readonly shapesMet: ReadonlyMap<string, number>;
  /** People who are recorded in other answers too: they are mapped in a second round. */
  readonly observed: readonly ObservedPeople[];
  readonly triples: number;
  /** Records mapped, published or not. */
  readonly records: number;
  /** Time per stage; absent without `--profile`. */
  readonly times?: { readonly stages: ReadonlyMap<string, number>; readonly slowest: readonly SlowRecord[] };
}

/** The result of mapping a shard: a summary, and the serialised records for every file. */
export interface ShardOutput extends ShardSummary {
  readonly chunks: ReadonlyMap<Dataset, DatasetChunk>;
  /** In the order of the table of derived files. */
  readonly derived: readonly DerivedChunk[];
}

/** A shard output whose bytes are in a file. Plain data. */
export interface StoredShardOutput extends ShardSummary {
  readonly chunks: ReadonlyMap<Dataset, StoredChunk>;
  readonly derived: readonly StoredDerivedChunk[];
}

/** A record and what was found about it. */
export interface RecordFindings {
  readonly one: PublishableRecord;
  readonly findings: readonly Finding[];
  readonly isPublished: boolean;
  /** Its label and page. */
  readonly names: Names;
}

/**
 * Writes a shard output to a file of its own.
 *
 * @throws the error of the file system
 */
export async function writeShardOutput(path: string, output: ShardOutput): Promise<void> {
  const file = new PartsFileWriter(path);
  const stored: StoredShardOutput = {
    ...output,
    chunks: new Map([...output.chunks].map(([dataset, chunk]) => [dataset, storeChunk(chunk, file)])),
    derived: output.derived.map((chunk) => ({ ...chunk, text: file.add(chunk.text) })),
  };
  await file.write(stored);
}

/**
 * Reads what {@link writeShardOutput} has written, but for the bytes of the records.
 *
 * @throws Error when the file is damaged; the error of the file system
 */
export const readShardOutput = async (path: string): Promise<StoredShardOutput> =>
  (await readSummary(path)) as StoredShardOutput;
