import { mintIris, type Publication, storeNames } from '../../rdf/iris.js';
import type { Part } from './comparison.js';

/** The publication and the graph of a dataset. */
export interface GraphLayout {
  /** Publications have different licences, so no file holds changes of two. */
  readonly publication: Publication;
  /** The named graph of its lines. */
  readonly graph: string;
  /** `omissions`: records that are not there. */
  readonly holds: 'records' | 'omissions';
}

/** The layout of a dataset, by its name. */
export type GraphLayoutOf = (dataset: string) => GraphLayout;

/** The graph with the description of the release, which names records as examples. */
export const catalogueOf = (dataset: string, { publication, graph }: GraphLayout): string =>
  storeNames(graph.slice(0, -mintIris('').graph(publication, dataset).length)).catalogue;

export const datasetsWithRecords = (parts: readonly Part[], placeOf: GraphLayoutOf): readonly Part[] =>
  parts.filter(({ dataset }) => placeOf(dataset).holds === 'records');
