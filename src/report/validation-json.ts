import type { Severity } from '../shacl/finding.js';
import { type Change, compare } from './comparison.js';
import type { FindingGroup, FindingGroups } from './digest.js';

/** What became of the records of one kind. */
export interface KindCounts {
  readonly fetched: number;
  readonly published: number;
  readonly withheld: number;
  readonly rejected: number;
  readonly unreadable: number;
}

/** The file `report/validation.json`: everything of the report but the single findings. */
export interface ValidationJson {
  readonly format: 'folklore-ld-validation';
  readonly version: 1;
  readonly conforms: boolean;
  readonly totals: Readonly<Record<Severity, number>>;
  readonly counts: Readonly<Record<string, KindCounts>>;
  readonly groups: readonly FindingGroup[];
  /** Shapes that no record met: of these nothing was checked. */
  readonly shapesThatMetNothing: readonly string[];
  /** Beside an earlier release, when there was one: its findings, and the causes whose counts differ. */
  readonly comparedWith?: string;
  readonly totalsBefore?: Readonly<Record<Severity, number>>;
  readonly changes?: readonly Change[];
}

/** What the report needs to know beside the findings. */
export interface ReportFacts {
  readonly counts: Readonly<Record<string, KindCounts>>;
  readonly shapesMet: ReadonlyMap<string, number>;
  readonly previous?: { readonly label: string; readonly groups: readonly FindingGroup[] };
}

/** Puts the report of a run together. */
export function validationJson(
  digest: FindingGroups,
  { counts, shapesMet, previous }: ReportFacts,
): ValidationJson {
  const groups = digest.groups();
  const compared = previous === undefined ? {} : comparedWith(previous, groups);
  return {
    format: 'folklore-ld-validation',
    version: 1,
    conforms: Object.values(digest.totals).every((count) => count === 0),
    totals: digest.totals,
    counts,
    groups,
    shapesThatMetNothing: [...shapesMet].flatMap(([shape, nodes]) => (nodes === 0 ? [shape] : [])).sort(),
    ...compared,
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
