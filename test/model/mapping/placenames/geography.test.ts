import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { centreOf, gridNotation } from '../../../../src/model/mapping/placenames/geography.js';
import type { Coordinates } from '../../../../src/model/schema/fields.js';
import type { GridReference } from '../../../../src/model/schema/placenames/place.js';

/** The decision on coordinates from the grid: WGS 84 of the middle of the square that a reference names. */

const METRES_OF_A_DEGREE = 111_320;
/** Half the diagonal of the square of 100 m, and what published coordinates are rounded by. */
const TOLERANCE = 100;

const grid = (reference: string): GridReference => {
  const [square = '', easting, northing] = reference.split(' ');
  return { square, easting: Number(easting), northing: Number(northing) };
};

/** On the ground, for points that are close to each other. */
function metresBetween(a: Coordinates | undefined, b: Coordinates): number {
  if (a === undefined) return Number.POSITIVE_INFINITY;
  const east = (a.longitude - b.longitude) * Math.cos((b.latitude * Math.PI) / 180);
  return Math.hypot(east, a.latitude - b.latitude) * METRES_OF_A_DEGREE;
}

/** Pairs of grid reference and WGS 84 as the English Wikipedia gives them in its articles on them. */
const PUBLISHED: readonly [name: string, reference: string, latitude: number, longitude: number][] = [
  // "51°59′58″N 9°44′34″W", V 803 844
  ['Carrauntoohil, in the south-west', 'V 803 844', 51.99944, -9.74278],
  // "54°10′49″N 5°55′15″W / 54.180238°N 5.920898°W", J 357 276
  ['Slieve Donard, in the north-east', 'J 357 276', 54.180238, -5.920898],
  // "the Spire of Dublin may be given as O 15904 34671"; its article: 53°20′59″N 6°15′37″W
  ['the Spire of Dublin', 'O 15904 34671', 53.34972, -6.26028],
  ['the Spire of Dublin, to 100 m', 'O 159 346', 53.34972, -6.26028],
];

describe('published pairs', () => {
  it.each(PUBLISHED)('%s, %s', (_, reference, latitude, longitude) => {
    expect(metresBetween(centreOf(grid(reference)), { latitude, longitude })).toBeLessThan(TOLERANCE);
  });
});

describe('places of the sample world that have both', () => {
  const folder = new URL('../../../../src/services/server/sample-world/placenames/places/', import.meta.url);
  const both = readdirSync(folder).flatMap((file) => {
    const place = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    const [at] = place.geography?.coordinates ?? [];
    const references: GridReference[] = place.gridReferences ?? [];
    return at === undefined
      ? []
      : references
          .filter((one) => gridNotation(one) !== undefined)
          .map((one) => [gridNotation(one), one, at]);
  }) as [string, GridReference, Coordinates][];

  it.each(both)('%s lies in the same part of the country as its point', (_, reference, at) => {
    // The world is invented, so its points lie near their references, not in them.
    expect(metresBetween(centreOf(reference), at)).toBeLessThan(5_000);
  });
});

describe('precision', () => {
  it.each([
    ['B 9 2', 10_000],
    ['B 92 20', 1_000],
    ['B 928 207', 100],
    ['B 9285 2075', 10],
    ['B 92850 20750', 1],
  ])('%s is the middle of a square of %i m', (reference, size) => {
    const errigal = { latitude: 55.03411, longitude: -8.11257 };
    const metres = metresBetween(centreOf(grid(reference)), errigal);
    expect(metres).toBeLessThan(size);
  });

  it('is metres, not more: five digits after the point', () => {
    const { latitude, longitude } = centreOf(grid('B 928 207')) ?? { latitude: 0, longitude: 0 };
    expect([latitude, longitude].map(String)).toEqual(['55.03411', '-8.11257']);
  });
});

describe('no place is named by', () => {
  it.each([
    // Lugnaquilla, T 032 917 on every map: the service sends 32 and 917.
    ['unequal digits, where a leading zero may be gone', { square: 'T', easting: 32, northing: 917 }],
    ['a square alone', { square: 'B' }],
    ['an easting alone', { square: 'B', easting: 898 }],
    ['a square of the British grid', { square: 'NV', easting: 12, northing: 34 }],
    ['the letter that the grid has not', { square: 'I', easting: 12, northing: 34 }],
    ['six digits', { square: 'B', easting: 123456, northing: 123456 }],
    ['a negative number', { square: 'B', easting: -1, northing: -1 }],
  ])('%s', (_, reference) => {
    expect(centreOf(reference)).toBeUndefined();
    expect(gridNotation(reference)).toBeUndefined();
  });
});
