import { beforeAll, describe, expect, it } from 'vitest';
import { workDate } from '../../src/model/mapping/date.js';
import { date as dateSchema, type SourceDate } from '../../src/model/schema/fields.js';
import { Checker } from '../../src/model/shacl/checker.js';
import { readShapes, SHAPES_DIRECTORY } from '../../src/model/shacl/shapes.js';
import { BASE, expand, expectGraph, graphOf, objectsOf, turtle, values } from '../golden/graph.js';
import { describeRecord } from '../golden/records.js';
import { makeSetting } from '../golden/setting.js';

/**
 * Every problem of a date in every form that it can come in, with every qualifier: model 4 as amended, and
 * docs/decisions/2026-11-22-dates-with-problems.md. What each row expects is written out, not computed.
 */

const HARVEST_YEAR = 2026;

/** How far a date stands, from the fields of its source up to the days that bound it (the decision's table). */
const STEPS = ['source', 'years', 'value', 'days'] as const;
type Stands = (typeof STEPS)[number];

const STANDS: Readonly<Record<string, Stands>> = {
  'day-without-month': 'days',
  'no-year': 'value',
  'single-and-period': 'value',
  'iso-only': 'value',
  'iso-unreadable': 'value',
  'iso-finer': 'days',
  'invalid-day': 'years',
  'invalid-month': 'years',
  contradiction: 'years',
  'iso-mismatch': 'years',
  'unknown-accuracy': 'years',
  reversed: 'source',
  'implausible-year': 'source',
};

const FORMS = ['year', 'month', 'day', 'period', 'open period', 'both'] as const;
type Form = (typeof FORMS)[number];

interface Expected {
  /** With `*` where the mark of the qualifier goes. */
  readonly edtf?: string;
  readonly monthDay?: string;
  readonly years?: readonly [from: number | undefined, to: number | undefined];
  /** First and last day, and of an interval with two ends the last of its start and the first of its end. */
  readonly days?: readonly (string | undefined)[];
  /** The plain date with its datatype. */
  readonly plain?: string;
}

type Row = readonly [problems: string, form: Form, date: SourceDate, expected: Expected];

const y36: readonly [number, number] = [1936, 1936];
const y3538: readonly [number, number] = [1935, 1938];
const period: SourceDate = { periodStartYear: 1935, periodEndYear: 1938 };

