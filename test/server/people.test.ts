import { describe, expect, it } from 'vitest';
import { ids, serving } from './ask.js';

const { archive } = serving();
const cbed = (query: string) => archive(`/api/v0.6/cbed?${query}`);

describe('archive-service 4, query parameters: people', () => {
  it.each([
    ['Gender=b', [501]],
    ['Gender=f', [502]],
    ['BiographyID=88', [501]],
    ['AinmID=88', [501]],
    ['AuthorityID=7', [501]],
    ['ViafID=7', [501]],
    ['viafid=8', []],
    // Attached directly, by an address, and by birth.
    ['CountyID=100010', [501, 502]],
    ['CountyID=100005', [501]],
    ['CountyID=100015', [503]],
    ['PlaceID=9000102', [501]],
    ['PlaceID=9000101', [502]],
    ['Country=US', [502]],
    ['Country=GB-SCT', [503]],
    ['GeoNameID=4930956', [502]],
    ['Occupation=IASC', [501]],
    ['Occupation=FEIRM', []],
    ['BirthDateFrom=1890', [501]],
    ['BirthDateFrom=1891', []],
    ['BirthDateTo=1890', [501]],
    ['BirthDateAccuracy=APPROX', [501]],
    ['BirthDateAccuracy=INFER', []],
    // Died between 1960 and 1962: the years overlap the range.
    ['DeathDateFrom=1962', [501]],
    ['DeathDateFrom=1963', []],
    ['DeathDateTo=1960', [501]],
    ['DeathDateTo=1959', []],
    ['DeathDateFrom=1961&DeathDateTo=1961', [501]],
    ['DeathDateAccuracy=APPROX', []],
    ['CreatedSince=2017-05-05', [502, 503]],
    ['CreatedBefore=2017-05-05', [501]],
    ['ModifiedSince=2018-05-05', [503]],
    ['ModifiedBefore=2018-05-05', [501, 502]],
    ['Gender=b&CountyID=100015', []],
  ] as const)('%s', async (query, expected) => {
    expect(ids(await cbed(query))).toEqual(expected);
  });
});
