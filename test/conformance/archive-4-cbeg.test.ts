import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BOOLEAN,
  COUNTRY,
  DATE,
  INTEGER,
  list,
  MARKER,
  NO_BOOLEANS,
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

/* 1213 is unpublished, 1214 sensitive: a public key sees neither. */
const { get, ids, refuses, refusesAlias } = list(() => services.archive, '/api/v0.6/cbeg');
/** Five photographs of Kerry: 61, 62, 63, 100, and 64 which is not published. */
const small = list(() => edges.archive, '/api/v0.6/cbeg');
const archive = { key: 'archive' } as const;

describe('archive-service 4, query parameters: photographs (cbeg)', () => {
  test('GET /api/v0.6/cbeg Status: the editing status, for a privileged key', async () => {
    expect(await ids('CountyID=100013&Status=1', archive)).toEqual([1213]);
    expect(await ids('CountyID=100013&Status=4', archive)).toEqual([1201, 1202, 1203, 1204, 1211, 1214]);
    expect(await ids('CountyID=100013&Status=1', { key: 'internal' })).toEqual([1213]);
    for (const none of ['0', '2', '3'])
      expect(await ids(`CountyID=100013&Status=${none}`, archive)).toEqual([]);
    for (const bad of ['5', '-1', 'x', '1.5', ''])
      await refuses(`CountyID=100013&Status=${bad}`, /0.*4/, archive);
  });

  test('GET /api/v0.6/cbeg Status: asked for by a public key is 403', async () => {
    const answer = await get('CountyID=100013&Status=4');
    problem(answer, 403);
    expect(answer.text).toContain('Status');
  });

  test('GET /api/v0.6/cbeg Digitized: digitisation status', async () => {
    expect(await ids('CountyID=100010&Digitized=false')).toEqual([1205]);
    expect(await ids('CountyID=100010&Digitized=true')).toEqual([]);
    expect(await ids('CountyID=100013&Digitized=true')).toEqual([1201, 1202, 1203, 1204, 1211]);
    expect(await ids('CountyID=100013&Digitized=false')).toEqual([]);
    expect(await small.ids('CountyID=100005&Digitized=true')).toEqual([61, 100]);
    expect(await small.ids('CountyID=100005&Digitized=false')).toEqual([62, 63]);
    for (const bad of NO_BOOLEANS) await refuses(`CountyID=100013&Digitized=${bad}`, BOOLEAN);
  });

  test('GET /api/v0.6/cbeg Digitized: true and false in any letter case', async () => {
    for (const yes of ['TRUE', 'True', 'tRuE']) {
      expect(await small.ids(`CountyID=100005&Digitized=${yes}`)).toEqual([61, 100]);
    }
    for (const no of ['FALSE', 'False', 'fAlSe']) {
      expect(await small.ids(`CountyID=100005&Digitized=${no}`)).toEqual([62, 63]);
    }
  });

  test('GET /api/v0.6/cbeg Copyright: the holder’s code', async () => {
    expect(await ids('CountyID=100013&Copyright=CBE')).toEqual([1201, 1211]);
    expect(await ids('CountyID=100013&Copyright=OTH')).toEqual([1202]);
    expect(await ids('CountyID=100013&Copyright=UNK')).toEqual([1203]);
    expect(await ids('CountyID=100013&Copyright=NOT')).toEqual([1204]);
    expect(await ids('CountyID=100010&Copyright=UNK')).toEqual([]);
  });

  test('GET /api/v0.6/cbeg Condition: 0 to 3, and 0 is a value', async () => {
    expect(await ids('CountyID=100013&Condition=2')).toEqual([1201, 1204, 1211]);
    expect(await ids('CountyID=100013&Condition=1')).toEqual([1202]);
    expect(await ids('CountyID=100013&Condition=0')).toEqual([1203]);
    expect(await ids('CountyID=100013&Condition=3')).toEqual([]);
    expect(await ids('CountyID=100010&Condition=0')).toEqual([]);
    expect(await small.ids('CountyID=100005&Condition=3')).toEqual([61]);
    for (const bad of ['4', '-1', 'good', '1.5', ''])
      await refuses(`CountyID=100013&Condition=${bad}`, /0.*3/);
  });

  test('GET /api/v0.6/cbeg HandbookTopic: a code matches itself', async () => {
    expect(await ids('PersonID=4101&HandbookTopic=B005')).toEqual([1201]);
    expect(await ids('PersonID=4101&HandbookTopic=E004')).toEqual([1209]);
    expect(await ids('PhotographerID=4111&HandbookTopic=E004')).toEqual([]);
    expect(await ids('PersonID=4101&HandbookTopic=A010')).toEqual([]);
  });

  test('GET /api/v0.6/cbeg HandbookTopic: a bare letter matches every code beginning with it', async () => {
    expect(await ids('PersonID=4101&HandbookTopic=B')).toEqual([1201, 1202, 1211]);
    expect(await ids('PersonID=4101&HandbookTopic=B', archive)).toEqual([1201, 1202, 1211, 1213]);
    expect(await ids('PhotographerID=4111&HandbookTopic=E')).toEqual([1206]);
    expect(await ids('PersonID=4101&HandbookTopic=E')).toEqual([1209]);
    expect(await ids('PhotographerID=4101&HandbookTopic=F')).toEqual([1204]);
    expect(await small.ids('CountyID=100005&HandbookTopic=E')).toEqual([61, 62, 100]);
    expect(await small.ids('CountyID=100005&HandbookTopic=E004')).toEqual([62]);
    expect(await small.ids('CountyID=100005&HandbookTopic=A')).toEqual([]);
  });

  test('GET /api/v0.6/cbeg PersonID: photographer or relevant person', async () => {
    expect(await ids('PersonID=4101')).toEqual([1201, 1202, 1204, 1209, 1211]);
    expect(await ids('PersonID=4101', archive)).toEqual([1201, 1202, 1204, 1209, 1211, 1213, 1214]);
    expect(await ids('PersonID=4105')).toEqual([1208]);
    expect(await ids('PersonID=4111')).toEqual([1203, 1206]);
    expect(await ids('PersonID=4110')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`PersonID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbeg PhotographerID: by photographer only', async () => {
    expect(await ids('PhotographerID=4101')).toEqual([1201, 1202, 1204, 1209]);
    expect(await ids('PhotographerID=4104')).toEqual([1210]);
    expect(await ids('PhotographerID=4105')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`PhotographerID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbeg RelevantPersonID: by relevant person only', async () => {
    expect(await ids('RelevantPersonID=4101')).toEqual([1211]);
    expect(await ids('RelevantPersonID=9934567890')).toEqual([1201]);
    expect(await ids('RelevantPersonID=4103')).toEqual([1201]);
    expect(await ids('RelevantPersonID=4111')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`RelevantPersonID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbeg CountyID: attached directly or through an attached place', async () => {
    expect(await ids('CountyID=100013')).toEqual([1201, 1202, 1203, 1204, 1211]);
    expect(await ids('CountyID=100013', archive)).toEqual([1201, 1202, 1203, 1204, 1211, 1213, 1214]);
    expect(await ids('CountyID=100010')).toEqual([1205]);
    expect(await ids('CountyID=100023')).toEqual([1209]);
    expect(await ids('CountyID=100015')).toEqual([1209]);
    expect(await ids('CountyID=100001')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`CountyID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbeg PlaceID: an attached place', async () => {
    expect(await ids('PlaceID=9000015')).toEqual([1201, 1204]);
    expect(await ids('PlaceID=9000015', archive)).toEqual([1201, 1204, 1213]);
    expect(await ids('PlaceID=9000043')).toEqual([1205]);
    expect(await ids('PlaceID=9000072')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`PlaceID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbeg Country: by country', async () => {
    expect(await ids('Country=GB-SCT')).toEqual([1207]);
    expect(await ids('Country=GB-NIR')).toEqual([1210]);
    expect(await ids('Country=AU')).toEqual([1212]);
    expect(await ids('Country=US')).toEqual([]);
    for (const bad of ['', 'XX', 'AUS', 'GB-XXX', 'Australia']) await refuses(`Country=${bad}`, COUNTRY);
  });

  test('GET /api/v0.6/cbeg Country: the four codes of the parts of GB, in any letter case', async () => {
    expect(await small.ids('Country=GB-ENG')).toEqual([61]);
    expect(await small.ids('Country=GB-NIR')).toEqual([62]);
    expect(await small.ids('Country=GB-SCT')).toEqual([63]);
    expect(await small.ids('Country=GB-WLS')).toEqual([63, 100]);
    expect(await small.ids('Country=gb-wls')).toEqual([63, 100]);
    expect(await small.ids('Country=FR')).toEqual([]);
  });

  test('GET /api/v0.6/cbeg GazetteerID: a place abroad', async () => {
    expect(await ids('GazetteerID=990000101')).toEqual([1207]);
    expect(await ids('GazetteerID=990000102')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`GazetteerID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbeg GeoNameID: the other spelling of GazetteerID', async () => {
    expect(await ids('GeoNameID=990000101')).toEqual([1207]);
    expect(await ids('GeoNameID=990000102')).toEqual([]);
    for (const bad of NO_INTEGERS)
      await refusesAlias(`GeoNameID=${bad}`, ['GeoNameID', 'GazetteerID'], INTEGER);
  });

  test('GET /api/v0.6/cbeg DateFrom: dated in this year or later', async () => {
    expect(await ids('PersonID=4101&DateFrom=1935')).toEqual([1201, 1209, 1211]);
    expect(await ids('PersonID=4101&DateFrom=1934')).toEqual([1201, 1202, 1204, 1209, 1211]);
    expect(await ids('PersonID=4101&DateFrom=1937')).toEqual([1209, 1211]);
    expect(await ids('PersonID=4101&DateFrom=1941')).toEqual([]);
    expect(await ids('Country=AU&DateFrom=1925')).toEqual([1212]);
    expect(await ids('Country=AU&DateFrom=1926')).toEqual([]);
    for (const bad of NO_YEARS) await refuses(`PersonID=4101&DateFrom=${bad}`, YEAR);
  });

  test('GET /api/v0.6/cbeg DateTo: dated in this year or earlier', async () => {
    expect(await ids('PersonID=4101&DateTo=1933')).toEqual([1202]);
    expect(await ids('PersonID=4101&DateTo=1934')).toEqual([1202, 1204]);
    expect(await ids('PersonID=4101&DateTo=1936')).toEqual([1201, 1202, 1204, 1209]);
    expect(await ids('PersonID=4101&DateTo=1929')).toEqual([]);
    expect(await ids('Country=AU&DateTo=1800')).toEqual([1212]);
    for (const bad of NO_YEARS) await refuses(`PersonID=4101&DateTo=${bad}`, YEAR);
  });

  test('GET /api/v0.6/cbeg DateFrom: a record without a date never matches', async () => {
    expect(await ids('CountyID=100010&DateFrom=0001')).toEqual([]);
    expect(await ids('CountyID=100010&DateTo=9999')).toEqual([]);
  });

  test('GET /api/v0.6/cbeg DateTo: with DateFrom the years covered overlap the range', async () => {
    expect(await ids('PersonID=4101&DateFrom=1931&DateTo=1933')).toEqual([1202]);
    expect(await ids('PersonID=4101&DateFrom=1937&DateTo=1940')).toEqual([1209, 1211]);
  });

  test('GET /api/v0.6/cbeg DateAccuracy: exactly that marker', async () => {
    expect(await ids('CountyID=100013&DateAccuracy=APPROX')).toEqual([1202]);
    expect(await ids('CountyID=100013&DateAccuracy=INFER')).toEqual([1204]);
    expect(await ids('CountyID=100013&DateAccuracy=QUESTION')).toEqual([1203]);
    expect(await ids('Country=AU&DateAccuracy=QUESTION')).toEqual([]);
    for (const bad of ['', 'CIRCA', 'NONE']) await refuses(`CountyID=100013&DateAccuracy=${bad}`, MARKER);
  });

  test('GET /api/v0.6/cbeg CreatedBefore: created strictly before that day', async () => {
    expect(await ids('CountyID=100013&CreatedBefore=2016-07-01')).toEqual([1201, 1202, 1203, 1204]);
    expect(await ids('CountyID=100013&CreatedBefore=2015-03-01')).toEqual([]);
    expect(await small.ids('CountyID=100005&CreatedBefore=2020-01-01')).toEqual([62]);
    for (const bad of NO_DATES) await refuses(`CountyID=100013&CreatedBefore=${bad}`, DATE);
  });

  test('GET /api/v0.6/cbeg CreatedSince: created on that day or later', async () => {
    expect(await ids('CountyID=100013&CreatedSince=2016-07-01')).toEqual([1211]);
    expect(await ids('CountyID=100013&CreatedSince=2016-07-02')).toEqual([]);
    expect(await small.ids('CountyID=100005&CreatedSince=2020-01-01')).toEqual([61, 63, 100]);
    for (const bad of NO_DATES) await refuses(`CountyID=100013&CreatedSince=${bad}`, DATE);
  });

  test('GET /api/v0.6/cbeg ModifiedBefore: never modified counts as modified when created', async () => {
    expect(await ids('CountyID=100013&ModifiedBefore=2016-03-01')).toEqual([1202, 1204]);
    expect(await ids('CountyID=100013&ModifiedBefore=2016-03-02')).toEqual([1202, 1203, 1204]);
    expect(await ids('CountyID=100013&ModifiedBefore=2015-03-01')).toEqual([]);
    expect(await small.ids('CountyID=100005&ModifiedBefore=2021-01-01')).toEqual([61, 63, 100]);
    for (const bad of NO_DATES) await refuses(`CountyID=100013&ModifiedBefore=${bad}`, DATE);
  });

  test('GET /api/v0.6/cbeg ModifiedSince: modified on that day or later', async () => {
    expect(await ids('CountyID=100013&ModifiedSince=2016-03-01')).toEqual([1201, 1203, 1211]);
    expect(await ids('CountyID=100013&ModifiedSince=2019-03-01')).toEqual([1201]);
    expect(await ids('CountyID=100013&ModifiedSince=2019-03-02')).toEqual([]);
    expect(await small.ids('CountyID=100005&ModifiedSince=2021-01-01')).toEqual([62]);
    for (const bad of NO_DATES) await refuses(`CountyID=100013&ModifiedSince=${bad}`, DATE);
  });
});

describe('archive-service 4, rule 3: combined filters', () => {
  test('GET /api/v0.6/cbeg PhotographerID: with RelevantPersonID both must hold', async () => {
    expect(await ids('PhotographerID=4101&RelevantPersonID=4109')).toEqual([1204]);
    expect(await ids('PhotographerID=4111&RelevantPersonID=4109')).toEqual([]);
  });

  test('GET /api/v0.6/cbeg CountyID: with place, topic, condition, copyright and date', async () => {
    const query = 'CountyID=100013&PlaceID=9000015&Condition=2';
    expect(await ids(query)).toEqual([1201, 1204]);
    expect(await ids(`${query}&HandbookTopic=B`)).toEqual([1201]);
    expect(await ids(`${query}&Copyright=NOT&DateAccuracy=INFER&Digitized=TRUE`)).toEqual([1204]);
    expect(await ids(`${query}&Copyright=NOT&HandbookTopic=B`)).toEqual([]);
  });

  test('GET /api/v0.6/cbeg Country: with CountyID, a county and a country on one record', async () => {
    expect(await ids('Country=GB-NIR&CountyID=100000')).toEqual([1210]);
    expect(await ids('Country=GB-SCT&CountyID=100000')).toEqual([]);
  });
});

describe('archive-service 4, photographs (cbeg): filters of the other collections are unknown here', () => {
  test.each(['Language', 'CollectorID', 'VolumeID', 'TopicID', 'Gender'])(
    'GET /api/v0.6/cbeg %s: not among its parameters',
    async (name) => {
      const told = problem(await get(`CountyID=100013&${name}=1`), 400);
      expect(told.errors?.map(({ parameter }) => parameter)).toEqual([name]);
    },
  );
});