const ROWS: readonly Row[] = [
  [
    '',
    'year',
    { year: 1936 },
    { edtf: '1936*', years: y36, days: ['1936-01-01', '1936-12-31'], plain: '"1936"^^xsd:gYear' },
  ],
  [
    '',
    'month',
    { year: 1936, month: 2 },
    { edtf: '1936-02*', years: y36, days: ['1936-02-01', '1936-02-29'], plain: '"1936-02"^^xsd:gYearMonth' },
  ],
  [
    '',
    'day',
    { year: 1936, month: 2, day: 9 },
    { edtf: '1936-02-09*', years: y36, days: ['1936-02-09', '1936-02-09'], plain: '"1936-02-09"^^xsd:date' },
  ],
  [
    '',
    'period',
    period,
    {
      edtf: '1935*/1938*',
      years: y3538,
      days: ['1935-01-01', '1938-12-31', '1935-12-31', '1938-01-01'],
    },
  ],
  [
    '',
    'open period',
    { periodStartYear: 1935 },
    { edtf: '1935*/', years: [1935, undefined], days: ['1935-01-01'] },
  ],
  [
    '',
    'open period',
    { periodEndYear: 1938 },
    { edtf: '/1938*', years: [undefined, 1938], days: [undefined, '1938-12-31'] },
  ],

  [
    'day-without-month',
    'year',
    { year: 1936, day: 9 },
    { edtf: '1936*', years: y36, days: ['1936-01-01', '1936-12-31'], plain: '"1936"^^xsd:gYear' },
  ],
  [
    'day-without-month',
    'period',
    { ...period, periodEndDay: 9 },
    {
      edtf: '1935*/1938*',
      years: y3538,
      days: ['1935-01-01', '1938-12-31', '1935-12-31', '1938-01-01'],
    },
  ],
  [
    'day-without-month',
    'open period',
    { periodStartYear: 1935, periodStartDay: 9 },
    { edtf: '1935*/', years: [1935, undefined], days: ['1935-01-01'] },
  ],
  [
    'day-without-month single-and-period',
    'both',
    { ...period, year: 1936, day: 9 },
    { edtf: '1935*/1938*', years: y3538 },
  ],

  ['no-year', 'month', { month: 2 }, {}],
  ['no-year', 'day', { month: 2, day: 9 }, { monthDay: '--02-09' }],
  ['no-year', 'period', { periodStartMonth: 5, periodEndMonth: 6 }, {}],
  [
    'no-year',
    'period',
    { periodStartYear: 1935, periodEndMonth: 6, periodEndDay: 1 },
    { edtf: '1935*/', years: [1935, undefined] },
  ],
  [
    'no-year',
    'period',
    { periodStartMonth: 5, periodEndYear: 1938 },
    { edtf: '/1938*', years: [undefined, 1938] },
  ],
  ['no-year', 'open period', { periodStartMonth: 5 }, {}],
  [
    'no-year single-and-period',
    'both',
    { year: 1936, month: 3, periodStartMonth: 5, periodEndMonth: 6 },
    { edtf: '1936-03*', years: y36 },
  ],
  [
    'no-year single-and-period',
    'both',
    { ...period, month: 2, day: 9 },
    { edtf: '1935*/1938*', years: y3538 },
  ],

  ['single-and-period', 'both', { ...period, year: 1936 }, { edtf: '1935*/1938*', years: y3538 }],
  [
    'single-and-period',
    'both',
    { ...period, year: 1936, month: 2, day: 9 },
    { edtf: '1935*/1938*', years: y3538 },
  ],
  [
    'single-and-period',
    'both',
    { year: 1936, periodStartYear: 1935 },
    { edtf: '1935*/', years: [1935, undefined] },
  ],
  [
    'single-and-period',
    'both',
    { year: 1936, periodEndYear: 1938 },
    { edtf: '/1938*', years: [undefined, 1938] },
  ],

  ['iso-only', 'year', { isoDate: '1936' }, { edtf: '1936*', years: y36 }],
  ['iso-only', 'month', { isoDate: '1936-02' }, { edtf: '1936-02*', years: y36 }],
  ['iso-only', 'day', { isoDate: '1936-02-09' }, { edtf: '1936-02-09*', years: y36 }],
  [
    'iso-only',
    'period',
    { isoStartDate: '1935', isoEndDate: '1938-06' },
    { edtf: '1935*/1938-06*', years: y3538 },
  ],
  ['iso-only', 'open period', { isoStartDate: '1935' }, { edtf: '1935*/', years: [1935, undefined] }],
  [
    'iso-only single-and-period',
    'both',
    { isoDate: '1936', isoStartDate: '1935', isoEndDate: '1938' },
    { edtf: '1935*/1938*', years: y3538 },
  ],
  ['iso-only iso-unreadable', 'year', { isoDate: '196' }, {}],
  // Without leading zeros it is still a day.
  ['iso-only', 'day', { isoDate: '1936-2-9' }, { edtf: '1936-02-09*', years: y36 }],

  // A string that says more than the numbers, which both hold, is reported; the numbers stand.
  [
    'iso-finer',
    'year',
    { year: 1936, isoDate: '1936-02' },
    { edtf: '1936*', years: y36, days: ['1936-01-01', '1936-12-31'], plain: '"1936"^^xsd:gYear' },
  ],
  [
    'iso-finer',
    'year',
    { year: 1936, isoDate: '1936-2-9' },
    { edtf: '1936*', years: y36, days: ['1936-01-01', '1936-12-31'], plain: '"1936"^^xsd:gYear' },
  ],
  [
    'iso-finer',
    'month',
    { year: 1936, month: 2, isoDate: '1936-02-09' },
    { edtf: '1936-02*', years: y36, days: ['1936-02-01', '1936-02-29'], plain: '"1936-02"^^xsd:gYearMonth' },
  ],
  [
    'iso-finer',
    'period',
    { ...period, isoStartDate: '1935-11', isoEndDate: '1938' },
    {
      edtf: '1935*/1938*',
      years: y3538,
      days: ['1935-01-01', '1938-12-31', '1935-12-31', '1938-01-01'],
    },
  ],
  // A length says where the other end is.
  [
    'iso-finer',
    'open period',
    { periodStartYear: 1935, isoDuration: 'P3Y' },
    { edtf: '1935*/', years: [1935, undefined], days: ['1935-01-01'] },
  ],
  [
    'iso-finer single-and-period',
    'both',
    { ...period, year: 1936, isoDate: '1936-02' },
    { edtf: '1935*/1938*', years: y3538 },
  ],
  // A program may write a year as its first moment.
  [
    '',
    'month',
    { year: 1936, month: 2, isoDate: '1936-02-01T00:00:00' },
    { edtf: '1936-02*', years: y36, days: ['1936-02-01', '1936-02-29'], plain: '"1936-02"^^xsd:gYearMonth' },
  ],
  // The year may be one of a program's: no number states it.
  ['iso-finer no-year', 'day', { month: 2, day: 9, isoDate: '1936-02-09' }, { monthDay: '--02-09' }],
  ['iso-finer no-year', 'month', { month: 2, isoDate: '1936-02' }, {}],

  // What the string says is not known.
  ['iso-unreadable', 'year', { year: 1936, isoDate: 'c. 1936' }, { edtf: '1936*', years: y36 }],
  ['iso-unreadable', 'month', { year: 1936, month: 2, isoDate: 'Feb. 36' }, { edtf: '1936-02*', years: y36 }],
  [
    'iso-unreadable',
    'day',
    { year: 1936, month: 2, day: 9, isoDate: '9/2/36' },
    { edtf: '1936-02-09*', years: y36 },
  ],
  ['iso-unreadable', 'period', { ...period, isoDate: '1935/1938' }, { edtf: '1935*/1938*', years: y3538 }],
  ['iso-unreadable', 'period', { ...period, isoDuration: '3 years' }, { edtf: '1935*/1938*', years: y3538 }],
  [
    'iso-unreadable',
    'open period',
    { periodStartYear: 1935, isoStartDate: '35' },
    { edtf: '1935*/', years: [1935, undefined] },
  ],
  [
    'iso-unreadable single-and-period',
    'both',
    { ...period, year: 1936, isoDate: '36' },
    { edtf: '1935*/1938*', years: y3538 },
  ],

  ['invalid-day', 'day', { year: 1936, month: 2, day: 30 }, { years: y36 }],
  ['invalid-day no-year', 'day', { month: 2, day: 30 }, {}],
  ['invalid-day', 'period', { ...period, periodStartMonth: 4, periodStartDay: 31 }, { years: y3538 }],
  [
    'invalid-day',
    'open period',
    { periodEndYear: 1938, periodEndMonth: 2, periodEndDay: 29 },
    { years: [undefined, 1938] },
  ],
  ['invalid-day single-and-period', 'both', { ...period, year: 1936, month: 2, day: 30 }, { years: y3538 }],

  ['invalid-month', 'month', { year: 1936, month: 13 }, { years: y36 }],
  ['invalid-month', 'day', { year: 1936, month: 13, day: 9 }, { years: y36 }],
  ['invalid-month', 'period', { ...period, periodEndMonth: 0 }, { years: y3538 }],
  [
    'invalid-month',
    'open period',
    { periodStartYear: 1935, periodStartMonth: 13 },
    { years: [1935, undefined] },
  ],
  ['invalid-month single-and-period', 'both', { ...period, year: 1936, month: 13 }, { years: y3538 }],

  ['contradiction single-and-period', 'both', { ...period, year: 1950 }, { years: y3538 }],
  ['contradiction single-and-period', 'both', { ...period, year: 1939, month: 1, day: 1 }, { years: y3538 }],
  [
    'contradiction single-and-period',
    'both',
    { year: 1934, periodStartYear: 1935 },
    { years: [1935, undefined] },
  ],

  ['iso-mismatch', 'year', { year: 1936, isoDate: '1935' }, { years: y36 }],
  ['iso-mismatch', 'month', { year: 1936, month: 2, isoDate: '1936-03' }, { years: y36 }],
  ['iso-mismatch', 'day', { year: 1936, month: 2, day: 9, isoDate: '1936-02-08' }, { years: y36 }],
  ['iso-mismatch no-year', 'day', { month: 2, day: 9, isoDate: '1936-03-09' }, {}],
  ['iso-mismatch', 'period', { ...period, isoStartDate: '1934', isoEndDate: '1938' }, { years: y3538 }],
  [
    'iso-mismatch',
    'open period',
    { periodStartYear: 1935, isoStartDate: '1935', isoEndDate: '1938' },
    { years: [1935, undefined] },
  ],
  ['iso-mismatch single-and-period', 'both', { ...period, year: 1936, isoDate: '1937' }, { years: y3538 }],
  ['iso-mismatch', 'day', { year: 1936, month: 2, day: 9, isoDate: '1936-2-8' }, { years: y36 }],
  // The length of a period is between those of the shortest and the longest that its ends leave.
  ['iso-mismatch', 'period', { ...period, isoDuration: 'P5Y' }, { years: y3538 }],
  ['iso-mismatch', 'period', { ...period, isoDuration: 'P1Y11M' }, { years: y3538 }],
  ['iso-mismatch', 'year', { year: 1936, isoDuration: 'P3Y' }, { years: y36 }],
  [
    '',
    'period',
    { ...period, isoDuration: 'P3Y' },
    {
      edtf: '1935*/1938*',
      years: y3538,
      days: ['1935-01-01', '1938-12-31', '1935-12-31', '1938-01-01'],
    },
  ],
  [
    '',
    'period',
    { ...period, isoDuration: 'P4Y' },
    {
      edtf: '1935*/1938*',
      years: y3538,
      days: ['1935-01-01', '1938-12-31', '1935-12-31', '1938-01-01'],
    },
  ],

  ['reversed', 'period', { periodStartYear: 1938, periodEndYear: 1935 }, {}],
  ['reversed single-and-period', 'both', { year: 1936, periodStartYear: 1938, periodEndYear: 1935 }, {}],

  // A digit lost, and a year that has not come.
  ['implausible-year iso-unreadable', 'year', { isoDate: '196', year: 196 }, {}],
  ['implausible-year', 'year', { year: 2027 }, {}],
  ['implausible-year', 'year', { year: 10000 }, {}],
  ['implausible-year', 'month', { year: 193, month: 2 }, {}],
  ['implausible-year', 'month', { year: 2027, month: 1 }, {}],
  ['implausible-year', 'day', { year: 999, month: 12, day: 31 }, {}],
  ['implausible-year', 'day', { year: 2027, month: 1, day: 1 }, {}],
  ['implausible-year', 'period', { periodStartYear: 193, periodEndYear: 1938 }, {}],
  ['implausible-year', 'period', { periodStartYear: 1935, periodEndYear: 2035 }, {}],
  ['implausible-year', 'open period', { periodStartYear: 193 }, {}],
  ['implausible-year', 'open period', { periodEndYear: 2035 }, {}],
  ['implausible-year single-and-period', 'both', { year: 1936, periodStartYear: 193 }, {}],
  ['implausible-year iso-only', 'year', { isoDate: '0196' }, {}],

  ['unknown-accuracy', 'year', { year: 1941, accuracy: 'CIRCA' }, { years: [1941, 1941] }],
  ['unknown-accuracy', 'month', { year: 1936, month: 2, accuracy: 'CIRCA' }, { years: y36 }],
  ['unknown-accuracy', 'day', { year: 1936, month: 2, day: 9, accuracy: 'CIRCA' }, { years: y36 }],
  ['no-year unknown-accuracy', 'day', { month: 2, day: 9, accuracy: 'CIRCA' }, {}],
  ['unknown-accuracy', 'period', { ...period, accuracy: 'CIRCA' }, { years: y3538 }],
  [
    'unknown-accuracy',
    'open period',
    { periodStartYear: 1935, accuracy: 'CIRCA' },
    { years: [1935, undefined] },
  ],
  [
    'single-and-period unknown-accuracy',
    'both',
    { ...period, year: 1936, accuracy: 'CIRCA' },
    { years: y3538 },
  ],
];

