import { beginningsSought, formsSought, plainText, wordsOf } from './search-words.js';

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
    whole: formsSought(word),
    beginnings: at < length - 1 || word.length < shortest ? [] : beginningsSought(word),
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
export function phraseMatch(text: string): string {
  const near = nearEachOther(soughtBy(text).map(({ whole }) => whole));
  return `(({names texts} : ${near}) OR (around : ${termMatch(text, false)}))`;
}

/** Texts in which words, each in one of its forms, are near each other. */
export function nearEachOther(words: readonly (readonly string[])[]): string {
  const neighbours = words.slice(1).map((forms, at) => {
    const pairs = (words[at] ?? []).flatMap((one) => forms.map((other) => `"${one}" "${other}"`));
    return `(${pairs.map((pair) => `NEAR(${pair}, ${MOST_BETWEEN})`).join(' OR ')})`;
  });
  return `(${neighbours.join(' AND ')})`;
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

/** A line of its own between two texts of a record, so that no phrase goes from one to the next. */
export const BETWEEN_TEXTS = '\n.\n';
/** The same in a plain text: no text has it. */
const END_OF_TEXT = '\uE001';

/** Finds the words of a phrase behind each other in a plain text. */
const phraseIn = (phrase: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}\\p{M}])${wordsOf(plainText(phrase)).join(`[^\\p{L}\\p{N}\\p{M}${END_OF_TEXT}]+`)}(?![\\p{L}\\p{N}\\p{M}])`,
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
    const text = plainText(texts.replaceAll(BETWEEN_TEXTS, END_OF_TEXT));
    return phrases.every((group) => group.some((phrase) => phrase.test(text)));
  };
}
