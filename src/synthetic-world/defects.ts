import type { SourceDate } from '../schema/fields.js';
import { dateInterval, singleDate, zeroPadded } from './calendar.js';
import { Random } from './random.js';

/**
 * One way to make a record dirty; what it gives back still reads by its dictionary as it stands. Undefined where the
 * record has nothing that could be dirty so.
 */
export type Defect<R> = (record: R, dice: Random) => R | undefined;

/** The ways in which records of a kind are dirty, by name. */
export type Defects<R> = Readonly<Record<string, Defect<R>>>;

/** Makes some of the records dirty, by their numbers. */
export type DefectInjector<R> = (record: R, number: number) => R;

/** A record that was made dirty, and in which way. */
export interface InjectedDefect {
  readonly kind: string;
  readonly id: number;
  readonly way: string;
}

/** How dirty a world is. */
export interface DefectSettings {
  /** The share of records that carry some, 0 to 1. */
  readonly share: number;
  /** Told of every record that was made dirty, and again when the record is made again. */
  readonly tell?: ((soiled: InjectedDefect) => void) | undefined;
}

/**
 * Makes the function that soils a share of the records of a kind, each in one of the ways. Choices are drawn
 * apart from those that made the record, so that worlds that differ in dirt differ in nothing else.
 *
 * No way may bring in a value that an index of volumes would have to know: codes are soiled with codes that
 * no filter takes, people and places are left alone.
 */
export function defectInjectorOf<R extends { readonly id: number }>(
  seed: number,
  { share, tell }: DefectSettings,
  kind: string,
  soils: Defects<R>,
): DefectInjector<R> {
  if (share === 0) return (record) => record;
  const ways = Object.keys(soils);
  return (record, number) => {
    const dice = new Random(seed, `dirt of ${kind}`, number);
    if (!dice.chance(share)) return record;
    const first = dice.below(ways.length);
    // What cannot be dirty in one way is in the next.
    for (const way of [...ways.slice(first), ...ways.slice(0, first)]) {
      const soiled = soils[way]?.(record, dice);
      if (soiled === undefined) continue;
      tell?.({ kind, id: record.id, way });
      return soiled;
    }
    return record;
  };
}

/** What stands where nobody gave a name (wire-format 1). */
export const PLACEHOLDERS = ['(name not given)', '-', '?', '—', 'anon.'] as const;

/** A code that no dictionary and no filter knows. */
export const UNKNOWN_CODE = 'ZZZ';

/** The number of nothing. */
export const UNKNOWN_ID = 9_999_999_999;

/** A title as some program wrote it: the text itself is all it says. */
export const withMarkup = (text: string): string => `<b>${text}</b><br />&nbsp;`;

/** Markup with nothing in it. */
export const EMPTY_MARKUP = '<b></b>&nbsp;';

/** A text with a character that no keyboard has. */
export const withControlCharacter = (text: string): string => `\u0007${text}`;

/** A text cut off within a character. */
export const withLoneSurrogate = (text: string): string => `${text}\ud83d`;

/** No address to follow. */
export const SCRIPT_ADDRESS = 'javascript:alert(1)';

/** What a way does to a text that a record may have or not: nothing, where it has none. */
export const changeField = <F extends string, R extends { readonly [K in F]?: string | undefined }>(
  field: F,
  change: (text: string) => string,
) => {
  return (record: R): R | undefined => {
    const text = record[field];
    return text === undefined ? undefined : { ...record, [field]: change(text) };
  };
};

const yearOf = (date: SourceDate | undefined): number =>
  date?.year ?? date?.periodStartYear ?? date?.periodEndYear ?? 1937;

/** Dates that contradict themselves or the calendar (wire-format 3, date), about a year. */
const DATES: Readonly<Record<string, (year: number, dice: Random) => SourceDate>> = {
  'ISO of another year': (year, dice) => ({
    ...singleDate({ year }),
    isoDate: zeroPadded(year + dice.between(1, 3), 4),
  }),
  'ISO of another month': (year, dice) => ({
    ...singleDate({ year, month: 5, day: 3 }),
    month: dice.between(6, 12),
  }),
  'ISO only': (year) => ({ isoDate: `${year}-05` }),
  'ISO in words': (year) => ({ isoDate: `c. ${year}` }),
  'ISO without zeros': (year) => ({ ...singleDate({ year }), isoDate: `${year}-5-3` }),
  'a day that is not': (year) => singleDate({ year, month: 2, day: 30 }),
  'a month that is not': (year) => singleDate({ year, month: 13 }),
  'a day without month': (year) => ({ ...singleDate({ year }), day: 7 }),
  'a month without year': () => singleDate({ month: 5 }),
  'an end without year': (year) => dateInterval({ year }, { month: 5 }),
  'its ends turned round': (year, dice) => dateInterval({ year: year + dice.between(1, 5) }, { year }),
  'a day and a period': (year) => ({
    ...singleDate({ year }),
    ...dateInterval({ year: year - 2 }, { year: year + 2 }),
  }),
  'a day outside its period': (year) => ({
    ...singleDate({ year: year + 9 }),
    ...dateInterval({ year: year - 2 }, { year: year + 2 }),
  }),
  'an unknown accuracy': (year) => ({ ...singleDate({ year }), accuracy: 'CIRCA' }),
  'a digit lost': (year) => singleDate({ year: Math.floor(year / 10) }),
  'far ahead': (year) => singleDate({ year: year + 1_000 }),
};

/** The ways in which a date of a record is wrong, about the year of the right one: `birthDate: ISO only`. */
export const dateDefects = <F extends string, R extends { readonly [K in F]?: SourceDate | undefined }>(
  field: F,
): Defects<R> =>
  Object.fromEntries(
    Object.entries(DATES).map(([name, dateAbout]) => [
      `${field}: ${name}`,
      (record: R, dice: Random) => ({ ...record, [field]: dateAbout(yearOf(record[field]), dice) }),
    ]),
  );
