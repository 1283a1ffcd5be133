import type { Literal, Term } from '@rdfjs/types';
import { lastDayOf } from '../../../base/calendar.js';
import { localName } from '../../rdf/iri-syntax.js';
import { isCommonDatatype, rdf, xsd } from '../terms.js';
import { countOf, type QuadsCheck, type ValueCheck } from './rules.js';

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
 * Lexical forms that both XML Schema and the engine admit. They differ in days that do not exist, spaces around numbers and
 * years of five digits.
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

/** Whether a text is surely a lawful value of a datatype; every text is one of an unknown datatype. */
const surelyLawful = (datatype: string): ((value: string) => boolean) =>
  SURELY_LAWFUL[datatype] ?? (isCommonDatatype(datatype) ? none : any);

function isDay(parts: readonly string[] | null): boolean {
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= lastDayOf(year, month);
}

/** Numbers that a double holds exactly. */
const INTEGER = /^[+-]?\d{1,15}$/;
const DECIMAL = /^(?=.{1,16}$)[+-]?\d+(?:\.\d+)?$/;
const DOUBLE = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** In UTC, with its whole seconds: engines read other times in the zone of the machine. */
const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const WHOLE_SECONDS = 'yyyy-mm-ddThh:mm:ss'.length;

const NUMBERS: Readonly<Record<string, RegExp>> = {
  [xsd('integer')]: INTEGER,
  [xsd('nonNegativeInteger')]: INTEGER,
  [xsd('positiveInteger')]: INTEGER,
  [xsd('decimal')]: DECIMAL,
  [xsd('double')]: DOUBLE,
};
/** Forms whose order is that of their text. */
const TIMES: Readonly<Record<string, RegExp>> = {
  [xsd('date')]: /^\d{4}-\d\d-\d\d$/,
  [xsd('dateTime')]: UTC_TIME,
  [xsd('gYear')]: /^\d{4}$/,
  [xsd('gYearMonth')]: /^\d{4}-\d\d$/,
};

/**
 * Compares two terms: negative, zero or positive; NaN when they are not comparable; undefined when the standard and the
 * engine may differ.
 */
function valueOrder(left: Term, right: Term): number | undefined {
  if (left.termType !== 'Literal' || right.termType !== 'Literal') return Number.NaN;
  const [x, y] = [numberOf(left), numberOf(right)];
  if (x !== undefined && y !== undefined) return x - y;
  const [earlier, later] = [timeOf(left), timeOf(right)];
  if (earlier === undefined || later === undefined || left.datatype.value !== right.datatype.value) {
    return undefined;
  }
  return orderOfTimes(earlier, later);
}

/** Undefined for two times of one second with different fractions: engines drop microseconds. */
function orderOfTimes(left: string, right: string): number | undefined {
  if (left === right) return 0;
  const [x, y] = [left.slice(0, WHOLE_SECONDS), right.slice(0, WHOLE_SECONDS)];
  if (x === y) return undefined;
  return x < y ? -1 : 1;
}

function numberOf({ value, datatype }: Literal): number | undefined {
  const number = NUMBERS[datatype.value]?.test(value) ? Number(value) : undefined;
  return Number.isFinite(number) ? number : undefined;
}

const timeOf = ({ value, datatype }: Literal): string | undefined =>
  TIMES[datatype.value]?.test(value) && surelyLawful(datatype.value)(value) ? value : undefined;

/** The kinds of term that each sh:nodeKind admits. */
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

/** SHACL 4.1.2. The engine admits days that do not exist. */
export function datatype({ value: iri }: Term): ValueCheck {
  const isLawful = surelyLawful(iri);
  return (value, record) =>
    value.termType === 'Literal' && value.datatype.value === iri && (isLawful(value.value) || record.doubt());
}

/** SHACL 4.4.3, with JavaScript's patterns as the engine has them. */
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
    return alike.some(hasLanguage) && hasLanguage(value) && record.doubt();
  };
}

