import { type Random, weighted } from '../../base/random.js';
import type { SourceDate } from '../../model/schema/fields.js';

/** A day of the calendar. */
interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const DAY_MS = 86_400_000;

/** The number of a day, counted from 1970-01-01. */
export const dayNumber = ({ year, month, day }: CalendarDay): number =>
  Date.UTC(year, month - 1, day) / DAY_MS;

/** The day with a number. */
function dayOfNumber(number: number): CalendarDay {
  const date = new Date(number * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** A number padded with zeros. */
export const zeroPadded = (number: number, width: number): string => String(number).padStart(width, '0');

/** `1937-11-05`. */
function isoDay({ year, month, day }: CalendarDay): string {
  return `${zeroPadded(year, 4)}-${zeroPadded(month, 2)}-${zeroPadded(day, 2)}`;
}

/** `1937-11-05` of the day with a number. */
export const isoDayOfNumber = (number: number): string => isoDay(dayOfNumber(number));

/** The number of digits of the seconds' fraction, by weight (wire-format 1: 0 to 7). */
const FRACTIONS = weighted([10, 0], [1, 1], [2, 2], [4, 3], [1, 4], [1, 5], [1, 6], [3, 7]);

/** Powers of ten. */
const POWERS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] as const;

/** Numbers with two digits, made once because timestamps are frequent. */
const TWO_DIGITS: readonly string[] = Array.from({ length: 100 }, (_, number) => zeroPadded(number, 2));

const two = (number: number): string => TWO_DIGITS[number] as string;

/** A moment of the day with a number: trailing zeros of the fraction trimmed (wire-format 1). */
export function timestampOn(number: number, random: Random): string {
  const { year, month, day } = dayOfNumber(number);
  const clock = [random.below(24), random.below(60), random.below(60)].map(two).join(':');
  const parts: (string | number)[] = [year, '-', two(month), '-', two(day), 'T', clock];
  const width = random.pickWeighted(FRACTIONS);
  if (width > 1)
    parts.push('.', zeroPadded(random.below(POWERS[width - 1] as number), width - 1), random.between(1, 9));
  else if (width === 1) parts.push('.', random.between(1, 9));
  parts.push('Z');
  // Joined: a concatenated string would keep its pieces in memory.
  return parts.join('');
}

/** A day known in full or in part; a month without a year is one too. */
interface PartialDay {
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
}

const iso = ({ year, month, day }: PartialDay): string | undefined => {
  if (year === undefined) return undefined;
  const parts = [zeroPadded(year, 4), month, day].filter((part) => part !== undefined);
  return parts.map((part) => zeroPadded(Number(part), 2)).join('-');
};

/** A single date, in strings and numbers alike. */
export function singleDate({ year, month, day }: PartialDay): SourceDate {
  return { isoDate: iso({ year, month, day }), year, month, day };
}

/** An interval; either end may be missing, and each has its own precision. */
export function dateInterval(start: PartialDay, end: PartialDay): SourceDate {
  return {
    isoStartDate: iso(start),
    isoEndDate: iso(end),
    periodStartYear: start.year,
    periodStartMonth: start.month,
    periodStartDay: start.day,
    periodEndYear: end.year,
    periodEndMonth: end.month,
    periodEndDay: end.day,
  };
}

const month = (random: Random) => random.between(1, 12);
const day = (random: Random) => random.between(1, 28);

/** All forms of a date (wire-format 3), by weight. */
const FORMS = weighted<(year: number, random: Random) => SourceDate>(
  [30, (year) => singleDate({ year })],
  [12, (year, random) => singleDate({ year, month: month(random) })],
  [30, (year, random) => singleDate({ year, month: month(random), day: day(random) })],
  [2, (year) => ({ year })],
  [3, (_, random) => singleDate({ month: month(random), day: day(random) })],
  [1, (_, random) => singleDate({ month: month(random) })],
  [8, (year, random) => dateInterval({ year }, { year: year + random.between(1, 4) })],
  [
    4,
    (year, random) =>
      dateInterval(
        { year, month: month(random) },
        { year: year + 1, month: month(random), day: day(random) },
      ),
  ],
  [2, (year, random) => dateInterval({ year, month: month(random), day: day(random) }, { year: year + 2 })],
  [2, (year) => ({ ...dateInterval({ year }, { year: year + 2 }), isoDuration: 'P2Y' })],
  [2, (year, random) => dateInterval({ year, month: random.chance(0.5) ? month(random) : undefined }, {})],
  [2, (year) => dateInterval({}, { year })],
);

/** Markers, by weight; most dates have none. */
const MARKERS = weighted([70, undefined], [14, 'APPROX'], [9, 'INFER'], [7, 'QUESTION']);

/** A date in or about a year: any form, with any marker or none. */
export function dateAround(year: number, random: Random): SourceDate {
  const accuracy = random.pickWeighted(MARKERS);
  return { ...random.pickWeighted(FORMS)(year, random), accuracy };
}

/** To the year, the month, the day. */
const PRECISIONS = weighted([5, 1], [2, 2], [5, 3]);

/** A date within one year, so that births stay before deaths. */
export function dateInYear(year: number, random: Random): SourceDate {
  const known = { year, month: month(random), day: day(random) };
  const precision = random.pickWeighted(PRECISIONS);
  const date = singleDate({
    year,
    ...(precision > 1 ? { month: known.month } : {}),
    ...(precision > 2 ? { day: known.day } : {}),
  });
  return { ...date, accuracy: random.pickWeighted(MARKERS) };
}
