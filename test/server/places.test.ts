import { describe, expect, it } from 'vitest';
import { placeIDs, serving } from './ask.js';

const { places } = serving();
const list = (query: string) => places(`/api/v0.9/?${query}`);

describe('place-names-service 4, query parameters (place list)', () => {
  it.each([
    // A county id returns all places in that county, through the whole hierarchy.
    ['PlaceID=100010', [100010, 9000201, 9000202, 9000203, 9000204, 9000205]],
    ['PlaceID=9000203', [9000203, 9000204]],
    ['PlaceID=100005', [100005, 9000205]],
    ['PlaceID=424242', []],
    ['CategoryID=BF', [9000202, 9000203]],
    ['CategoryID=B', [9000203]],
    ['CategoryID=NONE', []],
    ['GlossaryID=31', [9000202]],
    ['PlaceID=9000203&ExcludeStreets=true', [9000203]],
    ['PlaceID=9000203&ExcludeStreets=false', [9000203, 9000204]],
    ['PlaceID=100010&Accurate=true', [9000202, 9000204, 9000205]],
    ['PlaceID=100010&Accurate=false', [9000203]],
    ['PlaceID=100010&Gaeltacht=true', [9000202]],
    ['PlaceID=100010&Gaeltacht=false', [100010, 9000201, 9000203, 9000204, 9000205]],
    ['PlaceID=100010&PostOffice=true', [9000203]],
    ['PlaceID=9000203&PostOffice=false', [9000204]],
    ['PlaceID=100010&NorthernIreland=True', [9000205]],
    ['PlaceID=9000203&NorthernIreland=false', [9000203, 9000204]],
    ['PlaceID=100010&CreatedSince=2010-01-01', [9000202, 9000203, 9000204, 9000205]],
    ['PlaceID=100010&CreatedBefore=2010-01-01', [100010, 9000201]],
    ['CategoryID=CON&ModifiedSince=2019-01-01', [100005]],
    ['CategoryID=CON&ModifiedBefore=2019-01-01', [100010]],
    ['PlaceID=100010&CategoryID=SR', [9000204]],
  ] as const)('%s', async (query, expected) => {
    const reply = await list(query);
    expect(placeIDs(reply)).toEqual(expected);
    expect(reply.body).toMatchObject({ totalCount: expected.length });
  });
});

describe('place-names-service 4, sorting rules; wire-format 4, distance', () => {
  it.each([
    // From the townland: itself 0 m, the river 111 m by its nearest coordinates, town 2,224 m, street 2,335 m.
    ['Latitude=52&Longitude=-8.5', [9000202, 9000205, 9000203, 9000204]],
    ['Latitude=52&Longitude=-8.5&Radius=2300', [9000202, 9000205, 9000203]],
    ['Latitude=52&Longitude=-8.5&Radius=111', [9000202]],
    ['Latitude=52&Longitude=-8.5&Radius=112', [9000202, 9000205]],
    ['Latitude=52.03&Longitude=-8.5&Radius=15000', [9000204, 9000203, 9000205, 9000202]],
    // The default radius is 3,000 m: 3,336 m away is outside.
    ['Latitude=52.03&Longitude=-8.5', [9000204, 9000203]],
    ['Latitude=52&Longitude=-8.5&CategoryID=BF', [9000202, 9000203]],
    ['Latitude=-33.9&Longitude=151.2', []],
  ] as const)('%s: nearest first', async (query, expected) => {
    expect(placeIDs(await list(query))).toEqual(expected);
  });
});

describe('wire-format 4: Query', () => {
  const inCork = (query: string) => list(`PlaceID=100010&Query=${encodeURIComponent(query)}`);

  it('a whole name, whatever the letter case', async () => {
    expect(placeIDs(await inCork('ballyMORE'))).toEqual([9000202]);
  });

  it('whole words of a name; the names that have others too are related', async () => {
    const reply = await inCork('Baile');
    expect(placeIDs(reply)).toEqual([9000202, 9000203]);
    expect(reply.body).toMatchObject({ relatedNames: ['An Baile Mór', 'Baile Mor'] });
  });

  it.each(['Baile  Mor', 'Baile\u00a0Mor', 'Baile Mor.', 'Baile, Mor'])(
    'the whole name, spaced or pointed otherwise, has no other words: %j',
    async (query) => {
      const reply = await inCork(query);
      expect(placeIDs(reply)).toEqual([9000203]);
      expect(reply.body).not.toHaveProperty('relatedNames');
    },
  );

  it('names that differ in accents are similar, however the query is spaced', async () => {
    expect((await inCork('Baile  Mór')).body).toMatchObject({ similarNames: ['Baile Mor'] });
  });

  it('accents are significant', async () => {
    const accented = await inCork('Baile Mór');
    expect(placeIDs(accented)).toEqual([9000202]);
    expect(accented.body).toMatchObject({ similarNames: ['Baile Mor'], relatedNames: ['An Baile Mór'] });
    const plain = await inCork('Baile Mor');
    expect(placeIDs(plain)).toEqual([9000203]);
    expect(plain.body).not.toHaveProperty('similarNames');
  });

  it('an accent typed apart from its letter is the same accent', async () => {
    expect(placeIDs(await inCork('Baile Mo\u0301r'))).toEqual([9000202]);
  });

  it('names one edit away are similar, and not in the result', async () => {
    const reply = await inCork('Ballymora');
    expect(placeIDs(reply)).toEqual([9000203]);
    expect(reply.body).toMatchObject({ similarNames: ['Ballymore'] });
  });

  it('part of a word is no match', async () => {
    expect((await inCork('Bally')).body).toEqual({ totalCount: 0, places: [] });
  });

  it('other filters apply to similar and related names, too', async () => {
    const reply = await list('PlaceID=9000203&Query=Ballymor');
    expect(reply.body).toEqual({ totalCount: 0, places: [], similarNames: ['Ballymora'] });
  });

  it('spaces may be written as plus signs', async () => {
    expect(placeIDs(await list('PlaceID=100010&Query=long+river'))).toEqual([9000205]);
  });
});

describe('wire-format 4: Page and PerPage', () => {
  it('a page of the result, with its place in the whole', async () => {
    const reply = await list('PlaceID=100010&PerPage=4&Page=2');
    expect(placeIDs(reply)).toEqual([9000204, 9000205]);
    expect(reply.body).toMatchObject({ totalCount: 6, totalPages: 2, currentPage: 2, countPerPage: 4 });
  });

  it('1,000 a page by default', async () => {
    const reply = await list('PlaceID=100010&Page=1');
    expect(reply.body).toMatchObject({ totalCount: 6, totalPages: 1, currentPage: 1, countPerPage: 1000 });
    expect(placeIDs(reply)).toHaveLength(6);
  });

  it('a page after the last is empty', async () => {
    expect(placeIDs(await list('PlaceID=100010&Page=9'))).toEqual([]);
  });

  it('a page that no number represents exactly is out of range (wire-format 1, integers)', async () => {
    for (const page of [String(2n ** 53n), '9'.repeat(400)]) {
      expect((await list(`PlaceID=100010&Page=${page}`)).status).toBe(400);
    }
    const last = await list(`PlaceID=100010&Page=${Number.MAX_SAFE_INTEGER}`);
    expect(last.body).toMatchObject({ currentPage: Number.MAX_SAFE_INTEGER, places: [] });
  });
});
