export const SEVERITIES = ['violation', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** One thing found wrong with, or remarkable about, a record's graph. */
export interface Finding {
  readonly severity: Severity;
  /** IRI of the node. */
  readonly focus: string;
  /** IRI of the predicate, when the finding is about one. */
  readonly path?: string;
  /** IRIs of several predicates, when the finding is about how they go together. */
  readonly paths?: readonly string[];
  /** The value found: an IRI as it is, a literal as N-Triples writes it. */
  readonly value?: string;
  /** What the node has at the path, where the constraint is broken by the number of values: as `value`. */
  readonly values?: readonly string[];
  /** Local name of the constraint component without its ending: `MinCount`, `Pattern`, `Closed`, … */
  readonly constraint: string;
  /** IRI of the nearest shape that has one. */
  readonly shape: string;
  /** What to tell an archivist. */
  readonly message: string;
  /** The same in Irish, where the shape has it. */
  readonly messageGA?: string;
  /** What the shape calls the predicate. */
  readonly name?: string;
  /** What would be right, in the words of the constraint: `at most 1`, `one of a, b`. */
  readonly expected?: string;
  /** The field of the source, in the spelling of the publishers, where no predicate has its value. */
  readonly field?: string;
}

/** In the order of focus, path, value, constraint, shape; by code units, so that every machine agrees. */
export function byPlace(a: Finding, b: Finding): number {
  for (const key of ['focus', 'path', 'value', 'constraint', 'shape', 'message'] as const) {
    const [left, right] = [a[key] ?? '', b[key] ?? ''];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** Whether a record with these findings stays out of the dump: one violation is enough, warnings never are. */
export function isRejected(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.severity === 'violation');
}
