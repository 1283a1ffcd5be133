import { describe, expect, it } from 'vitest';
import {
  type GenderScheme,
  schemeIn,
  stateGender,
  unreadGenders,
} from '../../../src/model/mapping/gender.js';
import { graphOf, objectsOf, values } from '../../golden/graph.js';
import { describeRecord } from '../../golden/records.js';
import { makeSetting } from '../../golden/setting.js';

const SCHEMES: readonly GenderScheme[] = ['irish', 'english'];

describe('the code of a scheme (model 3.3, preface)', () => {
  it.each([
    ['irish', 'b', 'Female'],
    ['irish', 'f', 'Male'],
    ['english', 'f', 'Female'],
    ['english', 'm', 'Male'],
  ] as const)('%s %s is %s', (scheme, code, gender) => {
    expect(stateGender(scheme, code)).toEqual({ gender });
  });

  it.each([...SCHEMES, undefined])('%s: fem and mal are as spelt', (scheme) => {
    expect(stateGender(scheme, 'fem')).toEqual({ gender: 'Female' });
    expect(stateGender(scheme, 'mal')).toEqual({ gender: 'Male' });
  });

  it.each(SCHEMES)('%s: a third code is not a gender', (scheme) => {
    for (const code of ['unknown', 'x', 'u']) expect(stateGender(scheme, code)).toEqual({ genderCode: code });
  });

  it('without a scheme there is the code, never a guess', () => {
    for (const code of ['b', 'f', 'm', 'unknown'])
      expect(stateGender(undefined, code)).toEqual({ genderCode: code });
  });

  it.each([...SCHEMES, undefined])('%s: no code, no statement', (scheme) => {
    expect(stateGender(scheme, undefined)).toEqual({});
  });
});

describe('the scheme of a collection (model 3.3, wire-format 1)', () => {
  const codes = (cbed: string, cbes: string) => ({
    cbed: new Set(cbed.split(' ')),
    cbes: new Set(cbes.split(' ')),
  });

  it.each([
    ['irish', 'b f', 'irish'],
    ['irish', 'f', 'irish'],
    ['irish', 'm', undefined],
    ['irish', 'f m', undefined],
    ['english', 'f m', 'english'],
    ['english', 'b f', undefined],
    ...SCHEMES.flatMap((scheme): [GenderScheme, string, GenderScheme | undefined][] => [
      [scheme, 'b f m unknown', undefined],
      [scheme, '', scheme],
      [scheme, 'fem mal unknown', scheme],
    ]),
  ] as const)('configured as %s, with the codes %j: %s', (setting, seen, scheme) => {
    expect(schemeIn('cbed', setting, codes(seen, 'b m'))).toBe(scheme);
    expect(unreadGenders(setting, codes(seen, ''))).toEqual(scheme === undefined ? ['cbed'] : []);
  });

  it.each([
    ['b f', '', 'irish', 'irish'],
    ['f m', 'f', 'english', 'english'],
    ['f', 'b', 'irish', 'irish'],
    // Each by its own letters: the archive's two databases need not agree.
    ['f m', 'b f', 'english', 'irish'],
    ['b m', 'f m', undefined, 'english'],
    ['b f m', 'f', undefined, undefined],
    ['f', 'f', undefined, undefined],
    ['f fem', 'mal', undefined, undefined],
  ] as const)('not configured, people %j and schools %j: %s and %s', (cbed, cbes, people, schools) => {
    const seen = codes(cbed, cbes);
    expect([schemeIn('cbed', 'auto', seen), schemeIn('cbes', 'auto', seen)]).toEqual([people, schools]);
  });

  it.each([
    ['f', 'f', ['cbed', 'cbes']],
    ['f', 'mal', ['cbed']],
    ['fem', '', []],
    ['b m', 'b', ['cbed']],
    ['b f', 'f', []],
  ] as const)('not configured, people %j and schools %j: nothing is read in %j', (cbed, cbes, unread) => {
    expect(unreadGenders('auto', codes(cbed, cbes))).toEqual(unread);
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
