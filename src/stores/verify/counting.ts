import { thousands } from '../../base/thousands.js';
import { rdf } from '../../rdf/iris.js';
import type { ResultRow } from '../results.js';
import type { Asked } from './asking.js';
import type { TellDifference } from './difference.js';
import type { ExpectedCounts } from './expected.js';

/** What counting a graph has shown. */
export interface Counted {
  readonly isThere: boolean;
  /** Properties that the graph has too few or too many triples with: those are to be looked at one by one. */
  readonly suspects: ReadonlySet<string>;
}

/** Counts what is in a graph of a store, and compares it with what the release counts. */
export async function checkCounts(
  graph: string,
  expected: ExpectedCounts,
  store: Asked,
  tell: TellDifference,
): Promise<Counted> {
  const inGraph = (select: string, pattern: string, rest = ''): string =>
    `SELECT ${select} WHERE { GRAPH <${graph}> { ${pattern} } }${rest}`;
  const triples = numberIn(await store.query(inGraph('(COUNT(*) AS ?n)', '?s ?p ?o')));
  if (triples === 0 && expected.triples !== 0) {
    tell(graph, 'is not there, or empty');
    return { isThere: false, suspects: new Set() };
  }
  const compare = (what: string, due: number | undefined, found: number): void => {
    if (due !== undefined && due !== found)
      tell(graph, `has ${thousands(found)} ${what}; the release has ${thousands(due)}`);
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
export async function graphsBelow(beginning: string, store: Asked): Promise<readonly string[]> {
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
