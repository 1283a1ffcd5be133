import { hash } from 'node:crypto';
import type { Literal, Quad, Term } from '@rdfjs/types';
import { xsd } from '../../rdf/iris.js';
import { FLOATS, INTEGERS, xsdType } from '../lexical-forms.js';

/**
 * How a store spells a text before it makes its MD5 (SPARQL 1.1, section 17.4.6.1, says UTF-8). Virtuoso 7.2.5.1 takes
 * the bytes of UTF-8 for letters, and spells those (run).
 */
export const CHECKSUM_ENCODINGS = ['utf-8', 'utf-8 twice'] as const;
export type ChecksumEncoding = (typeof CHECKSUM_ENCODINGS)[number];

const DIGITS = '0123456789abcdef';

/**
 * The first digits of the MD5 of a text, as a number: the same text has the same number, and two texts seldom do.
 *
 * @param digits of base 16: four make a number below 65,536
 */
export const textChecksum = (text: string, digits: number, spelling: ChecksumEncoding): number =>
  Number.parseInt(checksumDigits(text, digits, spelling), 16);

/** The first digits themselves. */
export const checksumDigits = (text: string, digits: number, spelling: ChecksumEncoding): string =>
  md5(text, spelling).slice(0, digits);

/**
 * The number of `checksumOf` in SPARQL, which has no function that reads base 16: a digit is as much as there are digits
 * before it.
 *
 * @param md5 a variable that has the MD5
 */
export const checksumInSparql = (md5: string, digits: number): string =>
  Array.from(
    { length: digits },
    (_, at) => `${16 ** (digits - 1 - at)} * STRLEN(STRBEFORE("${DIGITS}", SUBSTR(${md5}, ${at + 1}, 1)))`,
  ).join(' + ');

/** Whether a text has letters that make a difference. */
export const showsEncoding = (text: string): boolean => /[\u0080-\uffff]/.test(text);

/** The MD5 of a text, in base 16. */
export function md5(text: string, spelling: ChecksumEncoding): string {
  const isPlain = spelling === 'utf-8' || !showsEncoding(text);
  return hash('md5', isPlain ? text : Buffer.from(Buffer.from(text, 'utf8').toString('latin1'), 'utf8'));
}

/** A number that has been cut in two: `whole + millionths / 1,000,000`, as far as millionths tell. */
export interface SplitNumber {
  /** The largest whole number that is not above it (XPath: `fn:floor`). */
  readonly whole: bigint;
  /** What is left, from 0 to 1,000,000, rounded to the nearest, halves up (XPath: `fn:round`). */
  readonly millionths: bigint;
}

const MILLIONTHS = 1_000_000;
const ZERO: SplitNumber = { whole: 0n, millionths: 0n };

/** Cuts a number in two, exactly where it has no exponent; what is no number, or has no end, is 0. */
export function splitNumber(text: string): SplitNumber {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  if (sign !== undefined && whole + fraction !== '') return splitDecimal(sign, whole, fraction);
  const number = text === '' ? NaN : Number(text);
  if (!Number.isFinite(number)) return ZERO;
  const floor = Math.floor(number);
  return { whole: BigInt(floor), millionths: BigInt(Math.round((number - floor) * MILLIONTHS)) };
}

function splitDecimal(sign: string, whole: string, fraction: string): SplitNumber {
  const scale = 10n ** BigInt(fraction.length);
  const number = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n);
  const floor = number / scale - (number < 0n && number % scale !== 0n ? 1n : 0n);
  const rest = number - floor * scale;
  return { whole: floor, millionths: (2n * rest * BigInt(MILLIONTHS) + scale) / (2n * scale) };
}

/** What is added up of triples whose objects are alike: the same number here and in a store. */
export interface ChecksumTerm {
  /** Which objects they are, in SPARQL, of the variable `?o`; of those with a datatype, the ones that a release has. */
  readonly filter: (datatypes: readonly string[]) => string;
  /** What is bound for each triple, of `?s` and `?o`. */
  readonly binds: Readonly<Record<string, string>>;
  readonly aggregate: string;
  /** The same of one triple of a release. */
  readonly of: (subject: string, object: Term, spelling: ChecksumEncoding) => bigint;
}

