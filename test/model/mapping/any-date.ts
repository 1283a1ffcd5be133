import fc from 'fast-check';
import { dateInterval, singleDate } from '../../../src/features/generated-world/calendar.js';
import { date, type SourceDate } from '../../../src/model/schema/fields.js';

/** Random dates: lawful ones, and ones with anything the dictionary lets through in any field. */

type Field = keyof SourceDate;
type Part = 'year' | 'month' | 'day';

const ACCURACIES = ['APPROX', 'INFER', 'QUESTION'] as const;
const pad = (value: number) => String(value).padStart(2, '0');

/** A day known in full, or only its month or year. */
const known = fc
  .tuple(
    fc.integer({ min: 1000, max: 2026 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([year, month, day, precision]) => ({
    year,
    ...(precision > 1 ? { month } : {}),
    ...(precision > 2 ? { day } : {}),
  }));
type Known = { readonly year: number; readonly month?: number; readonly day?: number };
const firstOf = ({ year, month = 1, day = 1 }: Known) => `${year}-${pad(month)}-${pad(day)}`;

const inOrder = fc
  .tuple(known, known)
  .map(([one, other]) =>
    firstOf(one) <= firstOf(other) ? ([one, other] as const) : ([other, one] as const),
  );

const accuracy = fc.option(fc.constantFrom(...ACCURACIES), { nil: undefined });

/** As wire-format 3 has them: one day or an interval of which an end may be missing, strings as the numbers. */
export const lawfulDate: fc.Arbitrary<SourceDate> = fc
  .tuple(
    fc.oneof(
      known.map(singleDate),
      known.map((day) => ({ ...day })),
      inOrder.map(([start, end]) => dateInterval(start, end)),
      known.map((start) => dateInterval(start, {})),
      known.map((end) => dateInterval({}, end)),
    ),
    accuracy,
  )
  .map(([stated, marker]) => date.parse({ ...stated, accuracy: marker }));

const YEARS = [
  -44, -1, 0, 1, 4, 193, 999, 1000, 1900, 1935, 1936, 1937, 2000, 2026, 2027, 9999, 10000, 12345,
];
const MONTHS = [-1, 0, 1, 2, 4, 11, 12, 13];
const DAYS = [-1, 0, 1, 14, 28, 29, 30, 31, 32];
const STRINGS = [
  ...['1935', '1936-02', '1936-02-29', '1937-12-31', '0000', '0999', '9999'],
  ...['1925-01-01T00:00:00', '1936-03-01T00:00:00Z', '1936-13', '1937-02-29', '1937-00-00'],
  ...['1937-5-3', '19350703', '1935/1936', 'c. 1937', '-0044', '+12345', '1937~', ' 1937 ', 'Bealtaine'],
];
const MARKERS = [
  ...ACCURACIES,
  ...['approx', 'Infer', 'question', 'APPROX.', ' APPROX', 'CIRCA', '~', '?', '%', 'INFER QUESTION'],
];

/** Values on either side of what is lawful, by the end of the field's name. */
const ODD: readonly (readonly [field: RegExp, values: readonly (number | string)[]])[] = [
  [/year$/i, YEARS],
  [/month$/i, MONTHS],
  [/day$/i, DAYS],
  [/^iso(Start|End)?Date$/, STRINGS],
  [/^isoDuration$/, ['P2Y', '']],
  [/^accuracy$/, MARKERS],
];

/** A field that the dictionary gains and that nobody thought of here is a mistake of the test. */
function valuesOf(field: string): readonly (number | string)[] {
  const values = ODD.find(([pattern]) => pattern.test(field))?.[1];
  if (values === undefined) throw new Error(`no values for the field ${field} of a date`);
  return values.filter((value) => date.safeParse({ [field]: value }).success);
}

/** A field of the dictionary, there as often as not; alone, all of them would hardly ever leave a side out. */
const some = (fields: readonly Field[]): fc.Arbitrary<object> =>
  fc.record(Object.fromEntries(fields.map((field) => [field, fc.constantFrom(...valuesOf(field))])), {
    requiredKeys: [],
  });

const FIELDS = Object.keys(date.shape) as Field[];
const isOf = (side: string) => (field: Field) => side !== '' && field.startsWith(side);
const sides = [
  FIELDS.filter((field) => /^(year|month|day)$/.test(field)),
  FIELDS.filter(isOf('periodStart')),
  FIELDS.filter(isOf('periodEnd')),
  FIELDS.filter((field) => /^iso.*Date$/.test(field)),
];
const others = FIELDS.filter((field) => !sides.flat().includes(field));

/** A side all of whose fields are there or not as they like, or none of them. */
const now = (fields: readonly Field[]) => fc.oneof(some(fields), fc.constant({}));

/** Anything the dictionary lets through: impossible days, ends reversed or missing, strings at odds with numbers. */
const oddDate: fc.Arbitrary<SourceDate> = fc
  .tuple(...sides.map(now), now(others))
  .map((parts) => date.parse(Object.assign({}, ...parts)));

export const anyDate: fc.Arbitrary<SourceDate> = fc.oneof(
  { weight: 1, arbitrary: lawfulDate },
  { weight: 3, arbitrary: oddDate },
);

/** One end of a date, as its three fields have it. */
export const partsOf = (
  of: SourceDate,
  side: 'single' | 'start' | 'end',
): { [P in Part]: number | undefined } =>
  side === 'single'
    ? { year: of.year, month: of.month, day: of.day }
    : side === 'start'
      ? { year: of.periodStartYear, month: of.periodStartMonth, day: of.periodStartDay }
      : { year: of.periodEndYear, month: of.periodEndMonth, day: of.periodEndDay };

/** The string beside them. */
export const isoOf = (of: SourceDate, side: 'single' | 'start' | 'end'): string | undefined =>
  side === 'single' ? of.isoDate : side === 'start' ? of.isoStartDate : of.isoEndDate;

/** Whether any number is given: then the strings say nothing (model 4.3, 1 and 6). */
export const hasNumbers = (of: SourceDate): boolean =>
  (['single', 'start', 'end'] as const).some((side) =>
    Object.values(partsOf(of, side)).some((part) => part !== undefined),
  );
