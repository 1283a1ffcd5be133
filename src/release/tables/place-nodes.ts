import type { Node } from '../../model/rdf/node.js';
import type { TableContext } from './code-labels.js';
import { isA, nodesOf, valuesOf } from './node-values.js';

/** Chooses the records of a file. */
export type NodeFilter = (node: Node, language: TableContext) => boolean;

const isPlace = isA('Place');

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

/** Whether a point is marked. */
export const isDoubted = (point: Node): boolean => point[IS_DOUBTED] === true;

/** Whether a node has a marked point; undefined where it has no point. */
export function hasDoubtedPoint(node: Node): boolean | undefined {
  const points = nodesOf(node, 'coordinates');
  return points.length === 0 ? undefined : points.some(isDoubted);
}
