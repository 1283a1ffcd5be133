import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainDate, timeSpan, workDate } from '../../src/model/mapping/date.js';
import { badTerms } from '../../src/model/rdf/term-check.js';
import type { SourceDate } from '../../src/model/schema/fields.js';
import { Checker } from '../../src/model/shacl/checker.js';
import { readShapes, SHAPES_DIRECTORY } from '../../src/model/shacl/shapes.js';
import { BASE, expectGraph, graphOf, objectsOf, values } from '../golden/graph.js';
import { describeRecord } from '../golden/records.js';
import { makeSetting } from '../golden/setting.js';
import { anyDate } from './any-date.js';

const LATEST_YEAR = 2026;

const spanOf = (iri: string, date: SourceDate) => {
  const node = timeSpan(BASE + iri, date, LATEST_YEAR);
  return node === undefined ? [] : graphOf(node);
};

type Case = readonly [name: string, date: SourceDate, turtle: string];

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

/* The words of a time span, so that an expectation is a line or two. */
const edtf = (text: string) => `skos:notation "${text}"^^edtf:EDTF-level1 ;`;
const years = (from: number, to = from) => `lore:statedFromYear ${from} ; lore:statedToYear ${to} ;`;
const days = (from: string, to: string) => `edm:begin "${from}"^^xsd:date ; edm:end "${to}"^^xsd:date ;`;
const outer = (from: string, to: string) =>
  `crm:P82a_begin_of_the_begin "${from}T00:00:00Z"^^xsd:dateTime ; crm:P82b_end_of_the_end "${to}T23:59:59Z"^^xsd:dateTime ;`;
const inner = (endOfBegin: string, beginOfEnd: string) =>
  `crm:P81a_end_of_the_begin "${endOfBegin}T23:59:59Z"^^xsd:dateTime ; crm:P81b_begin_of_the_end "${beginOfEnd}T00:00:00Z"^^xsd:dateTime ;`;
/** Stated years, days and hard bounds of the same days. */
const bounds = (from: string, to: string) =>
  years(Number(from.slice(0, 4)), Number(to.slice(0, 4))) + days(from, to) + outer(from, to);
const qualifier = (word: string) => `lore:dateQualifier lore-date:${word} ;`;
const problems = (source: string, ...words: string[]) =>
  `lore:dateProblem ${words.map((word) => `lore-problem:${word}`).join(' , ')} ; lore:sourceDate ${JSON.stringify(source)} ;`;

const check = (cases: readonly Case[]) =>
  it.each(cases)('%s', (_, date, turtle) => {
    expectGraph(spanOf('d#date', date), `<d#date> a edm:TimeSpan , crm:E52_Time-Span ; ${turtle} .`);
  });

