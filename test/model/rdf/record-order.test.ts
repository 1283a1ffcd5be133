import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareRecords, recordIriOf } from '../../../src/model/rdf/record-order.js';

const BASE = 'https://data.example.org/folklore/';

describe('the record of an IRI', () => {
  it.each([
    [`${BASE}cbe/item/7001`, 'cbe/item/7001'],
    [`${BASE}cbe/item/7001#date`, 'cbe/item/7001'],
    [`${BASE}place/1#name-2-sub-0a1b2c3d4e5f`, 'place/1'],
    [`${BASE}cbe`, 'cbe'],
    [`${BASE}category/%23`, 'category/%23'],
  ])('%s', (iri, record) => {
    expect(recordIriOf(iri)).toBe(BASE + record);
  });
});

/**
 * By hand: what has no kind before it; then kinds byte by byte (`-` is 2D, `/` is 2F), in each the numbers by their
 * size, then what is no number byte by byte.
 */
const RISING = [
  'category',
  'abroad/9',
  'abroad/10',
  'category/BF',
  'category/b',
  'cbe-x/1',
  'cbe/item/0',
  'cbe/item/7',
  'cbe/item/10',
  'cbe/item/9007199254740992',
  'cbe/item/9007199254740993',
  'cbe/item/123456789012345678901234567890',
  'cbe/item/-1',
  'cbe/item/1a',
  'cbe/item/a',
  'cbe/part/1',
  'cbed/person/1',
  'place/%C3%A9',
  'place/a\ue000',
  'place/a\u{10000}',
].map((path) => BASE + path);

describe('the order of records', () => {
  it('is what was worked out by hand', () => {
    for (const [at, one] of RISING.entries()) {
      for (const [other, another] of RISING.entries()) {
        expect(Math.sign(compareRecords(one, another)), `${one} ${another}`).toBe(Math.sign(at - other));
      }
    }
  });

  it('is one order: of any three records, and two are level only when they are one', () => {
    const path = fc.constantFrom('cbe', 'cbe/item', 'cbe-item', 'place', 'é', '\u{10000}');
    const id = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0129aZ-%é\ue000'), maxLength: 3 }),
      fc.bigInt({ min: 0n }).map(String),
    );
    const record = fc.tuple(path, id).map((parts) => BASE + parts.join('/'));
    fc.assert(
      fc.property(record, record, record, (a, b, c) => {
        expect(compareRecords(a, b) === 0).toBe(a === b);
        expect(Math.sign(compareRecords(a, b))).toBe(-Math.sign(compareRecords(b, a)) + 0);
        if (compareRecords(a, b) <= 0 && compareRecords(b, c) <= 0)
          expect(compareRecords(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
