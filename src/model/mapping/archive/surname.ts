import { z } from 'zod';
import { referenceTable } from '../../../base/reference-data.js';

const TABLE = referenceTable(
  'surnames',
  z.strictObject({ prefixes: z.array(z.string()), joined: z.array(z.string()) }),
);
const PREFIXES: ReadonlySet<string> = new Set(TABLE.prefixes);

/** A prefix in one word with the surname: O'Brien, McCarthy. */
const JOINED = new RegExp(`^(?:${TABLE.joined.join('|')})['’]?(?=\\p{Lu})`, 'u');

const bare = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/[\u0301'’.,]/g, '')
    .toLowerCase();

/** Whether a word is a prefix of surnames: `Ó`, `O'`, `Nic`. */
export const isSurnamePrefix = (word: string): boolean => PREFIXES.has(bare(word));

/** A surname in two parts. */
interface SurnameParts {
  /** Absent where there is none. */
  readonly prefix?: string;
  /** Without prefix; absent of a text that is nothing but a prefix. */
  readonly base?: string;
}

/** The prefix of a surname, and the surname without prefix (Person Name Vocabulary: surnamePrefix, baseSurname). */
export function surnameParts(surname: string): SurnameParts {
  const words = surname.split(/\s+/).filter((word) => word !== '');
  const first = words.findIndex((word) => !isSurnamePrefix(word));
  if (first < 0) return words.length === 0 ? {} : { prefix: words.join(' ') };
  const rest = words.slice(first).join(' ');
  const [joined = ''] = JOINED.exec(rest) ?? [];
  const prefix = [...words.slice(0, first), joined].filter((part) => part !== '').join(' ');
  const base = rest.slice(joined.length);
  return prefix === '' ? { base } : { prefix, base };
}
