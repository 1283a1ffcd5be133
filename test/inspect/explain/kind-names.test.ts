import { expect, test } from 'vitest';
import { KIND_NAMES } from '../../../src/inspect/explain/kind-names.js';
import { KINDS } from '../../../src/records/kinds.js';

test('kinds are named in the order of their table, which names them without their mappers', () => {
  const kinds = Object.keys(KINDS);
  expect(KIND_NAMES.slice(0, kinds.length)).toEqual(kinds);
});