describe('days that are and are not (model 4.3, 2 and 9)', () => {
  check([
    [
      '29 February of a leap year',
      { year: 1936, month: 2, day: 29 },
      edtf('1936-02-29') + bounds('1936-02-29', '1936-02-29'),
    ],
    [
      '29 February of 2000, a leap year',
      { year: 2000, month: 2, day: 29 },
      edtf('2000-02-29') + bounds('2000-02-29', '2000-02-29'),
    ],
    [
      '29 February of a common year',
      { year: 1937, month: 2, day: 29 },
      years(1937) + problems('{"Day":29,"Month":2,"Year":1937}', 'invalid-day'),
    ],
    [
      '29 February of 1900, a common year',
      { year: 1900, month: 2, day: 29 },
      years(1900) + problems('{"Day":29,"Month":2,"Year":1900}', 'invalid-day'),
    ],
    ['a common February', { year: 1937, month: 2 }, edtf('1937-02') + bounds('1937-02-01', '1937-02-28')],
    ['December', { year: 1937, month: 12 }, edtf('1937-12') + bounds('1937-12-01', '1937-12-31')],
    [
      '31 December',
      { year: 1937, month: 12, day: 31 },
      edtf('1937-12-31') + bounds('1937-12-31', '1937-12-31'),
    ],
    [
      '31 April',
      { year: 1937, month: 4, day: 31 },
      years(1937) + problems('{"Day":31,"Month":4,"Year":1937}', 'invalid-day'),
    ],
    [
      'day 0',
      { year: 1937, month: 4, day: 0 },
      years(1937) + problems('{"Day":0,"Month":4,"Year":1937}', 'invalid-day'),
    ],
    ['month 0', { year: 1937, month: 0 }, years(1937) + problems('{"Month":0,"Year":1937}', 'invalid-month')],
    [
      'month 13 takes the day with it',
      { year: 1937, month: 13, day: 5 },
      years(1937) + problems('{"Day":5,"Month":13,"Year":1937}', 'invalid-month'),
    ],
    [
      'a day without month',
      { year: 1937, day: 5 },
      edtf('1937') +
        bounds('1937-01-01', '1937-12-31') +
        problems('{"Day":5,"Year":1937}', 'day-without-month'),
    ],
    [
      'month 13, approximate',
      { year: 1937, month: 13, accuracy: 'APPROX' },
      qualifier('approximate') +
        years(1937) +
        problems('{"Accuracy":"APPROX","Month":13,"Year":1937}', 'invalid-month'),
    ],
    [
      'a month and a day that are negative',
      { year: 1937, month: -4, day: -1 },
      years(1937) + problems('{"Day":-1,"Month":-4,"Year":1937}', 'invalid-month'),
    ],
    [
      'a bad day keeps its qualifier',
      { year: 1938, month: 2, day: 30, accuracy: 'APPROX' },
      qualifier('approximate') +
        years(1938) +
        problems('{"Accuracy":"APPROX","Day":30,"Month":2,"Year":1938}', 'invalid-day'),
    ],
  ]);
});

describe('qualified dates of every precision (model 4.3, 7)', () => {
  const [february, leapDay] = [
    { year: 1936, month: 2 },
    { year: 1936, month: 2, day: 29 },
  ];
  check([
    [
      'QUESTION year',
      { year: 1932, accuracy: 'QUESTION' },
      `${edtf('1932?')} ${qualifier('questionable')}
      ${years(1932)}`,
    ],
    [
      'APPROX month',
      { ...february, accuracy: 'APPROX' },
      edtf('1936-02~') + qualifier('approximate') + years(1936),
    ],
    [
      'INFER month',
      { ...february, accuracy: 'INFER' },
      edtf('1936-02') + qualifier('inferred') + years(1936),
    ],
    [
      'QUESTION month',
      { ...february, accuracy: 'QUESTION' },
      edtf('1936-02?') + qualifier('questionable') + years(1936),
    ],
    [
      'APPROX day',
      { ...leapDay, accuracy: 'APPROX' },
      edtf('1936-02-29~') + qualifier('approximate') + years(1936),
    ],
    [
      'INFER day',
      { ...leapDay, accuracy: 'INFER' },
      edtf('1936-02-29') + qualifier('inferred') + years(1936),
    ],
  ]);
});

describe('dates without year (model 4.3, 3)', () => {
  check([
    [
      '29 February: there are years that have it',
      { month: 2, day: 29, accuracy: 'QUESTION' },
      `lore:monthDay "--02-29"^^xsd:gMonthDay ; ${qualifier('questionable')}
        ${problems('{"Accuracy":"QUESTION","Day":29,"Month":2}', 'no-year')}`,
    ],
    ['only a day', { day: 9 }, problems('{"Day":9}', 'day-without-month', 'no-year')],
    [
      'month and day',
      { month: 12, day: 25 },
      `lore:monthDay "--12-25"^^xsd:gMonthDay ; ${problems('{"Day":25,"Month":12}', 'no-year')}`,
    ],
    ['only a month', { month: 3 }, problems('{"Month":3}', 'no-year')],
    [
      'only a month, approximate',
      { month: 3, accuracy: 'APPROX' },
      qualifier('approximate') + problems('{"Accuracy":"APPROX","Month":3}', 'no-year'),
    ],
    [
      'a day that no year has',
      { month: 2, day: 30 },
      problems('{"Day":30,"Month":2}', 'invalid-day', 'no-year'),
    ],
  ]);
});

