import type { Term } from '@rdfjs/types';
import { localName } from '../rdf/iri-syntax.js';
import type { ShapesGraph } from './shapes-graph.js';
import { sh } from './terms.js';

/** Members of a list that a message names. */
const MOST_MEMBERS = 12;

/** Datatypes in words, by their local names. */
const DATATYPES: Readonly<Record<string, string>> = {
  string: 'plain text',
  langString: 'a text with its language',
  boolean: 'true or false',
  integer: 'a whole number',
  decimal: 'a decimal number',
  date: 'a date such as 1938-03-01',
  dateTime: 'a date and time such as 1938-03-01T12:00:00Z',
  gYear: 'a year such as 1938',
  gYearMonth: 'a year and month such as 1938-03',
  gMonthDay: 'a month and day such as --03-01',
  anyURI: 'an address',
  'EDTF-level1': 'a date in EDTF such as 1938-03 or 1936~',
  wktLiteral: 'a point such as POINT (-8.5 53.1)',
};

const NODE_KINDS: Readonly<Record<string, string>> = {
  IRI: 'an IRI',
  Literal: 'a literal',
  BlankNode: 'a blank node',
  BlankNodeOrIRI: 'an IRI or a blank node',
  BlankNodeOrLiteral: 'a literal or a blank node',
  IRIOrLiteral: 'an IRI or a literal',
};

type Phrase = (value: Term, members: readonly Term[]) => string;

const counted = (count: string): string => `${count} value${Number(count) === 1 ? '' : 's'}`;
const named = ({ termType, value }: Term): string => (termType === 'Literal' ? value : localName(value));
const thatOf = (predicate: Term): string => `the value of ${localName(predicate.value)}`;

/** The expected values, by the parameter of the constraint (SHACL, section 4). */
const PHRASES: Readonly<Record<string, Phrase>> = {
  minCount: ({ value }) => `at least ${counted(value)}`,
  maxCount: ({ value }) => (Number(value) === 0 ? 'none' : `at most ${counted(value)}`),
  datatype: ({ value }) => DATATYPES[localName(value)] ?? `a value of the datatype ${localName(value)}`,
  nodeKind: ({ value }) => NODE_KINDS[localName(value)] ?? localName(value),
  pattern: ({ value }) => `of the form ${value}`,
  in: (_, members) => `one of ${listed(members.map(named))}`,
  languageIn: (_, members) => `a text in one of the languages ${listed(members.map(named))}`,
  hasValue: (value) => `${named(value)} among the values`,
  uniqueLang: () => 'one text for each language',
  minInclusive: ({ value }) => `${value} or more`,
  maxInclusive: ({ value }) => `${value} or less`,
  lessThan: (predicate) => `less than ${thatOf(predicate)}`,
  lessThanOrEquals: (predicate) => `at most ${thatOf(predicate)}`,
  equals: (predicate) => `the same as ${thatOf(predicate)}`,
  closed: () => 'no such property',
};

/**
 * The expected values in plain words.
 *
 * @param constraint local name of the component, without its ending
 * @returns undefined for constraints without a short phrase, such as sh:or
 */
export function expectedValues(graph: ShapesGraph, shape: Term, constraint: string): string | undefined {
  const parameter = constraint.charAt(0).toLowerCase() + constraint.slice(1);
  const [value] = graph.all(shape, sh(parameter));
  return value === undefined ? undefined : PHRASES[parameter]?.(value, graph.list(value));
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_MEMBERS).join(', ');
  return names.length > MOST_MEMBERS ? `${shown} and ${names.length - MOST_MEMBERS} more` : shown;
}
