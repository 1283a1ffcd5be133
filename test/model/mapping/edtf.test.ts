import edtf, { type ParsedDate, parse } from 'edtf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeSpan, workDate } from '../../../src/model/mapping/date.js';
import type { SourceDate } from '../../../src/model/schema/fields.js';
import { anyDate, hasNumbers, isoOf, lawfulDate, partsOf } from './any-date.js';

/**
 * Model 4, judged by somebody else's reader of EDTF (the package `edtf`, level 1). Its `parse` is asked, and each
 * end for the first and last day it covers; not its intervals, which differ from the model: see the end of this file.
 */

const LATEST_YEAR = 2026;
const RUNS = { numRuns: Number(process.env.RUNS ?? 500) };

type Side = 'single' | 'start' | 'end';

/** What is said of a date: the model's words for it (4.2). */
interface Said {
  readonly notation?: string;
  readonly statedFromYear?: number;
  readonly statedToYear?: number;
  readonly begin?: string;
  readonly end?: string;
  readonly dateQualifier?: string;
  readonly dateProblem?: readonly string[];
  readonly sourceDate?: string;
}

const say = (date: SourceDate): Said & Readonly<Record<string, unknown>> =>
  (timeSpan('https://e.org/1#date', date, LATEST_YEAR, 'activity') ?? {}) as Said &
    Readonly<Record<string, unknown>>;

/** The two ends of an EDTF string, a missing one null; a single date is both of its ends. */
function endsOf(text: string): readonly [first: ParsedDate | null, last: ParsedDate | null] {
  const parsed = parse(text, { level: 1 });
  return parsed.type === 'Interval' ? parsed.values : [parsed, parsed];
}

/** The ends with what the source says of them, missing ones left out. */
function endsWithSource(text: string): readonly (readonly [end: ParsedDate, side: Side])[] {
  const isInterval = parse(text, { level: 1 }).type === 'Interval';
  const sides: readonly Side[] = isInterval ? ['start', 'end'] : ['single', 'single'];
  return endsOf(text).flatMap((end, index) => (end === null ? [] : [[end, sides[index] as Side] as const]));
}

const check = (
  dates: fc.Arbitrary<SourceDate>,
  holds: (said: ReturnType<typeof say>, of: SourceDate) => void,
) =>
  fc.assert(
    fc.property(dates, (of) => holds(say(of), of)),
    RUNS,
  );

/** The same of those dates for which there is an EDTF string. */
const checkStrings = (holds: (text: string, said: ReturnType<typeof say>, of: SourceDate) => void) =>
  check(anyDate, (said, of) => {
    if (said.notation !== undefined) holds(said.notation, said, of);
  });

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const yearOf = (time: number) => new Date(time).getUTCFullYear();

describe('every EDTF string we make', () => {
  it('is a date or an interval of level 1', () =>
    checkStrings((text) => {
      expect(['Date', 'Interval']).toContain(parse(text, { level: 1 }).type);
    }));

  it('is written as the package would write it', () =>
    checkStrings((text) => {
      const written = endsOf(text).map((end) => (end === null ? '' : edtf(end).edtf));
      expect(text.includes('/') ? written.join('/') : written[0]).toBe(text);
    }));

  it('covers the years that statedFromYear and statedToYear say, and of edm, where there are any, the days', () =>
    checkStrings((text, { statedFromYear, statedToYear, begin, end }) => {
      const [first, last] = endsOf(text);
      expect(first === null ? undefined : yearOf(edtf(first).min)).toBe(statedFromYear);
      expect(last === null ? undefined : yearOf(edtf(last).max)).toBe(statedToYear);
      if (first !== null && begin !== undefined) expect(dayOf(edtf(first).min)).toBe(begin);
      if (last !== null && end !== undefined) expect(dayOf(edtf(last).max)).toBe(end);
    }));

  it('says nothing that the numbers do not say; without numbers, nothing that the strings do not say', () =>
    checkStrings((text, _, of) => {
      for (const [{ values }, side] of endsWithSource(text)) {
        const [year, month, day] = values;
        const said = [year, month === undefined ? undefined : month + 1, day];
        const { year: y, month: m, day: d } = partsOf(of, side);
        const source = hasNumbers(of)
          ? [y, m, d]
          : (isoOf(of, side) ?? '').trim().replace(/T.*/, '').split('-').map(Number);
        expect(source.slice(0, values.length)).toEqual(said.slice(0, values.length));
      }
    }));

  it('is marked ~ for APPROX and ? for QUESTION, at every end, and for nothing else', () =>
    checkStrings((text, _, of) => {
      for (const [{ approximate = false, uncertain = false }] of endsWithSource(text)) {
        expect({ approximate, uncertain }).toEqual({
          approximate: of.accuracy?.toUpperCase() === 'APPROX',
          uncertain: of.accuracy?.toUpperCase() === 'QUESTION',
        });
      }
    }));
});

