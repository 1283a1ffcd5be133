import type { Quad } from '@rdfjs/types';
import type { LoadableGraph } from '../loadable.js';
import { type Asking, unlessRefused } from './asking.js';
import type { HeldGraph } from './held-graphs.js';
import { MOST_SUSPECTED, narrowDown } from './narrowing.js';
import { keyOf, triplesOf } from './release-triples.js';
import type { PlacedTriple } from './sampling.js';

/** Triples of a release that are looked at because a number or a sum is not right. */
export interface Suspected {
  /** What the store does not seem to have: to be looked up. */
  readonly missing: readonly PlacedTriple[];
  /** By graph, the keys of these and of what was found. */
  readonly known: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Looks through the properties that are suspected.
 *
 * @throws FolkloreError as the client does; FILE_UNREADABLE
 */
export async function lookThrough(held: readonly HeldGraph[], asking: Asking): Promise<Suspected> {
  const missing: PlacedTriple[] = [];
  const known = new Map<string, ReadonlySet<string>>();
  const suspected = held.filter(({ suspects }) => suspects.size > 0);
  for (const [done, { graph, sums, suspects }] of suspected.entries()) {
    asking.report({ event: 'progress', what: 'looking through properties', done, total: suspected.length });
    const narrowed =
      sums === undefined ? undefined : await unlessRefused(narrowDown(graph, suspects, sums, asking));
    const some = narrowed ?? (await firstOf(graph, suspects, asking));
    missing.push(...some.missing.map((triple) => ({ graph: graph.graph, triple })));
    known.set(graph.graph, new Set(some.compared.map(keyOf)));
  }
  return { missing, known };
}

/** The first triples of each property, for a store that makes no sums. */
async function firstOf(
  graph: LoadableGraph,
  properties: ReadonlySet<string>,
  { check }: Asking,
): Promise<{ readonly missing: readonly Quad[]; readonly compared: readonly Quad[] }> {
  const taken = new Map<string, number>();
  const first: Quad[] = [];
  for await (const triples of triplesOf(graph)) {
    check();
    for (const triple of triples) {
      const property = triple.predicate.value;
      const already = taken.get(property) ?? 0;
      if (!properties.has(property) || already >= MOST_SUSPECTED) continue;
      taken.set(property, already + 1);
      first.push(triple);
    }
  }
  return { missing: first, compared: first };
}
