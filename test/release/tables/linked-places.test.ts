import {
  registerSchema,
  type SchemaObject,
  unregisterSchema,
  validate,
} from '@hyperjump/json-schema/draft-2020-12';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Node } from '../../../src/model/rdf/node.js';
import { withDoubts } from '../../../src/release/tables/place-nodes.js';
import { derive, type Given, textOf } from './derive.js';
import { LINKED_PLACES } from './linked-places-schema.js';
import { at, LOCATION, MANIFOLD, MERGED, PLACE, PLACE_ELSEWHERE } from './nodes.js';

beforeAll(() => registerSchema(LINKED_PLACES as unknown as SchemaObject));
afterAll(() => unregisterSchema(LINKED_PLACES.$id));

const FILE = 'places.lpf.json';
const collectionOf = async (...given: readonly Given[]) => JSON.parse(await textOf(FILE, given));
const without = (node: Node, ...terms: readonly string[]): Node =>
  Object.fromEntries(Object.entries(node).filter(([term]) => !terms.includes(term))) as Node;

async function isLawful(collection: unknown): Promise<boolean> {
  return (await validate(LINKED_PLACES.$id, collection as never)).valid;
}

function deleteIn(objects: Any[], word: string): void {
  for (const object of objects) delete object[word];
}

describe('the schema of this test', () => {
  it.each([
    ['no @context', (c: Any) => delete c['@context']],
    ['no features', (c: Any) => c.features.splice(0)],
    ['no title', (c: Any) => delete c.features[0].properties.title],
    [
      'neither class nor type',
      (c: Any) => [delete c.features[0].properties.fclasses, delete c.features[0].types],
    ],
    ['a class that is none', (c: Any) => c.features[0].properties.fclasses.push('Z')],
    ['no citation', (c: Any) => deleteIn(c.features[0].names, 'citations')],
    ['nothing dated', (c: Any) => deleteIn(c.features[0].names, 'when')],
    ['no geometry, not even null', (c: Any) => delete c.features[0].geometry],
    ['latitude first', (c: Any) => c.features[0].geometry.coordinates.splice(0, 2, 55.12, -98.15)],
    ['another kind of link', (c: Any) => (c.features[0].links[0].type = 'sameAs')],
    ['a word that is none', (c: Any) => (c.features[0].toponyms = [])],
  ])('refuses %s', async (_, spoil) => {
    const collection = await collectionOf([PLACE, PLACE_ELSEWHERE]);
    expect(await isLawful(collection)).toBe(true);
    spoil(collection);
    expect(await isLawful(collection)).toBe(false);
  });
});

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
  const text = await textOf(FILE, [[PLACE, PLACE_ELSEWHERE], TOWN], 'Bunachar Logainmneacha');
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

/** GeoNames, class L: LCTY, an area of unspecified or mixed character. */
it('a category of no known class has the class that claims least, beside no other', async () => {
  const classesOf = async (...codes: string[]) => {
    const collection = await collectionOf({
      ...PLACE,
      category: codes.map((code) => at(`category/${code}`)),
    });
    expect(await isLawful(collection)).toBe(true);
    return collection.features[0].properties.fclasses;
  };
  expect(await classesOf('XYZ')).toEqual(['L']);
  expect(await classesOf('XYZ', 'B')).toEqual(['P']);
  expect(await classesOf('B', 'BF', 'SRB')).toEqual(['P', 'A']);
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

/** The list of types that comes with the format, feature-types-AAT_20230609.tsv. */
it.each([
  ['CUIGE', 'aat:300000774', 'province'],
  ['CON', 'aat:300000771', 'county'],
  ['B', 'aat:300008375', 'town'],
  ['SRB', 'aat:300008372', 'village'],
  ['ABH', 'aat:300008707', 'river'],
  ['DR', 'aat:300007836', 'bridge'],
])('%s is %s of the Art & Architecture Thesaurus', async (code, identifier, label) => {
  const collection = await collectionOf(
    { ...PLACE, category: [at(`category/${code}`)] },
    category(code, label),
  );
  expect(await isLawful(collection)).toBe(true);
  expect(collection.features[0].types).toEqual([
    { identifier, label, sourceLabels: [{ label, lang: 'en' }] },
  ]);
});

it.each(['BF', 'PAR', 'BAR', 'TOB', 'L', 'CN', 'UAIMH', 'OIL'])(
  '%s keeps its category: the thesaurus means something else, or has it not',
  async (code) => {
    const collection = await collectionOf({ ...PLACE, category: [at(`category/${code}`)] });
    expect(collection.features[0].types[0].identifier).toBe(at(`category/${code}`));
  },
);

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

it('leaves out, and counts, what it cannot carry: no year, no category, no name to go by', async () => {
  const { files } = await derive([
    without(PLACE, 'recordCreated', 'recordModified'),
    without(PLACE, 'category'),
    without(PLACE, 'name', 'alternateName'),
    PLACE,
  ]);
  expect(files.find(({ file }) => file === FILE)).toMatchObject({ rows: 1, leftOut: 3 });
});

it('has no merged place, and none that only the archive describes', async () => {
  expect((await collectionOf(MERGED, LOCATION, PLACE)).features).toHaveLength(1);
});

/**
 * Codes of real records of the place-names database, and the GeoNames class of features of that kind: ADM* and PRSH are A; STM,
 * FLLS, LK, WLL, HBR, BAY, CHN, BOG, MRSH are H; FLD, LCTY, AREA are L; PPL* are P; ST, RD, RDJCT are R; BDG, HSE, CSTL, MNMT,
 * CH, CMTY, CAVE are S; MT, HLL, SLP, PASS, VAL, RK, ISL, CAPE, PT, BCH are T. Woods are L: Linked Places has no class V.
 */
const CLASSES = {
  A: 'CUIGE CON BAR PAR BF FB TR DEOISE',
  H: 'ABH SRUTHAN GOIL EAS L TUR TOB CUAN BA CAOL POR RIASC',
  L: 'COILL PRC D GNE MNG AINMST',
  P: 'B SRB ID',
  R: 'SR BOTHAR CB',
  S: 'DR TEACH CAIS IMFH SC LE REILIG UAIMH GS',
  T: 'SL CN MALA BEAR GL CRG OIL CT RINN TRA',
};
it.each(
  Object.entries(CLASSES).flatMap(([fclass, codes]) =>
    codes.split(' ').map((code) => [code, fclass] as const),
  ),
)('%s is in the class %s, and has a word for its type', async (code, fclass) => {
  const collection = await collectionOf({ ...PLACE, category: [at(`category/${code}`)] });
  expect(await isLawful(collection)).toBe(true);
  const [{ properties, types }] = collection.features;
  expect(properties.fclasses).toEqual([fclass]);
  expect(types[0].label).toMatch(/^[a-z]/);
});
