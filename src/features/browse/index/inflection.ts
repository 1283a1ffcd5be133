import { INFLECTION } from './inflection-table.js';
import { porterStem } from './porter-stem.js';

const VOWEL = /[aeiou]/;
const SLENDER = /^[ei]/;
/** Whose last vowel is slender. That of `ae` is not. */
const ENDS_SLENDER = /(?:i|(?<!a)e)[^aeiou]*$/;

/** The accents that Unicode decomposition separates from their letters. */
const ACCENTS = /[\u0300-\u036f]/g;

/** A text without accents, which the search forgives. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(ACCENTS, '');

/** Words up to this length have others that differ by an accent. */
const SHORT = 5;

/** Headwords by their irregular forms. */
class IrregularForms {
  readonly #exact = new Map<string, string[]>();
  readonly #plain = new Map<string, string[]>();

  constructor(table: Readonly<Record<string, readonly string[]>>) {
    for (const [headword, forms] of Object.entries(table)) {
      const plain = withoutAccents(headword).toLowerCase();
      for (const form of forms.map((one) => one.toLowerCase())) {
        append(this.#exact, form, plain);
        append(this.#plain, withoutAccents(form), plain);
      }
    }
  }

  /** Headwords of a word of a text, in lower case. `ban` is a form of `bean`, `bán` is not: accents tell short words apart. */
  headwords(word: string): readonly string[] {
    if (word.length > SHORT) return this.#plain.get(withoutAccents(word)) ?? [];
    return this.#exact.get(word) ?? [];
  }

  /** The same of a word of a query, which may lack its accents. */
  possibleHeadwords(word: string): readonly string[] {
    return this.#plain.get(word) ?? this.headwords(word);
  }
}

const append = (map: Map<string, string[]>, key: string, value: string): void => {
  map.set(key, [...(map.get(key) ?? []), value]);
};

/** Irregular forms of Irish nouns. */
export const IRISH_FORMS = new IrregularForms(INFLECTION.irish.irregular);
/** Irregular forms of English words. */
export const ENGLISH_FORMS = new IrregularForms(INFLECTION.english.irregular);

/** `go dtí` is no house. With mutation, in lower case. */
export const UNINFLECTED: ReadonlySet<string> = new Set(INFLECTION.irish.uninflected);

/** Short words that begin with an h of their own. In lower case. */
export const WITH_H: ReadonlySet<string> = new Set(INFLECTION.irish.withH);

const { slender } = INFLECTION.irish;
const OLD_SPELLING = new RegExp(INFLECTION.irish.spellings.map(({ from }) => from).join('|'));
const SPELLINGS = INFLECTION.irish.spellings.map(({ from, to }) => [new RegExp(from, 'g'), to] as const);
const ALONE: ReadonlySet<string> = new Set(INFLECTION.irish.alone.map(withoutAccents));
const ENDINGS = INFLECTION.irish.endings
  .map(({ ending, after, instead }) => ({
    ending,
    isSlender: SLENDER.test(ending.replace(/^[^aeiou]+/, '')),
    instead,
    after: new RegExp(`${after ?? (VOWEL.test(ending.charAt(0)) ? '[^aeiou]' : '')}$`),
  }))
  .sort((one, other) => other.ending.length - one.ending.length);

const ENGLISH_ALONE: ReadonlySet<string> = new Set(INFLECTION.english.alone);

/** The same text for an English headword and its forms. It need not be a word. In lower case. */
export const englishStem = (word: string): string =>
  word.length > LONGEST || ENGLISH_ALONE.has(word) ? word : porterStem(word);

/** Shorter words are too like each other. */
const SHORTEST = 3;
/** Longer ones are no words. The patterns below take time by the square of the length. */
const LONGEST = 50;

/** An Irish word in the spelling of today. In and out without mutations and accents. */
export const inSpellingOfToday = (word: string): string =>
  word.length <= LONGEST && OLD_SPELLING.test(word)
    ? SPELLINGS.reduce((text, [from, to]) => text.replace(from, to), word)
    : word;

/** The same text for the headword of an Irish noun and its forms. It need not be a word. In and out without mutations and accents. */
export function irishStem(word: string): string {
  if (word.length > LONGEST || word.length <= SHORTEST || ALONE.has(word)) return word;
  const bare = withoutEnding(word);
  return bare.length <= SHORTEST || ALONE.has(bare) ? bare : broad(bare);
}

function withoutEnding(word: string): string {
  let found: string | undefined;
  for (const { ending, isSlender, after, instead } of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    if (ALONE.has(rest)) return rest;
    if (rest.length < SHORTEST || !VOWEL.test(rest) || !after.test(rest)) continue;
    if (ENDS_SLENDER.test(rest) === isSlender) found ??= rest + instead;
  }
  return found ?? word;
}

/** The last vowels of a word that ends in consonants. */
const LAST_VOWELS = /^(.*?)([aeiou]+)([^aeiou]*)$/;
/** `leabhar`, `obair`: a short last syllable, which is lost before an ending. */
const UNSTRESSED = /^(.*[aeiou].*[^aeiou])(?:ai?|ea?i?|i)([rls])$/;
/** `toibr(eacha)`, `oibr(e)`: the syllable is lost. */
const SYNCOPATED = /^(.*[aeiou].*[^aeiourl])([rl])$/;

function broad(word: string): string {
  const [, first, last] = UNSTRESSED.exec(word) ?? SYNCOPATED.exec(word) ?? [];
  if (first !== undefined) return `${withBroadVowels(first)}a${last}`;
  return withBroadVowels(word);
}

function withBroadVowels(word: string): string {
  const [, before, vowels, after] = LAST_VOWELS.exec(word) ?? [];
  if (before === undefined || vowels === undefined || after === '') return word;
  const isLater = VOWEL.test(before);
  // leighis, leigheas: in a later syllable only, so that `sin` is not `sean`.
  const others = isLater && vowels === 'i' ? 'ea' : (slender[vowels] ?? vowels);
  return before + others + after;
}
