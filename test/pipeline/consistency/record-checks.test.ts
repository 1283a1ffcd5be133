import { Parser } from 'n3';
import { expect, test } from 'vitest';
import { readContext } from '../../../src/model/rdf/context.js';
import { DATA_BASE as BASE, mintIris } from '../../../src/model/rdf/iris.js';
import type { CheckedRecord, IriNaming } from '../../../src/pipeline/consistency/check.js';
import { recordRules } from '../../../src/pipeline/consistency/record-checks.js';
import { iriOf } from '../../../src/pipeline/plan/record-iri.js';
import { describeRecord, recordOf } from '../../golden/records.js';
import { makeSetting } from '../../golden/setting.js';

/** What holds within one record and no shape can compare (model 7.3, X5). broken-worlds has X19 and X20. */

const iri = mintIris(BASE);
const terms = readContext().terms;
const naming: IriNaming = { word: (term) => terms.get(term)?.iri ?? '', iri: (ref) => iriOf(ref, iri) };

const PREFIXES = `@prefix lore: <https://w3id.org/folklore-ld/ns#> .
  @prefix lore-role: <https://w3id.org/folklore-ld/code/role/> .
  @prefix bf: <http://id.loc.gov/ontologies/bibframe/> .
`;

/** What is found in a record and in what is said of it: the checks look at the one or at the other. */
function odd(one: object, self: string, turtle = '', node: object = {}): string[] {
  const quads = new Parser({ baseIRI: BASE }).parse(`${PREFIXES}${turtle}`);
  const record: CheckedRecord = {
    one: { id: 1, ...one } as CheckedRecord['one'],
    mapped: { node: { ...node, id: `${BASE}${self}` }, quads },
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

/** A place as the reader makes it, empty lists filled in. */
const place = (fields: object) => ({ kind: 'place', record: recordOf('place', { id: 1, ...fields }) });
const NEAR_DUBLIN = { coordinates: [{ latitude: 53.34972, longitude: -6.26028 }] };

test.each<[what: string, fields: object, found: readonly string[]]>([
  [
    'no coordinates, and the numbers may have lost a zero',
    { gridReferences: [{ square: 'O', easting: 159, northing: 346 }] },
    ['X25 info notation "O 159 346"'],
  ],
  [
    'there is no such square in the Irish Grid',
    { gridReferences: [{ square: 'NV', easting: 12, northing: 34 }], geography: NEAR_DUBLIN },
    ['X25 info notation "NV 12 34"'],
  ],
  [
    'the coordinates decide',
    { gridReferences: [{ square: 'O', easting: 159, northing: 346 }], geography: NEAR_DUBLIN },
    [],
  ],
  ['a square alone has no digits', { gridReferences: [{ square: 'O' }] }, []],
  [
    'nothing else is said of a merged place',
    { replacementID: 2, gridReferences: [{ square: 'O', easting: 159, northing: 346 }] },
    [],
  ],
])('X25, it is certain how many digits a grid reference has: %s', (_, fields, found) => {
  const described = describeRecord('place', { id: 1, ...fields }, makeSetting());
  expect(odd(place(fields), 'place/1', '', described)).toEqual(found);
});

test.each<[what: string, grid: object]>([
  ['numbers of five digits, in another square', { square: 'V', easting: 15904, northing: 34671 }],
  ['numbers of five digits, four kilometres away', { square: 'O', easting: 19904, northing: 34671 }],
  ['however many zeros the numbers may have lost', { square: 'V', easting: 159, northing: 346 }],
])('X28, a grid reference that contradicts the coordinates of its place: %s', (_, grid) => {
  const fields = { gridReferences: [grid], geography: NEAR_DUBLIN };
  const described = describeRecord('place', { id: 1, ...fields }, makeSetting());
  const value = JSON.stringify(Object.values(grid).join(' '));
  expect(odd(place(fields), 'place/1', '', described)).toEqual([`X28 info notation ${value}`]);
});

const inCounties = (...names: readonly string[]) =>
  names.map((nameEN, at) => ({ id: at + 1, nameEN, category: { id: 'CON', nameEN: 'county' } }));

test.each<
  [what: string, counties: readonly string[], point: readonly [number, number], found: readonly string[]]
>([
  ['in its county', ['Dublin'], [53.35, -6.26], []],
  ['in the second of its counties', ['Cork', 'Dublin'], [53.35, -6.26], []],
  ['on the wrong side of a border river, less than 2 km away', ['Roscommon'], [53.42, -7.93], []],
  ['on an island 11 km off the coast (Tory)', ['Donegal'], [55.265, -8.225], []],
  ['in another county', ['Cork'], [53.35, -6.26], ['X30 warning  "53.35 -6.26"']],
  ['in the sea', ['Dublin'], [53.35, -5.7], ['X30 warning  "53.35 -5.7"']],
  // PointInIreland is said of it.
  ['in another country', ['Dublin'], [40.7, -74], []],
  ['without a county', [], [53.35, -6.26], []],
])('X30, the point of a place: %s', (_, counties, [latitude, longitude], found) => {
  const fields = {
    includedIn: inCounties(...counties),
    geography: { coordinates: [{ latitude, longitude }] },
  };
  expect(odd(place(fields), 'place/1')).toEqual(found);
});

const SCRIPT = 'javascript:alert(1)';
const GOOD = 'https://www.example.org/1';

test.each<[field: string, fields: (address: string) => object]>([
  ['Permalink', (permalink) => ({ permalink })],
  ['SameAs[].Uri', (uri) => ({ sameAs: [{ uri: GOOD }, { uri }] })],
  ['Images[].Uri', (uri) => ({ images: [{ fileName: 'a.jpg', uri }] })],
  ['BornHere[].Uri', (uri) => ({ bornHere: [{ id: 4, title: 'A', uri }] })],
  ['Folklore[].UriEN', (uriEN) => ({ folklore: [{ type: 'Folklore', uriEN, uriGA: GOOD }] })],
  ['Folklore[].UriGA', (uriGA) => ({ folklore: [{ type: 'Folklore', uriGA }] })],
  [
    'Placenames[].Audio.Uri',
    (uri) => ({ placenames: [{ id: 3, wording: 'Áit', main: true, audio: { uri } }] }),
  ],
])('X26, a web address that cannot be used is a finding: %s', (field, fields) => {
  const found = (address: string) => {
    const one = { id: 1, ...place(fields(address)) } as CheckedRecord['one'];
    const mapped = { node: { id: `${BASE}place/1` }, quads: [] };
    return recordRules(naming)({ one, mapped }).map(({ shape, value, field: named }) => [
      shape,
      value,
      named,
    ]);
  };
  expect(found(SCRIPT)).toEqual([['X26', JSON.stringify(SCRIPT), field]]);
  expect(found('www.example.org/1')).toEqual([['X26', '"www.example.org/1"', field]]);
  expect(found('http://example.org/%zz')).toEqual([['X26', '"http://example.org/%zz"', field]]);
  expect(found('HTTP://EXAMPLE.ORG/A')).toEqual([]);
  expect(found(GOOD)).toEqual([]);
});
