import { Fault } from '../client/fault.js';
import { unreadable } from './store-refusal.js';

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
export const rowsOf = (body: Buffer): ResultRow[] => rowsIn(parsed(body));

function rowsIn(answer: unknown): ResultRow[] {
  const bindings = fieldOf(fieldOf(answer, 'results'), 'bindings');
  if (!Array.isArray(bindings)) throw unreadable('holds no rows');
  return bindings.map((row: unknown) => {
    if (typeof row !== 'object' || row === null) throw unreadable('holds what is no row');
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
export function truthOf(body: Buffer): boolean {
  const answer = parsed(body);
  const truth = fieldOf(answer, 'boolean');
  if (typeof truth === 'boolean') return truth;
  const columns = fieldOf(fieldOf(answer, 'head'), 'vars');
  if (!Array.isArray(columns) || columns.join() !== ASKED) throw unreadable('is neither true nor false');
  return rowsIn(answer).some((row) => row.get(ASKED)?.value === '1');
}

/**
 * Reads the one number that a SELECT counts.
 *
 * @param variable what it is called
 * @throws Fault when it is no JSON, or cut off; StoreRefusal when it is something else
 */
export function countOf(body: Buffer, variable: string): number {
  const found = rowsOf(body)[0]?.get(variable)?.value ?? '';
  const number = /^\d+$/.test(found) ? Number(found) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw unreadable('is no number of things');
  return number;
}

function termOf(term: unknown): ResultTerm {
  const [type, value] = [fieldOf(term, 'type'), fieldOf(term, 'value')];
  const known = typeof type === 'string' ? TYPES[type] : undefined;
  if (known === undefined || typeof value !== 'string') throw unreadable('holds what is no term');
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
    throw new Fault('the answer is no JSON, or cut off');
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
