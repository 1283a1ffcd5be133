import { expect, test } from 'vitest';
import { mapInOrder } from '../../src/base/map-in-order.js';

/** Some things are under way before they are needed; they come in their order, and failures when their turn has come. */

const later = () => new Promise((resolve) => setImmediate(resolve));

test('what comes of each comes in order, whichever is done first', async () => {
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
