import { fragment } from '../rdf/iris.js';
import type { Node, Value } from '../rdf/node.js';
import type { Coordinates } from '../schema/fields.js';

/** Significant digits that a number of 64 bits holds for certain: what a service sends with so many comes back as it was. */
const CERTAIN_DIGITS = 15;
/** Digits after the point that every processor of xsd:decimal holds (XML Schema part 2, 3.2.3). */
const DECIMAL_DIGITS = 18;

/** A coordinate as an xsd:decimal in canonical form, and as WKT: the digits that were sent, no exponent, no trailing zero. */
function degrees(value: number): string {
  const [, exponent] = value.toExponential(CERTAIN_DIGITS - 1).split('e');
  const decimals = Math.max(0, CERTAIN_DIGITS - 1 - Number(exponent));
  return value
    .toFixed(Math.min(decimals, DECIMAL_DIGITS))
    .replace(/\.0*$|(\.\d*[1-9])0+$/, '$1')
    .replace(/^-0$/, '0');
}

/** WKT 1 with one space before the bracket and longitude first: CRS84, GeoSPARQL's default. */
function wkt(points: readonly Coordinates[]): string {
  const pair = (point: Coordinates) => `${degrees(point.longitude)} ${degrees(point.latitude)}`;
  const [only] = points;
  return points.length === 1 && only !== undefined
    ? `POINT (${pair(only)})`
    : `MULTIPOINT (${points.map((point) => `(${pair(point)})`).join(', ')})`;
}

/**
 * Where a place is: one geometry for all its points, and one node for each pair, so that the two numbers of
 * two pairs cannot be crossed (model 3.9).
 *
 * @param also what else is known of the geometry
 */
export function geometry(
  place: string,
  points: readonly Coordinates[],
  also: Readonly<Record<string, Value>> = {},
): { coordinates?: Node[]; hasGeometry?: Node } {
  if (points.length === 0) return {};
  return {
    hasGeometry: { id: fragment.geometry(place), type: ['Geometry'], asWKT: wkt(points), ...also },
    coordinates: points.map((point) => ({
      id: fragment.point(place, point),
      type: ['GeoCoordinates'],
      latitude: degrees(point.latitude),
      longitude: degrees(point.longitude),
    })),
  };
}
