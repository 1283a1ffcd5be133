import { TEXTS_WITH_STATUS } from '../mapping/publication.js';
import { CONTEXT_FILE, readContext } from '../rdf/context.js';
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

/**
 * Whether a property that a subject has no longer may have been withheld of a record that is published still: its text may
 * be edited again, and a public key is not told.
 */
export function mayBeWithheld(vocabularyBase?: string): (subject: string, property: string) => boolean {
  const { terms } = readContext(CONTEXT_FILE, vocabularyBase);
  const properties = new Set(TEXTS_WITH_STATUS.map((word) => terms.get(word)?.iri));
  return (_, property) => properties.has(property);
}
