import type { Quad } from '@rdfjs/types';
import type { Report } from '../../base/events.js';
import { readVoid } from '../../export/verify/described-counts.js';
import { parseStream } from '../../rdf/parse-stream.js';
import { textOf } from '../../sinks/reading/dump-file.js';
import { type Loadable, type LoadableGraph, loadableOf, notLoadable, unread } from '../loadable.js';
import { type Asked, type Counted, checkCounts, graphsBelow } from './counting.js';
import { type Difference, Differences } from './difference.js';
import { expectedOf } from './expected.js';
import { type LookedUp, lookUp } from './looking-up.js';
import { type PlacedTriple, Reservoir } from './sampling.js';

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

/** Triples of one graph and property that are looked up because their number is not right. */
const MOST_SUSPECTED = 5000;

/**
 * Verifies that a store holds what a release has: every graph, as many triples, nodes of each class and triples with
 * each property as its VoID counts; then a sample of triples by value, and those with a property whose number is not
 * right; and no graph of ours beside them. Nothing is written.
 *
 * @throws FolkloreError FILE_UNREADABLE when the folder is no release that can be loaded; all that the client throws
 */
export async function verifyContent(order: VerifyOrder): Promise<VerifiedContent> {
  const { release, store, report, check } = order;
  const loadable = await loadableOf(release);
  const described = await describedIn(release);
  const differences = new Differences();
  const counted = new Map<string, Counted>();
  for (const [position, graph] of loadable.graphs.entries()) {
    check();
    report({
      event: 'progress',
      what: 'counting in the store',
      done: position,
      total: loadable.graphs.length,
    });
    counted.set(
      graph.graph,
      await checkCounts(graph.graph, expectedOf(graph, described), store, differences.tell),
    );
  }
  await tellExtraGraphs(loadable, store, differences);
  const { sample, suspected, triples } = await triplesOf(order, loadable.graphs, counted);
  const total = sample.length + suspected.length;
  const tellProgress = (before: number) => (done: number) => {
    check();
    report({ event: 'progress', what: 'looking up triples', done: before + done, total });
  };
  // What is suspected comes first, and not once more with the sample.
  await lookUp(suspected, store, differences.tell, tellProgress(0));
  const told = new Set(suspected.map(({ triple }) => triple));
  const rest = sample.filter(({ triple }) => !told.has(triple));
  const looked = await lookUp(rest, store, differences.tell, tellProgress(suspected.length));
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
async function tellExtraGraphs(
  { graphs, names }: Loadable,
  store: Asked,
  { tell }: Differences,
): Promise<void> {
  const known = new Set([...graphs.map(({ graph }) => graph), names.loaded]);
  const built = new Set([names.loading, ...graphs.map(({ beside }) => beside)]);
  const beginning = names.catalogue.slice(0, names.catalogue.lastIndexOf('/') + 1);
  for (const graph of await graphsBelow(beginning, store)) {
    if (built.has(graph)) tell(graph, 'is left of a load that has not come to its end; run it again');
    else if (!known.has(graph)) tell(graph, 'is in the store, and not in this release');
  }
}

/** The sample, and the triples with properties whose number is not right. */
async function triplesOf(
  { sample: size, seed, check }: VerifyOrder,
  graphs: readonly LoadableGraph[],
  counted: ReadonlyMap<string, Counted>,
): Promise<{
  readonly sample: readonly PlacedTriple[];
  readonly suspected: readonly PlacedTriple[];
  readonly triples: number;
}> {
  const reservoir = new Reservoir(size, seed);
  const suspected: PlacedTriple[] = [];
  let triples = 0;
  for (const { graph, files } of graphs) {
    const { isThere = false, suspects = new Set() } = counted.get(graph) ?? {};
    const taken = new Map<string, number>();
    for (const file of files) {
      for await (const quads of quadsOf(file)) {
        check();
        triples += quads.length;
        // Of a graph that is not there no triple has to be asked for to know that it is missing.
        if (!isThere) continue;
        for (const triple of quads) {
          reservoir.offer(graph, triple);
          const property = triple.predicate.value;
          const already = taken.get(property) ?? 0;
          if (!suspects.has(property) || already >= MOST_SUSPECTED) continue;
          taken.set(property, already + 1);
          suspected.push({ graph, triple });
        }
      }
    }
  }
  return { sample: reservoir.held, suspected, triples };
}

async function* quadsOf({ path, format, isPacked }: LoadableGraph['files'][number]): AsyncGenerator<Quad[]> {
  try {
    yield* parseStream(textOf({ path, format, isPacked }), format === 'nt' ? 'N-Triples' : 'Turtle');
  } catch (thrown) {
    throw unread(path, thrown);
  }
}
