import type { Literal } from '@rdfjs/types';
import { z } from 'zod';
import { referenceTable } from '../../../base/reference-data.js';
import { NOT_IN_TEXT } from '../../../base/text.js';
import { BAD_ESCAPE, unlawfulInIri } from '../../../model/rdf/iri-syntax.js';
import { WKT_LITERAL, xsd } from '../../../model/rdf/iris.js';
import {
  DERIVED_INTEGERS,
  DURATIONS,
  FLOATS,
  INTEGERS,
  isLexical,
  KNOWN_DATATYPES,
  YEARS,
} from '../../../model/rdf/lexical-forms.js';
import { parseWkt, type Wkt } from '../wkt.js';
import { LINT_STORE_NAMES, SEVERITIES } from './stores.js';

/** The terms that a rule checks. */
type RuleTarget =
  /** IRIs of subjects, predicates, objects and datatypes. */
  | { readonly at: 'iri'; readonly finds: (iri: string) => boolean }
  | { readonly at: 'blank node' }
  /** Literals; when datatypes are listed, of these only. */
  | {
      readonly at: 'literal';
      readonly datatypes?: readonly string[];
      readonly finds: (literal: Literal) => boolean;
    }
  /** Language tags as they are written in the file. */
  | { readonly at: 'language tag'; readonly finds: (tag: string) => boolean }
  /** Triple terms, texts with a direction, and versions: what RDF 1.2 has beyond RDF 1.1. */
  | { readonly at: 'rdf 1.2' }
  /** Lines of N-Triples and N-Quads. */
  | { readonly at: 'line' }
  /** A file that cannot be parsed. */
  | { readonly at: 'file' };

/** A test of literals, of some datatypes only when they are listed. */
const literals = (finds: (literal: Literal) => boolean, datatypes?: readonly string[]): RuleTarget =>
  datatypes === undefined ? { at: 'literal', finds } : { at: 'literal', datatypes, finds };

/** A test of geo:wktLiteral; the geometry is undefined when it cannot be read. */
const geometries = (finds: (text: string, wkt: Wkt | undefined) => boolean): RuleTarget =>
  literals(({ value }) => finds(value, parseWkt(value)), [WKT_LITERAL]);

/** Bytes of an IRI that Virtuoso 7.2.5 keeps; a longer one is cut silently to one byte less. */
const LONGEST_IRI_IN_VIRTUOSO = 1880;

