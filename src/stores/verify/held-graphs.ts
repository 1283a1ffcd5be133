import type { Report } from '../../base/events.js';
import type { Described } from '../../export/verify/described-counts.js';
import type { LoadableGraph } from '../loadable.js';
import { type Asked, type Asking, unlessRefused } from './asking.js';
import { sumsByProperty } from './asking-sums.js';
import type { Spelling } from './checksum.js';
import { checkCounts } from './counting.js';
import { expectedOf } from './expected.js';
import { spellingOf } from './spelling.js';
import { Sums } from './sums.js';

/** A graph of the release that is in the store. */
export interface HeldGraph {
  readonly graph: LoadableGraph;
  /** What the release adds up to; undefined when the store cannot be asked for sums. */
  readonly sums: Sums | undefined;
  /** Properties that the store has other triples with than the release. */
  readonly suspects: Set<string>;
}

/**
 * Counts every graph of a release in the store, and tells what is not right; gives back those that are there.
 *
 * @throws FolkloreError as the client does
 */
export async function heldGraphs(
  graphs: readonly LoadableGraph[],
  described: Described,
  { store, tell, report, check }: Asking,
): Promise<readonly HeldGraph[]> {
  const counted: { readonly graph: LoadableGraph; readonly suspects: Set<string> }[] = [];
  for (const [done, graph] of graphs.entries()) {
    check();
    report({ event: 'progress', what: 'counting in the store', done, total: graphs.length });
    const { isThere, suspects } = await checkCounts(graph.graph, expectedOf(graph, described), store, tell);
    if (isThere) counted.push({ graph, suspects: new Set(suspects) });
  }
  const spelling = await spellingIn(
    store,
    counted.map(({ graph }) => graph),
    report,
  );
  return counted.map((one) => ({ ...one, sums: spelling === undefined ? undefined : new Sums(spelling) }));
}

/** How the store makes checksums; a store that makes none is verified without. */
async function spellingIn(
  store: Asked,
  graphs: readonly LoadableGraph[],
  report: Report,
): Promise<Spelling | undefined> {
  const spelling = await unlessRefused(spellingOf(graphs, store));
  if (spelling === undefined) {
    const message =
      'The store makes no checksums of texts (MD5) that are known: it is not asked for sums, and what was altered is ' +
      'found only when the sample holds it.';
    report({ event: 'note', message });
  }
  return spelling;
}

/**
 * Asks the store for its sums, once those of the release are there: properties with other ones are suspected.
 *
 * @throws FolkloreError as the client does
 */
export async function addUp(held: readonly HeldGraph[], { store, report, check }: Asking): Promise<void> {
  for (const [done, { graph, sums, suspects }] of held.entries()) {
    check();
    report({ event: 'progress', what: 'adding up in the store', done, total: held.length });
    if (sums === undefined) continue;
    const found = await unlessRefused(sumsByProperty(graph.graph, sums, store));
    if (found !== undefined) for (const property of sums.differing(found)) suspects.add(property);
    else report({ event: 'note', message: `The store does not add up <${graph.graph}>: ${ONLY_SAMPLE}.` });
  }
}

const ONLY_SAMPLE = 'what was altered there is found only when the sample holds it';
