import type { Node } from '../../rdf/node.js';
import { nodesOf, valuesOf } from './said.js';

/** A position in GeoJSON: longitude first, WGS 84 (RFC 7946, section 3.1.1 and 4). */
type Position = readonly [longitude: number, latitude: number];

/** The geometry of a place: one point or several. */
export type PointGeometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint'; readonly coordinates: readonly Position[] };

const MOST_LONGITUDE = 180;
const MOST_LATITUDE = 90;

/** Says of a point that a check doubts it: no word of the context, and in no dump. */
const IS_DOUBTED = 'isDoubted';

/**
 * A record's node with a mark on the points that a check has found something about, latitude and longitude exchanged for
 * example: maps leave them out, tables say it.
 *
 * @param doubted IRIs that were found something about
 */
export function withDoubts(node: Node, doubted: ReadonlySet<string>): Node {
  const points = nodesOf(node, 'coordinates');
  if (!points.some(({ id }) => doubted.has(id))) return node;
  return {
    ...node,
    coordinates: points.map((point) => (doubted.has(point.id) ? { ...point, [IS_DOUBTED]: true } : point)),
  };
}

const isDoubted = (point: Node): boolean => point[IS_DOUBTED] === true;

/** Whether a check doubts a point of a node; undefined where it has none. */
export function hasDoubtedPoint(node: Node): boolean | undefined {
  const points = nodesOf(node, 'coordinates');
  return points.length === 0 ? undefined : points.some(isDoubted);
}

/**
 * Where a node says it is; positions that are nowhere on earth, or that a check doubts, are left out. The numbers are not
 * rounded.
 */
export function geometryOf(node: Node): PointGeometry | undefined {
  const positions = nodesOf(node, 'coordinates').flatMap((point) => {
    if (isDoubted(point)) return [];
    const [longitude] = valuesOf(point, 'longitude');
    const [latitude] = valuesOf(point, 'latitude');
    if (longitude === undefined || latitude === undefined) return [];
    const position = [Number(longitude), Number(latitude)] as const;
    return isOnEarth(position) ? [position] : [];
  });
  const [only] = positions;
  if (only === undefined) return undefined;
  return positions.length === 1
    ? { type: 'Point', coordinates: only }
    : { type: 'MultiPoint', coordinates: positions };
}

/** Not a number is not below anything. */
const isOnEarth = ([longitude, latitude]: Position): boolean =>
  Math.abs(longitude) <= MOST_LONGITUDE && Math.abs(latitude) <= MOST_LATITUDE;

/** Whether the database believes the coordinates to be precise; undefined where it does not say. */
export function isAccurate(node: Node): boolean | undefined {
  const [accurate] = nodesOf(node, 'hasGeometry').flatMap((geometry) =>
    valuesOf(geometry, 'accurateCoordinates'),
  );
  return accurate === undefined ? undefined : accurate === 'true';
}
