import type { CheckStates } from '../consistency/checks.js';
import type { DerivedPortion } from '../output/derived/derived-file.js';
import type { ObservedPeople } from '../records/observations.js';
import type { Kind, PublishableRecord } from '../records/record.js';
import type { Counted } from '../release/statistics.js';
import type { Finding } from '../shacl/finding.js';
import type { Names } from './map-shard.js';
import type { SlowRecord } from './profile.js';
import type { ExamplesSeen } from './query-examples.js';
import type { DatasetChunks } from './release-writer.js';

/**
 * What a batch of records comes to: their texts in every file, and what the books of the run must know of them. Plain
 * data, so that it may come from another thread.
 */
export interface ShardOutput {
  /** Records that are met here for the first time: no answer holds them as they are. */
  readonly made: ReadonlyMap<Kind, number>;
  readonly published: ReadonlyMap<Kind, number>;
  /** Records that something was found about, in order. */
  readonly told: readonly RecordFindings[];
  /** Codes that no list knows, record by record. */
  readonly unknownCodes: readonly (readonly [kind: Kind, codes: readonly string[]])[];
  readonly portions: DatasetChunks;
  readonly derived: readonly DerivedPortion[];
  readonly counted: Counted;
  /** What the queries of the release can ask of. */
  readonly examples: ExamplesSeen;
  readonly checks: CheckStates;
  /** How many nodes each shape applied to. */
  readonly shapesMet: ReadonlyMap<string, number>;
  /** People who are recorded in other batches too. */
  readonly observed: readonly ObservedPeople[];
  readonly triples: number;
  /** Records described, whatever became of them. */
  readonly records: number;
  /** Where the time went; absent when nobody asked. */
  readonly times?: { readonly stages: ReadonlyMap<string, number>; readonly slowest: readonly SlowRecord[] };
}

/** A record that something was found about. */
export interface RecordFindings {
  readonly one: PublishableRecord;
  readonly findings: readonly Finding[];
  readonly isPublished: boolean;
  /** What people know it by. */
  readonly names: Names;
}
