import { DATASETS, type Group } from '../records/datasets.js';
import { KINDS } from '../records/kinds.js';
import type { Kind } from '../records/record.js';
import type { RecordCounts } from '../records/record-counts.js';
import type { ValidationJson } from '../report/validation-json.js';
import type { CrossRecordFinding } from './check.js';
import { ruleFinding } from './rules.js';

/** Few records come and go by the half without anything being amiss. */
const FEWEST = 20;

/**
 * Records by kind beside the release before: a silent half-harvest shows here first (X17). A kind that is gone
 * altogether is told too, unless nobody asked for it.
 *
 * @param most the share by which a kind may grow or shrink, 0 to 1
 */
export function* growth(
  ledger: RecordCounts,
  before: ValidationJson | undefined,
  most: number,
  groups: readonly Group[],
): Iterable<CrossRecordFinding> {
  const now = new Map(ledger.rows().map(({ kind, published }) => [kind, published]));
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const then = before?.counts[kind]?.published;
    const published = now.get(kind) ?? 0;
    if (then === undefined || !isAsked(kind, groups) || Math.max(then, published) < FEWEST) continue;
    if (Math.abs(published - then) <= most * then) continue;
    const record = { kind, id: '' } as const;
    const value = `${then} before, ${published} now`;
    yield { record, finding: ruleFinding('X17', { focus: '', value }) };
  }
}

/** Whether the file that records of a kind go into is one of the run. */
function isAsked(kind: Kind, groups: readonly Group[]): boolean {
  const { dataset } = KINDS[kind];
  return typeof dataset === 'function' || DATASETS[dataset].of.some((group: Group) => groups.includes(group));
}
