import {
  registerSchema,
  type SchemaObject,
  unregisterSchema,
  validate,
} from '@hyperjump/json-schema/draft-2020-12';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Node } from '../../../src/model/rdf/node.js';
import { type Given, textOf } from '../../release/tables/derive.js';
import { sampleNodes } from '../../release/tables/sample-nodes.js';
import { LINKED_PLACES } from './linked-places-schema.js';
import { ROWS } from './rows.js';

/** The maps of the sample world. */

let nodes: readonly Node[];
let given: readonly Given[];
beforeAll(async () => {
  registerSchema(LINKED_PLACES as unknown as SchemaObject);
  ({ nodes, given } = await sampleNodes());
});
afterAll(() => unregisterSchema(LINKED_PLACES.$id));

it('every place is on the map or has no coordinates', async () => {
  const { features } = JSON.parse(await textOf('places.geojson', given, ROWS));
  const expected = nodes.filter(({ hasPlacename, coordinates }) => hasPlacename && coordinates);
  expect(features.map(({ id }: { id: string }) => id)).toEqual(expected.map(({ id }) => id));
});

it('the places are lawful Linked Places', async () => {
  const collection = JSON.parse(await textOf('places.lpf.json', given, ROWS));
  const places = nodes.filter(({ hasPlacename, category }) => hasPlacename && category);
  expect(collection.features).toHaveLength(places.length);
  expect(await validate(LINKED_PLACES.$id, collection, 'BASIC')).toEqual({ valid: true });
});