describe('intervals (model 4.3, 2 and 5)', () => {
  check([
    [
      'one side with a bad month',
      { periodStartYear: 1935, periodStartMonth: 13, periodEndYear: 1938 },
      years(1935, 1938) +
        problems('{"PeriodEndYear":1938,"PeriodStartMonth":13,"PeriodStartYear":1935}', 'invalid-month'),
    ],
    [
      'one side with a bad day',
      { periodStartYear: 1935, periodEndYear: 1937, periodEndMonth: 2, periodEndDay: 29 },
      years(1935, 1937) +
        problems(
          '{"PeriodEndDay":29,"PeriodEndMonth":2,"PeriodEndYear":1937,"PeriodStartYear":1935}',
          'invalid-day',
        ),
    ],
    [
      'a start without year is dropped',
      { periodStartMonth: 5, periodEndYear: 1938 },
      `${edtf('/1938')} lore:statedToYear 1938 ;
        ${problems('{"PeriodEndYear":1938,"PeriodStartMonth":5}', 'no-year')}`,
    ],
    [
      'an end without year is dropped',
      { periodStartYear: 1935, periodEndMonth: 5, periodEndDay: 1 },
      `${edtf('1935/')} lore:statedFromYear 1935 ;
        ${problems('{"PeriodEndDay":1,"PeriodEndMonth":5,"PeriodStartYear":1935}', 'no-year')}`,
    ],
    [
      'both sides without year',
      { periodStartMonth: 5, periodEndMonth: 6 },
      problems('{"PeriodEndMonth":6,"PeriodStartMonth":5}', 'no-year'),
    ],
    [
      'the end a leap February',
      { periodStartYear: 1935, periodEndYear: 1936, periodEndMonth: 2 },
      edtf('1935/1936-02') + bounds('1935-01-01', '1936-02-29') + inner('1935-12-31', '1936-02-01'),
    ],
    [
      'the same year at both ends',
      { periodStartYear: 1935, periodEndYear: 1935 },
      edtf('1935/1935') + bounds('1935-01-01', '1935-12-31') + inner('1935-12-31', '1935-01-01'),
    ],
    [
      'a bad day that would reverse it is dropped first',
      {
        periodStartYear: 1937,
        periodStartMonth: 2,
        periodStartDay: 30,
        periodEndYear: 1937,
        periodEndMonth: 2,
        periodEndDay: 28,
      },
      years(1937) +
        problems(
          '{"PeriodEndDay":28,"PeriodEndMonth":2,"PeriodEndYear":1937,"PeriodStartDay":30,"PeriodStartMonth":2,"PeriodStartYear":1937}',
          'invalid-day',
        ),
    ],
    [
      'the start the month that the end lies in: not reversed',
      {
        periodStartYear: 1935,
        periodStartMonth: 11,
        periodEndYear: 1935,
        periodEndMonth: 11,
        periodEndDay: 14,
      },
      edtf('1935-11/1935-11-14') + bounds('1935-11-01', '1935-11-14') + inner('1935-11-30', '1935-11-14'),
    ],
    [
      'the end the month that the start lies in: not reversed',
      {
        periodStartYear: 1935,
        periodStartMonth: 11,
        periodStartDay: 14,
        periodEndYear: 1935,
        periodEndMonth: 11,
      },
      edtf('1935-11-14/1935-11') + bounds('1935-11-14', '1935-11-30') + inner('1935-11-14', '1935-11-01'),
    ],
    [
      'the end the year that the start lies in: not reversed',
      { periodStartYear: 1935, periodStartMonth: 11, periodEndYear: 1935 },
      edtf('1935-11/1935') + bounds('1935-11-01', '1935-12-31') + inner('1935-11-30', '1935-01-01'),
    ],
    [
      'the same day at both ends',
      {
        periodStartYear: 1935,
        periodStartMonth: 3,
        periodStartDay: 1,
        periodEndYear: 1935,
        periodEndMonth: 3,
        periodEndDay: 1,
      },
      edtf('1935-03-01/1935-03-01') + bounds('1935-03-01', '1935-03-01') + inner('1935-03-01', '1935-03-01'),
    ],
    [
      'reversed within a year',
      { periodStartYear: 1935, periodStartMonth: 12, periodEndYear: 1935, periodEndMonth: 11 },
      problems(
        '{"PeriodEndMonth":11,"PeriodEndYear":1935,"PeriodStartMonth":12,"PeriodStartYear":1935}',
        'reversed',
      ),
    ],
    [
      'reversed within a month',
      {
        periodStartYear: 1935,
        periodStartMonth: 3,
        periodStartDay: 2,
        periodEndYear: 1935,
        periodEndMonth: 3,
        periodEndDay: 1,
      },
      problems(
        '{"PeriodEndDay":1,"PeriodEndMonth":3,"PeriodEndYear":1935,"PeriodStartDay":2,"PeriodStartMonth":3,"PeriodStartYear":1935}',
        'reversed',
      ),
    ],
    [
      'reversed at different precision',
      { periodStartYear: 1936, periodEndYear: 1935, periodEndMonth: 12 },
      problems('{"PeriodEndMonth":12,"PeriodEndYear":1935,"PeriodStartYear":1936}', 'reversed'),
    ],
    [
      'reversed and approximate: the qualifier stays',
      { periodStartYear: 1936, periodEndYear: 1935, accuracy: 'APPROX' },
      qualifier('approximate') +
        problems('{"Accuracy":"APPROX","PeriodEndYear":1935,"PeriodStartYear":1936}', 'reversed'),
    ],
  ]);
});

