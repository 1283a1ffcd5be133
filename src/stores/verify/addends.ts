import type { Literal, Term } from '@rdfjs/types';
import { xsd } from '../../rdf/iris.js';
import { FLOATS, INTEGERS, xsdType } from '../lint/datatypes.js';
import { checksumInSparql, checksumOf, type Spelling } from './checksum.js';
import { splitNumber } from './split-number.js';

/** What is added up of triples whose objects are alike: the same number here and in a store. */
export interface Addend {
  /** Which objects they are, in SPARQL, of the variable `?o`; of those with a datatype, the ones that a release has. */
  readonly filter: (datatypes: readonly string[]) => string;
  /** What is bound for each triple, of `?s` and `?o`. */
  readonly binds: Readonly<Record<string, string>>;
  readonly aggregate: string;
  /** The same of one triple of a release. */
  readonly of: (subject: string, object: Term, spelling: Spelling) => bigint;
}

/** Digits of base 16: of 65,536 texts that were altered one keeps its checksum. */
const CHECKSUM_DIGITS = 4;
/** Factors from 1 to 256, the same for one pair of subjects in 256; larger ones make sums that need more than 2^53. */
const FACTOR_DIGITS = 2;
/** What is finer is rounded; of degrees it is a tenth of a metre. */
const MILLION = 1_000_000;

/** A text, and the subject that it is said of: then sums see what was exchanged between two subjects. */
const textual = (filter: Addend['filter'], inSparql: string, of: (object: Term) => string): Addend => ({
  filter,
  binds: { md5: `MD5(CONCAT(STR(?s), " ", ${inSparql}))` },
  aggregate: `SUM(${checksumInSparql('?md5', CHECKSUM_DIGITS)})`,
  of: (subject, object, spelling) =>
    BigInt(checksumOf(`${subject} ${of(object)}`, CHECKSUM_DIGITS, spelling)),
});

/** A number times another one that its subject gives: then sums see numbers that were exchanged. */
const numeric = (inSparql: string, of: (number: string) => bigint): Addend => ({
  filter: () => `isLiteral(?o) && (isNumeric(?o) || ${IS_TRUTH})`,
  binds: { md5: 'MD5(STR(?s))', number: `IF(${IS_TRUTH}, IF(STR(?o) IN ("true", "1"), 1, 0), ?o)` },
  aggregate: `SUM((1 + ${checksumInSparql('?md5', FACTOR_DIGITS)}) * ${inSparql})`,
  of: (subject, object, spelling) =>
    BigInt(1 + checksumOf(subject, FACTOR_DIGITS, spelling)) * of(numberOf(object as Literal)),
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

const timely = (name: Time): Addend => {
  const { length } = WRITTEN_ALIKE[name];
  return textual(
    () => `isLiteral(?o) && DATATYPE(?o) = <${xsdType(name)}>`,
    `SUBSTR(STR(?o), 1, ${length})`,
    ({ value }) => value.slice(0, length),
  );
};

/** What is added up, by its name in queries. */
export type AddendName = 'triples' | 'iri' | 'language' | 'typed' | Time | 'whole' | 'millionths';

/**
 * All that is added up. Of numbers it is what is before the point and what is behind it, in millionths: those are whole
 * numbers, and their sums are exact up to 2^53 even where a store keeps decimals as floating-point numbers, so that
 * nothing has to be tolerated. A million coordinates make less than 2^48.
 */
export const ADDENDS: Readonly<Record<AddendName, Addend>> = {
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

const NUMBERS: readonly AddendName[] = ['whole', 'millionths'];
const BY_DATATYPE: ReadonlyMap<string, readonly AddendName[]> = new Map<string, readonly AddendName[]>([
  ...[xsd.boolean, xsd.decimal, ...INTEGERS, ...FLOATS].map((one) => [one, NUMBERS] as const),
  ...(Object.keys(WRITTEN_ALIKE) as Time[]).map((name) => [xsdType(name), [name]] as const),
  ...['string', 'anyURI'].map((name) => [xsdType(name), ['typed'] as const] as const),
]);
/** Datatypes whose texts stores write as they please, or read as markup. */
const OTHERWISE =
  /^(?:http:\/\/www\.w3\.org\/(?:2001\/XMLSchema|1999\/02\/22-rdf-syntax-ns)|http:\/\/www\.opengis\.net\/ont\/geosparql)#/;

/** What is added up of an object: nothing of geometries, durations, markup and blank nodes. */
export function addendsOf(object: Term): readonly AddendName[] {
  if (object.termType === 'NamedNode') return ['iri'];
  if (object.termType !== 'Literal') return [];
  if (object.language !== '') return ['language'];
  const { value: datatype } = object.datatype;
  return BY_DATATYPE.get(datatype) ?? (OTHERWISE.test(datatype) ? [] : ['typed']);
}
