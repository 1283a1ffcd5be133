import type { Quad } from '@rdfjs/types';
import { formatCount } from '../../base/text.js';
import { unlawfulInIri } from '../../rdf/iri-syntax.js';
import type { GraphPlan } from '../load-plan.js';
import type { ResultRow, ResultTerm } from '../sparql.js';
import { partFilter, sumsByPart } from './checksum-queries.js';
import { type ChecksumEncoding, checksumDigits, TripleSums } from './checksums.js';
import type { CheckedGraph } from './graph-checks.js';
import { type GraphTriple, releaseTriples, tripleKey } from './release-triples.js';
import { compareTerms } from './term-comparison.js';
import { formatResultTerm, isQueryable } from './triple-lookup.js';
import { type QueryableStore, unlessUnsupported, type VerificationContext } from './verification-context.js';

/** Triples of one graph and property that are compared one by one because a number or a sum is not right. */
export const MAX_SUSPECT_TRIPLES = 5000;
/** Triples in a part, where that makes no more parts than stores give rows (Virtuoso: 10,000). */
const USUAL_PART = 100;
const MOST_DIGITS = 3;
/** Parts that are asked for at once. */
const MOST_PARTS = 100;

/** Some parts of a property: subjects whose MD5 begins so, by as many digits. */
interface Parts {
  readonly digits: number;
  readonly names: ReadonlySet<string>;
  /** How many more there are that are not looked at. */
  readonly left: number;
}

/**
 * Finds the triples behind numbers and sums that are not right: the triples of a property are added up in parts, and
 * only those with other sums are compared one by one. What the store has too much is told.
 *
 * @param sums of the graph, by property
 * @returns triples of the release that the store does not seem to have, and all that were compared
 * @throws FolkloreError as the client does; FILE_UNREADABLE
 */
export async function locateDifferences(
  graph: GraphPlan,
  properties: ReadonlySet<string>,
  sums: TripleSums,
  asking: VerificationContext,
): Promise<{ readonly missing: readonly Quad[]; readonly compared: readonly Quad[] }> {
  const { encoding: spelling } = sums;
  const digits = new Map(
    [...properties]
      .filter((one) => !unlawfulInIri(one))
      .map((one) => [one, digitsFor(sums.sumOf('triples', one))] as const),
  );
  const parts = await differingParts(graph, digits, spelling, asking);
  const due = await triplesIn(graph, parts, spelling, asking.check);
  const missing: Quad[] = [];
  for (const [property, some] of parts) {
    asking.check();
    if (some.left > 0) asking.report({ event: 'note', message: tooMany(graph.graph, property, some) });
    const triples = due.get(property) ?? [];
    const there = await rowsIn(graph.graph, property, some, asking.store);
    if (there === undefined) missing.push(...triples);
    else missing.push(...compare(graph.graph, property, triples, there, asking));
  }
  return { missing, compared: [...due.values()].flat() };
}

/** The parts of each property that have other sums in the store, as many as can be looked at. */
async function differingParts(
  graph: GraphPlan,
  properties: ReadonlyMap<string, number>,
  spelling: ChecksumEncoding,
  { store, check }: VerificationContext,
): Promise<ReadonlyMap<string, Parts>> {
  const sums = new Map(
    [...properties].map(
      ([property, digits]) => [property, { digits, due: new TripleSums(spelling) }] as const,
    ),
  );
  for await (const triples of releaseTriples(graph)) {
    check();
    for (const triple of triples) {
      const some = sums.get(triple.predicate.value);
      some?.due.add(checksumDigits(triple.subject.value, some.digits, spelling), triple);
    }
  }
  const parts = new Map<string, Parts>();
  for (const [property, { digits, due }] of sums) {
    check();
    const differing =
      digits === 0 ? [''] : [...due.differing(await sumsByPart(graph.graph, property, digits, due, store))];
    const names = new Set(firstParts(differing.sort(), due));
    parts.set(property, { digits, names, left: differing.length - names.size });
  }
  return parts;
}

/** So many digits of base 16 that a part has as many triples as are asked for at once. */
const digitsFor = (count: bigint): number =>
  Math.min(MOST_DIGITS, Math.max(0, Math.ceil(Math.log2(Number(count) / USUAL_PART) / 4)));

/** The first parts that are not too many triples together; one in any case. */
function firstParts(parts: readonly string[], due: TripleSums): readonly string[] {
  let triples = 0;
  return parts.slice(0, MOST_PARTS).filter((part, at) => {
    triples += Number(due.sumOf('triples', part));
    return at === 0 || triples <= MAX_SUSPECT_TRIPLES;
  });
}

