import { FolkloreError } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import type { StoreClient } from './client.js';
import { CompletedGraphs } from './completed-graphs.js';
import type { GraphPlan, LoadPlan } from './load-plan.js';
import type { StoreKind } from './store-kinds.js';

/** A graph whose staging graph is whole. */
export interface StagedGraph extends GraphPlan {
  /** Whether the store has no triple of it. */
  readonly isEmpty: boolean;
}

/**
 * The operations that give a graph the content of its staging graph, by their difference. The staging graph is not changed,
 * so that the operations can be repeated. In Virtuoso a deleted triple that is inserted again in the same transaction may be
 * absent after a restart; an operation by difference does not do that.
 */
export function moveOperations(
  { graph, stagingGraph, isEmpty }: StagedGraph,
  { fillsEmptyGraphBy }: StoreKind,
): string[] {
  if (isEmpty && fillsEmptyGraphBy === 'ADD') return [`ADD SILENT <${stagingGraph}> TO <${graph}>`];
  return [
    `DELETE { GRAPH <${graph}> { ?s ?p ?o } } WHERE { ${onlyIn(graph, stagingGraph)} }`,
    `INSERT { GRAPH <${graph}> { ?s ?p ?o } } WHERE { ${onlyIn(stagingGraph, graph)} }`,
  ];
}

/** The triples of one graph that another does not have. */
const onlyIn = (graph: string, other: string): string =>
  `GRAPH <${graph}> { ?s ?p ?o } FILTER NOT EXISTS { GRAPH <${other}> { ?s ?p ?o } }`;

/**
 * Checks by the register and the counts of a store that it has the graphs of a release, and no others that a load made.
 * A store may answer an update with success and ignore it, or do half of it.
 *
 * @param dropped graphs that the store must not have
 * @throws FolkloreError COUNT_MISMATCH, with the names of the graphs that are wrong; all errors of the client
 */
export async function checkMoved(
  client: StoreClient,
  { label, names, graphs }: LoadPlan,
  dropped: readonly string[],
): Promise<void> {
  const said = client.lastSaid;
  const completed = await CompletedGraphs.read(client, names);
  const wrong: string[] = [];
  for (const one of graphs) {
    const held = await completed.count(one.graph);
    if (held !== one.triples) wrong.push(`${one.name} (${held} triples; expected: ${one.triples})`);
    else if (!completed.isRecorded(one.graph, one)) wrong.push(one.name);
  }
  for (const graph of dropped)
    if (completed.entries.has(graph) || (await completed.count(graph)) > 0)
      wrong.push(`<${graph}> (to be removed)`);
  if (wrong.length === 0) return;
  throw new FolkloreError(
    'COUNT_MISMATCH',
    `The store does not have release ${label}, though it answered that the graphs were moved${said === '' ? '' : ` ("${said}")`}. Not of the release: ${wrong.join(', ')}.`,
    {
      hint:
        'Does the address for updates lead to the store itself, and does another program write to it? ' +
        'The same command moves the graphs again.',
      exitCode: EXIT.mismatch,
    },
  );
}
