import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  body,
  faultsOf,
  idsOf,
  type Json,
  type PlaceList,
  problem,
  type Services,
  start,
} from './support.js';

let services: Services;
let edges: Services;
beforeAll(async () => {
  services = await start();
  edges = await start(new URL('./world-edges/', import.meta.url));
});
afterAll(async () => {
  await services.close();
  await edges.close();
});

const get = (query: string): Promise<Answer> => services.places(`/api/v0.9?${query}`);
const small = (query: string): Promise<Answer> => edges.places(`/api/v0.9?${query}`);
const COUNTIES = Array.from({ length: 32 }, (_, index) => 100000 + index);

describe('place-names-service 4, query parameters (place list)', () => {
  test.each([
    ['Latitude', 'Latitude=54.95', ['Latitude'], 'Longitude'],
    ['Latitude', 'PlaceID=100013&Latitude=54.95', ['Latitude'], 'Longitude'],
    ['Longitude', 'Longitude=-8.25', ['Longitude'], 'Latitude'],
    ['Longitude', 'PlaceID=100013&Longitude=-8.25', ['Longitude'], 'Latitude'],
    ['Radius', 'PlaceID=100013&Radius=3000', ['Radius'], 'Latitude'],
    ['Radius', 'PlaceID=100013&Latitude=54.95&Radius=500', ['Latitude', 'Radius'], 'Longitude'],
    ['Longitude', 'Latitude=91&Longitude=-181', ['Latitude', 'Longitude'], '180'],
  ])('GET /api/v0.9 %s: %s is 400, and what is wrong is named', async (_name, query, wrong, wanted) => {
    const answer = await get(query);
    expect(faultsOf(problem(answer, 400))).toEqual(expect.arrayContaining(wrong));
    expect(answer.text).toContain(wanted);
  });

  test('GET /api/v0.9 Query: similarNames differ in accents or by one edit', async () => {
    const similar = async (query: string) =>
      body<PlaceList>(await small(`PlaceID=100009&Query=${query}`)).similarNames;
    expect((await similar('Baile Mór'))?.sort()).toEqual(['Baile Mor', 'Bale Mór']);
    expect((await similar('Bal Mór'))?.sort()).toEqual(['Bale Mór']);
    expect(await similar('Corach')).toEqual(['An Corrach Bán', 'Corrach']);
    expect(await similar('Còrrach')).toEqual(['An Corrach Bán', 'Corrach']);
    expect(await similar('Whitebag')).toEqual(['Whitebog']);
    expect(body<PlaceList>(await get('PlaceID=100013&Query=Dun Saileach'))).toEqual({
      totalCount: 0,
      places: [],
      similarNames: ['Dún Saileach'],
    });
  });

  test('GET /api/v0.9 Query: a term without its accents is no match, and similarNames name what was meant', async () => {
    const told = body<PlaceList>(await get('PlaceID=100013&Query=Dun'));
    expect(told).toMatchObject({ totalCount: 0, places: [] });
    expect(told.similarNames).toEqual(expect.arrayContaining(['Dún na nGall', 'Dún Saileach']));
    expect(told.relatedNames).toBeUndefined();
    const among = body<PlaceList>(await get('PlaceID=100013&Query=owenveg'));
    expect(among.relatedNames).toEqual(['Avonbeg al. Owenveg']);
    expect(among.similarNames).toEqual(['Owenbeg']);
    const words = body<PlaceList>(await get('PlaceID=100013&Query=dun na ngall'));
    expect(words).toEqual({ totalCount: 0, places: [], similarNames: ['Dún na nGall'] });
  });

  test('GET /api/v0.9 Query: relatedNames contain it among other words', async () => {
    const corrach = body<PlaceList>(await small('PlaceID=100009&Query=corrach'));
    expect(idsOf(corrach.places)).toEqual([9000925, 9000926]);
    expect(corrach.relatedNames).toEqual(['An Corrach Bán']);
    const baile = body<PlaceList>(await small('PlaceID=100009&Query=Baile Mór'));
    expect(idsOf(baile.places)).toContain(9000920);
    expect(baile.relatedNames).toEqual(['Baile Mór Theas']);
    const told = body<PlaceList>(await get('PlaceID=100013&Query=Saileach'));
    expect(told.relatedNames?.sort()).toEqual(['Dún Saileach', 'Gort na Saileach']);
  });

  test('GET /api/v0.9 Query: a name is the same name however it is spaced, pointed or composed', async () => {
    const told = async (name: string) => {
      const answer = await small(`PlaceID=100009&Query=${encodeURI(name)}`);
      const { places, relatedNames } = body<PlaceList>(answer);
      return { ids: idsOf(places), relatedNames };
    };
    const wanted = { ids: [9000920, 9000924], relatedNames: ['Baile Mór Theas'] };
    const spaced = ['Baile Mór', 'Baile  Mór', 'Baile\u00a0Mór', 'Baile+Mór'];
    for (const name of [...spaced, 'Baile Mór.', 'Baile, Mór', 'Baile Mo\u0301r']) {
      expect(await told(name), JSON.stringify(name)).toEqual(wanted);
    }
  });

  test('GET /api/v0.9 Query: other filters apply to similar and related names, too', async () => {
    const told = body<PlaceList>(await get('PlaceID=9000012&Query=Saileach'));
    expect(told).toMatchObject({ totalCount: 1, relatedNames: ['Gort na Saileach'] });
    expect(body<PlaceList>(await get('PlaceID=100010&Query=Dun Saileach'))).toEqual({
      totalCount: 0,
      places: [],
    });
  });

  test('GET /api/v0.9 Query: neither list of names when there is nothing to tell', async () => {
    for (const query of ['Query=Carrigwee', 'Query=Zzzzzzzz', 'ExcludeStreets=true']) {
      const told = body<PlaceList>(await get(`PlaceID=100013&${query}`));
      expect(Object.keys(told).sort(), query).toEqual(['places', 'totalCount']);
    }
  });
});

