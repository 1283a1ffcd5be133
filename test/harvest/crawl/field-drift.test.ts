import { describe, expect, test } from 'vitest';
import { findDrift, findNeverSent } from '../../../src/harvest/crawl/field-drift.js';
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

describe('what the specification has and no record has is told in a first harvest, too', () => {
  const counts = { again: 0, unreadable: 0, unknownFields: {}, unknownCodes: {} };
  const kindOf = (
    kind: KindStatistics['kind'],
    records: readonly object[],
    more: Partial<KindStatistics> = {},
  ): KindStatistics => {
    const tally = new FieldPresence();
    for (const record of records) tally.add(record);
    return { kind, records: records.length, ...counts, fields: tally.fields(), ...more };
  };
  const schools = [
    kindOf('cbes.volume', [{ id: 1 }], { unknownFields: { 'pages.transkripts': 20 } }),
    kindOf(
      'cbes.page',
      twenty((id) => ({ id, pageNumber: '1' })),
    ),
    kindOf('cbes.part', [{ id: 1 }]),
    kindOf(
      'cbes.item',
      twenty((id) => ({ id })),
    ),
    kindOf('cbes.topic', [{ id: 1 }]),
  ];

  test('a kind, such as transcripts under another name', () => {
    expect(findNeverSent(schools, ['schools'])).toContainEqual({ kind: 'cbes.transcript', fields: [] });
    expect(
      findNeverSent([...schools, kindOf('cbes.transcript', [{ id: 1 }])], ['schools']),
    ).not.toContainEqual(expect.objectContaining({ kind: 'cbes.transcript' }));
  });

  test('not a kind of a group that was not asked for, nor one within records that are few, or not there', () => {
    expect(findNeverSent(schools, ['people']).map(({ kind }) => kind)).not.toContain('cbes.transcript');
    const few = schools.map((one) => (one.kind === 'cbes.page' ? kindOf('cbes.page', [{ id: 1 }]) : one));
    expect(findNeverSent(few, ['schools']).map(({ kind }) => kind)).toEqual(['county', 'country']);
    const kinds = findNeverSent([], ['schools']).map(({ kind }) => kind);
    expect(kinds).toContain('cbes.volume');
    expect(kinds).not.toContain('cbes.transcript');
  });

  test('a field, where the records have an unknown one beside it', () => {
    const people = (unknownFields: Record<string, number>) =>
      findNeverSent(
        [
          kindOf(
            'cbed.person',
            twenty((id) => ({ id, names: [{ fullName: 'x' }] })),
            { unknownFields },
          ),
        ],
        ['people'],
      );
    const fieldsOf = (...told: ReturnType<typeof people>) =>
      told.find(({ kind }) => kind === 'cbed.person')?.fields;
    expect(fieldsOf(...people({}))).toBeUndefined();
    expect(fieldsOf(...people({ geschlecht: 20 }))).toContain('gender');
    expect(fieldsOf(...people({ geschlecht: 20 }))).not.toContain('names');
    expect(fieldsOf(...people({ 'names.family': 20 }))).toEqual(['names.firstNames', 'names.surname']);
  });

  test('not a field that a public key is not sent', () => {
    const unknownFields = { farbe: 20 };
    const told = findNeverSent(
      [
        kindOf(
          'cbeg.photograph',
          twenty((id) => ({ id })),
          { unknownFields },
        ),
      ],
      ['photographs'],
    );
    expect(told.flatMap(({ fields }) => fields)).not.toContain('status');
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
