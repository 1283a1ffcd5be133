import { xsd } from '../../rdf/iris.js';
import { YEARS } from './datatypes.js';
import type { LintRule } from './rule.js';

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
