import { DataFactory } from 'n3';
import { describe, expect, it } from 'vitest';
import { ReservoirSample } from '../../../../src/use/triplestore/verify-store/release-triples.js';

const { literal, namedNode, quad } = DataFactory;
const [s, p] = [namedNode('http://e.org/s'), namedNode('http://e.org/p')];

/** The positions of the sampled triples. */
function taken(size: number, seed: number, many: number): number[] {
  const reservoir = new ReservoirSample(size, seed);
  for (let at = 0; at < many; at += 1) reservoir.add('g', quad(s, p, literal(String(at))));
  return reservoir.triples.map(({ triple }) => Number(triple.object.value));
}

describe('a sample', () => {
  it('has all triples when there are not more', () => {
    expect(taken(10, 1, 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(taken(10, 1, 3)).toEqual([0, 1, 2]);
    expect(taken(0, 1, 3)).toEqual([]);
  });

  it('depends on the seed, and has nothing twice', () => {
    const one = taken(50, 7, 5000);
    expect(taken(50, 7, 5000)).toEqual(one);
    expect(taken(50, 8, 5000)).not.toEqual(one);
    expect(new Set(one).size).toBe(50);
  });

  it('takes each with equal probability', () => {
    // 500 samples of 10 out of 100: each is in 50 of them, give or take. The deviation is 6.7 (binomial), and five of them
    // are met once in a million.
    const times = new Array<number>(100).fill(0);
    for (let seed = 0; seed < 500; seed += 1)
      for (const at of taken(10, seed, 100)) times[at] = (times[at] ?? 0) + 1;
    expect(times.reduce((sum, one) => sum + one, 0)).toBe(5000);
    expect(Math.min(...times)).toBeGreaterThan(50 - 34);
    expect(Math.max(...times)).toBeLessThan(50 + 34);
  });
});
