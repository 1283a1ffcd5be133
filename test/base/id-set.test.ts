import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdSet } from '../../src/base/id-set.js';

/** A set of ids is the set of JavaScript, but for its memory and its order. */

const ids = fc.oneof(
  fc.integer({ min: -70, max: 70 }),
  fc.maxSafeInteger(),
  fc.constantFrom(0, -0, 0.5, -1.5, 31, 32, 2 ** 31, 2 ** 32, 2 ** 53, 1e300, '', '1', 'a', '__proto__'),
);

test('has what was added and not removed', () => {
  const step = fc.tuple(fc.constantFrom('add', 'delete' as const), ids);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.array(ids), (steps, asked) => {
      const [set, plain] = [new IdSet(), new Set<number | string>()];
      for (const [what, id] of steps) {
        if (what === 'delete') {
          set.delete(id);
          plain.delete(id);
        } else {
          expect(set.add(id)).toBe(!plain.has(id));
          plain.add(id);
        }
        expect(set.size).toBe(plain.size);
      }
      for (const id of [...asked, ...steps.map(([, one]) => one)]) expect(set.has(id)).toBe(plain.has(id));
      expect(new Set(set)).toEqual(plain);
      expect([...set]).toHaveLength(plain.size);
    }),
  );
});

test('two sets are joined by the plain data of one', () => {
  fc.assert(
    fc.property(fc.array(ids), fc.array(ids), (one, other) => {
      const [set, added] = [new IdSet(), new IdSet()];
      for (const id of one) set.add(id);
      for (const id of other) added.add(id);
      set.merge(structuredClone(added.state));
      expect(new Set(set)).toEqual(new Set([...one, ...other]));
      expect(set.size).toBe(new Set([...one, ...other]).size);
    }),
  );
});
