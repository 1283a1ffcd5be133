import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  COUNTRY,
  DATE,
  INTEGER,
  LANGUAGE,
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
beforeAll(async () => {
  services = await start();
});
afterAll(() => services.close());

const { get, items, ids, refuses, refusesAlias } = list(() => services.archive, '/api/v0.6/cbe');
const archive = { key: 'archive' } as const;

/* What a public key can see: 7003 is sensitive, 7030 and 7031 lie in an unpublished volume. */
const PART_2101 = [7001, 7002, 7004, 7005, 7006, 7007, 7008];
const PART_2102 = [7010, 7011, 7012, 7013];
const PART_2103 = [7009, 7020, 7021, 7022, 7023, 7025, 7026, 7027];
const PART_2104 = [7024, 7028];
const sorted = (...lists: number[][]): number[] => lists.flat().sort((a, b) => a - b);

describe('archive-service 4, query parameters: manuscripts (cbe)', () => {
  test('GET /api/v0.6/cbe Status: the editing status of the volume, for a privileged key', async () => {
    expect(await items('CollectorID=4101&Status=2', archive)).toEqual([7030, 7031]);
    expect(await items('CollectorID=4109&Status=4', archive)).toEqual([7006, 7008]);
    expect(await items('CollectorID=4109&Status=2', archive)).toEqual([]);
    expect(await ids('PersonID=4101&Status=4', archive)).toEqual([3101, 3102]);
    expect(await ids('PersonID=4101&Status=2', { key: 'internal' })).toEqual([3103]);
    for (const none of ['0', '1', '3'])
      expect(await ids(`PersonID=4101&Status=${none}`, archive)).toEqual([]);
    for (const bad of ['5', '-1', 'x', '1.5', '']) {
      await refuses(`PersonID=4101&Status=${bad}`, /0.*4/, archive);
    }
  });

  test('GET /api/v0.6/cbe Status: asked for by a public key is 403', async () => {
    const answer = await get('VolumeID=3101&Status=4');
    problem(answer, 403);
    expect(answer.text).toContain('Status');
  });

  test('GET /api/v0.6/cbe VolumeNumber: the archive reference, a string with its leading zeros', async () => {
    expect(await ids('VolumeNumber=0042')).toEqual([3101]);
    expect(await ids('VolumeNumber=0117')).toEqual([3102]);
    expect(await ids('VolumeNumber=9999')).toEqual([]);
    expect(await ids('VolumeNumber=8472X')).toEqual([]);
    expect(await ids('VolumeNumber=8472X', archive)).toEqual([3103]);
  });

  test('GET /api/v0.6/cbe VolumeID: by volume', async () => {
    expect(await ids('VolumeID=3101')).toEqual([3101]);
    expect(await items('VolumeID=3101')).toEqual(sorted(PART_2101, PART_2102));
    expect(await items('VolumeID=3102')).toEqual(sorted(PART_2103, PART_2104));
    expect(await ids('VolumeID=3202')).toEqual([]);
    expect(await ids('VolumeID=3103')).toEqual([]);
    expect(await ids('VolumeID=3103', archive)).toEqual([3103]);
    for (const bad of NO_INTEGERS) await refuses(`VolumeID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbe PageID: items on that page', async () => {
    expect(await items('PageID=503')).toEqual([7001, 7002]);
    expect(await items('PageID=526')).toEqual([7023, 7025, 7026]);
    expect(await items('PageID=508')).toEqual([7005]);
    expect(await ids('PageID=502')).toEqual([]);
    expect(await ids('PageID=601')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`PageID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbe PageID: a sensitive page, and the page of a sensitive item', async () => {
    expect(await items('PageID=516')).toEqual([]);
    expect(await items('PageID=516', archive)).toEqual([7012]);
    expect(await items('PageID=507')).toEqual([7005]);
    expect(await items('PageID=507', archive)).toEqual([7003, 7005]);
  });

  test('GET /api/v0.6/cbe PartID: items of that part', async () => {
    expect(await items('PartID=2102')).toEqual(PART_2102);
    expect(await items('PartID=2104')).toEqual(PART_2104);
    expect(await ids('PartID=2201')).toEqual([]);
    expect(await ids('PartID=2105')).toEqual([]);
    expect(await items('PartID=2105', archive)).toEqual([7030, 7031]);
    for (const bad of NO_INTEGERS) await refuses(`PartID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbe ItemID: that item', async () => {
    expect(await items('ItemID=7005')).toEqual([7005]);
    expect(await ids('ItemID=7005')).toEqual([3101]);
    expect(await ids('ItemID=7101')).toEqual([]);
    expect(await ids('ItemID=7003')).toEqual([]);
    expect(await items('ItemID=7003', archive)).toEqual([7003]);
    for (const bad of NO_INTEGERS) await refuses(`ItemID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbe CollectorID: items by collector, on the item or on its part', async () => {
    expect(await items('CollectorID=4109')).toEqual([7006, 7008]);
    expect(await items('CollectorID=4108')).toEqual([7009]);
    expect(await items('CollectorID=4110')).toEqual(PART_2102);
    expect(await items('CollectorID=4111')).toEqual(PART_2104);
    expect(await items('CollectorID=4101')).toEqual(sorted(PART_2101, PART_2103, [7024]));
    expect(await ids('CollectorID=4101')).toEqual([3101, 3102]);
    expect(await ids('CollectorID=4113')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`CollectorID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbe InformantID: items by informant, on the item or on its part', async () => {
    expect(await items('InformantID=4101')).toEqual([7006, 7008]);
    expect(await items('InformantID=4107')).toEqual([7005, 7009]);
    expect(await items('InformantID=4108')).toEqual([7005]);
    expect(await items('InformantID=4108', archive)).toEqual([7003, 7005]);
    expect(await items('InformantID=4113')).toEqual(PART_2102);
    expect(await items('InformantID=4104')).toEqual([7011]);
    expect(await items('InformantID=9934567890')).toEqual([7001, 7002, 7004]);
    expect(await ids('InformantID=4110')).toEqual([]);
    expect(await ids('InformantID=4114')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`InformantID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbe RelevantPersonID: items by relevant person, on the item or on its part', async () => {
    expect(await items('VolumeID=3101&RelevantPersonID=4113')).toEqual([7011]);
    expect(await items('VolumeID=3101&RelevantPersonID=4105')).toEqual([7013]);
    expect(await items('VolumeID=3101&RelevantPersonID=4103')).toEqual(PART_2101);
    expect(await items('VolumeID=3102&RelevantPersonID=4101')).toEqual([7022, 7024, 7028]);
    expect(await items('VolumeID=3102&RelevantPersonID=9934567890')).toEqual([7020]);
    expect(await ids('VolumeID=3101&RelevantPersonID=4112')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`VolumeID=3101&RelevantPersonID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbe PersonID: any role, on the item or on its part', async () => {
    expect(await items('PersonID=4109')).toEqual([7006, 7008, 7022]);
    expect(await items('PersonID=4112')).toEqual([7028]);
    expect(await items('PersonID=4105')).toEqual([7013]);
    expect(await items('PersonID=4105', archive)).toEqual([7013, 7031]);
    expect(await items('PersonID=4103')).toEqual(sorted(PART_2101, [7023, 7027]));
    expect(await items('PersonID=9934567890')).toEqual([7001, 7002, 7004, 7020]);
    expect(await items('PersonID=4106')).toEqual(PART_2104);
    expect(await items('PersonID=4101')).toEqual(sorted(PART_2101, PART_2103, PART_2104));
    expect(await ids('PersonID=4115')).toEqual([]);
    expect(await ids('PersonID=4114')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`PersonID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbe CountyID: attached directly or through an attached place, item or part', async () => {
    expect(await items('CountyID=100002')).toEqual([7022]);
    expect(await items('CountyID=100010')).toEqual(PART_2102);
    // 7028 has no county but a place in Donegal; 7022 stands in Dublin, its part in Donegal.
    expect(await items('CountyID=100013')).toEqual(sorted(PART_2101, PART_2103, [7028]));
    expect(await items('PartID=2104&CountyID=100013')).toEqual([7028]);
    expect(await ids('CountyID=100001')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`CountyID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbe PlaceID: an attached place, item or part', async () => {
    expect(await items('PlaceID=9000012')).toEqual([7005, 7023, 7027]);
    expect(await items('PlaceID=9000013')).toEqual([7001, 7002, 7004, 7005]);
    expect(await items('PlaceID=9000013', archive)).toEqual([7001, 7002, 7003, 7004, 7005]);
    expect(await items('PlaceID=9000011')).toEqual(PART_2101);
    expect(await items('PlaceID=9000030')).toEqual([7028]);
    expect(await ids('PlaceID=9000072')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`PlaceID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbe Country: by country, item or part', async () => {
    expect(await items('Country=US')).toEqual([7028]);
    expect(await items('Country=GB-SCT')).toEqual(PART_2104);
    expect(await ids('Country=CA')).toEqual([]);
    for (const bad of ['', 'XX', 'USA', 'U', '840', 'GB-XXX', 'GB-CYM', 'Scotland']) {
      await refuses(`Country=${bad}`, COUNTRY);
    }
  });

  test('GET /api/v0.6/cbe GazetteerID: a place abroad, item or part', async () => {
    expect(await items('GazetteerID=990000102')).toEqual([7028]);
    expect(await items('GazetteerID=990000101')).toEqual(PART_2104);
    expect(await ids('GazetteerID=990000104')).toEqual([]);
    for (const bad of NO_INTEGERS) await refuses(`GazetteerID=${bad}`, INTEGER);
  });

  test('GET /api/v0.6/cbe GeoNameID: the other spelling of GazetteerID', async () => {
    expect(await items('GeoNameID=990000102')).toEqual([7028]);
    expect(await items('GeoNameID=990000101')).toEqual(PART_2104);
    expect(await ids('GeoNameID=990000104')).toEqual([]);
    for (const bad of NO_INTEGERS)
      await refusesAlias(`GeoNameID=${bad}`, ['GeoNameID', 'GazetteerID'], INTEGER);
  });

  test('GET /api/v0.6/cbe Language: any language of the item', async () => {
    expect(await items('VolumeID=3101&Language=en')).toEqual([7008, 7011, 7013]);
    expect(await items('VolumeID=3101&Language=ga')).toEqual([
      7001, 7002, 7004, 7005, 7006, 7010, 7012, 7013,
    ]);
    expect(await ids('VolumeID=3101&Language=fr')).toEqual([]);
    for (const bad of ['', 'gle', 'gaeilge', 'g', '12', 'ga,en']) {
      await refuses(`VolumeID=3101&Language=${bad}`, LANGUAGE);
    }
  });

  test('GET /api/v0.6/cbe DateFrom: dated in this year or later, open ends included', async () => {
    expect(await items('PartID=2103&DateFrom=1936')).toEqual([7009, 7021, 7022, 7023, 7026, 7027]);
    expect(await items('PartID=2103&DateFrom=1937')).toEqual([7009, 7022, 7023, 7026, 7027]);
    expect(await items('PartID=2103&DateFrom=1940')).toEqual([7009, 7023, 7026]);
    expect(await items('PartID=2103&DateFrom=1941')).toEqual([7009, 7023]);
    expect(await items('PartID=2103&DateFrom=2000')).toEqual([7023]);
    expect(await ids('PartID=2104&DateFrom=1952&ItemID=7024')).toEqual([]);
    for (const bad of NO_YEARS) await refuses(`PartID=2103&DateFrom=${bad}`, YEAR);
  });

  test('GET /api/v0.6/cbe DateTo: dated in this year or earlier, open starts included', async () => {
    expect(await items('PartID=2103&DateTo=1939')).toEqual([7021, 7022, 7023, 7026, 7027]);
    expect(await items('PartID=2103&DateTo=1938')).toEqual([7021, 7022, 7026, 7027]);
    expect(await items('PartID=2103&DateTo=1935')).toEqual([7021, 7026]);
    expect(await items('PartID=2103&DateTo=1900')).toEqual([7026]);
    expect(await ids('ItemID=7028&DateTo=1928')).toEqual([]);
    for (const bad of NO_YEARS) await refuses(`PartID=2103&DateTo=${bad}`, YEAR);
  });

  test('GET /api/v0.6/cbe DateFrom: with DateTo the years covered overlap the range', async () => {
    expect(await items('PartID=2103&DateFrom=1936&DateTo=1937')).toEqual([7021, 7026, 7027]);
    expect(await items('PartID=2103&DateFrom=1937&DateTo=1937')).toEqual([7026, 7027]);
    expect(await items('PartID=2103&DateFrom=1942&DateTo=1950')).toEqual([7023]);
    expect(await items('PartID=2103&DateFrom=1900&DateTo=1930')).toEqual([7026]);
  });

  test('GET /api/v0.6/cbe DateFrom: a record without a year never matches', async () => {
    // 7020 has a month and a day only, 7025 has no date; their part has none either.
    expect(await items('PartID=2103&DateFrom=0001')).toEqual([7009, 7021, 7022, 7023, 7026, 7027]);
    expect(await items('PartID=2103&DateTo=9999')).toEqual([7009, 7021, 7022, 7023, 7026, 7027]);
  });

  test('GET /api/v0.6/cbe DateAccuracy: exactly that marker', async () => {
    expect(await items('PartID=2101&DateAccuracy=APPROX')).toEqual([7005, 7006]);
    expect(await items('PartID=2101&DateAccuracy=INFER')).toEqual([7002]);
    expect(await items('PartID=2101&DateAccuracy=QUESTION')).toEqual([7007]);
    expect(await items('PartID=2103&DateAccuracy=INFER')).toEqual([7020]);
    expect(await ids('PartID=2103&DateAccuracy=QUESTION')).toEqual([]);
    for (const bad of ['', 'CIRCA', 'NONE', 'APPROX,INFER']) {
      await refuses(`PartID=2101&DateAccuracy=${bad}`, MARKER);
    }
  });

  test('GET /api/v0.6/cbe CreatedBefore: items created strictly before that day', async () => {
    expect(await items('VolumeID=3101&CreatedBefore=2016-04-12')).toEqual([7001, 7002, 7004]);
    expect(await items('VolumeID=3101&CreatedBefore=2016-04-13')).toEqual(PART_2101);
    expect(await ids('VolumeID=3101&CreatedBefore=2016-04-11')).toEqual([]);
    for (const bad of NO_DATES) await refuses(`VolumeID=3101&CreatedBefore=${bad}`, DATE);
  });

  test('GET /api/v0.6/cbe CreatedSince: items created on that day or later', async () => {
    expect(await items('VolumeID=3101&CreatedSince=2016-05-03')).toEqual(PART_2102);
    expect(await items('VolumeID=3101&CreatedSince=2016-04-12')).toEqual(
      sorted([7005, 7006, 7007, 7008], PART_2102),
    );
    expect(await ids('VolumeID=3101&CreatedSince=2016-05-04')).toEqual([]);
    for (const bad of NO_DATES) await refuses(`VolumeID=3101&CreatedSince=${bad}`, DATE);
  });

  test('GET /api/v0.6/cbe ModifiedBefore: never modified counts as modified when created', async () => {
    expect(await items('VolumeID=3101&ModifiedBefore=2016-05-03')).toEqual([7002, 7006, 7007, 7008]);
    expect(await items('VolumeID=3101&ModifiedBefore=2018-09-01')).toEqual(
      sorted([7002, 7006, 7007, 7008], PART_2102),
    );
    expect(await ids('VolumeID=3101&ModifiedBefore=2016-04-11')).toEqual([]);
    for (const bad of NO_DATES) await refuses(`VolumeID=3101&ModifiedBefore=${bad}`, DATE);
  });

  test('GET /api/v0.6/cbe ModifiedSince: items modified on that day or later', async () => {
    expect(await items('VolumeID=3101&ModifiedSince=2018-09-01')).toEqual([7001, 7004, 7005]);
    expect(await items('VolumeID=3101&ModifiedSince=2018-09-02')).toEqual([7004, 7005]);
    expect(await items('VolumeID=3101&ModifiedSince=2021-03-17')).toEqual([7005]);
    expect(await items('VolumeID=3101&ModifiedSince=2016-05-03')).toEqual(
      sorted([7001, 7004, 7005], PART_2102),
    );
    expect(await ids('VolumeID=3101&ModifiedSince=2021-03-18')).toEqual([]);
    for (const bad of NO_DATES) await refuses(`VolumeID=3101&ModifiedSince=${bad}`, DATE);
  });
});

describe('archive-service 4, rule 1: year parameters take the form YYYY', () => {
  test('GET /api/v0.6/cbe DateFrom: the message is that of wire-format 2', async () => {
    const told = problem(await get('VolumeID=3101&DateFrom=193'), 400);
    expect(told.errors).toEqual([
      { parameter: 'DateFrom', value: '193', message: "DateFrom: expected a year as YYYY, got '193'" },
    ]);
  });
});

describe('archive-service 4, rule 2: country codes', () => {
  test('GET /api/v0.6/cbe Country: the four codes of the parts of GB, and plain GB', async () => {
    expect(await items('Country=GB-SCT')).toEqual(PART_2104);
    for (const code of ['GB-ENG', 'GB-NIR', 'GB-WLS', 'GB']) {
      expect((await get(`Country=${code}`)).status, code).toBe(200);
    }
    for (const code of ['GB-ENG', 'GB-NIR', 'GB-WLS']) expect(await ids(`Country=${code}`)).toEqual([]);
  });

  test('GET /api/v0.6/cbe Country: any letter case', async () => {
    expect(await items('Country=us')).toEqual([7028]);
    expect(await items('Country=gb-sct')).toEqual(PART_2104);
    expect(await items('Country=Gb-sCt')).toEqual(PART_2104);
  });
});

describe('archive-service 4, rule 3: combined filters', () => {
  test('GET /api/v0.6/cbe CollectorID: with InformantID both hold of the same item', async () => {
    expect(await items('CollectorID=4109&InformantID=4101')).toEqual([7006, 7008]);
    expect(await items('CollectorID=4101&InformantID=4107')).toEqual([7005, 7009]);
    // Both occur in part 2101, but never on one item.
    expect(await ids('CollectorID=4109&InformantID=9934567890')).toEqual([]);
  });

  test('GET /api/v0.6/cbe PageID: with Language, on the same item', async () => {
    expect(await items('PageID=510&Language=en')).toEqual([7008]);
    expect(await ids('PageID=510&Language=ga')).toEqual([]);
  });

  test('GET /api/v0.6/cbe VolumeID: with VolumeNumber both must hold', async () => {
    expect(await ids('VolumeID=3101&VolumeNumber=0042')).toEqual([3101]);
    expect(await ids('VolumeID=3101&VolumeNumber=0117')).toEqual([]);
  });

  test('GET /api/v0.6/cbe VolumeID: with ItemID of another volume nothing is left', async () => {
    expect(await ids('VolumeID=3102&ItemID=7001')).toEqual([]);
    expect(await ids('PartID=2102&ItemID=7001')).toEqual([]);
  });

  test('GET /api/v0.6/cbe PersonID: with place, language, date and time of change', async () => {
    const query =
      'PersonID=4101&PlaceID=9000013&Language=ga&DateFrom=1936&DateTo=1938&ModifiedSince=2018-09-01';
    expect(await items(query)).toEqual([7001, 7004]);
    expect(await items(`${query}&DateAccuracy=INFER`)).toEqual([]);
    expect(await items(`${query}&CountyID=100013&ModifiedBefore=2020-01-01`)).toEqual([7001]);
  });

  test('GET /api/v0.6/cbe RelevantPersonID: with CollectorID, from the part and from the item', async () => {
    expect(await items('CollectorID=4110&RelevantPersonID=4105')).toEqual([7013]);
    expect(await items('CollectorID=4101&RelevantPersonID=4109')).toEqual([7022]);
  });
});
