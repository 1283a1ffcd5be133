import {
  ENGLISH_FORMS,
  englishStem,
  IRISH_FORMS,
  inSpellingOfToday,
  irishStem,
  UNINFLECTED,
  WITH_H,
  withoutAccents,
} from './inflection.js';
import { inPlainLetters } from './plain-letters.js';

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
/** h before a vowel: no Irish word begins with it, but for a few. */
const PREFIXED_H = /^h(?=[áéíóú].|[aeiou].{2})/u;
/** Words that a hyphen joins: `béal-oideas`. */
const COMPOUNDS = /\p{L}[\p{L}\p{M}]*(?:-\p{L}[\p{L}\p{M}]*)+/gu;

/** What shows an Irish word in a text of another language: an accent, or a small letter before a capital. */
const VISIBLY_IRISH = /[áéíóúÁÉÍÓÚḂḃĊċḊḋḞḟĠġṀṁṖṗṠṡṪṫ]|^(?:[tnh][AEIOU]|tS|mB|gC|n[DG]|bP|dT|bhF)/u;

/**
 * Stands before each word of Irish in the index, so that it meets no English word. It is of the characters for private use,
 * which the search engine takes for a letter, and which begin no word of a text.
 */
export const IRISH = '\uE000';

/** A word in lower case without initial mutation, with accents. */
export function withoutMutation(word: string): string {
  const bare = word
    .replace(PREFIXED_CAPITAL, '')
    .normalize('NFD')
    .replace(DOT_OF_LENITION, 'h')
    .normalize('NFC')
    .toLowerCase()
    .replace(ECLIPSED, '')
    .replace(LENITED, '$1');
  return WITH_H.has(bare) ? bare : bare.replace(PREFIXED_H, '');
}

/** A text in plain letters, without t, n and h before a hyphen. */
function withoutSigns(text: string): string {
  const plain = inPlainLetters(text);
  return plain.includes('-') ? plain.replace(HYPHENED, '') : plain;
}

const cut = (plain: string): string[] => plain.normalize('NFC').match(WORDS) ?? [];
const inOnePiece = (compound: string): string => compound.replaceAll('-', '');

/** The words of a text as they are written, without t, n and h before a hyphen. */
export const wordsOf = (text: string): string[] => cut(withoutSigns(text));

/** The same, and behind the parts of a compound with a hyphen the compound in one piece. */
export function wordsAndCompounds(text: string): string[] {
  const plain = withoutSigns(text);
  if (!plain.includes('-')) return cut(plain);
  return cut(plain.replace(COMPOUNDS, (compound) => `${compound} ${inOnePiece(compound)}`));
}

/** Words beside each other in a text, and another spelling of what they are together. */
export interface OtherSpelling {
  readonly words: readonly string[];
  readonly other: string;
}

/** The compounds with a hyphen in a text, each in one piece as well. */
export const compoundsIn = (text: string): readonly OtherSpelling[] =>
  (withoutSigns(text).match(COMPOUNDS) ?? []).map((compound) => ({
    words: cut(compound),
    other: inOnePiece(compound),
  }));

/** Which headwords an irregular form may have. */
type Headwords = 'headwords' | 'possibleHeadwords';

function irishForms(word: string, headwords: Headwords): string[] {
  const lower = word.toLowerCase();
  const bare = withoutMutation(word);
  const plain = withoutAccents(bare);
  const today = inSpellingOfToday(plain);
  const irregular = UNINFLECTED.has(lower) ? [] : IRISH_FORMS[headwords](today === plain ? bare : today);
  // `mban` is `bean`: eclipsis shows a noun, and so no `bán` without its accent. `bhan` may be one.
  const isForm = ECLIPSED.test(lower) && irregular.length > 0 && IRISH_FORMS.headwords(bare).length > 0;
  return [...(isForm ? [] : [today]), ...irregular].map((one) => IRISH + irishStem(one));
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
  for (const word of wordsAndCompounds(text)) words += words === '' ? forms.of(word) : ` ${forms.of(word)}`;
  return words;
}

/** The forms of the index that a word of a query may mean, in either language. */
export const formsSought = (word: string): readonly string[] => [
  ...new Set([...englishForms(word, 'possibleHeadwords'), ...irishForms(word, 'possibleHeadwords')]),
];

/** How the index has the words that begin as a word of a query does. */
export const beginningsSought = (word: string): readonly string[] => [
  withoutAccents(word).toLowerCase(),
  IRISH + inSpellingOfToday(withoutAccents(withoutMutation(word))),
];

/** A text in lower case, without accents and prefixed letters with a hyphen. */
export const plainText = (text: string): string => withoutAccents(withoutSigns(text)).toLowerCase();

/** The text that a text is sorted by, wherever texts are sorted: letters and digits, without accents, signs and capitals. */
export const sortKey = (text: string): string =>
  plainText(text)
    .replace(/\s+/g, ' ')
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim();
