import type { Group } from '../../model/records/datasets.js';
import { isIncluded, KIND_NAMES } from '../../model/records/kinds.js';
import type { Kind } from '../../model/records/record.js';
import type { RecordCounts } from '../../model/records/record-counts.js';
import type { ValidationJson } from '../../release/report/validation-json.js';
import type { BuildPlan } from '../plan/build-plan.js';
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

/** The numbers of published records of the kinds that both releases have, or only the one before. */
export function* changesSince(
  before: ValidationJson | undefined,
  counts: RecordCounts,
  groups: readonly Group[],
): Iterable<KindChange> {
  const now = new Map(counts.rows().map(({ kind, published }) => [kind, published]));
  for (const kind of KIND_NAMES) {
    const then = before?.counts[kind]?.published;
    if (then !== undefined && isIncluded(kind, groups)) yield { kind, then, published: now.get(kind) ?? 0 };
  }
}

/**
 * Compares the number of records of each kind with the release before, which shows an incomplete harvest (X17).
 */
export function* growth(
  counts: RecordCounts,
  before: ValidationJson | undefined,
  { kinds, maxChange = MAX_CHANGE }: Pick<BuildPlan, 'kinds' | 'maxChange'>,
): Iterable<CrossRecordFinding> {
  for (const { kind, then, published } of changesSince(before, counts, kinds)) {
    if (Math.max(then, published) < FEWEST || Math.abs(published - then) <= maxChange * then) continue;
    const record = { kind, id: '' } as const;
    const value = `${then} before, ${published} now`;
    yield { record, finding: ruleFinding('X17', { focus: '', value }) };
  }
}
