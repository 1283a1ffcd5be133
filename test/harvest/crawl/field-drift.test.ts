import { describe, expect, test } from 'vitest';
import { findDrift } from '../../../src/harvest/crawl/field-drift.js';
import {
  FieldPresence,
  type KindStatistics,
  unknownCodesIn,
} from '../../../src/harvest/crawl/record-statistics.js';

/** A field that was always there and now is not; test/e2e/harvest shows what is reported of one. */

function census(...records: readonly object[]): readonly KindStatistics[] {
  const tally = new FieldPresence();
  for (const record of records) tally.add(record);
  const counts = { again: 0, unreadable: 0, unknownFields: {}, unknownCodes: {} };
  return [{ kind: 'cbeg.photograph', records: records.length, ...counts, fields: tally.fields() }];
}

const twenty = (record: (index: number) => object): object[] =>
  Array.from({ length: 20 }, (_, i) => record(i));

describe('drift', () => {
  const before = census(
    ...twenty((id) => ({ id, digitized: true, names: [{ surname: 'Ó Briain' }], condition: 1 })),
  );

  test('is also found in lists; blank values are absent', () => {
    const now = census(
      ...twenty((id) => ({ id, digitized: false, names: [{ surname: ' ' }], condition: 1 })),
    );
    expect(findDrift(before, now).map(({ field }) => field)).toEqual(['names.surname']);
  });

  test('is a field that some records had and none has now', () => {
    const some = census(...twenty((id) => ({ id, ...(id < 12 ? { extra: 'x' } : {}) })));
    expect(findDrift(some, census(...twenty((id) => ({ id })))).map(({ field }) => field)).toEqual(['extra']);
  });

  test('is empty when nothing is missing, a field never was in all records, or there are few records', () => {
    expect(findDrift(before, before)).toEqual([]);
    const some = census(...twenty((id) => ({ id, ...(id < 15 ? { extra: 'x' } : {}) })));
    const fewer = census(...twenty((id) => ({ id, ...(id < 3 ? { extra: 'x' } : {}) })));
    expect(findDrift(some, fewer)).toEqual([]);
    expect(findDrift(census({ id: 1, a: 1 }), census({ id: 1 }))).toEqual([]);
  });
});

test.each([
  ['irish', 'b', []],
  ['irish', 'm', ['gender=m']],
  ['english', 'm', []],
  ['english', 'b', ['gender=b']],
] as const)('under the %s scheme of gender codes, "%s" (wire-format 1, a trap)', (scheme, gender, told) => {
  expect(unknownCodesIn(scheme)('cbed.person', { gender })).toEqual(told);
});
