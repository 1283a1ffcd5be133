import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { body, idsOf, type Json, problem, type Services, start, type Volume } from './support.js';

let services: Services;
beforeAll(async () => {
  services = await start();
});
afterAll(() => services.close());

const PEOPLE = [
  4101, 4103, 4104, 4105, 4106, 4107, 4108, 4109, 4110, 4111, 4112, 4113, 4114, 4115, 4116, 9934567890,
];

/** With and without a trailing slash the very same bytes. */
async function both(path: string, query = ''): Promise<unknown> {
  const [bare, slashed] = await Promise.all([
    services.archive(path + query),
    services.archive(`${path}/${query}`),
  ]);
  expect(slashed.status, slashed.url).toBe(200);
  expect(slashed.text, slashed.url).toBe(bare.text);
  expect(bare.headers['content-type'], bare.url).toBe('application/json; charset=utf-8');
  return body<unknown>(bare);
}

describe('archive-service 4, endpoints', () => {
  test('GET /api: general metadata', async () => {
    const told = (await both('/api')) as Json;
    expect(Object.keys(told).sort()).toEqual(['documentation', 'name', 'status', 'version', 'versions']);
    expect(told.status).toBe('pre-release');
    expect(told.version).toMatch(/^v?0\.6$/);
    expect(told.versions).toEqual([told.version]);
    expect(told.name).toBeTypeOf('string');
    expect(told.documentation).toBeTypeOf('string');
  });

  test('GET /api/v0.6: general metadata, the same', async () => {
    expect(await both('/api/v0.6')).toEqual(await both('/api'));
  });

  test('GET /api/v0.6/cbe: a list of volumes', async () => {
    const volumes = (await both('/api/v0.6/cbe', '?VolumeID=3101')) as Volume[];
    expect(idsOf(volumes)).toEqual([3101]);
    expect(volumes[0]?.volumeNumber).toBe('0042');
  });

  test('GET /api/v0.6/cbe/volumes: an index of volumes', async () => {
    expect(idsOf(await both('/api/v0.6/cbe/volumes'))).toEqual([3101, 3102]);
  });

  test('GET /api/v0.6/cbed: all people when no filter is given, by id', async () => {
    expect(idsOf(await both('/api/v0.6/cbed'))).toEqual(PEOPLE);
  });

  test('GET /api/v0.6/cbed/{id}: one person', async () => {
    const person = (await both('/api/v0.6/cbed/4116')) as Json;
    expect(person).toEqual({
      id: 4116,
      dateCreated: '2017-01-09T11:02:00Z',
      names: [{ fullName: 'Bean Uí Thnúthghaile' }],
      counties: [],
      addressesIreland: [],
      countries: [],
      addressesAbroad: [],
      occupations: [],
    });
  });

  test('GET /api/v0.6/cbed/{id}: an id above 2^32', async () => {
    expect((await both('/api/v0.6/cbed/9934567890')) as Json).toMatchObject({
      id: 9934567890,
      viafID: 9934567890,
    });
  });

  test('GET /api/v0.6/cbed/occupations: the reference list', async () => {
    const occupations = (await both('/api/v0.6/cbed/occupations')) as Json[];
    expect(occupations.map(({ id }) => id).sort()).toEqual(
      ['BAIL', 'BTÍ', 'FEIRM', 'FÍOD', 'GABH', 'GRIAN', 'IASC', 'MÚIN'].sort(),
    );
    expect(occupations).toContainEqual({ id: 'IASC', nameEN: 'fisherman', nameGA: 'iascaire' });
  });

  test('GET /api/v0.6/cbeg: a list of photographs, by id', async () => {
    const photographs = (await both('/api/v0.6/cbeg', '?CountyID=100013')) as Json[];
    expect(idsOf(photographs)).toEqual([1201, 1202, 1203, 1204, 1211]);
  });

  test('GET /api/v0.6/cbeg/{id}: one photograph', async () => {
    expect((await both('/api/v0.6/cbeg/1206')) as Json).toMatchObject({
      id: 1206,
      referenceNumber: 'E.02.00001',
      digitized: true,
      condition: 2,
      copyright: 'CBE',
      date: { isoDate: '1947-08', year: 1947, month: 8 },
    });
  });

  test('GET /api/v0.6/cbeg/topics/handbook: the reference list', async () => {
    const topics = (await both('/api/v0.6/cbeg/topics/handbook')) as Json[];
    expect(topics.map(({ id }) => id).sort()).toEqual(
      ['A010', 'A020', 'B005', 'B011', 'B030', 'E', 'E004', 'F001', 'F012'].sort(),
    );
    expect(topics).toContainEqual({
      id: 'E',
      topicEN: 'fairs and gatherings',
      topicGA: 'aontaí agus cruinnithe',
    });
  });

  test('GET /api/v0.6/cbes: a list of volumes', async () => {
    const volumes = (await both('/api/v0.6/cbes', '?VolumeNumber=0112C')) as Volume[];
    expect(idsOf(volumes)).toEqual([3202]);
    expect(volumes[0]?.type).toBe('copybook-package');
  });

  test('GET /api/v0.6/cbes/volumes: an index of volumes', async () => {
    expect(idsOf(await both('/api/v0.6/cbes/volumes'))).toEqual([3101, 3202]);
  });

  test('GET /api/v0.6/cbes/topics: the whole tree of topics', async () => {
    const found: unknown[] = [];
    const walk = (topics: unknown): void => {
      for (const topic of topics === undefined ? [] : ([topics].flat() as Json[])) {
        found.push(topic.id);
        expect(topic.titleEN).toBeTypeOf('string');
        expect(topic.titleGA).toBeTypeOf('string');
        walk(topic.subTopics);
      }
    };
    walk(await both('/api/v0.6/cbes/topics'));
    expect([...found].sort()).toEqual([
      6001, 6002, 6003, 6004, 6005, 6010, 6011, 6012, 6020, 6021, 6022, 6030, 6031, 6040, 6041, 6050, 6051,
      6060,
    ]);
  });

  test('GET /api/v0.6/counties: the reference list', async () => {
    const counties = (await both('/api/v0.6/counties')) as Json[];
    expect(counties.map(({ logainmID }) => logainmID).sort()).toEqual(
      Array.from({ length: 32 }, (_, i) => 100000 + i),
    );
    expect(counties).toContainEqual({
      logainmID: 100013,
      nameEN: 'Donegal',
      nameGA: 'Dún na nGall',
      qualifiedNameEN: 'Co. Donegal',
      qualifiedNameGA: 'Co. Dhún na nGall',
      coordinates: { latitude: 54.92, longitude: -7.95 },
    });
  });

  test('GET /api/v0.6/countries: the reference list, with the four GB parts', async () => {
    const countries = (await both('/api/v0.6/countries')) as Json[];
    expect(countries.map(({ isoCode }) => isoCode).sort()).toEqual([
      'AU',
      'CA',
      'GB-ENG',
      'GB-NIR',
      'GB-SCT',
      'GB-WLS',
      'IE',
      'US',
    ]);
    expect(countries).toContainEqual({
      isoCode: 'GB-WLS',
      geoNameID: 990000006,
      nameEN: 'Wales',
      nameGA: 'An Bhreatain Bheag',
      coordinates: { latitude: 52.1, longitude: -3.8 },
    });
  });
});