/** The triples of the release that are in these parts, by property. */
async function triplesIn(
  graph: GraphPlan,
  parts: ReadonlyMap<string, Parts>,
  spelling: ChecksumEncoding,
  check: VerificationContext['check'],
): Promise<ReadonlyMap<string, readonly Quad[]>> {
  const due = new Map<string, Quad[]>([...parts.keys()].map((property) => [property, []]));
  for await (const triples of releaseTriples(graph)) {
    check();
    for (const triple of triples) {
      const some = parts.get(triple.predicate.value);
      const taken = due.get(triple.predicate.value) ?? [];
      if (some === undefined || taken.length >= MAX_SUSPECT_TRIPLES) continue;
      if (some.names.has(checksumDigits(triple.subject.value, some.digits, spelling))) taken.push(triple);
    }
  }
  return due;
}

/** What the store has in these parts; undefined when that is too much to be told. */
async function rowsIn(
  graph: string,
  property: string,
  { digits, names }: Parts,
  store: QueryableStore,
): Promise<readonly ResultRow[] | undefined> {
  if (names.size === 0) return [];
  const rows = await store.query(
    `SELECT ?s ?o WHERE { GRAPH <${graph}> { ?s <${property}> ?o } ${partFilter(digits, [...names])} } LIMIT ${MAX_SUSPECT_TRIPLES + 1}`,
  );
  return rows.length > MAX_SUSPECT_TRIPLES ? undefined : rows;
}

/** Tells what only the store has, and gives back what only the release has. */
function compare(
  graph: string,
  property: string,
  triples: readonly Quad[],
  rows: readonly ResultRow[],
  { addDifference: tell, report }: VerificationContext,
): readonly Quad[] {
  const there = new Map<string, Set<ResultTerm>>();
  for (const row of rows) {
    const [subject, object] = [row.get('s'), row.get('o')];
    if (subject?.type !== 'iri' || object === undefined || object.type === 'blank') continue;
    const objects = there.get(subject.value) ?? new Set();
    there.set(subject.value, objects.add(object));
  }
  const missing = triples.filter((triple) => {
    const objects = there.get(triple.subject.value) ?? new Set();
    const found = [...objects].find((one) => compareTerms(triple.object, one) !== undefined);
    return !(found !== undefined && objects.delete(found)) && isQueryable(triple);
  });
  // What stands in the place of something else is told with that.
  for (const { subject } of missing) there.delete(subject.value);
  const extra = [...there].flatMap(([subject, objects]) =>
    [...objects].map((one) => [subject, one] as const),
  );
  for (const [subject, object] of extra)
    tell(graph, `has <${subject}> <${property}> ${formatResultTerm(object)}, and the release does not`);
  if (rows.length > 0 && missing.length === 0 && extra.length === 0)
    report({ event: 'note', message: alike(graph, property, rows.length) });
  return missing;
}

const alike = (graph: string, property: string, count: number): string =>
  `The store has another number or other sums of <${property}> in <${graph}> than the release; the ${formatCount(count)} triples behind them were compared one by one, and are the same.`;

const tooMany = (graph: string, property: string, { names, left }: Parts): string =>
  `So much of <${property}> in <${graph}> differs that ${formatCount(names.size)} parts of it are compared, and ${formatCount(left)} more are not.`;

/** Triples of a release that are looked at because a number or a sum is not right. */
export interface SuspectTriples {
  /** What the store does not seem to have: to be looked up. */
  readonly missing: readonly GraphTriple[];
  /** By graph, the keys of these and of what was found. */
  readonly known: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Looks through the properties that are suspected.
 *
 * @throws FolkloreError as the client does; FILE_UNREADABLE
 */
export async function findSuspectTriples(
  held: readonly CheckedGraph[],
  asking: VerificationContext,
): Promise<SuspectTriples> {
  const missing: GraphTriple[] = [];
  const known = new Map<string, ReadonlySet<string>>();
  const suspected = held.filter(({ suspects }) => suspects.size > 0);
  for (const [done, { graph, sums, suspects }] of suspected.entries()) {
    asking.report({ event: 'progress', what: 'looking through properties', done, total: suspected.length });
    const narrowed =
      sums === undefined
        ? undefined
        : await unlessUnsupported(locateDifferences(graph, suspects, sums, asking));
    const some = narrowed ?? (await firstTriples(graph, suspects, asking));
    missing.push(...some.missing.map((triple) => ({ graph: graph.graph, triple })));
    known.set(graph.graph, new Set(some.compared.map(tripleKey)));
  }
  return { missing, known };
}

/** The first triples of each property, for a store that makes no sums. */
async function firstTriples(
  graph: GraphPlan,
  properties: ReadonlySet<string>,
  { check }: VerificationContext,
): Promise<{ readonly missing: readonly Quad[]; readonly compared: readonly Quad[] }> {
  const taken = new Map<string, number>();
  const first: Quad[] = [];
  for await (const triples of releaseTriples(graph)) {
    check();
    for (const triple of triples) {
      const property = triple.predicate.value;
      const already = taken.get(property) ?? 0;
      if (!properties.has(property) || already >= MAX_SUSPECT_TRIPLES) continue;
      taken.set(property, already + 1);
      first.push(triple);
    }
  }
  return { missing: first, compared: first };
}