/** SHACL 4.8.2, on a node shape. */
export const isTerm =
  (wanted: Term): ValueCheck =>
  (value, record) =>
    value.equals(wanted) ||
    (hasLanguage(wanted) && hasLanguage(value) && value.value === wanted.value && record.doubt());

/** SHACL 4.4.4. The engine matches `gaa` with the range `ga`, and does not match `GA`. */
export function languageIn(ranges: readonly string[]): ValueCheck {
  const lower = ranges.map((range) => range.toLowerCase());
  return (value, record) => {
    if (value.termType !== 'Literal' || value.language === '') return false;
    const { language } = value;
    if (ranges.some((range) => language === range || language.startsWith(`${range}-`))) return true;
    const might = lower.some((range) => range === '*' || language.toLowerCase().startsWith(range));
    return might && record.doubt();
  };
}

/** SHACL 4.3.3: incomparable values do not conform. */
export const atLeast =
  (bound: Term): ValueCheck =>
  (value, record) => {
    const found = valueOrder(value, bound);
    return found === undefined ? record.doubt() : found >= 0;
  };

/** SHACL 4.3.4. */
export const atMost =
  (bound: Term): ValueCheck =>
  (value, record) => {
    const found = valueOrder(value, bound);
    return found === undefined ? record.doubt() : found <= 0;
  };

/** SHACL 4.6.2. A doubt of the member stays a doubt. */
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

/** SHACL 4.8.2, on a property shape: one of the values is this one. */
export function hasValue(path: string, wanted: Term): QuadsCheck {
  const isWanted = isTerm(wanted);
  return (quads, record) => {
    for (const { predicate, object } of quads) {
      if (predicate.value === path && isWanted(object, record)) return true;
    }
    return false;
  };
}

/** SHACL 4.5.1: the same values, each way. */
export function equals(path: string, { value: other }: Term): QuadsCheck {
  const [forth, back] = [allAmong(path, other), allAmong(other, path)];
  return (quads, record) => forth(quads, record) && back(quads, record);
}

const allAmong =
  (path: string, other: string): QuadsCheck =>
  (quads) => {
    for (const { predicate, object } of quads) {
      if (predicate.value !== path) continue;
      if (!quads.some((quad) => quad.predicate.value === other && quad.object.equals(object))) return false;
    }
    return true;
  };

/** SHACL 4.5.3: each value before each of the other ones. */
export const lessThan = (path: string, { value: other }: Term): QuadsCheck =>
  allBefore(path, other, (found) => found < 0);

/** SHACL 4.5.4. */
export const lessThanOrEquals = (path: string, { value: other }: Term): QuadsCheck =>
  allBefore(path, other, (found) => found <= 0);

const allBefore =
  (path: string, other: string, isRight: (found: number) => boolean): QuadsCheck =>
  (quads, record) => {
    for (const left of quads) {
      if (left.predicate.value !== path) continue;
      for (const right of quads) {
        if (right.predicate.value !== other) continue;
        const found = valueOrder(left.object, right.object);
        if (found === undefined ? !record.doubt() : !isRight(found)) return false;
      }
    }
    return true;
  };

/** SHACL 4.4.5. Engines compare tags case-sensitively; the standard does not say. */
export const uniqueLang =
  (path: string): QuadsCheck =>
  (quads, record) => {
    const seen = new Map<string, Literal>();
    for (const { predicate, object } of quads) {
      if (predicate.value !== path || object.termType !== 'Literal' || object.language === '') continue;
      const before = seen.get(object.language.toLowerCase());
      if (before === undefined) seen.set(object.language.toLowerCase(), object);
      else if (!before.equals(object)) return isSurelyOther(before, object) ? false : record.doubt();
    }
    return true;
  };

const isSurelyOther = (before: Literal, object: Literal): boolean =>
  before.language === object.language && before.value !== object.value;

/** SHACL 4.2.1, for two values or more. */
export const manyEnough =
  (path: string, least: number): QuadsCheck =>
  (quads, record) =>
    countOf(path, quads, record) >= least;
