import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTable } from '../../release/tables/read-csv.js';
import { removeFolder } from '../../support/files.js';
import {
  type Harvest,
  harvestOf,
  placeOf,
  releaseOf,
  sampleWorld,
  schoolsItemOf,
  there,
} from '../consistency/sample-world.js';

/** A place whose latitude and longitude are exchanged stays where it is said to be, but on no map. */

const EXCHANGED = 9000012;
/** A place that the archive alone knows: where an informant lived. */
const OF_THE_ARCHIVE = { item: 7107, place: 9900001 };
const iriOf = (id: number) => `https://data.example.org/folklore/place/${id}`;
const IRI = iriOf(EXCHANGED);

const exchange = (point: { latitude: number; longitude: number }): void => {
  const { latitude, longitude } = point;
  Object.assign(point, { latitude: longitude, longitude: latitude });
};

let harvest: Harvest;
let derived: string;
const inDerived = (file: string) => readFile(join(derived, file), 'utf8');

beforeAll(async () => {
  const world = await sampleWorld((draft) => {
    const [point] = there(placeOf(draft, EXCHANGED).geography).coordinates;
    exchange(there(point));
    const lived = schoolsItemOf(draft, OF_THE_ARCHIVE.item).informants.flatMap((one) => one.addressesIreland);
    exchange(there(there(lived.find(({ logainmID }) => logainmID === OF_THE_ARCHIVE.place)).coordinates));
  });
  harvest = await harvestOf(world);
  derived = join((await releaseOf(harvest)).directory, 'derived');
});
afterAll(() => removeFolder(harvest.folder));

test('no map shows it, and all that it shows is in Ireland', async () => {
  const { features } = JSON.parse(await inDerived('places.geojson'));
  expect(features.map(({ id }: { id: string }) => id)).not.toContain(IRI);
  const positions = features.flatMap(({ geometry }: { geometry: { coordinates: number[] | number[][] } }) =>
    geometry.coordinates.flat().length === 2 ? [geometry.coordinates] : geometry.coordinates,
  );
  expect(positions.length).toBeGreaterThan(10);
  for (const [longitude, latitude] of positions) {
    expect([longitude > -11 && longitude < -5, latitude > 51 && latitude < 56]).toEqual([true, true]);
  }
});

test('its names are in Linked Places, without a geometry', async () => {
  const { features } = JSON.parse(await inDerived('places.lpf.json'));
  const [feature] = features.filter((one: { '@id': string }) => one['@id'] === IRI);
  expect(feature.names.length).toBeGreaterThan(0);
  expect(feature.geometry).toBeNull();
});

test.each([
  ['places.csv', EXCHANGED],
  ['locations.csv', OF_THE_ARCHIVE.place],
])('%s marks it, and it alone', async (file, id) => {
  const rows = readTable(await inDerived(file));
  const doubted = rows.filter(({ coordinates_doubted: is }) => is === 'true').map(({ iri }) => iri);
  expect(doubted).toEqual([iriOf(id)]);
  for (const { latitude, coordinates_doubted: is } of rows)
    expect(is === undefined).toBe(latitude === undefined);
});
