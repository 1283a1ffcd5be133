import { expect, test } from 'vitest';
import { GROUPS } from '../../../src/model/records/datasets.js';
import type { Kind } from '../../../src/model/records/record.js';
import { RecordCounts } from '../../../src/model/records/record-counts.js';
import { growth } from '../../../src/pipeline/consistency/growth.js';
import type { ValidationJson } from '../../../src/release/report/validation-json.js';

/** Model 7.3, X17: within so much of the release before. */

function ledgerOf(counts: Readonly<Partial<Record<Kind, number>>>): RecordCounts {
  const ledger = new RecordCounts();
  for (const [kind, count] of Object.entries(counts) as [Kind, number][]) {
    for (let done = 0; done < count; done += 1) {
      ledger.count(kind, 'fetched');
      ledger.count(kind, 'published');
    }
  }
  return ledger;
}

function reportOf(published: Readonly<Record<string, number>>): ValidationJson {
  const counts = Object.fromEntries(
    Object.entries(published).map(([kind, count]) => [
      kind,
      { fetched: count, published: count, withheld: 0, rejected: 0, unreadable: 0 },
    ]),
  );
  return {
    ...{ format: 'folklore-ld-validation', version: 1, conforms: true },
    totals: { violation: 0, warning: 0, info: 0 },
    ...{ counts, groups: [], shapesThatMetNothing: [] },
  };
}

const told = (...asked: Parameters<typeof growth>) =>
  [...growth(...asked)].map(({ record, finding }) => `${record.kind}: ${finding.value}`);

test.each([
  ['as many as before', 100, 100, []],
  ['a fifth more', 100, 120, []],
  ['a fifth less', 100, 80, []],
  ['more than a fifth more', 100, 121, ['place: 100 before, 121 now']],
  ['more than a fifth less', 100, 79, ['place: 100 before, 79 now']],
  ['all gone', 100, 0, ['place: 100 before, 0 now']],
  ['few, and half of them gone', 19, 9, []],
  ['few, and now many', 3, 20, ['place: 3 before, 20 now']],
  ['none, and now many', 0, 20, ['place: 0 before, 20 now']],
] as const)('%s', (_, before, now, expected) => {
  expect(told(ledgerOf({ place: now }), reportOf({ place: before }), { kinds: GROUPS })).toEqual(expected);
});

test('has no finding for a first release, a new kind, a kind that the build leaves out, or an unknown one', () => {
  const now = ledgerOf({ place: 50 });
  expect(told(now, undefined, { kinds: GROUPS })).toEqual([]);
  expect(told(now, reportOf({}), { kinds: GROUPS })).toEqual([]);
  expect(
    told(now, reportOf({ 'cbe.item': 50, toString: 50, 'cbe.scroll': 50 }), { kinds: ['places'] }),
  ).toEqual([]);
});

test('names kinds in the order of the dumps', () => {
  const before = reportOf({ place: 100, 'cbe.item': 100, 'cbed.person': 100 });
  const kinds = told(ledgerOf({}), before, { kinds: GROUPS }).map((line) => line.split(':')[0]);
  expect(kinds).toEqual(['cbe.item', 'cbed.person', 'place']);
});
