import { beforeAll, describe, expect, it } from 'vitest';
import { workDate } from '../../../src/model/mapping/date.js';
import type { SourceDate } from '../../../src/model/schema/fields.js';
import { Checker } from '../../../src/model/shacl/checker.js';
import { readShapes, SHAPES_DIRECTORY } from '../../../src/model/shacl/shapes.js';
import { BASE, expand, expectGraph, graphOf, objectsOf, turtle, values } from '../../golden/graph.js';
import { describeRecord } from '../../golden/records.js';
import { makeSetting } from '../../golden/setting.js';
import { all, DATES, spanTurtle } from './dates.js';

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

const ROWS = DATES.problems;

const QUALIFIERS: readonly (readonly [accuracy: string | undefined, mark: string, word: string])[] = [
  [undefined, '', ''],
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
      expected: {
        ...expected,
        ...(problems === '' ? {} : { problems }),
        ...(word === '' ? {} : { qualifier: word }),
        ...(expected.edtf === undefined ? {} : { edtf: expected.edtf.replaceAll('*', mark) }),
        ...(word === '' ? {} : { days: [], plain: undefined }),
      },
    }),
  ),
);

let checker: Checker;
beforeAll(async () => {
  checker = new Checker(await readShapes(SHAPES_DIRECTORY));
});

it.each(CASES)('$problems, $form: $date: a work says no more than stands', ({ date, expected }) => {
  const work = `${BASE}cbe/item/1`;
  expectGraph(
    graphOf({ id: work, ...workDate(work, date, HARVEST_YEAR) }),
    `<cbe/item/1> ${all(
      'lore:dateSpan <cbe/item/1#date>',
      expected.edtf !== undefined && `dcterms:created "${expected.edtf}"^^edtf:EDTF-level1`,
      expected.plain !== undefined && `schema:dateCreated ${expected.plain}`,
    )} .
      ${spanTurtle('cbe/item/1#date', date, expected)}`,
  );
});

/** One qualifier is enough: which marks and bounds the others have is asked of works, and of the shapes below. */
it.each(CASES.filter(({ date }) => !/^(INFER|QUESTION)$/.test(date.accuracy ?? '')))(
  '$problems, $form: $date: a birth and a death say the same, and pass the shapes with a finding for each problem',
  async ({ date, problems, expected }) => {
    const person = { id: 1, names: [{ fullName: 'A' }], birthDate: date, deathDate: date };
    const quads = graphOf(describeRecord('cbed.person', person, makeSetting({ latestYear: HARVEST_YEAR })));
    for (const which of ['birth', 'death']) {
      const iri = `cbed/person/1#${which}-date`;
      expectGraph(
        quads.filter(({ subject }) => subject.value === BASE + iri),
        // An event happens at one time within a period: no P81.
        spanTurtle(
          iri,
          date,
          expected.days === undefined ? expected : { ...expected, days: expected.days.slice(0, 2) },
        ),
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
  },
);

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
    const isBroken = async (...said: readonly string[]): Promise<boolean> => {
      const isPerson = said.some((one) => /birth|death/.test(one));
      const type = isPerson ? 'lore:PersonRecord' : 'lore:Item';
      const spans = isPerson ? 'lore:birthSpan <#date> ; lore:deathSpan <#date>' : 'lore:dateSpan <#date>';
      // A plain date stands beside the date in EDTF.
      const isPlain = said.some((one) => one.includes('schema:dateCreated'));
      const created = isPlain ? '; dcterms:created "1936"^^edtf:EDTF-level1' : '';
      const quads = turtle(
        `<> a ${type} ; ${spans} ${created} . <#date> a edm:TimeSpan ; ${doubt} . ${said.join(' . ')} .`,
        `${BASE}cbe/item/1`,
      );
      return (await checker.check(quads)).some(
        ({ severity, shape }) => severity === 'violation' && RULES.some((rule) => shape.endsWith(`#${rule}`)),
      );
    };
    const mayStand = ([needs]: (typeof STATEMENTS)[number]) => STEPS.indexOf(needs) <= STEPS.indexOf(stands);
    const together = STATEMENTS.filter(mayStand).map(([, said]) => said);
    expect(await isBroken(...together)).toBe(false);
    for (const [, said] of STATEMENTS.filter((one) => !mayStand(one)))
      expect([said, await isBroken(said)]).toEqual([said, true]);
  });
});
