import type { Node } from '../../model/rdf/node.js';
import type { TableContext } from './code-labels.js';
import { isA, nodesOf, valuesOf } from './node-values.js';

/** Chooses the records of a file. */
export type NodeFilter = (node: Node, language: TableContext) => boolean;

const isPlace = isA('Place');

/**
 * Whether a node is a place of the place-names database: only that database describes names one by one, and it has no
 * place without a name (wire-format 4, place; shapes/placenames/place.ttl).
 */
export const isLivePlace = (node: Node): boolean => isPlace(node) && nodesOf(node, 'hasPlacename').length > 0;

/** Whether a node is a place that was merged into another. Its node has no class, only the link to the other. */
const isMergedPlace: NodeFilter = (node, { prefixes }) => {
  const namespace = prefixes.get('place');
  const isOfPlaces = namespace !== undefined && node.id.startsWith(namespace);
  return isOfPlaces && !isPlace(node) && valuesOf(node, 'isReplacedBy').length > 0;
};

/** Whether a node of the place-names database is a place, also one that is known from others only. */
export const isPlaceRecord: NodeFilter = (node, language) => isPlace(node) || isMergedPlace(node, language);

/** Whether the IRI of a node begins with the namespace of one of the prefixes. */
export const isUnder =
  (...names: readonly string[]): NodeFilter =>
  ({ id }, { prefixes }) =>
    names.some((name) => id.startsWith(prefixes.get(name) ?? ' '));

const isOmission = isA('OmittedRecord');

/** Records of a kind, and those of the same namespaces that the release omits, so that every reference has a row. */
export const orOmitted = (filter: NodeFilter, ...names: readonly string[]): NodeFilter => {
  const isOfKind = isUnder(...names);
  return (node, language) => (isOmission(node) ? isOfKind(node, language) : filter(node, language));
};

const LOCATIONS = ['Place', 'Country', 'PlaceAbroad'].map(isA);

/** Whether a node of the archive is a place that the folklore collections refer to (model 3.6). */
export const isLocation: NodeFilter = (node) => LOCATIONS.some((is) => is(node));

/** A position in GeoJSON: longitude first, WGS 84 (RFC 7946, section 3.1.1 and 4). */
type Position = readonly [longitude: number, latitude: number];

/** The geometry of a place: one point or several. */
type PointGeometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint'; readonly coordinates: readonly Position[] };

const MOST_LONGITUDE = 180;
const MOST_LATITUDE = 90;

/** A mark on points. It is no term of the context and is written to no dump. */
const IS_DOUBTED = 'isDoubted';

/**
 * Marks points with findings, for example latitude and longitude exchanged. Maps leave them out, tables have a column for
 * the mark.
 *
 * @param doubted IRIs of nodes with findings
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

/** Whether a node has a marked point; undefined where it has no point. */
export function hasDoubtedPoint(node: Node): boolean | undefined {
  const points = nodesOf(node, 'coordinates');
  return points.length === 0 ? undefined : points.some(isDoubted);
}

/**
 * The geometry of a node. Positions outside the ranges of longitude and latitude, and marked points, are left out. The
 * numbers are not rounded.
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

/** False for NaN. */
export const isOnEarth = ([longitude, latitude]: Position): boolean =>
  Math.abs(longitude) <= MOST_LONGITUDE && Math.abs(latitude) <= MOST_LATITUDE;

/** Whether the database marks the coordinates as precise; undefined where it does not say. */
export function isAccurate(node: Node): boolean | undefined {
  const [accurate] = nodesOf(node, 'hasGeometry').flatMap((geometry) =>
    valuesOf(geometry, 'accurateCoordinates'),
  );
  return accurate === undefined ? undefined : accurate === 'true';
}
