import type { LoadableGraph } from './loadable.js';
import { inOrder } from './sparql-text.js';
import type { StoreClient } from './store-client.js';
import type { StoreJournal } from './store-journal.js';
import type { StoreKind } from './store-kinds.js';

/** What becomes of a graph when a release takes the place of the one before. */
export type Change =
  /** What was built beside it takes its place. */
  | { readonly to: 'move'; readonly graph: LoadableGraph; readonly triples: number }
  /** It is as it should be; which release it is of is written down. */
  | { readonly to: 'keep'; readonly graph: LoadableGraph; readonly triples: number }
  /** The release does not have it. */
  | { readonly to: 'drop'; readonly graph: string };

/**
 * Puts what has been built beside in its place: in one request where the store takes that for one transaction,
 * otherwise graph by graph.
 *
 * @throws FolkloreError as the client does
 */
export async function putInPlace(
  client: StoreClient,
  kind: StoreKind,
  journal: StoreJournal,
  changes: readonly Change[],
  loading: string,
): Promise<void> {
  const operations = changes.map((change) => operationsOf(change, journal, kind.moves));
  const requests = kind.switches === 'at once' ? [operations.flat()] : operations;
  for (const request of requests.filter((one) => one.length > 0)) {
    await client.update(inOrder(request), 'putting the new graphs in place');
  }
  await client.update(`DROP SILENT GRAPH <${loading}>`, 'tidying up');
}

function operationsOf(change: Change, journal: StoreJournal, moves: StoreKind['moves']): string[] {
  if (change.to === 'drop') return [`DROP SILENT GRAPH <${change.graph}>`, ...journal.nothing(change.graph)];
  const { graph, beside } = change.graph;
  const said = journal.holds(graph, change.graph);
  if (change.to === 'keep') return said;
  // A graph that is empty is none in many stores, and cannot be moved.
  if (change.triples === 0) return [`DROP SILENT GRAPH <${graph}>`, ...said, ...journal.undone(beside)];
  const move = moves === 'whole' ? [`MOVE SILENT <${beside}> TO <${graph}>`] : byDifference(beside, graph);
  return [...move, ...said, ...journal.undone(beside)];
}

/** What is in a graph and not in the other goes, what is in the other alone comes, and the other is not needed more. */
function byDifference(from: string, to: string): string[] {
  const only = (here: string, there: string): string =>
    `GRAPH <${here}> { ?s ?p ?o } FILTER NOT EXISTS { GRAPH <${there}> { ?s ?p ?o } }`;
  return [
    `DELETE { GRAPH <${to}> { ?s ?p ?o } } WHERE { ${only(to, from)} }`,
    `INSERT { GRAPH <${to}> { ?s ?p ?o } } WHERE { ${only(from, to)} }`,
    `DROP SILENT GRAPH <${from}>`,
  ];
}
