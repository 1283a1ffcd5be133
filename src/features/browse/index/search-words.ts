import {
  ENGLISH_FORMS,
  englishStem,
  IRISH_FORMS,
  irishStem,
  UNINFLECTED,
  withoutAccents,
} from './inflection.js';

/** A word of a text, with its accents also where they are characters of their own. */
const WORDS = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** t, n and h before a vowel: `t-athair`, `n-éan`. */
const HYPHENED = /(?<![\p{L}\p{N}])[tnh]-(?=\p{L})/gu;
/** t, n and h before a capital vowel or S: `tSeandún`, `hÉireann`. */
const PREFIXED_CAPITAL = /^(?:[tnh](?=[AEIOUÁÉÍÓÚ])|t(?=S))/u;
const DOT_OF_LENITION = /\u0307/g;
/** Eclipsis, by the letters that a word begins with: the second one is the letter of the headword. */
const ECLIPSED = /^(?:m(?=b)|g(?=c)|n(?=[dg])|b(?=p)|d(?=t)|bh(?=f)|t(?=s[aeiouáéíóúlnr]))/u;
/** A lenited initial. */
const LENITED = /^([bcdfgmpst])h/u;
/** h before a vowel, in words so long that few English ones have another Irish word behind it. */
const PREFIXED_H = /^h(?=[aeiouáéíóú].{4})/u;

/** What shows an Irish word in a text of another language: an accent, or a small letter before a capital. */
const VISIBLY_IRISH = /[áéíóúÁÉÍÓÚḂḃĊċḊḋḞḟĠġṀṁṖṗṠṡṪṫ]|^(?:[tnh][AEIOU]|tS|mB|gC|n[DG]|bP|dT|bhF)/u;

/**
 * Stands before each word of Irish in the index, so that it meets no English word. It is of the characters for private use,
 * which the search engine takes for a letter, and which begin no word of a text.
 */
export const IRISH = '\uE000';

/** A word in lower case without initial mutation, with accents. */
export const withoutMutation = (word: string): string =>
  word
    .replace(PREFIXED_CAPITAL, '')
    .normalize('NFD')
    .replace(DOT_OF_LENITION, 'h')
    .normalize('NFC')
    .toLowerCase()
    .replace(ECLIPSED, '')
    .replace(LENITED, '$1')
    .replace(PREFIXED_H, '');

/** The words of a text as they are written, without t, n and h before a hyphen. */
export const wordsOf = (text: string): string[] =>
  (text.includes('-') ? text.replace(HYPHENED, '') : text).normalize('NFC').match(WORDS) ?? [];

/** Which headwords an irregular form may have. */
type Headwords = 'headwords' | 'possibleHeadwords';

function irishForms(word: string, headwords: Headwords): string[] {
  const bare = withoutMutation(word);
  const irregular = UNINFLECTED.has(word.toLowerCase()) ? [] : IRISH_FORMS[headwords](bare);
  return [withoutAccents(bare), ...irregular].map((one) => IRISH + irishStem(one));
}

function englishForms(word: string, headwords: Headwords): string[] {
  const bare = withoutAccents(word).toLowerCase();
  return [bare, ...ENGLISH_FORMS[headwords](bare)].map((one) => englishStem(one));
}

/** Words whose forms are kept, for each language: most words of a text were met before. */
const MOST_WORDS = 50_000;

/** A word that does not keep the piece of the dump in memory from which it was cut. Browsers run this file, too. */
const copied = (word: string): string => word.split('').join('');

/** The forms of words in a language, computed once. */
class RememberedForms {
  readonly #forms = new Map<string, string>();
  readonly #formsOf: (word: string) => string[];

  constructor(formsOf: (word: string) => string[]) {
    this.#formsOf = formsOf;
  }

  of(word: string): string {
    const before = this.#forms.get(word);
    if (before !== undefined) return before;
    const forms = copied([...new Set(this.#formsOf(word))].join(' '));
    if (this.#forms.size >= MOST_WORDS) this.#forms.clear();
    this.#forms.set(copied(word), forms);
    return forms;
  }
}

const irish = (word: string): string[] => irishForms(word, 'headwords');
const english = (word: string): string[] => englishForms(word, 'headwords');
const both = (word: string): string[] => [...english(word), ...irish(word)];

const IN_IRISH = new RememberedForms(irish);
const IN_ENGLISH = new RememberedForms((word) => (VISIBLY_IRISH.test(word) ? both(word) : english(word)));
const IN_BOTH = new RememberedForms(both);

/**
 * The words of a text as the index has them, separated by blanks: without accents and inflection, and those of Irish
 * without initial mutation. Texts of neither language have the words of both, and so have Irish words in English texts that
 * an accent or a mutation shows.
 *
 * @param language the tag of the literal, such as `ga`; empty without one
 */
export function indexedWords(text: string, language: string): string {
  const forms = language.startsWith('ga') ? IN_IRISH : language.startsWith('en') ? IN_ENGLISH : IN_BOTH;
  let words = '';
  for (const word of wordsOf(text)) words += words === '' ? forms.of(word) : ` ${forms.of(word)}`;
  return words;
}

/** The forms of the index that a word of a query may mean, in either language. */
export const formsSought = (word: string): readonly string[] => [
  ...new Set([...englishForms(word, 'possibleHeadwords'), ...irishForms(word, 'possibleHeadwords')]),
];

/** How the index has the words that begin as a word of a query does. */
export const beginningsSought = (word: string): readonly string[] => [
  withoutAccents(word).toLowerCase(),
  IRISH + withoutAccents(withoutMutation(word)),
];

/** A text in lower case, without accents and prefixed letters with a hyphen. */
export const plainText = (text: string): string =>
  withoutAccents(text.includes('-') ? text.replace(HYPHENED, '') : text).toLowerCase();
