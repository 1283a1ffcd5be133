import { FolkloreError } from '../../base/errors.js';
import type { StoreClient } from './client.js';
import { StoreHttpError } from './http-errors.js';
import type { LoadJournal } from './load-journal.js';
import type { GraphPlan } from './load-plan.js';
import { joinOperations } from './sparql.js';
import type { StoreKind } from './store-kinds.js';

/** The change of a graph when a release replaces another. */
export type GraphChange =
  /** Its staging graph replaces it. */
  | { readonly to: 'move'; readonly graph: GraphPlan; readonly triples: number }
  /** It is up to date; only the journal changes. */
  | { readonly to: 'keep'; readonly graph: GraphPlan; readonly triples: number }
  /** The release does not have it. */
  | { readonly to: 'drop'; readonly graph: string };

/**
 * Sends the queries of the last steps once in advance, so that a store with unreadable responses fails before the load.
 *
 * @param graph any graph
 * @throws FolkloreError as the client does
 */
export async function checkAnswers(
  client: StoreClient,
  { moves }: StoreKind,
  journal: LoadJournal,
  graph: string,
): Promise<void> {
  await journal.count(graph);
  if (moves === 'by difference') await client.hasGraph(graph);
}

const DESCRIPTION = 'replacing the graphs';

/**
 * Replaces graphs with their staging graphs: in one request where the store runs that as one transaction, otherwise graph
 * by graph.
 *
 * @throws FolkloreError as the client does
 */
export async function swapGraphs(
  client: StoreClient,
  kind: StoreKind,
  journal: LoadJournal,
  changes: readonly GraphChange[],
  loading: string,
): Promise<void> {
  if (kind.swapMode === 'at once') {
    const all = changes.flatMap((change) => operationsOf(change, journal));
    if (all.length > 0) await client.update(joinOperations(all), DESCRIPTION);
  } else {
    for (const change of changes) {
      if (change.to === 'move' && change.triples > 0 && kind.moves === 'by difference') {
        await moveByDifference(client, journal, change.graph);
      } else await client.update(joinOperations(operationsOf(change, journal)), DESCRIPTION);
    }
  }
  await client.update(`DROP SILENT GRAPH <${loading}>`, 'deleting the journal of the load');
}

function operationsOf(change: GraphChange, journal: LoadJournal): string[] {
  if (change.to === 'drop')
    return [`DROP SILENT GRAPH <${change.graph}>`, ...journal.removeGraph(change.graph)];
  const { graph, stagingGraph: staging } = change.graph;
  const recorded = journal.recordGraph(graph, change.graph);
  if (change.to === 'keep') return recorded;
  // Many stores have no empty graphs, so there is no staging graph.
  const move =
    change.triples === 0
      ? [`DROP SILENT GRAPH <${graph}>`]
      : [emptied(graph, staging), filled(graph, staging)];
  return [...move, `DROP SILENT GRAPH <${staging}>`, ...recorded, ...journal.clearSteps(staging)];
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
async function moveByDifference(client: StoreClient, journal: LoadJournal, change: GraphPlan): Promise<void> {
  const { graph, stagingGraph: staging } = change;
  const recorded = [...journal.recordGraph(graph, change), ...journal.clearSteps(staging)];
  if (!(await client.hasGraph(graph)) && (await isMoved(graph, staging, client))) {
    await client.update(joinOperations(recorded), DESCRIPTION);
    return;
  }
  const only = (here: string, there: string): string =>
    `GRAPH <${here}> { ?s ?p ?o } FILTER NOT EXISTS { GRAPH <${there}> { ?s ?p ?o } }`;
  const steps = [
    `DELETE { GRAPH <${graph}> { ?s ?p ?o } } WHERE { ${isNotEmpty(staging)} ${only(graph, staging)} }`,
    `INSERT { GRAPH <${graph}> { ?s ?p ?o } } WHERE { ${only(staging, graph)} }`,
  ];
  const last = [`DROP SILENT GRAPH <${staging}>`, ...recorded];
  try {
    await client.update(joinOperations([...steps, ...last]), DESCRIPTION);
  } catch (thrown) {
    if (!isTooLarge(thrown)) throw thrown;
    for (const step of steps) await client.update(`${ROW_BY_ROW}${step}`, DESCRIPTION);
    await client.update(joinOperations(last), DESCRIPTION);
  }
}

/**
 * Moves a staging graph to an empty graph, which is fast and safe in Virtuoso. It is tried once; after a lost response the
 * staging graph shows whether it was done.
 */
async function isMoved(graph: string, staging: string, client: StoreClient): Promise<boolean> {
  try {
    await client.update(`MOVE SILENT <${staging}> TO <${graph}>`, DESCRIPTION, 1);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof FolkloreError && thrown.code === 'SERVICE_UNAVAILABLE')) throw thrown;
    return !(await client.hasGraph(staging));
  }
}

/** Virtuoso's TransactionAfterImageLimit, 50 MB unless configured. */
const isTooLarge = (thrown: unknown): boolean =>
  thrown instanceof StoreHttpError && /\bSR325\b/.test(thrown.message);