/** What cannot be: a form that has no room for the problem. */
const IMPOSSIBLE: Readonly<Record<string, readonly Form[]>> = {
  'day-without-month': ['month', 'day'],
  'no-year': ['year'],
  'single-and-period': ['year', 'month', 'day', 'period', 'open period'],
  'iso-finer': ['day'],
  'invalid-day': ['year', 'month'],
  'invalid-month': ['year'],
  contradiction: ['year', 'month', 'day', 'period', 'open period'],
  reversed: ['year', 'month', 'day', 'open period'],
};

const QUALIFIERS: readonly (readonly [accuracy: string | undefined, mark: string, word: string])[] = [
  [undefined, '', ''],
  ['APPROX', '~', 'approximate'],
  ['approx', '~', 'approximate'],
  ['INFER', '', 'inferred'],
  ['QUESTION', '?', 'questionable'],
];

/** The rows with every qualifier; an accuracy of its own a row keeps. */
const CASES = ROWS.flatMap(([problems, form, date, expected]) =>
  QUALIFIERS.filter(([accuracy]) => accuracy === undefined || date.accuracy === undefined).map(
    ([accuracy, mark, word]) => ({
      problems: problems === '' ? [] : problems.split(' '),
      form,
      date: (accuracy === undefined ? date : { ...date, accuracy }) as SourceDate,
      word,
      expected: {
        ...expected,
        ...(expected.edtf === undefined ? {} : { edtf: expected.edtf.replaceAll('*', mark) }),
        ...(word === '' ? {} : { days: [], plain: undefined }),
      },
    }),
  ),
);