describe('archive-service 4, path parameter id', () => {
  test('GET /api/v0.6/cbed/{id} id: a person who is not there is 404', async () => {
    problem(await services.archive('/api/v0.6/cbed/9999'), 404);
    problem(await services.archive('/api/v0.6/cbed/1201'), 404);
  });

  test('GET /api/v0.6/cbeg/{id} id: a photograph that is not there is 404', async () => {
    problem(await services.archive('/api/v0.6/cbeg/9999'), 404);
    problem(await services.archive('/api/v0.6/cbeg/4101'), 404);
  });

  test('GET /api/v0.6/cbeg/{id} id: not an integer is 400', async () => {
    for (const id of ['abc', '12x', '1.5', '-1']) {
      expect(problem(await services.archive(`/api/v0.6/cbeg/${id}`), 400).detail).toContain(id);
    }
  });

  test('GET /api/v0.6/cbed/{id} id: not an integer is 400', async () => {
    for (const id of ['abc', '12x', '1.5', '-1']) {
      expect(problem(await services.archive(`/api/v0.6/cbed/${id}`), 400).detail).toContain(id);
    }
  });
});

describe('archive-service 4, rule 4: request shapes', () => {
  test('GET /api/v0.6/cbed/{id}: as written', async () => {
    expect(body(await services.archive('/api/v0.6/cbed/4101')).id).toBe(4101);
  });

  test('GET /api/v0.6/cbeg/{id}: as written', async () => {
    expect(body(await services.archive('/api/v0.6/cbeg/1201')).id).toBe(1201);
  });

  test('GET /api/v0.6/cbes VolumeNumber: after a trailing slash', async () => {
    expect(idsOf(body(await services.archive('/api/v0.6/cbes/?VolumeNumber=0007')))).toEqual([3101]);
  });

  test('GET /api/v0.6/cbeg ModifiedSince: with CountyID, after a trailing slash', async () => {
    const answer = await services.archive('/api/v0.6/cbeg/?CountyID=100013&ModifiedSince=2016-03-01');
    expect(idsOf(body(answer))).toEqual([1201, 1203, 1211]);
  });
});
