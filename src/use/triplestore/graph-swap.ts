import { FolkloreError } from '../../base/errors.js';
import type { StoreClient } from './client.js';
import type { CompletedGraphs } from './completed-graphs.js';
import { StoreHttpError } from './http-errors.js';
import type { GraphPlan } from './load-plan.js';
import { joinOperations } from './sparql.js';
import type { StoreKind } from './store-kinds.js';

/** The change of a graph when a release replaces another. */
export type GraphChange =
  /** Its staging graph replaces it. */
  | { readonly to: 'move'; readonly graph: GraphPlan }
  /** It is up to date; only its entry may change. */
  | { readonly to: 'keep'; readonly graph: GraphPlan }
  /** The release does not have it. */
  | { readonly to: 'drop'; readonly graph: string };

const DESCRIPTION = 'replacing the graphs';

/**
 * Replaces graphs with their staging graphs: in one request where the store runs that as one transaction, otherwise graph
 * by graph.
 *
 * @throws FolkloreError as the client does
 */
export async function swapGraphs(
  client: StoreClient,
  { swapMode, moves }: StoreKind,
  completed: CompletedGraphs,
  changes: readonly GraphChange[],
): Promise<void> {
  const send = async (some: readonly GraphChange[]): Promise<void> => {
    const operations = some.flatMap((change) => operationsOf(change, completed));
    if (operations.length > 0) await client.update(joinOperations(operations), DESCRIPTION);
  };
  if (swapMode === 'at once') return send(changes);
  for (const change of changes) {
    if (moves === 'by difference' && change.to === 'move' && change.graph.triples > 0)
      await moveByDifference(client, completed, change.graph);
    else await send([change]);
  }
}

function operationsOf(change: GraphChange, completed: CompletedGraphs): string[] {
  if (change.to === 'drop') return completed.drop(change.graph);
  const { graph, stagingGraph: staging, triples } = change.graph;
  const recorded = completed.record(graph, change.graph);
  if (change.to === 'keep') return completed.isRecorded(graph, change.graph) ? [] : recorded;
  // Many stores have no empty graphs, so there is no staging graph.
  const move =
    triples === 0 ? [`DROP SILENT GRAPH <${graph}>`] : [emptied(graph, staging), filled(graph, staging)];
  return [...move, ...completed.drop(staging), ...recorded];
}

/**
 * Empties a graph, unless its staging graph is empty. MOVE is not idempotent: repeated after a lost response it finds no
 * staging graph, and empties the graph for good. In Jena 4.5.0 it does nothing; in 4.9.0 TDB2 loses triples.
 */
const emptied = (graph: string, staging: string): string =>
  `DELETE { GRAPH <${graph}> { ?s ?p ?o } } WHERE { ${isNotEmpty(staging)} GRAPH <${graph}> { ?s ?p ?o } }`;

/** Adds the triples of another graph. */
const filled = (graph: string, from: string): string =>
  `INSERT { GRAPH <${graph}> { ?s ?p ?o } } WHERE { GRAPH <${from}> { ?s ?p ?o } }`;

/** Copies a graph to an empty one. */
export const copyGraph = (graph: string, to: string, { moves }: StoreKind): string =>
  moves === 'by difference' ? `COPY SILENT <${graph}> TO <${to}>` : filled(to, graph);

/** A pattern with one solution for a graph with triples, and none for an empty one. */
const isNotEmpty = (graph: string): string =>
  `{ SELECT ?one WHERE { GRAPH <${graph}> { ?one ?way ?other } } LIMIT 1 }`;

/** In Virtuoso: each row is a transaction, and is logged. */
const ROW_BY_ROW = 'DEFINE sql:log-enable 3\n';

/**
 * Applies the difference between a graph and its staging graph: in one transaction if Virtuoso's limit allows it,
 * otherwise each triple in its own. An interrupted run is repeated.
 */
async function moveByDifference(
  client: StoreClient,
  completed: CompletedGraphs,
  plan: GraphPlan,
): Promise<void> {
  const { graph, stagingGraph: staging } = plan;
  const recorded = completed.record(graph, plan);
  const last = joinOperations([...completed.drop(staging), ...recorded]);
  if ((await completed.count(graph)) === 0) {
    // Recorded first: after a kill between the move and the entry the graph would be sent again.
    await client.update(joinOperations(recorded), DESCRIPTION);
    if (await isMoved(graph, staging, client, completed)) return client.update(last, DESCRIPTION);
  }
  const only = (here: string, there: string): string =>
    `GRAPH <${here}> { ?s ?p ?o } FILTER NOT EXISTS { GRAPH <${there}> { ?s ?p ?o } }`;
  const steps = [
    `DELETE { GRAPH <${graph}> { ?s ?p ?o } } WHERE { ${isNotEmpty(staging)} ${only(graph, staging)} }`,
    `INSERT { GRAPH <${graph}> { ?s ?p ?o } } WHERE { ${only(staging, graph)} }`,
  ];
  try {
    await client.update(joinOperations([...steps, last]), DESCRIPTION);
  } catch (thrown) {
    if (!isTooLarge(thrown)) throw thrown;
    for (const step of steps) await client.update(`${ROW_BY_ROW}${step}`, DESCRIPTION);
    await client.update(last, DESCRIPTION);
  }
}

/**
 * Moves a staging graph to an empty graph, which is fast and safe in Virtuoso. It is tried once; after a lost response the
 * staging graph shows whether it was done.
 */
async function isMoved(
  graph: string,
  staging: string,
  client: StoreClient,
  completed: CompletedGraphs,
): Promise<boolean> {
  try {
    await client.withoutRetries.update(`MOVE SILENT <${staging}> TO <${graph}>`, DESCRIPTION);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof FolkloreError && thrown.code === 'SERVICE_UNAVAILABLE')) throw thrown;
    return (await completed.count(staging)) === 0;
  }
}

/** Virtuoso's TransactionAfterImageLimit, 50 MB unless configured. */
const isTooLarge = (thrown: unknown): boolean =>
  thrown instanceof StoreHttpError && /\bSR325\b/.test(thrown.message);