/** The fields of the source under the dictionary's names, in the order of the alphabet. */
const fieldsOf = (date: SourceDate): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(date)
        .map(([field, value]) => [field.charAt(0).toUpperCase() + field.slice(1), value] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  );

const all = (...objects: (string | false | undefined)[]): string =>
  objects.filter((one) => typeof one === 'string').join(' ; ');

function spanTurtle(
  iri: string,
  {
    problems,
    date,
    word,
    expected: { edtf, monthDay, years: [from, to] = [undefined, undefined], days = [] },
  }: (typeof CASES)[number],
) {
  const [first, last, endOfBegin, beginOfEnd] = days;
  return `<${iri}> ${all(
    'a edm:TimeSpan , crm:E52_Time-Span',
    edtf !== undefined && `skos:notation "${edtf}"^^edtf:EDTF-level1`,
    monthDay !== undefined && `lore:monthDay "${monthDay}"^^xsd:gMonthDay`,
    word !== '' && `lore:dateQualifier lore-date:${word}`,
    from !== undefined && `lore:statedFromYear ${from}`,
    to !== undefined && `lore:statedToYear ${to}`,
    first !== undefined && `edm:begin "${first}"^^xsd:date`,
    last !== undefined && `edm:end "${last}"^^xsd:date`,
    first !== undefined && `crm:P82a_begin_of_the_begin "${first}T00:00:00Z"^^xsd:dateTime`,
    endOfBegin !== undefined && `crm:P81a_end_of_the_begin "${endOfBegin}T23:59:59Z"^^xsd:dateTime`,
    beginOfEnd !== undefined && `crm:P81b_begin_of_the_end "${beginOfEnd}T00:00:00Z"^^xsd:dateTime`,
    last !== undefined && `crm:P82b_end_of_the_end "${last}T23:59:59Z"^^xsd:dateTime`,
    problems.length > 0 && `lore:dateProblem ${problems.map((one) => `lore-problem:${one}`).join(' , ')}`,
    problems.length > 0 && `lore:sourceDate ${JSON.stringify(fieldsOf(date))}`,
  )} .`;
}

