import type { Counted } from '../release/statistics.js';
import type { Finding } from '../shacl/finding.js';
import type { DerivedPortion } from '../sinks/derived/derived-file.js';
import type { AcrossSeen } from './across/across.js';
import type { Names } from './names-of.js';
import type { Observed } from './observations.js';
import type { Slow } from './profile.js';
import type { ExamplesSeen } from './query-examples.js';
import type { DatasetPortions } from './release.js';
import type { Kind, PublishedUnit } from './unit.js';

/**
 * What a batch of records comes to: their texts in every file, and what the books of the run must know of them. Plain
 * data, so that it may come from another thread.
 */
export interface Folio {
  /** Records that are met here for the first time: no answer holds them as they are. */
  readonly made: ReadonlyMap<Kind, number>;
  readonly published: ReadonlyMap<Kind, number>;
  /** Records that something was found about, in order. */
  readonly told: readonly Told[];
  /** Codes that no list knows, record by record. */
  readonly unknownCodes: readonly (readonly [kind: Kind, codes: readonly string[]])[];
  readonly portions: DatasetPortions;
  readonly derived: readonly DerivedPortion[];
  readonly counted: Counted;
  /** What the queries of the release can ask of. */
  readonly examples: ExamplesSeen;
  readonly across: AcrossSeen;
  /** How many nodes each shape applied to. */
  readonly shapesMet: ReadonlyMap<string, number>;
  /** People who are recorded in other batches too. */
  readonly observed: readonly Observed[];
  readonly triples: number;
  /** Records described, whatever became of them. */
  readonly records: number;
  /** Where the time went; absent when nobody asked. */
  readonly times?: { readonly stages: ReadonlyMap<string, number>; readonly slowest: readonly Slow[] };
}

/** A record that something was found about. */
export interface Told {
  readonly one: PublishedUnit;
  readonly findings: readonly Finding[];
  readonly isPublished: boolean;
  /** What people know it by. */
  readonly names: Names;
}
