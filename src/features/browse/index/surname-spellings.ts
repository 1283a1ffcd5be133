import { type OtherSpelling, withoutMutation } from './search-words.js';

/** Prefixes of surnames that stand for each other. */
interface PrefixFamily {
  /** The prefix in one word with a surname, without an apostrophe: Oconnell, McCabe. */
  readonly joined: RegExp;
  /** Those that are written in one word with a surname, and those that are words of their own. */
  readonly inOneWord: readonly string[];
  readonly apart: readonly string[];
}

const FAMILIES: readonly PrefixFamily[] = [
  { joined: /^o(?=\p{L}{4})/iu, inOneWord: ['o'], apart: ['o', 'ni', 'ui', 'ua'] },
  {
    joined: /^ma?c(?=\p{L}{3})/iu,
    inOneWord: ['mac', 'mc', 'm'],
    apart: ['mac', 'mc', 'm', 'mag', 'mhac', 'mhic', 'nic'],
  },
];

/** What begins no word but a surname. */
const SURE = /^(?:(o)['’ʼ]|m(?:c|['’ʼ]))(?=\p{L}{2})/iu;

/** A surname with a prefix that is surely one as a word of its own: `M'Cabe` and `Mccabe` are `Mc Cabe`, `o'connell` is `O connell`. */
export const withPrefixApart = (surname: string): string =>
  surname.replace(SURE, (_, o) => (o === undefined ? 'Mc ' : 'O '));

/** A word without the prefix of a surname that it may begin with: `connell` of `oconnell`, but also `wens` of `owens`. */
export function withoutPossiblePrefix(word: string): string | undefined {
  const rest = FAMILIES.reduce((text, { joined }) => (text === word ? word.replace(joined, '') : text), word);
  return rest === word ? undefined : rest;
}

/** Prefixes that lenite the surname. */
const LENITING: ReadonlySet<string> = new Set(['ni', 'ui', 'nic', 'mhic']);

/** Each family with its prefixes before a surname in a plain text. `M` without an apostrophe is an initial. */
const WITH_SURNAME = FAMILIES.map(({ inOneWord: [prefix = '', ...others], apart }) => {
  const joined = others.map((one) => (one === 'm' ? "|m['’] ?" : `|${one}`)).join('');
  const words = apart.filter((one) => one !== 'm').join('|');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:(${words})['’ -]+${joined})(\\p{L}{2,})`, 'gu');
  return { prefix, pattern };
});

/** A plain text in which `Mc Garry`, `M'Garry` and `Nic Gharry` are `macgarry`, and `O'Brien` and `Ní Bhrien` `obrien`. */
export const surnamesInOneSpelling = (plain: string): string =>
  WITH_SURNAME.reduce(
    (text, { prefix, pattern }) =>
      text.replace(
        pattern,
        (_, apart: string | undefined, surname: string) =>
          prefix + (LENITING.has(apart ?? '') ? withoutMutation(surname) : surname),
      ),
    plain,
  );

/**
 * The other spellings of the surnames that words of a text may be: of a word in one piece, and of a prefix and the word behind
 * it.
 *
 * @param words without apostrophes
 * @param plain a word in lower case, without accents
 */
export function otherSurnames(
  words: readonly string[],
  plain: (word: string) => string,
): readonly OtherSpelling[] {
  return words.flatMap((word, at) =>
    FAMILIES.flatMap(({ joined, inOneWord, apart }) => {
      const behind = words[at + 1] ?? '';
      const isApart = behind !== '' && apart.includes(plain(word));
      const rest = isApart ? behind : word.replace(joined, '');
      if (rest === word) return [];
      // Another prefix changes the prefix alone.
      return [
        ...inOneWord.map((prefix) => ({ words: [word, rest], other: `${prefix}${rest}` })),
        ...apart.map((prefix) => ({ words: [word], other: `${prefix} ${rest}` })),
      ].filter(({ other }) => plain(other) !== plain(isApart ? `${word} ${rest}` : word));
    }),
  );
}
