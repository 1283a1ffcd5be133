import { expect, test } from 'vitest';
import { KINDS } from '../../../../src/model/records/kinds.js';
import { KIND_WORDS } from '../../../../src/use/inspect/explain/kind-names.js';

test('the words for kinds begin with the kinds, in the order of the table', () => {
  const kinds = Object.keys(KINDS);
  expect(KIND_WORDS.slice(0, kinds.length)).toEqual(kinds);
});
