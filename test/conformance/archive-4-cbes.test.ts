import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  COUNTRY,
  DATE,
  INTEGER,
  LANGUAGE,
  list,
  NO_DATES,
  NO_INTEGERS,
  problem,
  type Services,
  start,
} from './support.js';

let services: Services;
beforeAll(async () => {
  services = await start();
});
afterAll(() => services.close());

const { get, items, ids, refuses, refusesAlias } = list(() => services.archive, '/api/v0.6/cbes');
const archive = { key: 'archive' } as const;

describe('archive-service 4, query parameters: schools (cbes)', () => {
  test('GET /api/v0.6/cbes Status: the editing status of the volume, for a privileged key', async () => {
    expect(await ids('VolumeNumber=0007&Status=4', archive)).toEqual([3101]);
    expect(await items('CollectorID=5008&Status=4', { key: 'internal' })).toEqual([7105, 7106, 7108]);
    for (const none of ['0', '1', '2', '3']) {
      expect(await ids(`VolumeNumber=0007&Status=${none}`, archive)).toEqual([]);
    }
    for (const bad of ['5', '-1', 'x', '1.5', ''])
      await refuses(`VolumeID=3101&Status=${bad}`, /0.*4/, archive);
  });

  test('GET /api/v0.6/cbes Status: asked for by a public key is 403', async () => {
    const answer = await get('VolumeID=3101&Status=4');
    problem(answer, 403);
    expect(answer.text).toContain('Status');
  });

  test('GET /api/v0.6/cbes VolumeNumber: the archive reference, letter suffix included', async () => {
    expect(await ids('VolumeNumber=0007')).toEqual([3101]);
    expect(await ids('VolumeNumber=0112C')).toEqual([3202]);
    expect(await ids('VolumeNumber=0112')).toEqual([]);
    expect(await ids('VolumeNumber=0042')).toEqual([]);
  });

  test('GET /api/v0.6/cbes VolumeID: by volume', async () => {
    expect(await items('VolumeID=3101')).toEqual([7001, 7101, 7103, 7104, 7105, 7106]);
    expect(await items('VolumeID=3202')).toEqual([7107, 7108, 7109, 7110]);
    expect(await ids('VolumeID=3102')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`VolumeID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbes PageID: items on that page', async () => {
    expect(await items('PageID=602')).toEqual([7001, 7101]);
    expect(await items('PageID=603')).toEqual([7101]);
    expect(await items('PageID=603', archive)).toEqual([7101, 7102]);
    expect(await items('PageID=626')).toEqual([7110]);
    expect(await ids('PageID=609')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`PageID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbes PartID: items of that part', async () => {
    expect(await items('PartID=2201')).toEqual([7001, 7101, 7103]);
    expect(await items('PartID=2204')).toEqual([7109, 7110]);
    expect(await ids('PartID=2101')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`PartID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbes ItemID: that item', async () => {
    expect(await items('ItemID=7108')).toEqual([7108]);
    expect(await items('ItemID=7001')).toEqual([7001]);
    expect(await ids('ItemID=7102')).toEqual([]);
    expect(await items('ItemID=7102', archive)).toEqual([7102]);
    expect(await ids('ItemID=7020')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`ItemID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbes SchoolCountyID: by the county of the school', async () => {
    expect(await items('SchoolCountyID=100010')).toEqual([7109, 7110]);
    expect(await items('SchoolCountyID=100013')).toEqual([7001, 7101, 7103, 7104, 7105, 7106, 7107, 7108]);
    expect(await ids('SchoolCountyID=100013')).toEqual([3101, 3202]);
    expect(await ids('SchoolCountyID=100001')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`SchoolCountyID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbes SchoolPlaceID: by the place of the school, in any of its parts', async () => {
    expect(await items('SchoolPlaceID=9000015')).toEqual([7104, 7105, 7106, 7107, 7108]);
    expect(await items('SchoolPlaceID=9000043')).toEqual([7109, 7110]);
    expect(await items('SchoolPlaceID=9000044')).toEqual([7109, 7110]);
    expect(await ids('SchoolPlaceID=9000012')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`SchoolPlaceID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbes TeacherID: by any teacher of the school', async () => {
    expect(await items('TeacherID=5005')).toEqual([7104, 7105, 7106]);
    expect(await items('TeacherID=5004')).toEqual([7104, 7105, 7106]);
    expect(await items('TeacherID=5007')).toEqual([7107, 7108]);
    expect(await ids('TeacherID=5002')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`TeacherID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbes CollectorID: a schools person, whatever the people database has there', async () => {
    expect(await items('CollectorID=5008')).toEqual([7105, 7106, 7108]);
    expect(await items('CollectorID=4101')).toEqual([7101]);
    expect(await items('CollectorID=5002')).toEqual([7001, 7103]);
    expect(await items('CollectorID=5002', archive)).toEqual([7001, 7102, 7103]);
    expect(await ids('CollectorID=5003')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`CollectorID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbes InformantID: by informant', async () => {
    expect(await items('InformantID=5003')).toEqual([7001, 7101]);
    expect(await items('InformantID=5012')).toEqual([7107]);
    expect(await ids('InformantID=5090')).toEqual([]);
    expect(await items('InformantID=5090', archive)).toEqual([7102]);
    expect(await ids('InformantID=5008')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`InformantID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbes PersonID: collectors and informants both, no teachers', async () => {
    expect(await items('PersonID=5008')).toEqual([7105, 7106, 7108]);
    expect(await items('PersonID=5003')).toEqual([7001, 7101]);
    expect(await items('PersonID=4101')).toEqual([7101]);
    expect(await ids('PersonID=4109')).toEqual([]);
    expect(await ids('PersonID=5090')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`PersonID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbes PersonID: a teacher is neither collector nor informant', async () => {
    expect(await ids('PersonID=5001')).toEqual([]);
  });

  test('GET /api/v0.6/cbes CountyID: the county of the story, not of the school or of people', async () => {
    expect(await items('CountyID=100013')).toEqual([7103]);
    expect(await items('CountyID=100013', archive)).toEqual([7102, 7103]);
    expect(await items('CountyID=100010')).toEqual([7110]);
    expect(await ids('CountyID=100002')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`CountyID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbes PlaceID: the place of the story, not of the school or of people', async () => {
    expect(await items('PlaceID=9000012')).toEqual([7103]);
    expect(await items('PlaceID=9000014')).toEqual([7103]);
    expect(await items('PlaceID=9000014', archive)).toEqual([7102, 7103]);
    expect(await items('PlaceID=9000042')).toEqual([7110]);
    expect(await ids('PlaceID=9000013')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`PlaceID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbes TopicID: by topic', async () => {
    expect(await items('VolumeID=3101&TopicID=6003')).toEqual([7101]);
    expect(await items('VolumeID=3101&TopicID=6021')).toEqual([7101]);
    expect(await items('SchoolCountyID=100010&TopicID=6060')).toEqual([7109]);
    expect(await items('VolumeID=3202&TopicID=6060')).toEqual([7108, 7109]);
    expect(await items('VolumeID=3101&TopicID=6051')).toEqual([7106]);
    expect(await items('VolumeID=3101&TopicID=6051', archive)).toEqual([7102, 7106]);
    expect(await ids('VolumeID=3101&TopicID=6060')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`VolumeID=3101&TopicID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbes TopicID: any topic of the chain that the item carries', async () => {
    // 7101 carries 6001 > 6002 > 6003, 7107 carries 6001 > 6002.
    expect(await items('SchoolCountyID=100013&TopicID=6002')).toEqual([7101, 7107]);
    expect(await items('SchoolCountyID=100013&TopicID=6001')).toEqual([7101, 7107]);
    expect(await items('SchoolCountyID=100013&TopicID=6003')).toEqual([7101]);
  });

  test('GET /api/v0.6/cbes Language: any language of the item', async () => {
    expect(await items('VolumeID=3101&Language=ga')).toEqual([7001, 7103, 7104, 7106]);
    expect(await items('VolumeID=3101&Language=en')).toEqual([7101, 7103, 7105]);
    expect(await ids('VolumeID=3101&Language=de')).toEqual([]);
    for (const bad of ['', 'gle', 'gaeilge', 'g', '12'])
      await refuses(`VolumeID=3101&Language=${bad}`, LANGUAGE);
  });

  test('GET /api/v0.6/cbes CreatedBefore: items created strictly before that day', async () => {
    expect(await items('VolumeID=3101&CreatedBefore=2014-10-02')).toEqual([7001, 7101, 7103]);
    expect(await items('VolumeID=3101&CreatedBefore=2015-10-02')).toEqual([7001, 7101, 7103, 7105, 7106]);
    expect(await ids('VolumeID=3101&CreatedBefore=2014-10-01')).toEqual([]);
    for (const bad of NO_DATES) await refuses(`VolumeID=3101&CreatedBefore=${bad}`, DATE);
  });

  test('GET /api/v0.6/cbes CreatedSince: items created on that day or later', async () => {
    expect(await items('VolumeID=3101&CreatedSince=2014-10-02')).toEqual([7104, 7105, 7106]);
    expect(await items('VolumeID=3101&CreatedSince=2015-10-02')).toEqual([7104]);
    expect(await ids('VolumeID=3101&CreatedSince=2015-10-03')).toEqual([]);
    for (const bad of NO_DATES) await refuses(`VolumeID=3101&CreatedSince=${bad}`, DATE);
  });

  test('GET /api/v0.6/cbes ModifiedBefore: an item is as new as its newest transcript', async () => {
    expect(await items('VolumeID=3101&ModifiedBefore=2017-02-11')).toEqual([7104]);
    expect(await items('VolumeID=3202&ModifiedBefore=2014-11-03')).toEqual([7108]);
    expect(await items('VolumeID=3202&ModifiedBefore=2020-01-21')).toEqual([7107, 7108, 7110]);
    expect(await ids('VolumeID=3101&ModifiedBefore=2016-10-02')).toEqual([]);
    for (const bad of NO_DATES) await refuses(`VolumeID=3101&ModifiedBefore=${bad}`, DATE);
  });

  test('GET /api/v0.6/cbes ModifiedSince: an item is as new as its newest transcript', async () => {
    expect(await items('VolumeID=3101&ModifiedSince=2017-02-11')).toEqual([7001, 7101, 7103, 7105, 7106]);
    expect(await items('VolumeID=3101&ModifiedSince=2024-02-29')).toEqual([7103]);
    expect(await items('VolumeID=3101&ModifiedSince=2016-10-02')).toEqual([
      7001, 7101, 7103, 7104, 7105, 7106,
    ]);
    expect(await items('VolumeID=3202&ModifiedSince=2020-01-21')).toEqual([7109]);
    expect(await ids('VolumeID=3101&ModifiedSince=2024-03-01')).toEqual([]);
    for (const bad of NO_DATES) await refuses(`VolumeID=3101&ModifiedSince=${bad}`, DATE);
  });
});

describe('archive-service 4, schools (cbes): Country and GazetteerID', () => {
  test('GET /api/v0.6/cbes Country: accepted, and matches nothing', async () => {
    expect(await ids('Country=IE')).toEqual([]);
    expect(await ids('Country=GB-NIR')).toEqual([]);
    expect(await ids('VolumeID=3101&Country=ie')).toEqual([]);
    for (const bad of ['XX', 'IRL', '']) await refuses(`Country=${bad}`, COUNTRY);
  });

  test('GET /api/v0.6/cbes GazetteerID: accepted, and matches nothing', async () => {
    expect(await ids('GazetteerID=990000101')).toEqual([]);
    expect(await ids('VolumeID=3101&GazetteerID=990000101')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`GazetteerID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbes GeoNameID: the other spelling of GazetteerID', async () => {
    expect(await ids('GeoNameID=990000101')).toEqual([]);
    for (const bad of NO_INTEGERS)
      await refusesAlias(`GeoNameID=${bad}`, ['GeoNameID', 'GazetteerID'], INTEGER);
  });
});

describe('archive-service 4, rule 3: combined filters', () => {
  test('GET /api/v0.6/cbes CollectorID: with InformantID both hold of the same item', async () => {
    expect(await items('CollectorID=5008&InformantID=5009')).toEqual([7105]);
    expect(await ids('CollectorID=5008&InformantID=5003')).toEqual([]);
    expect(await ids('CollectorID=5002&InformantID=5090')).toEqual([]);
  });

  test('GET /api/v0.6/cbes SchoolCountyID: with CountyID, school and story each by its own place', async () => {
    expect(await items('SchoolCountyID=100010&CountyID=100010')).toEqual([7110]);
    expect(await ids('SchoolCountyID=100010&CountyID=100013')).toEqual([]);
  });

  test('GET /api/v0.6/cbes TeacherID: with TopicID and Language', async () => {
    expect(await items('TeacherID=5005&TopicID=6051&Language=ga')).toEqual([7106]);
    expect(await ids('TeacherID=5005&TopicID=6051&Language=en')).toEqual([]);
  });

  test('GET /api/v0.6/cbes SchoolPlaceID: with PageID, PartID and ItemID', async () => {
    expect(await items('SchoolPlaceID=9000015&PageID=622')).toEqual([7107, 7108]);
    expect(await items('SchoolPlaceID=9000015&PartID=2202&ItemID=7105')).toEqual([7105]);
    expect(await ids('SchoolPlaceID=9000013&PartID=2202')).toEqual([]);
  });
});

describe('archive-service 4, schools (cbes): filters of the other collections are unknown here', () => {
  test.each(['DateFrom', 'DateTo', 'DateAccuracy', 'RelevantPersonID', 'HandbookTopic', 'Gender'])(
    'GET /api/v0.6/cbes %s: not among its parameters',
    async (name) => {
      const told = problem(await get(`VolumeID=3101&${name}=1936`), 400);
      expect(told.errors?.map(({ parameter }) => parameter)).toEqual([name]);
    },
  );
});
