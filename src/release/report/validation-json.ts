import { textBelow } from '../../base/file-bytes.js';
import { isObject } from '../../base/json.js';
import type { Severity } from '../../model/shacl/finding.js';
import type { CompletenessRow } from './completeness.js';
import type { FindingGroup, FindingGroups } from './digest.js';

/** The records of one kind by what became of them. */
interface KindCounts {
  readonly fetched: number;
  readonly published: number;
  readonly withheld: number;
  readonly rejected: number;
  readonly unreadable: number;
}

/** What findings of one cause have in common. */
interface Cause {
  readonly severity: Severity;
  readonly shape: string;
  readonly path?: string;
  readonly constraint: string;
}

/** The number of findings of one cause, and their number in the release before. */
interface Change extends Cause {
  readonly before: number;
  readonly now: number;
}

/** The file `report/validation.json`: a report without its single findings. */
export interface ValidationJson {
  readonly format: 'folklore-ld-validation';
  readonly version: 1;
  readonly conforms: boolean;
  readonly totals: Readonly<Record<Severity, number>>;
  readonly counts: Readonly<Record<string, KindCounts>>;
  readonly groups: readonly FindingGroup[];
  /** What the source has and what it lacks; absent in the report of a validation. */
  readonly completeness?: readonly CompletenessRow[];
  /** Shapes that applied to no record. */
  readonly shapesThatMetNothing: readonly string[];
  /** The label of the release before, its totals, and the causes whose numbers differ. */
  readonly comparedWith?: string;
  readonly totalsBefore?: Readonly<Record<Severity, number>>;
  readonly changes?: readonly Change[];
}

/** The facts of a report beside its findings. */
export interface ReportFacts {
  readonly counts: Readonly<Record<string, KindCounts>>;
  readonly shapesMet: ReadonlyMap<string, number>;
  readonly completeness?: readonly CompletenessRow[];
  readonly previous?: Pick<ValidationJson, 'groups' | 'completeness'> & { readonly label: string };
}

export function validationJson(
  findings: FindingGroups,
  { counts, shapesMet, completeness, previous }: ReportFacts,
): ValidationJson {
  const groups = findings.groups();
  return {
    format: 'folklore-ld-validation',
    version: 1,
    conforms: Object.values(findings.totals).every((count) => count === 0),
    totals: findings.totals,
    counts,
    groups,
    ...(completeness === undefined ? {} : { completeness }),
    shapesThatMetNothing: [...shapesMet].flatMap(([shape, nodes]) => (nodes === 0 ? [shape] : [])).sort(),
    ...(previous === undefined ? {} : comparedWith(previous, groups)),
  };
}

function comparedWith({ label, groups }: NonNullable<ReportFacts['previous']>, now: readonly FindingGroup[]) {
  const sum = (severity: Severity): number =>
    groups.reduce((total, group) => total + (group.severity === severity ? group.count : 0), 0);
  return {
    comparedWith: label,
    totalsBefore: { violation: sum('violation'), warning: sum('warning'), info: sum('info') },
    changes: compare(groups, now),
  };
}

/**
 * The causes whose numbers differ, in their present order; causes that are gone come last. Messages are not compared,
 * because their words may change.
 */
export function compare(before: readonly FindingGroup[], now: readonly FindingGroup[]): Change[] {
  const [then, here] = [countsOf(before), countsOf(now)];
  return [...new Map([...here, ...then])]
    .map(([key, { cause }]) => ({
      ...cause,
      before: then.get(key)?.count ?? 0,
      now: here.get(key)?.count ?? 0,
    }))
    .filter((change) => change.before !== change.now);
}

function countsOf(groups: readonly FindingGroup[]) {
  const counts = new Map<string, { readonly cause: Cause; readonly count: number }>();
  for (const group of groups) {
    const { severity, shape, path, constraint } = group;
    const key = causeKey(group);
    const cause = { severity, shape, ...(path === undefined ? {} : { path }), constraint };
    counts.set(key, { cause, count: (counts.get(key)?.count ?? 0) + group.count });
  }
  return counts;
}

/** The same for changes and groups of the same cause. */
export const causeKey = ({ severity, shape, path, constraint }: Cause): string =>
  JSON.stringify([severity, shape, path, constraint]);

/** The report of an earlier release; undefined when it has none that can be read. */
export async function reportOf(release: string): Promise<ValidationJson | undefined> {
  try {
    const read: unknown = JSON.parse(await textBelow(release, 'report/validation.json'));
    return isReport(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a report, which a later version of this program may have written, can be compared. */
function isReport(read: unknown): read is ValidationJson {
  if (!isObject(read) || read.format !== 'folklore-ld-validation' || read.version !== 1) return false;
  const { groups, counts, completeness = [] } = read;
  return (
    isObject(counts) &&
    Object.values(counts).every(isObject) &&
    Array.isArray(completeness) &&
    completeness.every((row) => isObject(row) && isCount(row.filled) && isCount(row.empty)) &&
    Array.isArray(groups) &&
    groups.every(
      (group) =>
        isObject(group) &&
        isCount(group.count) &&
        [group.severity, group.shape, group.message].every((text) => typeof text === 'string'),
    )
  );
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
