import type { Literal, Term } from '@rdfjs/types';
import { lastDayOf } from '../../base/calendar.js';
import { localName } from '../../rdf/iri-syntax.js';
import { isCommonDatatype, rdf, xsd } from '../terms.js';
import { valueOrder } from './compiler.js';
import type { ValueCheck } from './rules.js';

const ZONE = '(?:Z|[+-](?:0\\d|1[0-3]):[0-5]\\d)?';
const YEAR = '(\\d{4})';
const DATE = new RegExp(`^${YEAR}-(\\d\\d)-(\\d\\d)${ZONE}$`);
const DATE_TIME = new RegExp(
  `^${YEAR}-(\\d\\d)-(\\d\\d)T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?${ZONE}$`,
);

const matching =
  (pattern: RegExp) =>
  (value: string): boolean =>
    pattern.test(value);

const any = (): boolean => true;
const none = (): boolean => false;

/**
 * Lexical forms of datatypes that are lawful by XML Schema and to the engine: narrower than either where they
 * differ, as they do about days that do not exist, spaces around numbers, and years of five digits.
 */
const SURELY_LAWFUL: Readonly<Record<string, (value: string) => boolean>> = {
  [xsd('string')]: any,
  [rdf('langString')]: any,
  [xsd('boolean')]: matching(/^(?:true|false|1|0)$/),
  [xsd('integer')]: matching(/^[+-]?\d+$/),
  [xsd('nonNegativeInteger')]: matching(/^\d+$/),
  [xsd('positiveInteger')]: matching(/^0*[1-9]\d*$/),
  [xsd('decimal')]: matching(/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/),
  [xsd('double')]: matching(/^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|-?INF|NaN)$/),
  [xsd('date')]: (value) => isDay(DATE.exec(value)),
  [xsd('dateTime')]: (value) => isDay(DATE_TIME.exec(value)),
  [xsd('gYear')]: matching(new RegExp(`^${YEAR}${ZONE}$`)),
  [xsd('gYearMonth')]: matching(new RegExp(`^${YEAR}-(?:0[1-9]|1[0-2])${ZONE}$`)),
  [xsd('anyURI')]: matching(/^[\w:/?#@!$&'()*+,;=.~%-]+$/),
};

/** Tells which texts are surely lawful values of a datatype. Of a datatype that engines do not know, all are. */
export const surelyLawful = (datatype: string): ((value: string) => boolean) =>
  SURELY_LAWFUL[datatype] ?? (isCommonDatatype(datatype) ? none : any);

function isDay(parts: readonly string[] | null): boolean {
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= lastDayOf(year, month);
}

/** The kinds of term that each sh:nodeKind takes. */
const NODE_KINDS: Readonly<Record<string, readonly Term['termType'][]>> = {
  IRI: ['NamedNode'],
  Literal: ['Literal'],
  BlankNode: ['BlankNode'],
  BlankNodeOrIRI: ['BlankNode', 'NamedNode'],
  BlankNodeOrLiteral: ['BlankNode', 'Literal'],
  IRIOrLiteral: ['NamedNode', 'Literal'],
};

/** SHACL 4.1.3. */
export function nodeKind({ value: kind }: Term): ValueCheck {
  const [first, second = first] = NODE_KINDS[localName(kind)] ?? [];
  return ({ termType }) => termType === first || termType === second;
}

/** SHACL 4.1.2. The engine lets days pass that do not exist. */
export function datatype({ value: iri }: Term): ValueCheck {
  const isLawful = surelyLawful(iri);
  return (value, record) =>
    value.termType === 'Literal' &&
    value.datatype.value === iri &&
    (isLawful(value.value) || record.wonder());
}

/** SHACL 4.4.3. The engine reads patterns as JavaScript does, and is the authority on them. */
export function pattern({ value: text }: Term): ValueCheck {
  const expression = new RegExp(text);
  return (value) => value.termType !== 'BlankNode' && expression.test(value.value);
}

/** SHACL 4.8.3: by term, so that `1` is not `"01"^^xsd:integer`. */
export function isIn(members: readonly Term[]): ValueCheck {
  const byText = new Map<string, Term[]>();
  for (const member of members) byText.set(member.value, [...(byText.get(member.value) ?? []), member]);
  return (value, record) => {
    const alike = byText.get(value.value);
    if (alike === undefined) return false;
    if (alike.some((member) => member.equals(value))) return true;
    // Libraries disagree about the case and the direction of language tags.
    return alike.some(hasLanguage) && hasLanguage(value) && record.wonder();
  };
}

/** SHACL 4.8.2, on a node shape. */
export const isTerm =
  (wanted: Term): ValueCheck =>
  (value, record) =>
    value.equals(wanted) ||
    (hasLanguage(wanted) && hasLanguage(value) && value.value === wanted.value && record.wonder());

/** SHACL 4.4.4. The engine takes `gaa` for a kind of `ga`, and `GA` for none. */
export function languageIn(ranges: readonly string[]): ValueCheck {
  const lower = ranges.map((range) => range.toLowerCase());
  return (value, record) => {
    if (value.termType !== 'Literal' || value.language === '') return false;
    const { language } = value;
    if (ranges.some((range) => language === range || language.startsWith(`${range}-`))) return true;
    const might = lower.some((range) => range === '*' || language.toLowerCase().startsWith(range));
    return might && record.wonder();
  };
}

/** SHACL 4.3.3: incomparable values do not conform. */
export const atLeast =
  (bound: Term): ValueCheck =>
  (value, record) => {
    const found = valueOrder(value, bound);
    return found === undefined ? record.wonder() : found >= 0;
  };

/** SHACL 4.3.4. */
export const atMost =
  (bound: Term): ValueCheck =>
  (value, record) => {
    const found = valueOrder(value, bound);
    return found === undefined ? record.wonder() : found <= 0;
  };

/** SHACL 4.6.2, with three answers: doubts of members are the record's. */
export const not =
  (member: ValueCheck): ValueCheck =>
  (value, record) =>
    !member(value, record);

/** SHACL 4.6.3. */
export const or =
  (members: readonly ValueCheck[]): ValueCheck =>
  (value, record) => {
    for (const member of members) if (member(value, record)) return true;
    return false;
  };

/** SHACL 4.6.4. */
export const xone =
  (members: readonly ValueCheck[]): ValueCheck =>
  (value, record) => {
    let count = 0;
    for (const member of members) if (member(value, record)) count += 1;
    return count === 1;
  };

const hasLanguage = (term: Term): term is Literal => term.termType === 'Literal' && term.language !== '';
