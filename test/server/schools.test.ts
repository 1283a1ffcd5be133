import { describe, expect, it } from 'vitest';
import { itemIDs, pageIDs, serving } from './ask.js';

const { archive } = serving();
const cbes = (query: string, kind: 'public' | 'archive' = 'archive') =>
  archive(`/api/v0.6/cbes?${query}`, kind);

describe('archive-service 4, query parameters: schools', () => {
  it.each([
    ['PageID=53', [5002, 5003]],
    ['PartID=302', [5004]],
    ['ItemID=5001', [5001]],
    ['SchoolCountyID=100010', [5001, 5002, 5003]],
    ['SchoolCountyID=100005', [5004]],
    ['SchoolPlaceID=9000102', [5004]],
    ['TeacherID=601', [5001, 5002, 5003]],
    ['CollectorID=602', [5001]],
    ['InformantID=602', [5002]],
    ['PersonID=602', [5001, 5002]],
    ['PersonID=603', [5001]],
    // Teachers are found by TeacherID alone.
    ['PersonID=601', []],
    // Places are those of the story: neither the school's nor the informant's own.
    ['CountyID=100005', [5001]],
    ['CountyID=100010', []],
    ['PlaceID=9000102', [5001]],
    ['PlaceID=9000101', []],
    ['VolumeID=1&TopicID=1', [5001]],
    ['VolumeID=1&TopicID=11', [5001]],
    ['VolumeID=1&TopicID=2', [5002]],
    ['VolumeID=1&Language=ga', [5001, 5002]],
    ['VolumeID=1&Language=en', [5002]],
    ['VolumeID=1&Status=4', [5001, 5002, 5003, 5004]],
    ['VolumeID=1&Status=3', []],
  ] as const)('%s', async (query, expected) => {
    expect(itemIDs(await cbes(query))).toEqual(expected);
  });

  it('a whole volume by its number, letter suffix included', async () => {
    expect((await cbes('VolumeNumber=0002C')).body).toEqual([
      { id: 3, volumeNumber: '0002C', status: 3, type: 'copybook-package', pages: [], parts: [] },
    ]);
  });

  it('the title page of the part comes with a matching item', async () => {
    expect(pageIDs(await cbes('ItemID=5001'))).toEqual([51, 52]);
  });
});

describe('wire-format 2: Country and GazetteerID satisfy the requirement and match nothing', () => {
  it.each(['Country=IE', 'Country=GB-NIR', 'GazetteerID=4930956', 'VolumeID=1&Country=IE'])(
    '%s',
    async (query) => {
      const reply = await cbes(query);
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual([]);
    },
  );
});

describe('archive-service 2: modification includes new or updated page transcriptions', () => {
  it.each([
    // 5001 was never modified but transcribed on 2020-02-01; 5003 likewise; 5002 has an unapproved transcript.
    ['archive', 'ModifiedSince=2020-02-01', [5001, 5002, 5003]],
    ['archive', 'ModifiedSince=2021-03-01', [5002]],
    ['archive', 'ModifiedBefore=2020-02-01', []],
    // The date does not reveal hidden transcripts either.
    ['public', 'ModifiedSince=2020-02-01', [5001]],
    ['public', 'ModifiedSince=2020-02-02', []],
    ['public', 'ModifiedBefore=2020-02-01', [5002]],
    // Creation is the item's own.
    ['public', 'CreatedSince=2015-01-02', []],
  ] as const)('%s key: %s', async (kind, query, expected) => {
    expect(itemIDs(await cbes(`VolumeID=1&${query}`, kind))).toEqual(expected);
  });
});
