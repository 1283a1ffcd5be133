import type { Node } from '../../rdf/node.js';
import type { TableLanguage } from './format.js';
import { isA, nodesOf, valuesOf } from './said.js';

/** Chooses the records of a file. */
export type Takes = (node: Node, language: TableLanguage) => boolean;

const isPlace = isA('Place');

/**
 * A place as the place-names database describes it: only it describes names one by one, and it has no place without
 * one (wire-format 4, place); a place that only the archive names has no such nodes (shapes/placenames/place.ttl).
 */
export const isLivePlace = (node: Node): boolean => isPlace(node) && nodesOf(node, 'hasPlacename').length > 0;

/** A place that became part of another: it says where it went, and nothing of what it was, not even that it was a place. */
const isMergedPlace: Takes = (node, { prefixes }) => {
  const namespace = prefixes.get('place');
  const isOfPlaces = namespace !== undefined && node.id.startsWith(namespace);
  return isOfPlaces && !isPlace(node) && valuesOf(node, 'isReplacedBy').length > 0;
};

/** Every record of a place in the place-names database. */
export const isPlaceRecord: Takes = (node, language) => isLivePlace(node) || isMergedPlace(node, language);

const LOCATIONS = ['Place', 'Country', 'PlaceAbroad'].map(isA);

/** A place as the folklore collections know it (model 3.6). */
export const isLocation: Takes = (node) => LOCATIONS.some((is) => is(node)) && !isLivePlace(node);
