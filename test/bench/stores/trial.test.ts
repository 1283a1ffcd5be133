import { describe, expect, it } from 'vitest';
import { momentOf, verdictOf } from '../../../bench/stores/trial.js';

describe('the moment of a kill', () => {
  it('is the same every time, and another for another store', () => {
    expect(momentOf(0, 1, 'Virtuoso')).toBe(momentOf(0, 1, 'Virtuoso'));
    expect(momentOf(0, 1, 'Virtuoso')).not.toBe(momentOf(0, 1, 'Jena'));
  });

  it('lies in a stretch of its own, away from the ends', () => {
    for (let store = 0; store < 100; store += 1) {
      const [first, second] = [momentOf(0, 2, `${store}`), momentOf(1, 2, `${store}`)];
      expect(first).toBeGreaterThanOrEqual(0.1);
      expect(first).toBeLessThanOrEqual(0.4);
      expect(second).toBeGreaterThanOrEqual(0.6);
      expect(second).toBeLessThanOrEqual(0.9);
    }
  });
});

describe('a verdict', () => {
  const of = (code: number | null, stdout: string) => verdictOf({ code, stdout, seconds: 1 });

  it.each([
    [0, 'No problems found.\n', true, 'whole'],
    [6, 'Unchanged: 9,713.\n1,204 problems:\n  <…> is missing or empty.\n', false, 'problems: 1,204'],
    [6, '1 problem:\n  <…> is missing or empty.\n', false, 'problems: 1'],
    [3, '', false, 'verify ended with 3'],
    [null, '', false, 'verify ended with null'],
  ])('of verify, ending with %s', (code, stdout, isWhole, outcome) => {
    expect(of(code, stdout)).toEqual({ seconds: 1, isWhole, outcome });
  });
});
