import { expect, it } from 'vitest';
import type { Kind } from '../../../src/model/records/record.js';
import { expectEqualDumps, wayOf } from './path.js';

/**
 * Architecture 4.8: what a service may send (wire-format 1), and the lexical form that is published; Oxigraph gives it
 * back as it is. test/golden, test/model/schema and test/model/mapping have the forms of coordinates, clock values and dates.
 */
const page = { id: 1, pageNumber: '1', volumeID: 2, listingOrder: '1' };

it.each<[kind: Kind, sent: object, predicate: string, forms: readonly string[]]>([
  ['cbes.page', { ...page, listingOrder: '0' }, 'https://schema.org/position', ['0']],
  ['cbes.page', { ...page, listingOrder: '+7' }, 'https://schema.org/position', []],
  ['cbes.page', { ...page, listingOrder: '7.0' }, 'https://schema.org/position', []],
  ['cbes.page', { ...page, listingOrder: '7.0' }, 'https://w3id.org/folklore-ld/ns#listingOrder', ['7.0']],
  ['cbes.page', { ...page, titlePage: ' TRUE ' }, 'https://w3id.org/folklore-ld/ns#isTitlePage', ['true']],
  ['cbeg.photograph', { id: 1, digitized: 'False' }, 'https://w3id.org/folklore-ld/ns#digitized', ['false']],
])('%s: %j says %s %j', async (kind, sent, predicate, forms) => {
  const outcome = wayOf(kind, sent);
  if (outcome.is !== 'published') expect.fail(JSON.stringify(outcome));
  const said = outcome.said.flatMap(({ quads }) => quads).filter((one) => one.predicate.value === predicate);
  expect(said.map(({ object }) => object.value)).toEqual(forms);
  await expectEqualDumps(outcome.said);
});
