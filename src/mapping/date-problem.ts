/** How far a date stands, from the fields of its source alone up to the days that bound it: each holds those before. */
const STEPS = ['source', 'years', 'value', 'days'] as const;

/**
 * - `source`: the source fields and what is wrong with them.
 * - `years`: the years that the source states.
 * - `value`: the date in EDTF, or a month and day without year.
 * - `days`: the days that certainly bound it, and the plain date.
 */
export type Standing = (typeof STEPS)[number];

/**
 * What may be wrong with a date, and how far it stands all the same. Up to `years` the problem doubts the value; from
 * `value` on it is harmless to it. The reasons are in docs/decisions/2026-11-22-dates-with-problems.md, the rules in
 * shapes/date.ttl.
 */
const PROBLEMS = {
  'day-without-month': 'days',
  'no-year': 'value',
  'single-and-period': 'value',
  'iso-only': 'value',
  'invalid-day': 'years',
  'invalid-month': 'years',
  contradiction: 'years',
  'iso-mismatch': 'years',
  'unknown-accuracy': 'years',
  reversed: 'source',
  'implausible-year': 'source',
} as const satisfies Readonly<Record<string, Standing>>;

/** What may be wrong with a date, by the code that a record says. */
export type DateProblem = keyof typeof PROBLEMS;

/**
 * Whether a date stands as far as this. A qualifier takes its days away, and each problem what the table says.
 *
 * @param isQualified whether the source marks the whole date as less than certain
 */
export function standsTo(
  standing: Standing,
  isQualified: boolean,
  problems: ReadonlySet<DateProblem>,
): boolean {
  const needed = STEPS.indexOf(standing);
  if (isQualified && needed > STEPS.indexOf('value')) return false;
  return [...problems].every((problem) => needed <= STEPS.indexOf(PROBLEMS[problem]));
}
