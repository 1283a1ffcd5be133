import { writingInto } from '../../base/disk-errors.js';
import { FolkloreError } from '../../base/errors.js';
import type { Compression } from '../../model/rdf/formats/format.js';
import type { Publication } from '../../model/rdf/iris.js';
import type { DeltaFile } from '../description/facts.js';
import type { GraphLayoutOf } from './comparison.js';
import { Comparison, datasetsOf, type Releases } from './comparison.js';
import { DeltaFiles } from './delta-files.js';
import { type Difference, differenceOf, type KindOfChange, type Known } from './difference.js';
import { asText, ntriplesOf } from './sorted-release.js';
import { suppressedOf } from './suppressed-list.js';
import { suppressedBetween } from './suppression.js';

/** Two releases to compare. */
interface ComparisonOrder {
  /** The folder of the earlier release. */
  readonly previous: string;
  /** The folder of the later release, whose N-Triples must be complete. */
  readonly current: string;
  readonly placeOf: GraphLayoutOf;
  /** Whether a record or a node, by its IRI, is withheld or may be withheld now; none unless given. */
  readonly isSuppressed?: (iri: string) => boolean;
  /** Whether a property that a subject has lost was or may have been withheld; none unless given. */
  readonly isSuppressedProperty?: (subject: string, property: string) => boolean;
  /** Given the bytes read; what it throws ends the comparison. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A delta to write. */
export interface DeltaOrder extends ComparisonOrder {
  /** The folder `delta` of the later release, which is made unless it exists. */
  readonly out: string;
  /** gzip unless given. */
  readonly compression?: Compression;
}

/** The change of a record. */
interface Change {
  readonly record: string;
  readonly change: KindOfChange;
}

/** The difference of one dataset in numbers. */
export interface DatasetDelta {
  readonly dataset: string;
  readonly publication: Publication;
  /** Each record counts for one kind of change. */
  readonly records: Readonly<Record<'before' | 'after' | KindOfChange, number>>;
  /**
   * `before - forgotten - removed + added` is `after`; forgotten are triples about suppressed records. Unchanged values of a
   * property that is removed count as removed and added.
   */
  readonly triples: Readonly<Record<'before' | 'after' | 'forgotten' | 'removed' | 'added', number>>;
}

/** The difference between two releases, in numbers. */
export interface DeltaResult {
  /** Of both releases, by name. */
  readonly datasets: readonly DatasetDelta[];
  /** Records, each counted once, in however many datasets it is. */
  readonly records: Readonly<Record<KindOfChange, number>>;
  /** The first that differ, in the order of records. */
  readonly first: readonly Change[];
  /** Everything announced as suppressed, by earlier releases too: IRIs, and properties of subjects. */
  readonly suppressed: ReadonlySet<string>;
  /** Those of the publications; none when releases are only compared. */
  readonly files: readonly DeltaFile[];
}

/** Changes that fit on a screen. */
const FIRST = 20;

/**
 * Compares two releases, in flat memory: one record of each, and the list of what is suppressed.
 *
 * @throws FolkloreError FILE_UNREADABLE when one of them is no release with sorted N-Triples, COUNT_MISMATCH
 */
export async function compareReleases(order: ComparisonOrder): Promise<DeltaResult> {
  return compare(await prepare(order), order.placeOf);
}

/**
 * Writes the difference between two releases (docs/decisions: deltas).
 *
 * @throws FolkloreError FILE_UNREADABLE, COUNT_MISMATCH, OUTPUT_UNWRITABLE
 */
export async function writeDelta(order: DeltaOrder): Promise<DeltaResult> {
  const prepared = await prepare(order);
  const { previous, out: folder, compression = 'gzip', placeOf } = order;
  const files = await writingInto(folder, () =>
    DeltaFiles.create({ folder, compression, previous, releases: prepared.releases, placeOf }),
  );
  try {
    const result = await compare(prepared, placeOf, (one) => writingInto(folder, () => files.write(one)));
    return { ...result, files: await writingInto(folder, () => files.close(result.suppressed)) };
  } catch (thrown) {
    await files.abandon();
    throw thrown;
  }
}

/** The state before the comparison. To find what is suppressed, both releases are read once before. */
interface Prepared extends Known {
  readonly releases: Releases;
  readonly onProgress: ComparisonOrder['onProgress'];
}

async function prepare(order: ComparisonOrder): Promise<Prepared> {
  const releases = { before: await ntriplesOf(order.previous), after: await ntriplesOf(order.current) };
  const former = await suppressedOf(order.previous);
  const { isSuppressed, isSuppressedProperty = () => false, placeOf, onProgress } = order;
  if (isSuppressed === undefined && former.size === 0)
    return { releases, suppressed: new Set(), isSuppressedProperty, onProgress };
  const firstHalf = onProgress && ((done: number, total: number) => onProgress(done, 2 * total));
  const secondHalf = onProgress && ((done: number, total: number) => onProgress(total + done, 2 * total));
  const records = new Comparison(releases, placeOf, firstHalf).records(
    former.size > 0 ? 'included' : 'skipped',
  );
  const withheld = { isSuppressed: isSuppressed ?? (() => false), former };
  const suppressed = await suppressedBetween(records, withheld, placeOf);
  return { releases, suppressed, isSuppressedProperty, onProgress: secondHalf };
}

async function compare(
  { releases, onProgress, ...known }: Prepared,
  placeOf: GraphLayoutOf,
  write?: (difference: Difference) => Promise<void>,
): Promise<DeltaResult> {
  const comparison = new Comparison(releases, placeOf, onProgress);
  const none = { added: 0, removed: 0, changed: 0, suppressed: 0 };
  const records = { ...none };
  const deltas = new Map(
    datasetsOf(releases).map((dataset) => [
      dataset,
      { records: { ...none }, triples: { forgotten: 0, removed: 0, added: 0 } },
    ]),
  );
  const first: Change[] = [];
  const suppressed = new Set(known.suppressed);
  for await (const one of comparison.records(known.suppressed.size > 0 ? 'included' : 'skipped')) {
    const difference = differenceOf(one, known, placeOf);
    if (difference === undefined) continue;
    for (const { dataset, kind, forgotten, taken, added } of difference.datasets) {
      const delta = deltas.get(dataset);
      if (delta === undefined) continue;
      if (kind !== undefined) delta.records[kind] += 1;
      delta.triples.forgotten += forgotten;
      delta.triples.removed += taken;
      delta.triples.added += added.length;
    }
    const { kind, withheld } = difference;
    for (const property of withheld) suppressed.add(property);
    if (kind !== undefined) {
      records[kind] += 1;
      if (first.length < FIRST) first.push({ record: asText(difference.record), change: kind });
    }
    await write?.(difference);
  }
  const datasets = [...deltas].map(([dataset, delta]) => {
    const before = comparison.sizeOf('before', dataset);
    const after = comparison.sizeOf('after', dataset);
    const { forgotten, removed, added } = delta.triples;
    if (before.lines - forgotten - removed + added !== after.lines)
      throw new FolkloreError(
        'COUNT_MISMATCH',
        `The changes of the dataset ${dataset} do not lead from ${before.lines} triples to ${after.lines}.`,
        { hint: 'This is a fault of folklore-ld; please report it.' },
      );
    return {
      dataset,
      publication: placeOf(dataset).publication,
      records: { before: before.records, after: after.records, ...delta.records },
      triples: { before: before.lines, after: after.lines, ...delta.triples },
    };
  });
  return { datasets, records, first, suppressed: new Set([...suppressed].map(asText)), files: [] };
}
