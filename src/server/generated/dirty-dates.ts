import type { SourceDate } from '../../dictionary/date.js';
import { digits } from './calendar.js';
import { interval, single } from './dates.js';
import type { Dice } from './dice.js';
import type { Soils } from './dirt.js';

const yearOf = (date: SourceDate | undefined): number =>
  date?.year ?? date?.periodStartYear ?? date?.periodEndYear ?? 1937;

/** Dates that contradict themselves or the calendar (wire-format 3, date), about a year. */
const DATES: Readonly<Record<string, (year: number, dice: Dice) => SourceDate>> = {
  'ISO of another year': (year, dice) => ({
    ...single({ year }),
    isoDate: digits(year + dice.between(1, 3), 4),
  }),
  'ISO of another month': (year, dice) => ({
    ...single({ year, month: 5, day: 3 }),
    month: dice.between(6, 12),
  }),
  'ISO only': (year) => ({ isoDate: `${year}-05` }),
  'ISO in words': (year) => ({ isoDate: `c. ${year}` }),
  'ISO without zeros': (year) => ({ ...single({ year }), isoDate: `${year}-5-3` }),
  'a day that is not': (year) => single({ year, month: 2, day: 30 }),
  'a month that is not': (year) => single({ year, month: 13 }),
  'a day without month': (year) => ({ ...single({ year }), day: 7 }),
  'a month without year': () => single({ month: 5 }),
  'an end without year': (year) => interval({ year }, { month: 5 }),
  'its ends turned round': (year, dice) => interval({ year: year + dice.between(1, 5) }, { year }),
  'a day and a period': (year) => ({
    ...single({ year }),
    ...interval({ year: year - 2 }, { year: year + 2 }),
  }),
  'a day outside its period': (year) => ({
    ...single({ year: year + 9 }),
    ...interval({ year: year - 2 }, { year: year + 2 }),
  }),
  'an unknown accuracy': (year) => ({ ...single({ year }), accuracy: 'CIRCA' }),
  'a digit lost': (year) => single({ year: Math.floor(year / 10) }),
  'far ahead': (year) => single({ year: year + 1_000 }),
};

/** The ways in which a date of a record is wrong, about the year of the right one: `birthDate: ISO only`. */
export const dirtyDates = <F extends string, R extends { readonly [K in F]?: SourceDate | undefined }>(
  field: F,
): Soils<R> =>
  Object.fromEntries(
    Object.entries(DATES).map(([name, dateAbout]) => [
      `${field}: ${name}`,
      (record: R, dice: Dice) => ({ ...record, [field]: dateAbout(yearOf(record[field]), dice) }),
    ]),
  );
