/** The levels to which a date is reliable; each includes those before. */
const STEPS = ['source', 'years', 'value', 'days'] as const;

/**
 * - `source`: only the source fields and the problem are published.
 * - `years`: the years that the source states, too.
 * - `value`: the date in EDTF, or a month and day without year, too.
 * - `days`: the first and last possible day and the plain date, too.
 */
export type Reliability = (typeof STEPS)[number];

/**
 * The problems of dates, and the level to which a date with the problem is reliable. The reasons are in
 * docs/decisions/2026-11-22-dates-with-problems.md, the rules in shapes/date.ttl.
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
} as const satisfies Readonly<Record<string, Reliability>>;

export type DateProblem = keyof typeof PROBLEMS;

/**
 * Whether a date is reliable to a level.
 *
 * @param isQualified whether the source marks the date as less than certain: then its days are not reliable
 */
export function isReliableTo(
  level: Reliability,
  isQualified: boolean,
  problems: ReadonlySet<DateProblem>,
): boolean {
  const needed = STEPS.indexOf(level);
  if (isQualified && needed > STEPS.indexOf('value')) return false;
  return [...problems].every((problem) => needed <= STEPS.indexOf(PROBLEMS[problem]));
}
