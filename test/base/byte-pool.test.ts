import { expect, it } from 'vitest';
import { BytePool } from '../../src/base/byte-pool.js';

it('gives room for what is asked, and not much more', () => {
  const pool = new BytePool();
  for (const least of [0, 1, 65_535, 65_536, 65_537, 100_000, 1_000_003, 40_000_000]) {
    const { length } = pool.take(least);
    expect(length).toBeGreaterThanOrEqual(least);
    expect(length).toBeLessThanOrEqual(Math.max(65_536, least * 1.25));
  }
});

it('uses memory again, and gives none to two', () => {
  const pool = new BytePool();
  const one = pool.take(100_000);
  pool.release(one.subarray(10, 20));
  const again = pool.take(99_000);
  expect(again.buffer).toBe(one.buffer);
  expect(pool.take(99_000).buffer).not.toBe(one.buffer);
});

it('holds no more than it may', () => {
  const pool = new BytePool(200_000);
  const [one, other] = [pool.take(131_072), pool.take(131_072)];
  pool.release(one);
  pool.release(other);
  expect(pool.take(131_072).buffer).toBe(one.buffer);
  expect(pool.take(131_072).buffer).not.toBe(other.buffer);
});
