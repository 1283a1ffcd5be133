import type { Quad } from '@rdfjs/types';
import { thousands } from '../../base/thousands.js';
import { unlawfulInIri } from '../../rdf/iri-syntax.js';
import type { LoadableGraph } from '../loadable.js';
import type { ResultRow, ResultTerm } from '../results.js';
import type { Asked, Asking } from './asking.js';
import { partFilter, sumsByPart } from './asking-sums.js';
import { type Spelling, startOf } from './checksum.js';
import { isAskable, writtenResult } from './looking-up.js';
import { triplesOf } from './release-triples.js';
import { sameTerm } from './same-term.js';
import { Sums } from './sums.js';

/** Triples of one graph and property that are compared one by one because a number or a sum is not right. */
export const MOST_SUSPECTED = 5000;
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
export async function narrowDown(
  graph: LoadableGraph,
  properties: ReadonlySet<string>,
  sums: Sums,
  asking: Asking,
): Promise<{ readonly missing: readonly Quad[]; readonly compared: readonly Quad[] }> {
  const { spelling } = sums;
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
  graph: LoadableGraph,
  properties: ReadonlyMap<string, number>,
  spelling: Spelling,
  { store, check }: Asking,
): Promise<ReadonlyMap<string, Parts>> {
  const sums = new Map(
    [...properties].map(([property, digits]) => [property, { digits, due: new Sums(spelling) }] as const),
  );
  for await (const triples of triplesOf(graph)) {
    check();
    for (const triple of triples) {
      const some = sums.get(triple.predicate.value);
      some?.due.add(startOf(triple.subject.value, some.digits, spelling), triple);
    }
  }
  const parts = new Map<string, Parts>();
  for (const [property, { digits, due }] of sums) {
    check();
    const differing =
      digits === 0 ? [''] : [...due.differing(await sumsByPart(graph.graph, property, digits, due, store))];
    const names = new Set(firstOf(differing.sort(), due));
    parts.set(property, { digits, names, left: differing.length - names.size });
  }
  return parts;
}

/** So many digits of base 16 that a part has as many triples as are asked for at once. */
const digitsFor = (count: bigint): number =>
  Math.min(MOST_DIGITS, Math.max(0, Math.ceil(Math.log2(Number(count) / USUAL_PART) / 4)));

/** The first parts that are not too many triples together; one in any case. */
function firstOf(parts: readonly string[], due: Sums): readonly string[] {
  let triples = 0;
  return parts.slice(0, MOST_PARTS).filter((part, at) => {
    triples += Number(due.sumOf('triples', part));
    return at === 0 || triples <= MOST_SUSPECTED;
  });
}

/** The triples of the release that are in these parts, by property. */
async function triplesIn(
  graph: LoadableGraph,
  parts: ReadonlyMap<string, Parts>,
  spelling: Spelling,
  check: Asking['check'],
): Promise<ReadonlyMap<string, readonly Quad[]>> {
  const due = new Map<string, Quad[]>([...parts.keys()].map((property) => [property, []]));
  for await (const triples of triplesOf(graph)) {
    check();
    for (const triple of triples) {
      const some = parts.get(triple.predicate.value);
      const taken = due.get(triple.predicate.value) ?? [];
      if (some === undefined || taken.length >= MOST_SUSPECTED) continue;
      if (some.names.has(startOf(triple.subject.value, some.digits, spelling))) taken.push(triple);
    }
  }
  return due;
}

/** What the store has in these parts; undefined when that is too much to be told. */
async function rowsIn(
  graph: string,
  property: string,
  { digits, names }: Parts,
  store: Asked,
): Promise<readonly ResultRow[] | undefined> {
  if (names.size === 0) return [];
  const rows = await store.query(
    `SELECT ?s ?o WHERE { GRAPH <${graph}> { ?s <${property}> ?o } ${partFilter(digits, [...names])} } LIMIT ${MOST_SUSPECTED + 1}`,
  );
  return rows.length > MOST_SUSPECTED ? undefined : rows;
}

/** Tells what only the store has, and gives back what only the release has. */
function compare(
  graph: string,
  property: string,
  triples: readonly Quad[],
  rows: readonly ResultRow[],
  { tell, report }: Asking,
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
    const found = [...objects].find((one) => sameTerm(triple.object, one) !== undefined);
    return !(found !== undefined && objects.delete(found)) && isAskable(triple);
  });
  // What stands in the place of something else is told with that.
  for (const { subject } of missing) there.delete(subject.value);
  const extra = [...there].flatMap(([subject, objects]) =>
    [...objects].map((one) => [subject, one] as const),
  );
  for (const [subject, object] of extra)
    tell(graph, `has <${subject}> <${property}> ${writtenResult(object)}, and the release does not`);
  if (rows.length > 0 && missing.length === 0 && extra.length === 0)
    report({ event: 'note', message: alike(graph, property, rows.length) });
  return missing;
}

const alike = (graph: string, property: string, count: number): string =>
  `The store has another number or other sums of <${property}> in <${graph}> than the release; the ${thousands(count)} triples behind them were compared one by one, and are the same.`;

const tooMany = (graph: string, property: string, { names, left }: Parts): string =>
  `So much of <${property}> in <${graph}> differs that ${thousands(names.size)} parts of it are compared, and ${thousands(left)} more are not.`;
