import type { Format } from '../../sinks/format.js';
import type { ReleaseFacts } from '../facts.js';
import { type BulkGraph, bulkGraphs } from './bulk-graph.js';
import { graphdbScript } from './graphdb.js';
import { fusekiConfiguration, jenaScript } from './jena.js';
import { oxigraphScript } from './oxigraph.js';
import { qleverfile } from './qlever.js';
import { virtuosoScript } from './virtuoso.js';

/** How one program loads a release in bulk. */
interface BulkScript {
  readonly path: string;
  /** What the program reads, the fastest first. */
  readonly reads: readonly Format[];
  readonly text: (graphs: readonly BulkGraph[]) => string;
}

const SCRIPTS: readonly BulkScript[] = [
  { path: 'bulk/Qleverfile', reads: ['nt', 'ttl', 'nq'], text: qleverfile },
  { path: 'bulk/fuseki.ttl', reads: ['nt', 'ttl', 'nq', 'jsonld'], text: fusekiConfiguration },
  { path: 'bulk/graphdb.sh', reads: ['nt', 'ttl'], text: graphdbScript },
  { path: 'bulk/jena-tdb2.sh', reads: ['nt', 'ttl', 'nq', 'jsonld'], text: jenaScript },
  { path: 'bulk/oxigraph.sh', reads: ['nt', 'ttl', 'nq', 'jsonld'], text: oxigraphScript },
  { path: 'bulk/virtuoso.sql', reads: ['nt', 'ttl', 'nq'], text: virtuosoScript },
];

/**
 * The scripts that load a release into stores in bulk, by their paths: for those programs that read a format in which
 * all datasets are, and with the files only that are there.
 *
 * @param there paths of the release beside its data
 */
export const bulkScripts = (
  facts: Pick<ReleaseFacts, 'datasets' | 'dumps' | 'base'>,
  there: ReadonlySet<string>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    SCRIPTS.flatMap(({ path, reads, text }) => {
      const graphs = bulkGraphs(facts, there, reads);
      return graphs === undefined ? [] : [[path, text(graphs)] as const];
    }),
  );
