import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openForBuild } from '../../../src/harvest/store/stored-harvest.js';
import { GROUPS } from '../../../src/model/records/datasets.js';
import { buildGlobalIndex, type IndexSettings } from '../../../src/pipeline/global-index/global-index.js';
import { scratch } from '../../support/files.js';
import { storeOf } from '../store-of.js';

/** Model 2.4: an address elsewhere that two records of a release have is the identity of neither. */

const BASE = 'https://data.example.org/folklore/';
const LINKS = {
  linkedPlace: 'http://data.logainm.ie/place/{id}',
  gazetteer: 'https://sws.geonames.org/{id}/',
  authority: 'http://viaf.org/viaf/{id}',
};
const GEONAMES = 'https://sws.geonames.org/3311197/';

const place = (id: number, uris: readonly string[], more: object = {}) => ({
  id,
  placenames: [{ id: id * 10, language: 'ga', wording: `Áit ${id}`, main: true }],
  sameAs: uris.map((uri) => ({ uri })),
  ...more,
});
const person = (id: number, viafID: number) => ({ id, viafID, names: [{ fullName: `Duine ${id}` }] });

interface Bodies {
  readonly places?: readonly object[];
  readonly people?: readonly object[];
  readonly countries?: readonly object[];
}

/** The addresses that are shared, with the records. */
async function sharedIn(
  { places = [], people = [], countries = [] }: Bodies,
  settings: Partial<IndexSettings> = {},
) {
  const answers = places.map((one, at) => [`places /?PlaceID=${at}`, [one]]);
  const bodies = { '/cbed': people, '/countries': countries, ...Object.fromEntries(answers) };
  const store = await openForBuild(await storeOf(join(await scratch(), 'store'), bodies));
  const shared = [];
  // The second time from the indexes of the answers.
  for (const _ of [1, 2]) {
    const index = await buildGlobalIndex(
      store,
      GROUPS,
      'public',
      {},
      {
        ...{ base: BASE, links: LINKS },
        ...settings,
      },
    );
    shared.push([...index.sharedAddresses.values()]);
  }
  expect(shared[1]).toEqual(shared[0]);
  return shared[0]?.map(({ address, holders }) => [
    address,
    ...holders.map(({ kind, id }) => `${kind} ${id}`),
  ]);
}

describe('an address is shared', () => {
  test('by a townland and a population centre that both give it', async () => {
    expect(await sharedIn({ places: [place(1414452, [GEONAMES]), place(45512, [GEONAMES])] })).toEqual([
      [GEONAMES, 'place 45512', 'place 1414452'],
    ]);
  });

  test('in two spellings: of the scheme, and with or without a slash at its end', async () => {
    const places = [place(1, [GEONAMES]), place(2, ['http://sws.geonames.org/3311197'])];
    expect(await sharedIn({ places })).toEqual([['http://sws.geonames.org/3311197', 'place 1', 'place 2']]);
  });

  test('by a place that gives it and a country that has its number in the gazetteer', async () => {
    const countries = [{ isoCode: 'GB-NIR', geoNameID: 3311197, nameEN: 'Northern Ireland' }];
    expect(await sharedIn({ places: [place(1, [GEONAMES])], countries })).toEqual([
      [GEONAMES, 'country GB-NIR', 'place 1'],
    ]);
    expect(await sharedIn({ places: [place(1, [GEONAMES])], countries }, { links: {} })).toEqual([]);
  });

  test('by a place that gives the address that is made from the id of another one', async () => {
    const places = [place(1, ['http://data.logainm.ie/place/2']), place(2, [])];
    expect(await sharedIn({ places })).toEqual([['http://data.logainm.ie/place/2', 'place 1', 'place 2']]);
    expect(await sharedIn({ places: [place(1, ['http://data.logainm.ie/place/2'])] })).toEqual([]);
  });

  test('by two people of one number in the authority file', async () => {
    expect(await sharedIn({ people: [person(1, 77), person(2, 77), person(3, 78)] })).toEqual([
      ['http://viaf.org/viaf/77', 'cbed.person 1', 'cbed.person 2'],
    ]);
  });

  test('by a place that gives it and one of the table of the operator, if that is in the release', async () => {
    const operatorLinks = [{ record: `${BASE}place/2`, iri: GEONAMES, line: 2 }];
    expect(
      await sharedIn(
        { places: [place(1, [GEONAMES]), place(2, [])] },
        { additions: { links: operatorLinks } },
      ),
    ).toEqual([[GEONAMES, 'place 1', 'place 2']]);
    expect(
      await sharedIn({ places: [place(1, [GEONAMES])] }, { additions: { links: operatorLinks } }),
    ).toEqual([]);
  });
});

describe('an address is not shared', () => {
  test('by one record that gives it twice, or gives its own', async () => {
    const places = [place(1, [GEONAMES, GEONAMES, 'http://data.logainm.ie/place/1']), place(2, [])];
    expect(await sharedIn({ places })).toEqual([]);
  });

  test('by a place that was merged into another: it has no identity', async () => {
    const places = [place(1, [GEONAMES]), place(2, [GEONAMES], { replacementID: 1 })];
    expect(await sharedIn({ places })).toEqual([]);
  });

  test('by a record that cannot be read', async () => {
    const places = [place(1, [GEONAMES]), place(2, [GEONAMES], { placenames: 'none' })];
    expect(await sharedIn({ places })).toEqual([]);
  });
});
