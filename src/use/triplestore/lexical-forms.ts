import { lastDayOf } from '../../base/calendar.js';
import { xsd } from '../../model/rdf/iris.js';

const XSD = xsd.string.slice(0, -'string'.length);

/** A datatype of XML Schema by name. */
export const xsdType = (name: string): string => `${XSD}${name}`;

/** Datatypes derived from integer (XML Schema 1.1 part 2, section 3.4). */
export const DERIVED_INTEGERS: ReadonlySet<string> = new Set(
  [
    'nonPositiveInteger',
    'negativeInteger',
    'nonNegativeInteger',
    'positiveInteger',
    'long',
    'int',
    'short',
    'byte',
    'unsignedLong',
    'unsignedInt',
    'unsignedShort',
    'unsignedByte',
  ].map(xsdType),
);
export const INTEGERS: readonly string[] = [xsd.integer, ...DERIVED_INTEGERS];
export const FLOATS: readonly string[] = ['double', 'float'].map(xsdType);
export const DURATIONS: readonly string[] = ['duration', 'dayTimeDuration', 'yearMonthDuration'].map(xsdType);
/** Datatypes with a leading year. */
export const YEARS: readonly string[] = [xsd.date, xsd.dateTime, xsd.gYear, xsd.gYearMonth];

const ZONE = '(?:Z|[+-](?:0\\d|1[0-3]):[0-5]\\d|[+-]14:00)?';
const YEAR = '(-?(?:\\d{4}|[1-9]\\d{4,}))';
const DATE = new RegExp(`^${YEAR}-(\\d\\d)-(\\d\\d)${ZONE}$`);
const DATE_TIME = new RegExp(
  `^${YEAR}-(\\d\\d)-(\\d\\d)T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)${ZONE}$`,
);
const YEAR_MONTH = new RegExp(`^${YEAR}-(\\d\\d)${ZONE}$`);
const MONTH_DAY = new RegExp(`^(-)-(\\d\\d)-(\\d\\d)${ZONE}$`);

const INTEGER = /^[+-]?\d+$/;

/** Lexical forms by datatype (XML Schema 1.1 part 2, section 3.3). */
const LEXICAL: ReadonlyMap<string, (value: string) => boolean> = new Map<string, (value: string) => boolean>([
  ...INTEGERS.map((one) => [one, (value: string) => INTEGER.test(value)] as const),
  ...FLOATS.map(
    (one) =>
      [
        one,
        (value: string) => /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]?INF|NaN)$/.test(value),
      ] as const,
  ),
  [xsd.decimal, (value) => /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(value)],
  [xsd.boolean, (value) => /^(?:true|false|1|0)$/.test(value)],
  [xsd.date, (value) => isDay(DATE.exec(value))],
  [xsd.dateTime, (value) => isDay(DATE_TIME.exec(value))],
  [xsd.gYear, (value) => new RegExp(`^${YEAR}${ZONE}$`).test(value)],
  [xsd.gYearMonth, (value) => isDay(YEAR_MONTH.exec(value))],
  [xsd.gMonthDay, (value) => isDay(MONTH_DAY.exec(value))],
]);

/** Datatypes with a known lexical form. */
export const KNOWN_DATATYPES: readonly string[] = [...LEXICAL.keys()];

/** Whether a text is valid for its datatype; true for unknown datatypes. */
export const isLexical = (datatype: string, value: string): boolean => LEXICAL.get(datatype)?.(value) ?? true;

/** Whether a date exists; without a year it may be a leap day. */
function isDay(parts: readonly string[] | null): boolean {
  if (parts === null) return false;
  const [, year, month, day = '1'] = parts;
  const [y, m, d] = [year === '-' ? 2000 : Number(year), Number(month), Number(day)];
  return m >= 1 && m <= 12 && d >= 1 && d <= lastDayOf(y, m);
}

/** A WKT geometry (OGC Simple Feature Access part 1, section 7), as far as stores change it. */
export interface Wkt {
  /** IRI of the coordinate reference system (GeoSPARQL 1.1, section 8.5.1). */
  readonly crs?: string;
  /** In capitals: `POINT`, `MULTIPOINT`, `POINT Z`. */
  readonly shape: string;
  /** In order; empty for EMPTY. */
  readonly positions: readonly (readonly number[])[];
}

const TEXT = /^\s*(?:<([^<>]*)>\s*)?([A-Za-z]+)(?:\s*\b(Z|M|ZM)\b)?\s*(EMPTY|\([-+\d.eE,()\s]*\))\s*$/;
const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;

/** Parses a geometry; undefined when it is invalid. */
export function parseWkt(text: string): Wkt | undefined {
  const [, crs, shape = '', dimensions, body = ''] = TEXT.exec(text) ?? [];
  if (shape === '') return undefined;
  const words = /^EMPTY$/i.test(body)
    ? []
    : body
        .replace(/[()]/g, ' ')
        .split(',')
        .map((position) => position.trim().split(/\s+/));
  if (!words.flat().every((word) => NUMBER.test(word))) return undefined;
  return {
    ...(crs === undefined ? {} : { crs }),
    shape: `${shape.toUpperCase()}${dimensions === undefined ? '' : ` ${dimensions}`}`,
    positions: words.map((position) => position.map(Number)),
  };
}
