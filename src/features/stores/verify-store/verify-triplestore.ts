import type { Report } from '../../../base/events.js';
import { type ProblemList, Problems } from '../../../base/problems.js';
import type { LoadPlan } from '../load-plan.js';
import { GraphComparison, type QueryableStore } from './compare-graph.js';
import type { TermVariation } from './term-comparison.js';

/** The result of a verification. */
export interface VerifiedTriplestore extends ProblemList {
  readonly label: string;
  readonly graphs: number;
  readonly triples: number;
  /** How many triples the store has unchanged, and how many in another form. */
  readonly found: ReadonlyMap<'same' | TermVariation, number>;
  /** Triples of the release with a blank node, or with a subject that a query cannot name. */
  readonly notQueryable: number;
}

const LOAD_AGAIN = 'Load the release again.';
const NOT_NEEDED = 'Drop the graph, or move it to another name: no query for this release needs it.';

/**
 * Verifies that a store has a release, without writing: the number of triples with each property in each graph; every triple,
 * by value; and no other graphs under the names of the release.
 *
 * @param goOn called before each query; what it throws ends the verification
 * @throws FolkloreError FILE_UNREADABLE when the folder is not a release that can be loaded; all errors of the client
 */
export async function verifyTriplestore(
  plan: LoadPlan,
  store: QueryableStore,
  report: Report,
  goOn: () => void,
): Promise<VerifiedTriplestore> {
  const total = plan.graphs.reduce((sum, { triples }) => sum + triples, 0);
  const problems = new Problems(LOAD_AGAIN);
  const found = new Map<'same' | TermVariation, number>();
  let [triples, notQueryable] = [0, 0];
  for (const graph of plan.graphs) {
    const comparison = new GraphComparison(graph, store);
    // The numbers of a graph come before its triples, of which there may be more than are listed.
    const ofTriples = new Problems(LOAD_AGAIN);
    await comparison.run(
      (wrong) => problems.addProblem(`<${graph.graph}>`, wrong),
      (wrong) => ofTriples.addProblem(`<${graph.graph}>`, wrong),
      () => {
        goOn();
        const done = Math.min(triples + comparison.triples, total);
        report({ event: 'progress', what: 'comparing triples', done, total });
      },
    );
    problems.merge(ofTriples.list);
    triples += comparison.triples;
    notQueryable += comparison.notQueryable;
    for (const [how, count] of comparison.found) found.set(how, (found.get(how) ?? 0) + count);
  }
  await checkOtherGraphs(plan, store, problems);
  const { label, graphs } = plan;
  return { label, graphs: graphs.length, triples, found, notQueryable, ...problems.list };
}

/** Reports graphs under the names of the release that the release does not have. */
async function checkOtherGraphs(
  { graphs, names }: LoadPlan,
  store: QueryableStore,
  { addProblem }: Problems,
): Promise<void> {
  const known = new Set([...graphs.map(({ graph }) => graph), names.loaded]);
  const staging = new Set(graphs.map(({ stagingGraph }) => stagingGraph));
  const prefix = names.catalogue.slice(0, names.catalogue.lastIndexOf('/') + 1);
  const rows = await store.query(
    `SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } FILTER (STRSTARTS(STR(?g), "${prefix}")) }`,
  );
  for (const graph of rows.flatMap((row) => row.get('g')?.value ?? []).sort()) {
    if (staging.has(graph)) addProblem(`<${graph}>`, 'is left of an unfinished load');
    else if (!known.has(graph)) addProblem(`<${graph}>`, 'is not in this release', NOT_NEEDED);
  }
}
