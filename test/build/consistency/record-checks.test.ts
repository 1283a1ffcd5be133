import { Parser } from 'n3';
import { describe, expect, test } from 'vitest';
import type { CheckedRecord, IriNaming } from '../../../src/build/consistency/check.js';
import { recordRules } from '../../../src/build/consistency/record-checks.js';
import { iriOf } from '../../../src/build/plan/record-iri.js';
import { readContext } from '../../../src/model/rdf/context.js';
import { mintIris } from '../../../src/model/rdf/iris.js';
import { BASE } from './breakage.js';

/** What holds within one record and no shape can compare (model 7.3: X5, X19, X20). */

const iri = mintIris(BASE);
const terms = readContext().terms;
const naming: IriNaming = { word: (term) => terms.get(term)?.iri ?? '', iri: (ref) => iriOf(ref, iri) };

const PREFIXES = `@prefix lore: <https://w3id.org/folklore-ld/ns#> .
  @prefix lore-role: <https://w3id.org/folklore-ld/code/role/> .
  @prefix bf: <http://id.loc.gov/ontologies/bibframe/> .
`;

/** The record and what is said of it: the checks look at the one or at the other. */
function filed(one: object, self: string, turtle = ''): CheckedRecord {
  const quads = new Parser({ baseIRI: BASE }).parse(`${PREFIXES}${turtle}`);
  return { one: one as CheckedRecord['one'], mapped: { node: { id: `${BASE}${self}` }, quads } };
}

describe('X5: the person of a contribution has its role in the work', () => {
  const odd = (turtle: string) =>
    recordRules(naming)(
      filed({ kind: 'cbes.item', record: { informants: [], collectors: [] }, id: 1 }, 'cbes/item/1', turtle),
    ).map(({ shape, severity, focus, path = '', value = '' }) =>
      [shape, severity, focus.replace(BASE, ''), path.replace(/^.*#/, ''), value.replace(BASE, '')].join(' '),
    );
  const role = (name: string, person: number) =>
    `<cbes/item/1#role-${name}-${person}> a bf:Contribution ; bf:agent <cbes/person/${person}> ;
      bf:role lore-role:${name} .`;

  test('no finding where both are the same', () => {
    const turtle = `<cbes/item/1> lore:collector <cbes/person/7>, <cbes/person/8> ; lore:informant <cbes/person/7> .
      ${role('collector', 7)} ${role('collector', 8)} ${role('informant', 7)}`;
    expect(odd(turtle)).toEqual([]);
    expect(odd('')).toEqual([]);
  });

  test('no finding for people of whom nothing but the role is known', () => {
    expect(
      odd('<cbes/item/1> lore:collector <cbes/person/7> ; lore:relevantPerson <cbes/person/8> .'),
    ).toEqual([]);
  });

  test('a contribution without a direct property', () => {
    const turtle = `<cbes/item/1> lore:collector <cbes/person/7> . ${role('collector', 7)} ${role('collector', 8)}`;
    expect(odd(turtle)).toEqual(['X5 violation cbes/item/1 collector cbes/person/8']);
  });

  test('the right person in another role', () => {
    expect(odd(`<cbes/item/1> lore:collector <cbes/person/7> . ${role('informant', 7)}`)).toEqual([
      'X5 violation cbes/item/1 informant cbes/person/7',
    ]);
  });

  test('contributions without an agent (model 5.5) are not compared', () => {
    expect(odd('<cbes/item/1#role-informant-7> bf:role lore-role:informant .')).toEqual([]);
  });
});

describe('X19: a reference number begins with the code of its topic', () => {
  const odd = (referenceNumber?: string, topic?: string) =>
    recordRules(naming)(
      filed(
        {
          kind: 'cbeg.photograph',
          id: 1,
          record: { referenceNumber, handbookTopic: topic === undefined ? undefined : { id: topic } },
        },
        'cbeg/photograph/1',
      ),
    ).map(({ shape, severity, path, value }) => [shape, severity, path, value]);

  test.each([
    ['B005.01.00001', 'B005'],
    ['E.02.00001', 'E'],
    [undefined, 'B005'],
    ['B005.01.00001', undefined],
  ])('%s of %s', (reference, topic) => {
    expect(odd(reference, topic)).toEqual([]);
  });

  test.each([
    ['A005.01.00001', 'B005'],
    ['B00', 'B005'],
    ['01.B005', 'B005'],
  ])('not %s of %s', (reference, topic) => {
    const found = ['X19', 'warning', 'http://purl.org/dc/terms/identifier', `"${reference}"`];
    expect(odd(reference, topic)).toEqual([found]);
  });
});

describe('X20: relatives of several collectors', () => {
  const odd = (informants: readonly (string | undefined)[], collectors: number) =>
    recordRules(naming)(
      filed(
        {
          kind: 'cbes.item',
          id: 1,
          record: {
            informants: informants.map((collectorRelationship) => ({ collectorRelationship })),
            collectors: Array.from({ length: collectors }, () => ({})),
          },
        },
        'cbes/item/1',
      ),
    ).map(({ shape, severity, focus }) => [shape, severity, focus]);

  test('a finding with two related informants and two collectors', () => {
    expect(odd(['PAR', 'GRPAR'], 2)).toEqual([['X20', 'info', `${BASE}cbes/item/1`]]);
  });

  test.each([
    [['PAR', 'GRPAR'], 1],
    [['PAR', undefined], 2],
    [['PAR'], 3],
    [[], 2],
  ])('not of %j and %i', (informants, collectors) => {
    expect(odd(informants, collectors)).toEqual([]);
  });
});
