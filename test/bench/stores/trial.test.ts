import { expect, it } from 'vitest';
import { verdictOf } from '../../../bench/stores/trial.js';

it.each([
  [0, 'No problems found.\n', true, 'whole'],
  [6, 'Unchanged: 9,713.\n1,204 problems:\n  <…> is missing or empty.\n', false, 'problems: 1,204'],
  [6, '1 problem:\n  <…> is missing or empty.\n', false, 'problems: 1'],
  [3, '', false, 'verify ended with 3'],
  [null, '', false, 'verify ended with null'],
])('a verdict of verify, ending with %s', (code, stdout, isWhole, outcome) => {
  expect(verdictOf({ code, stdout, seconds: 1 })).toEqual({ seconds: 1, isWhole, outcome });
});
