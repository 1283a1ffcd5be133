import type { Quad } from '@rdfjs/types';
import type { Report } from '../../base/events.js';
import { formatCount } from '../../base/text.js';
import type { Described } from '../../inspect/verify/counts.js';
import { rdf, voidWords } from '../../rdf/iris.js';
import type { GraphPlan } from '../load-plan.js';
import type { ResultRow } from '../sparql.js';
import { sumsByProperty } from './checksum-queries.js';
import { CHECKSUM_ENCODINGS, type ChecksumEncoding, md5, showsEncoding, TripleSums } from './checksums.js';
import { releaseTriples } from './release-triples.js';
import { isQueryable } from './triple-lookup.js';
import {
  type AddDifference,
  type QueryableStore,
  unlessUnsupported,
  type VerificationContext,
} from './verification-context.js';

/** What the VoID of a release counts in one graph. */
export interface ExpectedCounts {
  readonly triples: number | undefined;
  readonly subjects: number | undefined;
  /** Nodes of each class; undefined: nobody has counted them. */
  readonly classes: ReadonlyMap<string, number> | undefined;
  /** Triples with each property. */
  readonly properties: ReadonlyMap<string, number> | undefined;
}

/** The counts of the graph of a dataset; of what describes the release nothing is counted (VoID, section 2.4). */
export function expectedCountsOf({ released, triples }: GraphPlan, described: Described): ExpectedCounts {
  const about = described.get(released);
  const number = (iri: string, word: string): number | undefined => {
    const value = described.get(iri)?.get(word)?.[0];
    return value === undefined ? undefined : Number(value);
  };
  const parts = (partition: string, key: string, count: string): ReadonlyMap<string, number> | undefined =>
    about === undefined
      ? undefined
      : new Map(
          (about.get(partition) ?? []).flatMap((part) => {
            const of = described.get(part)?.get(key)?.[0];
            return of === undefined ? [] : [[of, number(part, count) ?? 0] as const];
          }),
        );
  return {
    triples: number(released, voidWords.triples) ?? triples,
    subjects: number(released, voidWords.distinctSubjects),
    classes: parts(voidWords.classPartition, voidWords.class, voidWords.entities),
    properties: parts(voidWords.propertyPartition, voidWords.property, voidWords.triples),
  };
}

/** What counting a graph has shown. */
export interface GraphCounts {
  readonly isThere: boolean;
  /** Properties that the graph has too few or too many triples with: those are to be looked at one by one. */
  readonly suspects: ReadonlySet<string>;
}

/** Counts what is in a graph of a store, and compares it with what the release counts. */
export async function checkGraphCounts(
  graph: string,
  expected: ExpectedCounts,
  store: QueryableStore,
  tell: AddDifference,
): Promise<GraphCounts> {
  const inGraph = (select: string, pattern: string, rest = ''): string =>
    `SELECT ${select} WHERE { GRAPH <${graph}> { ${pattern} } }${rest}`;
  const triples = numberIn(await store.query(inGraph('(COUNT(*) AS ?n)', '?s ?p ?o')));
  if (triples === 0 && expected.triples !== 0) {
    tell(graph, 'is not there, or empty');
    return { isThere: false, suspects: new Set() };
  }
  const compare = (what: string, due: number | undefined, found: number): void => {
    if (due !== undefined && due !== found)
      tell(graph, `has ${formatCount(found)} ${what}; the release has ${formatCount(due)}`);
  };
  compare('triples', expected.triples, triples);
  if (expected.subjects !== undefined) {
    const subjects = numberIn(await store.query(inGraph('(COUNT(DISTINCT ?s) AS ?n)', '?s ?p ?o')));
    compare('subjects', expected.subjects, subjects);
  }
  if (expected.classes !== undefined) {
    const rows = await store.query(
      inGraph('?of (COUNT(DISTINCT ?s) AS ?n)', `?s <${rdf.type}> ?of`, ' GROUP BY ?of'),
    );
    for (const [type, due, found] of paired(expected.classes, rows))
      compare(`nodes of the class <${type}>`, due, found);
  }
  const suspects = new Set<string>();
  if (expected.properties === undefined) return { isThere: true, suspects };
  const rows = await store.query(inGraph('?of (COUNT(*) AS ?n)', '?s ?of ?o', ' GROUP BY ?of'));
  for (const [property, due, found] of paired(expected.properties, rows)) {
    compare(`triples with <${property}>`, due, found);
    if (due !== found) suspects.add(property);
  }
  return { isThere: true, suspects };
}

/** The graphs of a store whose names begin alike. */
export async function graphsWithPrefix(beginning: string, store: QueryableStore): Promise<readonly string[]> {
  const rows = await store.query(
    `SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } FILTER (STRSTARTS(STR(?g), "${beginning}")) }`,
  );
  return rows.flatMap((row) => row.get('g')?.value ?? []).sort();
}

