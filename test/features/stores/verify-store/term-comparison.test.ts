import { DataFactory } from 'n3';
import { describe, expect, it } from 'vitest';
import type { ResultTerm } from '../../../../src/features/stores/sparql.js';
import { compareTerms } from '../../../../src/features/stores/verify-store/term-comparison.js';

/** Terms that stores returned for loaded ones (Virtuoso 7.2.5.1, Oxigraph 0.5.11, TDB2 of Jena 4.5.0), and terms with another value. */

const { blankNode, literal, namedNode } = DataFactory;
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const WKT = 'http://www.opengis.net/ont/geosparql#wktLiteral';
const GEOMETRY = 'http://www.openlinksw.com/schemas/virtrdf#Geometry';

const typed = (text: string, datatype: string) => literal(text, namedNode(full(datatype)));
const full = (datatype: string): string => (datatype.includes(':') ? datatype : `${XSD}${datatype}`);
const given = (value: string, datatype?: string): ResultTerm => ({
  type: 'literal',
  value,
  ...(datatype === undefined ? {} : { datatype: full(datatype) }),
});

describe('a term in another form is the same', () => {
  it.each([
    ['number', typed('53.3400', 'decimal'), given('53.34', 'decimal')],
    ['number', typed('007', 'integer'), given('7', 'integer')],
    ['number', typed('5', 'nonNegativeInteger'), given('5', 'integer')],
    ['number', typed('2147483648', 'integer'), given('2147483648', 'decimal')],
    ['number', typed('0.1234567890123456789012', 'decimal'), given('0.123456789012346', 'decimal')],
    ['number', typed('0.00012345678901234', 'decimal'), given('0.000123456789012', 'decimal')],
    ['number', typed('5.0E1', 'double'), given('50.0', 'double')],
    ['number', typed('50', 'double'), given('50.0e0', 'double')],
    // ad-freiburg/qlever#3028
    ['number', typed('52.012809520215', 'double'), given('52.012809520215', 'decimal')],
    ['truth', typed('true', 'boolean'), given('1', 'boolean')],
    ['truth', typed('false', 'boolean'), given('0', 'boolean')],
    // openlink/virtuoso-opensource#251
    ['truth', typed('false', 'boolean'), given('0', 'integer')],
    ['time', typed('-0044', 'gYear'), given('-044', 'gYear')],
    ['time', typed('-0044-03-15', 'date'), given('-044-03-15', 'date')],
    // openlink/virtuoso-opensource#185
    ['time', typed('2006', 'gYear'), given('2006+01:00', 'gYear')],
    ['time', typed('2014-01-01T10:00:00.5Z', 'dateTime'), given('2014-01-01T10:00:00.500Z', 'dateTime')],
    [
      'time',
      typed('2014-01-01T10:00:00.1234567Z', 'dateTime'),
      given('2014-01-01T10:00:00.123456Z', 'dateTime'),
    ],
    ['time', typed('2014-01-01T10:00:00+00:00', 'dateTime'), given('2014-01-01T10:00:00Z', 'dateTime')],
    ['time', typed('2014-01-01T10:00:00+01:00', 'dateTime'), given('2014-01-01T09:00:00Z', 'dateTime')],
    ['geometry', typed('POINT (-8.2439 53.4129)', WKT), given('POINT(-8.2439 53.4129)', GEOMETRY)],
    [
      'geometry',
      typed('POINT(-8.2439 53.4129)', WKT),
      given('POINT(-8.2439002990723 53.412899017334)', GEOMETRY),
    ],
    [
      'geometry',
      typed('MULTIPOINT ((-8.2439 53.4129), (-8.5 53.25))', WKT),
      given('MULTIPOINT(-8.2439 53.4129,-8.5 53.25)', GEOMETRY),
    ],
    [
      'geometry',
      typed('POINT (-8.47689114305172 54.2715634917253)', WKT),
      given('POINT(-8.4768911430517 54.271563491725)', GEOMETRY),
    ],
    // ad-freiburg/qlever#2000: six decimals
    ['geometry', typed('POINT (-8.2439012 53.4129004)', WKT), given('POINT(-8.243901 53.412900)', WKT)],
    ['same', typed('1937', 'gYear'), given('1937', 'gYear')],
    ['same', literal('x'), given('x')],
    ['same', literal('x'), given('x', 'string')],
    ['same', literal('x', 'ga-latg'), { ...given('x'), language: 'ga-latg' }],
    ['tag', literal('x', 'ga-latg'), { ...given('x'), language: 'ga-Latg' }],
    ['same', namedNode('http://e.org/a'), { type: 'iri', value: 'http://e.org/a' }],
  ] as const)('%s: %s', (how, expected, found) => {
    expect(compareTerms(expected, found)).toBe(how);
  });
});

