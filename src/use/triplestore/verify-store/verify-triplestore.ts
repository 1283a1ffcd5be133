import type { Quad } from '@rdfjs/types';
import { FolkloreError } from '../../../base/errors.js';
import type { Report } from '../../../base/events.js';
import { counted, formatCount } from '../../../base/text.js';
import { unlawfulInIri } from '../../../model/rdf/iri-syntax.js';
import { type GraphPlan, type LoadPlan, loadPlanOf } from '../load-plan.js';
import type { ResultRow, ResultTerm } from '../sparql.js';
import {
  countQuery,
  partFilter,
  partOf,
  ReleaseSums,
  readSums,
  type StoreSums,
  sumQuery,
} from './checksums.js';
import { type GraphTriple, ReservoirSample, releaseTriples, tripleKey } from './release-triples.js';
import { compareTerms } from './term-comparison.js';
import {
  type AddDifference,
  formatResultTerm,
  isQueryable,
  type LookupResult,
  lookUpTriples,
  type QueryableStore,
} from './triple-lookup.js';

/** What is verified, and how thoroughly. */
export interface VerifyTriplestoreOptions {
  /** The folder of the release. */
  readonly release: string;
  readonly store: QueryableStore;
  /** Number of triples that are looked up. */
  readonly sample: number;
  /** The same seed selects the same triples. */
  readonly seed: number;
  readonly report: Report;
  /** Called repeatedly; an error that it throws ends the verification. */
  readonly check: () => void;
}

/** A difference between a store and a release. */
export interface GraphDifference {
  readonly graph: string;
  /** The end of a sentence that begins with the graph. */
  readonly wrong: string;
}

/** The result of a verification. */
export interface VerifiedTriplestore extends LookupResult {
  readonly label: string;
  readonly graphs: number;
  readonly triples: number;
  /** Triples that were looked up. */
  readonly sampled: number;
  /** The first differences, and the number of all. */
  readonly differences: readonly GraphDifference[];
  readonly count: number;
}

/** Most differences in memory; a store that was never loaded has one for each triple. */
const MAX_DIFFERENCES = 1000;
/** Triples of one property that are compared one by one. */
const MAX_SUSPECT_TRIPLES = 5000;
/** Triples in a part of a property, up to 16^3 parts: Virtuoso returns at most 10,000 rows. */
const PART_SIZE = 100;
const MAX_PART_DIGITS = 3;
/** Parts compared at once. */
const MAX_PARTS = 100;

interface Context extends Omit<VerifyTriplestoreOptions, 'release' | 'sample' | 'seed'> {
  readonly addDifference: AddDifference;
  /** Graphs whose sums the store refuses to compute. */
  readonly refused: string[];
}

/**
 * Verifies that a store has a release, without writing: the number of triples with each property in each graph; sums
 * of checksums by property; the triples behind sums that differ; a sample of triples by value; and no other graphs
 * under the names of the release.
 *
 * @throws FolkloreError FILE_UNREADABLE when the folder is not a release that can be loaded; all errors of the client
 */
export async function verifyTriplestore(options: VerifyTriplestoreOptions): Promise<VerifiedTriplestore> {
  const { release, store, report, check } = options;
  const plan = await loadPlanOf(release);
  const differences: GraphDifference[] = [];
  let count = 0;
  const addDifference: AddDifference = (graph, wrong) => {
    count += 1;
    if (differences.length < MAX_DIFFERENCES) differences.push({ graph, wrong });
  };
  const context: Context = { store, report, check, addDifference, refused: [] };
  const sample = new ReservoirSample(options.sample, options.seed);
  const suspects: GraphTriple[] = [];
  const compared = new Map<string, ReadonlySet<string>>();
  let triples = 0;
  for (const [done, graph] of plan.graphs.entries()) {
    check();
    report({ event: 'progress', what: 'comparing graphs', done, total: plan.graphs.length });
    const checked = await checkGraph(graph, sample, context);
    triples += checked.triples;
    suspects.push(...checked.missing.map((triple) => ({ graph: graph.graph, triple })));
    compared.set(graph.graph, new Set(checked.compared.map(tripleKey)));
  }
  if (context.refused.length > 0) report({ event: 'note', message: noSums(context.refused) });
  await checkOtherGraphs(plan, context);
  // Triples that were compared already are not looked up again as part of the sample.
  const rest = sample.triples.filter(
    ({ graph, triple }) => compared.get(graph)?.has(tripleKey(triple)) !== true,
  );
  const total = suspects.length + rest.length;
  const progressAfter = (before: number) => (done: number) => {
    check();
    report({ event: 'progress', what: 'looking up triples', done: before + done, total });
  };
  await lookUpTriples(suspects, store, addDifference, progressAfter(0));
  const lookup = await lookUpTriples(rest, store, addDifference, progressAfter(suspects.length));
  const [graphs, sampled] = [plan.graphs.length, sample.triples.length];
  return { label: plan.label, graphs, triples, sampled, ...lookup, differences, count };
}

