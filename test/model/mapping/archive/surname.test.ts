import { describe, expect, it } from 'vitest';
import { surnameParts } from '../../../../src/model/mapping/archive/surname.js';
import { BASE, graphOf, objectsOf } from '../../../golden/graph.js';
import { describeRecord } from '../../../golden/records.js';
import { makeSetting } from '../../../golden/setting.js';

/** Person Name Vocabulary 1.1: surnamePrefix is what stands before the base surname, baseSurname has no prefix. */

describe('a surname has its prefix apart', () => {
  it.each([
    ['Ó Loingsigh', 'Ó', 'Loingsigh'],
    ['O Loingsigh', 'O', 'Loingsigh'],
    ["O' Brien", "O'", 'Brien'],
    ["O'Brien", "O'", 'Brien'],
    ['O’Brien', 'O’', 'Brien'],
    ['Mc Manus', 'Mc', 'Manus'],
    ['McManus', 'Mc', 'Manus'],
    ['MacDonald', 'Mac', 'Donald'],
    ['Mac Cárthaigh', 'Mac', 'Cárthaigh'],
    ['Mac Giolla Phádraig', 'Mac', 'Giolla Phádraig'],
    ['Mac an Bhaird', 'Mac an', 'Bhaird'],
    ['Ní Chléirigh', 'Ní', 'Chléirigh'],
    ['Nic Chárthaigh', 'Nic', 'Chárthaigh'],
    ['Uí Bhriain', 'Uí', 'Bhriain'],
    ['Bean Uí Bhriain', 'Bean Uí', 'Bhriain'],
    ['Bean Mhic Suibhne', 'Bean Mhic', 'Suibhne'],
    ['de Paor', 'de', 'Paor'],
    ['De Brún', 'De', 'Brún'],
    ['Mag Uidhir', 'Mag', 'Uidhir'],
    ["Mac a' Bhaird", "Mac a'", 'Bhaird'],
    ['Mac a Bhaird', 'Mac a', 'Bhaird'],
    ["a' Ghabha", "a'", 'Ghabha'],
    ['Mhac Craith', 'Mhac', 'Craith'],
    ["Ó'Brien", "Ó'", 'Brien'],
    ['O’BRIEN', 'O’', 'BRIEN'],
    ['ÓSúilleabháin', 'Ó', 'Súilleabháin'],
    ['ÓSé', 'Ó', 'Sé'],
    ['Ó-Sé', 'Ó', 'Sé'],
    ['ÓhÓgáin', 'Ó', 'hÓgáin'],
    ['Ó-hEadhra', 'Ó', 'hEadhra'],
    ['Mac-Donald', 'Mac', 'Donald'],
    ['NíBhriain', 'Ní', 'Bhriain'],
    ['NicGearailt', 'Nic', 'Gearailt'],
    ['UíBhriain', 'Uí', 'Bhriain'],
    ['Bean UíBhriain', 'Bean Uí', 'Bhriain'],
  ])('%s', (surname, prefix, base) => {
    expect(surnameParts(surname)).toEqual({ prefix, base });
  });

  it.each([
    'Byrne',
    'Mackey',
    'Macken',
    'Macdonald',
    'Oates',
    'Chorráin',
    'Power Kelly',
    'Deasy',
    'A Byrne',
    'A. Byrne',
  ])('%s has none', (surname) => {
    expect(surnameParts(surname)).toEqual({ base: surname });
  });

  it.each(['OWENS', 'ORR', 'McNA', 'MCCARTHY', 'MACKEY', 'ÓGÁIN', 'NICHOLLS'])(
    '%s in capitals is not cut, because nothing shows where a prefix would end',
    (surname) => {
      expect(surnameParts(surname)).toEqual({ base: surname });
    },
  );

  it('Bean alone is a surname', () => {
    expect(surnameParts('Bean')).toEqual({ base: 'Bean' });
  });

  it('a prefix alone is no surname', () => {
    expect(surnameParts('Ó')).toEqual({ prefix: 'Ó' });
  });
});

it('people of the schools collection have it so (model 3.3)', () => {
  const person = {
    id: 5,
    names: [{ fullName: 'Seán Ó Loingsigh', firstNames: 'Seán', surname: 'Ó Loingsigh' }],
  };
  const occurrences = [{ person, source: { kind: 'item', id: 1 } }];
  const quads = graphOf(describeRecord('cbes.person', { id: 5, occurrences }, makeSetting()));
  expect(objectsOf(quads, 'pnv:surnamePrefix')).toEqual(['"Ó"']);
  expect(objectsOf(quads, 'pnv:baseSurname')).toEqual(['"Loingsigh"']);
  expect(objectsOf(quads, 'pnv:literalName')).toEqual(['"Seán Ó Loingsigh"']);
  expect(objectsOf(quads, 'schema:name', `${BASE}cbes/person/5`)).toEqual(['"Seán Ó Loingsigh"']);
});
