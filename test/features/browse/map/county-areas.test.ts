import { describe, expect, test } from 'vitest';
import { countyAreas, type PlaceInCounty } from '../../../../src/features/browse/map/county-areas.js';

/** Borders of counties from places: a made country whose counties are known exactly. */

type Position = readonly [longitude: number, latitude: number];

/** A grid of places between 53 and 54 degrees, in four counties around the point -8, 53.5. */
const quarters = (step: number): PlaceInCounty[] => {
  const places: PlaceInCounty[] = [];
  for (let latitude = 53 + step / 2; latitude < 54; latitude += step)
    for (let longitude = -8.5 + step / 2; longitude < -7.5; longitude += step)
      places.push({
        longitude,
        latitude,
        county: `${latitude < 53.5 ? 'south' : 'north'}-${longitude < -8 ? 'west' : 'east'}`,
      });
  return places;
};

/** Whether a position is in an area: a line to the east crosses an odd number of sides. */
const isInside = (rings: readonly (readonly Position[])[], [longitude, latitude]: Position): boolean =>
  rings
    .flatMap((ring) => ring.map((from, at) => [from, ring[(at + 1) % ring.length] as Position] as const))
    .filter(
      ([from, to]) =>
        from[1] > latitude !== to[1] > latitude &&
        longitude < from[0] + ((latitude - from[1]) / (to[1] - from[1])) * (to[0] - from[0]),
    ).length %
    2 ===
  1;

describe('areas of counties', () => {
  const places = quarters(0.02);

  test('each place is in the area of its county, and in no other', () => {
    const areas = countyAreas(places);
    expect(areas.map(({ county }) => county)).toEqual([
      'north-east',
      'north-west',
      'south-east',
      'south-west',
    ]);
    const wrong = places.filter(({ longitude, latitude, county }) => {
      // Of the border the drawing is finer than 4 km only.
      if (Math.min(Math.abs(longitude + 8) * 0.596, Math.abs(latitude - 53.5)) < 0.04) return false;
      const inside = areas.filter(({ rings }) => isInside(rings, [longitude, latitude]));
      return inside.length !== 1 || inside[0]?.county !== county;
    });
    expect(wrong).toEqual([]);
  });

  test('a place with a wrong county makes no island', () => {
    const [first, ...rest] = places;
    const areas = countyAreas([{ ...(first as PlaceInCounty), county: 'north-east' }, ...rest]);
    expect(areas.map(({ rings }) => rings.length)).toEqual([1, 1, 1, 1]);
  });

  test('too few places have no borders', () => {
    expect(countyAreas(quarters(0.1))).toEqual([]);
  });
});
