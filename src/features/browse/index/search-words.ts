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

const wordsOf = (text: string): string[] =>
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

/** The forms of the index that a word of a query finds: whole ones, and beginnings. */
interface Sought {
  readonly whole: readonly string[];
  readonly beginnings: readonly string[];
}

/** Letters of a word that is also looked for as the beginning of others, at least. */
const SHORTEST_BEGINNING = 2;

/**
 * What each word of a query finds. The search of a site without a server uses this function (assets/static-search.js).
 *
 * @param shortest letters of the last word, at least, for which it is also the beginning of others
 */
export const soughtBy = (query: string, shortest = SHORTEST_BEGINNING): Sought[] =>
  wordsOf(query).map((word, at, { length }) => ({
    whole: [
      ...new Set([...englishForms(word, 'possibleHeadwords'), ...irishForms(word, 'possibleHeadwords')]),
    ],
    beginnings:
      at < length - 1 || word.length < shortest
        ? []
        : [withoutAccents(word).toLowerCase(), IRISH + withoutAccents(withoutMutation(word))],
  }));

/** One thing that a query asks for, or asks to leave out: a word, or the words between two quotes. */
export interface QueryTerm {
  readonly text: string;
  readonly isPhrase: boolean;
}

/** A query: each group has at least one of its terms, and none of the terms that are left out. */
export interface SearchQuery {
  readonly groups: readonly (readonly QueryTerm[])[];
  readonly without: readonly QueryTerm[];
}

/** A term, with a minus where it is left out. Quotes are straight or curved. */
const TERMS = /(-?)(?:["“”]([^"“”]*)["“”]|([^\s"“”]+))/gu;

/** Reads a query: `wedding "fairy fort" -holy`, `ghost OR fairy` (`taibhse NÓ sí`). Words stand beside each other for AND. */
export function queryOf(query: string): SearchQuery {
  const groups: QueryTerm[][] = [];
  const without: QueryTerm[] = [];
  let isAlternative = false;
  for (const [, minus, phrase, word = ''] of query.matchAll(TERMS)) {
    if (word === 'OR' || word === 'NÓ') {
      isAlternative = groups.length > 0;
      continue;
    }
    const text = phrase ?? word;
    if (wordsOf(text).length === 0) continue;
    const term = { text, isPhrase: phrase !== undefined && wordsOf(phrase).length > 1 };
    if (minus === '-') without.push(term);
    else if (isAlternative) groups.at(-1)?.push(term);
    else groups.push([term]);
    isAlternative = false;
  }
  return { groups, without };
}

/**
 * The words of a term in any of their forms.
 *
 * @param shortest letters of a last word that may be a beginning
 */
function termMatch(text: string, isLast: boolean, shortest?: number): string {
  const words = soughtBy(text, shortest).map(({ whole, beginnings }) => {
    const phrases = whole.map((form) => `"${form}"`);
    if (isLast) phrases.push(...beginnings.map((form) => `"${form}"*`));
    return `(${phrases.join(' OR ')})`;
  });
  return `(${words.join(' AND ')})`;
}

/** Words of the index between two neighbours in a text, at most: each word of a text has one form or a few, one behind the other. */
const MOST_BETWEEN = 6;

/** Texts in which the words of a phrase are near each other, and records around which all of them stand, in any order. */
function phraseMatch(text: string): string {
  const words = soughtBy(text).map(({ whole }) => whole.map((form) => `"${form}"`));
  const neighbours = words.slice(1).map((forms, at) => {
    const pairs = (words[at] ?? []).flatMap((one) => forms.map((other) => `${one} ${other}`));
    return `(${pairs.map((pair) => `NEAR(${pair}, ${MOST_BETWEEN})`).join(' OR ')})`;
  });
  return `(({names texts} : (${neighbours.join(' AND ')})) OR (around : ${termMatch(text, false)}))`;
}

/**
 * A search of the index (SQLite FTS5, section 3): the words of a query in any of their forms, the last one also as the beginning of a
 * word. Undefined without a word that is to be found. Of a phrase it finds the words near each other: {@link phraseTestOf} is exact.
 *
 * @param join OR finds records with some of the words
 * @param shortest letters of the last word, at least, for which it is also the beginning of others; absent: two
 */
export function matchOf(query: string, join: 'AND' | 'OR' = 'AND', shortest?: number): string | undefined {
  const { groups, without } = queryOf(query);
  const last = groups.at(-1)?.at(-1);
  const match = (term: QueryTerm): string =>
    term.isPhrase ? phraseMatch(term.text) : termMatch(term.text, term === last, shortest);
  if (groups.length === 0) return undefined;
  const found = groups.map((group) => `(${group.map(match).join(' OR ')})`).join(` ${join} `);
  return without.length === 0 ? found : `(${found}) NOT (${without.map(match).join(' OR ')})`;
}

/** A text in lower case, without accents and prefixed letters with a hyphen. */
const plain = (text: string): string =>
  withoutAccents(text.includes('-') ? text.replace(HYPHENED, '') : text).toLowerCase();

/** A line of its own between two texts of a record, so that no phrase goes from one to the next. */
export const BETWEEN_TEXTS = '\n.\n';
/** The same in a plain text: no text has it. */
const END_OF_TEXT = '\uE001';

/** Finds the words of a phrase behind each other in a plain text. */
const phraseIn = (phrase: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}\\p{M}])${wordsOf(plain(phrase)).join(`[^\\p{L}\\p{N}\\p{M}${END_OF_TEXT}]+`)}(?![\\p{L}\\p{N}\\p{M}])`,
    'u',
  );

/** Whether texts, with {@link BETWEEN_TEXTS} between two, have each phrase of a query, word after word; undefined for a query without phrases. */
export function phraseTestOf(query: string): ((texts: string) => boolean) | undefined {
  const { groups } = queryOf(query);
  if (!groups.some((group) => group.some(({ isPhrase }) => isPhrase))) return undefined;
  // Beside a phrase stands a word: the index has found one of them.
  const phrases = groups
    .filter((group) => group.every(({ isPhrase }) => isPhrase))
    .map((group) => group.map(({ text }) => phraseIn(text)));
  return (texts) => {
    const text = plain(texts.replaceAll(BETWEEN_TEXTS, END_OF_TEXT));
    return phrases.every((group) => group.some((phrase) => phrase.test(text)));
  };
}

/** Whether a query finds a word that a page shows, in either language. */
export function matcherOf(query: string): (word: string) => boolean {
  const { groups } = queryOf(query);
  const sought = soughtBy(groups.flatMap((group) => group.map(({ text }) => text)).join(' '));
  const whole = new Set(sought.flatMap((one) => one.whole));
  const beginnings = sought.flatMap((one) => one.beginnings);
  return (word) =>
    indexedWords(word, '')
      .split(' ')
      .some((form) => whole.has(form) || beginnings.some((beginning) => form.startsWith(beginning)));
}
