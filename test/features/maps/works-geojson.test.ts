import { expect, it } from 'vitest';
import type { Node } from '../../../src/model/rdf/node.js';
import { withPart } from '../../../src/release/tables/inherited-place-and-date.js';
import { withDoubts } from '../../../src/release/tables/place-nodes.js';
import { textOf } from '../../release/tables/derive.js';
import {
  at,
  COUNTY,
  ITEM,
  LOCATION,
  PHOTOGRAPH,
  SCHOOLS_ITEM,
  SCHOOLS_PART,
} from '../../release/tables/nodes.js';
import { ROWS } from './rows.js';

/** RFC 7946. */

const featuresOf = async (...nodes: readonly Node[]) =>
  JSON.parse(await textOf('works.geojson', nodes, ROWS)).features;

it('a work is a feature at each of its places, with the qualifier of its date', async () => {
  expect(await featuresOf(PHOTOGRAPH, LOCATION)).toEqual([
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-8.15, 55.12] },
      properties: {
        work: at('cbeg/photograph/974'),
        kind: 'photograph',
        label: 'B005.01.00012',
        edtf: '1935?',
        date_qualifier: 'questionable',
        date_from: 'own',
        place_from: 'own',
        place: at('place/1416587'),
        name_ga: 'Gort an Choirce',
        name_en: 'Gortahork',
      },
    },
  ]);
});

it('a story without a place is where its school is', async () => {
  const [feature] = await featuresOf(
    LOCATION,
    COUNTY,
    withPart({ ...SCHOOLS_ITEM, county: undefined }, SCHOOLS_PART),
  );
  expect(feature.properties).toMatchObject({
    part: 'CBÉS 1063, Gort an Choirce',
    county_ga: 'Dún na nGall',
    county_en: 'Donegal',
    county_from: 'school',
    place_from: 'school',
    edtf: '1937/1939',
    date_from: 'collection',
  });
});

it('places without a point, and with a point that a check doubts, have no feature', async () => {
  const doubted = withDoubts(LOCATION, new Set([at('place/1416587#pt-3')]));
  expect(await featuresOf(ITEM, PHOTOGRAPH, doubted)).toEqual([]);
  const { coordinates: _, ...withoutPoint } = LOCATION;
  expect(await featuresOf(ITEM, PHOTOGRAPH, withoutPoint as Node, COUNTY)).toEqual([]);
});
