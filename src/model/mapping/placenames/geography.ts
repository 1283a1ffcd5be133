import proj4 from 'proj4';
import { fragment } from '../../rdf/iris.js';
import type { Coordinates } from '../../schema/fields.js';
import type { GridReference } from '../../schema/placenames/place.js';
import { coded } from '../coded-fields.js';
import { geometry } from '../coordinates.js';
import type { Located, MappingContext } from '../mapping-context.js';

/**
 * The Irish Grid, EPSG:29903 (TM75 / Irish Grid; EPSG:29902, TM65, has the same numbers): transverse Mercator on Airy
 * Modified 1849, and the transformation to WGS 84 of EPSG:1954 (1641 for TM65), position vector, accurate to a metre.
 * Source: the EPSG register; "The Irish Grid: a description of the co-ordinate reference system used in Ireland".
 */
const IRISH_GRID = [
  '+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=1.000035 +x_0=200000 +y_0=250000',
  '+a=6377340.189 +rf=299.3249646 +towgs84=482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15',
  '+units=m +no_defs',
].join(' ');
const WGS_84 = '+proj=longlat +datum=WGS84 +no_defs';
/** From degrees, longitude first, to metres of the grid, and back. */
const TO_GRID = proj4(WGS_84, IRISH_GRID);

/** The squares of 100 km, by rows from the north-west; there is no I. */
const SQUARES = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const SQUARES_IN_A_ROW = 5;
const SQUARE_SIZE = 100_000;
/** Digits of a reference to a square metre. */
const MOST_DIGITS = 5;
/** Decimals of a degree for a precision of a metre. */
const DEGREE_DIGITS = 5;

/** Metres between a place's coordinates and its grid reference: both may be of different points of one place. */
const NEAR = 1_000;

/**
 * The usual form of a grid reference, `B 914 300`. The service sends numbers without leading zeros: how many digits they had
 * follows from the coordinates of the same record, or from a number of five digits (model 3.9).
 *
 * @param points the coordinates of the place
 * @returns undefined where none or several numbers of digits are possible
 */
export function gridNotation(grid: GridReference, points: readonly Coordinates[]): string | undefined {
  const possible = notationsOf(grid);
  const [one, ...others] = points.length === 0 ? possible : possible.filter(isNear(points));
  return others.length === 0 ? one : undefined;
}

/** Whether a grid reference is far from all coordinates of the same place, however many digits its numbers had. */
export function contradicts(grid: GridReference, points: readonly Coordinates[]): boolean {
  const possible = notationsOf(grid);
  return possible.length > 0 && points.length > 0 && !possible.some(isNear(points));
}

const isNear =
  (points: readonly Coordinates[]) =>
  (notation: string): boolean =>
    points.some((point) => metresFrom(notation, point) <= NEAR);

/** The square of a grid reference, which the source also writes in small letters. */
export const squareOf = ({ square }: GridReference): string => square.toUpperCase();

/** A grid reference with the numbers of digits that it may have had. */
function notationsOf(grid: GridReference): readonly string[] {
  const { easting = -1, northing = -1 } = grid;
  const square = squareOf(grid);
  if (easting < 0 || northing < 0 || !isSquare(square)) return [];
  const [east, north] = [String(easting), String(northing)];
  const least = Math.max(east.length, north.length);
  return Array.from({ length: Math.max(0, MOST_DIGITS - least + 1) }, (_, more) =>
    [square, east.padStart(least + more, '0'), north.padStart(least + more, '0')].join(' '),
  );
}

/** The square that a reference in its usual form names: its south-west corner and its size, in metres of the grid. */
function areaOf(notation: string) {
  const [square = '', easting = '', northing = ''] = notation.split(' ');
  const size = 10 ** (MOST_DIGITS - easting.length);
  const at = SQUARES.indexOf(square);
  const column = at % SQUARES_IN_A_ROW;
  const row = SQUARES_IN_A_ROW - 1 - Math.floor(at / SQUARES_IN_A_ROW);
  return {
    east: column * SQUARE_SIZE + Number(easting) * size,
    north: row * SQUARE_SIZE + Number(northing) * size,
    size,
  };
}

/** Metres between the square that a reference names and a point; 0 within it. */
function metresFrom(notation: string, { latitude, longitude }: Coordinates): number {
  const { east, north, size } = areaOf(notation);
  const [x, y] = TO_GRID.forward([longitude, latitude]);
  const outside = (at: number, from: number): number => Math.max(from - at, at - from - size, 0);
  return Math.hypot(outside(x, east), outside(y, north));
}

/** The centre of the square that a grid reference in its usual form names, in WGS 84. */
export function centreOf(notation: string): Coordinates {
  const { east, north, size } = areaOf(notation);
  const [longitude, latitude] = TO_GRID.inverse([east + size / 2, north + size / 2]);
  return { latitude: rounded(latitude), longitude: rounded(longitude) };
}

const isSquare = (square: string): boolean => square.length === 1 && SQUARES.includes(square);

const rounded = (degrees: number): number => Number(degrees.toFixed(DEGREE_DIGITS));

/** The points that are published of a place: its coordinates, or else its grid references; none of a merged place. */
export const pointsOf = (place: Located): readonly Coordinates[] => {
  if (place.replacementID !== undefined) return [];
  const given = place.geography?.coordinates ?? [];
  return given.length > 0 ? given : derivedFrom(place).map(({ point }) => point);
};

export const isAmong = (point: Coordinates, others: readonly Coordinates[]): boolean =>
  others.some(({ latitude, longitude }) => latitude === point.latitude && longitude === point.longitude);

/** The points of a place, their accuracy and their source. */
export const geography = (self: string, place: Located, context: MappingContext) =>
  (place.geography?.coordinates ?? []).length > 0 ? given(self, place, context) : derived(self, place);

function given(self: string, { geography }: Located, context: MappingContext) {
  const { coordinateSource } = coded({ coordinateSource: geography?.source }, context);
  return geometry(self, geography?.coordinates ?? [], {
    accurateCoordinates: geography?.accurate,
    coordinateSource,
    coordinateSourceText: coordinateSource === undefined ? geography?.source : undefined,
  });
}

/** Points that are not the database's own state that they are derived, and from which references. */
function derived(self: string, place: Located) {
  const found = derivedFrom(place);
  return geometry(
    self,
    found.map(({ point }) => point),
    {
      accurateCoordinates: false,
      coordinateSource: 'grid',
      wasDerivedFrom: found.map(({ grid }) => fragment.grid(self, { ...grid, square: squareOf(grid) })),
    },
  );
}

const derivedFrom = ({ gridReferences }: Located) =>
  gridReferences.flatMap((grid) => {
    const notation = gridNotation(grid, []);
    return notation === undefined ? [] : [{ point: centreOf(notation), grid }];
  });
