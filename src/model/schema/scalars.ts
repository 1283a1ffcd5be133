import { z } from 'zod';
import { isNothing, numberOrText } from '../../base/json.js';
import { marker, name, text, timestamp } from './fields.js';
import { plainName, plainText } from './plain-text.js';

/** Texts as they were sent, for mirrors, or cleaned. */
export type TextMode = 'as sent' | 'plain';

/** Conversions of scalars; the first that fits the schema counts. */
type Scalars = readonly (readonly [fits: (schema: z.core.$ZodType) => boolean, convert: Convert])[];

export type Convert = (value: unknown) => unknown;

/** A number beyond 2^53-1 stays a text, which no schema takes for a number. */
function toNumber(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return value;
  return numberOrText(value.trim());
}

function toBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : value;
}

function toText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** A day, or a time with or without seconds, a fraction and a zone (ISO 8601); services also write a blank for `T`. */
const CLOCK = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*(?:Z|([+-])(\d\d):?(\d\d)?)?$/i;

/** Days by which programs say that there is no time: zero, least and greatest ones of their calendars. No record is of such a day. */
const NO_DAYS = [
  ...['0000-00-00', '1000-01-01'], // MySQL
  ...['0001-01-01', '9999-12-31'], // .NET, SQL
  ...['1601-01-01', '1753-01-01', '1900-01-01', '2079-06-06'], // Windows, SQL Server
  ...['1899-12-30', '1899-12-31', '1904-01-01'], // spreadsheets
  '1970-01-01', // Unix
];
const NO_TIME = new RegExp(`^(?:0|(?:${NO_DAYS.join('|')})(?!\\d).*)$`);

/** Numbers with so many digits are seconds or milliseconds since 1970: 2001 to 2286. */
const [SECONDS, MILLISECONDS] = [/^\d{10}$/, /^\d{13}$/];

/** A clock value in UTC; undefined for the days by which programs say that there is none, in the zone of the value or in UTC. */
function toTime(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return JSON.stringify(value);
  const trimmed = String(value).trim();
  if (NO_TIME.test(trimmed)) return undefined;
  const time = toUtc(trimmed);
  return NO_TIME.test(time) ? undefined : time;
}

/**
 * Clock values without a zone are UTC; trailing zeros of the fraction are trimmed (wire-format 1). Clock values of another zone are
 * converted. A day without a time stays as it is: midnight would be more than was said.
 */
function toUtc(trimmed: string): string {
  if (MILLISECONDS.test(trimmed)) return isoTime(Number(trimmed));
  if (SECONDS.test(trimmed)) return isoTime(Number(trimmed) * 1000);
  const [whole, day, minutes, seconds = '00', digits = '', sign, hoursAhead, minutesAhead = '00'] =
    CLOCK.exec(trimmed) ?? [];
  if (whole === undefined) return trimmed;
  const fraction = digits.replace(/0+$/, '');
  const end = `${fraction === '' ? '' : `.${fraction}`}Z`;
  const time = Date.parse(`${day}T${minutes}:${seconds}Z`);
  // Date.parse takes the 30th of February for the 2nd of March.
  if (Number.isNaN(time) || !isoTime(time).startsWith(`${day}T${minutes}`)) return trimmed;
  if (hoursAhead === undefined) return `${day}T${minutes}:${seconds}${end}`;
  const ahead = (Number(hoursAhead) * 60 + Number(minutesAhead)) * 60_000;
  return isoTime(sign === '+' ? time - ahead : time + ahead).replace('Z', end);
}

const isoTime = (time: number): string => new Date(time).toISOString().replace(/\.?0*Z$/, 'Z');

/** A text of markup only is no value. */
const toPlain =
  (clean: (text: string) => string): Convert =>
  (value) => {
    const text = toText(value);
    return typeof text === 'string' ? clean(text) || undefined : text;
  };

/** The distinct markers that were sent, as one text. */
function toMarker(value: unknown): unknown {
  const markers = [value].flat().filter((one) => !isNothing(one));
  const texts = markers.map((one) => (typeof one === 'string' ? one.trim() : JSON.stringify(one)));
  return [...new Set(texts)].join(', ') || undefined;
}

/** A code without white space around it. */
function toCode(value: unknown): unknown {
  const text = toText(value);
  return typeof text === 'string' ? text.trim() : text;
}

const ALWAYS: Scalars = [
  [(schema) => schema instanceof z.ZodNumber, toNumber],
  [(schema) => schema instanceof z.ZodBoolean, toBoolean],
  [(schema) => schema === timestamp, toTime],
  [(schema) => schema === marker, toMarker],
];

const SCALARS: Readonly<Record<TextMode, Scalars>> = {
  'as sent': [...ALWAYS, [(schema) => schema instanceof z.ZodString, toText]],
  plain: [
    ...ALWAYS,
    [(schema) => schema === text, toPlain(plainText)],
    [(schema) => schema === name, toPlain(plainName)],
    [(schema) => schema instanceof z.ZodString, toCode],
  ],
};

/** The conversion of a scalar schema; undefined for others. */
export const convertOf = (schema: z.core.$ZodType, texts: TextMode): Convert | undefined =>
  SCALARS[texts].find(([fits]) => fits(schema))?.[1];
