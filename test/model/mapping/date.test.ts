import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeSpan, workDate } from '../../../src/model/mapping/date.js';
import { badTerms } from '../../../src/model/rdf/term-check.js';
import type { SourceDate } from '../../../src/model/schema/fields.js';
import { Checker } from '../../../src/model/shacl/checker.js';
import { readShapes, SHAPES_DIRECTORY } from '../../../src/model/shacl/shapes.js';
import { BASE, expectGraph, graphOf, objectsOf, values } from '../../golden/graph.js';
import { describeRecord } from '../../golden/records.js';
import { makeSetting } from '../../golden/setting.js';
import { anyDate } from './any-date.js';
import { DATES, spanTurtle } from './dates.js';

const LATEST_YEAR = 2026;

const spanOf = (iri: string, date: SourceDate) => {
  const node = timeSpan(BASE + iri, date, LATEST_YEAR, 'activity');
  return node === undefined ? [] : graphOf(node);
};

/**
 * Model 4.4 as amended: days and hard bounds only of dates without qualifier, and without any problem but
 * day-without-month; no EDTF of a date whose problem doubts its value (docs/decisions, dates with problems).
 */
const WORKED: readonly (readonly [name: string, iri: string, date: SourceDate, turtle: string])[] = [
  [
    '1 single year, unqualified',
    'demo/1#date',
    { year: 1937 },
    `<demo/1#date> a edm:TimeSpan , crm:E52_Time-Span ; skos:notation "1937"^^edtf:EDTF-level1 ;
      lore:statedFromYear 1937 ; lore:statedToYear 1937 ; edm:begin "1937-01-01"^^xsd:date ; edm:end "1937-12-31"^^xsd:date ;
      crm:P82a_begin_of_the_begin "1937-01-01T00:00:00Z"^^xsd:dateTime ; crm:P82b_end_of_the_end "1937-12-31T23:59:59Z"^^xsd:dateTime .`,
  ],
  [
    '2 year-month, leap February',
    'demo/2#date',
    { year: 1936, month: 2 },
    `<demo/2#date> a edm:TimeSpan , crm:E52_Time-Span ; skos:notation "1936-02"^^edtf:EDTF-level1 ;
      lore:statedFromYear 1936 ; lore:statedToYear 1936 ; edm:begin "1936-02-01"^^xsd:date ; edm:end "1936-02-29"^^xsd:date ;
      crm:P82a_begin_of_the_begin "1936-02-01T00:00:00Z"^^xsd:dateTime ; crm:P82b_end_of_the_end "1936-02-29T23:59:59Z"^^xsd:dateTime .`,
  ],
  [
    '3 full day',
    'cbe/item/551579#date',
    { year: 1938, month: 3, day: 1 },
    `<cbe/item/551579#date> a edm:TimeSpan , crm:E52_Time-Span ;
      skos:notation "1938-03-01"^^edtf:EDTF-level1 ; lore:statedFromYear 1938 ; lore:statedToYear 1938 ;
      edm:begin "1938-03-01"^^xsd:date ; edm:end "1938-03-01"^^xsd:date ;
      crm:P82a_begin_of_the_begin "1938-03-01T00:00:00Z"^^xsd:dateTime ; crm:P82b_end_of_the_end "1938-03-01T23:59:59Z"^^xsd:dateTime .`,
  ],
  [
    '4 APPROX year, no CRM bounds',
    'demo/4#date',
    { year: 1930, accuracy: 'APPROX' },
    `<demo/4#date> a edm:TimeSpan , crm:E52_Time-Span ; skos:notation "1930~"^^edtf:EDTF-level1 ; lore:dateQualifier lore-date:approximate ;
      lore:statedFromYear 1930 ; lore:statedToYear 1930 .`,
  ],
  [
    '5 INFER year, plain EDTF',
    'demo/5#date',
    { year: 1936, accuracy: 'INFER' },
    `<demo/5#date> a edm:TimeSpan , crm:E52_Time-Span ; skos:notation "1936"^^edtf:EDTF-level1 ; lore:dateQualifier lore-date:inferred ;
      lore:statedFromYear 1936 ; lore:statedToYear 1936 .`,
  ],
  [
    '6 QUESTION day',
    'demo/6#date',
    { year: 1932, month: 11, day: 5, accuracy: 'QUESTION' },
    `<demo/6#date> a edm:TimeSpan , crm:E52_Time-Span ; skos:notation "1932-11-05?"^^edtf:EDTF-level1 ; lore:dateQualifier lore-date:questionable ;
      lore:statedFromYear 1932 ; lore:statedToYear 1932 .`,
  ],
  [
    '7 interval of years, inner and outer bounds',
    'cbe/part/4427865#date',
    { periodStartYear: 1935, periodEndYear: 1938 },
    `<cbe/part/4427865#date> a edm:TimeSpan , crm:E52_Time-Span ;
      skos:notation "1935/1938"^^edtf:EDTF-level1 ; lore:statedFromYear 1935 ; lore:statedToYear 1938 ;
      edm:begin "1935-01-01"^^xsd:date ; edm:end "1938-12-31"^^xsd:date ;
      crm:P82a_begin_of_the_begin "1935-01-01T00:00:00Z"^^xsd:dateTime ; crm:P81a_end_of_the_begin "1935-12-31T23:59:59Z"^^xsd:dateTime ;
      crm:P81b_begin_of_the_end "1938-01-01T00:00:00Z"^^xsd:dateTime ; crm:P82b_end_of_the_end "1938-12-31T23:59:59Z"^^xsd:dateTime .`,
  ],
  [
    '8 interval, mixed precision',
    'demo/8#date',
    { periodStartYear: 1935, periodStartMonth: 11, periodEndYear: 1936, periodEndMonth: 2, periodEndDay: 14 },
    `<demo/8#date> a edm:TimeSpan , crm:E52_Time-Span ; skos:notation "1935-11/1936-02-14"^^edtf:EDTF-level1 ;
      lore:statedFromYear 1935 ; lore:statedToYear 1936 ; edm:begin "1935-11-01"^^xsd:date ; edm:end "1936-02-14"^^xsd:date ;
      crm:P82a_begin_of_the_begin "1935-11-01T00:00:00Z"^^xsd:dateTime ; crm:P81a_end_of_the_begin "1935-11-30T23:59:59Z"^^xsd:dateTime ;
      crm:P81b_begin_of_the_end "1936-02-14T00:00:00Z"^^xsd:dateTime ; crm:P82b_end_of_the_end "1936-02-14T23:59:59Z"^^xsd:dateTime .`,
  ],
  [
    '9 interval, end unknown',
    'demo/9#date',
    { periodStartYear: 1935 },
    `<demo/9#date> a edm:TimeSpan , crm:E52_Time-Span ; skos:notation "1935/"^^edtf:EDTF-level1 ;
      lore:statedFromYear 1935 ; edm:begin "1935-01-01"^^xsd:date ; crm:P82a_begin_of_the_begin "1935-01-01T00:00:00Z"^^xsd:dateTime .`,
  ],
  [
    '10 interval, start unknown',
    'demo/10#date',
    { periodEndYear: 1940, periodEndMonth: 6 },
    `<demo/10#date> a edm:TimeSpan , crm:E52_Time-Span ; skos:notation "/1940-06"^^edtf:EDTF-level1 ;
      lore:statedToYear 1940 ; edm:end "1940-06-30"^^xsd:date ; crm:P82b_end_of_the_end "1940-06-30T23:59:59Z"^^xsd:dateTime .`,
  ],
  [
    '11 interval APPROX, both ends carry the mark',
    'demo/11#date',
    { periodStartYear: 1930, periodEndYear: 1939, accuracy: 'APPROX' },
    `<demo/11#date> a edm:TimeSpan , crm:E52_Time-Span ; skos:notation "1930~/1939~"^^edtf:EDTF-level1 ; lore:dateQualifier lore-date:approximate ;
      lore:statedFromYear 1930 ; lore:statedToYear 1939 .`,
  ],
  [
    '12 year-less, inferred',
    'demo/12#date',
    { month: 2, day: 9, accuracy: 'INFER' },
    String.raw`<demo/12#date> a edm:TimeSpan , crm:E52_Time-Span ; lore:monthDay "--02-09"^^xsd:gMonthDay ; lore:dateQualifier lore-date:inferred ;
      lore:dateProblem lore-problem:no-year ; lore:sourceDate "{\"Accuracy\":\"INFER\",\"Day\":9,\"Month\":2}" .`,
  ],
  [
    '13 impossible day',
    'demo/13#date',
    { year: 1938, month: 2, day: 30 },
    String.raw`<demo/13#date> a edm:TimeSpan , crm:E52_Time-Span ; lore:statedFromYear 1938 ; lore:statedToYear 1938 ;
      lore:dateProblem lore-problem:invalid-day ; lore:sourceDate "{\"Day\":30,\"Month\":2,\"Year\":1938}" .`,
  ],
  [
    '14 single date and period at once, contradicting',
    'demo/14#date',
    { year: 1950, periodStartYear: 1935, periodEndYear: 1938 },
    String.raw`<demo/14#date> a edm:TimeSpan , crm:E52_Time-Span ; lore:statedFromYear 1935 ; lore:statedToYear 1938 ;
      lore:dateProblem lore-problem:single-and-period , lore-problem:contradiction ;
      lore:sourceDate "{\"PeriodEndYear\":1938,\"PeriodStartYear\":1935,\"Year\":1950}" .`,
  ],
  [
    '15 reversed interval',
    'demo/15#date',
    { periodStartYear: 1940, periodEndYear: 1935 },
    String.raw`<demo/15#date> a edm:TimeSpan , crm:E52_Time-Span ; lore:dateProblem lore-problem:reversed ;
      lore:sourceDate "{\"PeriodEndYear\":1935,\"PeriodStartYear\":1940}" .`,
  ],
];

