import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { each, problem, type Services, start } from './support.js';

let services: Services;
beforeAll(async () => {
  services = await start();
});
afterAll(() => services.close());

/** Each name with a value that is well-formed; the list it opens may be empty. */
const CBE = {
  VolumeID: '3101',
  VolumeNumber: '0042',
  PageID: '503',
  PartID: '2101',
  ItemID: '7001',
  CountyID: '100013',
  PlaceID: '9000013',
  Country: 'US',
  GazetteerID: '990000101',
  CollectorID: '4101',
  InformantID: '4101',
  PersonID: '4101',
};
const CBEG = {
  CountyID: '100013',
  PlaceID: '9000015',
  Country: 'AU',
  GazetteerID: '990000101',
  PhotographerID: '4101',
  RelevantPersonID: '4101',
  PersonID: '4101',
};
const CBES = {
  VolumeID: '3101',
  VolumeNumber: '0007',
  PageID: '602',
  PartID: '2201',
  ItemID: '7101',
  SchoolCountyID: '100013',
  SchoolPlaceID: '9000013',
  TeacherID: '5001',
  CountyID: '100013',
  PlaceID: '9000012',
  Country: 'IE',
  GazetteerID: '990000101',
  CollectorID: '5002',
  InformantID: '5003',
  PersonID: '5008',
};

/** Filters that are accepted but satisfy nothing by themselves. */
const DATES = {
  CreatedBefore: '2020-01-01',
  CreatedSince: '2010-01-01',
  ModifiedBefore: '2030-01-01',
  ModifiedSince: '2010-01-01',
};
const YEARS = { DateFrom: '1930', DateTo: '1940', DateAccuracy: 'APPROX' };
const NOT_CBE = { RelevantPersonID: '4101', Language: 'ga', ...YEARS, ...DATES };
const NOT_CBEG = {
  Digitized: 'true',
  Copyright: 'CBE',
  Condition: '2',
  HandbookTopic: 'E',
  ...YEARS,
  ...DATES,
};
const NOT_CBES = { TopicID: '6011', Language: 'ga', ...DATES };

const rows = (each: Record<string, string>): { name: string; value: string }[] =>
  Object.entries(each).map(([name, value]) => ({ name, value }));

/** The refusal tells which names would do. */
async function lacksFilter(path: string, alternatives: object, key: 'public' | 'archive' = 'public') {
  const answer = await services.archive(path, { key });
  const told = problem(answer, 400);
  expect(told.errors?.length, answer.text).toBeGreaterThan(0);
  for (const name of Object.keys(alternatives))
    expect(answer.text, path).toMatch(new RegExp(`\\b${name}\\b`));
}

describe('archive-service 4, required filters: manuscripts (cbe)', () => {
  each(
    rows(CBE),
    (row) => `GET /api/v0.6/cbe ${row.name}: alone satisfies the requirement`,
    async ({ name, value }) => {
      expect((await services.archive(`/api/v0.6/cbe?${name}=${value}`)).status).toBe(200);
    },
  );

  test('GET /api/v0.6/cbe GeoNameID: the other spelling of GazetteerID satisfies it too', async () => {
    expect((await services.archive('/api/v0.6/cbe?GeoNameID=990000101')).status).toBe(200);
  });

  test('GET /api/v0.6/cbe: no filter at all is 400, and the answer names the alternatives', async () => {
    await lacksFilter('/api/v0.6/cbe', CBE);
    await lacksFilter('/api/v0.6/cbe/', CBE);
  });

  each(
    rows(NOT_CBE),
    (row) => `GET /api/v0.6/cbe ${row.name}: alone does not satisfy it`,
    async ({ name, value }) => {
      await lacksFilter(`/api/v0.6/cbe?${name}=${value}`, CBE);
    },
  );

  test('GET /api/v0.6/cbe Status: alone does not satisfy it', async () => {
    await lacksFilter('/api/v0.6/cbe?Status=4', CBE, 'archive');
  });
});

describe('archive-service 4, required filters: photographs (cbeg)', () => {
  each(
    rows(CBEG),
    (row) => `GET /api/v0.6/cbeg ${row.name}: alone satisfies the requirement`,
    async ({ name, value }) => {
      expect((await services.archive(`/api/v0.6/cbeg?${name}=${value}`)).status).toBe(200);
    },
  );

  test('GET /api/v0.6/cbeg GeoNameID: the other spelling of GazetteerID satisfies it too', async () => {
    expect((await services.archive('/api/v0.6/cbeg?GeoNameID=990000101')).status).toBe(200);
  });

  test('GET /api/v0.6/cbeg: no filter at all is 400, and the answer names the alternatives', async () => {
    await lacksFilter('/api/v0.6/cbeg', CBEG);
    await lacksFilter('/api/v0.6/cbeg/', CBEG);
  });

  each(
    rows(NOT_CBEG),
    (row) => `GET /api/v0.6/cbeg ${row.name}: alone does not satisfy it`,
    async ({ name, value }) => {
      await lacksFilter(`/api/v0.6/cbeg?${name}=${value}`, CBEG);
    },
  );

  test('GET /api/v0.6/cbeg Status: alone does not satisfy it', async () => {
    await lacksFilter('/api/v0.6/cbeg?Status=4', CBEG, 'archive');
  });
});

describe('archive-service 4, required filters: schools (cbes)', () => {
  each(
    rows(CBES),
    (row) => `GET /api/v0.6/cbes ${row.name}: alone satisfies the requirement`,
    async ({ name, value }) => {
      expect((await services.archive(`/api/v0.6/cbes?${name}=${value}`)).status).toBe(200);
    },
  );

  test('GET /api/v0.6/cbes GeoNameID: the other spelling of GazetteerID satisfies it too', async () => {
    expect((await services.archive('/api/v0.6/cbes?GeoNameID=990000101')).status).toBe(200);
  });

  test('GET /api/v0.6/cbes: no filter at all is 400, and the answer names the alternatives', async () => {
    await lacksFilter('/api/v0.6/cbes', CBES);
    await lacksFilter('/api/v0.6/cbes/', CBES);
  });

  each(
    rows(NOT_CBES),
    (row) => `GET /api/v0.6/cbes ${row.name}: alone does not satisfy it`,
    async ({ name, value }) => {
      await lacksFilter(`/api/v0.6/cbes?${name}=${value}`, CBES);
    },
  );

  test('GET /api/v0.6/cbes Status: alone does not satisfy it', async () => {
    await lacksFilter('/api/v0.6/cbes?Status=4', CBES, 'archive');
  });
});

describe('archive-service 4, required filters: people (cbed)', () => {
  test('GET /api/v0.6/cbed: none is required', async () => {
    expect((await services.archive('/api/v0.6/cbed')).status).toBe(200);
    expect((await services.archive('/api/v0.6/cbed/')).status).toBe(200);
    expect((await services.archive('/api/v0.6/cbed?ModifiedSince=2010-01-01')).status).toBe(200);
  });
});
