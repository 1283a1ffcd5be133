import type { Quad } from '@rdfjs/types';
import { describe, expect, it } from 'vitest';
import { BASE, expand, graphOf, objectsOf, values } from '../../golden/graph.js';
import { describeRecord } from '../../golden/records.js';
import { makeSetting } from '../../golden/setting.js';

/** What is said of one participation; roles.test.ts has the roles of any record. */

describe('facts of one participation (model 3.3, 5.2, 5.4)', () => {
  const person = { id: 5, names: [{ fullName: 'P' }] };
  const facts = {
    ...person,
    age: { age: 70, rangeMax: 80, qualifier: 'APPROX' },
    collectorRelationship: 'GRPAR',
  };
  const item = (fields: object) =>
    graphOf(describeRecord('cbes.item', { id: 1, partID: 2, pages: [], ...fields }, makeSetting()));
  const aged = (quads: Quad[], node: string) => ({
    age: objectsOf(quads, 'lore:age', node),
    ageMax: objectsOf(quads, 'lore:ageMax', node),
    qualifier: objectsOf(quads, 'lore:ageQualifier', node),
    relationship: objectsOf(quads, 'lore:collectorRelationship', node),
  });
  const age = { age: values('70'), ageMax: values('80'), qualifier: values('lore-age:approx') };

  it('sit on the node of the informant, with the role and the person', () => {
    const quads = item({ informants: [facts] });
    const node = `${BASE}cbes/item/1#role-informant-5`;
    expect(objectsOf(quads, 'bf:contribution', `${BASE}cbes/item/1`)).toEqual([`<${node}>`]);
    expect(objectsOf(quads, 'rdf:type', node)).toEqual(values('bf:Contribution'));
    expect(objectsOf(quads, 'bf:agent', node)).toEqual([`<${BASE}cbes/person/5>`]);
    expect(objectsOf(quads, 'bf:role', node)).toEqual(values('lore-role:informant'));
    expect(aged(quads, `${BASE}cbes/item/1#role-informant-5`)).toEqual({
      ...age,
      relationship: values('lore-relation:grpar'),
    });
  });

  it("sit on the node of the collector, but for the relationship, which is the informant's", () => {
    const quads = item({ collectors: [facts] });
    expect(aged(quads, `${BASE}cbes/item/1#role-collector-5`)).toEqual({ ...age, relationship: [] });
  });

  it('sit on the node of the teacher, but for the relationship', () => {
    const part = { id: 1, volumeID: 2, volumeNumber: '1', listingOrder: '1', teachers: [facts] };
    const quads = graphOf(describeRecord('cbes.part', part, makeSetting()));
    expect(aged(quads, `${BASE}cbes/part/1#role-teacher-5`)).toEqual({ ...age, relationship: [] });
  });

  it('of one telling do not pass to the other role of the same person', () => {
    const quads = item({ informants: [facts], collectors: [person] });
    expect(objectsOf(quads, 'bf:contribution')).toEqual([`<${BASE}cbes/item/1#role-informant-5>`]);
    expect(objectsOf(quads, 'lore:collector')).toEqual([`<${BASE}cbes/person/5>`]);
  });

  it('are never said of the person', () => {
    const occurrences = [{ person: facts, source: { kind: 'item', id: 1 } }];
    const quads = graphOf(describeRecord('cbes.person', { id: 5, occurrences }, makeSetting()));
    for (const predicate of ['lore:age', 'lore:ageMax', 'lore:ageQualifier', 'lore:collectorRelationship']) {
      expect(objectsOf(quads, predicate)).toEqual([]);
    }
    expect(objectsOf(quads, 'picom:hasAge')).toEqual([]);
  });
});

describe('ages above 110 (model 5.2)', () => {
  const quadsOf = (kind: 'cbes.item' | 'cbes.part', fields: object) => {
    const around = kind === 'cbes.item' ? { partID: 2, pages: [] } : { volumeID: 2 };
    return graphOf(describeRecord(kind, { id: 1, ...around, ...fields }, makeSetting()));
  };
  const STATED = ['lore:age', 'lore:ageMax', 'lore:ageQualifier'];

  it.each([
    ['a slip', { age: 120 }, '{"Age":120}'],
    ['a year', { age: 1932 }, '{"Age":1932}'],
    ['a year as upper age', { age: 60, rangeMax: 1932 }, '{"Age":60,"RangeMax":1932}'],
    ['with a qualifier', { age: 999, qualifier: 'OVER' }, '{"Age":999,"Qualifier":"OVER"}'],
  ])('are kept as sent, and no age is stated: %s', (_, age, sent) => {
    const person = { id: 5, names: [{ fullName: 'P' }], age };
    for (const [quads, node] of [
      [quadsOf('cbes.item', { informants: [person] }), 'cbes/item/1#role-informant-5'],
      [quadsOf('cbes.item', { collectors: [person] }), 'cbes/item/1#role-collector-5'],
      [quadsOf('cbes.part', { teachers: [person] }), 'cbes/part/1#role-teacher-5'],
    ] as const) {
      expect(objectsOf(quads, 'lore:sourceAge', `${BASE}${node}`)).toEqual([JSON.stringify(sent)]);
      expect(STATED.flatMap((predicate) => objectsOf(quads, predicate))).toEqual([]);
    }
    const occurrences = [{ person, source: { kind: 'item', id: 1 } }];
    const observed = graphOf(describeRecord('cbes.person', { id: 5, occurrences }, makeSetting()));
    expect(objectsOf(observed, 'picom:hasAge')).toEqual([]);
  });

  it('begin with 111', () => {
    const person = { id: 5, names: [{ fullName: 'P' }], age: { age: 110, rangeMax: 110 } };
    const quads = quadsOf('cbes.item', { informants: [person] });
    expect(objectsOf(quads, 'lore:age')).toEqual(values('110'));
    expect(objectsOf(quads, 'lore:ageMax')).toEqual(values('110'));
    expect(objectsOf(quads, 'lore:sourceAge')).toEqual([]);
  });
});

it.each([-1, -5])('an age of %i is not said of the person (model 3.3)', (age) => {
  const person = { id: 5, names: [{ fullName: 'P' }], age: { age } };
  const occurrences = [{ person, source: { kind: 'item', id: 1 } }];
  const quads = graphOf(describeRecord('cbes.person', { id: 5, occurrences }, makeSetting()));
  expect(objectsOf(quads, 'picom:hasAge')).toEqual([]);
});

describe('two kinds of person (model 5.3)', () => {
  it('no link of identity leaves a person as recorded', () => {
    const person = { id: 5, names: [{ fullName: 'P' }], occupations: ['farmer'] };
    const occurrences = [{ person, source: { kind: 'item', id: 1 } }];
    const quads = graphOf(describeRecord('cbes.person', { id: 5, occurrences }, makeSetting()));
    for (const predicate of [
      'owl:sameAs',
      'schema:sameAs',
      'lore:viafId',
      'lore:ainmId',
      'schema:hasOccupation',
    ]) {
      expect(objectsOf(quads, predicate)).toEqual([]);
    }
    expect(objectsOf(quads, 'rdf:type', `${BASE}cbes/person/5`)).not.toContain(
      `<${expand('crm:E21_Person')}>`,
    );
    expect(objectsOf(quads, 'schema:givenName')).toEqual([]);
    expect(objectsOf(quads, 'schema:familyName')).toEqual([]);
    expect(objectsOf(quads, 'pnv:givenName')).toEqual([]);
  });
});
