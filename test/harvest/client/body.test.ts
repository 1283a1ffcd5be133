import { expect, test } from 'vitest';
import { isDeeperThan } from '../../../src/harvest/client/body.js';

/** RFC 8259, 2 and 7: lists and objects are nested, brackets in strings are not. */
test.each<[json: string, depth: number]>([
  ['1', 0],
  ['"[[["', 0],
  ['[]', 1],
  ['[[1], [2], {}]', 2],
  [String.raw`[{"a\"[{": "\\", "b": ["]"]}]`, 3],
  [String.raw`["\\", ["\"", []]]`, 3],
  ['{"a":{"b":{"c":[{}]}}}', 5],
])('%s is %i deep', (json, depth) => {
  JSON.parse(json);
  expect(isDeeperThan(Buffer.from(json), depth)).toBe(false);
  expect(isDeeperThan(Buffer.from(json), depth - 1)).toBe(depth > 0);
});
