import type { Quad } from '@rdfjs/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Kind } from '../../../src/model/records/record.js';
import { BASE, expand, graphOf, objectsOf, values } from '../../golden/graph.js';
import { describeRecord } from '../../golden/records.js';
import { makeSetting } from '../../golden/setting.js';

const ROLES = ['collector', 'informant', 'relevantPerson', 'photographer', 'teacher', 'transcriber'] as const;
type Role = (typeof ROLES)[number];

/** Model 5.1: which roles make a contributor, which a creator. */
const CONTRIBUTORS: readonly Role[] = ['collector', 'informant', 'teacher', 'transcriber'];
const CREATORS: readonly Role[] = ['photographer'];

interface Work {
  readonly kind: Kind;
  readonly iri: string;
  readonly people: string;
  /** The field of each role, and whether it is a list. */
  readonly fields: Readonly<Partial<Record<Role, readonly [field: string, several: boolean]>>>;
  readonly others: object;
}

const WORKS: readonly Work[] = [
  {
    kind: 'cbe.part',
    iri: `${BASE}cbe/part/1`,
    people: `${BASE}cbed/person/`,
    fields: {
      collector: ['collectors', true],
      informant: ['informants', true],
      relevantPerson: ['relevantPersons', true],
    },
    others: { volumeID: 2, volumeNumber: '1', listingOrder: '1' },
  },
  {
    kind: 'cbe.item',
    iri: `${BASE}cbe/item/1`,
    people: `${BASE}cbed/person/`,
    fields: {
      collector: ['collectors', true],
      informant: ['informants', true],
      relevantPerson: ['relevantPersons', true],
    },
    others: { partID: 2 },
  },
  {
    kind: 'cbes.part',
    iri: `${BASE}cbes/part/1`,
    people: `${BASE}cbes/person/`,
    fields: { teacher: ['teachers', true] },
    others: { volumeID: 2, volumeNumber: '1', listingOrder: '1' },
  },
  {
    kind: 'cbes.item',
    iri: `${BASE}cbes/item/1`,
    people: `${BASE}cbes/person/`,
    fields: { collector: ['collectors', true], informant: ['informants', true] },
    others: { partID: 2 },
  },
  {
    kind: 'cbeg.photograph',
    iri: `${BASE}cbeg/photograph/1`,
    people: `${BASE}cbed/person/`,
    fields: { photographer: ['photographer', false], relevantPerson: ['relevantPersons', true] },
    others: { referenceNumber: 'A', digitized: true },
  },
  {
    kind: 'cbes.transcript',
    iri: `${BASE}cbes/transcript/1`,
    people: `${BASE}meitheal/`,
    fields: { transcriber: ['transcribers', true] },
    others: { itemID: 2, pageID: 3, languages: ['en'], text: 'T' },
  },
];

type Casting = Partial<Record<Role, readonly number[]>>;

const describeWork = ({ kind, fields, others }: Work, casting: Casting): Quad[] => {
  const person = (id: number) =>
    kind === 'cbes.transcript' ? { id } : { id, names: [{ fullName: `P${id}` }] };
  const people = Object.entries(casting).map(([role, ids]) => {
    const [field, several] = fields[role as Role] ?? [role, true];
    return [field, several ? ids.map(person) : ids.map(person)[0]] as const;
  });
  return graphOf(describeRecord(kind, { id: 1, ...others, ...Object.fromEntries(people) }, makeSetting()));
};

const iris = (base: string, ids: Iterable<number>): string[] =>
  [...new Set(ids)].map((id) => `<${base}${id}>`).sort();

/** Up to four people of each role, the same few again and again, some of them twice. */
const castings = ({ fields }: Work): fc.Arbitrary<Casting> =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([role, [, several]]) => [
        role,
        fc.array(fc.constantFrom(5, 6, 7, 4294967297), { maxLength: several ? 4 : 1 }),
      ]),
    ),
  );

describe.each(WORKS)('the roles of a $kind (model 5)', (work) => {
  it('are direct properties, and nothing else where nothing more is known (5.1)', () => {
    fc.assert(
      fc.property(castings(work), (casting) => {
        const quads = describeWork(work, casting);
        for (const role of ROLES)
          expect(objectsOf(quads, `lore:${role}`, work.iri)).toEqual(iris(work.people, casting[role] ?? []));
        expect(objectsOf(quads, 'bf:contribution')).toEqual([]);
        expect(objectsOf(quads, 'bf:agent')).toEqual([]);
      }),
    );
  });

  it('make contributors and creators (5.1)', () => {
    fc.assert(
      fc.property(castings(work), (casting) => {
        const quads = describeWork(work, casting);
        const idsOf = (roles: readonly Role[]) => roles.flatMap((role) => casting[role] ?? []);
        expect(objectsOf(quads, 'schema:contributor')).toEqual(iris(work.people, idsOf(CONTRIBUTORS)));
        expect(objectsOf(quads, 'schema:creator')).toEqual(iris(work.people, idsOf(CREATORS)));
      }),
    );
  });

  it('never say that a person is shown, or what the work is about (3.2, 3.4, D7)', () => {
    const everybody = Object.fromEntries(Object.keys(work.fields).map((role) => [role, [5]]));
    const said = describeWork(work, everybody).map(({ predicate, object }) => [
      predicate.value,
      object.value,
    ]);
    expect(said.flat()).not.toContain('http://id.loc.gov/vocabulary/relators/dpc');
    expect(said.flat()).not.toContain(expand('schema:about'));
    expect(said.flat()).not.toContain(expand('schema:mentions'));
    expect(said.flat()).not.toContain(expand('lore:participant'));
  });
});

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
