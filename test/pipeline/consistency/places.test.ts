import fc from 'fast-check';
import { expect, test } from 'vitest';
import { circularNodes } from '../../../src/pipeline/consistency/places.js';

/** What lies on a way back to itself (model 7.3, X11). */

type Edge = readonly [from: number, to: number];

/** By growing the set of all ways until it grows no more. */
function naively(edges: readonly Edge[]): number[] {
  const nodes = [...new Set(edges.flat())].sort((a, b) => a - b);
  const ways = new Set(edges.map(([from, to]) => `${from} ${to}`));
  for (const via of nodes) {
    for (const from of nodes) {
      for (const to of nodes) {
        if (ways.has(`${from} ${via}`) && ways.has(`${via} ${to}`)) ways.add(`${from} ${to}`);
      }
    }
  }
  return nodes.filter((one) => ways.has(`${one} ${one}`));
}

test.each<[what: string, edges: Edge[], circular: number[]]>([
  [
    'not the way in, the way out and the way between two',
    [
      [0, 1],
      [1, 2],
      [2, 1],
      [2, 3],
      [3, 4],
      [4, 5],
      [5, 4],
      [5, 6],
    ],
    [1, 2, 4, 5],
  ],
  [
    'ids above 2^31',
    [
      [9_934_567_890, 2_147_483_648],
      [2_147_483_648, 9_934_567_890],
    ],
    [2_147_483_648, 9_934_567_890],
  ],
])('circles: %s', (_, edges, circular) => {
  expect(circularNodes(edges)).toEqual(circular);
});

test('circles are those that a naive look finds', () => {
  const node = fc.nat(9);
  fc.assert(
    fc.property(fc.array(fc.tuple(node, node), { maxLength: 18 }), (edges) => {
      expect(circularNodes(edges)).toEqual(naively(edges));
    }),
    { numRuns: 300 },
  );
});
