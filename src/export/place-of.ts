import type { PlaceOf } from '../release/delta/place.js';
import type { Dataset } from './datasets.js';
import { graphsOf, publicationOf } from './graphs.js';

const OMISSIONS: Dataset = 'omissions';

/** Where the datasets of a release belong, for those who compare releases. */
export function placesOf(base: string): PlaceOf {
  const graphOf = graphsOf(base);
  return (dataset) => ({
    publication: publicationOf(dataset),
    graph: graphOf(dataset),
    holds: dataset === OMISSIONS ? 'omissions' : 'records',
  });
}
