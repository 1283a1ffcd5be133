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

/** Where a node says it is; positions that are nowhere on earth are left out. The numbers are not rounded. */
export function geometryOf(node: Node): PointGeometry | undefined {
  const positions = nodesOf(node, 'coordinates').flatMap((point) => {
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
