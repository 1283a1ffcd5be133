import { nearest } from '../base/text.js';

/** Changes a value that is no object and no list, by the name of its field. */
export type ValueChange = (value: unknown, name: string) => unknown;

/**
 * A copy of a JSON value with every number, string, boolean and null changed. An entry of a list has the name of the list.
 */
export function mapJsonValues(value: unknown, change: ValueChange, name = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => mapJsonValues(entry, change, name));
  if (typeof value !== 'object' || value === null) return change(value, name);
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, mapJsonValues(entry, change, key)]),
  );
}

/** The fields of records that hold timestamps (wire-format 3 and 4). */
const TIMESTAMPS = new Set(['dateCreated', 'dateModified', 'editorsPick', 'featured']);

/** Timestamps of newer releases: without a zone (wire-format 1). */
export const withoutTimeZone: ValueChange = (value, name) =>
  TIMESTAMPS.has(name) && typeof value === 'string' ? value.replace(/Z$/, '') : value;

/**
 * The two schemes of codes (wire-format 1, gender codes: a trap): Irish *baineann* and *fireann*, and English
 * female and male. `f` means opposite things.
 */
export const ENGLISH_OF_IRISH: Readonly<Record<string, string>> = { b: 'f', f: 'm' };

export const IRISH_OF_ENGLISH: Readonly<Record<string, string>> = { f: 'b', m: 'f' };

/** Records with English codes. A value of neither scheme is not changed. */
export const toEnglishGender: ValueChange = (value, name) =>
  name === 'gender' && typeof value === 'string' ? (ENGLISH_OF_IRISH[value] ?? value) : value;

/** The releases of the services' interfaces. */
const DIALECTS = ['v0.6', 'v1.1'] as const;

export type Dialect = (typeof DIALECTS)[number];

/** The dialect of the specification. */
export const DEFAULT_DIALECT: Dialect = 'v0.6';

/**
 * Reads the name of a dialect.
 *
 * @throws Error with the known names and the nearest one
 */
export function parseDialect(word: string): Dialect {
  const dialect = DIALECTS.find((name) => name === word);
  if (dialect !== undefined) return dialect;
  const meant = nearest(word, DIALECTS);
  const hint = meant === undefined ? '' : `, did you mean ${meant}?`;
  throw new Error(`unknown dialect '${word}'${hint} (known are ${DIALECTS.join(' and ')})`);
}
