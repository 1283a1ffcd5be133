import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BOOLEAN,
  body,
  DATE,
  each,
  faultsOf,
  INTEGER,
  idsOf,
  type Json,
  list,
  NO_BOOLEANS,
  NO_DATES,
  NO_INTEGERS,
  numeric,
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

const { get, places, refuses } = list(() => services.places, '/api/v0.9');
/**
 * Places along the meridian of 8° west, in metres north of 53°: 9000901 at 0, 9000907 (nearer of two) and
 * 9000908 at 1,113, 9000900 at 2,225, 9000902 at 2,948, 9000903 at 3,059, 9000904 at 14,908, 9000905 at
 * 15,131; and 9000909 2,685 m to the east. The rest have no coordinates.
 */
const small = list(() => edges.places, '/api/v0.9');
const FLOAT = /number|float|decimal/i;
const NO_FLOATS = ['', 'x', '54,95', '54.9N', 'NaN', 'Infinity', '0x10', '5.1.2'];
const COUNTIES = Array.from({ length: 32 }, (_, i) => 100000 + i);
const IN_DUNSALLAGH = [9000015, 9000016, 9000017, 9000018];

async function both(path: string, query = ''): Promise<unknown> {
  const [bare, slashed] = await Promise.all([
    services.places(path + query),
    services.places(`${path}/${query}`),
  ]);
  expect(slashed.status, slashed.url).toBe(200);
  expect(slashed.text, slashed.url).toBe(bare.text);
  expect(bare.headers['content-type'], bare.url).toBe('application/json; charset=utf-8');
  return body<unknown>(bare);
}

describe('place-names-service 4, endpoints', () => {
  test('GET /api: general metadata', async () => {
    const told = (await both('/api')) as Json;
    expect(Object.keys(told).sort()).toEqual(['documentation', 'name', 'status', 'version', 'versions']);
    expect(told.status).toBe('pre-release');
    expect(told.versions).toContain('v0.9');
    expect(told.name).toBeTypeOf('string');
  });

  test('GET /api/v0.9: a list of places and associated metadata', async () => {
    const told = (await both('/api/v0.9', '?CategoryID=SRB')) as PlaceList;
    expect(told.totalCount).toBe(2);
    expect(idsOf(told.places)).toEqual([9000045, 9000053]);
    expect(Object.keys(told).sort()).toEqual(['places', 'totalCount']);
  });

  test('GET /api/v0.9/{id}: one place', async () => {
    expect(await both('/api/v0.9/9000072')).toMatchObject({
      id: 9000072,
      permalink: 'https://placenames.example.org/9000072',
      placenames: [
        { id: 9200139, language: 'en', wording: 'Lisnagowan', main: true },
        { id: 9200140, language: 'ga', wording: 'Lios na nGabhann', main: true },
      ],
      includedIn: [{ id: 9000071 }, { id: 9000070 }, { id: 100003 }, { id: 9000001 }],
      geography: { accurate: true, source: 'osi', coordinates: [{ latitude: 54.0277, longitude: -7.4203 }] },
      links: [
        { type: 'CavanTownlands', target: 'https://townlands.example.org/cavan/lisnagowan' },
        { type: 'Osi', target: '1400772' },
      ],
    });
  });

  test('GET /api/v0.9/{id}: a county, and a merged place that tells its replacement', async () => {
    expect((await both('/api/v0.9/100013')) as Json).toMatchObject({ id: 100013 });
    expect((await both('/api/v0.9/9000030')) as Json).toMatchObject({ id: 9000030, replacementID: 9000012 });
  });

  test('GET /api/v0.9/{id} id: a place that is not there is 404, no integer is 400', async () => {
    problem(await services.places('/api/v0.9/9009999'), 404);
    problem(await services.places('/api/v0.9/7001'), 404);
    for (const id of ['abc', '12x', '1.5', '-1']) problem(await services.places(`/api/v0.9/${id}`), 400);
  });

  test('GET /api/v0.9/administrative-units: the reference list', async () => {
    const units = (await both('/api/v0.9/administrative-units')) as Json[];
    expect(units.map(({ id }) => id).sort()).toEqual(['B', 'BAR', 'BF', 'CON', 'CUIGE', 'PAR', 'SR', 'SRB']);
    expect(units).toContainEqual({
      id: 'PAR',
      nameEN: 'civil parish',
      nameGA: 'paróiste dlí',
      namePluralEN: 'civil parishes',
      namePluralGA: 'paróistí dlí',
      count: 5,
    });
  });

  test('GET /api/v0.9/features: the reference list', async () => {
    const features = (await both('/api/v0.9/features')) as Json[];
    expect(features.map(({ id }) => id).sort()).toEqual(['ABH', 'CN', 'L', 'OIL', 'TOB']);
    expect(features.find(({ id }) => id === 'TOB')?.count).toBe(0);
  });

  test('GET /api/v0.9/glossary: the reference list; no forms and no translation are absent', async () => {
    const glossary = (await both('/api/v0.9/glossary')) as Json[];
    expect(idsOf(glossary).sort(numeric)).toEqual([801, 802, 803, 804, 805, 806, 807, 808, 809, 810]);
    expect(glossary).toContainEqual({
      id: 801,
      headword: 'gort',
      translation: 'field',
      forms: ['gurt', 'goirt'],
      count: 1,
    });
    expect(glossary).toContainEqual({
      id: 804,
      headword: 'baile',
      translation: 'homestead, townland, town',
      count: 2,
    });
    expect(glossary).toContainEqual({ id: 810, headword: 'corrán', count: 1 });
  });

  test('GET /api/v0.9/counties: the 32 counties, as places', async () => {
    const counties = (await both('/api/v0.9/counties')) as Json[];
    expect(idsOf(counties)).toEqual(COUNTIES);
    const donegal = counties.find(({ id }) => id === 100013);
    expect(donegal).toEqual(body(await services.places('/api/v0.9/100013')));
  });
});

