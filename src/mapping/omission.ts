import type { Node } from '../rdf/node.js';
import type { MappingContext } from './context.js';

/** A record that others refer to and the release does not hold, and why (shapes/omission.ttl). */
export interface Omission {
  /** Its IRI below the data base. */
  readonly path: string;
  readonly reason: 'rejected' | 'absent';
}

/** Says of a record that it is not there: nothing else is known of it. */
export const describeOmission = ({ path, reason }: Omission, { iri }: MappingContext): Node => ({
  id: `${iri.base}${path}`,
  type: ['OmittedRecord'],
  omissionReason: reason,
});
