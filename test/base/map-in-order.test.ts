import { describe, expect, test } from 'vitest';
import { mapInOrder } from '../../src/base/map-in-order.js';

/** Some things are under way before they are needed; they come in their order, and failures when their turn has come. */

const later = () => new Promise((resolve) => setImmediate(resolve));

describe('ahead', () => {
  test('gives what comes of each in order, whichever is done first', async () => {
    const release: (() => void)[] = [];
    const begin = (one: number) => new Promise<string>((resolve) => release.push(() => resolve(`${one}!`)));
    const all = (async () => {
      const taken: (readonly [number, string])[] = [];
      for await (const pair of mapInOrder([1, 2, 3], 3, begin)) taken.push(pair);
      return taken;
    })();
    await later();
    for (const one of release.reverse()) one();
    expect(await all).toEqual([
      [1, '1!'],
      [2, '2!'],
      [3, '3!'],
    ]);
  });

  test.each([1, 2, 5])(
    'has %i under way and no more, and asks for the next when one has been taken',
    async (few) => {
      const begun: number[] = [];
      let taken = 0;
      for await (const [one] of mapInOrder(
        [0, 1, 2, 3, 4, 5, 6],
        few,
        async (next) => void begun.push(next),
      )) {
        expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6].slice(0, Math.min(7, taken + few)));
        expect(one).toBe(taken);
        taken += 1;
      }
      expect(taken).toBe(7);
    },
  );

  test('what there is may depend on what was taken', async () => {
    const waiting = [1];
    const taken: number[] = [];
    const things = (function* () {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield next;
    })();
    for await (const [one] of mapInOrder(things, 1, async (next) => next)) {
      taken.push(one);
      if (one < 4) waiting.push(one + 1);
    }
    expect(taken).toEqual([1, 2, 3, 4]);
  });

  test('a failure waits for its turn', async () => {
    const taken: number[] = [];
    const all = (async () => {
      for await (const [one] of mapInOrder([1, 2, 3], 3, async (next) => {
        if (next === 2) throw new Error('two');
        return next;
      })) {
        taken.push(one);
        await later();
      }
    })();
    await expect(all).rejects.toThrow('two');
    expect(taken).toEqual([1]);
  });
});