/** Digits of base 16: of 65,536 texts that were altered one keeps its checksum. */
const CHECKSUM_DIGITS = 4;
/** Factors from 1 to 256, the same for one pair of subjects in 256; larger ones make sums that need more than 2^53. */
const FACTOR_DIGITS = 2;
/** What is finer is rounded; of degrees it is a tenth of a metre. */
const MILLION = 1_000_000;

/** A text, and the subject that it is said of: then sums see what was exchanged between two subjects. */
const textual = (
  filter: ChecksumTerm['filter'],
  inSparql: string,
  of: (object: Term) => string,
): ChecksumTerm => ({
  filter,
  binds: { md5: `MD5(CONCAT(STR(?s), " ", ${inSparql}))` },
  aggregate: `SUM(${checksumInSparql('?md5', CHECKSUM_DIGITS)})`,
  of: (subject, object, spelling) =>
    BigInt(textChecksum(`${subject} ${of(object)}`, CHECKSUM_DIGITS, spelling)),
});

/** A number times another one that its subject gives: then sums see numbers that were exchanged. */
const numeric = (inSparql: string, of: (number: string) => bigint): ChecksumTerm => ({
  filter: () => `isLiteral(?o) && (isNumeric(?o) || ${IS_TRUTH})`,
  binds: { md5: 'MD5(STR(?s))', number: `IF(${IS_TRUTH}, IF(STR(?o) IN ("true", "1"), 1, 0), ?o)` },
  aggregate: `SUM((1 + ${checksumInSparql('?md5', FACTOR_DIGITS)}) * ${inSparql})`,
  of: (subject, object, spelling) =>
    BigInt(1 + textChecksum(subject, FACTOR_DIGITS, spelling)) * of(numberOf(object as Literal)),
});

/** Stores have true and false as numbers, too (rule `boolean` of lint). */
const IS_TRUTH = `DATATYPE(?o) = <${xsd.boolean}>`;
const numberOf = ({ value, datatype }: Literal): string =>
  datatype.value !== xsd.boolean ? value : value === 'true' || value === '1' ? '1' : '0';

/** As much of a date or time as all stores write alike (rules `fraction-of-second` and `part-of-date` of lint). */
const WRITTEN_ALIKE = {
  date: '1936-05-01',
  dateTime: '1936-05-01T12:00:00',
  gYear: '1936',
  gYearMonth: '1936-05',
  gMonthDay: '--05-01',
} as const;
type Time = keyof typeof WRITTEN_ALIKE;

const timely = (name: Time): ChecksumTerm => {
  const { length } = WRITTEN_ALIKE[name];
  return textual(
    () => `isLiteral(?o) && DATATYPE(?o) = <${xsdType(name)}>`,
    `SUBSTR(STR(?o), 1, ${length})`,
    ({ value }) => value.slice(0, length),
  );
};

/** What is added up, by its name in queries. */
export type ChecksumTermName = 'triples' | 'iri' | 'language' | 'typed' | Time | 'whole' | 'millionths';

/**
 * All that is added up. Of numbers it is what is before the point and what is behind it, in millionths: those are whole
 * numbers, and their sums are exact up to 2^53 even where a store keeps decimals as floating-point numbers, so that
 * nothing has to be tolerated. A million coordinates make less than 2^48.
 */
export const CHECKSUM_TERMS: Readonly<Record<ChecksumTermName, ChecksumTerm>> = {
  triples: { filter: () => 'true', binds: {}, aggregate: 'COUNT(*)', of: () => 1n },
  iri: textual(
    () => 'isIRI(?o)',
    'STR(?o)',
    ({ value }) => value,
  ),
  // Tags are the same in small and large letters (RDF 1.1 Concepts, section 3.3).
  language: textual(
    () => 'isLiteral(?o) && LANG(?o) != ""',
    'LCASE(LANG(?o)), " ", STR(?o)',
    (object) => `${(object as Literal).language.toLowerCase()} ${object.value}`,
  ),
  typed: textual(
    (datatypes) => `isLiteral(?o) && DATATYPE(?o) IN (${datatypes.map((one) => `<${one}>`).join(', ')})`,
    'STR(DATATYPE(?o)), " ", STR(?o)',
    (object) => `${(object as Literal).datatype.value} ${object.value}`,
  ),
  date: timely('date'),
  dateTime: timely('dateTime'),
  gYear: timely('gYear'),
  gYearMonth: timely('gYearMonth'),
  gMonthDay: timely('gMonthDay'),
  whole: numeric('FLOOR(?number)', (number) => splitNumber(number).whole),
  millionths: numeric(
    `ROUND((?number - FLOOR(?number)) * ${MILLION})`,
    (number) => splitNumber(number).millionths,
  ),
};

