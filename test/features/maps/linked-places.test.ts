import {
  registerSchema,
  type SchemaObject,
  unregisterSchema,
  validate,
} from '@hyperjump/json-schema/draft-2020-12';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Node } from '../../../src/model/rdf/node.js';
import { withDoubts } from '../../../src/release/tables/place-nodes.js';
import { derive, type Given, textOf } from '../../release/tables/derive.js';
import { at, LOCATION, MANIFOLD, MERGED, PLACE, PLACE_ELSEWHERE } from '../../release/tables/nodes.js';
import { LINKED_PLACES } from './linked-places-schema.js';
import { ROWS } from './rows.js';

beforeAll(() => registerSchema(LINKED_PLACES as unknown as SchemaObject));
afterAll(() => unregisterSchema(LINKED_PLACES.$id));

const FILE = 'places.lpf.json';
const collectionOf = async (...given: readonly Given[]) => JSON.parse(await textOf(FILE, given, ROWS));
const without = (node: Node, ...terms: readonly string[]): Node =>
  Object.fromEntries(Object.entries(node).filter(([term]) => !terms.includes(term))) as Node;

async function isLawful(collection: unknown): Promise<boolean> {
  return (await validate(LINKED_PLACES.$id, collection as never)).valid;
}

/** What a test may spoil. */
// biome-ignore lint/suspicious/noExplicitAny: a document to be spoilt anywhere
type Any = any;

it('a place is a feature: its names were in use by the year of the record, which is not when they began', async () => {
  const name = (toponym: string, lang: string) => ({
    toponym,
    lang,
    citations: [{ label: 'Bunachar Logainmneacha', '@id': 'https://www.logainm.ie/1416587', year: '2023' }],
    when: { timespans: [{ start: { latest: '2023' } }] },
  });
  const text = await textOf(FILE, [[PLACE, PLACE_ELSEWHERE], TOWN], ROWS, 'Bunachar Logainmneacha');
  expect(JSON.parse(text)).toEqual({
    type: 'FeatureCollection',
    // The repository was renamed, and so was its main branch: addresses of raw files do not follow.
    '@context':
      'https://raw.githubusercontent.com/LinkedPasts/linked-places-format/main/linkedplaces-context-v1.1.jsonld',
    features: [
      {
        '@id': at('place/1416587'),
        type: 'Feature',
        properties: { title: 'Gort an Choirce', ccodes: ['IE'], fclasses: ['P'] },
        names: [name('Gort an Choirce', 'ga'), name('Gortahork', 'en')],
        types: [
          {
            identifier: 'aat:300008375',
            label: 'town',
            sourceLabels: [
              { label: 'town', lang: 'en' },
              { label: 'baile', lang: 'ga' },
            ],
          },
        ],
        geometry: { type: 'Point', coordinates: [-8.15, 55.12] },
        links: [
          { type: 'closeMatch', identifier: 'http://data.logainm.ie/place/1416587' },
          { type: 'primaryTopicOf', identifier: 'https://www.logainm.ie/1416587' },
          { type: 'seeAlso', identifier: 'https://en.wikipedia.org/wiki/Gortahork' },
        ],
        relations: [{ relationType: 'gvp:broaderPartitive', relationTo: at('place/100013') }],
      },
    ],
  });
});

it('what is unclear stays unclear: a name in no known language, a category of no class, rough coordinates', async () => {
  const collection = await collectionOf(MANIFOLD);
  expect(await isLawful(collection)).toBe(true);
  const [feature] = collection.features;
  const citations = [{ label: 'Place-names database', '@id': at('place/9000010'), year: '2007' }];
  const when = { timespans: [{ start: { latest: '2007' } }] };
  expect(feature.names).toEqual([
    { toponym: 'An Baile Nua', lang: 'ga', citations, when },
    { toponym: 'Villa Nova', citations, when },
  ]);
  expect(feature.properties).toEqual({ title: 'An Baile Nua', ccodes: ['GB', 'IE'], fclasses: ['L'] });
  expect(feature.types).toEqual([
    { identifier: at('category/TR%C3%81'), label: 'place' },
    { identifier: at('category/XYZ'), label: 'place' },
  ]);
  // Whether a point is precise is not whether the place was there.
  expect(feature.geometry).toEqual({
    type: 'MultiPoint',
    coordinates: [
      [-9.5, 52],
      [-9.51, 52.010000001],
    ],
  });
});