describe('place-names-service 4, required filter', () => {
  const alternatives = ['PlaceID', 'CategoryID', 'GlossaryID', 'Latitude', 'Longitude'];
  async function lacksFilter(query: string) {
    const answer = await services.places(`/api/v0.9${query}`);
    expect(problem(answer, 400).errors?.length, answer.text).toBeGreaterThan(0);
    for (const name of alternatives) expect(answer.text).toContain(name);
  }

  test('GET /api/v0.9 PlaceID: alone satisfies the requirement', async () => {
    expect((await get('PlaceID=100013')).status).toBe(200);
  });

  test('GET /api/v0.9 CategoryID: alone satisfies the requirement', async () => {
    expect((await get('CategoryID=BF')).status).toBe(200);
  });

  test('GET /api/v0.9 GlossaryID: alone satisfies the requirement', async () => {
    expect((await get('GlossaryID=801')).status).toBe(200);
  });

  test('GET /api/v0.9 Latitude: with Longitude satisfies the requirement', async () => {
    expect((await get('Latitude=54.95&Longitude=-8.25')).status).toBe(200);
  });

  test('GET /api/v0.9: no filter at all is 400, and the answer names the alternatives', async () => {
    await lacksFilter('');
    await lacksFilter('/');
  });

  each(
    [
      { name: 'ExcludeStreets', value: 'true' },
      { name: 'Accurate', value: 'true' },
      { name: 'Query', value: 'Saileach' },
      { name: 'Gaeltacht', value: 'true' },
      { name: 'PostOffice', value: 'true' },
      { name: 'NorthernIreland', value: 'true' },
      { name: 'CreatedBefore', value: '2020-01-01' },
      { name: 'CreatedSince', value: '2010-01-01' },
      { name: 'ModifiedBefore', value: '2020-01-01' },
      { name: 'ModifiedSince', value: '2010-01-01' },
      { name: 'Page', value: '1' },
      { name: 'PerPage', value: '10' },
    ],
    (row) => `GET /api/v0.9 ${row.name}: alone does not satisfy it`,
    async ({ name, value }) => {
      await lacksFilter(`?${name}=${value}`);
    },
  );
});

