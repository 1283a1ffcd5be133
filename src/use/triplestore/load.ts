import type { Report } from '../../base/events.js';
import { unlawfulInIri } from '../../model/rdf/iri-syntax.js';
import type { StoreClient } from './client.js';
import { checkAnswers, type GraphChange, swapGraphs } from './graph-swap.js';
import { buildGraph, GraphUpload, type UploadLimits } from './graph-upload.js';
import { LoadJournal } from './load-journal.js';
import { type GraphPlan, type LoadPlan, loadPlanOf } from './load-plan.js';
import type { Protocol, StoreKind } from './store-kinds.js';

/** Options of a load. */
export interface LoadReleaseOptions {
  /** The folder of the release. */
  readonly release: string;
  readonly client: StoreClient;
  readonly kind: StoreKind;
  /** The default is that of the kind of store. */
  readonly protocol?: Protocol | undefined;
  readonly limits?: UploadLimits | undefined;
  /** Whether graphs that are up to date are loaded again. */
  readonly loadedGraphs: 'keep' | 'anew';
  readonly report: Report;
}

/** The outcome for one graph. */
export interface LoadedGraph {
  readonly name: string;
  readonly graph: string;
  readonly triples: number;
  readonly outcome: 'loaded' | 'updated' | 'kept' | 'dropped';
}

/** The outcome of a load. */
export interface LoadResult {
  readonly label: string;
  readonly graphs: readonly LoadedGraph[];
}

/**
 * Loads a release: each dataset into its graph, and the catalogue into another. Graphs are built in staging graphs,
 * counted, and moved at the end. An interrupted load continues.
 *
 * @throws FolkloreError FILE_UNREADABLE; COUNT_MISMATCH when the store does not have all triples, with its previous content unchanged; all errors of the client
 */
export async function loadRelease(order: LoadReleaseOptions): Promise<LoadResult> {
  const { client, kind, report } = order;
  const plan = await loadPlanOf(order.release);
  const journal = await LoadJournal.read(client, plan.names);
  await checkAnswers(client, kind, journal, plan.names.loading);
  const upload = new GraphUpload(client, kind, order.protocol ?? kind.protocol, order.limits);
  const onTriples = progressReporter(plan, report);
  const changes: GraphChange[] = [];
  for (const graph of plan.graphs) {
    const kept = order.loadedGraphs === 'keep' ? await triplesAlreadyLoaded(graph, journal) : undefined;
    if (kept === undefined) {
      const triples = await buildGraph(graph, { client, upload, journal, onTriples, report });
      changes.push({ to: 'move', graph, triples });
    } else {
      onTriples(graph.triples ?? 0);
      changes.push({ to: 'keep', graph, triples: kept });
    }
  }
  changes.push(...obsoleteGraphs(plan, journal));
  await swapGraphs(client, kind, journal, changes, plan.names.loading);
  return { label: plan.label, graphs: changes.map((change) => loadedGraphOf(change, 'loaded')) };
}

/** Reports the progress of a load in triples. */
export function progressReporter({ graphs }: LoadPlan, report: Report): (triples: number) => void {
  const total = graphs.reduce((sum, { triples }) => sum + (triples ?? 0), 0);
  let done = 0;
  return (triples) => {
    done = Math.min(done + triples, total);
    report({ event: 'progress', what: 'loading, in triples', done, total });
  };
}

/** The number of triples of a graph that is up to date; undefined for other graphs. */
export async function triplesAlreadyLoaded(
  graph: GraphPlan,
  journal: LoadJournal,
): Promise<number | undefined> {
  if (journal.entries.get(graph.graph)?.content !== graph.content) return undefined;
  const held = await journal.count(graph.graph);
  const isWhole = graph.triples === undefined ? held > 0 : held === graph.triples;
  return isWhole ? held : undefined;
}

/** Graphs of another release that this one does not have. */
export function obsoleteGraphs({ graphs, names }: LoadPlan, journal: LoadJournal): GraphChange[] {
  const ours = new Set(graphs.map(({ graph }) => graph));
  return [...journal.entries.keys()]
    .filter((graph) => !ours.has(graph) && names.isOurs(graph) && !unlawfulInIri(graph))
    .map((graph) => ({ to: 'drop', graph }));
}

/** The outcome of a change. */
export function loadedGraphOf(change: GraphChange, moved: LoadedGraph['outcome']): LoadedGraph {
  if (change.to === 'drop') return { name: '', graph: change.graph, triples: 0, outcome: 'dropped' };
  const { name, graph } = change.graph;
  return { name, graph, triples: change.triples, outcome: change.to === 'keep' ? 'kept' : moved };
}
