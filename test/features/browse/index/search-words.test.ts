import { readFileSync } from 'node:fs';
import Database from 'libsql';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { matchOf, phraseTestOf } from '../../../../src/features/browse/index/search-query.js';
import { indexedWords } from '../../../../src/features/browse/index/search-words.js';
import { markerOf, soughtIn } from '../../../../src/features/browse/index/sought-words.js';

type Forms = Record<string, string>;
type Pairs = Record<string, [string, string][]>;
const WORDS: { irish: Forms; irishOfToday: Forms; english: Forms; apart: Pairs; asBefore: Pairs } = parse(
  readFileSync(new URL('inflected-words.yaml', import.meta.url), 'utf8'),
);

const database = new Database(':memory:');
database.exec("CREATE VIRTUAL TABLE search USING fts5(names, texts, around, tokenize='unicode61')");
afterAll(() => database.close());

/** Whether the search engine finds a text of a language by a query. */
function finds(query: string, text: string, language: string): boolean {
  database.exec('DELETE FROM search');
  database.prepare('INSERT INTO search (texts) VALUES (?)').run([indexedWords(text, language)]);
  return database.prepare('SELECT 1 FROM search WHERE search MATCH ?').all([matchOf(query)]).length === 1;
}

/** The same of one word that is not the last one, so that it is no beginning of another. */
const findsWord = (query: string, word: string, language: string): boolean =>
  finds(`${query} 1937`, `${word} 1937`, language);

describe('words of the search', () => {
  // Each pair is one headword with and without accents, old spelling or initial mutation (lenition, eclipsis, prefixes).
  const SAME: [string, string][] = [
    ['Ó Súilleabháin', 'o suilleabhain'],
    ['an tSeandún', 'an Seandún'],
    ['a ḃean', 'a bhean'],
    ['i gCorcaigh', 'i Corcaigh'],
    ['na nGael', 'na Gael'],
    ['an bhfuil', 'an fuil'],
    ['i nDún na nGall', 'i Dún na Gall'],
    ['an t-athair', 'an athair'],
    ['na hÉireann', 'na Éireann'],
    ['an tsléibhe', 'an sléibhe'],
    ['STORY', 'story'],
  ];

  test.each(SAME)('%s is %s, in Irish and in texts without a language', (one, other) => {
    for (const language of ['ga', '']) {
      expect(findsWord(one, other, language), `${one}, ${language}`).toBe(true);
      expect(findsWord(other, one, language), `${other}, ${language}`).toBe(true);
    }
  });

  test('an English text may have words that are visibly Irish', () => {
    expect(finds('Seandún', 'at the tSeandún', 'en')).toBe(true);
    expect(finds('O Suilleabhain', 'Pádraig Ó Súilleabháin', 'en')).toBe(true);
    expect(finds('Corcaigh', 'a house i gCorcaigh', 'en-IE')).toBe(true);
  });

  test('different words stay different', () => {
    const words = ['cat', 'bat', 'cath', 'bád', 'fear', 'mear', 'tine', 'sine', 'ean', 'leann'];
    for (const one of words) expect(words.filter((other) => findsWord(one, other, 'ga'))).toEqual([one]);
  });

  test('the last word is also the beginning of one', () => {
    expect(finds('an tob', 'Turas an Tobair', 'ga')).toBe(true);
    expect(finds('tob an', 'Turas an Tobair', 'ga')).toBe(false);
    expect(finds('the sto', 'the stories', 'en')).toBe(true);
  });

  test('operators of the search engine are words like others', () => {
    expect(finds('a" AND b* NEAR(c) NOT d', 'd not c near b and a', 'en')).toBe(true);
    expect(finds('a" AND b* NEAR(c) NOT d', 'a', 'en')).toBe(false);
    expect(finds('names:a', 'names a', 'en')).toBe(true);
    expect(matchOf(' "*" ')).toBeUndefined();
  });

  test('OR and NÓ, a minus and quotation marks are those of a search', () => {
    for (const query of ['a OR b', 'b NÓ a', '"a b" OR c', 'a -d', 'a "x" OR b c']) {
      expect(finds(query, 'a b c', 'en'), query).toBe(true);
      expect(finds(query, 'd', 'en'), query).toBe(false);
    }
    expect(finds('a -b', 'a b', 'en')).toBe(false);
    const far = `holy ${'and '.repeat(20)}well`;
    for (const language of ['en', 'ga', '']) {
      expect(finds('"holy well"', 'the holy well', language), language).toBe(true);
      expect(finds('"holy well"', far, language), language).toBe(false);
      expect(finds('the -"holy well"', `the ${far}`, language), language).toBe(true);
    }
    expect(phraseTestOf('a b')).toBeUndefined();
    expect(phraseTestOf('“máthair óg”')?.('Bhí a mathair og ann')).toBe(true);
    expect(phraseTestOf('"óg máthair"')?.('Bhí a mathair og ann')).toBe(false);
    expect(matchOf('-a')).toBeUndefined();
  });

  test('a text without an end of a word takes no longer than others', () => {
    const endless = 'aeb'.repeat(100_000);
    for (const language of ['ga', 'en']) expect(findsWord(endless, endless, language)).toBe(true);
  });

  test('accents that are characters of their own are accents', () => {
    expect(finds('Súilleabháin Ó', 'Ó Súilleabháin'.normalize('NFD'), 'ga')).toBe(true);
  });
});