describe('qualified intervals (model 4.3, 7)', () => {
  const from = 'lore:statedFromYear 1935 ;';
  const to = 'lore:statedToYear 1940 ;';
  const until: SourceDate = { periodEndYear: 1940, periodEndMonth: 6 };
  const whole: SourceDate = { periodStartYear: 1935, ...until };
  check([
    [
      'QUESTION, start only',
      { periodStartYear: 1935, accuracy: 'QUESTION' },
      edtf('1935?/') + qualifier('questionable') + from,
    ],
    [
      'QUESTION, end only',
      { ...until, accuracy: 'QUESTION' },
      edtf('/1940-06?') + qualifier('questionable') + to,
    ],
    [
      'INFER, start only',
      { periodStartYear: 1935, accuracy: 'INFER' },
      edtf('1935/') + qualifier('inferred') + from,
    ],
    ['INFER, end only', { ...until, accuracy: 'INFER' }, edtf('/1940-06') + qualifier('inferred') + to],
    [
      'APPROX, start only',
      { periodStartYear: 1935, accuracy: 'APPROX' },
      edtf('1935~/') + qualifier('approximate') + from,
    ],
    [
      'QUESTION, both ends',
      { ...whole, accuracy: 'QUESTION' },
      edtf('1935?/1940-06?') + qualifier('questionable') + from + to,
    ],
    [
      'INFER, both ends',
      { ...whole, accuracy: 'INFER' },
      edtf('1935/1940-06') + qualifier('inferred') + from + to,
    ],
  ]);
});