/** Matches most IRIs, which are valid. */
const PLAIN = /^https?:\/\/[\w.-]+\/[\w./~-]*(?:#[\w./~-]*)?$/;
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** Whether a text is longer in UTF-8; a UTF-16 unit takes at most three bytes. */
const isLongerThan = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && Buffer.byteLength(text) > bytes;

/** Virtuoso's Turtle parser reads a quoted literal of 65,500 bytes, and not of 65,530. */
const LONGEST_TEXT_IN_VIRTUOSO = 65_500;
/** QLever's `MAX_INTERNAL_LITERAL_BYTES`. */
const LONGEST_IN_QLEVER = 1_000_000;

const ESCAPED = /["\\\n\r\t]/g;

/** BCP 47, section 2.1: language, script, region, variants, extensions, private use; or private use alone. */
const LANGUAGE_TAG = new RegExp(
  [
    '^(?:x(?:-[a-z0-9]{1,8})+|',
    '[a-z]{2,3}(?:-[a-z]{3}){0,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?',
    '(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?',
    ')$',
  ].join(''),
  'i',
);
const LANG_STRING = '#langString';

/** Decimal digits that a 64-bit floating-point number keeps. */
const CERTAIN_DIGITS = 15;

/** The forms that stores return (XML Schema 1.1 part 2, appendix E.2; a decimal without a fraction has no point). */
const CANONICAL: ReadonlyMap<string, RegExp> = new Map([
  ...INTEGERS.map((one) => [one, /^(?:0|-?[1-9]\d*)$/] as const),
  [xsd.decimal, /^(?!-0$)-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/],
  [xsd.boolean, /^(?:true|false)$/],
  [xsd.dateTime, /^(?!.*T24)(?!.*[+-]00:00$)(?!.*\.\d*0(?!\d))/],
]);

const beyond = (value: string, bits: number): boolean => {
  // BigInt is slow, and most numbers have few digits.
  if (value.length < 10 || !/^[+-]?\d+$/.test(value)) return false;
  const [number, limit] = [BigInt(value.replace(/^\+/, '')), 1n << BigInt(bits - 1)];
  return number >= limit || number < -limit;
};

/** Whether a decimal has more significant digits, or more decimals, than stores keep. */
const isTooPrecise = (value: string): boolean => {
  const [whole = '', fraction = ''] = value.replace(/^[+-]?0*/, '').split('.');
  const decimals = fraction.replace(/0+$/, '');
  return decimals.length > CERTAIN_DIGITS || `${whole}${decimals}`.replace(/^0+/, '').length > CERTAIN_DIGITS;
};

/** Fractions that Virtuoso keeps: milliseconds or microseconds. */
const KEPT_FRACTION = /\.(?:\d{3}|\d{6})(?!\d)/;

/** Decimals of a degree that QLever keeps of a point (30 bits for each coordinate). */
const KEPT_DECIMALS = 6;
/** Systems with the latitude first (GeoSPARQL 1.1, section 8.5.1, requirement on axis order). */
const LATITUDE_FIRST = /\bEPSG\b.*\/4326$/;

const isOutside = ({ positions }: Wkt): boolean =>
  positions.some(([x = 0, y = 0]) => Math.abs(x) > 180 || Math.abs(y) > 90);

/** The terms that each rule of reference-data/store-limits.yaml checks. */
const TARGETS = {
  syntax: { at: 'file' },
  'line-format': { at: 'line' },
  'rdf-12': { at: 'rdf 1.2' },
  'text-too-long-for-http': literals(
    ({ value }) =>
      value.length * 4 > LONGEST_TEXT_IN_VIRTUOSO &&
      Buffer.byteLength(value) + (value.match(ESCAPED)?.length ?? 0) > LONGEST_TEXT_IN_VIRTUOSO,
  ),
  'text-too-long-for-index': literals(({ value }) => isLongerThan(value, LONGEST_IN_QLEVER)),
  'half-character': literals(({ value }) => !value.isWellFormed()),
  'control-character': literals(({ value }) => NOT_IN_TEXT.test(value)),
  'language-tag-unlawful': literals(({ language }) => language !== '' && !LANGUAGE_TAG.test(language)),
  'language-tag-case': { at: 'language tag', finds: (tag) => tag !== tag.toLowerCase() },
  'language-missing': literals(
    ({ datatype, language }) => language === '' && datatype.value.endsWith(LANG_STRING),
  ),
  'iri-unlawful': {
    at: 'iri',
    finds: (iri) =>
      !PLAIN.test(iri) &&
      (!ABSOLUTE.test(iri) || !iri.isWellFormed() || unlawfulInIri(iri) || BAD_ESCAPE.test(iri)),
  },
  'iri-too-long': { at: 'iri', finds: (iri) => isLongerThan(iri, LONGEST_IRI_IN_VIRTUOSO) },
  'blank-node': { at: 'blank node' },
  'not-canonical': literals(
    ({ value, datatype }) =>
      isLexical(datatype.value, value) && CANONICAL.get(datatype.value)?.test(value) === false,
    [...CANONICAL.keys()],
  ),
  'ill-typed': literals(({ value, datatype }) => !isLexical(datatype.value, value), KNOWN_DATATYPES),
  'integer-derived': literals(() => true, [...DERIVED_INTEGERS]),
  'integer-over-32-bits': literals(({ value }) => beyond(value, 32), INTEGERS),
  'integer-over-60-bits': literals(({ value }) => beyond(value, 60), INTEGERS),
  'integer-over-64-bits': literals(({ value }) => beyond(value, 64), INTEGERS),
  'decimal-too-precise': literals(
    ({ value }) => value.length > CERTAIN_DIGITS && isTooPrecise(value),
    [xsd.decimal],
  ),
  'floating-point': literals(() => true, FLOATS),
  boolean: literals(() => true, [xsd.boolean]),
  duration: literals(() => true, DURATIONS),
  'year-out-of-range': literals(({ value }) => /^-|^0000|^\d{5}/.test(value), YEARS),
  'fraction-of-second': literals(
    ({ value }) => value.includes('.') && !KEPT_FRACTION.test(value),
    [xsd.dateTime],
  ),
  'part-of-date': literals(() => true, [xsd.gYear, xsd.gYearMonth, xsd.gMonthDay]),
  'wkt-unreadable': geometries((_, wkt) => wkt === undefined),
  'wkt-with-system': geometries((_, wkt) => wkt?.crs !== undefined),
  'wkt-outside': geometries((_, wkt) => wkt !== undefined && wkt.crs === undefined && isOutside(wkt)),
  'wkt-axis-order': geometries((_, wkt) => LATITUDE_FIRST.test(wkt?.crs ?? '')),
  'wkt-without-space': geometries((text) => /^\s*POINT\(/i.test(text)),
  'wkt-empty': geometries((_, wkt) => wkt?.positions.length === 0),
  'wkt-too-precise': geometries(
    (text, wkt) => wkt?.shape === 'POINT' && new RegExp(`\\.\\d{${KEPT_DECIMALS + 1}}`).test(text),
  ),
  'wkt-datatype': geometries((_, wkt) => wkt !== undefined),
} as const satisfies Readonly<Record<string, RuleTarget>>;

type RuleId = keyof typeof TARGETS;
const RULE_IDS = Object.keys(TARGETS) as RuleId[];

const storeLimit = z.strictObject({
  stores: z.union([z.literal('all').transform(() => LINT_STORE_NAMES), z.array(z.enum(LINT_STORE_NAMES))]),
  severity: z.enum(SEVERITIES),
  what: z.string(),
  remedy: z.string(),
  evidence: z.string(),
});

/** A known limit of some stores. Its id is stable, for scripts. */
export interface LintRule extends Readonly<z.output<typeof storeLimit>> {
  readonly id: string;
  readonly target: RuleTarget;
}

const LIMITS = referenceTable('store-limits', z.record(z.enum(RULE_IDS), storeLimit));

/** What stores reject or alter, in the order of the checks. */
export const LINT_RULES: readonly LintRule[] = RULE_IDS.map((id) => ({
  id,
  ...LIMITS[id],
  target: TARGETS[id],
}));
