import { fragment } from '../rdf/iris.js';
import type { Node, Value } from '../rdf/node.js';
import type { Coordinates } from '../schema/fields.js';

/** Significant digits that a double keeps exactly. */
const CERTAIN_DIGITS = 15;
/** Decimals that every processor of xsd:decimal keeps (XML Schema part 2, 3.2.3). */
const DECIMAL_DIGITS = 18;

/** A coordinate as a canonical xsd:decimal, also in WKT: the digits as sent, without exponent and trailing zeros. */
function degrees(value: number): string {
  const [, exponent] = value.toExponential(CERTAIN_DIGITS - 1).split('e');
  const decimals = Math.max(0, CERTAIN_DIGITS - 1 - Number(exponent));
  return value
    .toFixed(Math.min(decimals, DECIMAL_DIGITS))
    .replace(/\.0*$|(\.\d*[1-9])0+$/, '$1')
    .replace(/^-0$/, '0');
}

/** WKT 1, longitude first: CRS84, GeoSPARQL's default. */
function wkt(points: readonly Coordinates[]): string {
  const pair = (point: Coordinates) => `${degrees(point.longitude)} ${degrees(point.latitude)}`;
  const [only] = points;
  return points.length === 1 && only !== undefined
    ? `POINT (${pair(only)})`
    : `MULTIPOINT (${points.map((point) => `(${pair(point)})`).join(', ')})`;
}

/**
 * The location of a place: one geometry of all its points, and a node for each point (model 3.9).
 *
 * @param extra further properties of the geometry
 */
export function geometry(
  place: string,
  points: readonly Coordinates[],
  extra: Readonly<Record<string, Value>> = {},
): { coordinates?: Node[]; hasGeometry?: Node } {
  if (points.length === 0) return {};
  return {
    hasGeometry: { id: fragment.geometry(place), type: ['geo:Geometry'], asWKT: wkt(points), ...extra },
    coordinates: points.map((point) => ({
      id: fragment.point(place, point),
      type: ['schema:GeoCoordinates'],
      latitude: degrees(point.latitude),
      longitude: degrees(point.longitude),
    })),
  };
}
