import type { Report } from '../../base/events.js';
import { readVoid } from '../../inspect/verify/counts.js';
import { type GraphPlan, type LoadPlan, loadPlanOf, releaseNotLoadable } from '../load-plan.js';
import { type CheckedGraph, checkGraphs, compareSums, graphsWithPrefix } from './graph-checks.js';
import { type GraphTriple, ReservoirSample, releaseTriples, tripleKey } from './release-triples.js';
import { findSuspectTriples } from './suspect-triples.js';
import { type LookupResult, lookUpTriples } from './triple-lookup.js';
import {
  Differences,
  type GraphDifference,
  type QueryableStore,
  type VerificationContext,
} from './verification-context.js';

/** What is verified, and how thoroughly. */
export interface VerifyTriplestoreOptions {
  /** The folder of the release. */
  readonly release: string;
  readonly store: QueryableStore;
  /** Triples that are looked up one by one. */
  readonly sample: number;
  /** The same seed takes the same triples. */
  readonly seed: number;
  readonly report: Report;
  /** Is asked again and again; what it throws ends the verification. */
  readonly check: () => void;
}

/** What a store holds of a release. */
export interface VerifiedTriplestore {
  readonly label: string;
  readonly graphs: number;
  readonly triples: number;
  /** Triples that were looked up one by one. */
  readonly sampled: number;
  readonly found: LookupResult['found'];
  /** Triples of the sample that no query can name. */
  readonly notQueryable: number;
  /** The first of them. */
  readonly differences: readonly GraphDifference[];
  readonly count: number;
}

/**
 * Verifies that a store holds what a release has: every graph, as many triples, nodes of each class and triples with
 * each property as its VoID counts; the same sums of what is said with each property; a sample of triples by value; and
 * no graph of ours beside them. The triples behind numbers and sums that are not right are looked for. Nothing is written.
 *
 * @throws FolkloreError FILE_UNREADABLE when the folder is no release that can be loaded; all that the client throws
 */
export async function verifyTriplestore(order: VerifyTriplestoreOptions): Promise<VerifiedTriplestore> {
  const { release, store, report, check } = order;
  const loadable = await loadPlanOf(release);
  const described = await describedIn(release);
  const differences = new Differences();
  const asking: VerificationContext = { store, report, check, addDifference: differences.add };
  const held = await checkGraphs(loadable.graphs, described, asking);
  await addExtraGraphs(loadable, asking);
  const { sample, triples } = await readRelease(order, loadable.graphs, held);
  await compareSums(held, asking);
  const { missing, known } = await findSuspectTriples(held, asking);
  // What is suspected comes first, and not once more with the sample.
  const rest = sample.filter(({ graph, triple }) => known.get(graph)?.has(tripleKey(triple)) !== true);
  const total = missing.length + rest.length;
  const tellProgress = (before: number) => (done: number) => {
    check();
    report({ event: 'progress', what: 'looking up triples', done: before + done, total });
  };
  await lookUpTriples(missing, store, differences.add, tellProgress(0));
  const looked = await lookUpTriples(rest, store, differences.add, tellProgress(missing.length));
  return {
    label: loadable.label,
    graphs: loadable.graphs.length,
    triples,
    sampled: sample.length,
    ...looked,
    differences: differences.first,
    count: differences.count,
  };
}

/** What void.ttl counts. */
async function describedIn(release: string) {
  let why = '';
  const described = await readVoid(release, new Map([['void.ttl', 'file']]), (file, wrong) => {
    why = `${file} ${wrong}`;
  });
  if (described === undefined) throw releaseNotLoadable(release, why);
  return described;
}

/** Tells graphs below the names of ours that are in no release. */
async function addExtraGraphs(
  { graphs, names }: LoadPlan,
  { store, addDifference: tell }: VerificationContext,
): Promise<void> {
  const known = new Set([...graphs.map(({ graph }) => graph), names.loaded]);
  const built = new Set([names.loading, ...graphs.map(({ stagingGraph: beside }) => beside)]);
  const beginning = names.catalogue.slice(0, names.catalogue.lastIndexOf('/') + 1);
  for (const graph of await graphsWithPrefix(beginning, store)) {
    if (built.has(graph)) tell(graph, 'is left of a load that has not come to its end; run it again');
    else if (!known.has(graph)) tell(graph, 'is in the store, and not in this release');
  }
}

/** Reads all triples: adds them up, and draws the sample from what is in the store. */
async function readRelease(
  { sample: size, seed, report, check }: VerifyTriplestoreOptions,
  graphs: readonly GraphPlan[],
  held: readonly CheckedGraph[],
): Promise<{ readonly sample: readonly GraphTriple[]; readonly triples: number }> {
  const reservoir = new ReservoirSample(size, seed);
  const heldAs = new Map(held.map((one) => [one.graph, one]));
  let triples = 0;
  for (const [done, graph] of graphs.entries()) {
    report({ event: 'progress', what: 'reading the release', done, total: graphs.length });
    const there = heldAs.get(graph);
    for await (const some of releaseTriples(graph)) {
      check();
      triples += some.length;
      // Of a graph that is not there no triple has to be asked for to know that it is missing.
      if (there === undefined) continue;
      for (const triple of some) {
        reservoir.add(graph.graph, triple);
        there.sums?.add(triple.predicate.value, triple);
      }
    }
  }
  return { sample: reservoir.triples, triples };
}