/** A category as the place-names database lists it. */
const category = (code: string, en?: string, ga?: string): Node => ({
  id: at(`category/${code}`),
  type: ['skos:Concept'],
  code,
  prefLabel: { ...(en === undefined ? {} : { en: [en] }), ...(ga === undefined ? {} : { ga: [ga] }) },
});
const TOWN = category('B', 'town', 'baile');

describe('the label of a type is a word', () => {
  const typeOf = async (...given: Node[]) => {
    const collection = await collectionOf({ ...PLACE, category: [at('category/XYZ')] }, ...given);
    expect(await isLawful(collection)).toBe(true);
    return collection.features[0].types[0];
  };

  it('of the database: in English, or else in Irish, each with its language', async () => {
    expect(await typeOf(category('XYZ', 'holy tree', 'bile'))).toEqual({
      identifier: at('category/XYZ'),
      label: 'holy tree',
      sourceLabels: [
        { label: 'holy tree', lang: 'en' },
        { label: 'bile', lang: 'ga' },
      ],
    });
    expect(await typeOf(category('XYZ', undefined, 'bile'))).toEqual({
      identifier: at('category/XYZ'),
      label: 'bile',
      sourceLabels: [{ label: 'bile', lang: 'ga' }],
    });
  });

  it('and never a code: where the database has no name, what any place is', async () => {
    expect(await typeOf(category('XYZ'))).toEqual({ identifier: at('category/XYZ'), label: 'place' });
    expect(await typeOf()).toEqual({ identifier: at('category/XYZ'), label: 'place' });
  });
});

/** A place that is known only from the places that lie in it. */
const container = (id: number, code: string | undefined, ga?: string, en?: string): Node => ({
  id: at(`place/${id}`),
  type: ['Place', 'schema:Place', 'geo:Feature'],
  name: { ...(ga === undefined ? {} : { ga: [ga] }), ...(en === undefined ? {} : { en: [en] }) },
  category: code === undefined ? [at('category/')] : [at(`category/${code}`)],
});

it('the path of a place goes from the smallest unit to the largest, with names and kinds that are words', async () => {
  const given = [
    container(7, 'CUIGE', 'Connacht', 'Connacht'),
    container(6, 'CON', 'Sligeach', 'Sligo'),
    container(5, 'BAR', undefined, 'Carbury'),
    container(4, 'PAR', 'Teampall Eoin', "Saint John's"),
    container(3, 'BF', 'Ceathrú na Mainistreach', 'Abbeyquarter'),
    container(2, 'B', 'Sligeach', 'Sligo'),
    category('BF', 'townland', 'baile fearainn'),
    category('PAR', 'civil parish', 'paróiste dlí'),
    category('BAR', undefined, 'barúntacht'),
    category('CON', 'county', 'contae'),
    TOWN,
  ];
  const containedInPlace = [6, 5, 1, 4, 7, 3, 2].map((id) => at(`place/${id}`));
  const collection = await collectionOf({ ...PLACE, containedInPlace }, ...given);
  expect(await isLawful(collection)).toBe(true);
  const step = (id: number, label?: string) => ({
    relationType: 'gvp:broaderPartitive',
    relationTo: at(`place/${id}`),
    ...(label === undefined ? {} : { label }),
  });
  expect(collection.features[0].relations).toEqual([
    // A place of which nothing is known, and a town, are no units of that path.
    step(1),
    step(2, 'Sligeach / Sligo (town)'),
    step(3, 'Ceathrú na Mainistreach / Abbeyquarter (townland)'),
    step(4, "Teampall Eoin / Saint John's (civil parish)"),
    step(5, 'Carbury (barúntacht)'),
    step(6, 'Sligeach / Sligo (county)'),
    step(7, 'Connacht (province)'),
  ]);
});

/** ISO 3166-1; the database's own filter takes a place without the mark for one outside Northern Ireland. */
it.each([
  ['all', { northernIrelandExtent: 'all' }, ['GB']],
  ['part', { northernIrelandExtent: 'part' }, ['GB', 'IE']],
  ['not marked', {}, ['IE']],
  ['not marked, but mapped by its mapping agency', { osniId: ['1234'] }, undefined],
  ['not marked, but in its list of place-names', { placenamesNiId: ['17'] }, undefined],
])('in Northern Ireland: %s', async (_, marks, ccodes) => {
  const collection = await collectionOf({ ...PLACE, ...marks });
  expect(await isLawful(collection)).toBe(true);
  expect(collection.features[0].properties.ccodes).toEqual(ccodes);
});

