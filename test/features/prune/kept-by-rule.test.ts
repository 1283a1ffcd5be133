import { expect, test } from 'vitest';
import { keptByRule } from '../../../src/features/prune/prune.js';

const DAY = '2026-11-24';

test('of releases of a day the newest one is kept (docs/folders.md)', () => {
  const all = [DAY, `${DAY}.2`, `${DAY}.10`].map((name) => ({ name, day: DAY }));
  expect([...keptByRule(all, { last: 1, monthly: 1 }).keys()]).toEqual([`${DAY}.10`]);
});
