import { type Dice, lots } from './dice.js';

/** A day of the calendar. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const ERA = 146_097;
const EPOCH = 719_468;

/** The number of a day, counted from 1970-01-01 (Gregorian, whole numbers only). */
export function dayNumber({ year, month, day }: Day): number {
  const shifted = month <= 2 ? year - 1 : year;
  const ofEra = shifted % 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const inEra = ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear;
  return Math.floor(shifted / 400) * ERA + inEra - EPOCH;
}

/** The day with a number. */
export function dayOfNumber(number: number): Day {
  const since = number + EPOCH;
  const era = Math.floor(since / ERA);
  const inEra = since - era * ERA;
  const ofEra = Math.floor(
    (inEra - Math.floor(inEra / 1460) + Math.floor(inEra / 36_524) - Math.floor(inEra / 146_096)) / 365,
  );
  const ofYear = inEra - (365 * ofEra + Math.floor(ofEra / 4) - Math.floor(ofEra / 100));
  const shifted = Math.floor((5 * ofYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: ofEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: ofYear - Math.floor((153 * shifted + 2) / 5) + 1,
  };
}

/** A number in at least so many digits. */
export const digits = (number: number, width: number): string => String(number).padStart(width, '0');

/** `1937-11-05`. */
export function isoDay({ year, month, day }: Day): string {
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

/** `1937-11-05` of the day with a number. */
export const isoOfNumber = (number: number): string => isoDay(dayOfNumber(number));

/** How many digits of a second's fraction timestamps have, by weight (wire-format 1: 0 to 7). */
const FRACTIONS = lots([10, 0], [1, 1], [2, 2], [4, 3], [1, 4], [1, 5], [1, 6], [3, 7]);

/** Powers of ten, written out: a power that is computed need not be the same everywhere. */
const POWERS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] as const;

/** Numbers in two digits: timestamps are most of what there is to write. */
const TWO_DIGITS: readonly string[] = Array.from({ length: 100 }, (_, number) => digits(number, 2));

const two = (number: number): string => TWO_DIGITS[number] as string;

/** A moment of the day with a number: trailing zeros of the fraction trimmed (wire-format 1). */
export function momentOf(number: number, dice: Dice): string {
  const { year, month, day } = dayOfNumber(number);
  const parts = [
    year,
    '-',
    two(month),
    '-',
    two(day),
    'T',
    two(dice.below(24)),
    ':',
    two(dice.below(60)),
    ':',
    two(dice.below(60)),
  ];
  const width = dice.draw(FRACTIONS);
  if (width > 1)
    parts.push('.', digits(dice.below(POWERS[width - 1] as number), width - 1), dice.between(1, 9));
  else if (width === 1) parts.push('.', dice.between(1, 9));
  parts.push('Z');
  // Joined, not added up: a string added up keeps all its pieces in memory.
  return parts.join('');
}