/** Triples of the release that were compared, and those of them that the store seems to lack. */
interface Comparison {
  readonly missing: readonly Quad[];
  readonly compared: readonly Quad[];
}

async function checkGraph(
  plan: GraphPlan,
  sample: ReservoirSample,
  context: Context,
): Promise<Comparison & { readonly triples: number }> {
  const { store, addDifference, refused, check } = context;
  const { graph } = plan;
  const counts = readSums(await store.query(countQuery(graph)));
  const isThere = counts.size > 0;
  const sums = new ReleaseSums();
  let triples = 0;
  for await (const batch of releaseTriples(plan.files)) {
    check();
    triples += batch.length;
    // The triples of a missing graph are one difference.
    if (!isThere) continue;
    for (const triple of batch) {
      sample.add(graph, triple);
      sums.add(triple.predicate.value, triple);
    }
  }
  if (!isThere) {
    if (triples > 0) addDifference(graph, 'is missing or empty');
    return { triples, missing: [], compared: [] };
  }
  const suspects = compareCounts(graph, triples, sums, counts, addDifference);
  const found = await unlessRefused(store.query(sumQuery(graph, sums.datatypes)));
  if (found !== undefined) for (const property of sums.differing(readSums(found))) suspects.add(property);
  else refused.push(graph);
  const properties = [...suspects].filter((property) => !unlawfulInIri(property));
  if (properties.length === 0) return { triples, missing: [], compared: [] };
  const narrowed =
    found === undefined ? undefined : await unlessRefused(locateDifferences(plan, properties, sums, context));
  return { triples, ...(narrowed ?? (await firstTriples(plan, properties, check))) };
}

/** @returns the properties whose numbers of triples differ */
function compareCounts(
  graph: string,
  triples: number,
  due: ReleaseSums,
  found: ReadonlyMap<string, StoreSums>,
  addDifference: AddDifference,
): Set<string> {
  const compare = (what: string, expected: number, actual: number): void => {
    if (expected !== actual)
      addDifference(graph, `has ${formatCount(actual)} ${what}; the release has ${formatCount(expected)}`);
  };
  const numbers = new Map([...found].map(([property, sums]) => [property, Number(sums.triples ?? 0n)]));
  compare(
    'triples',
    triples,
    [...numbers.values()].reduce((sum, one) => sum + one, 0),
  );
  const suspects = new Set<string>();
  for (const property of new Set([...due.groups.keys(), ...numbers.keys()])) {
    const [expected, actual] = [Number(due.groups.get(property)?.triples ?? 0n), numbers.get(property) ?? 0];
    compare(`triples with <${property}>`, expected, actual);
    if (expected !== actual) suspects.add(property);
  }
  return suspects;
}

/** Reports graphs under the names of the release that it does not have. */
async function checkOtherGraphs(
  { graphs, names }: LoadPlan,
  { store, addDifference }: Context,
): Promise<void> {
  const known = new Set([...graphs.map(({ graph }) => graph), names.loaded]);
  const staging = new Set(graphs.map(({ stagingGraph }) => stagingGraph));
  const prefix = names.catalogue.slice(0, names.catalogue.lastIndexOf('/') + 1);
  const rows = await store.query(
    `SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } FILTER (STRSTARTS(STR(?g), "${prefix}")) }`,
  );
  for (const graph of rows.flatMap((row) => row.get('g')?.value ?? []).sort()) {
    if (staging.has(graph)) addDifference(graph, 'is left of an unfinished load; run the load again');
    else if (!known.has(graph)) addDifference(graph, 'is not in this release');
  }
}

/** The parts of one property that differ. */
interface SuspectParts {
  readonly digits: number;
  readonly parts: ReadonlySet<string>;
  /** Further parts that differ and are not compared. */
  readonly skipped: number;
}

/**
 * Finds the triples behind sums that differ: each property is divided into parts by subject, and the parts with other
 * sums are compared triple by triple. Surplus triples are reported.
 */
