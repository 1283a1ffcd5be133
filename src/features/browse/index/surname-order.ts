import { isSurnamePrefix, surnameParts } from '../../../model/mapping/archive/surname.js';
import { sortKey } from './search-words.js';
import { withPrefixApart } from './surname-spellings.js';

/** What a prefix does to the initial of a surname: Nic Chárthaigh, Ó hÓgáin. */
const MUTATED = /^(?:([BCDFGMPSTbcdfgmpst])h|h(?=[AEIOUÁÉÍÓÚ]))/u;

/** A surname without its prefix, and without the mutation that the prefix causes. */
function bareSurname(words: readonly string[]): string {
  const { prefix, base = words.at(-1) ?? '' } = surnameParts(withPrefixApart(words.join(' ')));
  return prefix === undefined ? base : base.replace(MUTATED, '$1');
}

/** A name in two parts: the surname is the last word, with the words from its prefix on. */
function partsOf(name: string): { readonly given: readonly string[]; readonly surname: readonly string[] } {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const prefix = words.findIndex((word, at) => at > 0 && at < words.length - 1 && isSurnamePrefix(word));
  const end = prefix < 0 ? words.length - 1 : prefix;
  return { given: words.slice(0, end), surname: words.slice(end) };
}

/** The words of a name, the surname without its prefix: `Máire Nic Chárthaigh` is `Máire Cárthaigh`. */
export function surnameWords(name: string): string {
  const { given, surname } = partsOf(name);
  return [...given, bareSurname(surname)].join(' ');
}

/**
 * Where a person stands in a register of names: under the surname without prefix and without the mutation that the prefix
 * causes.
 *
 * @param surname where the archive has it apart; else it is taken from the name
 * @returns a letter from A to Z, empty for names of another alphabet; and the text that people are sorted by
 */
export function surnameOrder(
  name: string,
  surname: string | undefined,
): { readonly letter: string; readonly key: string } {
  const key = sortKey(bareSurname(surname?.split(/\s+/) ?? partsOf(name).surname));
  const letter = key.charAt(0).toUpperCase();
  return { letter: /[A-Z]/.test(letter) ? letter : '', key: `${key} ${sortKey(name)}` };
}
