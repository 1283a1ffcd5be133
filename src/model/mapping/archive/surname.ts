import { z } from 'zod';
import { referenceTable } from '../../../base/reference-data.js';

const TABLE = referenceTable(
  'surnames',
  z.strictObject({
    prefixes: z.array(z.string()),
    surnames: z.array(z.string()),
    joined: z.array(z.string()),
  }),
);
const PREFIXES: ReadonlySet<string> = new Set(TABLE.prefixes);
const SURNAMES: ReadonlySet<string> = new Set(TABLE.surnames);

/**
 * A prefix in one word with the surname, before an apostrophe or a hyphen and a capital, or before a capital and a small letter:
 * O'Brien, Ó-Sé, McCarthy. Without such a sign OWENS is a surname in capitals.
 */
const JOINED = new RegExp(
  `^(?<prefix>(?:${TABLE.joined.join('|')})(?:['’](?=\\p{Lu})|(?=-h?\\p{Lu}|h?\\p{Lu}\\p{Ll})))-?`,
  'u',
);

const bare = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/[\u0301'’.,]/g, '')
    .toLowerCase();

/** The initial of a given name, which is no prefix. */
const INITIAL = /^A\.?$/;

/** Whether a word is a prefix of surnames: `Ó`, `O'`, `Nic`, `a'`. */
export const isSurnamePrefix = (word: string): boolean => PREFIXES.has(bare(word)) && !INITIAL.test(word);

/** A surname in two parts. */
interface SurnameParts {
  /** Absent where there is none. */
  readonly prefix?: string;
  /** Without prefix; absent of a text that is nothing but a prefix, unless a surname is spelt so: Bean. */
  readonly base?: string;
}

/** The prefix of a surname, and the surname without prefix (Person Name Vocabulary: surnamePrefix, baseSurname). */
export function surnameParts(surname: string): SurnameParts {
  const words = surname.split(/\s+/).filter((word) => word !== '');
  const first = words.findIndex((word) => !isSurnamePrefix(word));
  if (first < 0) {
    const whole = words.join(' ');
    if (whole === '') return {};
    return SURNAMES.has(bare(whole)) ? { base: whole } : { prefix: whole };
  }
  const rest = words.slice(first).join(' ');
  const joined = JOINED.exec(rest);
  const prefix = [...words.slice(0, first), joined?.groups?.prefix ?? '']
    .filter((part) => part !== '')
    .join(' ');
  const base = rest.slice(joined?.[0].length ?? 0);
  return prefix === '' ? { base } : { prefix, base };
}
