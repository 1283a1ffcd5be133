import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { makeSyntheticWorld } from '../../../../src/features/generated-world/world.js';
import { archive as service } from '../../../../src/model/endpoints/archive.js';
import { selectManuscripts } from '../../../../src/services/server/archive/manuscripts.js';
import { selectSchools } from '../../../../src/services/server/archive/schools.js';
import { publicArchive } from '../../../../src/services/server/archive/visibility.js';
import { listVolumes } from '../../../../src/services/server/archive/volumes.js';
import { type ArchiveRecords, byId } from '../../../../src/services/server/records.js';
import { loadWorld, SAMPLE_WORLD } from '../../../../src/services/server/world.js';

/** As it would be sent. */
const wire = (record: unknown): unknown => JSON.parse(JSON.stringify(record));

const { archive } = makeSyntheticWorld({ scale: 0.005, seed: 41, dirt: 0.2 });
/** The same with all volumes in memory, and no index. */
const whole: ArchiveRecords = {
  ...archive,
  cbe: byId([...archive.cbe.values()]),
  cbes: byId([...archive.cbes.values()]),
};
const [openArchive, openWhole] = [publicArchive(archive), publicArchive(whole)];

it('the public view of volumes made on demand is the same as with all volumes in memory', () => {
  for (const collection of ['cbe', 'cbes', 'cbeg', 'cbed'] as const) {
    expect([...openArchive[collection].keys()]).toEqual([...openWhole[collection].keys()]);
    for (const [id, record] of openArchive[collection]) {
      const other = wire(openWhole[collection].get(id));
      expect(isDeepStrictEqual(wire(record), other), `${collection} ${id}`).toBe(true);
    }
  }
  expect(openWhole.cbes.size).toBeLessThan(archive.cbes.size);
  for (const collection of ['cbe', 'cbes'] as const) {
    expect(wire(listVolumes(openArchive[collection]))).toEqual(wire(listVolumes(openWhole[collection])));
    expect(wire(listVolumes(archive[collection]))).toEqual(wire(listVolumes(whole[collection])));
  }
});

/** `cbe.item.ListingOrder` is an item's order on a page, secondary to its first page (wire-format 3, model 3.2). */
describe.each([
  ['of a generated world', makeSyntheticWorld({ scale: 0.01, seed: 31, dirt: 0 }), 50],
  ['of the sample world', await loadWorld(SAMPLE_WORLD), 8],
] as const)('items %s', (_, { archive: { cbe, cbes } }, least) => {
  const parts = [...cbe.values(), ...cbes.values()].flatMap(({ pages, parts: all }) =>
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

/** Where the values of filters are in a record: of ids under a name, or of that name itself. */
const VALUES: Readonly<Record<string, string>> = {
  ...{ VolumeID: 'id', PageID: 'pages', PartID: 'parts', ItemID: 'items', VolumeNumber: 'volumeNumber' },
  ...{ CollectorID: 'collectors', InformantID: 'informants', RelevantPersonID: 'relevantPersons' },
  ...{ TeacherID: 'teachers', PersonID: 'informants', CountyID: 'counties', PlaceID: 'locationsIreland' },
  ...{ SchoolCountyID: 'counties', SchoolPlaceID: 'locations', Country: 'countries', Status: 'status' },
  ...{ GazetteerID: 'locationsAbroad', TopicID: 'topics' },
};
const DAYS = ['2013-09-15', '2017-02-01', '2019-06-30', '2023-09-01', '2024-06-01', '2030-01-01'];

/** Some of the values that records have under a name, at any depth, and one that none has. */
function valuesIn(records: unknown, name: string): unknown[] {
  const found = new Set<unknown>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, entry] of Object.entries(value)) {
      for (const one of key === name ? [entry].flat() : [])
        found.add(typeof one === 'object' ? (one.logainmID ?? one.isoCode ?? one.geoNameID ?? one.id) : one);
      look(entry);
    }
  };
  look(records);
  const all = [...found];
  const none = typeof all[0] === 'string' ? 'none' : 1;
  return [...[0, 0.4, 0.97].map((at) => all[Math.floor(at * all.length)] ?? none), none];
}

/** What each filter means is in test/conformance: here the index must hide no volume. */
describe('filters have the same results with the index of volumes as without', () => {
  it.each([
    ['cbe', 'public'],
    ['cbe', 'privileged'],
    ['cbes', 'public'],
    ['cbes', 'privileged'],
  ] as const)('%s, %s', (collection, key) => {
    const [indexed, plain] = key === 'public' ? [openArchive, openWhole] : [archive, whole];
    const select = (collection === 'cbe' ? selectManuscripts : selectSchools) as (
      volumes: unknown,
      given: object,
    ) => { readonly id: number }[];
    const records = [...plain[collection].values()];
    const { parameters } = service.endpoints[collection === 'cbe' ? 'manuscripts' : 'schools'];
    const filters = Object.entries(VALUES).filter(([filter]) => filter in parameters);
    const asked = filters.flatMap(([filter, name]) =>
      valuesIn(records, name).map((value) => ({ [filter]: value })),
    );
    const changes = ['CreatedSince', 'CreatedBefore', 'ModifiedSince', 'ModifiedBefore'];
    const dated = changes.flatMap((filter) => DAYS.map((day) => ({ [filter]: day })));
    let found = 0;
    for (const given of [...asked, ...dated]) {
      const expected = select(plain[collection], given);
      expect(isDeepStrictEqual(select(indexed[collection], given), expected), JSON.stringify(given)).toBe(
        true,
      );
      found += expected.length;
    }
    expect(found).toBeGreaterThan(30);
  });
});
