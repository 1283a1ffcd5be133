import { sortByBytes } from '../base/byte-order.js';

/** As many IRIs as are looked for at once: everything is read for each such list. */
const MOST_AT_ONCE = 500;

/** Lists of IRIs, each as long as it may be, always the same for the same IRIs. */
export function inLists(iris: Iterable<string>): string[][] {
  const sorted = sortByBytes([...new Set(iris)]);
  const lists: string[][] = [];
  for (let at = 0; at < sorted.length; at += MOST_AT_ONCE) lists.push(sorted.slice(at, at + MOST_AT_ONCE));
  return lists;
}

/** Deletes from one graph all that speaks of what is suppressed (docs/decisions: deltas). */
export const forgetIn = (graph: string, iris: readonly string[]): string =>
  `DELETE { GRAPH <${graph}> { ?s ?p ?o } }\nWHERE {\n${speaking(graph, iris)}}`;

/** Whether one graph speaks of what is suppressed. */
export const speaksIn = (graph: string, iris: readonly string[]): string =>
  `SELECT ?s WHERE {\n${speaking(graph, iris)}} LIMIT 1`;

/**
 * Triples whose subject or object is one of the IRIs, or begins with one and `#`. Each IRI is written where it is
 * looked for: stores join a list with what is found everywhere only after they have found it.
 */
function speaking(graph: string, iris: readonly string[]): string {
  const list = iris.map((iri) => `<${iri}>`).join(' ');
  const texts = iris.map((iri) => `"${iri.replace(/["\\]/g, '\\$&')}"`).join(', ');
  const inside = (pattern: string): string => `GRAPH <${graph}> { ${pattern} }`;
  return `  { VALUES ?s { ${list} } ${inside('?s ?p ?o')} }
  UNION { VALUES ?o { ${list} } ${inside('?s ?p ?o')} }
  UNION { ${inside('?s ?p ?o')} FILTER (CONTAINS(STR(?s), "#") && STRBEFORE(STR(?s), "#") IN (${texts})) }
  UNION { ${inside('?s ?p ?o')} FILTER (isIRI(?o) && CONTAINS(STR(?o), "#") && STRBEFORE(STR(?o), "#") IN (${texts})) }
`;
}
