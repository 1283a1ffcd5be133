import { FolkloreError, messageOf } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { EXIT } from '../../base/exit-codes.js';
import { unlawfulInIri } from '../../model/rdf/iri-syntax.js';
import type { StoreClient } from './client.js';
import { CompletedGraphs } from './completed-graphs.js';
import { moveGraphs, moveOperations, type StagedGraph } from './graph-move.js';
import { GraphUpload } from './graph-upload.js';
import type { GraphPlan, LoadPlan } from './load-plan.js';
import { joinOperations } from './sparql.js';
import type { Protocol, StoreKind } from './store-kinds.js';

/** Options of a load. */
export interface LoadReleaseOptions {
  readonly plan: LoadPlan;
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
interface LoadedGraph {
  readonly name: string;
  readonly graph: string;
  readonly triples: number;
  readonly outcome: 'loaded' | 'kept' | 'dropped';
}

/** The outcome of a load. */
export interface LoadResult {
  readonly label: string;
  readonly graphs: readonly LoadedGraph[];
}

/**
 * Loads a release: each dataset into its graph, and the catalogue into another. Each graph that the store does not have is
 * put into a staging graph and counted. One update moves all of them, and the graphs are counted again. After an
 * interruption the same call uses the staging graphs that are whole, and builds the others anew.
 *
 * @throws FolkloreError FILE_UNREADABLE for a damaged file; COUNT_MISMATCH when the store does not have all triples; all errors of the client
 */
export async function loadRelease(order: LoadReleaseOptions): Promise<LoadResult> {
  const { plan, client, kind, report } = order;
  const completed = await CompletedGraphs.read(client, plan.names);
  const onTriples = progressReporter(plan, report);
  const upload = new GraphUpload(client, kind, order.protocol ?? kind.protocol, order.portion);
  const drop = (staging: readonly string[]): Promise<void> =>
    client.update(joinOperations(staging.flatMap((one) => completed.drop(one))), 'dropping staging graphs');

  const kept = new Set<GraphPlan>();
  const staged: StagedGraph[] = [];
  for (const graph of plan.graphs) {
    const { stagingGraph: staging, triples } = graph;
    if (order.loadedGraphs === 'keep' && (await completed.isWhole(graph.graph, graph))) {
      kept.add(graph);
      onTriples(triples);
      continue;
    }
    if (await completed.isWhole(staging, graph)) onTriples(triples);
    else {
      await drop([staging]);
      for (const file of graph.files) await upload.add(staging, file, onTriples);
      const held = await completed.count(staging);
      if (held !== triples) {
        const said = client.lastSaid;
        await drop([staging]);
        throw countMismatch(graph, held, said);
      }
      await client.update(
        joinOperations(completed.record(staging, graph)),
        `recording the graph <${staging}>`,
      );
    }
    staged.push({ ...graph, before: await completed.count(graph.graph) });
  }

  const dropped = obsoleteGraphs(plan, completed);
  const recorded = plan.graphs.filter(
    (graph) => !kept.has(graph) || !completed.isRecorded(graph.graph, graph),
  );
  const operations = [
    ...staged.flatMap((graph) => moveOperations(graph, kind)),
    ...recorded.flatMap((graph) => completed.record(graph.graph, graph)),
    ...dropped.flatMap((graph) => completed.drop(graph)),
  ];
  await moveGraphs(client, operations, { plan, staged, dropped });

  const leftovers = staged.map(({ stagingGraph }) => stagingGraph);
  for (const { stagingGraph } of kept)
    if (completed.entries.has(stagingGraph) || (await completed.count(stagingGraph)) > 0)
      leftovers.push(stagingGraph);
  if (leftovers.length > 0)
    await drop(leftovers).catch((thrown: unknown) =>
      report({
        event: 'warning',
        message: `the release is in the store; staging graphs beside it could not be dropped, which the next load does: ${messageOf(thrown)}`,
      }),
    );
  return {
    label: plan.label,
    graphs: [
      ...plan.graphs.map((graph): LoadedGraph => {
        const { name, graph: iri, triples } = graph;
        return { name, graph: iri, triples, outcome: kept.has(graph) ? 'kept' : 'loaded' };
      }),
      ...dropped.map((graph): LoadedGraph => ({ name: '', graph, triples: 0, outcome: 'dropped' })),
    ],
  };
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

/**
 * The error for a staging graph with another number of triples than in the release.
 *
 * @param said what the store said of the last write, with success
 */
const countMismatch = ({ name, triples }: GraphPlan, held: number, said: string): FolkloreError =>
  new FolkloreError(
    'COUNT_MISMATCH',
    `The new graph of ${name} has ${held} triples in the store; expected: ${triples}.${said === '' ? '' : ` The store said to the last request: ${said}.`}`,
    {
      hint:
        'The previous content of the store is unchanged. Does the store drop or alter triples, or does another program ' +
        'write to it? Load the whole release again.',
      exitCode: EXIT.mismatch,
    },
  );
