import { describe, expect, test } from 'vitest';
import { sourceOf } from '../../../src/harvest/crawl/crawl-session.js';
import { DialectDetector } from '../../../src/harvest/crawl/dialect-detection.js';
import { mentionsIn, ReferencedIds } from '../../../src/harvest/crawl/referenced-ids.js';
import type { Service } from '../../../src/harvest/crawl/request.js';

/** Whe references of records. */

function met(service: Service, request: string, ...records: readonly object[]): ReferencedIds {
  const source = sourceOf(service, request);
  if (source === undefined) throw new Error(`no records in ${request}`);
  const all = new ReferencedIds();
  for (const record of records) all.add(mentionsIn(source, record));
  return all;
}

describe('the references of a manuscripts item', () => {
  const item = {
    id: 7001,
    locationsIreland: [{ logainmID: 9_000_001, counties: [{ logainmID: 100_013 }] }],
    locationsAbroad: [{ gazetteerID: 990_000_101, country: { isoCode: 'GB-SCT', geoNameID: 5 } }],
    collectors: [{ id: 4101 }],
    informants: [{ id: '4102' }],
  };
  const found = met('archive', '/cbe?VolumeID=1', { id: 1, parts: [{ id: 2, items: [item] }] });

  test.each([
    ['place', ['9000001', '100013']],
    ['county', ['100013']],
    ['gazetteer', ['990000101']],
    ['country', ['GB-SCT']],
    ['person', ['4101', '4102']],
  ] as const)('%s', (referent, ids) => {
    expect([...found.of(referent).keys()]).toEqual(ids);
  });

  test('have the item as source', () => {
    expect(found.of('person').get('4101')).toMatchObject({ by: { kind: 'cbe.item', id: '7001' }, times: 1 });
  });

  test('are ignored when the item is not public', () => {
    const hidden = met('archive', '/cbe?VolumeID=1', {
      id: 1,
      parts: [{ id: 2, items: [{ ...item, sensitive: true }] }],
    });
    expect(hidden.of('person').size + hidden.of('place').size).toBe(0);
  });
});

test('people of the schools collection are not those of the people database', () => {
  const item = { id: 7101, collectors: [{ id: 88 }], informants: [{ id: 89 }] };
  const found = met('archive', '/cbes?VolumeID=1', { id: 1, parts: [{ id: 2, items: [item] }] });
  expect(found.of('person').size).toBe(0);
});

test('a place refers to its parents, to the place that it was merged into, and to photographs by their URLs', () => {
  const found = met('placenames', '/?PlaceID=100013', {
    id: 1,
    replacementID: 2,
    includedIn: [{ id: 3 }],
    cluster: { focusID: 4, members: [{ placeID: 5 }] },
    folklore: [
      {
        type: 'x',
        uriEN: 'https://www.example.org/en/cbeg/1234?x=1',
        uriGA: 'https://www.example.org/ga/cbes/99',
      },
    ],
  });
  expect([...found.of('place').keys()].sort()).toEqual(['2', '3', '4', '5']);
  expect([...found.of('photograph').keys()]).toEqual(['1234']);
});

test('only plain identifiers are put into requests', () => {
  const found = met('archive', '/cbeg?CountyID=1', {
    id: 1,
    photographer: { id: '../../etc' },
    countries: [{ isoCode: 'GB&apiKey=x' }],
    counties: [{ logainmID: -1 }, { logainmID: '1e3' }, { logainmID: 0 }],
  });
  for (const referent of ['person', 'country', 'county', 'place'] as const)
    expect(found.of(referent).size).toBe(0);
});

test('the first referring record in order is reported, whatever the order of answers', () => {
  const photographs = [
    { id: 12, photographer: { id: 1 } },
    { id: 9, photographer: { id: 1 } },
  ];
  const one = met('archive', '/cbeg?CountyID=1', ...photographs);
  const other = met('archive', '/cbeg?CountyID=1', ...[...photographs].reverse());
  expect(one.of('person').get('1')).toMatchObject({ by: { kind: 'cbeg.photograph', id: '9' }, times: 2 });
  expect(other.of('person').get('1')).toEqual(one.of('person').get('1'));
});

test('the dialect of a service is detected from its answers (wire-format 1)', () => {
  const source = sourceOf('archive', '/cbed');
  if (source === undefined) throw new Error('no records in /cbed');
  const dialect = new DialectDetector();
  mentionsIn(source, { ID: 1, BiographyID: 5, dateCreated: '2020-01-01T00:00:00' }, dialect);
  expect(dialect.seen().archive).toEqual([
    'BiographyID for its dictionary name',
    'keys that begin with a capital',
    'timestamps without a zone, read as UTC',
  ]);
});

test.each(['constructor', '__proto__'])('a field with the name %s is not a reference', (field) => {
  const body = `{ "id": 1, "${field}": { "id": 2, "logainmID": 3 }, "counties": [{ "logainmID": 100013 }] }`;
  const found = met('archive', '/cbeg?CountyID=100013', JSON.parse(body));
  expect([...found.of('county').keys()]).toEqual(['100013']);
  expect(found.of('place').get('3')).toMatchObject({ by: { kind: 'cbeg.photograph', id: '1' }, times: 1 });
});