describe('inflected words', () => {
  const missed = (forms: Forms, language: string) =>
    Object.entries(forms)
      .filter(([form, headword]) => !findsWord(headword, form, language))
      .map(([form]) => form);

  test.each(['ga', ''])(
    'of Irish are found by their headwords (%s), but for two in an unusual spelling',
    (tag) => {
      expect(missed(WORDS.irish, tag)).toEqual(['carraigheacha', 'gúnnaí']);
      expect(missed(WORDS.irishOfToday, tag)).toEqual(['pósta']);
      expect(Object.keys({ ...WORDS.irish, ...WORDS.irishOfToday }).length).toBeGreaterThan(150);
    },
  );

  test.each(['en', ''])('of English are found by their headwords (%s)', (tag) => {
    expect(missed(WORDS.english, tag)).toEqual([]);
    expect(Object.keys(WORDS.english)).toHaveLength(30);
  });

  test('different words do not meet', () => {
    const met = Object.entries(WORDS.apart).flatMap(([language, pairs]) =>
      pairs.filter(([one, other]) => findsWord(one, other, language) || findsWord(other, one, language)),
    );
    expect(met).toEqual([]);
    expect(Object.values(WORDS.apart).flat()).toHaveLength(30);
  });

  test('words that accents alone tell apart meet', () => {
    for (const [one, other] of WORDS.asBefore.ga ?? []) expect(findsWord(one, other, 'ga'), one).toBe(true);
  });

  test('a stem of Irish meets no word of English', () => {
    // rain, as an Irish word, would be a form of ran.
    expect(findsWord('rain', 'ran', 'ga')).toBe(true);
    expect(findsWord('rain', 'ran', 'en')).toBe(false);
    expect(finds('chat', 'the cat', 'en')).toBe(false);
  });

  test('common words are no forms of a noun', () => {
    expect(findsWord('teach', 'tí', 'ga')).toBe(true);
    expect(finds('teach 1937', 'go dtí 1937', 'ga')).toBe(false);
    expect(findsWord('bó', 'ba', 'ga')).toBe(false);
    expect(findsWord('fia', 'Fianna', 'ga')).toBe(false);
  });

  test('short irregular forms need their accents in a text, and not in a query', () => {
    expect(findsWord('bean', 'ban', 'ga')).toBe(true);
    expect(findsWord('bean', 'bán', 'ga')).toBe(false);
    expect(findsWord('mna', 'bean', 'ga')).toBe(true);
    expect(findsWord('ban', 'bán', 'ga')).toBe(true);
  });
});

describe('words that a query marks', () => {
  /** An index that has all words but one. */
  const lexicon = (unknown = '') => ({
    total: 1000,
    records: (form: string) => (form === unknown ? 0 : 1),
    recordsBeginning: () => 1,
    alike: () => [],
  });
  const marks = (query: string, word: string, unknown?: string): boolean =>
    markerOf(soughtIn(query, lexicon(unknown)))(word) !== undefined;

  test.each([
    ['cat dubh', 'dubh', true],
    ['cat dubh', 'cath', false],
    ['the cat', 'the', false], // decides nothing
    ['the', 'the', true],
    ['', 'cath', false],
  ])('%s: %s, %s', (query, word, expected) => {
    expect(marks(query, word)).toBe(expected);
  });

  test('are those that the index finds, and words of the same meaning', () => {
    const forms = { ...WORDS.irish, ...WORDS.irishOfToday, ...WORDS.english };
    for (const [form, headword] of Object.entries(forms))
      expect(marks(headword, form) || !findsWord(headword, form, ''), form).toBe(true);
    expect(marks('horse', 'capaill')).toBe(true);
    expect(marks('horse', 'cow')).toBe(false);
  });

  test('are no function words of other words', () => {
    // tobar na bhfaithní
    expect(marks('wart well', 'bhfaithní')).toBe(true);
    expect(marks('wart well', 'na')).toBe(false);
  });
});