/** What is due and what was found, of everything that is due or was found. */
function paired(
  due: ReadonlyMap<string, number>,
  rows: readonly ResultRow[],
): readonly (readonly [string, number, number])[] {
  // Some stores answer a count of nothing with one row without a class.
  const found = new Map(
    rows.flatMap((row) => {
      const of = row.get('of')?.value;
      return of === undefined ? [] : [[of, Number(row.get('n')?.value)] as const];
    }),
  );
  return [...new Set([...due.keys(), ...found.keys()])].map((key) => [
    key,
    due.get(key) ?? 0,
    found.get(key) ?? 0,
  ]);
}

const numberIn = (rows: readonly ResultRow[]): number => Number(rows[0]?.get('n')?.value ?? 0);

/**
 * Finds out how a store spells, by a text that it holds: Virtuoso 7.2.5.1 spells what stands in a query otherwise (run).
 *
 * @param graphs those that are in the store
 * @returns undefined when its MD5 is none that is known
 * @throws FolkloreError as the client does; FILE_UNREADABLE
 */
export async function detectChecksumEncoding(
  graphs: readonly GraphPlan[],
  store: QueryableStore,
): Promise<ChecksumEncoding | undefined> {
  for (const graph of graphs) {
    const triple = await encodingSampleOf(graph);
    if (triple === undefined) continue;
    const { subject, predicate } = triple;
    const rows = await store.query(
      `SELECT (STR(?o) AS ?text) (MD5(CONCAT(STR(?s), " ", STR(?o))) AS ?md5) WHERE { VALUES (?s ?p) { (<${subject.value}> <${predicate.value}>) } GRAPH <${graph.graph}> { ?s ?p ?o } }`,
    );
    for (const row of rows) {
      const [text = '', made = ''] = ['text', 'md5'].map((one) => row.get(one)?.value);
      if (!showsEncoding(text)) continue;
      return CHECKSUM_ENCODINGS.find((one) => md5(`${subject.value} ${text}`, one) === made.toLowerCase());
    }
  }
  // Then there is nothing to spell.
  return 'utf-8';
}

/** The first triple of a graph that shows how its text is spelt. */
async function encodingSampleOf(graph: GraphPlan): Promise<Quad | undefined> {
  for await (const triples of releaseTriples(graph)) {
    const telling = triples.find(
      (one) => one.object.termType === 'Literal' && showsEncoding(one.object.value) && isQueryable(one),
    );
    if (telling !== undefined) return telling;
  }
  return undefined;
}

/** A graph of the release that is in the store. */
export interface CheckedGraph {
  readonly graph: GraphPlan;
  /** What the release adds up to; undefined when the store cannot be asked for sums. */
  readonly sums: TripleSums | undefined;
  /** Properties that the store has other triples with than the release. */
  readonly suspects: Set<string>;
}

/**
 * Counts every graph of a release in the store, and tells what is not right; gives back those that are there.
 *
 * @throws FolkloreError as the client does
 */
export async function checkGraphs(
  graphs: readonly GraphPlan[],
  described: Described,
  { store, addDifference: tell, report, check }: VerificationContext,
): Promise<readonly CheckedGraph[]> {
  const counted: { readonly graph: GraphPlan; readonly suspects: Set<string> }[] = [];
  for (const [done, graph] of graphs.entries()) {
    check();
    report({ event: 'progress', what: 'counting in the store', done, total: graphs.length });
    const { isThere, suspects } = await checkGraphCounts(
      graph.graph,
      expectedCountsOf(graph, described),
      store,
      tell,
    );
    if (isThere) counted.push({ graph, suspects: new Set(suspects) });
  }
  const spelling = await checksumEncodingIn(
    store,
    counted.map(({ graph }) => graph),
    report,
  );
  return counted.map((one) => ({
    ...one,
    sums: spelling === undefined ? undefined : new TripleSums(spelling),
  }));
}

/** How the store makes checksums; a store that makes none is verified without. */
async function checksumEncodingIn(
  store: QueryableStore,
  graphs: readonly GraphPlan[],
  report: Report,
): Promise<ChecksumEncoding | undefined> {
  const spelling = await unlessUnsupported(detectChecksumEncoding(graphs, store));
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
export async function compareSums(
  held: readonly CheckedGraph[],
  { store, report, check }: VerificationContext,
): Promise<void> {
  for (const [done, { graph, sums, suspects }] of held.entries()) {
    check();
    report({ event: 'progress', what: 'adding up in the store', done, total: held.length });
    if (sums === undefined) continue;
    const found = await unlessUnsupported(sumsByProperty(graph.graph, sums, store));
    if (found !== undefined) for (const property of sums.differing(found)) suspects.add(property);
    else report({ event: 'note', message: `The store does not add up <${graph.graph}>: ${ONLY_SAMPLE}.` });
  }
}

const ONLY_SAMPLE = 'what was altered there is found only when the sample holds it';