describe('single date and period at once (model 4.3, 4)', () => {
  const period: SourceDate = { periodStartYear: 1935, periodEndYear: 1938 };
  const interval = edtf('1935/1938') + years(1935, 1938);
  const source = (single: string) => `{${single}}`;
  check([
    [
      'that agree: the interval stays, without hard bounds',
      { ...period, year: 1936 },
      interval +
        problems(source('"PeriodEndYear":1938,"PeriodStartYear":1935,"Year":1936'), 'single-and-period'),
    ],
    [
      'the single date the last of the interval',
      { ...period, year: 1938, month: 12, day: 31 },
      interval +
        problems(
          source('"Day":31,"Month":12,"PeriodEndYear":1938,"PeriodStartYear":1935,"Year":1938'),
          'single-and-period',
        ),
    ],
    [
      'the single date the day before the interval',
      { ...period, year: 1934, month: 12, day: 31 },
      years(1935, 1938) +
        problems(
          source('"Day":31,"Month":12,"PeriodEndYear":1938,"PeriodStartYear":1935,"Year":1934'),
          'single-and-period',
          'contradiction',
        ),
    ],
    [
      'that contradict each other, questionable: the qualifier stays',
      { ...period, year: 1950, accuracy: 'QUESTION' },
      qualifier('questionable') +
        years(1935, 1938) +
        problems(
          source('"Accuracy":"QUESTION","PeriodEndYear":1938,"PeriodStartYear":1935,"Year":1950'),
          'single-and-period',
          'contradiction',
        ),
    ],
    [
      'the single date partly within the interval',
      { periodStartYear: 1935, periodStartMonth: 11, periodEndYear: 1938, year: 1935 },
      edtf('1935-11/1938') +
        years(1935, 1938) +
        problems(
          source('"PeriodEndYear":1938,"PeriodStartMonth":11,"PeriodStartYear":1935,"Year":1935'),
          'single-and-period',
        ),
    ],
    [
      'the interval reversed: nothing is computed, the single date does not stand in for it',
      { periodStartYear: 1940, periodEndYear: 1935, year: 1937 },
      problems(
        source('"PeriodEndYear":1935,"PeriodStartYear":1940,"Year":1937'),
        'single-and-period',
        'reversed',
      ),
    ],
    [
      'no end of the interval with a year: both are dropped, and what is left is the single date',
      { periodStartMonth: 5, periodEndMonth: 6, year: 1936, month: 3 },
      edtf('1936-03') +
        years(1936) +
        problems(
          source('"Month":3,"PeriodEndMonth":6,"PeriodStartMonth":5,"Year":1936'),
          'no-year',
          'single-and-period',
        ),
    ],
    [
      'the single date before an interval without end',
      { periodStartYear: 1935, year: 1930 },
      `lore:statedFromYear 1935 ;
        ${problems('{"PeriodStartYear":1935,"Year":1930}', 'single-and-period', 'contradiction')}`,
    ],
    [
      'the single date after an interval without end',
      { periodStartYear: 1935, year: 1950 },
      `${edtf('1935/')} lore:statedFromYear 1935 ;
        ${problems('{"PeriodStartYear":1935,"Year":1950}', 'single-and-period')}`,
    ],
  ]);
});

