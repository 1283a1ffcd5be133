import { lastDayOf } from '../../base/calendar.js';
import { xsd } from './iris.js';

const XSD = xsd.string.slice(0, -'string'.length);

/** A datatype of XML Schema by name. */
const xsdType = (name: string): string => `${XSD}${name}`;

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

/** UTC as `Z`. */
const CANONICAL_TIME =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d*[1-9])?(Z|(?![+-]00:00)[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00)?$/;

/** Whether a text is a time as this program writes times. */
export const isCanonicalTime = (value: string): boolean => isDay(CANONICAL_TIME.exec(value));

/**
 * The canonical forms of values (XML Schema 1.1 part 2, appendix E.2; a decimal without a fraction has no point, years have
 * four digits), which this program writes and every store returns.
 */
export const CANONICAL_FORMS: ReadonlyMap<string, (value: string) => boolean> = new Map([
  [xsd.integer, (value) => /^(?:0|-?[1-9]\d*)$/.test(value)],
  [xsd.boolean, (value) => value === 'true' || value === 'false'],
  [xsd.decimal, (value) => value !== '-0' && /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(value)],
  [xsd.date, (value) => isDay(/^(\d{4})-(\d\d)-(\d\d)$/.exec(value))],
  [xsd.dateTime, isCanonicalTime],
  [xsd.gYear, (value) => /^\d{4}$/.test(value)],
  [xsd.gYearMonth, (value) => /^\d{4}-(0[1-9]|1[0-2])$/.test(value)],
  [xsd.gMonthDay, (value) => isDay(/^-(-)(\d\d)-(\d\d)$/.exec(value))],
]);

/** Whether the date exists that an expression has found; without a year it may be a leap day. */
export function isDay(parts: readonly string[] | null): boolean {
  if (parts === null) return false;
  const [, year, month, day = '1'] = parts;
  const [y, m, d] = [year === '-' ? 2000 : Number(year), Number(month), Number(day)];
  return m >= 1 && m <= 12 && d >= 1 && d <= lastDayOf(y, m);
}
