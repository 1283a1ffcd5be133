import type { Publication } from '../../rdf/iris.js';
import type { Part } from './compared.js';

/** Where a dataset belongs. */
export interface Place {
  /** Licences are those of publications: what changes in different ones is never in one file. */
  readonly publication: Publication;
  /** The named graph that its lines are in. */
  readonly graph: string;
  /** `omissions`: it says of records that they are not there, which publishes none. */
  readonly holds: 'records' | 'omissions';
}

/** The place of a dataset, by its name. */
export type PlaceOf = (dataset: string) => Place;

export const datasetsWithRecords = (parts: readonly Part[], placeOf: PlaceOf): readonly Part[] =>
  parts.filter(({ dataset }) => placeOf(dataset).holds === 'records');
