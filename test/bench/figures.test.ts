import { describe, expect, it } from 'vitest';
import { percent, ratio, seconds, whole } from '../../bench/figures.js';

describe('figures', () => {
  it('tell a ratio as precisely as it is worth telling', () => {
    expect(ratio(1, 2)).toBe('0.50');
    expect(ratio(30, 2)).toBe('15');
    expect(ratio(1, 80)).toBe('0.013');
    expect(ratio(2, 2)).toBe('1.00');
    expect(ratio(12_345, 1)).toBe('12,345');
  });

  it('tell no ratio to nothing, or of what is no number', () => {
    expect(ratio(1, 0)).toBe('–');
    expect(ratio(Number.NaN, 1)).toBe('–');
    expect(ratio(1, Number.NaN)).toBe('–');
  });

  it('set thousands apart, and round', () => {
    expect(whole(1_755_690.6)).toBe('1,755,691');
  });

  it('tell seconds and shares', () => {
    expect(seconds(1.234)).toBe('1.23');
    expect(seconds(62.43)).toBe('62.4');
    expect(percent(0.034)).toBe('3.4 %');
    expect(percent(0.5)).toBe('50 %');
  });
});
