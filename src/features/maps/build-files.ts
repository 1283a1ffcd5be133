import type { Node } from '../../model/rdf/node.js';
import type { BuildFeature } from '../../pipeline/plan/build-feature.js';
import { isA, nodesOf } from '../../release/tables/node-values.js';
import { placesGeojson } from './geojson.js';
import { linkedPlaces, namesOfCategoriesAndContainers } from './linked-places.js';
import { pointsOfPlaces, worksGeojson } from './works-geojson.js';

const [isItem, isPhotograph, isPlace] = [isA('Item'), isA('Photograph'), isA('Place')];

/**
 * Whether a node is a place of the place-names database: only that database describes names one by one, and it has no
 * place without a name (wire-format 4, place; shapes/placenames/place.ttl).
 */
const isLivePlace = (node: Node): boolean => isPlace(node) && nodesOf(node, 'hasPlacename').length > 0;

/** In each release: works at their places, and places. */
export const FILES: BuildFeature = {
  settings: [],
  derived: [
    {
      file: 'works.geojson',
      publication: 'folklore',
      takes: (node) => isItem(node) || isPhotograph(node),
      format: worksGeojson,
      completion: pointsOfPlaces,
    },
    { file: 'places.geojson', publication: 'placenames', takes: isLivePlace, format: placesGeojson },
    {
      file: 'places.lpf.json',
      publication: 'placenames',
      takes: isLivePlace,
      format: linkedPlaces,
      completion: namesOfCategoriesAndContainers,
    },
  ],
};