describe('ISO strings (model 4.3, 6)', () => {
  check([
    [
      'alone, a year',
      { isoDate: '1925' },
      edtf('1925') + years(1925) + problems('{"IsoDate":"1925"}', 'iso-only'),
    ],
    [
      'alone, a month',
      { isoDate: '1925-03' },
      edtf('1925-03') + years(1925) + problems('{"IsoDate":"1925-03"}', 'iso-only'),
    ],
    [
      'alone, a day',
      { isoDate: '1925-07-03' },
      edtf('1925-07-03') + years(1925) + problems('{"IsoDate":"1925-07-03"}', 'iso-only'),
    ],
    [
      'alone, a full timestamp at new year: only the year',
      { isoDate: '1925-01-01T00:00:00' },
      edtf('1925') + years(1925) + problems('{"IsoDate":"1925-01-01T00:00:00"}', 'iso-only'),
    ],
    [
      'alone, both ends of an interval',
      { isoStartDate: '1925', isoEndDate: '1926-07' },
      edtf('1925/1926-07') +
        years(1925, 1926) +
        problems('{"IsoEndDate":"1926-07","IsoStartDate":"1925"}', 'iso-only'),
    ],
    [
      'alone and approximate',
      { isoDate: '1925', accuracy: 'APPROX' },
      edtf('1925~') +
        qualifier('approximate') +
        years(1925) +
        problems('{"Accuracy":"APPROX","IsoDate":"1925"}', 'iso-only'),
    ],
    [
      'alone and impossible: as any other day',
      { isoDate: '1925-02-29' },
      years(1925) + problems('{"IsoDate":"1925-02-29"}', 'iso-only', 'invalid-day'),
    ],
    [
      'alone, a full timestamp of another day: that day',
      { isoDate: '1925-03-01T00:00:00' },
      edtf('1925-03-01') + years(1925) + problems('{"IsoDate":"1925-03-01T00:00:00"}', 'iso-only'),
    ],
    [
      'alone, in no form of ISO 8601',
      { isoDate: 'c. 1937' },
      problems('{"IsoDate":"c. 1937"}', 'iso-only', 'iso-unreadable'),
    ],
    [
      'alone, without its zeros',
      { isoDate: '1937-5-3' },
      edtf('1937-05-03') + years(1937) + problems('{"IsoDate":"1937-5-3"}', 'iso-only'),
    ],
    [
      'alone, a start only',
      { isoStartDate: '1925' },
      `${edtf('1925/')} lore:statedFromYear 1925 ;
        ${problems('{"IsoStartDate":"1925"}', 'iso-only')}`,
    ],
    [
      'that repeats the numbers',
      { isoDate: '1925-07-03', year: 1925, month: 7, day: 3 },
      edtf('1925-07-03') + bounds('1925-07-03', '1925-07-03'),
    ],
    [
      'of another year: the numbers win',
      { isoDate: '1925', year: 1926 },
      years(1926) + problems('{"IsoDate":"1925","Year":1926}', 'iso-mismatch'),
    ],
    [
      'of another month',
      { isoDate: '1925-07', year: 1925, month: 8 },
      years(1925) + problems('{"IsoDate":"1925-07","Month":8,"Year":1925}', 'iso-mismatch'),
    ],
    [
      'of a year that the numbers leave out: it is not added to them, and not lost',
      { isoDate: '1925-02-09', month: 2, day: 9 },
      `lore:monthDay "--02-09"^^xsd:gMonthDay ;
        ${problems('{"Day":9,"IsoDate":"1925-02-09","Month":2}', 'no-year', 'iso-finer')}`,
    ],
    [
      'of an end that the numbers leave out: it is not added to them, and not lost',
      { isoStartDate: '1935', isoEndDate: '1938', periodStartYear: 1935 },
      `lore:statedFromYear 1935 ;
        ${problems('{"IsoEndDate":"1938","IsoStartDate":"1935","PeriodStartYear":1935}', 'iso-mismatch')}`,
    ],
    [
      'of another year at one end of an interval',
      { isoStartDate: '1934', isoEndDate: '1938', periodStartYear: 1935, periodEndYear: 1938 },
      years(1935, 1938) +
        problems(
          '{"IsoEndDate":"1938","IsoStartDate":"1934","PeriodEndYear":1938,"PeriodStartYear":1935}',
          'iso-mismatch',
        ),
    ],
  ]);
});

describe('accuracy nobody documented (model 4.3, 7)', () => {
  it('has no concept, no EDTF and is a problem: how sure the value is cannot be said', () => {
    const quads = spanOf('d#date', { year: 1936, accuracy: 'VAGUE' });
    expect(objectsOf(quads, 'lore:dateQualifier')).toEqual([]);
    expect(objectsOf(quads, 'skos:notation')).toEqual([]);
    expect(objectsOf(quads, 'lore:dateProblem')).toEqual(values('lore-problem:unknown-accuracy'));
    expect(objectsOf(quads, 'lore:sourceDate')).toEqual([JSON.stringify('{"Accuracy":"VAGUE","Year":1936}')]);
    expect(objectsOf(quads, 'lore:statedFromYear')).toEqual(values('1936'));
  });
});