describe('the worked cases (model 4.4)', () => {
  it.each(WORKED)('%s', (_, iri, date, turtle) => {
    expectGraph(spanOf(iri, date), turtle);
  });
});

describe.each(Object.entries(DATES.spans))('%s', (_, rows) => {
  it.each(rows)('%s', (_name, date, expected) => {
    expectGraph(spanOf('d#date', date), spanTurtle('d#date', date, expected));
  });
});

describe('no date', () => {
  it.each<SourceDate | undefined>([
    undefined,
    {},
    { accuracy: 'APPROX' },
    { isoDuration: 'P3Y' },
    { year: 0, month: 0, day: 0, isoDate: '0000-00-00' },
    { isoStartDate: '0000-00-00T00:00:00', periodEndYear: 0 },
  ])('says nothing: %j', (date) => {
    expect(timeSpan(`${BASE}d#date`, date, LATEST_YEAR, 'activity')).toBeUndefined();
    expect(workDate(`${BASE}d`, date, LATEST_YEAR)).toEqual({});
  });
});

describe('the flat date of a work (model 4.2)', () => {
  const work = `${BASE}cbe/item/1`;
  const quadsOf = (date: SourceDate) => graphOf({ id: work, ...workDate(work, date, LATEST_YEAR) });

  it.each<[SourceDate, string]>([
    [{ year: 1938, month: 3, day: 1 }, '"1938-03-01"^^xsd:date'],
    [{ year: 1938, month: 3 }, '"1938-03"^^xsd:gYearMonth'],
    [{ year: 1938 }, '"1938"^^xsd:gYear'],
    [{ year: 1938, isoDate: '1938' }, '"1938"^^xsd:gYear'],
    [{ year: 1936, month: 2, day: 29 }, '"1936-02-29"^^xsd:date'],
    [{ year: 1938, day: 3 }, '"1938"^^xsd:gYear'],
  ])('schema:dateCreated at the precision of a clean date: %j', (date, expected) => {
    expect(objectsOf(quadsOf(date), 'schema:dateCreated')).toEqual(values(expected));
  });

  it('is the same of a part, an item and a photograph', () => {
    const date: SourceDate = { year: 1938, month: 3 };
    const setting = makeSetting();
    for (const node of [
      describeRecord('cbe.part', { id: 1, volumeID: 2, volumeNumber: '1', listingOrder: '1', date }, setting),
      describeRecord('cbe.item', { id: 1, partID: 2, pages: [], date }, setting),
      describeRecord('cbeg.photograph', { id: 1, referenceNumber: 'A', digitized: true, date }, setting),
    ]) {
      const quads = graphOf(node);
      expect(objectsOf(quads, 'dcterms:created', node.id)).toEqual(values('"1938-03"^^edtf:EDTF-level1'));
      expect(objectsOf(quads, 'schema:dateCreated', node.id)).toEqual(values('"1938-03"^^xsd:gYearMonth'));
      expect(objectsOf(quads, 'lore:dateSpan', node.id)).toEqual([`<${node.id}#date>`]);
    }
  });
});

