import { xsd } from '../../rdf/iris.js';
import {
  DERIVED_INTEGERS,
  DURATIONS,
  FLOATS,
  INTEGERS,
  isLexical,
  KNOWN_DATATYPES,
  YEARS,
} from '../lexical-forms.js';
import type { LintRule } from './rule.js';

/** Digits that a number of 64 bits with a floating point holds for certain. */
const CERTAIN_DIGITS = 15;

/** The forms that stores give back (XML Schema 1.1 part 2, appendix E.2; a decimal without a fraction has no point). */
const CANONICAL: ReadonlyMap<string, RegExp> = new Map([
  ...INTEGERS.map((one) => [one, /^(?:0|-?[1-9]\d*)$/] as const),
  [xsd.decimal, /^(?!-0$)-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/],
  [xsd.boolean, /^(?:true|false)$/],
  [xsd.dateTime, /^(?!.*T24)(?!.*[+-]00:00$)(?!.*\.\d*0(?!\d))/],
]);

const beyond = (value: string, bits: number): boolean => {
  // Most have few digits, and BigInt takes its time.
  if (value.length < 10 || !/^[+-]?\d+$/.test(value)) return false;
  const [number, limit] = [BigInt(value.replace(/^\+/, '')), 1n << BigInt(bits - 1)];
  return number >= limit || number < -limit;
};

/** Whether a decimal has more digits that count, or more of them after the point, than stores keep. */
const isTooPrecise = (value: string): boolean => {
  const [whole = '', fraction = ''] = value.replace(/^[+-]?0*/, '').split('.');
  const decimals = fraction.replace(/0+$/, '');
  return decimals.length > CERTAIN_DIGITS || `${whole}${decimals}`.replace(/^0+/, '').length > CERTAIN_DIGITS;
};

