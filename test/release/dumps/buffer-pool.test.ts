import { expect, test } from 'vitest';
import { giveBack, takeBuffer } from '../../../src/release/dumps/buffer-pool.js';

/** A buffer of the pool has one taker at a time. */

test('a buffer that is given back is lent again, to one taker', () => {
  const first = takeBuffer(100_000);
  giveBack(first.subarray(10, 20));
  giveBack(first);
  const [second, third] = [takeBuffer(100_000), takeBuffer(100_000)];
  expect(second.buffer).toBe(first.buffer);
  expect(third.buffer).not.toBe(second.buffer);
  expect(second.length).toBeGreaterThanOrEqual(100_000);
});

test('many free buffers of one length keep none of another out', () => {
  const many = Array.from({ length: 300 }, () => takeBuffer(1 << 16));
  const other = takeBuffer(1 << 18);
  for (const buffer of [...many, other]) giveBack(buffer);
  expect(takeBuffer(1 << 18).buffer).toBe(other.buffer);
});

test('a buffer that was not taken is not lent', () => {
  const own = Buffer.alloc(1 << 17);
  giveBack(own);
  expect(takeBuffer(1 << 17).buffer).not.toBe(own.buffer);
});

test('any length', () => {
  for (const length of [0, 1, 16_384, 16_385, 3 << 20]) {
    const buffer = takeBuffer(length);
    expect(buffer.length).toBeGreaterThanOrEqual(length);
    giveBack(buffer);
  }
});
