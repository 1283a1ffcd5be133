import type { Node } from '../../rdf/node.js';
import type { TableContext } from './derived-file.js';
import { isA, nodesOf, valuesOf } from './node-values.js';

/** Chooses the records of a file. */
export type NodeFilter = (node: Node, language: TableContext) => boolean;

const isPlace = isA('Place');

/**
 * A place as the place-names database describes it: only it describes names one by one, and it has no place without
 * one (wire-format 4, place); a place that only the archive names has no such nodes (shapes/placenames/place.ttl).
 */
export const isLivePlace = (node: Node): boolean => isPlace(node) && nodesOf(node, 'hasPlacename').length > 0;

/** A place that became part of another: it says where it went, and nothing of what it was, not even that it was a place. */
const isMergedPlace: NodeFilter = (node, { prefixes }) => {
  const namespace = prefixes.get('place');
  const isOfPlaces = namespace !== undefined && node.id.startsWith(namespace);
  return isOfPlaces && !isPlace(node) && valuesOf(node, 'isReplacedBy').length > 0;
};

/** Every record of a place in the place-names database. */
export const isPlaceRecord: NodeFilter = (node, language) =>
  isLivePlace(node) || isMergedPlace(node, language);

const LOCATIONS = ['Place', 'Country', 'PlaceAbroad'].map(isA);

/** A place as the folklore collections know it (model 3.6). */
export const isLocation: NodeFilter = (node) => LOCATIONS.some((is) => is(node)) && !isLivePlace(node);

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
