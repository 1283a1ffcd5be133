import { expect, it } from 'vitest';
import { counted, formatCount } from '../../src/base/text.js';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [12_345, '12,345'],
  [100_000, '100,000'],
  [1_234_567_890, '1,234,567,890'],
  [-100_000, '-100,000'],
])('%d is written %s', (count, written) => {
  expect(formatCount(count)).toBe(written);
});

it.each([
  [0, '0 records'],
  [1, '1 record'],
  [2, '2 records'],
  [1411, '1,411 records'],
])('%d of something is counted as %s', (count, text) => {
  expect(counted(count, 'record')).toBe(text);
});
