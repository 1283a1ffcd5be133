import type { Literal, Term } from '@rdfjs/types';
import { WKT_LITERAL, xsd } from '../../../model/rdf/iris.js';
import { FLOATS, INTEGERS, YEARS } from '../../../model/rdf/lexical-forms.js';
import type { ResultTerm } from '../sparql.js';
import { parseWkt } from '../wkt.js';

/** Variations of stores that keep the value (the rules of lint name the stores). */
export const TERM_VARIATIONS = {
  number: 'numbers in another form or datatype',
  truth: 'true and false as 1 and 0',
  time: 'dates and times in another form',
  tag: 'language tags in small or large letters',
  geometry: 'geometries in another spelling or datatype',
} as const;
export type TermVariation = keyof typeof TERM_VARIATIONS;

/** How a term is found in a store: the same, in another form, or (undefined) not at all. */
type TermMatch = 'same' | TermVariation | undefined;

/** Decimal digits that a 64-bit floating-point number keeps. */
const CERTAIN_DIGITS = 15;
/** Rounding of QLever in degrees (30 bits for each coordinate, six decimals); a tenth of a metre. */
const ROUNDED = 1e-6;

/** Compares a term of a release with a term of a store by value. */
export function compareTerms(expected: Term, found: ResultTerm): TermMatch {
  if (expected.termType === 'NamedNode')
    return found.type === 'iri' && found.value === expected.value ? 'same' : undefined;
  if (expected.termType !== 'Literal' || found.type !== 'literal') return undefined;
  if (isExact(expected, found)) return 'same';
  if (expected.language !== '') return sameTag(expected, found);
  return COMPARISONS.get(expected.datatype.value)?.(expected, found);
}

/** The datatype of a result; xsd:string when it has none (RDF 1.1 Concepts, section 3.3). */
const datatypeOf = ({ datatype }: ResultTerm): string => datatype ?? xsd.string;

function isExact({ value, language, datatype }: Literal, found: ResultTerm): boolean {
  if (value !== found.value) return false;
  return language === ''
    ? found.language === undefined && datatype.value === datatypeOf(found)
    : language === found.language;
}

/** Language tags are case-insensitive (RDF 1.1 Concepts, section 3.3). */
const sameTag = ({ value, language }: Literal, found: ResultTerm): TermMatch =>
  value === found.value && language.toLowerCase() === found.language?.toLowerCase() ? 'tag' : undefined;

const NUMERIC: ReadonlySet<string> = new Set([xsd.decimal, ...INTEGERS, ...FLOATS]);

function sameNumber({ value, datatype }: Literal, found: ResultTerm): TermMatch {
  if (!NUMERIC.has(datatypeOf(found))) return undefined;
  const [one, other] = [exactNumber(value), exactNumber(found.value)];
  const isFloat = FLOATS.includes(datatype.value) || one === undefined || other === undefined;
  // Some stores round decimals to the digits of a floating-point number, or cut them.
  const isRounded = (one ?? '').replace(/\D/g, '').length > CERTAIN_DIGITS && datatype.value === xsd.decimal;
  if (!isFloat && !isRounded) return one === other ? 'number' : undefined;
  const [number, stored] = [Number(value), Number(found.value)];
  const isCut = isRounded && Math.abs(number - stored) < 10 ** -CERTAIN_DIGITS;
  return isCut || isAlmost(number, stored) ? 'number' : undefined;
}

const isAlmost = (one: number, other: number): boolean =>
  Object.is(one, other) || Math.abs(one - other) <= Math.abs(one) * 10 ** -(CERTAIN_DIGITS - 1);

/** The canonical form of a decimal; undefined with an exponent. */
function exactNumber(text: string): string | undefined {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const [short, rest] = [whole.replace(/^0+(?=\d)/, '') || '0', fraction.replace(/0+$/, '')];
  const number = rest === '' ? short : `${short}.${rest}`;
  return sign === '-' && number !== '0' ? `-${number}` : number;
}

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function sameTruth({ value }: Literal, found: ResultTerm): TermMatch {
  const datatype = datatypeOf(found);
  const isNumber = INTEGERS.includes(datatype) && /^[01]$/.test(found.value);
  if (datatype !== xsd.boolean && !isNumber) return undefined;
  const truth = TRUTHS.get(value);
  return truth !== undefined && truth === TRUTHS.get(found.value) ? 'truth' : undefined;
}

/** Day and time, fraction of a second, time zone. */
const TIME = /^(-?)0*(\d+)((?:-\d\d)*)(?:T(\d\d:\d\d:\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:\d\d)?$/;
/** Some stores cut fractions finer than a microsecond. */
const KEPT_FRACTION = 6;

function sameTime({ value, datatype }: Literal, found: ResultTerm): TermMatch {
  if (datatypeOf(found) !== datatype.value) return undefined;
  const [one, other] = [TIME.exec(value), TIME.exec(found.value)];
  if (one === null || other === null) return undefined;
  const [, ...expected] = one;
  const [, ...actual] = other;
  const fractions = [expected[4], actual[4]].map((fraction = '') =>
    fraction.slice(0, KEPT_FRACTION).replace(/0+$/, ''),
  );
  if (fractions[0] !== fractions[1]) return undefined;
  if (instantOf(expected) !== instantOf(actual)) return sameDay(expected, actual);
  return 'time';
}

/** The instant without its fraction; times without a zone are not converted. */
function instantOf([sign, year, days, time, , zone]: readonly (string | undefined)[]): string {
  const text = `${sign}${year}${days}T${time ?? ''}`;
  if (zone === undefined || time === undefined || sign === '-' || year?.length !== 4)
    return `${text}${zone === '+00:00' ? 'Z' : (zone ?? '')}`;
  return String(Date.parse(`${year}${days}T${time}${zone}`));
}

/** Equal days or years; a store may have added a zone (openlink/virtuoso-opensource#185). */
function sameDay(
  expected: readonly (string | undefined)[],
  actual: readonly (string | undefined)[],
): TermMatch {
  const isDay = expected[3] === undefined && expected[5] === undefined;
  const isSame = [0, 1, 2, 3].every((part) => (expected[part] ?? '') === (actual[part] ?? ''));
  return isDay && isSame ? 'time' : undefined;
}

/** Virtuoso's datatype of geometries, in any namespace. */
const VIRTUOSO_GEOMETRY = /\/schemas\/virtrdf#Geometry$/;

function sameGeometry({ value }: Literal, found: ResultTerm): TermMatch {
  const datatype = datatypeOf(found);
  if (datatype !== WKT_LITERAL && !VIRTUOSO_GEOMETRY.test(datatype)) return undefined;
  const [one, other] = [parseWkt(value), parseWkt(found.value)];
  if (one === undefined || other === undefined || one.shape !== other.shape) return undefined;
  if (one.positions.length !== other.positions.length) return undefined;
  const isNear = one.positions.every((position, at) =>
    position.every((number, axis) => Math.abs(number - (other.positions[at]?.[axis] ?? NaN)) <= ROUNDED),
  );
  return isNear ? 'geometry' : undefined;
}

type Comparison = (expected: Literal, found: ResultTerm) => TermMatch;

const COMPARISONS: ReadonlyMap<string, Comparison> = new Map([
  ...[...NUMERIC].map((one) => [one, sameNumber] as const),
  [xsd.boolean, sameTruth],
  ...YEARS.map((one) => [one, sameTime] as const),
  [WKT_LITERAL, sameGeometry],
]);