/** What stores make of numbers and of what they keep as numbers. */
export const NUMBER_RULES: readonly LintRule[] = [
  /**
   * `53.3400` becomes `53.34` and `007` becomes `7` in Virtuoso 7.2.5.1 and Oxigraph 0.5, `1` of xsd:boolean `true` in
   * Oxigraph and TDB2 (run); Jena, 'TDB Value Canonicalization'; Stardog, 'Canonicalized Literals'.
   */
  {
    id: 'not-canonical',
    stores: ['virtuoso', 'jena', 'oxigraph', 'qlever', 'stardog'],
    severity: 'alters',
    what: 'A number, truth or time is not written in its shortest form: stores give it back in another one, and what differs in form only becomes one.',
    remedy: 'Write the canonical form: 53.34, 7, true, 2014-01-01T10:00:00.5Z.',
    looking: {
      at: 'literal',
      datatypes: [...CANONICAL.keys()],
      finds: ({ value, datatype }) =>
        isLexical(datatype.value, value) && CANONICAL.get(datatype.value)?.test(value) === false,
    },
  },
  /** `"abc"^^xsd:integer` comes back from Virtuoso 7.2.5.1 as 0 (run); Stardog refuses it (option strict.parsing). */
  {
    id: 'ill-typed',
    stores: ['virtuoso', 'stardog'],
    severity: 'chokes',
    what: 'A text is none of its datatype, or a day that does not exist: Virtuoso makes 0 of a number, Stardog refuses the file.',
    remedy: 'Correct the text, or give it a datatype that it has.',
    looking: {
      at: 'literal',
      datatypes: KNOWN_DATATYPES,
      finds: ({ value, datatype }) => !isLexical(datatype.value, value),
    },
  },
  /** `"5"^^xsd:int` comes back as xsd:integer, and is one triple with it (run, Oxigraph 0.5). */
  {
    id: 'integer-derived',
    stores: ['oxigraph'],
    severity: 'alters',
    what: 'A number is of a datatype derived from xsd:integer: Oxigraph keeps it as xsd:integer.',
    remedy: 'Use xsd:integer.',
    looking: { at: 'literal', datatypes: [...DERIVED_INTEGERS], finds: () => true },
  },
  /** `"2147483648"^^xsd:integer` comes back from Virtuoso 7.2.5.1 as xsd:decimal, 2147483647 as it was (run). */
  {
    id: 'integer-over-32-bits',
    stores: ['virtuoso'],
    severity: 'alters',
    what: 'An integer needs more than 32 bits: Virtuoso gives it back as xsd:decimal.',
    remedy: 'Keep identifiers as texts; ask for numbers by value.',
    looking: { at: 'literal', datatypes: INTEGERS, finds: ({ value }) => beyond(value, 32) },
  },
  /**
   * QLever folds an integer into an id of 64 bits, four of which say what it is; one that does not fit 'will throw an
   * exception' by default (log of the index builder, ad-freiburg/qlever#1759).
   */
  {
    id: 'integer-over-60-bits',
    stores: ['qlever'],
    severity: 'chokes',
    what: 'An integer needs more than 60 bits: QLever does not build its index.',
    remedy: 'Keep it as a text, or build with "parser-integer-overflow-behavior" set.',
    looking: { at: 'literal', datatypes: INTEGERS, finds: ({ value }) => beyond(value, 60) },
  },
  /** `"9223372036854775808"^^xsd:integer` comes back from TDB2 of Jena 4.5.0 as -9223372036854775808 (run). */
  {
    id: 'integer-over-64-bits',
    stores: ['jena'],
    severity: 'chokes',
    what: 'An integer needs more than 64 bits: TDB2 of Jena 4.5 makes another number of it.',
    remedy: 'Keep it as a text.',
    looking: { at: 'literal', datatypes: INTEGERS, finds: ({ value }) => beyond(value, 64) },
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
    looking: {
      at: 'literal',
      datatypes: [xsd.decimal],
      finds: ({ value }) => value.length > CERTAIN_DIGITS && isTooPrecise(value),
    },
  },
  /** `5.0E1` comes back as `50` from Oxigraph, `50.0` from Virtuoso, `50.0e0` from TDB2 (run); ad-freiburg/qlever#3028. */
  {
    id: 'floating-point',
    stores: ['virtuoso', 'jena', 'oxigraph', 'qlever'],
    severity: 'alters',
    what: 'A floating-point number has no form that all stores keep; QLever gives it back as xsd:decimal.',
    remedy: 'Use xsd:decimal.',
    looking: { at: 'literal', datatypes: FLOATS, finds: () => true },
  },
  /**
   * Virtuoso 7.2.5.1 gives `true` back as `"1"^^xsd:boolean` (run); in some queries as xsd:integer
   * (openlink/virtuoso-opensource#251, #485, #733).
   */
  {
    id: 'boolean',
    stores: ['virtuoso'],
    severity: 'alters',
    what: 'Virtuoso gives true and false back as 1 and 0, sometimes as xsd:integer.',
    remedy: 'Ask by value (FILTER (?x)), and compare answers by value.',
    looking: { at: 'literal', datatypes: [xsd.boolean], finds: () => true },
  },
  /** `P1Y` comes back from Virtuoso 7.2.5.1 as `"12"^^xsd:duration` (run). */
  {
    id: 'duration',
    stores: ['virtuoso'],
    severity: 'alters',
    what: 'Virtuoso gives a duration back as a number of months or seconds.',
    remedy: 'Keep durations as numbers with a unit of their own.',
    looking: { at: 'literal', datatypes: DURATIONS, finds: () => true },
  },
];

/** A fraction that Virtuoso writes as it was: milliseconds or microseconds. */
const KEPT_FRACTION = /\.(?:\d{3}|\d{6})(?!\d)/;

/** What stores make of dates and times. */
export const DATE_RULES: readonly LintRule[] = [
  /**
   * Virtuoso 7.2.5.1 gives `-0044` back as `-044` (run); QLever keeps the year alone beyond 9999 and before -9999
   * (ad-freiburg/qlever#983); TDB keeps years from 0 to 8000 as values ('TDB Value Canonicalization').
   */
  {
    id: 'year-out-of-range',
    stores: ['virtuoso', 'qlever'],
    severity: 'alters',
    what: 'A year is before 1 or after 9999: Virtuoso writes it with too few digits, QLever keeps of large years nothing but the year.',
    remedy: 'Say it in EDTF, or as a number.',
    looking: { at: 'literal', datatypes: YEARS, finds: ({ value }) => /^-|^0000|^\d{5}/.test(value) },
  },
  /** `10:00:00.5Z` comes back as `10:00:00.500Z`, nine digits come back as six (run, Virtuoso 7.2.5.1). */
  {
    id: 'fraction-of-second',
    stores: ['virtuoso'],
    severity: 'alters',
    what: 'Virtuoso writes fractions of a second with three or six digits, and cuts what is finer.',
    remedy: 'Compare times by value; leave out what is finer than a microsecond.',
    looking: {
      at: 'literal',
      datatypes: [xsd.dateTime],
      finds: ({ value }) => value.includes('.') && !KEPT_FRACTION.test(value),
    },
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
    looking: { at: 'literal', datatypes: [xsd.gYear, xsd.gYearMonth, xsd.gMonthDay], finds: () => true },
  },
];
