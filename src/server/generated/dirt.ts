import type { SourceDate } from '../../dictionary/date.js';
import { digits } from './calendar.js';
import { interval, single } from './dates.js';
import { Dice } from './dice.js';

/** One way to make a record dirty; what it gives back still reads by its dictionary. */
export type Soil<R> = (record: R, dice: Dice) => R;

/** Makes some of the records dirty, by their numbers. */
export type Soiler<R> = (record: R, number: number) => R;

/**
 * Makes the function that soils a share of the records of a kind, each in one of the ways. Choices are drawn
 * apart from those that made the record, so that worlds that differ in dirt differ in nothing else.
 *
 * No way may bring in a value that an index of volumes would have to know: codes are soiled with codes that
 * no filter takes, people and places are left alone.
 */
export function soilerOf<R>(seed: number, dirt: number, kind: string, ways: readonly Soil<R>[]): Soiler<R> {
  if (dirt === 0) return (record) => record;
  return (record, number) => {
    const dice = new Dice(seed, `dirt of ${kind}`, number);
    return dice.chance(dirt) ? dice.pick(ways)(record, dice) : record;
  };
}

/** What stands where nobody gave a name (wire-format 1). */
export const PLACEHOLDERS = ['(name not given)', '-', '?', '—', 'anon.'] as const;

/** A code that no dictionary and no filter knows. */
export const UNKNOWN_CODE = 'ZZZ';

/** A title as some program wrote it. */
export const markedUp = (text: string): string => `<b>${text}</b><br />&nbsp;`;

const yearOf = (date: SourceDate | undefined): number =>
  date?.year ?? date?.periodStartYear ?? date?.periodEndYear ?? 1937;

/** Dates that contradict themselves or the calendar (wire-format 3, date). */
const DATE_WAYS: readonly ((year: number, dice: Dice) => SourceDate)[] = [
  (year, dice) => ({ ...single({ year }), isoDate: digits(year + dice.between(1, 3), 4) }),
  (year, dice) => ({ ...single({ year, month: 5, day: 3 }), month: dice.between(6, 12) }),
  (year) => single({ year, month: 2, day: 30 }),
  (year) => single({ year, month: 13 }),
  (year, dice) => interval({ year: year + dice.between(1, 5) }, { year }),
  (year) => ({ ...single({ year }), ...interval({ year: year - 2 }, { year: year + 2 }) }),
  (year) => ({ ...single({ year }), accuracy: 'CIRCA' }),
  (year) => ({ isoDate: `${year}-05` }),
  (year) => ({ isoDate: `c. ${year}` }),
  (year) => ({ ...single({ year }), isoDate: `${year}-5-3` }),
];

/** A date that is wrong in one of the ways met, about the year of the right one. */
export const soiledDate = (date: SourceDate | undefined, dice: Dice): SourceDate =>
  dice.pick(DATE_WAYS)(yearOf(date), dice);
