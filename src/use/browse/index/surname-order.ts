import { z } from 'zod';
import { referenceTable } from '../../../base/reference-data.js';
import { withoutAccents } from './inflection.js';

const TABLE = referenceTable(
  'surnames',
  z.strictObject({ prefixes: z.array(z.string()), joined: z.array(z.string()) }),
);
const PREFIXES: ReadonlySet<string> = new Set(TABLE.prefixes);
const JOINED = new RegExp(`^(?:${TABLE.joined.join('|')})['’]?(?=\\p{Lu})`, 'u');
/** What a prefix does to the initial of a surname: Nic Chárthaigh, Ó hÓgáin. */
const MUTATED = /^(?:([BCDFGMPST])h|h(?=[AEIOUÁÉÍÓÚ]))/u;

const plain = (text: string): string => withoutAccents(text).toLowerCase();

/**
 * Where a person stands in a register of names: under the surname without prefix and without the mutation that the prefix
 * causes.
 *
 * @param surname where the archive has it apart; else it is the last word of the name, with the words from its prefix on
 * @returns a letter from A to Z, empty for names of another alphabet; and the text that people are sorted by
 */
export function surnameOrder(
  name: string,
  surname: string | undefined,
): { readonly letter: string; readonly key: string } {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const prefix = words.findIndex((word, at) => at > 0 && at < words.length - 1 && PREFIXES.has(plain(word)));
  const found = surname?.split(/\s+/) ?? words.slice(prefix < 0 ? -1 : prefix);
  const first = found.findIndex((word, at) => at === found.length - 1 || !PREFIXES.has(plain(word)));
  const [whole = '', ...others] = found.slice(first);
  const joined = whole.replace(JOINED, '');
  const base = first > 0 || joined !== whole ? joined.replace(MUTATED, '$1') : joined;
  const key = plain([base, ...others].join(' '));
  const letter = key.charAt(0).toUpperCase();
  return { letter: /[A-Z]/.test(letter) ? letter : '', key: `${key} ${plain(name)}` };
}