describe('wire-format 4, pages of the place list', () => {
  const page = async (query: string): Promise<PlaceList> =>
    body<PlaceList>(await get(`CategoryID=CON&${query}`));

  test('GET /api/v0.9 Page: which page, with PerPage', async () => {
    const told = await page('Page=2&PerPage=10');
    expect(idsOf(told.places)).toEqual(COUNTIES.slice(10, 20));
    expect({ ...told, places: [] }).toEqual({
      totalCount: 32,
      totalPages: 4,
      currentPage: 2,
      countPerPage: 10,
      places: [],
    });
    expect(idsOf((await page('Page=4&PerPage=10')).places)).toEqual([100030, 100031]);
    expect(await page('Page=9&PerPage=10')).toMatchObject({ totalCount: 32, places: [] });
    expect(await page(`Page=${Number.MAX_SAFE_INTEGER}`)).toMatchObject({ totalCount: 32, places: [] });
  });

  test('GET /api/v0.9 Page: the default number of records on a page is 1,000', async () => {
    const told = await page('Page=1');
    expect(idsOf(told.places)).toEqual(COUNTIES);
    expect(told).toMatchObject({ totalCount: 32, totalPages: 1, currentPage: 1, countPerPage: 1000 });
  });

  test('GET /api/v0.9 PerPage: 1 to 1,000', async () => {
    expect(await page('PerPage=5')).toMatchObject({
      totalCount: 32,
      totalPages: 7,
      currentPage: 1,
      countPerPage: 5,
    });
    expect(idsOf((await page('PerPage=1')).places)).toEqual([100000]);
    expect(idsOf((await page('PerPage=1000')).places)).toEqual(COUNTIES);
  });

  test('GET /api/v0.9 PerPage: pages are cut after sorting, nearest first', async () => {
    const told = body<PlaceList>(await get('Latitude=52.105&Longitude=-8.947&Page=2&PerPage=3'));
    expect(idsOf(told.places)).toEqual([9000045, 9000044, 9000046]);
    expect(told.totalCount).toBe(7);
  });

  test('GET /api/v0.9 CategoryID: without Page and PerPage none of the paging keys', async () => {
    const told = body<Json>(await get('CategoryID=CON'));
    expect(Object.keys(told).sort()).toEqual(['places', 'totalCount']);
  });
});

describe('wire-format 4, categories and counts agree with the records', () => {
  test('GET /api/v0.9 PlaceID: the list of a place counts what its includes count', async () => {
    const wrong: Record<number, unknown> = {};
    const listed = async (query: string) => idsOf(body<PlaceList>(await get(query)).places);
    const all = [...COUNTIES, ...(await listed('CategoryID=BAR')), ...(await listed('CategoryID=PAR'))];
    for (const id of all) {
      const { includes } = body<{ includes: { id: string; count: number }[] }>(
        await services.places(`/api/v0.9/${id}`),
      );
      const told = body<{ places: { id: number; replacementID?: number; categories: { id: string }[] }[] }>(
        await get(`PlaceID=${id}`),
      );
      const counts: Record<string, number> = {};
      for (const place of told.places.filter((each) => each.id !== id && each.replacementID === undefined)) {
        for (const category of place.categories) counts[category.id] = (counts[category.id] ?? 0) + 1;
      }
      const expected = Object.fromEntries(includes.map((each) => [each.id, each.count]));
      if (JSON.stringify(Object.entries(counts).sort()) !== JSON.stringify(Object.entries(expected).sort())) {
        wrong[id] = { counts, expected };
      }
    }
    expect(wrong).toEqual({});
  });
});
