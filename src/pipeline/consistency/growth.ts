import { KIND_NAMES, KINDS } from '../../model/records/kinds.js';
import type { Kind } from '../../model/records/record.js';
import type { RecordCounts } from '../../model/records/record-counts.js';
import type { ValidationJson } from '../../release/report/validation-json.js';
import { type BuildPlan, writtenDatasets } from '../plan/build-plan.js';
import type { CrossRecordFinding } from './check.js';
import { ruleFinding } from './rules.js';

/** The share by which a kind of record may grow or shrink without a finding. */
const MAX_CHANGE = 0.2;

/** Fewer records may change by any share. */
const FEWEST = 20;

/** How many records of a kind were published, and are now. */
interface KindChange {
  readonly kind: Kind;
  readonly then: number;
  readonly published: number;
}

/** The settings that decide which kinds a release has. */
type WrittenKinds = Parameters<typeof writtenDatasets>[0];

/**
 * The numbers of published records, of the kinds that the settings publish now. A setting that publishes a kind no longer is
 * compared before the build.
 */
export function* changesSince(
  before: ValidationJson | undefined,
  counts: RecordCounts,
  plan: WrittenKinds,
): Iterable<KindChange> {
  const written: readonly string[] = writtenDatasets(plan);
  const now = new Map(counts.rows().map(({ kind, published }) => [kind, published]));
  for (const kind of KIND_NAMES) {
    const then = before?.counts[kind]?.published;
    const { dataset } = KINDS[kind];
    if (then !== undefined && (typeof dataset === 'function' || written.includes(dataset)))
      yield { kind, then, published: now.get(kind) ?? 0 };
  }
}

/**
 * Compares the number of records of each kind with the release before, which shows an incomplete harvest (X17).
 */
export function* growth(
  counts: RecordCounts,
  before: ValidationJson | undefined,
  plan: WrittenKinds & Pick<BuildPlan, 'maxChange'>,
): Iterable<CrossRecordFinding> {
  const { maxChange = MAX_CHANGE } = plan;
  for (const { kind, then, published } of changesSince(before, counts, plan)) {
    if (Math.max(then, published) < FEWEST || Math.abs(published - then) <= maxChange * then) continue;
    const record = { kind, id: '' } as const;
    const value = `${then} before, ${published} now`;
    yield { record, finding: ruleFinding('X17', { focus: '', value }) };
  }
}
