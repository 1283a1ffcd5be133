import { stemmer as englishStem } from '@orama/stemmers/english';
import { z } from 'zod';
import { referenceTable } from '../../../base/reference-data.js';

/** The accents that Unicode decomposition separates from their letters, but not the dot of lenition. */
const ACCENTS = /[\u0300-\u0306\u0308-\u036f]/g;
const DOT_OF_LENITION = /\u0307/g;
/** t, n and h before a capital vowel or S: `tSeandún`, `nGaeilge` is below, `hÉireann`. */
const PREFIXED_CAPITAL = /(?<![\p{L}\p{N}])(?:[tnh](?=[AEIOUÁÉÍÓÚ])|t(?=S))/gu;
/** The same with a hyphen: `t-athair`, `n-éan`. */
const PREFIXED = /(?<![\p{L}\p{N}])[tnh]-(?=\p{L})/gu;
/** Eclipsis, by the letters that a word begins with: the second one is the letter of the headword. */
const ECLIPSED = /(?<![\p{L}\p{N}])(?:m(?=b)|g(?=c)|n(?=[dg])|b(?=p)|d(?=t)|bh(?=f)|t(?=s[aeiou]))/gu;
/** A lenited initial. */
const LENITED = /(?<![\p{L}\p{N}])([bcdfgmpst])h/gu;

/**
 * A text as the search index has it: lower case, without accents, and without the initial mutations of Irish words, so
 * that `an tSeandún` and `seandun`, `Ó Súilleabháin` and `O Suilleabhain`, `na mná` and `an bhean` of one headword meet.
 * The query is folded in the same way, so that English words that begin like a lenited one still match themselves.
 */
export const foldWords = (text: string): string =>
  text
    .replace(PREFIXED_CAPITAL, '')
    .replace(PREFIXED, '')
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(DOT_OF_LENITION, 'h')
    .toLowerCase()
    .replace(ECLIPSED, '')
    .replace(LENITED, '$1');

/** Words of a folded text. */
const WORD = /[\p{L}\p{N}]+/gu;
/** Before each word of Irish in the index: a letter that no folded text has, so that no word of English is taken for it. */
const IRISH = '\u01BF';
/** Words shorter than this are not inflected. */
const SHORTEST = 3;

const irregular = z.record(z.string(), z.array(z.string()));
const INFLECTION = referenceTable(
  'inflection',
  z.strictObject({
    english: z.strictObject({ irregular }),
    irish: z.strictObject({
      irregular,
      endings: z.record(z.string(), z.string()),
      syncope: z.string(),
      vowels: z.record(z.string(), z.string()),
    }),
  }),
);

/** The headword of each form of irregular nouns. */
const headwords = (table: z.output<typeof irregular>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([word, forms]) => forms.map((form) => [foldWords(form), foldWords(word)])),
  );
const ENGLISH_HEADWORDS = headwords(INFLECTION.english.irregular);
const IRISH_HEADWORDS = headwords(INFLECTION.irish.irregular);
const ENDINGS = Object.entries(INFLECTION.irish.endings).map(
  ([ending, becomes]) => [new RegExp(`^(.{${SHORTEST},}?)(?:${ending})$`), `$1${becomes}`] as const,
);
/** The last vowels of a word before its last consonants. */
const LAST_VOWELS = /^(.*?)([aeiou]+)([^aeiou]+)$/;
const SYNCOPE = new RegExp(INFLECTION.irish.syncope);

/**
 * What the forms of an Irish noun have in common: without the ending of a genitive or plural, without the vowel that syncope
 * takes, and the last vowels as before a broad consonant. It is no word.
 */
function irishStem(folded: string): string {
  const word = IRISH_HEADWORDS.get(folded) ?? folded;
  if (word.length < SHORTEST) return word;
  const [ending, becomes] = ENDINGS.find(([one]) => one.test(word)) ?? NO_ENDING;
  const bare = word.replace(ending, becomes).replace(SYNCOPE, '$1$2');
  const [, before, vowels, after] = LAST_VOWELS.exec(bare) ?? [];
  if (before === undefined || vowels === undefined || after === undefined) return bare;
  const { [vowels]: broad = vowels.length > 1 ? vowels.replace(/i$/, '') : vowels } = INFLECTION.irish.vowels;
  return before + broad + after;
}

const NO_ENDING = [/$/, ''] as const;

/** The forms of words that were asked for last. */
class Remembered {
  readonly #words = new Map<string, string>();
  readonly #of: (folded: string) => string;

  constructor(of: (folded: string) => string) {
    this.#of = of;
  }

  stem(folded: string): string {
    let stem = this.#words.get(folded);
    if (stem === undefined) {
      stem = this.#of(folded);
      if (this.#words.size >= MOST_WORDS) this.#words.clear();
      this.#words.set(folded, stem);
    }
    return stem;
  }
}

const MOST_WORDS = 50_000;
const english = new Remembered((folded) => englishStem(ENGLISH_HEADWORDS.get(folded) ?? folded));
const irish = new Remembered((folded) => IRISH + irishStem(folded));

/**
 * The words of a text as the index has them, separated by blanks: the stems of its language.
 *
 * @param language the tag of the text; of a text in no known language the index has the stems of both
 */
export function indexedWords(text: string, language: string): string {
  const words: string[] = [];
  for (const word of foldWords(text).match(WORD) ?? []) {
    if (language !== 'ga') words.push(english.stem(word));
    if (language !== 'en') words.push(irish.stem(word));
  }
  return words.join(' ');
}

/**
 * A search of the index (SQLite FTS5): every word of a text in any of its forms, the last one also as the beginning of a word.
 * Undefined without words.
 */
export function matchOf(query: string): string | undefined {
  const words = foldWords(query).match(WORD);
  if (words === null) return undefined;
  return words
    .map((word, at) => {
      const forms = [`"${english.stem(word)}"`, `"${irish.stem(word)}"`];
      if (at === words.length - 1) forms.push(`"${word}"*`, `"${IRISH}${word}"*`);
      return `(${forms.join(' OR ')})`;
    })
    .join(' AND ');
}

/**
 * Whether a word of a text is one that a search finds.
 *
 * @returns a function of a word and the language of its text; the empty string where it is not known
 */
export function matcherOf(query: string): (word: string, language: string) => boolean {
  const words: readonly string[] = foldWords(query).match(WORD) ?? [];
  const stems = new Set(words.flatMap((word) => [english.stem(word), irish.stem(word)]));
  const last = words.at(-1);
  return (word, language) =>
    (foldWords(word).match(WORD) ?? []).some(
      (one) =>
        (language !== 'ga' && stems.has(english.stem(one))) ||
        (language !== 'en' && stems.has(irish.stem(one))) ||
        (last !== undefined && one.startsWith(last)),
    );
}