describe('place-names-service 4, query parameters (place list)', () => {
  test('GET /api/v0.9 PlaceID: the place itself and all within it, through the whole hierarchy', async () => {
    expect(await places('PlaceID=9000015')).toEqual(IN_DUNSALLAGH);
    expect(await places('PlaceID=9000072')).toEqual([9000072]);
    expect(await places('PlaceID=9000041')).toEqual([9000041, 9000042, 9000043, 9000044, 9000045, 9000046]);
    expect(await places('PlaceID=9009999')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`PlaceID=${bad}`, INTEGER);
  });

  test('GET /api/v0.9 PlaceID: a county id returns all places in that county', async () => {
    expect(await places('PlaceID=100013')).toEqual([
      100013, 9000010, 9000011, 9000012, 9000013, 9000014, 9000015, 9000016, 9000017, 9000018, 9000019,
      9000020, 9000021, 9000022, 9000030,
    ]);
    expect(await places('PlaceID=100002')).toEqual([100002, 9000080, 9000081]);
    expect(await places('PlaceID=100001')).toEqual([100001]);
  });

  test('GET /api/v0.9 PlaceID: a province returns its counties and all within them', async () => {
    expect(await places('PlaceID=9000002')).toEqual([
      100005, 100009, 100010, 100022, 100026, 100029, 9000002, 9000040, 9000041, 9000042, 9000043, 9000044,
      9000045, 9000046,
    ]);
  });

  test('GET /api/v0.9 PlaceID: a parish in two counties is in both lists', async () => {
    expect(await places('PlaceID=100023')).toContain(9000061);
    expect(await places('PlaceID=100015')).toContain(9000061);
    expect(await places('PlaceID=9000061')).toEqual([9000061, 9000062, 9000063]);
  });

  test('GET /api/v0.9 PlaceID: a townland of a parish in two counties is only in its own county', async () => {
    expect(await places('PlaceID=100023')).toEqual([100023, 9000061, 9000063, 9000064]);
    expect(await places('PlaceID=100015')).toEqual([100015, 9000060, 9000061, 9000062]);
    expect(await places('PlaceID=9000064')).toEqual([9000061, 9000063, 9000064]);
    expect(await places('PlaceID=9000060')).toEqual([9000060, 9000061, 9000062]);
  });

  test('GET /api/v0.9 CategoryID: any of the categories of a place', async () => {
    expect(await places('CategoryID=SRB')).toEqual([9000045, 9000053]);
    expect(await places('CategoryID=OIL')).toEqual([9000022]);
    expect(await places('CategoryID=B')).toEqual([9000015, 9000080]);
    const townlands = await places('CategoryID=BF');
    expect(townlands).toContain(9000015);
    expect(townlands).toContain(9000022);
    expect(await places('CategoryID=CON')).toEqual(COUNTIES);
    expect(await places('CategoryID=TOB')).toEqual([]);
  });

  test('GET /api/v0.9 GlossaryID: by glossary entry', async () => {
    expect(await places('GlossaryID=809')).toEqual([9000012, 9000015]);
    expect(await places('GlossaryID=804')).toEqual([9000051, 9000052]);
    expect(await places('GlossaryID=899')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`GlossaryID=${bad}`, INTEGER);
  });

  test('GET /api/v0.9 ExcludeStreets: true leaves out the places of category SR', async () => {
    expect(await places('PlaceID=9000015&ExcludeStreets=true')).toEqual([9000015]);
    expect(await places('PlaceID=9000015&ExcludeStreets=TRUE')).toEqual([9000015]);
    expect(await places('PlaceID=9000015&ExcludeStreets=false')).toEqual(IN_DUNSALLAGH);
    expect(await places('CategoryID=SR&ExcludeStreets=true')).toEqual([]);
    for (const bad of NO_BOOLEANS) await refuses(`PlaceID=9000015&ExcludeStreets=${bad}`, BOOLEAN);
  });

  test('GET /api/v0.9 Latitude: with Longitude, places within the radius, nearest first', async () => {
    expect(await places('Latitude=54.9507&Longitude=-8.2512')).toEqual([
      9000015, 9000017, 9000016, 9000019, 9000012, 9000014, 9000011,
    ]);
    expect(await places('Latitude=0&Longitude=0')).toEqual([]);
    expect(await places('Latitude=-54.9507&Longitude=-8.2512')).toEqual([]);
    for (const bad of NO_FLOATS) await refuses(`Longitude=-8.25&Latitude=${bad}`, FLOAT);
    for (const bad of ['91', '-90.5', '1000']) await refuses(`Longitude=-8.25&Latitude=${bad}`, /90/);
  });

  test('GET /api/v0.9 Longitude: with Latitude, on a sphere and not on a grid of degrees', async () => {
    // 9000909 lies 0.04° east: 4.4 km if a degree of longitude were one of latitude, 2.7 km in truth.
    expect(await small.places('Latitude=53&Longitude=-8')).toContain(9000909);
    expect(await small.places('Latitude=53&Longitude=-7.96&Radius=100')).toEqual([9000909]);
    expect(await small.places('Latitude=53&Longitude=8')).toEqual([]);
    for (const bad of NO_FLOATS) await refuses(`Latitude=54.95&Longitude=${bad}`, FLOAT);
    for (const bad of ['181', '-180.5', '1000']) await refuses(`Latitude=54.95&Longitude=${bad}`, /180/);
  });

  test('GET /api/v0.9 Latitude: without Longitude is 400, whatever else is given', async () => {
    for (const query of ['Latitude=54.95', 'PlaceID=100013&Latitude=54.95']) {
      const answer = await get(query);
      expect(faultsOf(problem(answer, 400)).join()).toMatch(/Latitude|Longitude/);
      expect(answer.text).toContain('Longitude');
    }
  });

  test('GET /api/v0.9 Longitude: without Latitude is 400, whatever else is given', async () => {
    for (const query of ['Longitude=-8.25', 'PlaceID=100013&Longitude=-8.25']) {
      const answer = await get(query);
      expect(faultsOf(problem(answer, 400)).join()).toMatch(/Latitude|Longitude/);
      expect(answer.text).toContain('Latitude');
    }
  });

  test('GET /api/v0.9 Longitude: both out of range, both are named', async () => {
    const told = problem(await get('Latitude=91&Longitude=-181'), 400);
    expect(faultsOf(told).sort()).toEqual(['Latitude', 'Longitude']);
  });

  test('GET /api/v0.9 Accurate: three-valued; a place without coordinates is neither', async () => {
    expect(await places('PlaceID=9000015&Accurate=true')).toEqual([9000015, 9000016]);
    expect(await places('PlaceID=9000015&Accurate=false')).toEqual([9000017]);
    expect(await places('PlaceID=9000015')).toEqual(IN_DUNSALLAGH);
    expect(await places('CategoryID=SRB&Accurate=FALSE')).toEqual([]);
    expect(await places('PlaceID=9000041&Accurate=False')).toEqual([9000042, 9000043]);
    for (const bad of NO_BOOLEANS) await refuses(`PlaceID=9000015&Accurate=${bad}`, BOOLEAN);
  });

  test('GET /api/v0.9 Radius: whole metres from 1 to 15,000', async () => {
    const at = 'Latitude=54.9507&Longitude=-8.2512';
    expect(await places(`${at}&Radius=700`)).toEqual([9000015, 9000017, 9000016, 9000019]);
    expect(await places(`${at}&Radius=1`)).toEqual([9000015, 9000017]);
    expect(await small.places('Latitude=53.05&Longitude=-8&Radius=1000')).toEqual([]);
    for (const bad of ['0', '-1', '15001', '99999', '2.5', '3000m', '', 'x', '1e3']) {
      await refuses(`${at}&Radius=${bad}`, /whole|integer|metres/i);
    }
  });

  test('GET /api/v0.9 Radius: without coordinates is 400', async () => {
    expect(faultsOf(problem(await get('PlaceID=100013&Radius=3000'), 400))).toContain('Radius');
  });

  test('GET /api/v0.9 Query: a whole word of a name, in any language', async () => {
    expect(await places('PlaceID=100013&Query=Saileach')).toEqual([9000012, 9000015]);
    expect(await places('PlaceID=100013&Query=Inis')).toEqual([9000022]);
    expect(await places('PlaceID=100013&Query=Street')).toEqual([9000016]);
    expect(await places('PlaceID=100013&Query=Avonbeg')).toEqual([9000019]);
    expect(await places('PlaceID=100013&Query=Carrigwee')).toEqual([9000014]);
    expect(await places('PlaceID=9000012&Query=Sail')).toEqual([]);
    expect(await places('PlaceID=9000012&Query=asillag')).toEqual([]);
    expect(await places('PlaceID=100010&Query=Inishcorran')).toEqual([]);
  });

  test('GET /api/v0.9 Query: a whole name', async () => {
    expect(await places('PlaceID=100013&Query=Gort na Saileach')).toEqual([9000012]);
    expect(await places('PlaceID=100013&Query=Owenbeg')).toEqual([9000019]);
    expect(await places("PlaceID=100002&Query=Cooper's Row")).toEqual([9000081]);
  });

  test('GET /api/v0.9 Query: accents significant, letter case not', async () => {
    expect(await places('PlaceID=100013&Query=Dún')).toEqual([100013, 9000015]);
    expect(await places('PlaceID=100013&Query=dún')).toEqual([100013, 9000015]);
    expect(await places('PlaceID=100013&Query=D%C3%9AN')).toEqual([100013, 9000015]);
    expect(await places('PlaceID=100013&Query=Dun')).toEqual([]);
    expect(await places('PlaceID=100013&Query=sáileach')).toEqual([]);
    expect(await places('PlaceID=100013&Query=gort NA saileach')).toEqual([9000012]);
    expect(await places('PlaceID=9000002&Query=ráth')).toEqual([9000044, 9000045]);
  });

  test('GET /api/v0.9 Query: similarNames differ in accents or by one edit', async () => {
    const similar = async (query: string) =>
      body<PlaceList>(await small.get(`PlaceID=100009&Query=${query}`)).similarNames;
    expect((await similar('Baile Mór'))?.sort()).toEqual(['Baile Mor', 'Bale Mór']);
    expect((await similar('Bal Mór'))?.sort()).toEqual(['Bale Mór']);
    expect(await similar('Corach')).toEqual(['Corrach']);
    expect(await similar('Còrrach')).toEqual(['Corrach']);
    expect(await similar('Whitebag')).toEqual(['Whitebog']);
    expect(body<PlaceList>(await get('PlaceID=100013&Query=Dun Saileach'))).toEqual({
      totalCount: 0,
      places: [],
      similarNames: ['Dún Saileach'],
    });
  });

  test('GET /api/v0.9 Query: relatedNames contain it among other words', async () => {
    const corrach = body<PlaceList>(await small.get('PlaceID=100009&Query=corrach'));
    expect(idsOf(corrach.places)).toEqual([9000925, 9000926]);
    expect(corrach.relatedNames).toEqual(['An Corrach Bán']);
    const baile = body<PlaceList>(await small.get('PlaceID=100009&Query=Baile Mór'));
    expect(idsOf(baile.places)).toContain(9000920);
    expect(baile.relatedNames).toEqual(['Baile Mór Theas']);
    const told = body<PlaceList>(await get('PlaceID=100013&Query=Saileach'));
    expect(told.relatedNames?.sort()).toEqual(['Dún Saileach', 'Gort na Saileach']);
  });

  test('GET /api/v0.9 Query: neither list of names when there is nothing to tell', async () => {
    for (const query of ['Query=Owenbeg', 'Query=Zzzzzzzz', 'ExcludeStreets=true']) {
      const told = body<PlaceList>(await get(`PlaceID=100013&${query}`));
      expect(Object.keys(told).sort(), query).toEqual(['places', 'totalCount']);
    }
  });

  test('GET /api/v0.9 Gaeltacht: true keeps such places, false leaves them out, not given keeps all', async () => {
    // 9000012, 9000013, 9000022 lie wholly, 9000010, 9000011, 9000015 partly in one.
    const all = await places('PlaceID=9000010');
    const inside = await places('PlaceID=9000010&Gaeltacht=true');
    const outside = await places('PlaceID=9000010&Gaeltacht=false');
    expect(inside).toEqual(expect.arrayContaining([9000012, 9000013, 9000022]));
    expect(outside).toEqual(expect.arrayContaining([9000014, 9000016, 9000017, 9000018, 9000030]));
    expect([...inside, ...outside].sort(numeric)).toEqual(all);
    expect(await places('CategoryID=OIL&Gaeltacht=False')).toEqual([]);
    expect(await places('CategoryID=OIL&Gaeltacht=TRUE')).toEqual([9000022]);
    expect(await small.places('CategoryID=BF&Gaeltacht=true')).toEqual([9000920]);
    for (const bad of NO_BOOLEANS) await refuses(`PlaceID=9000010&Gaeltacht=${bad}`, BOOLEAN);
  });

  test('GET /api/v0.9 PostOffice: true keeps such places, false leaves them out, not given keeps all', async () => {
    expect(await places('CategoryID=SRB&PostOffice=true')).toEqual([9000045, 9000053]);
    expect(await places('CategoryID=SRB&PostOffice=false')).toEqual([]);
    expect(await places('CategoryID=BF&PostOffice=true')).toEqual([9000015]);
    expect(await places('PlaceID=9000051&PostOffice=false')).toEqual([9000051, 9000052]);
    expect(await small.places('CategoryID=BF&PostOffice=true')).toEqual([9000921]);
    for (const bad of NO_BOOLEANS) await refuses(`CategoryID=SRB&PostOffice=${bad}`, BOOLEAN);
  });

  test('GET /api/v0.9 NorthernIreland: true keeps such places, false leaves them out, not given keeps all', async () => {
    const six = [100000, 100001, 100011, 100012, 100014, 100030];
    expect(await places('CategoryID=CON&NorthernIreland=true')).toEqual(six);
    expect(await places('CategoryID=CON&NorthernIreland=false')).toEqual(
      COUNTIES.filter((id) => !six.includes(id)),
    );
    expect(await places('CategoryID=CON')).toEqual(COUNTIES);
    expect(await places('CategoryID=PAR&NorthernIreland=TRUE')).toEqual([9000051]);
    expect(await places('CategoryID=OIL&NorthernIreland=true')).toEqual([]);
    for (const bad of NO_BOOLEANS) await refuses(`CategoryID=CON&NorthernIreland=${bad}`, BOOLEAN);
  });

  test('GET /api/v0.9 CreatedBefore: created strictly before that day', async () => {
    expect(await places('PlaceID=9000015&CreatedBefore=2011-05-04')).toEqual([9000015]);
    expect(await places('PlaceID=9000015&CreatedBefore=2011-05-05')).toEqual(IN_DUNSALLAGH);
    expect(await places('PlaceID=9000015&CreatedBefore=2009-01-12')).toEqual([]);
    // 9000906 was created at exactly 00:00 UTC, 9000920 a ten-millionth of a second earlier.
    const before = await small.places('CategoryID=BF&CreatedBefore=2020-01-01');
    expect(before).toContain(9000920);
    expect(before).not.toContain(9000906);
    for (const bad of NO_DATES) await refuses(`PlaceID=9000015&CreatedBefore=${bad}`, DATE);
  });

  test('GET /api/v0.9 CreatedSince: created at 00:00 UTC of that day or later', async () => {
    expect(await places('PlaceID=9000015&CreatedSince=2011-05-04')).toEqual([9000016, 9000017, 9000018]);
    expect(await places('PlaceID=9000015&CreatedSince=2011-05-05')).toEqual([]);
    expect(await small.places('CategoryID=BF&CreatedSince=2020-01-01')).toEqual([9000906]);
    for (const bad of NO_DATES) await refuses(`PlaceID=9000015&CreatedSince=${bad}`, DATE);
  });

  test('GET /api/v0.9 ModifiedBefore: strictly before; never modified counts as modified when created', async () => {
    // 9000022 was modified at exactly 2016-07-01T00:00:00Z, 9000015 at 2020-01-31T23:59:59.999Z.
    expect(await places('CategoryID=OIL&ModifiedBefore=2016-07-01')).toEqual([]);
    expect(await places('CategoryID=OIL&ModifiedBefore=2016-07-02')).toEqual([9000022]);
    expect(await places('CategoryID=B&ModifiedBefore=2020-01-31')).toEqual([9000080]);
    expect(await places('CategoryID=B&ModifiedBefore=2020-02-01')).toEqual([9000015, 9000080]);
    expect(await places('CategoryID=SR&ModifiedBefore=2011-05-04')).toEqual([]);
    for (const bad of NO_DATES) await refuses(`CategoryID=B&ModifiedBefore=${bad}`, DATE);
  });

  test('GET /api/v0.9 ModifiedSince: at 00:00 UTC of that day or later', async () => {
    expect(await places('CategoryID=OIL&ModifiedSince=2016-07-01')).toEqual([9000022]);
    expect(await places('CategoryID=OIL&ModifiedSince=2016-07-02')).toEqual([]);
    expect(await places('CategoryID=CON&ModifiedSince=2015-03-17')).toEqual([100010, 100013]);
    expect(await places('CategoryID=CON&ModifiedSince=2015-03-18')).toEqual([]);
    expect(await places('CategoryID=B&ModifiedSince=2009-10-01')).toEqual([9000015, 9000080]);
    expect(await small.places('CategoryID=BF&ModifiedSince=2021-01-01')).toEqual([9000920]);
    for (const bad of NO_DATES) await refuses(`CategoryID=B&ModifiedSince=${bad}`, DATE);
  });
});

