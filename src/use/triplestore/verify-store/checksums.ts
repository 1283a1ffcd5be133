import { hash } from 'node:crypto';
import type { Quad, Term } from '@rdfjs/types';
import { xsd } from '../../../model/rdf/iris.js';
import { FLOATS, INTEGERS, xsdType } from '../../../model/rdf/lexical-forms.js';
import type { ResultRow } from '../sparql.js';

/** What is summed over a group of triples. `text2` is `text` with the MD5 of Virtuoso 7 (see `md5`). */
export interface Sums {
  triples: bigint;
  text: bigint;
  text2: bigint;
  whole: bigint;
  millionths: bigint;
}
/** The sums of a store; undefined for a value that is not a whole number. */
export type StoreSums = Readonly<Record<Exclude<keyof Sums, 'text2'>, bigint | undefined>>;

const HEX = '0123456789abcdef';
/** 4 hexadecimal digits of a text: one changed text in 65,536 keeps its checksum. */
const TEXT_DIGITS = 4;
/** 2 digits of the subject weight a number; more would push sums beyond 2^53. */
const WEIGHT_DIGITS = 2;
/** Finer fractions are rounded; of a degree it is a tenth of a metre. */
const MILLION = 1_000_000;

/** Characters of dates and times that all stores write alike. */
const KEPT_LENGTHS: ReadonlyMap<string, number> = new Map([
  [xsd.date, '1936-05-01'.length],
  [xsd.dateTime, '1936-05-01T12:00:00'.length],
  [xsd.gYear, '1936'.length],
  [xsd.gYearMonth, '1936-05'.length],
  [xsd.gMonthDay, '--05-01'.length],
]);
const WHOLE_TEXTS: ReadonlySet<string> = new Set([xsd.string, xsdType('anyURI')]);
const NUMBERS: ReadonlySet<string> = new Set([xsd.boolean, xsd.decimal, ...INTEGERS, ...FLOATS]);
/** Datatypes that stores rewrite or read as markup: durations, geometries, HTML. */
const REWRITTEN =
  /^(?:http:\/\/www\.w3\.org\/(?:2001\/XMLSchema|1999\/02\/22-rdf-syntax-ns)|http:\/\/www\.opengis\.net\/ont\/geosparql)#/;

const isTextDatatype = (datatype: string): boolean =>
  WHOLE_TEXTS.has(datatype) ||
  KEPT_LENGTHS.has(datatype) ||
  !(NUMBERS.has(datatype) || REWRITTEN.test(datatype));

/** The text of an object that is compared; undefined for numbers and for what stores rewrite. */
function comparedText(object: Term): string | undefined {
  if (object.termType === 'NamedNode') return object.value;
  if (object.termType !== 'Literal') return undefined;
  // Language tags are case-insensitive (RDF 1.1 Concepts, section 3.3).
  if (object.language !== '') return `${object.language.toLowerCase()} ${object.value}`;
  const { value: datatype } = object.datatype;
  if (!isTextDatatype(datatype)) return undefined;
  return `${datatype} ${object.value.slice(0, KEPT_LENGTHS.get(datatype) ?? object.value.length)}`;
}

/** The sums of the triples of a release by group: a property, or a part of one. */
export class ReleaseSums {
  readonly groups = new Map<string, Sums>();
  /** Datatypes of literals that are compared as texts. */
  readonly datatypes = new Set<string>(KEPT_LENGTHS.keys());

  add(group: string, { subject, object }: Quad): void {
    const sums = this.groups.get(group) ?? { triples: 0n, text: 0n, text2: 0n, whole: 0n, millionths: 0n };
    if (sums.triples === 0n) this.groups.set(group, sums);
    sums.triples += 1n;
    if (subject.termType !== 'NamedNode') return;
    const text = comparedText(object);
    if (text !== undefined) {
      const both = `${subject.value} ${text}`;
      const checksum = leadingNumber(md5(both), TEXT_DIGITS);
      sums.text += checksum;
      sums.text2 += hasNonAscii(both) ? leadingNumber(md5OfVirtuoso(both), TEXT_DIGITS) : checksum;
      if (object.termType === 'Literal' && object.language === '') this.datatypes.add(object.datatype.value);
    } else if (object.termType === 'Literal' && NUMBERS.has(object.datatype.value)) {
      const weight = 1n + leadingNumber(md5(subject.value), WEIGHT_DIGITS);
      const { whole, millionths } = splitNumber(
        object.datatype.value === xsd.boolean ? numberOfBoolean(object.value) : object.value,
      );
      sums.whole += weight * whole;
      sums.millionths += weight * millionths;
    }
  }

  /** The groups of which a store has other sums. */
  differing(found: ReadonlyMap<string, StoreSums>): Set<string> {
    return new Set(
      [...new Set([...this.groups.keys(), ...found.keys()])].filter(
        (group) => !isEqual(this.groups.get(group), found.get(group)),
      ),
    );
  }
}

const isEqual = (due: Sums | undefined, found: StoreSums | undefined): boolean =>
  due !== undefined &&
  found !== undefined &&
  due.triples === found.triples &&
  due.whole === found.whole &&
  due.millionths === found.millionths &&
  (due.text === found.text || due.text2 === found.text);

const numberOfBoolean = (value: string): string => (value === 'true' || value === '1' ? '1' : '0');

/** The MD5 of a text in hexadecimal digits (SPARQL 1.1, section 17.4.6.1). */
export const md5 = (text: string): string => hash('md5', text);

/** The MD5 of Virtuoso 7.2.5.1, which encodes the bytes of UTF-8 as UTF-8 once more (run). */
export const md5OfVirtuoso = (text: string): string =>
  hash('md5', Buffer.from(Buffer.from(text, 'utf8').toString('latin1'), 'utf8'));

