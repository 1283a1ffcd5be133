import { nearEachOther, phraseMatch, type QueryTerm, queryOf } from './search-query.js';
import { FUNCTION_WORDS, THESAURUS } from './search-tables.js';
import {
  beginningsSought,
  compoundsIn,
  formsSought,
  indexedWords,
  plainText,
  wordsOf,
} from './search-words.js';
import { otherSurnames } from './surname-spellings.js';

/** Other words that a word of a query may stand for: each by its forms, in their order in a text. */
export interface Alternative {
  readonly words: readonly (readonly string[])[];
  /** Its weight, as a share of that of the word: less than 1. */
  readonly worth: number;
}

/** A word that a query seeks. */
export interface SoughtWord {
  /** As it is typed. */
  readonly text: string;
  /** Its forms in the index. */
  readonly forms: readonly string[];
  /** Those of its forms that records have most: a rare one is often a form of another word, of the other language. */
  readonly mainForms: readonly string[];
  /** Beginnings of forms, of a last word that no record has. */
  readonly beginnings: readonly string[];
  readonly alternatives: readonly Alternative[];
  /** Records that have it, about. */
  readonly ownRecords: number;
  /** Records that have it or one of the alternatives, about. */
  readonly records: number;
  /** Whether results need not have it. */
  readonly isFunctionWord: boolean;
}

/** A term of a query, with its words. */
interface SoughtTerm extends QueryTerm {
  readonly words: readonly SoughtWord[];
}

/** What a query seeks: of each group one term, and none of the terms that are left out. */
export interface SoughtQuery {
  readonly groups: readonly (readonly SoughtTerm[])[];
  readonly left: readonly SoughtTerm[];
  /** The words of all groups that weigh in the order of results, each once. */
  readonly words: readonly SoughtWord[];
}

/** The words of an index. */
export interface Lexicon {
  /** How many records there are. */
  readonly total: number;
  /** How many records have a form. */
  records(form: string): number;
  /** How many records have a form with a beginning, about. */
  recordsBeginning(beginning: string): number;
  /** The forms that are spelt most like a word. */
  alike(word: string): readonly string[];
}

/** What a word is worth that stands for a word of the query: the same word in another spelling most. */
const WORTH = { spelt: 0.98, name: 0.95, synonym: 0.4, mistake: 0.7 } as const;

/** The share of the records that have a word whose synonyms are worth half as much again. */
const RARE = 0.0007;

/** A spelling has so many times the records of the word that is typed, at least. */
const MISSPELT = 20;

/** Letters of the beginning of a word. */
const LEAST_BEGINNING = 2;

const FUNCTION: ReadonlySet<string> = new Set(Object.values(FUNCTION_WORDS).flat());

/** Whether a word decides nothing in a search. In lower case and without accents. */
export const isFunctionWord = (word: string): boolean => FUNCTION.has(word);