let checker: Checker;
beforeAll(async () => {
  checker = new Checker(await readShapes(SHAPES_DIRECTORY));
});

describe('the rows', () => {
  it('hold every problem in every form that has room for it', () => {
    const missing = Object.keys(STANDS).flatMap((problem) =>
      FORMS.filter(
        (form) => !ROWS.some(([problems, of]) => of === form && problems.split(' ').includes(problem)),
      )
        .filter((form) => !IMPOSSIBLE[problem]?.includes(form))
        .map((form) => `${problem}: ${form}`),
    );
    expect(missing).toEqual([]);
  });

  it('are dates of the dictionary', () => {
    for (const { date } of CASES) expect(dateSchema.parse(date)).toEqual(date);
  });

  it('expect no more than stands beside the worst of their problems', () => {
    for (const { problems, word, expected } of CASES) {
      const least = Math.min(
        ...problems.map((problem) => STEPS.indexOf(STANDS[problem] as Stands)),
        word === '' ? 3 : 2,
      );
      const { years, edtf, monthDay, days = [], plain } = expected;
      if (least < 1) expect(years).toBeUndefined();
      if (least < 2) expect([edtf, monthDay]).toEqual([undefined, undefined]);
      if (least < 3) expect([days.length, plain]).toEqual([0, undefined]);
    }
  });
});

