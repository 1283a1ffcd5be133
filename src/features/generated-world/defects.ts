import { Random } from '../../base/random.js';
import type { SourceDate } from '../../model/schema/fields.js';
import { dateInterval, singleDate, zeroPadded } from './calendar.js';

/**
 * Changes a record so that it has a defect; its schema still accepts it. Undefined for a record that has no field
 * for the defect.
 */
export type Defect<R> = (record: R, random: Random) => R | undefined;

/** The defects of a kind of record, by name. */
export type Defects<R> = Readonly<Record<string, Defect<R>>>;

/** Injects a defect into some records of a kind, chosen by their numbers. */
export type DefectInjector<R> = (record: R, number: number) => R;

/** A record with an injected defect. */
export interface InjectedDefect {
  readonly kind: string;
  readonly id: number;
  readonly way: string;
}

/** How many records have defects. */
export interface DefectSettings {
  /** The share of records with a defect, 0 to 1. */
  readonly share: number;
  /** Called for each record with a defect, each time that the record is made. */
  readonly report?: ((defect: InjectedDefect) => void) | undefined;
}

/**
 * Makes a function that injects defects into a share of the records of a kind. Its random numbers are independent
 * of those of the record, so worlds with different shares differ in the defects alone.
 *
 * No defect may add a value that the volume index would need: codes become unknown codes, places and people of
 * volumes stay as they are.
 */
export function defectInjectorOf<R extends { readonly id: number }>(
  seed: number,
  { share, report }: DefectSettings,
  kind: string,
  defects: Defects<R>,
): DefectInjector<R> {
  if (share === 0) return (record) => record;
  const entries = Object.entries(defects);
  return (record, number) => {
    const random = new Random(seed, `dirt of ${kind}`, number);
    if (!random.chance(share)) return record;
    const first = random.below(entries.length);
    // A record without a field for one defect gets the next.
    for (const [way, defect] of [...entries.slice(first), ...entries.slice(0, first)]) {
      const changed = defect(record, random);
      if (changed === undefined) continue;
      report?.({ kind, id: record.id, way });
      return changed;
    }
    return record;
  };
}

/** Placeholders for missing names (wire-format 1). */
export const PLACEHOLDERS = ['(name not given)', '-', '?', '—', 'anon.'] as const;

/** A code in no list. */
export const UNKNOWN_CODE = 'ZZZ';

/** The identifier of no record. */
export const UNKNOWN_ID = 9_999_999_999;

/** A text with markup around it. */
export const withMarkup = (text: string): string => `<b>${text}</b><br />&nbsp;`;

/** Markup without text. */
export const EMPTY_MARKUP = '<b></b>&nbsp;';

/** A text with a control character. */
export const withControlCharacter = (text: string): string => `\u0007${text}`;

/** A text that ends in half a surrogate pair. */
export const withLoneSurrogate = (text: string): string => `${text}\ud83d`;

/** An address that must not be linked to. */
export const SCRIPT_ADDRESS = 'javascript:alert(1)';

/** Changes a text field; undefined where the record lacks it. */
export const changeField = <F extends string, R extends { readonly [K in F]?: string | undefined }>(
  field: F,
  change: (text: string) => string,
) => {
  return (record: R): R | undefined => {
    const text = record[field];
    return text === undefined ? undefined : { ...record, [field]: change(text) };
  };
};

/** Defects of the title and extract of a story. */
export const textDefects = <
  R extends { readonly title?: string | undefined; readonly extract?: string | undefined },
>(): Defects<R> => ({
  'title marked up': changeField('title', withMarkup),
  'title with a control character': changeField('title', withControlCharacter),
  'title cut off': changeField('title', withLoneSurrogate),
  'title of digits': changeField('title', () => '1937'),
  'extract a dash': changeField('extract', () => '-'),
});

const yearOf = (date: SourceDate | undefined): number =>
  date?.year ?? date?.periodStartYear ?? date?.periodEndYear ?? 1937;

/** Dates that contradict themselves or the calendar (wire-format 3, date), about a year. */
const DATES: Readonly<Record<string, (year: number, random: Random) => SourceDate>> = {
  'ISO of another year': (year, random) => ({
    ...singleDate({ year }),
    isoDate: zeroPadded(year + random.between(1, 3), 4),
  }),
  'ISO of another month': (year, random) => ({
    ...singleDate({ year, month: 5, day: 3 }),
    month: random.between(6, 12),
  }),
  'ISO only': (year) => ({ isoDate: `${year}-05` }),
  'ISO in words': (year) => ({ isoDate: `c. ${year}` }),
  'ISO without zeros': (year) => ({ ...singleDate({ year }), isoDate: `${year}-5-3` }),
  'a day that is not': (year) => singleDate({ year, month: 2, day: 30 }),
  'a month that is not': (year) => singleDate({ year, month: 13 }),
  'a day without month': (year) => ({ ...singleDate({ year }), day: 7 }),
  'a month without year': () => singleDate({ month: 5 }),
  'an end without year': (year) => dateInterval({ year }, { month: 5 }),
  'its ends turned round': (year, random) => dateInterval({ year: year + random.between(1, 5) }, { year }),
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
      (record: R, random: Random) => ({ ...record, [field]: dateAbout(yearOf(record[field]), random) }),
    ]),
  );
