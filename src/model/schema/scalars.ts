import { z } from 'zod';
import { marker, text } from './fields.js';
import { plainText } from './plain-text.js';

/** Whether a value counts as absent: `null`, `[]`, `""` and white space (wire-format 1). */
export function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Texts as they were sent, for mirrors, or cleaned. */
export type TextMode = 'as sent' | 'plain';

/** Conversions of scalars; the first that fits the schema counts. */
type Scalars = readonly (readonly [fits: (schema: z.core.$ZodType) => boolean, convert: Convert])[];

export type Convert = (value: unknown) => unknown;

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
}

function toBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : value;
}

function toText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** Clock values without a zone are UTC; trailing zeros of the fraction are trimmed (wire-format 1). */
function toUtc(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const trimmed = value.trim();
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,7}))?Z?$/.exec(trimmed);
  if (parts === null) return trimmed;
  const fraction = (parts[2] ?? '').replace(/0+$/, '');
  return `${parts[1]}${fraction === '' ? '' : `.${fraction}`}Z`;
}

/** A text of markup only is no value. */
function toPlain(value: unknown): unknown {
  const text = toText(value);
  return typeof text === 'string' ? plainText(text) || undefined : text;
}

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
  [(schema) => schema instanceof z.ZodISODateTime, toUtc],
  [(schema) => schema === marker, toMarker],
];

const SCALARS: Readonly<Record<TextMode, Scalars>> = {
  'as sent': [...ALWAYS, [(schema) => schema instanceof z.ZodString, toText]],
  plain: [
    ...ALWAYS,
    [(schema) => schema === text, toPlain],
    [(schema) => schema instanceof z.ZodString, toCode],
  ],
};

/** The conversion of a scalar schema; undefined for others. */
export const convertOf = (schema: z.core.$ZodType, texts: TextMode): Convert | undefined =>
  SCALARS[texts].find(([fits]) => fits(schema))?.[1];