describe('place-names-service 4, sorting rules', () => {
  test('GET /api/v0.9 PlaceID: rule 1, by place identifier, as a number', async () => {
    const ids = await places('PlaceID=9000001');
    expect(ids.slice(0, 3)).toEqual([100000, 100001, 100003]);
    expect(ids).toEqual([...ids].sort(numeric));
    expect(ids).toHaveLength(31);
  });

  test('GET /api/v0.9 Latitude: rule 2, nearest first, ties by id', async () => {
    expect(await places('Latitude=52.105&Longitude=-8.947')).toEqual([
      9000041, 9000042, 9000043, 9000045, 9000044, 9000046, 9000040,
    ]);
    expect(await small.places('Latitude=53&Longitude=-8')).toEqual([
      9000901, 9000907, 9000908, 9000900, 9000909, 9000902,
    ]);
  });

  test('GET /api/v0.9 Longitude: rule 2 holds beside other filters', async () => {
    expect(await places('Latitude=52.1131&Longitude=-8.9588&PlaceID=9000041&ExcludeStreets=true')).toEqual([
      9000045, 9000044, 9000041, 9000042, 9000043,
    ]);
  });

  test('GET /api/v0.9 Latitude: a place with several coordinates counts by its nearest', async () => {
    expect((await places('Latitude=54.9312&Longitude=-8.1204'))[0]).toBe(9000019);
    expect((await places('Latitude=54.9533&Longitude=-8.2598'))[0]).toBe(9000019);
    expect(await small.places('Latitude=54&Longitude=-8')).toEqual([9000907]);
    expect(await small.places('Latitude=53.01&Longitude=-8&Radius=100')).toEqual([9000907, 9000908]);
  });
});

