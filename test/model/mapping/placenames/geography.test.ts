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

/** A place with the coordinates of a point of the grid. */
const at = (latitude: number, longitude: number): readonly Coordinates[] => [{ latitude, longitude }];

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
    expect(metresBetween(centreOf(reference), { latitude, longitude })).toBeLessThan(TOLERANCE);
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
          .filter(({ easting, northing }) => easting !== undefined && northing !== undefined)
          .map((one) => [gridNotation(one, [at]), at]);
  }) as [string, Coordinates][];

  it.each(both)('%s lies in the same part of the country as its point', (reference, at) => {
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
    const metres = metresBetween(centreOf(reference), errigal);
    expect(metres).toBeLessThan(size);
  });

  it('is metres, not more: five digits after the point', () => {
    const { latitude, longitude } = centreOf('B 928 207');
    expect([latitude, longitude].map(String)).toEqual(['55.03411', '-8.11257']);
  });
});

describe('how many digits the numbers had', () => {
  // O 6981 4230 and the coordinates that the same record of the service has: 6.981 km and 4.23 km from the corner of O.
  const LOST = { square: 'O', easting: 6981, northing: 4230 };

  it('follows from the coordinates of the record: both numbers have lost a zero', () => {
    expect(gridNotation(LOST, [centreOf('O 06981 04230')])).toBe('O 06981 04230');
    expect(gridNotation(LOST, [centreOf('O 6981 4230')])).toBe('O 6981 4230');
  });

  it('one number has lost a zero', () => {
    // Lugnaquilla, T 032 917 on every map: the service sends 32 and 917. 52°58′N 6°27′W.
    expect(gridNotation({ square: 'T', easting: 32, northing: 917 }, at(52.967, -6.464))).toBe('T 032 917');
  });

  it.each(PUBLISHED)(
    'no zero is lost, and the coordinates say so: %s',
    (_, reference, latitude, longitude) => {
      expect(gridNotation(grid(reference), at(latitude, longitude))).toBe(reference);
    },
  );

  it('there are five at most, so that a number of five decides', () => {
    expect(gridNotation({ square: 'G', easting: 697, northing: 35772 }, [])).toBe('G 00697 35772');
  });

  it('one of several points is enough', () => {
    expect(gridNotation(LOST, [...at(51.5, -9.5), centreOf('O 06981 04230')])).toBe('O 06981 04230');
  });

  it.each([
    ['without coordinates', []],
    ['coordinates of another part of the country', at(51.5, -9.5)],
    ['coordinates of 0, 0', at(0, 0)],
  ])('is not known: %s', (_, points) => {
    expect(gridNotation(LOST, points)).toBeUndefined();
  });

  it('is not known where several numbers of digits come near', () => {
    expect(gridNotation({ square: 'O', easting: 1, northing: 1 }, [centreOf('O 001 001')])).toBeUndefined();
  });
});

describe('no place is named by', () => {
  it.each([
    ['a square alone', { square: 'B' }],
    ['an easting alone', { square: 'B', easting: 898 }],
    ['a square of the British grid', { square: 'NV', easting: 12, northing: 34 }],
    ['the letter that the grid has not', { square: 'I', easting: 12, northing: 34 }],
    ['six digits', { square: 'B', easting: 123456, northing: 123456 }],
    ['a negative number', { square: 'B', easting: -1, northing: -1 }],
  ])('%s', (_, reference) => {
    expect(gridNotation(reference, at(55.03, -8.11))).toBeUndefined();
    expect(gridNotation(reference, [])).toBeUndefined();
  });
});
