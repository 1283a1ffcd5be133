import { TransientFault } from '../../harvest/client/network-fault.js';
import { firstLine, storeResponseUnreadable } from './http-errors.js';

/**
 * N-Triples as the data of an update. SPARQL 1.1 (section 19.2) decodes numeric escapes before it parses, so an escaped
 * quotation mark would end its literal, and a backslash before `u` would begin an escape. Such characters are written with
 * their named escape, and such a `u` with its number.
 */
export const ntriplesInSparql = (lines: string): string =>
  HAS_ESCAPE.test(lines) ? lines.replace(ESCAPE, inSparql) : lines;

const HAS_ESCAPE = /\\[uU]/;
const ESCAPE = /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|\\u|\\U|[\s\S])/g;

const NAMED: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

function inSparql(whole: string, short: string | undefined, long: string | undefined): string {
  if (whole === '\\\\u') return '\\\\\\u0075';
  if (whole === '\\\\U') return '\\\\\\u0055';
  const number = short ?? long;
  if (number === undefined) return whole;
  return NAMED[String.fromCodePoint(Number.parseInt(number, 16))] ?? whole;
}

/** Inserts lines from `ntriplesInSparql` into a graph. */
export const insertData = (graph: string, lines: string): string =>
  `INSERT DATA { GRAPH <${graph}> {\n${lines}} }`;

/** One update of several operations. */
export const joinOperations = (operations: readonly string[]): string => operations.join(' ;\n');

/** A term of a response, in the lexical form of the store. */
export interface ResultTerm {
  readonly type: 'iri' | 'literal' | 'blank';
  readonly value: string;
  /** The language tag of a literal. */
  readonly language?: string;
  /** The datatype of a literal; absent for plain ones. */
  readonly datatype?: string;
}

/** A row of a response, by bound variable. */
export type ResultRow = ReadonlyMap<string, ResultTerm>;

const TERM_TYPES: Readonly<Record<string, ResultTerm['type']>> = {
  uri: 'iri',
  bnode: 'blank',
  literal: 'literal',
  // The draft of 2007; Virtuoso still uses it.
  'typed-literal': 'literal',
};

/**
 * Reads the rows of a SELECT (SPARQL 1.1 Query Results JSON Format, section 3.2).
 *
 * @throws TransientFault when it is not JSON, or truncated; StoreHttpError when it is something else
 */
export function parseResultRows(body: Buffer): ResultRow[] {
  const bindings = fieldOf(fieldOf(parsed(body), 'results'), 'bindings');
  if (!Array.isArray(bindings)) throw storeResponseUnreadable('it has no rows');
  return bindings.map((row: unknown) => {
    if (typeof row !== 'object' || row === null)
      throw storeResponseUnreadable('one of its rows is not an object');
    return new Map(Object.entries(row).map(([variable, term]) => [variable, termOf(term)]));
  });
}

/**
 * Reads the one number that a SELECT counts.
 *
 * @param variable the variable of the number
 * @throws TransientFault when it is not JSON, or truncated; StoreHttpError when it is something else
 */
export function parseCountResult(body: Buffer, variable: string): number {
  const found = parseResultRows(body)[0]?.get(variable)?.value ?? '';
  const number = /^\d+$/.test(found) ? Number(found) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw storeResponseUnreadable('it is not a count');
  return number;
}

function termOf(term: unknown): ResultTerm {
  const [type, value] = [fieldOf(term, 'type'), fieldOf(term, 'value')];
  const known = typeof type === 'string' ? TERM_TYPES[type] : undefined;
  if (known === undefined || typeof value !== 'string')
    throw storeResponseUnreadable('one of its values is not an RDF term');
  const [language, datatype] = [fieldOf(term, 'xml:lang'), fieldOf(term, 'datatype')];
  return {
    type: known,
    value,
    ...(typeof language === 'string' ? { language } : {}),
    ...(typeof datatype === 'string' ? { datatype } : {}),
  };
}

function parsed(body: Buffer): unknown {
  const text = body.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    const said = /^\s*[{[]/.test(text) ? '' : firstLine(text);
    throw new TransientFault(
      said === '' ? 'the response is truncated' : `the response is no SPARQL result, but says: ${said}`,
    );
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
