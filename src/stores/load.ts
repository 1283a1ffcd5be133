import type { Report } from '../base/events.js';
import { unlawfulInIri } from '../rdf/iri-syntax.js';
import { build } from './build.js';
import { carrierFor, type Portions } from './carrier.js';
import { type Loadable, type LoadableGraph, loadableOf } from './loadable.js';
import { type Change, checkAnswers, putInPlace } from './move.js';
import type { StoreClient } from './store-client.js';
import { StoreJournal } from './store-journal.js';
import type { Protocol, StoreKind } from './store-kinds.js';

/** What is loaded, where, and how. */
export interface LoadOrder {
  /** The folder of the release. */
  readonly release: string;
  readonly client: StoreClient;
  readonly kind: StoreKind;
  /** As the kind of store likes it unless given. */
  readonly protocol?: Protocol | undefined;
  readonly portions?: Portions | undefined;
  /** Whether graphs that hold already what they should are loaded anew. */
  readonly held: 'keep' | 'anew';
  readonly report: Report;
}

/** What has become of one graph. */
export interface LoadedGraph {
  readonly name: string;
  readonly graph: string;
  readonly triples: number;
  readonly how: 'loaded' | 'updated' | 'kept' | 'dropped';
}

/** What a load has done. */
export interface LoadResult {
  readonly label: string;
  readonly graphs: readonly LoadedGraph[];
}

/**
 * Loads a release: every dataset into its graph, and what describes the release into one of its own. Graphs are built
 * beside those that are there, counted, and put in their place at the end. What was killed goes on where it was.
 *
 * @throws FolkloreError FILE_UNREADABLE; COUNT_MISMATCH when a store does not hold what was sent, which leaves what was
 *   there as it was; all that the client throws
 */
export async function loadRelease(order: LoadOrder): Promise<LoadResult> {
  const { client, kind, report } = order;
  const loadable = await loadableOf(order.release);
  const journal = await StoreJournal.read(client, loadable.names);
  await checkAnswers(client, kind, journal, loadable.names.loading);
  const carrier = carrierFor(client, kind, order.protocol ?? kind.protocol, order.portions);
  const onTriples = progressOf(loadable, report);
  const changes: Change[] = [];
  for (const graph of loadable.graphs) {
    const kept = order.held === 'keep' ? await triplesKept(graph, journal) : undefined;
    if (kept === undefined) {
      const triples = await build(graph, { client, carrier, journal, onTriples, report });
      changes.push({ to: 'move', graph, triples });
    } else {
      onTriples(graph.triples ?? 0);
      changes.push({ to: 'keep', graph, triples: kept });
    }
  }
  changes.push(...goneFrom(loadable, journal));
  await putInPlace(client, kind, journal, changes, loadable.names.loading);
  return { label: loadable.label, graphs: changes.map((change) => told(change, 'loaded')) };
}

/** Tells how many triples of a release are there. */
export function progressOf({ graphs }: Loadable, report: Report): (triples: number) => void {
  const total = graphs.reduce((sum, { triples }) => sum + (triples ?? 0), 0);
  let done = 0;
  return (triples) => {
    done = Math.min(done + triples, total);
    report({ event: 'progress', what: 'loading, in triples', done, total });
  };
}

/** How many triples a graph holds that holds already what the release has; undefined when it holds something else. */
export async function triplesKept(graph: LoadableGraph, journal: StoreJournal): Promise<number | undefined> {
  if (journal.held.get(graph.graph)?.content !== graph.content) return undefined;
  const held = await journal.count(graph.graph);
  const isWhole = graph.triples === undefined ? held > 0 : held === graph.triples;
  return isWhole ? held : undefined;
}

/** Graphs that a store holds of another release, and that this one does not have. */
export function goneFrom({ graphs, names }: Loadable, journal: StoreJournal): Change[] {
  const ours = new Set(graphs.map(({ graph }) => graph));
  return [...journal.held.keys()]
    .filter((graph) => !ours.has(graph) && names.isOurs(graph) && !unlawfulInIri(graph))
    .map((graph) => ({ to: 'drop', graph }));
}

/** A change as people are told of it. */
export function told(change: Change, moved: LoadedGraph['how']): LoadedGraph {
  if (change.to === 'drop') return { name: '', graph: change.graph, triples: 0, how: 'dropped' };
  const { name, graph } = change.graph;
  return { name, graph, triples: change.triples, how: change.to === 'keep' ? 'kept' : moved };
}
