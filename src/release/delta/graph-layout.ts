import { mintIris, type Publication, storeNames } from '../../rdf/iris.js';
import type { Part } from './comparison.js';

/** Where a dataset belongs. */
export interface GraphLayout {
  /** Licences are those of publications: what changes in different ones is never in one file. */
  readonly publication: Publication;
  /** The named graph that its lines are in. */
  readonly graph: string;
  /** `omissions`: it says of records that they are not there, which publishes none. */
  readonly holds: 'records' | 'omissions';
}

/** The place of a dataset, by its name. */
export type GraphLayoutOf = (dataset: string) => GraphLayout;

/** The graph of what describes the release that a dataset is in: it gives records as examples. */
export const catalogueOf = (dataset: string, { publication, graph }: GraphLayout): string =>
  storeNames(graph.slice(0, -mintIris('').graph(publication, dataset).length)).catalogue;

export const datasetsWithRecords = (parts: readonly Part[], placeOf: GraphLayoutOf): readonly Part[] =>
  parts.filter(({ dataset }) => placeOf(dataset).holds === 'records');