describe.each(CASES)('$problems, $form: $date', (one) => {
  const { date, problems, expected } = one;

  it('a work says no more than stands', () => {
    const work = `${BASE}cbe/item/1`;
    expectGraph(
      graphOf({ id: work, ...workDate(work, date, HARVEST_YEAR) }),
      `<cbe/item/1> ${all(
        'lore:dateSpan <cbe/item/1#date>',
        expected.edtf !== undefined && `dcterms:created "${expected.edtf}"^^edtf:EDTF-level1`,
        expected.plain !== undefined && `schema:dateCreated ${expected.plain}`,
      )} .
      ${spanTurtle('cbe/item/1#date', one)}`,
    );
  });

  it('a birth and a death say the same, and pass the shapes with a finding for each problem', async () => {
    const person = { id: 1, names: [{ fullName: 'A' }], birthDate: date, deathDate: date };
    const quads = graphOf(describeRecord('cbed.person', person, makeSetting({ latestYear: HARVEST_YEAR })));
    for (const which of ['birth', 'death']) {
      const iri = `cbed/person/1#${which}-date`;
      expectGraph(
        quads.filter(({ subject }) => subject.value === BASE + iri),
        spanTurtle(iri, one),
      );
      expect(objectsOf(quads, `schema:${which}Date`)).toEqual(values(expected.plain ?? ''));
    }
    const found = (await checker.check(quads)).filter(({ focus }) => focus.endsWith('-date'));
    const [birth, death] = [`${BASE}cbed/person/1#birth-date`, `${BASE}cbed/person/1#death-date`];
    expect(found.map(({ severity, path, focus }) => [severity, path, focus])).toEqual(
      // A date may lack its year; every other problem is somebody's mistake.
      [birth, death].flatMap((iri) =>
        [...problems]
          .sort()
          .map((problem) => [problem === 'no-year' ? 'info' : 'warning', expand('lore:dateProblem'), iri]),
      ),
    );
  });
});

