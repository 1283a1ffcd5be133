import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareBytes, sortByBytes } from '../../src/base/byte-order.js';

/** UTF-8 keeps the order of code points; UTF-16 does not, from U+E000 on. */

const RISING = [
  '',
  'a',
  'a b',
  'a-b',
  'a/b',
  'ab',
  'b',
  'é',
  'ḃ',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '\u{10000}',
  '\u{10ffff}',
];

it('orders by bytes, shorter before longer', () => {
  for (const [at, one] of RISING.entries()) {
    for (const [other, another] of RISING.entries()) {
      expect(Math.sign(compareBytes(one, another)), `${one} ${another}`).toBe(Math.sign(at - other));
    }
  }
  expect(sortByBytes([...RISING].reverse())).toEqual(RISING);
});

it('sorts any texts by their bytes', () => {
  const texts = fc.array(fc.oneof(fc.constantFrom(...RISING), fc.string({ unit: 'binary', maxLength: 3 })));
  fc.assert(
    fc.property(texts, (all) => {
      const byBuffer = all
        .map((one) => Buffer.from(one))
        .sort(Buffer.compare)
        .map(String);
      expect(sortByBytes([...all])).toEqual(byBuffer);
    }),
  );
});
