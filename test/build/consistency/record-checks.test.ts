import { Parser } from 'n3';
import { expect, test } from 'vitest';
import type { CheckedRecord, IriNaming } from '../../../src/build/consistency/check.js';
import { recordRules } from '../../../src/build/consistency/record-checks.js';
import { iriOf } from '../../../src/build/plan/record-iri.js';
import { readContext } from '../../../src/model/rdf/context.js';
import { DATA_BASE as BASE, mintIris } from '../../../src/model/rdf/iris.js';

/** What holds within one record and no shape can compare (model 7.3, X5). broken-worlds has X19 and X20. */

const iri = mintIris(BASE);
const terms = readContext().terms;
const naming: IriNaming = { word: (term) => terms.get(term)?.iri ?? '', iri: (ref) => iriOf(ref, iri) };

const PREFIXES = `@prefix lore: <https://w3id.org/folklore-ld/ns#> .
  @prefix lore-role: <https://w3id.org/folklore-ld/code/role/> .
  @prefix bf: <http://id.loc.gov/ontologies/bibframe/> .
`;

/** What is found in a record and in what is said of it: the checks look at the one or at the other. */
function odd(one: object, self: string, turtle = ''): string[] {
  const quads = new Parser({ baseIRI: BASE }).parse(`${PREFIXES}${turtle}`);
  const record: CheckedRecord = {
    one: { id: 1, ...one } as CheckedRecord['one'],
    mapped: { node: { id: `${BASE}${self}` }, quads },
  };
  return recordRules(naming)(record).map(({ shape, severity, path = '', value = '' }) =>
    [shape, severity, path.replace(/^.*[#/]/, ''), value.replace(BASE, '')].join(' ').trim(),
  );
}

const role = (name: string, person: number) =>
  `<cbes/item/1#role-${name}-${person}> a bf:Contribution ; bf:agent <cbes/person/${person}> ;
    bf:role lore-role:${name} .`;
const COLLECTED = '<cbes/item/1> lore:collector <cbes/person/7> .';

test.each<[what: string, turtle: string, found: readonly string[]]>([
  [
    'both are the same',
    `${COLLECTED} <cbes/item/1> lore:informant <cbes/person/7> . ${role('collector', 7)} ${role('informant', 7)}`,
    [],
  ],
  ['nothing but the role is known of a person', COLLECTED, []],
  [
    'a contribution has no direct property',
    `${COLLECTED} ${role('collector', 7)} ${role('collector', 8)}`,
    ['X5 violation collector cbes/person/8'],
  ],
  [
    'the right person has another role',
    `${COLLECTED} ${role('informant', 7)}`,
    ['X5 violation informant cbes/person/7'],
  ],
  [
    'a contribution has no agent (model 5.5)',
    '<cbes/item/1#role-informant-7> bf:role lore-role:informant .',
    [],
  ],
])('X5, the person of a contribution has its role in the work: %s', (_, turtle, found) => {
  const item = { kind: 'cbes.item', record: { informants: [], collectors: [] } };
  expect(odd(item, 'cbes/item/1', turtle)).toEqual(found);
});
