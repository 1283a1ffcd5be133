import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { makeSyntheticWorld } from '../../../../src/services/generated-world/world.js';
import { publicArchive } from '../../../../src/services/server/archive/visibility.js';
import { listVolumes } from '../../../../src/services/server/archive/volumes.js';
import { type ArchiveRecords, byId } from '../../../../src/services/server/records.js';
import { loadWorld, SAMPLE_WORLD } from '../../../../src/services/server/world.js';
import { itemIDs, type Kind, pageIDs, serving } from '../../server/ask.js';
import { commonest, JUDGES, type Placed, search, type Volume, valuesOf } from './search-by-hand.js';

/** As it would be sent. */
const wire = (record: unknown): unknown => JSON.parse(JSON.stringify(record));

describe('volumes made on demand', () => {
  const { archive } = makeSyntheticWorld({ scale: 0.006, seed: 31, dirt: 0.1 });
  const eager: ArchiveRecords = {
    ...archive,
    cbe: byId([...archive.cbe.values()]),
    cbes: byId([...archive.cbes.values()]),
  };

  it('the public view is the same as with all volumes in memory', () => {
    const [lazily, whole] = [publicArchive(archive), publicArchive(eager)];
    for (const collection of ['cbe', 'cbes', 'cbeg', 'cbed'] as const) {
      expect([...lazily[collection].keys()]).toEqual([...whole[collection].keys()]);
      for (const [id, record] of lazily[collection]) {
        expect(isDeepStrictEqual(wire(record), wire(whole[collection].get(id))), `${collection} ${id}`).toBe(
          true,
        );
      }
    }
    expect(whole.cbes.size).toBeLessThan(archive.cbes.size);
    for (const collection of ['cbe', 'cbes'] as const) {
      expect(wire(listVolumes(lazily[collection]))).toEqual(wire(listVolumes(whole[collection])));
      expect(wire(listVolumes(archive[collection]))).toEqual(wire(listVolumes(eager[collection])));
    }
  });

  it('a filter looks at few of them', () => {
    const { index: catalogue } = archive.cbes;
    const [first] = archive.cbes.values();
    const teacher = first?.parts[0]?.teachers[0]?.id;
    expect(catalogue?.candidates({ TeacherID: teacher })).toEqual([first?.id]);
    expect(catalogue?.candidates({ PageID: first?.pages[3]?.id })).toEqual([first?.id]);
    expect(catalogue?.candidates({ PageID: first?.pages[3]?.id, Status: 1 })).toEqual([]);
    expect(catalogue?.candidates({ Country: 'IE' })).toEqual([]);
    expect(catalogue?.candidates({ ModifiedSince: '2030-01-01' })).toEqual([]);
    const county = first?.parts[0]?.school?.locations[0]?.counties[0]?.logainmID;
    expect(catalogue?.candidates({ SchoolCountyID: county }).length).toBeLessThan(archive.cbes.size / 2);
  });
});

/** `cbe.item.ListingOrder` is an item's order on a page, secondary to its first page (wire-format 3, model 3.2). */
describe.each([
  ['of a generated world', makeSyntheticWorld({ scale: 0.02, seed: 31, dirt: 0 }), 100],
  ['of the sample world', await loadWorld(SAMPLE_WORLD), 8],
] as const)('items %s', (_, { archive }, least) => {
  const parts = [...archive.cbe.values(), ...archive.cbes.values()].flatMap(({ pages, parts: all }) =>
    all.map(({ items }) => ({ items, placeOf: new Map(pages.map(({ id }, place) => [id, place])) })),
  );

  it('are numbered on the page that they begin on: the second of it is 2, wherever the first began', () => {
    const amiss = parts.flatMap(({ items }) =>
      items.flatMap(({ id, firstPageID, listingOrder }) => {
        const onIt = items.filter(({ pages }) => pages.includes(Number(firstPageID))).map((one) => one.id);
        const ought = String(onIt.indexOf(id) + 1);
        return listingOrder === undefined || listingOrder === ought ? [] : [[id, listingOrder, ought]];
      }),
    );
    expect(amiss).toEqual([]);
    expect(parts.length).toBeGreaterThan(least);
  });

  it('come in the order of reading: by first page, and there by their number', () => {
    for (const { items, placeOf } of parts) {
      const numbered = items.filter(({ listingOrder }) => listingOrder !== undefined);
      const sorted = numbered.toSorted(
        (one, other) =>
          Number(placeOf.get(Number(one.firstPageID))) - Number(placeOf.get(Number(other.firstPageID))) ||
          Number(one.listingOrder) - Number(other.listingOrder),
      );
      expect(sorted.map(({ id }) => id)).toEqual(numbered.map(({ id }) => id));
    }
  });
});

/** Filters that no request may have alone. */
const NOT_ALONE = [
  'Status',
  'RelevantPersonID',
  'TopicID',
  'Language',
  'DateFrom',
  'DateTo',
  'DateAccuracy',
].concat(['Created', 'Modified'].flatMap((what) => [`${what}Since`, `${what}Before`]));

describe('filters of a generated world have the same results as a search of all records', () => {
  const { archive } = serving(() =>
    Promise.resolve(makeSyntheticWorld({ scale: 0.005, seed: 41, dirt: 0.2 })),
  );

  const whole = async (collection: 'cbe' | 'cbes', kind: Kind): Promise<Volume[]> => {
    const index = (await archive(`/api/v0.6/${collection}/volumes`, kind)).body as { id: number }[];
    const replies = index.map(({ id }) => archive(`/api/v0.6/${collection}?VolumeID=${id}`, kind));
    return (await Promise.all(replies)).flatMap((reply) => reply.body as Volume[]);
  };

  it.each([
    ['cbe', 'public'],
    ['cbe', 'archive'],
    ['cbes', 'public'],
    ['cbes', 'internal'],
  ] as const)('every filter of %s, %s key', async (collection, kind) => {
    const volumes = await whole(collection, kind);
    const values = valuesOf(volumes);
    const judges = JUDGES[collection];
    const county = commonest(volumes);
    let found = 0;
    for (const [filter, judge] of Object.entries(judges)) {
      if (filter === 'Status' && kind === 'public') continue;
      for (const value of new Set((values[filter] ?? []).filter((one) => one !== undefined).map(String))) {
        const query = new URLSearchParams({ [filter]: value });
        const tests = [(one: Placed) => judge(one, value)];
        const combined = NOT_ALONE.includes(filter) || filter === 'VolumeID' || filter === 'VolumeNumber';
        if (combined) {
          query.set('CountyID', county);
          tests.push((one) => judges.CountyID?.(one, county) === true);
        }
        const reply = await archive(`/api/v0.6/${collection}?${query}`, kind);
        const expected = search(volumes, tests);
        expect(itemIDs(reply), `${query}`).toEqual(expected.items);
        expect(pageIDs(reply), `${query}`).toEqual(expected.pages);
        found += expected.items.length;
      }
    }
    expect(found).toBeGreaterThan(0);
  });
});
