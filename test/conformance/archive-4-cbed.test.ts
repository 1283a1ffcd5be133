import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  COUNTRY,
  DATE,
  INTEGER,
  list,
  MARKER,
  NO_DATES,
  NO_INTEGERS,
  NO_YEARS,
  problem,
  type Services,
  start,
  YEAR,
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

const { get, ids, refuses, refusesAlias } = list(() => services.archive, '/api/v0.6/cbed');
/** Four people: 71, 72, 73 and 100. */
const small = list(() => edges.archive, '/api/v0.6/cbed');
const SORCHA = 9934567890;

describe('archive-service 4, query parameters: people (cbed)', () => {
  test('GET /api/v0.6/cbed Gender: b is female, f is male', async () => {
    expect(await ids('Gender=b')).toEqual([4105, 4106, 4109, 4111, 4113, SORCHA]);
    expect(await ids('Gender=f')).toEqual([4101, 4103, 4107, 4108, 4110, 4112, 4114, 4115]);
    expect(await small.ids('Gender=b')).toEqual([]);
    for (const bad of ['', 'm', 'x', 'female', 'b,f']) await refuses(`Gender=${bad}`, /\bb\b.*\bf\b/);
  });

  test('GET /api/v0.6/cbed BiographyID: by entry of the biography dictionary', async () => {
    expect(await ids('BiographyID=99001')).toEqual([4101]);
    expect(await ids('BiographyID=99009')).toEqual([4109]);
    expect(await ids('BiographyID=4101')).toEqual([]);
    for (const bad of NO_INTEGERS)
      await refusesAlias(`BiographyID=${bad}`, ['BiographyID', 'AinmID'], INTEGER);
  });

  test('GET /api/v0.6/cbed AinmID: the other spelling of BiographyID', async () => {
    expect(await ids('AinmID=99001')).toEqual([4101]);
    expect(await ids('AinmID=99010')).toEqual([4110]);
    expect(await ids('AinmID=4101')).toEqual([]);
    for (const bad of NO_INTEGERS) await refusesAlias(`AinmID=${bad}`, ['BiographyID', 'AinmID'], INTEGER);
  });

  test('GET /api/v0.6/cbed AuthorityID: by entry of the authority file', async () => {
    expect(await ids('AuthorityID=990010011')).toEqual([4101]);
    expect(await ids('AuthorityID=9934567890')).toEqual([SORCHA]);
    expect(await ids('AuthorityID=4101')).toEqual([]);
    for (const bad of NO_INTEGERS)
      await refusesAlias(`AuthorityID=${bad}`, ['AuthorityID', 'ViafID'], INTEGER);
  });

  test('GET /api/v0.6/cbed ViafID: the other spelling of AuthorityID', async () => {
    expect(await ids('ViafID=990010104')).toEqual([4104]);
    expect(await ids('ViafID=9934567890')).toEqual([SORCHA]);
    expect(await ids('ViafID=99001')).toEqual([]);
    for (const bad of NO_INTEGERS) await refusesAlias(`ViafID=${bad}`, ['AuthorityID', 'ViafID'], INTEGER);
  });

  test('GET /api/v0.6/cbed CountyID: any attached county or place, birth included', async () => {
    expect(await ids('CountyID=100013')).toEqual([4101, 4103, 4107, 4108, 4109, 4112, SORCHA]);
    expect(await ids('CountyID=100010')).toEqual([4110, 4113]);
    expect(await ids('CountyID=100015')).toEqual([4110]);
    expect(await ids('CountyID=100003')).toEqual([4105]);
    expect(await ids('CountyID=100002')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`CountyID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbed CountyID: through the birth county or the birth place alone', async () => {
    expect(await small.ids('CountyID=100005')).toEqual([72]);
    expect(await small.ids('CountyID=100009')).toEqual([71]);
  });

  test('GET /api/v0.6/cbed PlaceID: any attached place, the birth place included', async () => {
    expect(await ids('PlaceID=9000013')).toEqual([4101, SORCHA]);
    expect(await ids('PlaceID=9000015')).toEqual([4101, 4109]);
    expect(await ids('PlaceID=9000072')).toEqual([4105]);
    expect(await ids('PlaceID=9000062')).toEqual([4110]);
    expect(await ids('PlaceID=9000080')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`PlaceID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbed Country: by country', async () => {
    expect(await ids('Country=GB-SCT')).toEqual([4106]);
    expect(await ids('Country=GB-ENG')).toEqual([4111]);
    expect(await ids('Country=us')).toEqual([4112]);
    expect(await ids('Country=AU')).toEqual([]);
    for (const code of ['GB-NIR', 'GB-WLS']) expect(await ids(`Country=${code}`)).toEqual([]);
    for (const bad of ['', 'XX', 'IRL', 'GB-XXX', 'Scotland']) await refuses(`Country=${bad}`, COUNTRY);
  });

  test('GET /api/v0.6/cbed GazetteerID: any attached place abroad, the birth place included', async () => {
    expect(await ids('GazetteerID=990000101')).toEqual([4106]);
    expect(await ids('GazetteerID=990000102')).toEqual([4112]);
    expect(await ids('GazetteerID=990000104')).toEqual([4111]);
    expect(await ids('GazetteerID=990000999')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`GazetteerID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbed GeoNameID: the other spelling of GazetteerID', async () => {
    expect(await ids('GeoNameID=990000101')).toEqual([4106]);
    expect(await ids('GeoNameID=990000104')).toEqual([4111]);
    expect(await ids('GeoNameID=990000999')).toEqual([]);
    for (const bad of NO_INTEGERS)
      await refusesAlias(`GeoNameID=${bad}`, ['GeoNameID', 'GazetteerID'], INTEGER);
  });

  test('GET /api/v0.6/cbed Occupation: any occupation of the person, accents in the code', async () => {
    expect(await ids('Occupation=IASC')).toEqual([4103, 4108]);
    expect(await ids('Occupation=FEIRM')).toEqual([4103, 4107, 4115]);
    expect(await ids('Occupation=BTÍ')).toEqual([SORCHA]);
    expect(await ids('Occupation=F%C3%8DOD')).toEqual([4114, 4115]);
    expect(await ids('Gender=b&Occupation=FEIRM')).toEqual([]);
  });

  test('GET /api/v0.6/cbed BirthDateFrom: born in this year or later', async () => {
    expect(await ids('BirthDateFrom=1900')).toEqual([4106, 4111]);
    expect(await ids('BirthDateFrom=1882')).toEqual([4101, 4106, 4110, 4111]);
    expect(await ids('BirthDateFrom=1883')).toEqual([4101, 4106, 4111]);
    expect(await ids('BirthDateFrom=1866')).toEqual([4101, 4105, 4106, 4108, 4109, 4110, 4111, 4112, SORCHA]);
    expect(await ids('BirthDateFrom=1905')).toEqual([]);
    for (const bad of NO_YEARS) await refuses(`BirthDateFrom=${bad}`, YEAR);
  });

  test('GET /api/v0.6/cbed BirthDateTo: born in this year or earlier', async () => {
    expect(await ids('BirthDateTo=1855')).toEqual([4107, 4108, 4115]);
    expect(await ids('BirthDateTo=1854')).toEqual([4108, 4115]);
    expect(await ids('BirthDateTo=1849')).toEqual([4108]);
    expect(await ids('Gender=b&BirthDateTo=1867')).toEqual([]);
    for (const bad of NO_YEARS) await refuses(`BirthDateTo=${bad}`, YEAR);
  });

  test('GET /api/v0.6/cbed BirthDateFrom: with BirthDateTo the years overlap the range', async () => {
    expect(await ids('BirthDateFrom=1856&BirthDateTo=1859')).toEqual([4107, 4108]);
    expect(await ids('BirthDateFrom=1881&BirthDateTo=1881')).toEqual([4110]);
    expect(await ids('BirthDateFrom=1868&BirthDateTo=1872')).toEqual([4109, SORCHA]);
  });

  test('GET /api/v0.6/cbed BirthDateTo: a birth without a year never matches', async () => {
    // 4103 has a month and a day; 4104, 4113, 4114 and 4116 have no birth date.
    const all = await ids('BirthDateTo=9999');
    expect(all).toEqual([4101, 4105, 4106, 4107, 4108, 4109, 4110, 4111, 4112, 4115, SORCHA]);
    expect(await ids('BirthDateFrom=0001')).toEqual(all);
  });

  test('GET /api/v0.6/cbed BirthDateAccuracy: exactly that marker', async () => {
    expect(await ids('BirthDateAccuracy=APPROX')).toEqual([4107, SORCHA]);
    expect(await ids('BirthDateAccuracy=INFER')).toEqual([4103, 4105]);
    expect(await ids('BirthDateAccuracy=QUESTION')).toEqual([4115]);
    expect(await small.ids('BirthDateAccuracy=QUESTION')).toEqual([]);
    for (const bad of ['', 'CIRCA', 'NONE']) await refuses(`BirthDateAccuracy=${bad}`, MARKER);
  });

  test('GET /api/v0.6/cbed DeathDateFrom: died in this year or later', async () => {
    expect(await ids('DeathDateFrom=1963')).toEqual([4101, 4107, 4110, 4111]);
    expect(await ids('DeathDateFrom=1940')).toEqual([4101, 4105, 4107, 4108, 4109, 4110, 4111, SORCHA]);
    expect(await ids('DeathDateFrom=1991')).toEqual([4107]);
    expect(await ids('Gender=b&DeathDateFrom=1991')).toEqual([]);
    for (const bad of NO_YEARS) await refuses(`DeathDateFrom=${bad}`, YEAR);
  });

  test('GET /api/v0.6/cbed DeathDateTo: died in this year or earlier', async () => {
    expect(await ids('DeathDateTo=1938')).toEqual([4107, 4108, 4112]);
    expect(await ids('DeathDateTo=1937')).toEqual([4107, 4108]);
    expect(await ids('DeathDateTo=1930')).toEqual([4108]);
    expect(await ids('Gender=b&DeathDateTo=1930')).toEqual([]);
    for (const bad of NO_YEARS) await refuses(`DeathDateTo=${bad}`, YEAR);
  });

  test('GET /api/v0.6/cbed DeathDateTo: with DeathDateFrom the years overlap the range', async () => {
    expect(await ids('DeathDateFrom=1939&DeathDateTo=1939')).toEqual([4107, 4108, 4112]);
    expect(await ids('DeathDateFrom=1941&DeathDateTo=1945')).toEqual([4107, SORCHA]);
  });

  test('GET /api/v0.6/cbed DeathDateAccuracy: exactly that marker', async () => {
    expect(await ids('DeathDateAccuracy=APPROX')).toEqual([4101]);
    expect(await ids('DeathDateAccuracy=INFER')).toEqual([4111]);
    expect(await ids('DeathDateAccuracy=QUESTION')).toEqual([4105]);
    expect(await small.ids('DeathDateAccuracy=QUESTION')).toEqual([]);
    for (const bad of ['', 'CIRCA', 'NONE']) await refuses(`DeathDateAccuracy=${bad}`, MARKER);
  });

  test('GET /api/v0.6/cbed CreatedBefore: created strictly before that day', async () => {
    expect(await ids('CreatedBefore=2014-03-02')).toEqual([4101, 4103, 4104, SORCHA]);
    expect(await ids('CreatedBefore=2014-03-01')).toEqual([]);
    expect(await small.ids('CreatedBefore=2020-01-01')).toEqual([72, 73, 100]);
    for (const bad of NO_DATES) await refuses(`CreatedBefore=${bad}`, DATE);
  });

  test('GET /api/v0.6/cbed CreatedSince: created at 00:00 UTC of that day or later', async () => {
    expect(await ids('CreatedSince=2017-01-09')).toEqual([4114, 4115, 4116]);
    expect(await ids('CreatedSince=2017-01-10')).toEqual([]);
    expect(await small.ids('CreatedSince=2020-01-01')).toEqual([71]);
    for (const bad of NO_DATES) await refuses(`CreatedSince=${bad}`, DATE);
  });

  test('GET /api/v0.6/cbed ModifiedBefore: strictly before 00:00 UTC of that day', async () => {
    expect(await ids('ModifiedBefore=2016-02-29')).toEqual([4103, 4104, 4105, 4106, 4107, 4109]);
    // 4108 was modified at 2016-02-29T23:59:59Z, 4110 at exactly 2022-01-01T00:00:00Z.
    expect(await ids('ModifiedBefore=2016-03-01')).toEqual([4103, 4104, 4105, 4106, 4107, 4108, 4109]);
    expect(await ids('ModifiedBefore=2022-01-01')).not.toContain(4110);
    expect(await ids('ModifiedBefore=2022-01-02')).toContain(4110);
    expect(await ids('ModifiedBefore=2014-03-01')).toEqual([]);
    expect(await small.ids('ModifiedBefore=2021-01-01')).toEqual([71, 72, 100]);
    for (const bad of NO_DATES) await refuses(`ModifiedBefore=${bad}`, DATE);
  });

  test('GET /api/v0.6/cbed ModifiedSince: at 00:00 UTC of that day or later', async () => {
    expect(await ids('ModifiedSince=2022-01-01')).toEqual([4110]);
    expect(await ids('ModifiedSince=2022-01-02')).toEqual([]);
    expect(await ids('ModifiedSince=2019-11-30')).toEqual([4101, 4110, SORCHA]);
    expect(await ids('ModifiedSince=2019-12-01')).toEqual([4101, 4110]);
    expect(await small.ids('ModifiedSince=2021-01-01')).toEqual([73]);
    for (const bad of NO_DATES) await refuses(`ModifiedSince=${bad}`, DATE);
  });

  test('GET /api/v0.6/cbed ModifiedSince: two runs split at a day overlap in nothing and miss nothing', async () => {
    const all = await ids('CreatedSince=2000-01-01');
    for (const day of ['2014-03-01', '2015-05-06', '2016-02-29', '2019-11-30', '2022-01-01']) {
      const parts = [...(await ids(`ModifiedBefore=${day}`)), ...(await ids(`ModifiedSince=${day}`))];
      expect(
        parts.sort((a, b) => a - b),
        day,
      ).toEqual(all);
    }
  });
});

describe('archive-service 4, rule 3: combined filters', () => {
  test('GET /api/v0.6/cbed Gender: with county, occupation and years', async () => {
    expect(await ids('Gender=f&CountyID=100013&Occupation=FEIRM')).toEqual([4103, 4107]);
    expect(await ids('Gender=f&CountyID=100013&Occupation=FEIRM&BirthDateFrom=1855')).toEqual([4107]);
    expect(await ids('Gender=b&BirthDateAccuracy=INFER&DeathDateAccuracy=QUESTION')).toEqual([4105]);
    expect(await ids('AinmID=99001&ViafID=990010011')).toEqual([4101]);
    expect(await ids('BiographyID=99001&AuthorityID=990010104')).toEqual([]);
  });
});

describe('archive-service 4, people (cbed): filters of the other collections are unknown here', () => {
  test.each(['DateFrom', 'Language', 'PersonID', 'HandbookTopic', 'VolumeID'])(
    'GET /api/v0.6/cbed %s: not among its parameters',
    async (name) => {
      const told = problem(await get(`${name}=1936`), 400);
      expect(told.errors?.map(({ parameter }) => parameter)).toEqual([name]);
    },
  );
});