const hasNonAscii = (text: string): boolean => /[\u0080-\uffff]/.test(text);

const leadingNumber = (digest: string, digits: number): bigint =>
  BigInt(Number.parseInt(digest.slice(0, digits), 16));

/** `leadingNumber` in SPARQL, which cannot read hexadecimal numbers. */
const leadingNumberInSparql = (digest: string, digits: number): string =>
  Array.from(
    { length: digits },
    (_, at) => `${16 ** (digits - 1 - at)} * STRLEN(STRBEFORE("${HEX}", SUBSTR(${digest}, ${at + 1}, 1)))`,
  ).join(' + ');

/**
 * Splits a number into its floor and the rest in millionths, rounded half up (XPath `fn:floor`, `fn:round`); exact
 * without an exponent. Anything else counts as 0.
 */
export function splitNumber(text: string): { readonly whole: bigint; readonly millionths: bigint } {
  const [, sign, digits = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  if (sign === undefined || digits + fraction === '') {
    const number = text === '' ? Number.NaN : Number(text);
    const floor = Math.floor(number);
    if (!Number.isFinite(number)) return { whole: 0n, millionths: 0n };
    return { whole: BigInt(floor), millionths: BigInt(Math.round((number - floor) * MILLION)) };
  }
  const scale = 10n ** BigInt(fraction.length);
  const number = BigInt(digits + fraction) * (sign === '-' ? -1n : 1n);
  const whole = number / scale - (number < 0n && number % scale !== 0n ? 1n : 0n);
  return { whole, millionths: (2n * (number - whole * scale) * BigInt(MILLION) + scale) / (2n * scale) };
}

/** The group of a subject in a property that is divided into 16 to the power of `digits` parts. */
export const partOf = (subject: string, digits: number): string => md5(subject).slice(0, digits);
const partInSparql = (digits: number): string => `SUBSTR(MD5(STR(?s)), 1, ${digits})`;
/** A filter for the subjects of some parts. */
export const partFilter = (digits: number, parts: readonly string[]): string =>
  digits === 0 ? '' : `FILTER (${partInSparql(digits)} IN (${parts.map((part) => `"${part}"`).join(', ')}))`;

/** Counts the triples of a graph by property. */
export const countQuery = (graph: string): string =>
  `SELECT ?group (COUNT(*) AS ?triples) WHERE { GRAPH <${graph}> { ?s ?group ?o } } GROUP BY ?group`;

/** Sums up a graph by property, or one property by parts. */
export function sumQuery(
  graph: string,
  datatypes: Iterable<string>,
  part?: { readonly property: string; readonly digits: number },
): string {
  const pattern =
    part === undefined
      ? `GRAPH <${graph}> { ?s ?group ?o }`
      : `GRAPH <${graph}> { ?s <${part.property}> ?o } BIND (${partInSparql(part.digits)} AS ?group)`;
  const kept = [...KEPT_LENGTHS].reduceRight(
    (rest, [datatype, length]) => `IF(?type = <${datatype}>, SUBSTR(STR(?o), 1, ${length}), ${rest})`,
    'STR(?o)',
  );
  const text = `IF(isIRI(?o), STR(?o), IF(LANG(?o) != "", CONCAT(LCASE(LANG(?o)), " ", STR(?o)), CONCAT(STR(?type), " ", ${kept})))`;
  const list = [...datatypes].map((one) => `<${one}>`).join(', ');
  const binds = {
    type: 'IF(isLiteral(?o), DATATYPE(?o), "")',
    text: `IF(isIRI(?s) && (isIRI(?o) || (isLiteral(?o) && (LANG(?o) != "" || ?type IN (${list})))), MD5(CONCAT(STR(?s), " ", ${text})), "")`,
    number: `IF(?type = <${xsd.boolean}>, IF(STR(?o) IN ("true", "1"), 1, 0), IF(isNumeric(?o), ?o, 0))`,
    weight: `IF(isIRI(?s), 1 + ${leadingNumberInSparql('MD5(STR(?s))', WEIGHT_DIGITS)}, 0)`,
  };
  return [
    'SELECT ?group (COUNT(*) AS ?triples)',
    `(SUM(${leadingNumberInSparql('?text', TEXT_DIGITS)}) AS ?texts)`,
    '(SUM(?weight * FLOOR(?number)) AS ?whole)',
    `(SUM(?weight * ROUND((?number - FLOOR(?number)) * ${MILLION})) AS ?millionths)`,
    `WHERE { ${pattern}`,
    ...Object.entries(binds).map(([variable, value]) => `BIND (${value} AS ?${variable})`),
    '} GROUP BY ?group',
  ].join('\n');
}

/** Reads the rows of `sumQuery` or `countQuery`. */
export function readSums(rows: readonly ResultRow[]): ReadonlyMap<string, StoreSums> {
  const found = new Map<string, StoreSums>();
  for (const row of rows) {
    const number = (name: string): bigint | undefined => wholeNumber(row.get(name)?.value ?? '');
    const group = row.get('group')?.value;
    // An aggregate of nothing is one row without a group in some stores.
    if (group === undefined) continue;
    const [triples, text] = [number('triples'), number('texts')];
    found.set(group, { triples, text, whole: number('whole'), millionths: number('millionths') });
  }
  return found;
}

/** A sum in any form and datatype that stores write: `12`, `12.0`, `1.2E1`. */
function wholeNumber(text: string): bigint | undefined {
  const [, digits] = /^([+-]?\d+)(?:\.0*)?$/.exec(text) ?? [];
  if (digits !== undefined) return BigInt(digits);
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isInteger(number) ? BigInt(number) : undefined;
}
