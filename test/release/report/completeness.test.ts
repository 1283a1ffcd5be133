import { describe, expect, it } from 'vitest';
import type { Kind, PublishableRecord } from '../../../src/model/records/record.js';
import { Completeness } from '../../../src/pipeline/map-records/completeness.js';
import type { CompletenessRow } from '../../../src/release/report/completeness.js';
import { rowsOf } from './csv.js';
import { written } from './tellings.js';

const record = (kind: Kind, id: number, fields: object, ...within: object[]): PublishableRecord =>
  ({ kind, id, record: { id, ...fields }, within }) as unknown as PublishableRecord;

const name = (language: string, main: boolean, acceptability?: object) => ({
  ...{ id: 1, wording: 'An Cnoc', language, main, subNames: [] },
  acceptability,
});

const place = (id: number, placenames: object[], geography?: object) =>
  record('place', id, { placenames, geography });

const point = [{ latitude: 53, longitude: -8 }];

/** Filled and empty ones by field, as they are counted of some records. */
function counted(...records: readonly PublishableRecord[]): Record<string, string> {
  const completeness = new Completeness();
  for (const one of records) completeness.add(one);
  completeness.merge(completeness.take());
  return Object.fromEntries(
    completeness.rows().map(({ kind, field, filled, empty }) => [`${kind} ${field}`, `${filled} ${empty}`]),
  );
}

describe('what is filled and what is missing', () => {
  it('of the status of main Irish names: other names do not count', () => {
    const status = { id: 1, textEN: 'validated' };
    const counts = counted(
      place(1, [name('ga', true, status), name('en', true)]),
      place(2, [name('ga', true), name('ga', false)]),
      place(3, [name('en', true)]),
    );
    expect(counts['place Placenames.Acceptability (main, Irish)']).toBe('1 1');
    expect(counts['place Placenames (main, Irish)']).toBe('2 1');
    expect(counts['place Placenames (main, English)']).toBe('2 1');
  });

  it('of points: approximate ones, and places without any', () => {
    const counts = counted(
      place(1, [], { accurate: true, coordinates: point }),
      place(2, [], { accurate: false, coordinates: point }),
      place(3, [], { coordinates: point }),
      place(4, [], { accurate: true, coordinates: [] }),
      place(5, []),
    );
    expect(counts['place Geography.Accurate']).toBe('1 2');
    expect(counts['place Geography.Coordinates']).toBe('3 2');
  });

  it('of glossary words: their translation', () => {
    const words = [{ headword: 'cnoc', translation: 'hill' }, { headword: 'lios' }, { headword: 'ráth' }];
    expect(counted(...words.map((word, id) => record('glossary', id, word)))).toEqual({
      'glossary Translation': '1 2',
    });
  });

  it('of photographs: those neither dated nor placed', () => {
    const none = { counties: [], locationsIreland: [], countries: [], locationsAbroad: [] };
    const counts = counted(
      record('cbeg.photograph', 1, { ...none, date: { year: 1935 } }),
      record('cbeg.photograph', 2, { ...none, countries: [{ isoCode: 'FR' }] }),
      record('cbeg.photograph', 3, none),
    );
    expect(counts['cbeg.photograph Date, Counties, LocationsIreland, Countries, LocationsAbroad']).toBe(
      '2 1',
    );
    expect(counts['cbeg.photograph Date']).toBe('1 2');
  });

  it('of volumes: those without items', () => {
    const volume = (id: number) => record('cbes.volume', id, {});
    const item = record('cbes.item', 30, {}, { kind: 'cbes.volume', id: 2 });
    expect(counted(volume(1), volume(2), item)['cbes.volume Parts.Items']).toBe('1 1');
  });

  it('is a table with the share, and the change since the release before', async () => {
    const row = (filled: number, empty: number): CompletenessRow => ({
      ...{ kind: 'glossary', called: 'places: glossary entries', field: 'Translation', filled, empty },
      counted: { en: 'glossary words with a translation', ga: 'focail ghluaise a bhfuil aistriúchán orthu' },
    });
    const facts = { counts: {}, shapesMet: new Map(), completeness: [row(3, 1)] };
    const first = await written([], facts);
    const expected = {
      collection: 'places: glossary entries',
      field: 'Translation',
      counted_en: 'glossary words with a translation',
      counted_ga: 'focail ghluaise a bhfuil aistriúchán orthu',
      filled: '3',
      empty: '1',
      share: '0.75',
      change: '',
    };
    expect(rowsOf(first.text('completeness.csv'))).toEqual([expected]);
    const previous = { label: 'before', groups: [], completeness: [row(1, 1)] };
    const second = await written([], { ...facts, previous });
    expect(rowsOf(second.text('completeness.csv'))).toEqual([{ ...expected, change: '0.25' }]);
    // It is no finding.
    expect(second.report).toMatchObject({ conforms: true, totals: { violation: 0, warning: 0, info: 0 } });
  });
});