/** Reads a query, and looks up what each of its words finds. */
export function soughtIn(query: string, lexicon: Lexicon): SoughtQuery {
  const { groups, without } = queryOf(query);
  const last = groups.at(-1)?.at(-1);
  const terms = groups.flat();
  const texts = terms.flatMap(({ text }) => wordsOf(text));
  const isFunction = (word: string): boolean => isFunctionWord(plainText(word));
  const hasContent = texts.some((word) => !isFunction(word));
  /** A phrase stands between two words. */
  const plainWords = terms.flatMap(({ text, isPhrase }) => (isPhrase ? [''] : wordsOf(text)));
  const synonymsOf = synonymsIn(plainWords);
  const spellings = [
    ...otherSurnames(plainWords, plainText),
    ...terms.flatMap((term) => (term.isPhrase ? [] : compoundsIn(term.text))),
  ];
  const othersOf = (text: string): readonly Alternative[] => [
    ...spellings.flatMap(({ words, other }) =>
      words.includes(text) ? alternativeOf(other, '', WORTH.spelt) : [],
    ),
    ...(synonymsOf.get(text) ?? []),
  ];
  const known = new Map<string, SoughtWord>();
  const wordOf = (text: string, isPhrase: boolean, mayBeLeftOut: boolean, isLast: boolean): SoughtWord => {
    const key = `${text} ${isPhrase} ${mayBeLeftOut}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const word = {
      text,
      isFunctionWord: mayBeLeftOut && isFunction(text),
      ...waysOf(text, isPhrase ? [] : othersOf(text), isLast && !isPhrase, lexicon),
    };
    known.set(key, word);
    return word;
  };
  const termOf = (term: QueryTerm, isChoice: boolean): SoughtTerm => {
    const texts = wordsOf(term.text);
    return {
      ...term,
      words: texts.map((text, at) =>
        wordOf(
          text,
          term.isPhrase,
          hasContent && !term.isPhrase && !isChoice,
          term === last && at === texts.length - 1,
        ),
      ),
    };
  };
  const soughtTerms = groups.map((group) => group.map((term) => termOf(term, group.length > 1)));
  const words = [...known.values()];
  return { groups: soughtTerms, left: without.map((term) => termOf(term, true)), words };
}

/** @param language of the text; empty for both */
const alternativeOf = (text: string, language: string, worth: number): Alternative => ({
  words: wordsOf(text).map((word) => indexedWords(word, language).split(' ')),
  worth,
});

type Ways = Omit<SoughtWord, 'text' | 'isFunctionWord'>;

/** A main form has so many records for one of the form that has most, at least. */
const MAIN = 0.05;

function waysOf(word: string, others: readonly Alternative[], isLast: boolean, lexicon: Lexicon): Ways {
  const forms = formsSought(word);
  const counts = forms.map((form) => lexicon.records(form));
  const own = sum(counts);
  const most = Math.max(...counts);
  const mainForms = forms.filter((_, at) => (counts[at] ?? 0) >= MAIN * most);
  /** Records that have all words of an alternative, at most. */
  const havingAll = ({ words }: Alternative): number =>
    Math.min(...words.map((all) => sum(all.map((form) => lexicon.records(form)))));
  // A word that few records have goes by another name there.
  const gain = 1 + 1 / (1 + own / (RARE * lexicon.total));
  const alternatives = others
    .map(({ words, worth }) => {
      const other = { words, worth: Math.max(worth, Math.min(worth * gain, WORTH.name)) };
      return { other, having: havingAll(other) };
    })
    .filter(({ having }) => having > 0);
  const beginnings = (own === 0 && isLast && word.length >= LEAST_BEGINNING ? beginningsSought(word) : [])
    .map((beginning) => ({ beginning, having: lexicon.recordsBeginning(beginning) }))
    .filter(({ having }) => having > 0);
  if (own < RARE * lexicon.total && beginnings.length === 0 && alternatives.length === 0)
    for (const form of lexicon.alike(word)) {
      const having = lexicon.records(form);
      // A word that a few texts have may be their own mistake.
      if (having > MISSPELT * own)
        alternatives.push({ other: { words: [[form]], worth: WORTH.mistake }, having });
    }
  const ownRecords = own + sum(beginnings.map(({ having }) => having));
  return {
    ...{ forms, mainForms, ownRecords },
    beginnings: beginnings.map(({ beginning }) => beginning),
    alternatives: alternatives.map(({ other }) => other),
    records: ownRecords + sum(alternatives.map(({ having }) => having)),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const LANGUAGES = ['en', 'ga'] as const;

/** The most words of a member of the thesaurus. */
const LONGEST_SYNONYM = 3;

/** Words in their first form in a language: what inflected ones have in common. */
const keyIn = (language: string, words: readonly string[]): string =>
  words.map((word) => indexedWords(word, language).split(' ')[0]).join(' ');

let synonyms: ReadonlyMap<string, readonly Alternative[]> | undefined;

/** The other members of the groups of each member, by its words. Made for the first search: a thread may serve no search. */
function synonymsByWords(): ReadonlyMap<string, readonly Alternative[]> {
  synonyms ??= readSynonyms();
  return synonyms;
}

function readSynonyms(): ReadonlyMap<string, readonly Alternative[]> {
  const all = new Map<string, Map<string, Alternative>>();
  const add = (groups: typeof THESAURUS.groups, worth: number): void => {
    for (const group of groups) {
      const members = Object.entries(group).flatMap(([language, texts = []]) =>
        texts.map((text) => ({
          key: keyIn(language, wordsOf(text)),
          other: alternativeOf(text, language, worth),
        })),
      );
      for (const { key } of members)
        for (const { key: otherKey, other } of members)
          if (otherKey !== key) all.set(key, (all.get(key) ?? new Map()).set(otherKey, other));
    }
  };
  add(THESAURUS.names, WORTH.name);
  add(THESAURUS.groups, WORTH.synonym);
  return new Map([...all].map(([key, others]) => [key, [...others.values()]]));
}

/** What the thesaurus has for the words of a query, by each word: one word or a few beside each other may be a member. */
function synonymsIn(words: readonly string[]): ReadonlyMap<string, readonly Alternative[]> {
  const found = new Map<string, Alternative[]>();
  for (let length = LONGEST_SYNONYM; length > 0; length -= 1)
    for (let at = 0; at + length <= words.length; at += 1) {
      const member = words.slice(at, at + length);
      if (member.includes('')) continue;
      for (const key of new Set(LANGUAGES.map((language) => keyIn(language, member))))
        for (const other of synonymsByWords().get(key) ?? [])
          for (const word of member) found.set(word, [...(found.get(word) ?? []), other]);
    }
  return found;
}

/** Terms of a search of the index (SQLite FTS5, section 3), of which one is enough. */
const oneOf = (terms: readonly string[]): string => `(${terms.join(' OR ')})`;
const allOf = (terms: readonly string[]): string => `(${terms.join(' AND ')})`;
const quoted = (forms: readonly string[]): string[] => forms.map((form) => `"${form}"`);

const matchOfAlternative = ({ words: [first = [], ...then] }: Alternative): string =>
  then.length === 0 ? oneOf(quoted(first)) : nearEachOther([first, ...then]);

/** The records that have a word in any spelling, or an alternative; of a word that no record has, the alternatives. */
const matchOfWord = (word: SoughtWord, forms: readonly string[], hasAlternatives: boolean): string =>
  oneOf([
    ...quoted(forms),
    ...word.beginnings.map((form) => `"${form}"*`),
    ...word.alternatives
      .filter(({ worth }) => hasAlternatives || word.ownRecords === 0 || worth === WORTH.spelt)
      .map(matchOfAlternative),
  ]);

/** What a term asks for; undefined where all its words decide nothing. */
function matchOfTerm({ text, isPhrase, words }: SoughtTerm, hasAlternatives: boolean): string | undefined {
  if (isPhrase) return phraseMatch(text);
  const needed = words.filter(({ isFunctionWord }) => !isFunctionWord);
  if (needed.length === 0) return undefined;
  return allOf(needed.map((word) => matchOfWord(word, word.forms, hasAlternatives)));
}

/** Leaves records out of a search. */
const without = (match: string, { left }: SoughtQuery): string =>
  left.length === 0 ? match : `${match} NOT ${oneOf(left.flatMap((term) => matchOfTerm(term, false) ?? []))}`;

/**
 * The records that have all words of a query, function words left out.
 *
 * @param hasAlternatives whether an alternative of a word is as good as the word
 * @returns undefined for a query without words
 */
export function matchOfAll(query: SoughtQuery, hasAlternatives: boolean): string | undefined {
  const groups = query.groups.flatMap((group) => {
    const terms = group.flatMap((term) => matchOfTerm(term, hasAlternatives) ?? []);
    return terms.length === 0 ? [] : oneOf(terms);
  });
  return groups.length === 0 ? undefined : without(allOf(groups), query);
}

/** Records in which some words of a query are looked for, at most: rare words first. */
const MOST_RECORDS = 30_000;
/** Words of which two are enough where each is in too many records. */
const FREQUENT = 4;

/**
 * The records that have some words of a query: the rarest, as long as they are not in too many records. Phrases are not
 * looked for.
 *
 * @returns undefined where there are no such words, or only one
 */
export function matchOfSome(query: SoughtQuery, hasAlternatives: boolean): string | undefined {
  if (query.groups.flat().some(({ isPhrase }) => isPhrase)) return undefined;
  const recordsOf = (word: SoughtWord): number =>
    hasAlternatives ? word.records : word.ownRecords || word.records;
  const words = query.words
    .filter(({ records, isFunctionWord }) => records > 0 && !isFunctionWord)
    .toSorted((a, b) => recordsOf(a) - recordsOf(b));
  if (words.length === 0 || query.groups.length < 2) return undefined;
  const match = (word: SoughtWord): string => matchOfWord(word, word.mainForms, hasAlternatives);
  const rare: SoughtWord[] = [];
  let all = 0;
  for (const word of words) {
    all += recordsOf(word);
    if (all <= MOST_RECORDS) rare.push(word);
  }
  if (rare.length > 0) return without(oneOf(rare.map(match)), query);
  const frequent = words.slice(0, FREQUENT).map(match);
  const pairs = frequent.flatMap((one, at) => frequent.slice(at + 1).map((other) => allOf([one, other])));
  return pairs.length === 0 ? undefined : without(oneOf(pairs), query);
}

/** Finds which word of a query a word of a page is, by its place in the list of the words; undefined where it is none that decides. */
export function markerOf({ words }: SoughtQuery): (word: string) => number | undefined {
  const [own, others] = [new Map<string, number>(), new Map<string, number>()];
  for (const [at, { isFunctionWord: isLeftOut, forms, alternatives }] of words.entries()) {
    if (isLeftOut) continue;
    for (const form of forms) if (!own.has(form)) own.set(form, at);
    for (const form of alternatives.flatMap((other) => other.words.flat()))
      if (!others.has(form)) others.set(form, at);
  }
  const beginnings = words.flatMap((word, at) =>
    word.beginnings.map((beginning) => [beginning, at] as const),
  );
  return (word) => {
    for (const form of indexedWords(word, '').split(' ')) {
      // Alternatives of several words have function words: those alone are no find.
      const other = isFunctionWord(plainText(word)) ? undefined : others.get(form);
      const at = own.get(form) ?? other ?? beginnings.find(([beginning]) => form.startsWith(beginning))?.[1];
      if (at !== undefined) return at;
    }
    return undefined;
  };
}
