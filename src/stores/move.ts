import type { LoadableGraph } from './loadable.js';
import { inOrder } from './sparql-text.js';
import type { StoreClient } from './store-client.js';
import type { StoreJournal } from './store-journal.js';
import type { StoreKind } from './store-kinds.js';
import { StoreRefusal } from './store-refusal.js';

/** What becomes of a graph when a release takes the place of the one before. */
export type Change =
  /** What was built beside it takes its place. */
  | { readonly to: 'move'; readonly graph: LoadableGraph; readonly triples: number }
  /** It is as it should be; which release it is of is written down. */
  | { readonly to: 'keep'; readonly graph: LoadableGraph; readonly triples: number }
  /** The release does not have it. */
  | { readonly to: 'drop'; readonly graph: string };

const CALLED = 'putting the new graphs in place';

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
  if (kind.switches === 'at once') {
    const all = changes.flatMap((change) => operationsOf(change, journal));
    if (all.length > 0) await client.update(inOrder(all), CALLED);
  } else {
    for (const change of changes) {
      if (change.to === 'move' && change.triples > 0 && kind.moves === 'by difference') {
        await moveByDifference(client, journal, change.graph);
      } else await client.update(inOrder(operationsOf(change, journal)), CALLED);
    }
  }
  await client.update(`DROP SILENT GRAPH <${loading}>`, 'tidying up');
}

function operationsOf(change: Change, journal: StoreJournal): string[] {
  if (change.to === 'drop') return [`DROP SILENT GRAPH <${change.graph}>`, ...journal.nothing(change.graph)];
  const { graph, beside } = change.graph;
  const said = journal.holds(graph, change.graph);
  if (change.to === 'keep') return said;
  // A graph that is empty is none in many stores, and cannot be moved.
  const move =
    change.triples === 0 ? `DROP SILENT GRAPH <${graph}>` : `MOVE SILENT <${beside}> TO <${graph}>`;
  return [move, ...said, ...journal.undone(beside)];
}

/** Virtuoso's way to say that every row is a transaction, and is written to its log. */
const ROW_BY_ROW = 'DEFINE sql:log-enable 3\n';

/**
 * What is in a graph and not in the one beside it goes, what is there alone comes; the one beside is not needed more. It
 * is one transaction if that is not larger than Virtuoso allows, otherwise each triple is one: what is cut short is
 * found unfinished, and done again.
 */
async function moveByDifference(
  client: StoreClient,
  journal: StoreJournal,
  change: LoadableGraph,
): Promise<void> {
  const { graph, beside } = change;
  const said = [...journal.holds(graph, change), ...journal.undone(beside)];
  if (!(await client.hasGraph(graph))) {
    await client.update(inOrder([`MOVE SILENT <${beside}> TO <${graph}>`, ...said]), CALLED);
    return;
  }
  const only = (here: string, there: string): string =>
    `GRAPH <${here}> { ?s ?p ?o } FILTER NOT EXISTS { GRAPH <${there}> { ?s ?p ?o } }`;
  const steps = [
    `DELETE { GRAPH <${graph}> { ?s ?p ?o } } WHERE { ${only(graph, beside)} }`,
    `INSERT { GRAPH <${graph}> { ?s ?p ?o } } WHERE { ${only(beside, graph)} }`,
  ];
  const last = [`DROP SILENT GRAPH <${beside}>`, ...said];
  try {
    await client.update(inOrder([...steps, ...last]), CALLED);
  } catch (thrown) {
    if (!isTooLarge(thrown)) throw thrown;
    for (const step of steps) await client.update(`${ROW_BY_ROW}${step}`, CALLED);
    await client.update(inOrder(last), CALLED);
  }
}

/** Virtuoso's TransactionAfterImageLimit, 50 MB unless configured. */
const isTooLarge = (thrown: unknown): boolean =>
  thrown instanceof StoreRefusal && /\bSR325\b/.test(thrown.message);