describe('years out of reach: the source and the problem, and nothing else (model 4.3, 8, amended)', () => {
  check([
    ['0', { year: 0 }, problems('{"Year":0}', 'implausible-year')],
    ['9999', { year: 9999 }, problems('{"Year":9999}', 'implausible-year')],
    // Years are YYYY (archive-service 2).
    ['10000', { year: 10000 }, problems('{"Year":10000}', 'implausible-year')],
    [
      'before 0',
      { year: -44, month: 3, day: 15 },
      problems('{"Day":15,"Month":3,"Year":-44}', 'implausible-year'),
    ],
    ['1000', { year: 1000 }, edtf('1000') + bounds('1000-01-01', '1000-12-31')],
    ['999', { year: 999 }, problems('{"Year":999}', 'implausible-year')],
    ['the year of the release', { year: LATEST_YEAR }, edtf('2026') + bounds('2026-01-01', '2026-12-31')],
    ['the year after', { year: 2027 }, problems('{"Year":2027}', 'implausible-year')],
    [
      'at one end of an interval',
      { periodStartYear: 193, periodEndYear: 1938 },
      problems('{"PeriodEndYear":1938,"PeriodStartYear":193}', 'implausible-year'),
    ],
  ]);
});

describe('no date', () => {
  it.each<SourceDate | undefined>([undefined, {}, { accuracy: 'APPROX' }, { isoDuration: 'P3Y' }])(
    'says nothing: %j',
    (date) => {
      expect(timeSpan(`${BASE}d#date`, date, LATEST_YEAR)).toBeUndefined();
      expect(workDate(`${BASE}d`, date, LATEST_YEAR)).toEqual({});
    },
  );
});

const ANY: readonly SourceDate[] = [
  ...WORKED.map(([, , date]) => date),
  { year: 1936, accuracy: 'VAGUE' },
  { isoDate: '1925-07-03' },
  { isoDate: '1925', year: 1926 },
  { periodStartYear: 1935, accuracy: 'QUESTION' },
  { year: 2027 },
  { month: 3 },
];