const NUMBERS: readonly ChecksumTermName[] = ['whole', 'millionths'];
const BY_DATATYPE: ReadonlyMap<string, readonly ChecksumTermName[]> = new Map<
  string,
  readonly ChecksumTermName[]
>([
  ...[xsd.boolean, xsd.decimal, ...INTEGERS, ...FLOATS].map((one) => [one, NUMBERS] as const),
  ...(Object.keys(WRITTEN_ALIKE) as Time[]).map((name) => [xsdType(name), [name]] as const),
  ...['string', 'anyURI'].map((name) => [xsdType(name), ['typed'] as const] as const),
]);
/** Datatypes whose texts stores write as they please, or read as markup. */
const OTHERWISE =
  /^(?:http:\/\/www\.w3\.org\/(?:2001\/XMLSchema|1999\/02\/22-rdf-syntax-ns)|http:\/\/www\.opengis\.net\/ont\/geosparql)#/;

/** What is added up of an object: nothing of geometries, durations, markup and blank nodes. */
export function checksumTermsOf(object: Term): readonly ChecksumTermName[] {
  if (object.termType === 'NamedNode') return ['iri'];
  if (object.termType !== 'Literal') return [];
  if (object.language !== '') return ['language'];
  const { value: datatype } = object.datatype;
  return BY_DATATYPE.get(datatype) ?? (OTHERWISE.test(datatype) ? [] : ['typed']);
}

/** What a store gives: by what was added up, the sum of each group; undefined for what is no whole number. */
export type StoreSums = ReadonlyMap<ChecksumTermName, ReadonlyMap<string, bigint | undefined>>;

/** The sums of the triples of a release, in groups: those with one property, or some of them. */
export class TripleSums {
  readonly encoding: ChecksumEncoding;
  readonly #sums = new Map<ChecksumTermName, Map<string, bigint>>();
  readonly #datatypes = new Set<string>();

  constructor(spelling: ChecksumEncoding) {
    this.encoding = spelling;
  }

  /** Adds a triple, and what it has to add; a blank node is nobody that a store could be asked about. */
  add(group: string, { subject, object }: Quad): void {
    if (subject.termType !== 'NamedNode') return;
    for (const name of ['triples' as const, ...checksumTermsOf(object)]) {
      const sums = this.#sums.get(name) ?? new Map<string, bigint>();
      this.#sums.set(name, sums);
      sums.set(
        group,
        (sums.get(group) ?? 0n) + CHECKSUM_TERMS[name].of(subject.value, object, this.encoding),
      );
      if (name === 'typed' && object.termType === 'Literal') this.#datatypes.add(object.datatype.value);
    }
  }

  /** What has been added up. */
  get names(): readonly ChecksumTermName[] {
    return [...this.#sums.keys()];
  }

  /** The groups that have something of a name. */
  groupsOf(name: ChecksumTermName): readonly string[] {
    return [...(this.#sums.get(name)?.keys() ?? [])];
  }

  sumOf(name: ChecksumTermName, group: string): bigint {
    return this.#sums.get(name)?.get(group) ?? 0n;
  }

  /** The datatypes of objects that are added up as they are written. */
  get datatypes(): readonly string[] {
    return [...this.#datatypes];
  }

  /** The groups of which a store has another sum. */
  differing(found: StoreSums): ReadonlySet<string> {
    const differing = new Set<string>();
    for (const [name, there] of found) {
      for (const group of new Set([...this.groupsOf(name), ...there.keys()])) {
        const sum = there.has(group) ? there.get(group) : 0n;
        if (sum !== this.sumOf(name, group)) differing.add(group);
      }
    }
    return differing;
  }
}