/** What is said of a date, and down to where a date must stand for it to be said. */
const STATEMENTS: readonly (readonly [needs: Stands, said: string])[] = [
  ['days', '<#date> edm:begin "1936-01-01"^^xsd:date'],
  ['days', '<#date> edm:end "1936-12-31"^^xsd:date'],
  ['days', '<#date> crm:P82a_begin_of_the_begin "1936-01-01T00:00:00Z"^^xsd:dateTime'],
  ['days', '<#date> crm:P81a_end_of_the_begin "1936-12-31T23:59:59Z"^^xsd:dateTime'],
  ['days', '<#date> crm:P81b_begin_of_the_end "1936-01-01T00:00:00Z"^^xsd:dateTime'],
  ['days', '<#date> crm:P82b_end_of_the_end "1936-12-31T23:59:59Z"^^xsd:dateTime'],
  ['days', '<> schema:dateCreated "1936"^^xsd:gYear'],
  ['days', '<> schema:birthDate "1936"^^xsd:gYear'],
  ['days', '<> schema:deathDate "1936"^^xsd:gYear'],
  ['value', '<> dcterms:created "1936"^^edtf:EDTF-level1'],
  ['value', '<#date> skos:notation "1936"^^edtf:EDTF-level1'],
  ['value', '<#date> lore:monthDay "--02-09"^^xsd:gMonthDay'],
  ['years', '<#date> lore:statedFromYear 1936'],
  ['years', '<#date> lore:statedToYear 1936'],
  ['source', '<#date> lore:sourceDate "{}"'],
];

/** The rules of the shapes that hold to it. */
const RULES = [
  'DateOfWorkIsUndoubted',
  'PlainBirthDateIsCertain',
  'PlainDeathDateIsCertain',
  'OnlyCertainDatesHaveDays',
  'PlainDateIsCertain',
  'DoubtfulDateHasNoValue',
  'UnusableDateHasNoYears',
];

describe('the shapes hold every problem and qualifier to it', () => {
  const doubts: readonly (readonly [doubt: string, stands: Stands])[] = [
    ...Object.entries(STANDS).map(
      ([problem, stands]) => [`lore:dateProblem lore-problem:${problem}`, stands] as const,
    ),
    ['lore:dateQualifier lore-date:approximate', 'value'],
    ['lore:dateQualifier lore-date:inferred', 'value'],
    ['lore:dateQualifier lore-date:questionable', 'value'],
  ];

  it.each(doubts)('%s: %s', async (doubt, stands) => {
    for (const [needs, said] of STATEMENTS) {
      const isPerson = /birth|death/.test(said);
      const type = isPerson ? 'lore:PersonRecord' : 'lore:Item';
      const spans = isPerson ? 'lore:birthSpan <#date> ; lore:deathSpan <#date>' : 'lore:dateSpan <#date>';
      // A plain date stands beside the date in EDTF.
      const created = said.includes('schema:dateCreated') ? '; dcterms:created "1936"^^edtf:EDTF-level1' : '';
      const quads = turtle(
        `<> a ${type} ; ${spans} ${created} . <#date> a edm:TimeSpan ; ${doubt} . ${said} .`,
        `${BASE}cbe/item/1`,
      );
      const broken = (await checker.check(quads)).filter(
        ({ severity, shape }) => severity === 'violation' && RULES.some((rule) => shape.endsWith(`#${rule}`)),
      );
      const mayStand = STEPS.indexOf(needs) <= STEPS.indexOf(stands);
      expect([said, broken.length > 0]).toEqual([said, !mayStand]);
    }
  });
});
