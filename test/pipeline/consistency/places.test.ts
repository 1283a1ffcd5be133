import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findingsOf } from '../../../src/pipeline/consistency/cross-record-query.js';
import {
  MERGES_IN_CIRCLES,
  PLACES_IN_THEMSELVES,
} from '../../../src/pipeline/consistency/queries/place-hierarchy.js';
import { BuildDatabase } from '../../../src/pipeline/rows/build-database.js';
import { RowBuffer } from '../../../src/pipeline/rows/row-buffer.js';

/** What lies on a way back to itself, and what is merged into a circle (model 7.3, X11). */

type Edge = readonly [from: number, to: number];

const naming = { word: (term: string) => term, iri: ({ id }: { readonly id: number | string }) => `${id}` };

/** The ids of the places that a query finds among places with these ways between them. */
function found(query: string, within: readonly Edge[], merges: readonly Edge[] = []): number[] {
  const buffer = new RowBuffer();
  const into = new Map(merges);
  for (const id of new Set([...within, ...merges].flat())) buffer.add('place', id, into.get(id));
  for (const [place, parent] of within) buffer.add('place_within', place, parent);
  const database = BuildDatabase.inMemory();
  database.append(buffer.take());
  const ids = [...findingsOf(database, query, naming)].map(({ record }) => Number(record.id));
  database.close();
  return ids;
}

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
  expect(found(PLACES_IN_THEMSELVES, edges)).toEqual(circular);
});

test('circles are those that a naive look finds', () => {
  const node = fc.nat(9);
  fc.assert(
    fc.property(fc.array(fc.tuple(node, node), { maxLength: 18 }), (edges) => {
      expect(found(PLACES_IN_THEMSELVES, edges)).toEqual(naively(edges));
    }),
    { numRuns: 150 },
  );
});

test('merges that end in a circle are found, with the way into it; a way to a place that is there or missing is not', () => {
  const merges: Edge[] = [
    [1, 2],
    [2, 3],
    [3, 2],
    [4, 5],
    [6, 6],
  ];
  expect(found(MERGES_IN_CIRCLES, [[5, 9]], merges)).toEqual([1, 2, 3, 6]);
});
