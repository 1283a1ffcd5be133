import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IriSet } from '../../../src/model/rdf/iri-set.js';

/** A set of IRIs tells apart what texts would, though it keeps numbers. */

const BASE = 'https://data.example.org/folklore/';
const setOf = (...iris: readonly string[]): IriSet => {
  const set = new IriSet();
  for (const iri of iris) set.add(iri);
  return set;
};

test.each([
  ['place/1', 'place/01'],
  ['place/0', 'place/00'],
  ['place/9007199254740993', 'place/9007199254740992'],
  ['place/999999999999999', 'place/9999999999999990'],
  ['place/100000000000000000000000', 'place/1e23'],
  ['handbook/B005', 'handbook/B5'],
  ['category/CNOC', 'category/cnoc'],
  ['cbed/occupation/M%C3%9AIN', 'cbed/occupation/M%c3%9AIN'],
  ['place/12', 'abroad/12'],
  ['place/12', 'place/12/'],
  ['place/1', 'place/1.0'],
  ['place/', 'place/0'],
])('%s and %s are two IRIs', (one, other) => {
  expect(setOf(`${BASE}${one}`).has(`${BASE}${one}`)).toBe(true);
  expect(setOf(`${BASE}${one}`).has(`${BASE}${other}`)).toBe(false);
  expect(setOf(`${BASE}${other}`).has(`${BASE}${one}`)).toBe(false);
});

test('has what was added and not removed, also after it was joined with the set of another thread', () => {
  const end = fc.oneof(
    fc.nat(70).map(String),
    fc.nat(30).map((number) => `0${number}`),
    fc.stringMatching(/^[0-9]{14,18}$/),
    fc.constantFrom('B005', 'GB-NIR', 'M%C3%9AIN', 'toString', '__proto__', '-0', '+1', '1e3', 'NaN', ''),
  );
  const head = fc.constantFrom('place/', 'cbe/item/', 'handbook/', '');
  const iris = fc.array(
    fc.tuple(head, end).map(([path, last]) => `${BASE}${path}${last}`),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(iris, iris, iris, (added, removed, joined) => {
      const [set, plain] = [setOf(...added), new Set(added)];
      for (const one of removed) {
        set.delete(one);
        plain.delete(one);
      }
      set.merge(structuredClone(setOf(...joined).state));
      for (const one of joined) plain.add(one);
      for (const one of [...added, ...removed, ...joined]) expect(set.has(one), one).toBe(plain.has(one));
      expect(new Set(set.all())).toEqual(plain);
      expect(set.size).toBe(plain.size);
    }),
  );
});
