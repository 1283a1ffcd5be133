import { lastDayOf } from '../../base/calendar.js';

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
  'iso-finer': 'days',
  'no-year': 'value',
  'single-and-period': 'value',
  'iso-only': 'value',
  'iso-unreadable': 'value',
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

/** A date as stated, by its parts. */
export interface Day {
  readonly year: number | undefined;
  readonly month: number | undefined;
  readonly day: number | undefined;
}

/** A date at its precision, with the first and last day that it covers. */
export interface DateRange {
  readonly year: number;
  readonly edtf: string;
  readonly datatype: 'gYear' | 'gYearMonth' | 'date';
  /** `YYYY-MM-DD` */
  readonly firstDay: string;
  readonly lastDay: string;
}

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

/**
 * Reads a date at the precision that is valid: an impossible month is dropped with its day, an impossible day or a day
 * without a month is dropped, a date without a year too (model 4.3, steps 2, 3 and 5).
 *
 * @param problems receives the problems found
 */
export function dateRangeOf(stated: Day | undefined, problems: Set<DateProblem>): DateRange | undefined {
  if (stated === undefined) return undefined;
  let { month, day } = stated;
  if (month !== undefined && (month < 1 || month > 12)) {
    problems.add('invalid-month');
    month = undefined;
    day = undefined;
  } else if (month === undefined && day !== undefined) {
    problems.add('day-without-month');
    day = undefined;
  }
  // Without a year, a day of a leap year is possible.
  if (month !== undefined && day !== undefined && (day < 1 || day > lastDayOf(stated.year ?? 2000, month))) {
    problems.add('invalid-day');
    day = undefined;
  }
  if (stated.year === undefined) {
    problems.add('no-year');
    return undefined;
  }
  if (stated.year < 0 || stated.year > 9999) {
    // EDTF level 1 and xsd have years of four digits.
    problems.add('implausible-year');
    return undefined;
  }
  return atPrecision(stated.year, month, day);
}

function atPrecision(year: number, month: number | undefined, day: number | undefined): DateRange {
  const yyyy = pad(year, 4);
  if (month === undefined) {
    return { year, edtf: yyyy, datatype: 'gYear', firstDay: `${yyyy}-01-01`, lastDay: `${yyyy}-12-31` };
  }
  const yyyymm = `${yyyy}-${pad(month, 2)}`;
  if (day === undefined) {
    const lastDay = `${yyyymm}-${pad(lastDayOf(year, month), 2)}`;
    return { year, edtf: yyyymm, datatype: 'gYearMonth', firstDay: `${yyyymm}-01`, lastDay };
  }
  const date = `${yyyymm}-${pad(day, 2)}`;
  return { year, edtf: date, datatype: 'date', firstDay: date, lastDay: date };
}

/** A date that a string states. */
export interface IsoDay extends Day {
  /** Whether it was written as the first moment of the day, which a program does to a year or a month too. */
  readonly isMidnight: boolean;
}

/**
 * Reads an ISO string at its precision, with or without leading zeros of month and day, which are not stated if they are zero; a
 * timestamp at the start of a year is a year (model 4.3, steps 1 and 6).
 *
 * @returns undefined for any other form
 */
export function readIso(iso: string | undefined): IsoDay | undefined {
  const parts = /^(\d{4})(?:-(\d\d?)(?:-(\d\d?)(T.*)?)?)?$/.exec(iso?.trim() ?? '');
  if (parts === null) return undefined;
  const number = (part: string | undefined) => (part === undefined ? undefined : Number(part) || undefined);
  const [year, month, day] = [Number(parts[1]), number(parts[2]), number(parts[3])];
  const isMidnight = parts[4]?.startsWith('T00:00:00') === true;
  return isMidnight && month === 1 && day === 1
    ? { year, month: undefined, day: undefined, isMidnight }
    : { year, month, day, isMidnight };
}

/** The years, months, weeks and days of a length of time (ISO 8601, 5.5.2.2); its parts below a day are not read. */
const DURATION = /^P(?=\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?$/;
const [MONTHS_IN_YEAR, DAYS_IN_WEEK] = [12, 7];

/**
 * Whether a length of time fits a date: whether a day that its start may be on, and the length, lead to a day that its end
 * may be on, or to the day after.
 *
 * @returns undefined for another form than `P1Y2M3W4D`
 */
export function lasts(duration: string, first: DateRange, last: DateRange): boolean | undefined {
  const parts = DURATION.exec(duration.trim());
  if (parts === null) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  const later = (day: string, moreDays: number) =>
    addTo(day, years * MONTHS_IN_YEAR + months, weeks * DAYS_IN_WEEK + days + moreDays);
  return later(first.firstDay, -1) <= last.lastDay && later(first.lastDay, 1) >= last.firstDay;
}

/** A day some months and then some days after another, `YYYY-MM-DD`; years of more than four digits are the last one. */
function addTo(from: string, months: number, days: number): string {
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number);
  const at = year * MONTHS_IN_YEAR + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(at / MONTHS_IN_YEAR), at % MONTHS_IN_YEAR];
  if (toYear > 9999 || days > 1e7) return '9999-12-31';
  const date = new Date(0);
  date.setUTCFullYear(toYear, toMonth, Math.min(day, lastDayOf(toYear, toMonth + 1)) + days);
  return date.getUTCFullYear() > 9999 ? '9999-12-31' : date.toISOString().slice(0, 10);
}
