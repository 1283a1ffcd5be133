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

/** The squares of 100 km, by rows from the north-west; there is no I. */
const SQUARES = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const SQUARES_IN_A_ROW = 5;
const SQUARE_SIZE = 100_000;
/** Digits of a reference to a square metre. */
const MOST_DIGITS = 5;
/** Decimals of a degree for a precision of a metre. */
const DEGREE_DIGITS = 5;

/**
 * The usual form of a grid reference, `B 914 300`. The service sends numbers without leading zeros: undefined unless easting
 * and northing have equally many digits (model 3.9).
 */
export function gridNotation({ square, easting, northing }: GridReference): string | undefined {
  if (easting === undefined || northing === undefined || easting < 0 || northing < 0) return undefined;
  const [east, north] = [String(easting), String(northing)];
  const isPlain = east.length === north.length && east.length <= MOST_DIGITS && isSquare(square);
  return isPlain ? `${square} ${east} ${north}` : undefined;
}

/** The centre of the square of a grid reference, in WGS 84; undefined where the reference is ambiguous. */
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
      wasDerivedFrom: found.map(({ grid }) => fragment.grid(self, grid)),
    },
  );
}

const derivedFrom = ({ gridReferences }: Located) =>
  gridReferences.flatMap((grid) => {
    const point = centreOf(grid);
    return point === undefined ? [] : [{ point, grid }];
  });
