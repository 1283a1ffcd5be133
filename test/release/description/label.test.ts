import { expect, test } from 'vitest';
import { compareLabels, newestOfDay, nextLabel } from '../../../src/release/description/label.js';

/** The second release of a day is `2026-11-24.2` (docs/operating.md). */

const DAY = '2026-11-24';

test('the first, second and eleventh of a day', () => {
  expect(nextLabel(undefined, DAY)).toBe(DAY);
  expect(nextLabel(newestOfDay(['latest', '2026-11-23.7', DAY], DAY), DAY)).toBe(`${DAY}.2`);
  // Not labels of a day: a first one with a number, a number with a zero before it, a failed release.
  const strange = ['.0', '.1', '.02', '.99x', '.failed'].map((end) => `${DAY}${end}`);
  const names = [`${DAY}.10`, `${DAY}.9`, DAY, `${DAY}.2`, `x${DAY}.98`, ...strange];
  expect(nextLabel(newestOfDay(names, DAY), DAY)).toBe(`${DAY}.11`);
});

test('releases of a day are in the order of their numbers', () => {
  const labels = ['2026-11-25', `${DAY}.10`, 'b', `${DAY}.2`, DAY, 'a', '2026-11-23.3'];
  expect(labels.toSorted(compareLabels)).toEqual([
    ...['2026-11-23.3', DAY, `${DAY}.2`, `${DAY}.10`, '2026-11-25', 'a', 'b'],
  ]);
});
