import { expect, test } from 'vitest';
import { KIND_WORDS } from '../../../src/inspect/explain/kind-names.js';
import { KINDS } from '../../../src/records/kinds.js';

test('the words for kinds begin with the kinds, in the order of the table', () => {
  const kinds = Object.keys(KINDS);
  expect(KIND_WORDS.slice(0, kinds.length)).toEqual(kinds);
});
