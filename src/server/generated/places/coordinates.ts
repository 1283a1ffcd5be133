import type { Coordinates } from '../../../dictionary/coordinates.js';
import type { GridReference } from '../../../dictionary/placenames/place.js';
import { type Dice, lots } from '../dice.js';

const TEN_THOUSAND = 10_000;

/** A point from ten-thousandths of a degree; dividing whole numbers gives the same digits everywhere. */
export const pointAt = (latitude: number, longitude: number): Coordinates => ({
  latitude: latitude / TEN_THOUSAND,
  longitude: longitude / TEN_THOUSAND,
});

/** Squares of the Irish Grid, a hundred kilometres each, from the north-west in rows of five. */
const SQUARES = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const SQUARE_SIZE = 100_000;
const within = (metres: number): number => Math.min(499_999, Math.max(0, metres));

/** To how many metres a reference is given: five, three or two figures, or the square alone. */
const UNITS = lots([6, 1], [3, 100], [2, 1_000], [1, SQUARE_SIZE]);

/** Roughly where a point lies on the Irish Grid, to the precision somebody cared for (wire-format 4). */
export function gridReferenceAt(latitude: number, longitude: number, dice: Dice): GridReference {
  // 11.13 m and, at 53.5 degrees north, 6.62 m to a ten-thousandth of a degree.
  const north = within(250_000 + Math.floor(((latitude - 535_000) * 1_113) / 100));
  const east = within(200_000 + Math.floor(((longitude + 80_000) * 662) / 100));
  const row = 4 - Math.floor(north / SQUARE_SIZE);
  const square = SQUARES.charAt(row * 5 + Math.floor(east / SQUARE_SIZE));
  const unit = dice.draw(UNITS);
  if (unit === SQUARE_SIZE) return { square };
  return {
    square,
    easting: Math.floor((east % SQUARE_SIZE) / unit),
    northing: Math.floor((north % SQUARE_SIZE) / unit),
  };
}
