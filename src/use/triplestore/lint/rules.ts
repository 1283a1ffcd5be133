import type { Literal } from '@rdfjs/types';
import { BAD_ESCAPE, unlawfulInIri } from '../../../model/rdf/iri-syntax.js';
import { WKT_LITERAL, xsd } from '../../../model/rdf/iris.js';
import {
  DERIVED_INTEGERS,
  DURATIONS,
  FLOATS,
  INTEGERS,
  isLexical,
  KNOWN_DATATYPES,
  parseWkt,
  type Wkt,
  YEARS,
} from '../lexical-forms.js';
/** The stores of the rules, and their names for people. */
export const LINT_STORES = {
  virtuoso: 'Virtuoso',
  jena: 'Jena and Fuseki',
  oxigraph: 'Oxigraph',
  graphdb: 'GraphDB and RDF4J',
  qlever: 'QLever',
  stardog: 'Stardog',
} as const;
export type LintStore = keyof typeof LINT_STORES;
export const LINT_STORE_NAMES = Object.keys(LINT_STORES) as readonly LintStore[];

/**
 * `chokes`: a store rejects the data, or loads something else or nothing in its place. `alters`: the store returns it in
 * another form or with less precision.
 */
export const SEVERITIES = ['chokes', 'alters'] as const;
export type LintSeverity = (typeof SEVERITIES)[number];

/** The terms that a rule checks. */
export type RuleTarget =
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
  /** A file that cannot be parsed. */
  | { readonly at: 'file' };

/** A known limit of some stores. */
export interface LintRule {
  /** Stable, for scripts. */
  readonly id: string;
  readonly stores: readonly LintStore[];
  readonly severity: LintSeverity;
  /** The data and what becomes of it; a sentence. */
  readonly what: string;
  /** What to do; a sentence. */
  readonly remedy: string;
  readonly target: RuleTarget;
}

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

/** Characters that XML 1.0 excludes (section 2.2), and the C1 controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\uFFFE\uFFFF]/;
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

/**
 * What stores reject or alter, one row for each fact, with its evidence: "run" means that the data was loaded into the
 * store and queried again; otherwise the documentation or issue is named.
 */
