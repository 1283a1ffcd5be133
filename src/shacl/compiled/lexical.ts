import { lastDayOf } from '../../base/calendar.js';
import { isCommonDatatype, rdf, xsd } from '../terms.js';

const ZONE = '(?:Z|[+-](?:0\\d|1[0-3]):[0-5]\\d)?';
const YEAR = '(\\d{4})';
const DATE = new RegExp(`^${YEAR}-(\\d\\d)-(\\d\\d)${ZONE}$`);
const DATE_TIME = new RegExp(
  `^${YEAR}-(\\d\\d)-(\\d\\d)T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?${ZONE}$`,
);

const matching =
  (pattern: RegExp) =>
  (value: string): boolean =>
    pattern.test(value);

const any = (): boolean => true;
const none = (): boolean => false;

/**
 * Lexical forms of datatypes that are lawful by XML Schema and to the engine: narrower than either where they
 * differ, as they do about days that do not exist, spaces around numbers, and years of five digits.
 */
const SURELY_LAWFUL: Readonly<Record<string, (value: string) => boolean>> = {
  [xsd('string')]: any,
  [rdf('langString')]: any,
  [xsd('boolean')]: matching(/^(?:true|false|1|0)$/),
  [xsd('integer')]: matching(/^[+-]?\d+$/),
  [xsd('nonNegativeInteger')]: matching(/^\d+$/),
  [xsd('positiveInteger')]: matching(/^0*[1-9]\d*$/),
  [xsd('decimal')]: matching(/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/),
  [xsd('double')]: matching(/^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|-?INF|NaN)$/),
  [xsd('date')]: (value) => isDay(DATE.exec(value)),
  [xsd('dateTime')]: (value) => isDay(DATE_TIME.exec(value)),
  [xsd('gYear')]: matching(new RegExp(`^${YEAR}${ZONE}$`)),
  [xsd('gYearMonth')]: matching(new RegExp(`^${YEAR}-(?:0[1-9]|1[0-2])${ZONE}$`)),
  [xsd('anyURI')]: matching(/^[\w:/?#@!$&'()*+,;=.~%-]+$/),
};

/** Tells which texts are surely lawful values of a datatype. Of a datatype that engines do not know, all are. */
export const surelyLawful = (datatype: string): ((value: string) => boolean) =>
  SURELY_LAWFUL[datatype] ?? (isCommonDatatype(datatype) ? none : any);

function isDay(parts: readonly string[] | null): boolean {
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= lastDayOf(year, month);
}
