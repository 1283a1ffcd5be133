import { describe, expect, it } from 'vitest';
import { ids, itemIDs, pageIDs, partIDs, serving } from './ask.js';

const { archive } = serving();
const cbe = (query: string) => archive(`/api/v0.6/cbe?${query}`, 'archive');

describe('wire-format 3: whole volumes and pruned ones', () => {
  it.each(['VolumeID=1', 'VolumeNumber=0001', 'VolumeID=1&VolumeNumber=0001'])(
    '%s: the whole volume, blank pages included',
    async (query) => {
      const reply = await cbe(query);
      expect(ids(reply)).toEqual([1]);
      expect(pageIDs(reply)).toEqual([11, 12, 13, 14, 15, 16]);
      expect(itemIDs(reply)).toEqual([1001, 1002, 1003, 1004, 1005]);
    },
  );

  it('any other filter: matching items, their parts, their pages and the title pages of the part', async () => {
    const reply = await cbe('ItemID=1001');
    expect(itemIDs(reply)).toEqual([1001]);
    expect(partIDs(reply)).toEqual([101]);
    expect(pageIDs(reply)).toEqual([11, 12, 15]);
  });

  it('another filter with VolumeID prunes, too', async () => {
    expect(pageIDs(await cbe('VolumeID=1&PartID=102'))).toEqual([15, 16]);
  });

  it('a number without its leading zeros is another number', async () => {
    expect((await cbe('VolumeNumber=1')).body).toEqual([]);
  });

  it('volumes left empty are not sent', async () => {
    expect((await cbe('ItemID=424242')).body).toEqual([]);
    expect((await cbe('VolumeID=2&ItemID=1001')).body).toEqual([]);
  });

  it('with several filters all apply to the same item', async () => {
    expect(itemIDs(await cbe('VolumeID=1&Language=ga&InformantID=502'))).toEqual([1001]);
    expect(itemIDs(await cbe('VolumeID=1&Language=en&InformantID=502'))).toEqual([]);
  });
});

describe('archive-service 4, query parameters: manuscripts', () => {
  it.each([
    ['PageID=14', [1002, 1003]],
    ['PartID=102', [1004, 1005]],
    ['ItemID=1004', [1004]],
    // Una collected part 101 as a whole, and item 1004 in another part.
    ['CollectorID=501', [1001, 1002, 1003, 1004]],
    ['CollectorID=502', [2001]],
    ['InformantID=502', [1001]],
    ['PersonID=503', [1002]],
    ['PersonID=502', [1001, 2001]],
    ['VolumeID=1&RelevantPersonID=503', [1002]],
    ['VolumeID=1&RelevantPersonID=501', []],
    // County Cork is attached to part 101; Dooneen in Kerry to one of its items.
    ['CountyID=100010', [1001, 1002, 1003]],
    ['CountyID=100005', [1001]],
    ['CountyID=100015', [2001]],
    ['PlaceID=9000102', [1001]],
    ['PlaceID=100010', []],
    ['Country=GB-SCT', [1004]],
    ['Country=gb-sct', [1004]],
    ['Country=US', [1004, 1005]],
    ['Country=IE', []],
    ['GazetteerID=4930956', [1004, 1005]],
    ['GeoNameID=4930956', [1004, 1005]],
    ['VolumeID=1&Language=en', [1002]],
    ['VolumeID=1&DateFrom=1936', [1002]],
    ['VolumeID=1&DateTo=1935', [1001]],
    ['VolumeID=1&DateFrom=1935&DateTo=1938', [1001, 1002]],
    ['VolumeID=1&DateFrom=1938&DateTo=1935', []],
    ['VolumeID=1&DateAccuracy=APPROX', [1002]],
    ['VolumeID=1&DateAccuracy=QUESTION', []],
    ['VolumeID=2&Status=2', [2001]],
    ['VolumeID=1&Status=2', []],
  ] as const)('%s', async (query, expected) => {
    expect(itemIDs(await cbe(query))).toEqual(expected);
  });
});

describe('wire-format 2: Created and Modified, on the border of a day', () => {
  it.each([
    ['CreatedSince=2018-01-01', [1001, 1002, 1004]],
    ['CreatedBefore=2018-01-01', []],
    ['CreatedSince=2018-01-02', [1002, 1004]],
    // One tenth of a microsecond before midnight is still the day before.
    ['CreatedSince=2019-01-01', [1004]],
    ['CreatedBefore=2019-01-01', [1001, 1002]],
    // Never modified counts as modified when created.
    ['ModifiedSince=2019-01-01', [1001, 1004]],
    ['ModifiedBefore=2019-01-01', [1002]],
    ['ModifiedSince=2019-06-01', [1001]],
    ['ModifiedSince=2019-06-02', []],
    ['ModifiedSince=2018-12-31&ModifiedBefore=2019-01-02', [1002, 1004]],
  ] as const)('%s', async (query, expected) => {
    expect(itemIDs(await cbe(`VolumeID=1&${query}`))).toEqual(expected);
  });
});
