import proj4 from 'proj4';
import type { Coordinates } from '../../dictionary/coordinates.js';
import type { GridReference } from '../../dictionary/placenames/place.js';

/**
 * The Irish Grid, EPSG:29903 (TM75 / Irish Grid; EPSG:29902, TM65, has the same numbers), written out so that nothing
 * is looked up: transverse Mercator on Airy Modified 1849, and the step to WGS 84 of EPSG:1954 (1641 for TM65),
 * position vector, good to a metre. Source: the EPSG register; Ordnance Survey Ireland and of Northern Ireland,
 * "The Irish Grid: a description of the co-ordinate reference system used in Ireland".
 */
const IRISH_GRID = [
  '+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=1.000035 +x_0=200000 +y_0=250000',
  '+a=6377340.189 +rf=299.3249646 +towgs84=482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15',
  '+units=m +no_defs',
].join(' ');
const WGS_84 = '+proj=longlat +datum=WGS84 +no_defs';

/** The squares of 100 km, row by row from the north-west; there is no I. */
const SQUARES = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const SQUARES_IN_A_ROW = 5;
const SQUARE_SIZE = 100_000;
/** Digits that name a square metre; nobody writes more. */
const MOST_DIGITS = 5;
/** Digits of a degree that a metre is worth. */
const DEGREE_DIGITS = 5;

/**
 * A grid reference as it is usually written, `B 914 300`. The service sends numbers, so that leading zeros are gone:
 * only where easting and northing have equally many digits is it plain what they name (model 3.9).
 */
export function gridNotation({ square, easting, northing }: GridReference): string | undefined {
  if (easting === undefined || northing === undefined || easting < 0 || northing < 0) return undefined;
  const [east, north] = [String(easting), String(northing)];
  const isPlain = east.length === north.length && east.length <= MOST_DIGITS && isSquare(square);
  return isPlain ? `${square} ${east} ${north}` : undefined;
}

/** The middle of the square that a grid reference names, in WGS 84; undefined where it names none plainly. */
export function centreOf(grid: GridReference): Coordinates | undefined {
  const { square, easting = 0, northing = 0 } = grid;
  if (gridNotation(grid) === undefined) return undefined;
  const size = 10 ** (MOST_DIGITS - String(easting).length);
  const at = SQUARES.indexOf(square);
  const column = at % SQUARES_IN_A_ROW;
  const row = SQUARES_IN_A_ROW - 1 - Math.floor(at / SQUARES_IN_A_ROW);
  const [longitude, latitude] = proj4(IRISH_GRID, WGS_84, [
    column * SQUARE_SIZE + (easting + 0.5) * size,
    row * SQUARE_SIZE + (northing + 0.5) * size,
  ]);
  return { latitude: rounded(latitude), longitude: rounded(longitude) };
}

const isSquare = (square: string): boolean => square.length === 1 && SQUARES.includes(square);

const rounded = (degrees: number): number => Number(degrees.toFixed(DEGREE_DIGITS));
