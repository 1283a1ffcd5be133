import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { gunzip, SMALL } from '../../src/base/gunzip.js';

describe('unpacking', () => {
  test.each([
    ['nothing', ''],
    ['a little', 'a story'],
    ['much', 'A long story. '.repeat(SMALL)],
  ])('gives %s back as it was, whatever was expected', async (_, text) => {
    const packed = gzipSync(text);
    for (const expected of [0, text.length, SMALL + 1, 10 * text.length]) {
      expect((await gunzip(packed, expected)).toString('utf8')).toBe(text);
    }
  });

  test.each([100, SMALL + 1])('fails where the file breaks off (%d bytes expected)', async (expected) => {
    const packed = gzipSync('A long story. '.repeat(100));
    await expect(gunzip(packed.subarray(0, -9), expected)).rejects.toThrow();
  });

  test.each([100, SMALL + 1])('ends where it becomes too long (%d bytes expected)', async (expected) => {
    const packed = gzipSync(Buffer.alloc(1 << 20));
    await expect(gunzip(packed, expected, 10_000)).rejects.toThrow(RangeError);
  });
});