describe('place-names-service 4, request shapes', () => {
  test('GET /api/v0.9 PlaceID: with CategoryID', async () => {
    const answer = await services.places('/api/v0.9/?PlaceID=100013&CategoryID=SR');
    expect(idsOf(body<PlaceList>(answer).places)).toEqual([9000016, 9000017, 9000018]);
  });

  test('GET /api/v0.9 Radius: with Latitude, Longitude and CategoryID', async () => {
    const answer = await services.places(
      '/api/v0.9/?Latitude=54.9507&Longitude=-8.2512&Radius=4000&CategoryID=BF',
    );
    expect(idsOf(body<PlaceList>(answer).places)).toEqual([9000015, 9000012, 9000014, 9000022, 9000013]);
  });

  test('GET /api/v0.9 Query: with PlaceID', async () => {
    const answer = await services.places('/api/v0.9/?Query=Carraig&PlaceID=100013');
    expect(idsOf(body<PlaceList>(answer).places)).toEqual([9000014]);
  });

  test('GET /api/v0.9 GlossaryID: with PlaceID, Gaeltacht and Accurate, all of one place', async () => {
    expect(
      await places('GlossaryID=809&PlaceID=9000011&Gaeltacht=true&Accurate=true&PostOffice=false'),
    ).toEqual([9000012]);
    expect(await places('GlossaryID=809&PlaceID=100010')).toEqual([]);
  });
});

describe('place-names-service 8, limits', () => {
  test('GET /api/v0.9 Radius: the default is 3,000', async () => {
    const bare = await small.places('Latitude=53&Longitude=-8');
    expect(bare).toContain(9000902);
    expect(bare).not.toContain(9000903);
    expect(await small.places('Latitude=53&Longitude=-8&Radius=3000')).toEqual(bare);
  });

  test('GET /api/v0.9 Radius: the maximum is 15,000', async () => {
    expect(await small.places('Latitude=53&Longitude=-8&Radius=15000')).toEqual([
      9000901, 9000907, 9000908, 9000900, 9000909, 9000902, 9000903, 9000904,
    ]);
    await small.refuses('Latitude=53&Longitude=-8&Radius=15001', /15,?000/);
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
    for (const bad of ['0', '-1', 'x', '1.5', '']) await refuses(`CategoryID=CON&Page=${bad}`, INTEGER);
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
    for (const bad of ['0', '1001', '-1', 'x', '1.5', '']) {
      await refuses(`CategoryID=CON&PerPage=${bad}`, /1.*1,?000/);
    }
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
    const all = [...COUNTIES, ...(await places('CategoryID=BAR')), ...(await places('CategoryID=PAR'))];
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
