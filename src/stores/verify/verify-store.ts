import type { Report } from '../../base/events.js';
import { readVoid } from '../../export/verify/described-counts.js';
import { type Loadable, type LoadableGraph, loadableOf, notLoadable } from '../loadable.js';
import type { Asked, Asking } from './asking.js';
import { graphsBelow } from './counting.js';
import { type Difference, Differences } from './difference.js';
import { addUp, type HeldGraph, heldGraphs } from './held-graphs.js';
import { type LookedUp, lookUp } from './looking-up.js';
import { keyOf, triplesOf } from './release-triples.js';
import { type PlacedTriple, Reservoir } from './sampling.js';
import { lookThrough } from './suspected.js';

/** What is verified, and how thoroughly. */
export interface VerifyOrder {
  /** The folder of the release. */
  readonly release: string;
  readonly store: Asked;
  /** Triples that are looked up one by one. */
  readonly sample: number;
  /** The same seed takes the same triples. */
  readonly seed: number;
  readonly report: Report;
  /** Is asked again and again; what it throws ends the verification. */
  readonly check: () => void;
}

/** What a store holds of a release. */
export interface VerifiedContent {
  readonly label: string;
  readonly graphs: number;
  readonly triples: number;
  /** Triples that were looked up one by one. */
  readonly sampled: number;
  readonly found: LookedUp['found'];
  /** Triples of the sample that no query can name. */
  readonly unasked: number;
  /** The first of them. */
  readonly differences: readonly Difference[];
  readonly count: number;
}

/**
 * Verifies that a store holds what a release has: every graph, as many triples, nodes of each class and triples with
 * each property as its VoID counts; the same sums of what is said with each property; a sample of triples by value; and
 * no graph of ours beside them. The triples behind numbers and sums that are not right are looked for. Nothing is written.
 *
 * @throws FolkloreError FILE_UNREADABLE when the folder is no release that can be loaded; all that the client throws
 */
export async function verifyContent(order: VerifyOrder): Promise<VerifiedContent> {
  const { release, store, report, check } = order;
  const loadable = await loadableOf(release);
  const described = await describedIn(release);
  const differences = new Differences();
  const asking: Asking = { store, report, check, tell: differences.tell };
  const held = await heldGraphs(loadable.graphs, described, asking);
  await tellExtraGraphs(loadable, asking);
  const { sample, triples } = await readRelease(order, loadable.graphs, held);
  await addUp(held, asking);
  const { missing, known } = await lookThrough(held, asking);
  // What is suspected comes first, and not once more with the sample.
  const rest = sample.filter(({ graph, triple }) => known.get(graph)?.has(keyOf(triple)) !== true);
  const total = missing.length + rest.length;
  const tellProgress = (before: number) => (done: number) => {
    check();
    report({ event: 'progress', what: 'looking up triples', done: before + done, total });
  };
  await lookUp(missing, store, differences.tell, tellProgress(0));
  const looked = await lookUp(rest, store, differences.tell, tellProgress(missing.length));
  return {
    label: loadable.label,
    graphs: loadable.graphs.length,
    triples,
    sampled: sample.length,
    ...looked,
    differences: differences.held,
    count: differences.count,
  };
}

/** What void.ttl counts. */
async function describedIn(release: string) {
  let why = '';
  const described = await readVoid(release, new Map([['void.ttl', 'file']]), (file, wrong) => {
    why = `${file} ${wrong}`;
  });
  if (described === undefined) throw notLoadable(release, why);
  return described;
}

/** Tells graphs below the names of ours that are in no release. */
async function tellExtraGraphs({ graphs, names }: Loadable, { store, tell }: Asking): Promise<void> {
  const known = new Set([...graphs.map(({ graph }) => graph), names.loaded]);
  const built = new Set([names.loading, ...graphs.map(({ beside }) => beside)]);
  const beginning = names.catalogue.slice(0, names.catalogue.lastIndexOf('/') + 1);
  for (const graph of await graphsBelow(beginning, store)) {
    if (built.has(graph)) tell(graph, 'is left of a load that has not come to its end; run it again');
    else if (!known.has(graph)) tell(graph, 'is in the store, and not in this release');
  }
}

/** Reads all triples: adds them up, and draws the sample from what is in the store. */
async function readRelease(
  { sample: size, seed, report, check }: VerifyOrder,
  graphs: readonly LoadableGraph[],
  held: readonly HeldGraph[],
): Promise<{ readonly sample: readonly PlacedTriple[]; readonly triples: number }> {
  const reservoir = new Reservoir(size, seed);
  const heldAs = new Map(held.map((one) => [one.graph, one]));
  let triples = 0;
  for (const [done, graph] of graphs.entries()) {
    report({ event: 'progress', what: 'reading the release', done, total: graphs.length });
    const there = heldAs.get(graph);
    for await (const some of triplesOf(graph)) {
      check();
      triples += some.length;
      // Of a graph that is not there no triple has to be asked for to know that it is missing.
      if (there === undefined) continue;
      for (const triple of some) {
        reservoir.offer(graph.graph, triple);
        there.sums?.add(triple.predicate.value, triple);
      }
    }
  }
  return { sample: reservoir.held, triples };
}
