import { expect, test } from 'vitest';
import { retryAfterMs } from '../../../src/harvest/client/retry-policy.js';

/** The moment of the examples in RFC 9110, 5.6.7, less half a minute. */
const NOW = Date.UTC(1994, 10, 6, 8, 49, 7);

test.each([
  ['120', 120_000],
  ['0', 0],
  [' 5 ', 5000],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 30_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 30_000],
  ['Sun Nov  6 08:49:37 1994', 30_000],
])('RFC 9110, 10.2.3 and 5.6.7: %s', (header, expected) => {
  expect(retryAfterMs(header, NOW)).toBe(expected);
});

test('a date in the past means now', () => {
  expect(retryAfterMs('Sun, 06 Nov 1994 08:00:00 GMT', NOW)).toBe(0);
});

test.each([undefined, '', 'soon', '-3', '1.5', 'Fri, 31 Dec 1999'])('%s is invalid', (header) => {
  expect(retryAfterMs(header, NOW)).toBeUndefined();
});
