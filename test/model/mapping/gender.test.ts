import { describe, expect, it } from 'vitest';
import { contradicts, type GenderScheme, stateGender } from '../../../src/model/mapping/gender.js';
import { graphOf, objectsOf, values } from '../../golden/graph.js';
import { describeRecord } from '../../golden/records.js';
import { makeSetting } from '../../golden/setting.js';

const SCHEMES: readonly GenderScheme[] = ['irish', 'english'];

describe('the code of a configured scheme (model 3.3, preface)', () => {
  it.each([
    ['irish', 'b', 'Female'],
    ['irish', 'f', 'Male'],
    ['english', 'f', 'Female'],
    ['english', 'm', 'Male'],
  ] as const)('%s %s is %s', (scheme, code, gender) => {
    expect(stateGender(scheme, false, code)).toEqual({ gender });
  });

  it.each(SCHEMES)('%s: fem and mal are as spelt', (scheme) => {
    expect(stateGender(scheme, false, 'fem')).toEqual({ gender: 'Female' });
    expect(stateGender(scheme, false, 'mal')).toEqual({ gender: 'Male' });
  });

  it.each(SCHEMES)('%s: a third code is not a gender', (scheme) => {
    for (const code of ['unknown', 'x', 'u']) {
      expect(stateGender(scheme, false, code)).toEqual({ genderCode: code });
    }
  });

  it.each(SCHEMES)('%s: no code, no statement', (scheme) => {
    for (const contradicted of [false, true])
      expect(stateGender(scheme, contradicted, undefined)).toEqual({});
  });
});

describe('the scan of a collection (model 3.3, wire-format 1)', () => {
  it.each([
    ['irish', 'b f', false],
    ['irish', 'm', true],
    ['irish', 'f m', true],
    ['english', 'f m', false],
    ['english', 'b', true],
    ['english', 'b f', true],
    ...SCHEMES.flatMap((scheme): [GenderScheme, string, boolean][] => [
      [scheme, 'b m', true],
      [scheme, 'b f m unknown', true],
      [scheme, '', false],
      [scheme, 'fem mal unknown', false],
    ]),
  ] as const)('%s, with the codes %j: a conflict is %s', (scheme, seen, isConflict) => {
    expect(contradicts(scheme, new Set(seen.split(' ')))).toBe(isConflict);
  });

  it.each(SCHEMES)('a conflict gives the code, never a guess: %s', (scheme) => {
    for (const code of ['b', 'f', 'm', 'unknown'])
      expect(stateGender(scheme, true, code)).toEqual({ genderCode: code });
  });
});

describe('what is said of people', () => {
  const genderOf = (gendersSeen: readonly string[], gender: string | undefined) => {
    const setting = makeSetting({ genderScheme: 'irish', gendersSeen });
    const person = { id: 1, names: [{ fullName: 'A' }], gender };
    const occurrences = [{ person, source: { kind: 'item', id: 2 } }];
    const recorded = graphOf(describeRecord('cbes.person', { id: 1, occurrences }, setting));
    const database = graphOf(describeRecord('cbed.person', person, setting));
    const [first, second] = [recorded, database].map((quads) => ({
      gender: objectsOf(quads, 'schema:gender'),
      code: objectsOf(quads, 'lore:genderCode'),
    }));
    expect(first).toEqual(second);
    return first;
  };

  it('is schema:gender or lore:genderCode or neither, never both', () => {
    expect(genderOf(['b', 'f'], 'b')).toEqual({ gender: values('schema:Female'), code: [] });
    expect(genderOf(['b', 'f'], 'f')).toEqual({ gender: values('schema:Male'), code: [] });
    expect(genderOf(['b', 'f', 'unknown'], 'unknown')).toEqual({ gender: [], code: values('"unknown"') });
    expect(genderOf(['b', 'f', 'm'], 'f')).toEqual({ gender: [], code: values('"f"') });
    expect(genderOf(['b', 'f'], undefined)).toEqual({ gender: [], code: [] });
  });

  it.each([
    [['b', undefined, 'b'], 'schema:Female', ''],
    [['b', 'fem'], 'schema:Female', ''],
    [['b', 'f'], '', ''],
    // Any code but the two is said as it stands, and no gender (model 3.3).
    [['b', 'unknown'], '', '"unknown"'],
    [['unknown', 'x'], '', ''],
  ])('of tellings that state %j: %s %s', (codes, gender, genderCode) => {
    const setting = makeSetting({ genderScheme: 'irish', gendersSeen: ['b', 'f', 'fem', 'unknown', 'x'] });
    const occurrences = codes.map((code, index) => ({
      person: { id: 1, names: [{ fullName: 'A' }], gender: code },
      source: { kind: 'item', id: index },
    }));
    const quads = graphOf(describeRecord('cbes.person', { id: 1, occurrences }, setting));
    expect(objectsOf(quads, 'schema:gender')).toEqual(gender === '' ? [] : values(gender));
    expect(objectsOf(quads, 'lore:genderCode')).toEqual(genderCode === '' ? [] : values(genderCode));
  });
});
