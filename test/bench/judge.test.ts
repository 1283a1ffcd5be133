import { describe, expect, it } from 'vitest';
import { verdictOn } from '../../bench/guard/judge.js';

/** So many pairs with one ratio, then so many with another. */
const pairs = (ratio: number, count: number, other = 1, others = 0): number[] => [
  ...Array<number>(count).fill(ratio),
  ...Array<number>(others).fill(other),
];

describe('the guard', () => {
  it('is not clear before five pairs agree: the chance of five equal sides is 1 in 32', () => {
    expect(verdictOn([], 1.17)).toBe('not clear');
    expect(verdictOn(pairs(1, 4), 1.17)).toBe('not clear');
    expect(verdictOn(pairs(3, 4), 1.17)).toBe('not clear');
    expect(verdictOn(pairs(1, 5), 1.17)).toBe('kept');
    expect(verdictOn(pairs(1.25, 5), 1.17)).toBe('slower');
  });

  it('lets pass what is as fast, faster, or a tenth slower', () => {
    expect(verdictOn([0.97, 1.02, 1, 0.4, 1.1], 1.17)).toBe('kept');
    expect(verdictOn(pairs(1.1, 5), 1.17)).toBe('kept');
    expect(verdictOn(pairs(1.17, 5), 1.17)).toBe('kept');
  });

  it('takes more pairs where one was disturbed, however much: of eight one, of eleven two', () => {
    expect(verdictOn(pairs(1, 5, 90, 1), 1.17)).toBe('not clear');
    expect(verdictOn(pairs(1, 6, 90, 1), 1.17)).toBe('not clear');
    expect(verdictOn(pairs(1, 7, 90, 1), 1.17)).toBe('kept');
    expect(verdictOn(pairs(1, 9, 90, 2), 1.17)).toBe('kept');
    expect(verdictOn(pairs(1.3, 7, 0.1, 1), 1.17)).toBe('slower');
  });

  it('is not clear where pairs lie on both sides', () => {
    expect(verdictOn(pairs(1, 8, 1.3, 7), 1.17)).toBe('not clear');
  });

  it('fails what gives no number', () => {
    expect(verdictOn(pairs(Number.NaN, 5), 1.17)).toBe('slower');
  });
});
