import { describe, expect, it } from 'vitest';
import { judge } from '../../bench/guard/judge.js';

const verdict = (recorded: number, measured: number): string | undefined =>
  judge({ one: recorded }, { one: measured })[0]?.verdict;

describe('the guard', () => {
  it('lets pass what is as it was, better, or somewhat worse', () => {
    expect(verdict(10, 10)).toBe('kept');
    expect(verdict(10, 30)).toBe('kept');
    expect(verdict(10, 5.1)).toBe('kept');
    expect(verdict(0.3, 0.16)).toBe('kept');
  });

  it('fails what is half of what it was, or less', () => {
    expect(verdict(10, 5)).toBe('lost');
    expect(verdict(10, 4.9)).toBe('lost');
    expect(verdict(0.3, 0.1)).toBe('lost');
  });

  it('fails what gives no number', () => {
    expect(verdict(10, Number.NaN)).toBe('lost');
  });

  it('fails what was recorded and is not measured any more', () => {
    expect(judge({ one: 1, gone: 2 }, { one: 1 })).toEqual([
      { name: 'one', recorded: 1, measured: 1, verdict: 'kept' },
      { name: 'gone', recorded: 2, measured: undefined, verdict: 'lost' },
    ]);
  });

  it('cannot judge what was never recorded', () => {
    expect(judge({}, { fresh: 0.001 })).toEqual([
      { name: 'fresh', recorded: undefined, measured: 0.001, verdict: 'new' },
    ]);
  });
});
