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
 * The result of mapping a shard: serialised records for every file, and what the build report and the consistency checks
 * need of them. Plain data, so that it can cross a thread boundary.
 */
export interface ShardOutput {
  /** Records that no answer holds as they are, by kind. */
  readonly generated: ReadonlyMap<Kind, number>;
  readonly published: ReadonlyMap<Kind, number>;
  /** Records with findings, in the order of mapping. */
  readonly findings: readonly RecordFindings[];
  /** Codes that are in no list, record by record. */
  readonly unknownCodes: readonly (readonly [kind: Kind, codes: readonly string[]])[];
  readonly chunks: DatasetChunks;
  readonly derived: readonly DerivedPortion[];
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

/** A record and what was found about it. */
export interface RecordFindings {
  readonly one: PublishableRecord;
  readonly findings: readonly Finding[];
  readonly isPublished: boolean;
  /** Its label and page. */
  readonly names: Names;
}
