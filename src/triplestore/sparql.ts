import { sortByBytes } from '../base/byte-order.js';
import { TransientFault } from '../http/network-fault.js';
import { storeResponseUnreadable } from './http-errors.js';

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
export const joinOperations = (operations: readonly string[]): string => operations.join(' ;\n');

/** As many IRIs as are looked for at once: everything is read for each such list. */
const MOST_AT_ONCE = 500;

/** Lists of IRIs, each as long as it may be, always the same for the same IRIs. */
export function batchesOfIris(iris: Iterable<string>): string[][] {
  const sorted = sortByBytes([...new Set(iris)]);
  const lists: string[][] = [];
  for (let at = 0; at < sorted.length; at += MOST_AT_ONCE) lists.push(sorted.slice(at, at + MOST_AT_ONCE));
  return lists;
}

/** Deletes from one graph all that speaks of what is suppressed (docs/decisions: deltas). */
export const deleteSuppressedFrom = (graph: string, iris: readonly string[]): string =>
  `DELETE { GRAPH <${graph}> { ?s ?p ?o } }\nWHERE {\n${speaking(graph, iris)}}`;

/** Whether one graph speaks of what is suppressed. */
export const mentionsSuppressed = (graph: string, iris: readonly string[]): string =>
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

/** A term of an answer. Numbers and texts are as the store writes them. */
export interface ResultTerm {
  readonly type: 'iri' | 'literal' | 'blank';
  readonly value: string;
  /** Of a literal with a language: its tag as the store writes it. */
  readonly language?: string;
  /** Of a literal with a datatype that the store names; a plain one has none. */
  readonly datatype?: string;
}

/** One row of an answer: by variable, without those that are unbound. */
export type ResultRow = ReadonlyMap<string, ResultTerm>;

const TYPES: Readonly<Record<string, ResultTerm['type']>> = {
  uri: 'iri',
  bnode: 'blank',
  literal: 'literal',
  // The draft of 2007; Virtuoso still says so.
  'typed-literal': 'literal',
};

/**
 * Reads the rows of a SELECT (SPARQL 1.1 Query Results JSON Format, section 3.2).
 *
 * @throws Fault when it is no JSON, or cut off; StoreRefusal when it is something else
 */
export const parseResultRows = (body: Buffer): ResultRow[] => rowsIn(parsed(body));

function rowsIn(answer: unknown): ResultRow[] {
  const bindings = fieldOf(fieldOf(answer, 'results'), 'bindings');
  if (!Array.isArray(bindings)) throw storeResponseUnreadable('holds no rows');
  return bindings.map((row: unknown) => {
    if (typeof row !== 'object' || row === null) throw storeResponseUnreadable('holds what is no row');
    return new Map(Object.entries(row).map(([variable, term]) => [variable, termOf(term)]));
  });
}

/** The one column of the table that Virtuoso answers ASK with, unless it is configured with `CaseMode = 2`. */
const ASKED = '__ASK_RETVAL';

/**
 * Reads the answer to an ASK (section 3.3), or Virtuoso's table: a row with a 1, or none.
 *
 * @throws Fault when it is no JSON, or cut off; StoreRefusal when it is something else
 */
export function parseBooleanResult(body: Buffer): boolean {
  const answer = parsed(body);
  const truth = fieldOf(answer, 'boolean');
  if (typeof truth === 'boolean') return truth;
  const columns = fieldOf(fieldOf(answer, 'head'), 'vars');
  if (!Array.isArray(columns) || columns.join() !== ASKED)
    throw storeResponseUnreadable('is neither true nor false');
  return rowsIn(answer).some((row) => row.get(ASKED)?.value === '1');
}

/**
 * Reads the one number that a SELECT counts.
 *
 * @param variable what it is called
 * @throws Fault when it is no JSON, or cut off; StoreRefusal when it is something else
 */
export function parseCountResult(body: Buffer, variable: string): number {
  const found = parseResultRows(body)[0]?.get(variable)?.value ?? '';
  const number = /^\d+$/.test(found) ? Number(found) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw storeResponseUnreadable('is no number of things');
  return number;
}

function termOf(term: unknown): ResultTerm {
  const [type, value] = [fieldOf(term, 'type'), fieldOf(term, 'value')];
  const known = typeof type === 'string' ? TYPES[type] : undefined;
  if (known === undefined || typeof value !== 'string')
    throw storeResponseUnreadable('holds what is no term');
  const [language, datatype] = [fieldOf(term, 'xml:lang'), fieldOf(term, 'datatype')];
  return {
    type: known,
    value,
    ...(typeof language === 'string' ? { language } : {}),
    ...(typeof datatype === 'string' ? { datatype } : {}),
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new TransientFault('the answer is no JSON, or cut off');
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
