import { expect, it } from 'vitest';
import { inTurn, median, middle } from '../../bench/rounds.js';

it('the median is one that was measured: the one in the middle by size, or the lower of two', () => {
  const given = [10, 9, 8];
  expect(median(given)).toBe(9);
  expect(given).toEqual([10, 9, 8]);
  expect(median([4, 1, 2, 3])).toBe(2);
  expect(() => median([])).toThrow(RangeError);
});

it('the run in the middle is that whose figure is the median', () => {
  const runs = [{ seconds: 3 }, { seconds: 1 }, { seconds: 2 }];
  expect(middle(runs, ({ seconds }) => seconds)).toEqual({ seconds: 2 });
});

it('ways take turns, round by round', async () => {
  const asked: string[] = [];
  const way = (name: string) => () => asked.push(name);
  const results = await inTurn({ slow: way('slow'), fast: way('fast') }, 2, () => {});
  expect(asked).toEqual(['slow', 'fast', 'slow', 'fast']);
  expect(results).toEqual({ slow: [1, 3], fast: [2, 4] });
});