it('a place without coordinates is there, with no geometry', async () => {
  const collection = await collectionOf(without(PLACE, 'coordinates', 'hasGeometry'));
  expect(await isLawful(collection)).toBe(true);
  expect(collection.features[0].geometry).toBeNull();
});

it('a point that a check doubts is no geometry', async () => {
  const doubted = new Set([at('place/1416587#pt-4d2f90aa17c3')]);
  const collection = await collectionOf(withDoubts(PLACE, doubted));
  expect(await isLawful(collection)).toBe(true);
  expect(collection.features[0].geometry).toBeNull();
});

it('leaves out, and counts, what it cannot carry; merged places and those of the archive are none of it', async () => {
  const { files } = await derive(
    [
      ...[MERGED, LOCATION],
      without(PLACE, 'recordCreated', 'recordModified'),
      without(PLACE, 'category'),
      without(PLACE, 'name', 'alternateName'),
      PLACE,
    ],
    ROWS,
  );
  expect(files.find(({ file }) => file === FILE)).toMatchObject({ rows: 1, leftOut: 3 });
});

/** The features of a place for each list of codes, among categories with names. */
async function featuresOf(codes: readonly string[], ...categories: Node[]): Promise<Any[]> {
  const places = codes.map((list, at_) => ({
    ...PLACE,
    id: at(`place/${at_ + 1}`),
    category: list.split(' ').map((code) => at(`category/${code}`)),
  }));
  const collection = await collectionOf(...places, ...categories);
  expect(await isLawful(collection)).toBe(true);
  return collection.features;
}

/**
 * Codes of real records of the place-names database, and the GeoNames class of features of that kind: ADM* and PRSH are A; STM,
 * FLLS, LK, WLL, HBR, BAY, CHN, BOG, MRSH are H; FLD, LCTY, AREA are L; PPL* are P; ST, RD, RDJCT are R; BDG, HSE, CSTL, MNMT,
 * CH, CMTY, CAVE are S; MT, HLL, SLP, PASS, VAL, RK, ISL, CAPE, PT, BCH are T. Woods are L: Linked Places has no class V. A
 * category of no known class has the class that claims least, LCTY, beside no other.
 */
it.each([
  ['A', 'CUIGE CON BAR PAR BF FB TR DEOISE'],
  ['H', 'ABH SRUTHAN GOIL EAS L TUR TOB CUAN BA CAOL POR RIASC'],
  ['L', 'COILL PRC D GNE MNG AINMST XYZ'],
  ['P', 'B SRB ID'],
  ['R', 'SR BOTHAR CB'],
  ['S', 'DR TEACH CAIS IMFH SC LE REILIG UAIMH GS'],
  ['T', 'SL CN MALA BEAR GL CRG OIL CT RINN TRA'],
])('categories of the class %s, each with a word for its type: %s', async (fclass, codes) => {
  for (const { properties, types } of await featuresOf(codes.split(' '))) {
    expect([types[0].identifier, properties.fclasses]).toEqual([types[0].identifier, [fclass]]);
    expect(types[0].label).toMatch(/^[a-z]/);
  }
});

it('several categories have the classes of those that are known', async () => {
  const features = await featuresOf(['XYZ B', 'B BF SRB']);
  expect(features.map(({ properties }) => properties.fclasses)).toEqual([['P'], ['P', 'A']]);
});

/** The list of types that comes with the format, feature-types-AAT_20230609.tsv; others keep their category. */
it('types are those of the Art & Architecture Thesaurus where it means the same', async () => {
  const known = { CUIGE: '774', CON: '771', B: '8375', SRB: '8372', ABH: '8707', DR: '7836' };
  const others = ['BF', 'PAR', 'BAR', 'TOB', 'L', 'CN', 'UAIMH', 'OIL'];
  const named = Object.keys(known).map((code) => category(code, `a ${code}`));
  const features = await featuresOf([...Object.keys(known), ...others], ...named);
  expect(features.map(({ types }) => types[0].identifier)).toEqual([
    ...Object.values(known).map((number) => `aat:${300_000_000 + Number(number)}`),
    ...others.map((code) => at(`category/${code}`)),
  ]);
  expect(features[2].types).toEqual([
    { identifier: 'aat:300008375', label: 'a B', sourceLabels: [{ label: 'a B', lang: 'en' }] },
  ]);
});
