import { mintIris, type Publication } from '../rdf/iris.js';
import { DATASETS, type Dataset } from './datasets.js';

/** The publication of the place-names holds what comes of places alone. */
const PLACENAMES: ReadonlySet<string> = new Set(
  (Object.keys(DATASETS) as Dataset[]).filter((dataset) =>
    DATASETS[dataset].of.every((group) => group === 'places'),
  ),
);

/** The publication that a dataset is part of. */
export const publicationOf = (dataset: string): Publication =>
  PLACENAMES.has(dataset) ? 'placenames' : 'folklore';

/**
 * The named graphs of datasets: the IRI of a dataset without its version, so that what has not changed stays the same
 * line from release to release.
 */
export function graphsOf(base: string): (dataset: string) => string {
  const { graph } = mintIris(base);
  return (dataset) => graph(publicationOf(dataset), dataset);
}
