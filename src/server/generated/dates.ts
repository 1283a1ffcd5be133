import type { SourceDate } from '../../dictionary/date.js';
import { digits } from './calendar.js';
import { type Dice, lots } from './dice.js';

/** A day known in full or in part; a month without a year is one too. */
interface Known {
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
}

const iso = ({ year, month, day }: Known): string | undefined => {
  if (year === undefined) return undefined;
  const parts = [digits(year, 4), month, day].filter((part) => part !== undefined);
  return parts.map((part) => digits(Number(part), 2)).join('-');
};

/** A single date, in strings and numbers alike. */
export function single({ year, month, day }: Known): SourceDate {
  return { isoDate: iso({ year, month, day }), year, month, day };
}

/** An interval; either end may be missing, and each has its own precision. */
export function interval(start: Known, end: Known): SourceDate {
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

const month = (dice: Dice) => dice.between(1, 12);
const day = (dice: Dice) => dice.between(1, 28);

/** Every form of a date that wire-format 3 allows, by weight, around a year. */
const FORMS = lots<(year: number, dice: Dice) => SourceDate>(
  [30, (year) => single({ year })],
  [12, (year, dice) => single({ year, month: month(dice) })],
  [30, (year, dice) => single({ year, month: month(dice), day: day(dice) })],
  [2, (year) => ({ year })],
  [3, (_, dice) => single({ month: month(dice), day: day(dice) })],
  [1, (_, dice) => single({ month: month(dice) })],
  [8, (year, dice) => interval({ year }, { year: year + dice.between(1, 4) })],
  [
    4,
    (year, dice) =>
      interval({ year, month: month(dice) }, { year: year + 1, month: month(dice), day: day(dice) }),
  ],
  [2, (year, dice) => interval({ year, month: month(dice), day: day(dice) }, { year: year + 2 })],
  [2, (year) => ({ ...interval({ year }, { year: year + 2 }), isoDuration: 'P2Y' })],
  [2, (year, dice) => interval({ year, month: dice.chance(0.5) ? month(dice) : undefined }, {})],
  [2, (year) => interval({}, { year })],
);

/** Markers, by weight; most dates have none. */
const MARKERS = lots([70, undefined], [14, 'APPROX'], [9, 'INFER'], [7, 'QUESTION']);

/** A date in or about a year: any form, with any marker or none. */
export function dateAbout(year: number, dice: Dice): SourceDate {
  const accuracy = dice.draw(MARKERS);
  return { ...dice.draw(FORMS)(year, dice), accuracy };
}

/** To the year, the month, the day. */
const PRECISIONS = lots([5, 1], [2, 2], [5, 3]);

/** A date in a year and no other: what births and deaths need to stay in order. */
export function dateIn(year: number, dice: Dice): SourceDate {
  const known = { year, month: month(dice), day: day(dice) };
  const precision = dice.draw(PRECISIONS);
  const date = single({
    year,
    ...(precision > 1 ? { month: known.month } : {}),
    ...(precision > 2 ? { day: known.day } : {}),
  });
  return { ...date, accuracy: dice.draw(MARKERS) };
}
