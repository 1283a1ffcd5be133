import { z } from 'zod';
import { text } from './fields.js';
import { plainText } from './plain-text.js';

/** Absent, `null`, `[]`, `""` and white space alike: no value (wire-format 1). */
export function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** How texts are read: as a mirror serves them on, or as the plain text that they stand for. */
export type TextMode = 'as sent' | 'plain';

/** How values that are no lists and no objects are read, by their schema: the first that fits. */
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

/** A text of nothing but markup says nothing: no value. */
function toPlain(value: unknown): unknown {
  const given = toText(value);
  return typeof given === 'string' ? plainText(given) || undefined : given;
}

/** A code stays as it is; white space around it was never part of it. */
function toCode(value: unknown): unknown {
  const given = toText(value);
  return typeof given === 'string' ? given.trim() : given;
}

const ALWAYS: Scalars = [
  [(schema) => schema instanceof z.ZodNumber, toNumber],
  [(schema) => schema instanceof z.ZodBoolean, toBoolean],
  [(schema) => schema instanceof z.ZodISODateTime, toUtc],
];

const SCALARS: Readonly<Record<TextMode, Scalars>> = {
  'as sent': [...ALWAYS, [(schema) => schema instanceof z.ZodString, toText]],
  plain: [
    ...ALWAYS,
    [(schema) => schema === text, toPlain],
    [(schema) => schema instanceof z.ZodString, toCode],
  ],
};

/** How values of a schema are read; nothing for one that is none of these kinds. */
export const convertOf = (schema: z.core.$ZodType, texts: TextMode): Convert | undefined =>
  SCALARS[texts].find(([fits]) => fits(schema))?.[1];
