import { expect, it } from 'vitest';
import type { Node } from '../../../src/model/rdf/node.js';
import { withDoubts } from '../../../src/release/tables/place-nodes.js';
import { derive, textOf } from '../../release/tables/derive.js';
import { at, LOCATION, MANIFOLD, MERGED, PLACE } from '../../release/tables/nodes.js';
import { ROWS } from './rows.js';

/** RFC 7946. */

const collectionOf = async (...nodes: readonly Node[]) =>
  JSON.parse(await textOf('places.geojson', nodes, ROWS));

it('a place is a feature with its IRI, its point, longitude first, and few properties', async () => {
  expect(await collectionOf(PLACE)).toEqual({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        id: at('place/1416587'),
        geometry: { type: 'Point', coordinates: [-8.15, 55.12] },
        properties: {
          name: 'Gort an Choirce',
          name_ga: 'Gort an Choirce',
          name_en: 'Gortahork',
          categories: ['B'],
          accurate: true,
          source: 'osi',
        },
      },
    ],
  });
});

it('several points are a multipoint; the numbers are not rounded', async () => {
  const text = await textOf('places.geojson', [MANIFOLD], ROWS);
  expect(text).toContain('"coordinates":[[-9.5,52],[-9.51,52.010000001]]');
  expect(JSON.parse(text).features).toMatchObject([
    {
      geometry: { type: 'MultiPoint' },
      properties: {
        name: 'An Baile Nua',
        categories: ['TRÁ', 'XYZ'],
        accurate: false,
        source: 'survey of 1850',
      },
    },
  ]);
});

it('a line is a feature', async () => {
  const lines = (await textOf('places.geojson', [PLACE, MANIFOLD], ROWS)).split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toBe('{"type":"FeatureCollection","features":[');
  expect(JSON.parse(lines[1]?.replace(/,$/, '') ?? '').id).toBe(PLACE.id);
  expect(JSON.parse(lines[2] ?? '').id).toBe(MANIFOLD.id);
  expect(lines.slice(3)).toEqual([']}', '']);
});

it('places without coordinates, or with some that are nowhere on earth, are left out and counted', async () => {
  const { coordinates: _, hasGeometry: __, ...nowhere } = PLACE;
  const point = (latitude: string, longitude: string): Node => ({
    ...PLACE,
    coordinates: [{ id: at('place/1416587#pt-9'), type: ['schema:GeoCoordinates'], latitude, longitude }],
  });
  const left = [nowhere as Node, point('90.1', '0'), point('0', '-180.5'), point('north', '0')];
  const { files } = await derive([...left, PLACE, point('90', '-180')], ROWS);
  expect(files.find(({ file }) => file === 'places.geojson')).toMatchObject({
    rows: 2,
    leftOut: 4,
    mediaType: 'application/geo+json',
    publication: 'placenames',
  });
});

it('leaves out what a check doubts: one point of two, or a place that has no other', async () => {
  const doubted = new Set([at('place/9000010#pt-2'), at('place/1416587#pt-4d2f90aa17c3')]);
  const { features } = await collectionOf(withDoubts(PLACE, doubted), withDoubts(MANIFOLD, doubted));
  expect(features).toMatchObject([{ id: MANIFOLD.id, geometry: { type: 'Point', coordinates: [-9.5, 52] } }]);
});

it('has no merged place, and none that only the archive describes', async () => {
  expect((await collectionOf(MERGED, LOCATION, PLACE)).features).toHaveLength(1);
});
