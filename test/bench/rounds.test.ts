import { describe, expect, it } from 'vitest';
import { inTurn, median, middle, secondsOf } from '../../bench/rounds.js';

describe('the median', () => {
  it('is the one in the middle, not the mean, and not the order they came in', () => {
    expect(median([9, 1, 2])).toBe(2);
    expect(median([5])).toBe(5);
    expect(median([10, 2, 100, 4, 6])).toBe(6);
  });

  it('orders by size: 10 comes after 9', () => {
    expect(median([10, 9, 8])).toBe(9);
  });

  it('is one that was measured: of an even number the lower of the two in the middle', () => {
    expect(median([4, 1, 2, 3])).toBe(2);
  });

  it('leaves what it is given as it was', () => {
    const given = [3, 1, 2];
    median(given);
    expect(given).toEqual([3, 1, 2]);
  });

  it('does not exist of nothing', () => {
    expect(() => median([])).toThrow(RangeError);
  });

  it('finds the run whose figure is in the middle', () => {
    const runs = [
      { seconds: 3, peakMiB: 1 },
      { seconds: 1, peakMiB: 2 },
      { seconds: 2, peakMiB: 9 },
    ];
    expect(middle(runs, ({ seconds }) => seconds)).toEqual({ seconds: 2, peakMiB: 9 });
  });
});

describe('ways that take turns', () => {
  it('are asked one after the other, round by round, and keep what came of each', async () => {
    const asked: string[] = [];
    let number = 0;
    const way = (name: string) => async () => {
      asked.push(name);
      number += 1;
      return number;
    };
    const results = await inTurn({ slow: way('slow'), fast: way('fast') }, 3, () => {});
    expect(asked).toEqual(['slow', 'fast', 'slow', 'fast', 'slow', 'fast']);
    expect(results).toEqual({ slow: [1, 3, 5], fast: [2, 4, 6] });
  });

  it('tell what comes next', async () => {
    const told: string[] = [];
    await inTurn({ one: () => 1 }, 2, (what) => told.push(what));
    expect(told).toEqual(['one, 1 of 2', 'one, 2 of 2']);
  });

  it('run once more than they are measured: what is compiled then does not count', async () => {
    let runs = 0;
    const one = (): void => {
      runs += 1;
    };
    const took = await secondsOf({ one }, () => {}, 3);
    expect(runs).toBe(4);
    expect(took.one).toBeGreaterThanOrEqual(0);
  });
});
