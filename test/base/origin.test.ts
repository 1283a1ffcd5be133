import { describe, expect, it } from 'vitest';
import { pointTo } from '../../src/base/origin.js';

/** RFC 6901, sections 3 to 5. */
describe('pointTo', () => {
  it.each([
    ['', [], ''],
    ['', ['foo', 0], '/foo/0'],
    ['/foo', [''], '/foo/'],
    ['', ['a/b'], '/a~1b'],
    ['', ['m~n'], '/m~0n'],
    ['', ['~1'], '/~01'],
    ['', ['c%d', 'e^f', 'k"l', ' '], '/c%d/e^f/k"l/ '],
  ] as const)('from %j by %j is %j', (pointer, steps, expected) => {
    expect(pointTo(pointer, ...steps)).toBe(expected);
  });
});
