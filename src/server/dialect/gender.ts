import type { Change } from '../rewrite.js';

/**
 * The two schemes of codes (wire-format 1, gender codes: a trap): Irish *baineann* and *fireann*, and English
 * female and male. `f` means opposite things.
 */
export const ENGLISH_OF_IRISH: Readonly<Record<string, string>> = { b: 'f', f: 'm' };

export const IRISH_OF_ENGLISH: Readonly<Record<string, string>> = { f: 'b', m: 'f' };

/** Records with the English codes; a value of neither scheme stays as it is. */
export const inEnglish: Change = (value, name) =>
  name === 'gender' && typeof value === 'string' ? (ENGLISH_OF_IRISH[value] ?? value) : value;