describe('a lawful date', () => {
  it('has an EDTF string that says all of it, and no problem', () =>
    check(lawfulDate, ({ notation = '', dateProblem }, of) => {
      expect(dateProblem).toEqual([]);
      for (const [{ values }, side] of endsWithSource(notation)) {
        const stated = Object.values(partsOf(of, side)).filter((part) => part !== undefined);
        expect(values).toHaveLength(stated.length);
      }
      const [first, last] = endsOf(notation);
      const isGiven = (side: Side) => partsOf(of, side).year !== undefined;
      expect(first !== null).toBe(isGiven('single') || isGiven('start'));
      expect(last !== null).toBe(isGiven('single') || isGiven('end'));
    }));
});

/** Model 4.2, amended: the days, and the bounds that CRM asserts. */
const DAYS = ['begin', 'end', 'beginOfTheBegin', 'endOfTheBegin', 'beginOfTheEnd', 'endOfTheEnd'] as const;
const withoutMarks = (text: string | undefined) => text?.replace(/[~?]/g, '');

describe('the marker of a date (model 4.1, 4.2)', () => {
  it('takes the days away, whatever it is and however it is spelt', () =>
    check(anyDate, (said, { accuracy }) => {
      if (accuracy !== undefined) expect(DAYS.filter((bound) => said[bound] !== undefined)).toEqual([]);
    }));

  it('changes nothing else but the mark, if it is one of the three: INFER not even that', () =>
    check(anyDate, (said, of) => {
      if (said.dateQualifier === undefined) return;
      const { accuracy: _, ...unmarked } = of;
      const plain = say(unmarked);
      expect(withoutMarks(said.notation)).toBe(plain.notation);
      if (of.accuracy?.toUpperCase() === 'INFER') expect(said.notation).toBe(plain.notation);
      for (const word of ['statedFromYear', 'statedToYear', 'monthDay'] as const) {
        expect(said[word]).toBe(plain[word]);
      }
    }));

  it.each(['APPROX.', '~', '?', 'CIRCA'])(
    'spelt otherwise it is none of the three, and how sure the date is cannot be said: %s',
    (accuracy) => {
      const said = say({ year: 1936, month: 2, accuracy });
      expect(said).toMatchObject({ statedFromYear: 1936, dateProblem: ['unknown-accuracy'] });
      expect([said.notation, said.dateQualifier]).toEqual([undefined, undefined]);
      expect(said.sourceDate).toContain(JSON.stringify(accuracy));
      const { dateCreated } = workDate('https://e.org/1', { year: 1936, month: 2, accuracy }, LATEST_YEAR);
      expect(dateCreated).toBeUndefined();
    },
  );
});

describe('where the package and the model differ, the model rules', () => {
  const refused = (date: SourceDate): string => {
    const { notation = '' } = say(date);
    expect(() => edtf(notation)).toThrow('invalid upper bound');
    return notation;
  };

  it('an interval may begin and end on the same day, month or year: only start after end is reversed (4.3, 5)', () => {
    expect(refused({ periodStartYear: 1935, periodEndYear: 1935 })).toBe('1935/1935');
  });

  it('an interval may end in the month or year that it begins in', () => {
    const start = { periodStartYear: 1935, periodStartMonth: 11, periodStartDay: 14 };
    expect(refused({ ...start, periodEndYear: 1935, periodEndMonth: 11 })).toBe('1935-11-14/1935-11');
    expect(refused({ ...start, periodEndYear: 1935 })).toBe('1935-11-14/1935');
  });

  it('a day that its month does not have doubts the date; the package takes 29 February of any year', () => {
    expect(parse('1900-02-29', { level: 1 }).values).toEqual([1900, 1, 29]);
    const said = say({ year: 1900, month: 2, day: 29 });
    expect(said).toMatchObject({ statedFromYear: 1900, dateProblem: ['invalid-day'] });
    expect(said.notation).toBeUndefined();
  });
});
