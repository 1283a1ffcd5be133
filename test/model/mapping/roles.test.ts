import type { Quad } from '@rdfjs/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Kind } from '../../../src/model/records/record.js';
import { manuscriptItem, manuscriptPart } from '../../../src/model/schema/archive/manuscripts.js';
import { photograph } from '../../../src/model/schema/archive/photograph.js';
import { schoolsItem, schoolsPart, transcript } from '../../../src/model/schema/archive/schools.js';
import { date, timestamp } from '../../../src/model/schema/fields.js';
import { BASE, expand, graphOf } from '../../golden/graph.js';
import { describeRecord } from '../../golden/records.js';
import { makeSetting } from '../../golden/setting.js';
import { anyDate } from './any-date.js';

/**
 * Decision D4: each role is a direct property, and a contribution where more is known of the participation, whatever else a
 * record says. What is read here is only the graph, as a scholar does; contribution.test.ts has the nodes, case by case.
 */

/** Few people, so that they recur: within a role, in several roles, under one number in different collections. */
const id = fc.constantFrom(0, 1, 5, 6, 4101, 4_294_967_297);
const word = fc.constantFrom(
  'a',
  'GRPAR',
  'APPROX',
  'OVER',
  'ga',
  'SEAN',
  'Ní Bhriain',
  'http://e.org/1',
  '7',
);
const DEPTH = 4;

/** Records of a schema: any of its fields there or not, lists of none to three. */
function lawful(schema: z.core.$ZodType, depth = 0): fc.Arbitrary<unknown> {
  if (schema === date) return anyDate;
  if (schema instanceof z.ZodOptional) return fc.option(lawful(schema.unwrap(), depth), { nil: undefined });
  if (schema instanceof z.ZodArray) {
    const minLength = schema.safeParse([]).success ? 0 : 1;
    const maxLength = depth > DEPTH ? minLength : 3;
    return maxLength === 0
      ? fc.constant([])
      : fc.array(lawful(schema.element, depth + 1), { minLength, maxLength });
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as z.ZodRawShape);
    return fc.record(Object.fromEntries(fields.map(([field, of]) => [field, lawful(of, depth + 1)])));
  }
  if (schema instanceof z.ZodNumber) return id;
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema === timestamp) return fc.constant('2017-09-06T14:25:36.3Z');
  if (schema instanceof z.ZodString) return word;
  throw new Error(`no records of a ${schema.constructor.name}`);
}

interface Work {
  readonly kind: Kind;
  readonly schema: z.ZodObject;
  /** What it takes from what it stands in. */
  readonly around: object;
  readonly people: string;
  /** The field of each role. */
  readonly roles: Readonly<Record<string, string>>;
}

const inVolume = { volumeID: 2, volumeNumber: '1' };
const cast = { collector: 'collectors', informant: 'informants' };
const manuscriptCast = { ...cast, relevantPerson: 'relevantPersons' };

const WORKS: readonly Work[] = [
  {
    kind: 'cbe.part',
    schema: manuscriptPart.omit({ items: true }),
    around: inVolume,
    people: 'cbed/person/',
    roles: manuscriptCast,
  },
  {
    kind: 'cbe.item',
    schema: manuscriptItem,
    around: { partID: 2 },
    people: 'cbed/person/',
    roles: manuscriptCast,
  },
  {
    kind: 'cbes.part',
    schema: schoolsPart.omit({ items: true }),
    around: inVolume,
    people: 'cbes/person/',
    roles: { teacher: 'teachers' },
  },
  { kind: 'cbes.item', schema: schoolsItem, around: { partID: 2 }, people: 'cbes/person/', roles: cast },
  {
    kind: 'cbeg.photograph',
    schema: photograph,
    around: {},
    people: 'cbed/person/',
    roles: { photographer: 'photographer', relevantPerson: 'relevantPersons' },
  },
  {
    kind: 'cbes.transcript',
    schema: transcript,
    around: { pageID: 3, languages: ['en'] },
    people: 'meitheal/',
    roles: { transcriber: 'transcribers' },
  },
];

const DIRECT = ['collector', 'informant', 'relevantPerson', 'photographer', 'teacher', 'transcriber'];
const CONTRIBUTORS = ['collector', 'informant', 'teacher', 'transcriber'];
const CREATORS = ['photographer'];

const sorted = (entries: Iterable<string>) => [...new Set(entries)].sort();

/** Role and person, as the direct properties of the work have them. */
const directly = (quads: readonly Quad[]): string[] =>
  sorted(DIRECT.flatMap((role) => objects(quads, `lore:${role}`).map((person) => `${role} ${person}`)));

/** Role and person, as the contributions have them. */
function qualified(quads: readonly Quad[]): string[] {
  const own = expand('lore-role:');
  return sorted(
    objects(quads, 'bf:contribution').flatMap((node) => {
      const about = quads.filter(({ subject }) => subject.value === node);
      const roles = objects(about, 'bf:role').filter((role) => role.startsWith(own));
      return roles.flatMap((role) =>
        objects(about, 'bf:agent').map((person) => `${role.slice(own.length)} ${person}`),
      );
    }),
  );
}

const objects = (quads: readonly Quad[], predicate: string): string[] =>
  quads.filter((one) => one.predicate.value === expand(predicate)).map(({ object }) => object.value);

const inRoles = (pairs: readonly string[], roles: readonly string[]) =>
  sorted(
    pairs
      .map((pair) => pair.split(' '))
      .flatMap(([role = '', person = '']) => (roles.includes(role) ? [person] : [])),
  );

/** Records of each kind; `RUNS=1000` tries more. */
const RUNS = Number(process.env.RUNS ?? 60);

describe.each(WORKS)('any $kind', ({ kind, schema, around, people, roles }) => {
  it('has the roles that the record names, the contributors and creators that follow, and contributions of them', () => {
    fc.assert(
      fc.property(lawful(schema), (random) => {
        const record: Readonly<Record<string, unknown>> = { ...(random as object), ...around };
        const quads = graphOf(describeRecord(kind, record, makeSetting()));
        // Each role of the people that the record names in it, and of no others.
        const named = sorted(
          Object.entries(roles).flatMap(([role, field]) =>
            [record[field] ?? []]
              .flat()
              .map((person) => `${role} ${BASE}${people}${(person as { id: number }).id}`),
          ),
        );
        expect(directly(quads)).toEqual(named);
        // Model 5.1.
        expect(sorted(objects(quads, 'schema:contributor'))).toEqual(inRoles(named, CONTRIBUTORS));
        expect(sorted(objects(quads, 'schema:creator'))).toEqual(inRoles(named, CREATORS));
        // No contribution that does not belong to the work, and each with one role, one agent and more.
        const nodes = sorted(objects(quads, 'bf:contribution'));
        const ofClass = quads.filter(({ object }) => object.value === expand('bf:Contribution'));
        expect(sorted(ofClass.map(({ subject }) => subject.value))).toEqual(nodes);
        expect(qualified(quads)).toHaveLength(nodes.length);
        expect(named).toEqual(expect.arrayContaining(qualified(quads)));
        for (const node of nodes)
          expect(quads.filter(({ subject }) => subject.value === node).length).toBeGreaterThan(3);
        // Nobody is shown, and no work is about a person (3.2, 3.4, D7).
        const words = quads.flatMap(({ predicate, object }) => [predicate.value, object.value]);
        expect(words).not.toContain('http://id.loc.gov/vocabulary/relators/dpc');
        for (const word of ['schema:about', 'schema:mentions', 'lore:participant'])
          expect(words).not.toContain(expand(word));
      }),
      { numRuns: RUNS },
    );
  });
});