describe('a term with another value is not', () => {
  it.each([
    [typed('53.34', 'decimal'), given('53.35', 'decimal')],
    [typed('53.34', 'decimal'), given('53.34', 'string')],
    [typed('7', 'integer'), given('-7', 'integer')],
    [typed('9223372036854775808', 'integer'), given('-9223372036854775808', 'integer')],
    [typed('123456789012345678', 'integer'), given('123456789012345679', 'integer')],
    [typed('0.1234567890123456789012', 'decimal'), given('0.123456789012', 'decimal')],
    [typed('abc', 'integer'), given('0', 'integer')],
    [typed('5.0E1', 'double'), given('51', 'double')],
    [typed('true', 'boolean'), given('0', 'boolean')],
    [typed('true', 'boolean'), given('2', 'integer')],
    [typed('true', 'boolean'), given('true', 'string')],
    [typed('1', 'integer'), given('true', 'boolean')],
    [typed('1937', 'gYear'), given('1938', 'gYear')],
    [typed('1937', 'gYear'), given('1937', 'integer')],
    [typed('1937Z', 'gYear'), given('1937', 'gYear')],
    [typed('1937-05', 'gYearMonth'), given('1937-06', 'gYearMonth')],
    [typed('--05-01', 'gMonthDay'), given('--05-02', 'gMonthDay')],
    [typed('0044', 'gYear'), given('-044', 'gYear')],
    [typed('2014-01-01T10:00:00Z', 'dateTime'), given('2014-01-01T10:00:00', 'dateTime')],
    [typed('2014-01-01T10:00:00', 'dateTime'), given('2014-01-01T10:00:00Z', 'dateTime')],
    [typed('2014-01-01T10:00:00.5Z', 'dateTime'), given('2014-01-01T10:00:00.05Z', 'dateTime')],
    [typed('2014-01-01T10:00:00.5Z', 'dateTime'), given('2014-01-01T10:00:00Z', 'dateTime')],
    [typed('POINT (-8.2439 53.4129)', WKT), given('POINT(-8.2439 53.413)', GEOMETRY)],
    [typed('POINT (-8.2439 53.4129)', WKT), given('POINT(53.4129 -8.2439)', GEOMETRY)],
    [typed('POINT (-8 53)', WKT), given('MULTIPOINT(-8 53)', GEOMETRY)],
    [typed('POINT (-8 53)', WKT), given('POINT(-8 53)')],
    [typed('MULTIPOINT ((-8 53), (-9 53))', WKT), given('MULTIPOINT(-8 53)', GEOMETRY)],
    [literal('x'), { ...given('x'), language: 'en' }],
    [literal('x', 'en'), given('x')],
    [literal('x', 'en'), { ...given('x'), language: 'ga' }],
    [literal('x', 'en'), { ...given('y'), language: 'EN' }],
    [literal('http://e.org/a'), { type: 'iri', value: 'http://e.org/a' }],
    [namedNode('http://e.org/a'), given('http://e.org/a')],
    [
      namedNode(`http://e.org/${'x'.repeat(2000)}`),
      { type: 'iri', value: `http://e.org/${'x'.repeat(1866)}` },
    ],
    [blankNode('a'), { type: 'blank', value: 'a' }],
    [typed('x', 'http://e.org/dt'), given('x')],
  ] as const)('%s', (expected, found) => {
    expect(compareTerms(expected, found)).toBeUndefined();
  });
});
