import { expect, it } from 'vitest';
import { verdictOn } from '../../../bench/guard/judge.js';

/** So many pairs with one ratio, then so many with another. */
const pairs = (ratio: number, count: number, other = 1, others = 0): number[] => [
  ...Array<number>(count).fill(ratio),
  ...Array<number>(others).fill(other),
];

// The chance of five equal sides is 1 in 32. One disturbed pair takes eight, two take eleven, however much it was disturbed.
it.each([
  ['no pair', [], 'not clear'],
  ['four equal sides', pairs(3, 4), 'not clear'],
  ['five that are as fast', pairs(1, 5), 'kept'],
  ['five that are slower', pairs(1.25, 5), 'slower'],
  ['as fast, faster and a tenth slower', [0.97, 1.02, 1, 0.4, 1.1], 'kept'],
  ['the limit itself', pairs(1.17, 5), 'kept'],
  ['seven with one that was disturbed', pairs(1, 6, 90, 1), 'not clear'],
  ['eight with one that was disturbed', pairs(1, 7, 90, 1), 'kept'],
  ['eleven with two that were disturbed', pairs(1, 9, 90, 2), 'kept'],
  ['slower ones, with one that was disturbed', pairs(1.3, 7, 0.1, 1), 'slower'],
  ['pairs on both sides', pairs(1, 8, 1.3, 7), 'not clear'],
  ['no number', pairs(Number.NaN, 5), 'slower'],
])('the verdict of the guard on %s', (_, ratios, verdict) => {
  expect(verdictOn(ratios, 1.17)).toBe(verdict);
});
