import { describe, expect, it } from 'vitest';
import { splitNumber } from '../../../src/triplestore/verify/checksums.js';

/** By the definitions of fn:floor and fn:round (XPath and XQuery Functions and Operators 3.1, sections 4.4.2 and 4.4.4). */

describe('a number is cut into whole and millionths', () => {
  it.each([
    ['7', 7n, 0n],
    ['+7', 7n, 0n],
    ['-7', -7n, 0n],
    ['007.50', 7n, 500_000n],
    ['.5', 0n, 500_000n],
    ['5.', 5n, 0n],
    ['-0', 0n, 0n],
    ['53.412901', 53n, 412_901n],
    // The largest whole number that is not above -8.2439 is -9.
    ['-8.2439', -9n, 756_100n],
    ['-8.000000', -8n, 0n],
    ['123456789012345678901234567890', 123_456_789_012_345_678_901_234_567_890n, 0n],
    // Halves up, of what is left above the whole number.
    ['0.0000005', 0n, 1n],
    ['0.00000049999', 0n, 0n],
    ['-0.0000005', -1n, 1_000_000n],
    ['0.9999996', 0n, 1_000_000n],
    ['1.5e3', 1500n, 0n],
    ['-2.5E-1', -1n, 750_000n],
    ['1e21', 1_000_000_000_000_000_000_000n, 0n],
  ])('%s', (text, whole, millionths) => {
    expect(splitNumber(text)).toEqual({ whole, millionths });
  });

  it.each(['', '.', '-', 'abc', 'NaN', 'INF', '-INF', '1 000'])('what is none is nothing: "%s"', (text) => {
    expect(splitNumber(text)).toEqual({ whole: 0n, millionths: 0n });
  });
});
