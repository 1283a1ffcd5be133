import { FolkloreError } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { EXIT } from '../../base/exit-codes.js';
import { unlawfulInIri } from '../../model/rdf/iri-syntax.js';
import type { StoreClient } from './client.js';
import { CompletedGraphs } from './completed-graphs.js';
import { type GraphChange, swapGraphs } from './graph-swap.js';
import { GraphUpload } from './graph-upload.js';
import { type GraphPlan, type LoadPlan, loadPlanOf } from './load-plan.js';
import { checkReplaced } from './replaced-graphs.js';
import { joinOperations } from './sparql.js';
import type { Protocol, StoreKind } from './store-kinds.js';

/** Options of a load. */
export interface LoadReleaseOptions {
  /** The folder of the release. */
  readonly release: string;
  readonly client: StoreClient;
  readonly kind: StoreKind;
  /** The default is that of the kind of store. */
  readonly protocol?: Protocol | undefined;
  /** Bytes of a request, unpacked; the default is that of the kind of store. */
  readonly portion?: number | undefined;
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
 * Loads a release: each dataset into its graph, and the catalogue into another. The graph is the unit of retry: after an
 * interruption the same call sends the unfinished graph again, and none that was whole.
 *
 * @throws FolkloreError FILE_UNREADABLE; COUNT_MISMATCH when the store does not have all triples, with its previous content unchanged; all errors of the client
 */
export async function loadRelease(order: LoadReleaseOptions): Promise<LoadResult> {
  const plan = await loadPlanOf(order.release);
  const completed = await CompletedGraphs.read(order.client, plan.names);
  const upload = uploadOf(order);
  return replaceGraphs(order, plan, completed, {
    isKept: async (graph) => order.loadedGraphs === 'keep' && (await completed.isWhole(graph.graph, graph)),
    fill: (graph, onTriples) => addFiles(graph, upload, onTriples),
    outcome: 'loaded',
  });
}

export const uploadOf = ({ client, kind, protocol, portion }: LoadReleaseOptions): GraphUpload =>
  new GraphUpload(client, kind, protocol ?? kind.protocol, portion);

/** Adds the files of a graph to its staging graph. */
export async function addFiles(
  { files, stagingGraph }: GraphPlan,
  upload: GraphUpload,
  onTriples: (triples: number) => void,
): Promise<void> {
  for (const file of files) await upload.add(stagingGraph, file, onTriples);
}

/** A way to build the graphs of a release. */
export interface GraphSource {
  /** Whether a graph stays as it is. */
  readonly isKept: (graph: GraphPlan) => Promise<boolean>;
  /** Fills the staging graph of a graph, which is empty. */
  readonly fill: (graph: GraphPlan, onTriples: (triples: number) => void) => Promise<void>;
  readonly outcome: 'loaded' | 'updated';
}

/**
 * Builds each graph of a release that is not kept in its staging graph, counts and records it, and replaces the graphs at
 * the end. Staging graphs that an interrupted load left are used when they are whole, and are built anew otherwise.
 *
 * @throws FolkloreError COUNT_MISMATCH; what the source and the client throw
 */
export async function replaceGraphs(
  { client, kind, report }: LoadReleaseOptions,
  plan: LoadPlan,
  completed: CompletedGraphs,
  source: GraphSource,
): Promise<LoadResult> {
  const onTriples = progressReporter(plan, report);
  const drop = (staging: string): Promise<void> =>
    client.update(joinOperations(completed.drop(staging)), `clearing the graph <${staging}>`);
  const changes: GraphChange[] = [];
  for (const graph of plan.graphs) {
    const { stagingGraph: staging, triples } = graph;
    if (await completed.isWhole(staging, graph)) {
      changes.push({ to: 'move', graph });
      onTriples(triples);
    } else if (await source.isKept(graph)) {
      if (completed.entries.has(staging) || (await completed.count(staging)) > 0) await drop(staging);
      changes.push({ to: 'keep', graph });
      onTriples(triples);
    } else {
      await drop(staging);
      await source.fill(graph, onTriples);
      const held = await completed.count(staging);
      if (held !== triples) {
        const said = client.lastSaid;
        await drop(staging);
        throw countMismatch(graph, held, said);
      }
      await client.update(
        joinOperations(completed.record(staging, graph)),
        `recording the graph <${staging}>`,
      );
      changes.push({ to: 'move', graph });
    }
  }
  for (const graph of obsoleteGraphs(plan, completed)) changes.push({ to: 'drop', graph });
  const failure = await swapGraphs(client, kind, completed, changes).then(
    () => undefined,
    (thrown: unknown) => {
      if (thrown instanceof FolkloreError && thrown.code !== 'INTERRUPTED') return thrown;
      throw thrown;
    },
  );
  await checkReplaced(client, plan, changes, failure);
  return { label: plan.label, graphs: changes.map((change) => loadedGraphOf(change, source.outcome)) };
}

/** Reports the progress of a load in triples. */
function progressReporter({ graphs }: LoadPlan, report: Report): (triples: number) => void {
  const total = graphs.reduce((sum, { triples }) => sum + triples, 0);
  let done = 0;
  return (triples) => {
    // Files of one graph may share triples.
    done = Math.min(done + triples, total);
    report({ event: 'progress', what: 'loading, in triples', done, total });
  };
}

/** Graphs of another release that this one does not have. */
function obsoleteGraphs({ graphs, names }: LoadPlan, { entries }: CompletedGraphs): string[] {
  const ours = new Set(graphs.flatMap(({ graph, stagingGraph }) => [graph, stagingGraph]));
  return [...entries.keys()].filter(
    (graph) => !ours.has(graph) && names.isOurs(graph) && !unlawfulInIri(graph),
  );
}

function loadedGraphOf(change: GraphChange, moved: LoadedGraph['outcome']): LoadedGraph {
  if (change.to === 'drop') return { name: '', graph: change.graph, triples: 0, outcome: 'dropped' };
  const { name, graph, triples } = change.graph;
  return { name, graph, triples, outcome: change.to === 'keep' ? 'kept' : moved };
}

/**
 * The error for a graph, or its staging graph, with another number of triples than in the release.
 *
 * @param said what the store said of the last write, with success
 */
export const countMismatch = ({ name, triples }: GraphPlan, held: number, said = ''): FolkloreError =>
  new FolkloreError(
    'COUNT_MISMATCH',
    `The graph of ${name} has ${held} triples in the store; expected: ${triples}.${said === '' ? '' : ` The store said to the last request: ${said}.`}`,
    {
      hint:
        'The previous content of the store is unchanged. Does the store drop or alter triples, or does another program ' +
        'write to it? Load the whole release again.',
      exitCode: EXIT.mismatch,
    },
  );
