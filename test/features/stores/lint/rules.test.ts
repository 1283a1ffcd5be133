import { describe, expect, it } from 'vitest';
import { Linter } from '../../../../src/features/stores/lint/linter.js';
import { LINT_RULES } from '../../../../src/features/stores/lint/rules.js';
import { parseTurtle } from '../../../../src/model/rdf/parse.js';

/**
 * What was loaded into Virtuoso 7.2.5.1 (graph store and bulk loader), Oxigraph 0.5.11 and TDB2 of Jena 4.5.0 and asked
 * for again, or stands in their documentation and issues: each rule with what it must find, and with the nearest thing
 * that the store keeps.
 */

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const WKT = 'http://www.opengis.net/ont/geosparql#wktLiteral';
const typed = (text: string, datatype: string): string => `"${text}"^^<${XSD}${datatype}>`;
const wkt = (text: string): string => `"${text}"^^<${WKT}>`;
const iriOf = (bytes: number): string => `<http://example.org/${'x'.repeat(bytes - 19)}>`;

/** By rule: objects that it finds, and objects that it does not. */
const CASES: Readonly<
  Record<string, { readonly found: readonly string[]; readonly kept: readonly string[] }>
> = {
  'text-too-long-for-http': {
    // 66,000 were answered by 500, 65,500 were taken; characters of two bytes count twice, escaped ones too.
    found: [`"${'x'.repeat(66_000)}"`, `"${'é'.repeat(33_000)}"`, `"${'\\n'.repeat(33_000)}"@en`],
    kept: [`"${'x'.repeat(65_500)}"`, `"${'é'.repeat(32_700)}"`],
  },
  'text-too-long-for-index': {
    found: [`"${'x'.repeat(1_000_001)}"`],
    kept: [`"${'x'.repeat(1_000_000)}"`],
  },
  'rdf-12': {
    // RDF 1.2 Turtle, sections 2.9 and 2.5.1; Oxigraph 0.5.11 loads both.
    found: [
      '<<( <http://example.org/s> <http://example.org/p> "o" )>>',
      '"A"@en--ltr',
      '"o" {| <http://example.org/p> 1 |}',
    ],
    kept: ['"A"@en', '"<<( s p o )>>"'],
  },
  'control-character': {
    found: ['"a\\u0000b"', '"a\\u001Fb"', '"a\\u007Fb"', '"a\\u0085b"', '"a\\uFFFEb"'],
    kept: ['"a\\tb"', '"a\\nb"', '"a\\r\\nb"', '"a\\u00A0b"', '"a\\U0001F600b"'],
  },
  'iri-unlawful': {
    found: ['<http://example.org/a%zz>', '<p>'],
    kept: [
      '<http://example.org/a%20b>',
      '<http://example.org/fáda#é>',
      '<urn:uuid:1>',
      '<mailto:a@b.c>',
      '<http://example.org>',
    ],
  },
  'iri-too-long': {
    found: [iriOf(1881), iriOf(5000), `<http://example.org/${'é'.repeat(931)}>`],
    kept: [iriOf(1880), `<http://example.org/${'é'.repeat(930)}>`],
  },
  'blank-node': { found: ['_:b1', '[]'], kept: ['<http://example.org/b1>'] },
  'not-canonical': {
    found: [
      typed('53.3400', 'decimal'),
      typed('1.0', 'decimal'),
      typed('.5', 'decimal'),
      typed('+1.5', 'decimal'),
      typed('007', 'integer'),
      typed('-0', 'integer'),
      typed('+7', 'integer'),
      typed('1', 'boolean'),
      typed('2014-01-01T10:00:00.500Z', 'dateTime'),
      typed('2014-01-01T24:00:00Z', 'dateTime'),
      typed('2014-01-01T10:00:00+00:00', 'dateTime'),
    ],
    kept: [
      typed('53.34', 'decimal'),
      typed('1', 'decimal'),
      typed('-8.2439', 'decimal'),
      typed('7', 'integer'),
      typed('0', 'integer'),
      typed('true', 'boolean'),
      typed('2014-01-01T10:00:00.5Z', 'dateTime'),
      typed('2014-01-01T10:00:00+01:00', 'dateTime'),
      typed('2014-01-01T10:00:00', 'dateTime'),
      '"007"',
    ],
  },
  'ill-typed': {
    found: [
      typed('abc', 'integer'),
      typed('1.5', 'integer'),
      typed('yes', 'boolean'),
      typed('1937-02-30', 'date'),
      typed('1900-02-29', 'date'),
      typed('1937-13', 'gYearMonth'),
      typed('--02-30', 'gMonthDay'),
      typed('937', 'gYear'),
      typed('2014-01-01T25:00:00Z', 'dateTime'),
    ],
    kept: [
      typed('2000-02-29', 'date'),
      typed('--02-29', 'gMonthDay'),
      typed('-0044', 'gYear'),
      typed('12345', 'gYear'),
      typed('1937Z', 'gYear'),
      typed('INF', 'double'),
      typed('anything', 'unheardOf'),
      '"abc"',
    ],
  },
  'integer-derived': {
    found: [typed('5', 'int'), typed('5', 'nonNegativeInteger'), typed('5', 'unsignedByte')],
    kept: [typed('5', 'integer'), typed('5', 'decimal')],
  },
  'integer-over-32-bits': {
    found: [typed('2147483648', 'integer'), typed('-2147483649', 'integer')],
    kept: [typed('2147483647', 'integer'), typed('-2147483648', 'integer'), typed('2147483648', 'decimal')],
  },
  'integer-over-60-bits': {
    found: [typed('576460752303423488', 'integer')],
    kept: [typed('576460752303423487', 'integer')],
  },
  'integer-over-64-bits': {
    found: [typed('9223372036854775808', 'integer')],
    kept: [typed('9223372036854775807', 'integer')],
  },
  'decimal-too-precise': {
    found: [
      typed('0.1234567890123456', 'decimal'),
      typed('12345678901234567890.123', 'decimal'),
      typed('-0.000000000000000001', 'decimal'),
    ],
    kept: [typed('53.41291234567', 'decimal'), typed('-8.47689114305172', 'decimal')],
  },
  'floating-point': {
    found: [typed('5.0E1', 'double'), typed('1.1', 'float')],
    kept: [typed('5', 'decimal')],
  },
  boolean: { found: [typed('true', 'boolean')], kept: ['"true"'] },
  duration: { found: [typed('P1Y', 'duration'), typed('PT1H', 'dayTimeDuration')], kept: ['"P1Y"'] },
  'year-out-of-range': {
    found: [
      typed('-0044', 'gYear'),
      typed('-0044-03-15', 'date'),
      typed('12345', 'gYear'),
      typed('0000', 'gYear'),
    ],
    kept: [typed('0001-01-01', 'date'), typed('9999-12-31', 'date'), typed('0850', 'gYear')],
  },
  'fraction-of-second': {
    found: [typed('2014-01-01T10:00:00.5Z', 'dateTime'), typed('2014-01-01T10:00:00.1234567Z', 'dateTime')],
    kept: [
      typed('2014-01-01T10:00:00Z', 'dateTime'),
      typed('2014-01-01T10:00:00.123Z', 'dateTime'),
      typed('2014-01-01T10:00:00.123456Z', 'dateTime'),
    ],
  },
  'part-of-date': {
    found: [typed('1937', 'gYear'), typed('1937-05', 'gYearMonth'), typed('--05-01', 'gMonthDay')],
    kept: [typed('1937-05-01', 'date'), '"1937~"^^<http://id.loc.gov/datatypes/edtf/EDTF-level1>'],
  },
  'wkt-unreadable': {
    found: [wkt('nonsense'), wkt('POINT (one two)'), wkt('')],
    kept: [
      wkt('POINT (-8 53)'),
      wkt('MULTIPOINT ((-8 53), (-8.5 53.25))'),
      wkt('POINT EMPTY'),
      wkt('POINT Z (-8 53 12)'),
    ],
  },
  'wkt-with-system': {
    found: [wkt('<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POINT (-8.2439 53.4129)')],
    kept: [wkt('POINT (-8.2439 53.4129)')],
  },
  'wkt-outside': {
    found: [wkt('POINT (-8.5 153.25)'), wkt('MULTIPOINT ((-8 53), (200 53))'), wkt('POINT (315904 234671)')],
    kept: [
      wkt('POINT (-180 -90)'),
      wkt('<http://www.opengis.net/def/crs/EPSG/0/2157> POINT (715830 734697)'),
    ],
  },
  'wkt-axis-order': {
    found: [wkt('<http://www.opengis.net/def/crs/EPSG/0/4326> POINT (53.4129 -8.2439)')],
    kept: [wkt('<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POINT (-8.2439 53.4129)')],
  },
  'wkt-without-space': { found: [wkt('POINT(-8.2439 53.4129)')], kept: [wkt('POINT (-8.2439 53.4129)')] },
  'wkt-empty': { found: [wkt('POINT EMPTY')], kept: [wkt('POINT (0 0)')] },
  'wkt-too-precise': {
    found: [wkt('POINT (-8.2439001 53.4129)')],
    kept: [wkt('POINT (-8.243901 53.4129)'), wkt('LINESTRING (-8.2439001 53, -8 53)')],
  },
  'wkt-datatype': { found: [wkt('POINT (-8 53)')], kept: ['"POINT (-8 53)"'] },
};

/** Rules for data that our parsers refuse, or that only its file shows: it is built in memory, or is a file. */
const ELSEWHERE = [
  'syntax',
  'line-format',
  'half-character',
  'language-tag-unlawful',
  'language-tag-case',
  'language-missing',
];

const foundIn = (object: string): string[] => {
  const linter = new Linter();
  for (const quad of parseTurtle(`<http://example.org/s> <http://example.org/p> ${object} .`, 'a case'))
    linter.add('a.ttl', quad);
  return linter.findings.map(({ rule }) => rule.id);
};
const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text);

describe.each(Object.entries(CASES))('%s', (id, { found, kept }) => {
  it.each(found.map((object) => [short(object), object]))('finds %s', (_, object) => {
    expect(foundIn(object)).toContain(id);
  });

  it.each(kept.map((object) => [short(object), object]))('does not find %s', (_, object) => {
    expect(foundIn(object)).not.toContain(id);
  });
});

describe('the table', () => {
  it('has a case for every rule', () => {
    const ids = LINT_RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...Object.keys(CASES), ...ELSEWHERE].sort()).toEqual([...ids].sort());
  });
});