describe('the flat date of a work (model 4.2)', () => {
  const work = `${BASE}cbe/item/1`;
  const quadsOf = (date: SourceDate) => graphOf({ id: work, ...workDate(work, date, LATEST_YEAR) });

  it.each(ANY)('dcterms:created is the notation: %j', (date) => {
    const quads = quadsOf(date);
    expect(objectsOf(quads, 'lore:dateSpan', work)).toEqual(values('<cbe/item/1#date>'));
    expect(objectsOf(quads, 'dcterms:created', work)).toEqual(
      objectsOf(quads, 'skos:notation', `${work}#date`),
    );
  });

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

  it.each<SourceDate>([
    { year: 1938, accuracy: 'APPROX' },
    { year: 1938, accuracy: 'INFER' },
    { year: 1938, accuracy: 'QUESTION' },
    { year: 1938, accuracy: 'VAGUE' },
    { periodStartYear: 1935, periodEndYear: 1938 },
    { periodStartYear: 1935 },
    { periodEndYear: 1935 },
    { year: 1938, month: 2, day: 30 },
    { year: 1938, month: 13 },
    { year: 1936, periodStartYear: 1935, periodEndYear: 1938 },
    { month: 2, day: 9 },
    { isoDate: '1925' },
    { isoDate: '1925', year: 1926 },
    { year: 999 },
    { year: 2027 },
  ])('no schema:dateCreated for any other: %j', (date) => {
    expect(objectsOf(quadsOf(date), 'schema:dateCreated')).toEqual([]);
    expect(plainDate(date, LATEST_YEAR)).toBeUndefined();
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

describe('the flat dates of a person (model 4.2)', () => {
  const describePerson = (birthDate: SourceDate, deathDate: SourceDate) =>
    graphOf(
      describeRecord(
        'cbed.person',
        { id: 1, names: [{ fullName: 'A' }], birthDate, deathDate },
        makeSetting(),
      ),
    );

  it('are there when clean', () => {
    const quads = describePerson({ year: 1890 }, { year: 1951, month: 7, day: 3 });
    expect(objectsOf(quads, 'schema:birthDate')).toEqual(values('"1890"^^xsd:gYear'));
    expect(objectsOf(quads, 'schema:deathDate')).toEqual(values('"1951-07-03"^^xsd:date'));
  });

  it('are left to the spans otherwise, and a person is not created', () => {
    const quads = describePerson(
      { year: 1890, accuracy: 'INFER' },
      { periodStartYear: 1950, periodEndYear: 1951 },
    );
    expect(objectsOf(quads, 'schema:birthDate')).toEqual([]);
    expect(objectsOf(quads, 'schema:deathDate')).toEqual([]);
    expect(objectsOf(quads, 'lore:birthSpan')).toEqual(values('<cbed/person/1#birth-date>'));
    expect(objectsOf(quads, 'lore:deathSpan')).toEqual(values('<cbed/person/1#death-date>'));
    expect(objectsOf(quads, 'dcterms:created')).toEqual([]);
  });
});

/** What its EDTF string says is judged in edtf.test.ts. */
describe('any date at all (model 4.2, 7.1)', () => {
  const self = `${BASE}cbe/item/1`;
  const check = (holds: (one: (predicate: string) => string | undefined, date: SourceDate) => void) =>
    fc.assert(
      fc.property(anyDate, (date) => {
        const quads = graphOf({ id: self, ...workDate(self, date, LATEST_YEAR) });
        holds((predicate) => objectsOf(quads, predicate).join(' ') || undefined, date);
      }),
      { numRuns: 2000 },
    );

  const year = (literal: string | undefined) => literal?.split('"')[1]?.padStart(4, '0');

  it('has the same EDTF string flat and on the span, or neither', () =>
    check((one) => expect(one('dcterms:created')).toBe(one('skos:notation'))));

  it('has days and hard bounds only without qualifier and problem, a day without month and a finer string apart', () =>
    check((one, { accuracy }) => {
      const isCertain =
        accuracy === undefined &&
        /^(\S*(day-without-month|iso-finer)>\s?)*$/.test(one('lore:dateProblem') ?? '');
      const day = (predicate: string) => one(predicate)?.slice(1, 11);
      const [begin, end] = [day('edm:begin'), day('edm:end')];
      expect(begin?.slice(0, 4)).toBe(isCertain ? year(one('lore:statedFromYear')) : undefined);
      expect(end?.slice(0, 4)).toBe(isCertain ? year(one('lore:statedToYear')) : undefined);
      expect(day('crm:P82a_begin_of_the_begin')).toBe(begin);
      expect(day('crm:P82b_end_of_the_end')).toBe(end);
    }));

  it('passes the gate and the shapes, problem or not', async () => {
    const checker = new Checker(await readShapes(SHAPES_DIRECTORY));
    await fc.assert(
      fc.asyncProperty(anyDate, async (date) => {
        const quads = spanOf('cbe/item/1#date', date);
        const findings = quads.length === 0 ? [] : await checker.check(quads);
        expect(badTerms(quads)).toEqual([]);
        expect(findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('begins before it ends', () =>
    check((one) => {
      const pairs = [
        [one('edm:begin'), one('edm:end')],
        [year(one('lore:statedFromYear')), year(one('lore:statedToYear'))],
      ];
      for (const [from, to] of pairs)
        if (from !== undefined && to !== undefined) expect(from <= to).toBe(true);
    }));

  it('keeps its source exactly when there is a problem', () =>
    check((one) => {
      expect(one('lore:sourceDate') === undefined).toBe(one('lore:dateProblem') === undefined);
    }));

  it('is a plain date only when single and certain', () =>
    check((one) => {
      const isSingle = one('skos:notation')?.split('^')[0]?.includes('/') === false;
      expect(one('schema:dateCreated') !== undefined).toBe(isSingle && one('edm:begin') !== undefined);
    }));
});
