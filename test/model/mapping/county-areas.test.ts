import { describe, expect, test } from 'vitest';
import {
  COUNTY_AREAS,
  COUNTY_BORDERS,
  type CountyArea,
  metresOutside,
  type Position,
} from '../../../src/model/mapping/county-areas.js';

/** The borders of counties: towns lie in theirs. */

const countiesAt = (position: Position): readonly string[] =>
  COUNTY_AREAS.flatMap((area) => (metresOutside(area, position) === 0 ? [area.names.join(' or ')] : []));

describe('areas of counties', () => {
  test('are 32, each with names of its own', () => {
    expect(new Set(COUNTY_AREAS.flatMap(({ names }) => names)).size).toBe(33);
    expect(COUNTY_AREAS).toHaveLength(32);
  });

  // Positions of towns that lie near the borders of their counties, from maps.
  test.each([
    ['Athlone', -7.93, 53.42, 'Westmeath'],
    ['Ballinasloe', -8.23, 53.33, 'Galway'],
    ['Carlow', -6.92, 52.84, 'Carlow'],
    ['Carrick-on-Shannon', -8.09, 53.95, 'Leitrim'],
    ['Carrick-on-Suir', -7.42, 52.35, 'Tipperary'],
    ['Derry', -7.31, 54.99, 'Derry or Londonderry'],
    ['Lisburn', -6.05, 54.52, 'Antrim'],
    ['Newry', -6.33, 54.18, 'Down'],
    ['Bray', -6.11, 53.2, 'Wicklow'],
    ['Newcastle West', -9.06, 52.45, 'Limerick'],
    ['Lisdoonvarna', -9.29, 53.03, 'Clare'],
  ])('%s lies in one county, its own', (_town, longitude, latitude, county) => {
    expect(countiesAt([longitude, latitude])).toEqual([county]);
  });

  // Distances on a map.
  test.each([
    ['Athlone, from the Shannon', -7.93, 53.42, 'Roscommon', 0, 2],
    ['Holyhead, from Dublin', -4.63, 53.31, 'Dublin', 90, 99],
    ['Cork, from Kerry', -8.47, 51.9, 'Kerry', 45, 60],
  ])('%s, is so many kilometres outside', (_what, longitude, latitude, county, least, most) => {
    const area = COUNTY_AREAS.find(({ names }) => names.includes(county));
    const kilometres = metresOutside(area as CountyArea, [longitude, latitude]) / 1000;
    expect(kilometres).toBeGreaterThan(least);
    expect(kilometres).toBeLessThan(most);
  });

  test('a border is drawn once, with a county on each side', () => {
    const middles = COUNTY_BORDERS.map((line) => line[Math.floor(line.length / 2)] as Position);
    for (const [longitude, latitude] of middles) {
      const around = [-0.02, 0, 0.02].flatMap((across) =>
        [-0.02, 0, 0.02].flatMap((down) => countiesAt([longitude + across, latitude + down])),
      );
      expect(new Set(around).size).toBeGreaterThan(1);
    }
  });
});
