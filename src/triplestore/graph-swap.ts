import { FolkloreError } from '../base/errors.js';
import type { StoreClient } from './client.js';
import { StoreHttpError } from './http-errors.js';
import type { LoadJournal } from './load-journal.js';
import type { GraphPlan } from './load-plan.js';
import { joinOperations } from './sparql.js';
import type { StoreKind } from './store-kinds.js';

/** What becomes of a graph when a release takes the place of the one before. */
export type GraphChange =
  /** What was built beside it takes its place. */
  | { readonly to: 'move'; readonly graph: GraphPlan; readonly triples: number }
  /** It is as it should be; which release it is of is written down. */
  | { readonly to: 'keep'; readonly graph: GraphPlan; readonly triples: number }
  /** The release does not have it. */
  | { readonly to: 'drop'; readonly graph: string };

/**
 * Asks what will be asked when everything has been sent: a store whose answers cannot be read is found out before.
 *
 * @param graph any
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

const CALLED = 'putting the new graphs in place';

/**
 * Puts what has been built beside in its place: in one request where the store takes that for one transaction,
 * otherwise graph by graph.
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
    if (all.length > 0) await client.update(joinOperations(all), CALLED);
  } else {
    for (const change of changes) {
      if (change.to === 'move' && change.triples > 0 && kind.moves === 'by difference') {
        await moveByDifference(client, journal, change.graph);
      } else await client.update(joinOperations(operationsOf(change, journal)), CALLED);
    }
  }
  await client.update(`DROP SILENT GRAPH <${loading}>`, 'tidying up');
}

function operationsOf(change: GraphChange, journal: LoadJournal): string[] {
  if (change.to === 'drop')
    return [`DROP SILENT GRAPH <${change.graph}>`, ...journal.removeGraph(change.graph)];
  const { graph, stagingGraph: beside } = change.graph;
  const said = journal.recordGraph(graph, change.graph);
  if (change.to === 'keep') return said;
  // A graph that is empty is none in many stores, and nothing is beside it.
  const move =
    change.triples === 0 ? [`DROP SILENT GRAPH <${graph}>`] : [emptied(graph, beside), filled(graph, beside)];
  return [...move, `DROP SILENT GRAPH <${beside}>`, ...said, ...journal.clearSteps(beside)];
}

/**
 * Empties a graph that what is beside takes the place of. MOVE would do both, and must not be asked for: sent again,
 * because its answer was lost, it finds nothing beside any more, and empties the graph for good. And Jena's does nothing
 * in 4.5.0, and loses triples of a TDB2 store in 4.9.0.
 */
const emptied = (graph: string, beside: string): string =>
  `DELETE { GRAPH <${graph}> { ?s ?p ?o } } WHERE { ${somethingIn(beside)} GRAPH <${graph}> { ?s ?p ?o } }`;

/** Adds to a graph what is in another one. */
const filled = (graph: string, from: string): string =>
  `INSERT { GRAPH <${graph}> { ?s ?p ?o } } WHERE { GRAPH <${from}> { ?s ?p ?o } }`;

/** Puts what is in a graph into another one, which is empty. */
export const copyGraph = (graph: string, to: string, { moves }: StoreKind): string =>
  moves === 'by difference' ? `COPY SILENT <${graph}> TO <${to}>` : filled(to, graph);

/** A pattern with one solution, unless a graph is empty: then it has none. */
const somethingIn = (graph: string): string =>
  `{ SELECT ?one WHERE { GRAPH <${graph}> { ?one ?way ?other } } LIMIT 1 }`;

/** Virtuoso's way to say that every row is a transaction, and is written to its log. */
const ROW_BY_ROW = 'DEFINE sql:log-enable 3\n';

/**
 * What is in a graph and not in the one beside it goes, what is there alone comes; the one beside is not needed more. It
 * is one transaction if that is not larger than Virtuoso allows, otherwise each triple is one: what is cut short is
 * found unfinished, and done again.
 */
async function moveByDifference(client: StoreClient, journal: LoadJournal, change: GraphPlan): Promise<void> {
  const { graph, stagingGraph: beside } = change;
  const said = [...journal.recordGraph(graph, change), ...journal.clearSteps(beside)];
  if (!(await client.hasGraph(graph)) && (await isMoved(graph, beside, client))) {
    await client.update(joinOperations(said), CALLED);
    return;
  }
  const only = (here: string, there: string): string =>
    `GRAPH <${here}> { ?s ?p ?o } FILTER NOT EXISTS { GRAPH <${there}> { ?s ?p ?o } }`;
  const steps = [
    `DELETE { GRAPH <${graph}> { ?s ?p ?o } } WHERE { ${somethingIn(beside)} ${only(graph, beside)} }`,
    `INSERT { GRAPH <${graph}> { ?s ?p ?o } } WHERE { ${only(beside, graph)} }`,
  ];
  const last = [`DROP SILENT GRAPH <${beside}>`, ...said];
  try {
    await client.update(joinOperations([...steps, ...last]), CALLED);
  } catch (thrown) {
    if (!isTooLarge(thrown)) throw thrown;
    for (const step of steps) await client.update(`${ROW_BY_ROW}${step}`, CALLED);
    await client.update(joinOperations(last), CALLED);
  }
}

/**
 * Moves what is beside to where nothing is, which Virtuoso does at once and survives. It is asked for once only; when
 * nobody knows what became of it, what is still beside has to be brought otherwise.
 */
async function isMoved(graph: string, beside: string, client: StoreClient): Promise<boolean> {
  try {
    await client.update(`MOVE SILENT <${beside}> TO <${graph}>`, CALLED, 1);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof FolkloreError && thrown.code === 'SERVICE_UNAVAILABLE')) throw thrown;
    return !(await client.hasGraph(beside));
  }
}

/** Virtuoso's TransactionAfterImageLimit, 50 MB unless configured. */
const isTooLarge = (thrown: unknown): boolean =>
  thrown instanceof StoreHttpError && /\bSR325\b/.test(thrown.message);