export const LINT_RULES: readonly LintRule[] = [
  /** RDF 1.1 N-Triples, section 2; no parser of a store reads beyond a syntax error. */
  {
    id: 'syntax',
    stores: LINT_STORE_NAMES,
    severity: 'chokes',
    what: 'The file cannot be read to its end: a store stops here, drops the file, or keeps the triples before.',
    remedy: 'Write the file again; `folklore-ld validate` names the line, too.',
    target: { at: 'file' },
  },
  /**
   * Virtuoso 7.2.5.1: a quoted text of 65,500 bytes as it is written passes the graph store and the bulk loader, one of
   * 65,530 is answered by 500 at the graph store; the bulk loader takes 2 MB (run).
   */
  {
    id: 'text-too-long-for-http',
    stores: ['virtuoso'],
    severity: 'chokes',
    what: 'A text has more than 65,500 bytes: Virtuoso refuses it over HTTP, with status 500.',
    remedy: 'Load it in bulk (bulk/virtuoso.sql), which has no such limit.',
    target: literals(
      ({ value }) =>
        value.length * 4 > LONGEST_TEXT_IN_VIRTUOSO &&
        Buffer.byteLength(value) + (value.match(ESCAPED)?.length ?? 0) > LONGEST_TEXT_IN_VIRTUOSO,
    ),
  },
  /** ad-freiburg/qlever#2864: with a literal of more than a megabyte the index is not built. */
  {
    id: 'text-too-long-for-index',
    stores: ['qlever'],
    severity: 'chokes',
    what: 'A text has more than a million bytes: QLever does not build its index.',
    remedy: 'Shorten the text, or cut it into pieces.',
    target: literals(({ value }) => isLongerThan(value, LONGEST_IN_QLEVER)),
  },
  /** RDF 1.1 Concepts, section 3.3: a text consists of Unicode characters; a lone surrogate is not one. */
  {
    id: 'half-character',
    stores: LINT_STORE_NAMES,
    severity: 'chokes',
    what: 'A text has half a character (a lone surrogate), which UTF-8 cannot encode.',
    remedy: 'Remove it, or write the whole character.',
    target: literals(({ value }) => !value.isWellFormed()),
  },
  /** XML 1.0, section 2.2: the results of a query asked for in XML cannot be parsed. */
  {
    id: 'control-character',
    stores: LINT_STORE_NAMES,
    severity: 'alters',
    what: 'A text has a control character: results in XML (SPARQL results, RDF/XML) lose it or cannot be read.',
    remedy: 'Remove control characters; line feed, carriage return and tab may stay.',
    target: literals(({ value }) => CONTROL.test(value)),
  },
  /** Oxigraph: 'parser error' for a subtag of nine letters (run); eclipse-rdf4j/rdf4j#450 and #1292. */
  {
    id: 'language-tag-unlawful',
    stores: ['oxigraph', 'graphdb', 'stardog'],
    severity: 'chokes',
    what: 'A language tag is not valid (BCP 47): stores refuse the file.',
    remedy:
      'Write the tag as in BCP 47: language, script, region, with hyphens, no part longer than eight letters.',
    target: literals(({ language }) => language !== '' && !LANGUAGE_TAG.test(language)),
  },
  /** `"x"@ga-Latg` comes back as `"x"@ga-latg` from Virtuoso 7.2.5.1 and Oxigraph 0.5, not from Jena 4.5 (run). */
  {
    id: 'language-tag-case',
    stores: ['virtuoso', 'oxigraph'],
    severity: 'alters',
    what: 'A language tag has capitals: Virtuoso and Oxigraph write it in small letters, and `lang(?x) = "ga-Latg"` finds nothing.',
    remedy: 'Write tags in small letters, and query with langMatches().',
    target: { at: 'language tag', finds: (tag) => tag !== tag.toLowerCase() },
  },
  /** dbpedia/extraction-framework#603, eclipse-rdf4j/rdf4j#2815: 'datatype rdf:langString requires a language tag'. */
  {
    id: 'language-missing',
    stores: ['graphdb'],
    severity: 'chokes',
    what: 'A text is of the datatype rdf:langString and has no language: GraphDB and RDF4J refuse the file.',
    remedy: 'Give the text its language, or leave the datatype out.',
    target: literals(({ datatype, language }) => language === '' && datatype.value.endsWith(LANG_STRING)),
  },
  /**
   * Of four files, one with a space in an IRI: Virtuoso's bulk loader loads everything without a message, Oxigraph drops
   * the file, tdb2.tdbloader loads nothing at all (all run). RFC 3987, section 2.2; RDF 1.1 Concepts, section 3.2.
   */
  {
    id: 'iri-unlawful',
    stores: LINT_STORE_NAMES,
    severity: 'chokes',
    what: 'An IRI is not absolute, or has a character that must be percent-encoded: one store drops the file, another loads nothing, a third loads it as it is.',
    remedy: 'Percent-encode characters that are not allowed in an IRI, and write absolute IRIs.',
    target: {
      at: 'iri',
      finds: (iri) =>
        !PLAIN.test(iri) &&
        (!ABSOLUTE.test(iri) || !iri.isWellFormed() || unlawfulInIri(iri) || BAD_ESCAPE.test(iri)),
    },
  },
  /**
   * Virtuoso 7.2.5.1 keeps an IRI of 1,880 bytes whole; one of 1,881 or more is truncated to 1,879 silently, so that
   * two become one (run). Older ones refuse with SR133 (timrdf/csv2rdf4lod-automation#345).
   */
  {
    id: 'iri-too-long',
    stores: ['virtuoso'],
    severity: 'chokes',
    what: 'An IRI has more than 1,880 bytes: Virtuoso truncates it silently, or refuses the file (SR133).',
    remedy: 'Shorten the IRI, or leave the link out.',
    target: { at: 'iri', finds: (iri) => isLongerThan(iri, LONGEST_IRI_IN_VIRTUOSO) },
  },
  /** RDF 1.1 Concepts, section 3.4: they have no name outside the file; every store gives them its own. */
  {
    id: 'blank-node',
    stores: LINT_STORE_NAMES,
    severity: 'alters',
    what: 'A blank node gets another name in every store, and loading a file twice makes it two.',
    remedy: 'Give the node an IRI; data that is loaded again or compared needs stable names.',
    target: { at: 'blank node' },
  },
  /**
   * `53.3400` becomes `53.34` and `007` becomes `7` in Virtuoso 7.2.5.1 and Oxigraph 0.5, `1` of xsd:boolean `true` in
   * Oxigraph and TDB2 (run); Jena, 'TDB Value Canonicalization'; Stardog, 'Canonicalized Literals'.
   */
  {
    id: 'not-canonical',
    stores: ['virtuoso', 'jena', 'oxigraph', 'qlever', 'stardog'],
    severity: 'alters',
    what: 'A number, truth or time is not written in its shortest form: stores return it in another form, and values that differ in form only become one.',
    remedy: 'Write the canonical form: 53.34, 7, true, 2014-01-01T10:00:00.5Z.',
    target: literals(
      ({ value, datatype }) =>
        isLexical(datatype.value, value) && CANONICAL.get(datatype.value)?.test(value) === false,
      [...CANONICAL.keys()],
    ),
  },
  /** `"abc"^^xsd:integer` comes back from Virtuoso 7.2.5.1 as 0 (run); Stardog refuses it (option strict.parsing). */
  {
    id: 'ill-typed',
    stores: ['virtuoso', 'stardog'],
    severity: 'chokes',
    what: 'A value is not valid for its datatype, or is a day that does not exist: Virtuoso stores 0 for a number, Stardog refuses the file.',
    remedy: 'Correct the value, or its datatype.',
    target: literals(({ value, datatype }) => !isLexical(datatype.value, value), KNOWN_DATATYPES),
  },
  /** `"5"^^xsd:int` comes back as xsd:integer, and is one triple with it (run, Oxigraph 0.5). */
  {
    id: 'integer-derived',
    stores: ['oxigraph'],
    severity: 'alters',
    what: 'A number is of a datatype derived from xsd:integer: Oxigraph keeps it as xsd:integer.',
    remedy: 'Use xsd:integer.',
    target: literals(() => true, [...DERIVED_INTEGERS]),
  },
  /** `"2147483648"^^xsd:integer` comes back from Virtuoso 7.2.5.1 as xsd:decimal, 2147483647 as it was (run). */
  {
    id: 'integer-over-32-bits',
    stores: ['virtuoso'],
    severity: 'alters',
    what: 'An integer needs more than 32 bits: Virtuoso returns it as xsd:decimal.',
    remedy: 'Keep identifiers as strings; query numbers by value.',
    target: literals(({ value }) => beyond(value, 32), INTEGERS),
  },
  /**
   * QLever folds an integer into an id of 64 bits, four of which are its type; one that does not fit 'will throw an
   * exception' by default (log of the index builder, ad-freiburg/qlever#1759).
   */
  {
    id: 'integer-over-60-bits',
    stores: ['qlever'],
    severity: 'chokes',
    what: 'An integer needs more than 60 bits: QLever does not build its index.',
    remedy: 'Keep it as a string, or build with "parser-integer-overflow-behavior" set.',
    target: literals(({ value }) => beyond(value, 60), INTEGERS),
  },
  /** `"9223372036854775808"^^xsd:integer` comes back from TDB2 of Jena 4.5.0 as -9223372036854775808 (run). */
  {
    id: 'integer-over-64-bits',
    stores: ['jena'],
    severity: 'chokes',
    what: 'An integer needs more than 64 bits: TDB2 of Jena 4.5 stores another number.',
    remedy: 'Keep it as a string.',
    target: literals(({ value }) => beyond(value, 64), INTEGERS),
  },
  /**
   * `0.1234567890123456789012` comes back from Virtuoso 7.2.5.1 as 0.123456789012346, and `0.00012345678901234` as
   * 0.000123456789012 (run).
   */
  {
    id: 'decimal-too-precise',
    stores: ['virtuoso', 'qlever'],
    severity: 'alters',
    what: 'A decimal has more than 15 digits, or more than 15 after the point: Virtuoso rounds it, QLever keeps decimals as floating-point numbers.',
    remedy: 'Round it to what was measured.',
    target: literals(({ value }) => value.length > CERTAIN_DIGITS && isTooPrecise(value), [xsd.decimal]),
  },
  /** `5.0E1` comes back as `50` from Oxigraph, `50.0` from Virtuoso, `50.0e0` from TDB2 (run); ad-freiburg/qlever#3028. */
  {
    id: 'floating-point',
    stores: ['virtuoso', 'jena', 'oxigraph', 'qlever'],
    severity: 'alters',
    what: 'A floating-point number has no form that all stores keep; QLever returns it as xsd:decimal.',
    remedy: 'Use xsd:decimal.',
    target: literals(() => true, FLOATS),
  },
  /**
   * Virtuoso 7.2.5.1 gives `true` back as `"1"^^xsd:boolean` (run); in some queries as xsd:integer
   * (openlink/virtuoso-opensource#251, #485, #733).
   */
  {
    id: 'boolean',
    stores: ['virtuoso'],
    severity: 'alters',
    what: 'Virtuoso returns true and false as 1 and 0, sometimes as xsd:integer.',
    remedy: 'Query by value (FILTER (?x)), and compare results by value.',
    target: literals(() => true, [xsd.boolean]),
  },
  /** `P1Y` comes back from Virtuoso 7.2.5.1 as `"12"^^xsd:duration` (run). */
  {
    id: 'duration',
    stores: ['virtuoso'],
    severity: 'alters',
    what: 'Virtuoso returns a duration as a number of months or seconds.',
    remedy: 'Keep durations as numbers with a unit of their own.',
    target: literals(() => true, DURATIONS),
  },
  /**
   * Virtuoso 7.2.5.1 gives `-0044` back as `-044` (run); QLever keeps the year alone beyond 9999 and before -9999
   * (ad-freiburg/qlever#983); TDB keeps years from 0 to 8000 as values ('TDB Value Canonicalization').
   */
  {
    id: 'year-out-of-range',
    stores: ['virtuoso', 'qlever'],
    severity: 'alters',
    what: 'A year is before 1 or after 9999: Virtuoso writes it with too few digits, QLever keeps only the year of large years.',
    remedy: 'Write it in EDTF, or as a number.',
    target: literals(({ value }) => /^-|^0000|^\d{5}/.test(value), YEARS),
  },
  /** `10:00:00.5Z` comes back as `10:00:00.500Z`, nine digits come back as six (run, Virtuoso 7.2.5.1). */
  {
    id: 'fraction-of-second',
    stores: ['virtuoso'],
    severity: 'alters',
    what: 'Virtuoso writes fractions of a second with three or six digits, and cuts what is finer.',
    remedy: 'Compare times by value; leave out what is finer than a microsecond.',
    target: literals(({ value }) => value.includes('.') && !KEPT_FRACTION.test(value), [xsd.dateTime]),
  },
  /**
   * `"2006"^^xsd:gYear` came back as `2006+01:00`, or as a date (openlink/virtuoso-opensource#125, #185); 7.2.5.1 keeps
   * it (run). QLever knows gYear and gYearMonth as dates, not gMonthDay (ad-freiburg/qlever#983).
   */
  {
    id: 'part-of-date',
    stores: ['virtuoso', 'qlever'],
    severity: 'alters',
    what: 'A year, month or day of the year alone: Virtuoso before 7.2.5 adds a time zone to it, QLever does not sort days of the year.',
    remedy: 'Use a newer Virtuoso; compare years with year().',
    target: literals(() => true, [xsd.gYear, xsd.gYearMonth, xsd.gMonthDay]),
  },
  /** Virtuoso 7.2.5.1 answers 500 to the whole graph ('RDF box with a geometry RDF type and a non-geometry content', run). */
  {
    id: 'wkt-unreadable',
    stores: ['virtuoso', 'graphdb'],
    severity: 'chokes',
    what: 'A geometry is not well-known text (WKT): Virtuoso refuses everything that is sent with it.',
    remedy: 'Write POINT (longitude latitude), or leave the geometry out.',
    target: geometries((_, wkt) => wkt === undefined),
  },
  /** The same answer of Virtuoso 7.2.5.1; 7.2.12 accepts it and drops the system (run). */
  {
    id: 'wkt-with-system',
    stores: ['virtuoso'],
    severity: 'chokes',
    what: 'A geometry names its coordinate reference system: Virtuoso 7.2.5 refuses everything that is sent with it, later ones drop the system.',
    remedy: 'Write longitude and latitude of WGS 84 without a system, which means CRS84.',
    target: geometries((_, wkt) => wkt?.crs !== undefined),
  },
  /** `POINT (-8.5 153.25)` is answered by 500 (run, Virtuoso 7.2.5.1). */
  {
    id: 'wkt-outside',
    stores: ['virtuoso', 'graphdb'],
    severity: 'chokes',
    what: 'A position is outside the map: longitudes go to 180 degrees, latitudes to 90. The two may be exchanged, or be metres.',
    remedy: 'Write the longitude first, in degrees.',
    target: geometries((_, wkt) => wkt !== undefined && wkt.crs === undefined && isOutside(wkt)),
  },
  /** GeoSPARQL 1.1, section 8.5.1: the system defines the order of the axes; not every store follows it. */
  {
    id: 'wkt-axis-order',
    stores: ['virtuoso', 'jena', 'qlever'],
    severity: 'alters',
    what: 'A geometry in EPSG:4326 names the latitude first: stores that ignore the system take it for the longitude.',
    remedy: 'Write longitude and latitude without a system.',
    target: geometries((_, wkt) => LATITUDE_FIRST.test(wkt?.crs ?? '')),
  },
  /**
   * `POINT(-8.2439 53.4129)` comes back as `POINT(-8.2439002990723 53.412899017334)` (run, 7.2.5.1 and 7.2.12); with eight
   * decimals or more it does not (run, 7.2.5.1).
   */
  {
    id: 'wkt-without-space',
    stores: ['virtuoso'],
    severity: 'alters',
    what: 'A point has no space before its parenthesis: Virtuoso keeps one with few digits with 32 bits, some seven digits.',
    remedy: 'Write one space: POINT (-8.2439 53.4129).',
    target: geometries((text) => /^\s*POINT\(/i.test(text)),
  },
  /** `POINT EMPTY` comes back as `POINT(1e+38 1e+38)` (run, Virtuoso 7.2.5.1). */
  {
    id: 'wkt-empty',
    stores: ['virtuoso'],
    severity: 'alters',
    what: 'Virtuoso stores an empty geometry as a point at 1e+38.',
    remedy: 'Leave it out.',
    target: geometries((_, wkt) => wkt?.positions.length === 0),
  },
  /** ad-freiburg/qlever#1506, #2000: 30 bits for each coordinate, some six centimetres, written with six decimals. */
  {
    id: 'wkt-too-precise',
    stores: ['qlever'],
    severity: 'alters',
    what: 'A point has more than six decimals: QLever rounds it.',
    remedy:
      'Compare latitude and longitude, which are given as numbers too; six decimals of a degree are some ten centimetres.',
    target: geometries(
      (text, wkt) => wkt?.shape === 'POINT' && new RegExp(`\\.\\d{${KEPT_DECIMALS + 1}}`).test(text),
    ),
  },
  /** Every geometry comes back as virtrdf:Geometry, without the space (run, 7.2.5.1 and 7.2.12), with 14 digits (7.2.5.1). */
  {
    id: 'wkt-datatype',
    stores: ['virtuoso'],
    severity: 'alters',
    what: 'Virtuoso returns geometries with the datatype virtrdf:Geometry, another spelling and 14 digits of a number.',
    remedy: 'Compare positions, not texts; latitude and longitude are given as numbers too.',
    target: geometries((_, wkt) => wkt !== undefined),
  },
];
