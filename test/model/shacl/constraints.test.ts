import { describe, expect, it } from 'vitest';
import { Checker } from '../../../src/model/shacl/checker.js';
import { ALLOWED } from '../../shapes/shape-safety.js';
import { CASES, type ConstraintCase } from './constraint-cases.js';
import { turtle } from './turtle.js';

const checker = new Checker(turtle(CASES.map(({ shapes }) => shapes).join('\n')));

/** What the first pass need not be sure of, though standard and engine are content. */
const DOUBTED = [
  /said twice is one value/, // our records say nothing twice
  /the same moment in another zone/,
  /of which we need to know nothing/,
  /ex:p "a"@en, "b"@ga, "c"@ga-IE, "d"@EN/,
];
const isDoubted = ({ what }: ConstraintCase): boolean => DOUBTED.some((doubted) => doubted.test(what));

describe.each([...new Set(CASES.map(({ section }) => section))])('SHACL %s', (section) => {
  const cases = CASES.filter((one) => one.section === section);

  it.each(cases)('$what: the engine', async (one) => {
    const findings = await checker.ask(turtle(one.data));
    expect(findings.map(({ constraint }) => constraint).sort()).toEqual(
      [...(one.engine ?? one.breaks)].sort(),
    );
  });

  it.each(cases.filter(({ breaks, engine = [] }) => breaks.length + engine.length > 0))(
    '$what: the first pass is in doubt',
    ({ data }) => {
      expect(checker.isClean(turtle(data))).toBe(false);
    },
  );

  const lawful = cases.filter(({ breaks, engine = [] }) => breaks.length + engine.length === 0);
  it.each(lawful.filter((one) => !isDoubted(one)))('$what: the first pass is sure', ({ data }) => {
    expect(checker.isClean(turtle(data))).toBe(true);
  });
});

it('every constraint that shapes may use has a case that holds and one that does not', () => {
  const silent = /^(target|property$|path$|name$|description$|message$|severity$|ignoredProperties$)/;
  const constraints = Object.keys(ALLOWED).filter((name) => !silent.test(name));
  const lacking = constraints.filter((name) => {
    const cases = CASES.filter(({ shapes }) => shapes.includes(`sh:${name} `));
    const breaking = cases.filter(({ breaks }) =>
      breaks.some((one) => one.toLowerCase() === name.toLowerCase()),
    );
    return breaking.length === 0 || breaking.length === cases.length;
  });
  expect(lacking).toEqual([]);
});