/** What its EDTF string says is judged in edtf.test.ts. */
/** Random dates; `RUNS=10000` tries more. */
const RUNS = Number(process.env.RUNS ?? 300);

describe('any date at all (model 4.2, 7.1)', () => {
  const self = `${BASE}cbe/item/1`;
  const year = (literal: string | undefined) => literal?.split('"')[1]?.padStart(4, '0');

  it('says of itself what agrees', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const quads = graphOf({ id: self, ...workDate(self, date, LATEST_YEAR) });
        const one = (predicate: string) => objectsOf(quads, predicate).join(' ') || undefined;
        const day = (predicate: string) => one(predicate)?.slice(1, 11);
        // The same EDTF string flat and on the span, or neither.
        expect(one('dcterms:created')).toBe(one('skos:notation'));
        // Days and hard bounds only without qualifier and problem, a day without month and a finer string apart.
        const isCertain =
          date.accuracy === undefined &&
          /^(\S*(day-without-month|iso-finer)>\s?)*$/.test(one('lore:dateProblem') ?? '');
        const [begin, end] = [day('edm:begin'), day('edm:end')];
        const [from, to] = [year(one('lore:statedFromYear')), year(one('lore:statedToYear'))];
        expect(begin?.slice(0, 4)).toBe(isCertain ? from : undefined);
        expect(end?.slice(0, 4)).toBe(isCertain ? to : undefined);
        expect(day('crm:P82a_begin_of_the_begin')).toBe(begin);
        expect(day('crm:P82b_end_of_the_end')).toBe(end);
        // The beginning is before the end.
        if (begin !== undefined && end !== undefined) expect(begin <= end).toBe(true);
        if (from !== undefined && to !== undefined) expect(from <= to).toBe(true);
        // The source exactly when there is a problem; a plain date only when single and certain.
        expect(one('lore:sourceDate') === undefined).toBe(one('lore:dateProblem') === undefined);
        const isSingle = one('skos:notation')?.split('^')[0]?.includes('/') === false;
        expect(one('schema:dateCreated') !== undefined).toBe(isSingle && begin !== undefined);
      }),
      { numRuns: 4 * RUNS },
    );
  });

  it('passes the gate and the shapes, problem or not', async () => {
    const checker = new Checker(await readShapes(SHAPES_DIRECTORY));
    await fc.assert(
      fc.asyncProperty(anyDate, async (date) => {
        const quads = spanOf('cbe/item/1#date', date);
        const findings = quads.length === 0 ? [] : await checker.check(quads);
        expect(badTerms(quads)).toEqual([]);
        expect(findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

/** CIDOC CRM 7.1: P81 is a time throughout which something was going on; a birth within 1935 to 1938 was not. */
it.each(['event', 'activity'] as const)('a period of an %s', (dated) => {
  const period = { periodStartYear: 1935, periodEndYear: 1938 };
  const node = timeSpan(`${BASE}d#date`, period, LATEST_YEAR, dated);
  expect([node?.endOfTheBegin, node?.beginOfTheEnd]).toEqual(
    dated === 'event' ? [undefined, undefined] : ['1935-12-31T23:59:59Z', '1938-01-01T00:00:00Z'],
  );
  expect([node?.beginOfTheBegin, node?.endOfTheEnd]).toEqual([
    '1935-01-01T00:00:00Z',
    '1938-12-31T23:59:59Z',
  ]);
});
