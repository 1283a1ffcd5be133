/**
 * Lines of N-Triples as they stand in an update. Both languages write terms alike, but for escapes by number: SPARQL
 * 1.1 (section 19.2) undoes those before anything else is read, so that a quotation mark that is escaped by its number
 * would end its text, and a backslash that is followed by a `u` would begin an escape that was none. Such a quotation
 * mark, backslash or line feed is written by its name, and such a `u` by its own number.
 */
export const ntriplesInSparql = (lines: string): string =>
  ESCAPE_IN_QUESTION.test(lines) ? lines.replace(ESCAPE, inSparql) : lines;

const ESCAPE_IN_QUESTION = /\\[uU]/;
const ESCAPE = /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|\\u|\\U|[\s\S])/g;

const NAMED: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

function inSparql(whole: string, short: string | undefined, long: string | undefined): string {
  if (whole === '\\\\u') return '\\\\\\u0075';
  if (whole === '\\\\U') return '\\\\\\u0055';
  const number = short ?? long;
  if (number === undefined) return whole;
  return NAMED[String.fromCodePoint(Number.parseInt(number, 16))] ?? whole;
}

/** Triples that come into a graph; texts are lines as `ntriplesInSparql` gives them. */
export const insertData = (graph: string, lines: string): string =>
  `INSERT DATA { GRAPH <${graph}> {\n${lines}} }`;

/** Triples that go out of a graph. */
export const deleteData = (graph: string, lines: string): string =>
  `DELETE DATA { GRAPH <${graph}> {\n${lines}} }`;

/**
 * All values of properties go out of a graph.
 *
 * @param properties subjects and properties, as lines of N-Triples begin with them
 */
export const deleteValues = (graph: string, properties: readonly string[]): string =>
  `DELETE { GRAPH <${graph}> { ?s ?p ?o } }
WHERE {
  VALUES (?s ?p) {\n${properties.map((one) => `    (${one})\n`).join('')}  }
  GRAPH <${graph}> { ?s ?p ?o }
}`;

/** One request for many operations, in their order. */
export const inOrder = (operations: readonly string[]): string => operations.join(' ;\n');