async function locateDifferences(
  plan: GraphPlan,
  properties: readonly string[],
  sums: ReleaseSums,
  context: Context,
): Promise<Comparison> {
  const { graph } = plan;
  const { store, report, check } = context;
  const divided = new Map(
    properties.map((property) => {
      const triples = Number(sums.groups.get(property)?.triples ?? 0n);
      const digits = Math.max(0, Math.ceil(Math.log2(triples / PART_SIZE) / 4));
      return [property, { digits: Math.min(MAX_PART_DIGITS, digits), due: new ReleaseSums() }];
    }),
  );
  for await (const triple of selected(plan, check, ({ predicate }) => divided.has(predicate.value))) {
    const property = divided.get(triple.predicate.value);
    property?.due.add(partOf(triple.subject.value, property.digits), triple);
  }
  const suspects = new Map<string, SuspectParts>();
  for (const [property, { digits, due }] of divided) {
    check();
    const rows = digits === 0 ? [] : await store.query(sumQuery(graph, sums.datatypes, { property, digits }));
    const differing = digits === 0 ? [''] : [...due.differing(readSums(rows))].sort();
    let triples = 0;
    const parts = differing.slice(0, MAX_PARTS).filter((part, at) => {
      triples += Number(due.groups.get(part)?.triples ?? 0n);
      return at === 0 || triples <= MAX_SUSPECT_TRIPLES;
    });
    suspects.set(property, { digits, parts: new Set(parts), skipped: differing.length - parts.length });
  }
  const due = await firstTriples(plan, properties, check, ({ subject, predicate }) => {
    const some = suspects.get(predicate.value);
    return some?.parts.has(partOf(subject.value, some.digits)) === true;
  });
  const missing: Quad[] = [];
  for (const [property, { digits, parts, skipped }] of suspects) {
    check();
    if (parts.size === 0) continue;
    if (skipped > 0) report({ event: 'note', message: tooMany(graph, property, parts.size, skipped) });
    const rows = await store.query(
      `SELECT ?s ?o WHERE { GRAPH <${graph}> { ?s <${property}> ?o } ${partFilter(digits, [...parts])} } LIMIT ${MAX_SUSPECT_TRIPLES + 1}`,
    );
    const triples = due.compared.filter(({ predicate }) => predicate.value === property);
    // Too many rows to compare: each triple of the release is looked up.
    if (rows.length > MAX_SUSPECT_TRIPLES) missing.push(...triples);
    else missing.push(...compareRows(graph, property, triples, rows, context));
  }
  return { missing, compared: due.compared };
}

/** The first triples of each property that pass the filter. */
async function firstTriples(
  plan: GraphPlan,
  properties: readonly string[],
  check: () => void,
  filter: (triple: Quad) => boolean = () => true,
): Promise<Comparison> {
  const counts = new Map(properties.map((property) => [property, 0]));
  const compared: Quad[] = [];
  const isSelected = (triple: Quad): boolean =>
    (counts.get(triple.predicate.value) ?? MAX_SUSPECT_TRIPLES) < MAX_SUSPECT_TRIPLES && filter(triple);
  for await (const triple of selected(plan, check, isSelected)) {
    counts.set(triple.predicate.value, (counts.get(triple.predicate.value) ?? 0) + 1);
    compared.push(triple);
  }
  return { missing: compared, compared };
}

async function* selected(
  plan: GraphPlan,
  check: () => void,
  filter: (triple: Quad) => boolean,
): AsyncGenerator<Quad> {
  for await (const batch of releaseTriples(plan.files)) {
    check();
    for (const triple of batch) if (filter(triple)) yield triple;
  }
}

/** Reports triples that only the store has, and returns those that only the release has. */
function compareRows(
  graph: string,
  property: string,
  triples: readonly Quad[],
  rows: readonly ResultRow[],
  { addDifference, report }: Context,
): readonly Quad[] {
  const stored = new Map<string, Set<ResultTerm>>();
  for (const row of rows) {
    const [subject, object] = [row.get('s'), row.get('o')];
    if (subject?.type !== 'iri' || object === undefined || object.type === 'blank') continue;
    stored.set(subject.value, (stored.get(subject.value) ?? new Set()).add(object));
  }
  const missing = triples.filter((triple) => {
    const objects = stored.get(triple.subject.value) ?? new Set();
    const match = [...objects].find((object) => compareTerms(triple.object, object) !== undefined);
    return !(match !== undefined && objects.delete(match)) && isQueryable(triple);
  });
  // The lookup of a missing triple reports the values that the store has in its place.
  for (const { subject } of missing) stored.delete(subject.value);
  const surplus = [...stored].flatMap(([subject, objects]) =>
    [...objects].map((object) => `<${subject}> <${property}> ${formatResultTerm(object)}`),
  );
  for (const triple of surplus) addDifference(graph, `has ${triple}, and the release does not`);
  if (rows.length > 0 && missing.length === 0 && surplus.length === 0)
    report({ event: 'note', message: sameValues(graph, property, rows.length) });
  return missing;
}

/** Undefined when the store refuses the request: it does not support it, or takes too long. */
async function unlessRefused<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (thrown) {
    if (thrown instanceof FolkloreError && thrown.code === 'REQUEST_REFUSED') return undefined;
    throw thrown;
  }
}

const noSums = (graphs: readonly string[]): string =>
  `The store does not compute checksums (MD5) of ${counted(graphs.length, 'graph')}, the first of them <${graphs[0]}>: changed values in them are found only when they are in the sample.`;

const sameValues = (graph: string, property: string, count: number): string =>
  `The sums of <${property}> in <${graph}> differ from the release; its ${formatCount(count)} triples were compared one by one and are the same.`;

const tooMany = (graph: string, property: string, parts: number, skipped: number): string =>
  `Many triples with <${property}> in <${graph}> differ: ${formatCount(parts)} parts are compared, ${formatCount(skipped)} more are not.`;
