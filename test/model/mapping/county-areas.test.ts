import { describe, expect, test } from 'vitest';
import { COUNTY_AREAS, COUNTY_BORDERS, type Position } from '../../../src/model/mapping/county-areas.js';

/** The borders of counties: towns lie in theirs. */

/** Whether a position is in an area: a line to the east crosses an odd number of sides. */
const isInside = (rings: readonly (readonly Position[])[], [longitude, latitude]: Position): boolean =>
  rings
    .flatMap((ring) => ring.slice(1).map((to, at) => [ring[at] as Position, to] as const))
    .filter(
      ([from, to]) =>
        from[1] > latitude !== to[1] > latitude &&
        longitude < from[0] + ((latitude - from[1]) / (to[1] - from[1])) * (to[0] - from[0]),
    ).length %
    2 ===
  1;

const countiesAt = (position: Position): readonly string[] =>
  COUNTY_AREAS.flatMap(({ names, rings }) => (isInside(rings, position) ? [names.join(' or ')] : []));

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
