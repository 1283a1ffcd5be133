import Database from 'libsql';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { nameKeys } from '../../../../src/features/browse/index/name-keys.js';
import { nameSimilarity } from '../../../../src/features/browse/index/name-similarity.js';
import { indexedWords } from '../../../../src/features/browse/index/search-words.js';
import { matchOfAll, soughtIn } from '../../../../src/features/browse/index/sought-words.js';
import { surnameOrder } from '../../../../src/features/browse/index/surname-order.js';

/** Words as people write and type them. The texts are those of a small index. */

const database = new Database(':memory:');
database.exec(`CREATE VIRTUAL TABLE search USING fts5(names, texts, around, tokenize='unicode61');
  CREATE VIRTUAL TABLE vocabulary USING fts5vocab(search, row);`);
afterAll(() => database.close());
beforeEach(() => database.exec('DELETE FROM search'));

const add = (text: string, language: string) =>
  database.prepare('INSERT INTO search (texts) VALUES (?)').run([indexedWords(text, language)]);

const recordsWhere = (condition: string, value: string): number =>
  (
    database.prepare(`SELECT sum(doc) AS doc FROM vocabulary WHERE term ${condition}`).get([value]) as {
      doc: number | null;
    }
  ).doc ?? 0;

const soughtHere = (query: string) =>
  soughtIn(query, {
    total: 1000,
    records: (form) => recordsWhere('= ?', form),
    recordsBeginning: (beginning) => recordsWhere("LIKE ? || '%'", beginning),
    alike: () => [],
  });

/** The texts that have all words of a query, of some texts in a language. */
function found(query: string, texts: readonly string[], language: string): string[] {
  database.exec('DELETE FROM search');
  for (const text of texts) add(text, language);
  const match = matchOfAll(soughtHere(query), false) ?? '""';
  const rows = database.prepare('SELECT rowid AS id FROM search WHERE search MATCH ?').all([match]);
  return (rows as { id: number }[]).map(({ id }) => texts[id - 1] ?? '');
}

const finds = (query: string, text: string, language = 'ga'): boolean =>
  found(query, [text], language).length === 1;

describe('letters', () => {
  test.each([
    ['U+02BC', 'd\u02bcfhág', "d'fhág"],
    ['a typographic apostrophe', 'd’fhág', "d'fhág"],
    ['a dotless i', 'mıle', 'mile'],
    ['a dotless i with an accent of its own', 'mı\u0301le', 'míle'],
    ['insular letters', 'ꞃcéal ꝼaꝺa ó ᵹalꞇeacꞇ', 'rcéal fada ó galteact'],
    ['an insular letter with a dot', 'a ꞅ\u0307eomra', 'a ṡeomra'],
    ['capital insular letters', 'Ꝺún Ꞇír Ꞅliab', 'Dún Tír Sliab'],
    ['a long s', 'ſeanchas', 'seanchas'],
    ['the sign of Tiro', 'fir⁊mná', 'fir agus mná'],
    ['soft hyphens', 'sean\u00adchas béal\u00adoideas', 'seanchas béaloideas'],
    ['characters without a width', 'sean\u200bchas\ufeff', 'seanchas'],
    ['ligatures', 'ﬁr ﬂaitheas Cæsar œdema', 'fir flaitheas Caesar oedema'],
    ['a hyphen that does not break', 't\u2011athair', 't-athair'],
  ])('%s: %s is %s', (_, typed, plain) => {
    for (const language of ['ga', 'en', '']) {
      expect(indexedWords(typed, language)).toBe(indexedWords(plain, language));
      expect(finds(typed, plain, language)).toBe(true);
      expect(finds(plain, typed, language)).toBe(true);
    }
  });
});

describe('compounds', () => {
  test.each([
    ['béal-oideas', 'béaloideas', 'ga'],
    ['sean-fhear', 'seanfhear', 'ga'],
    ['droch-scéal', 'drochscéal', 'ga'],
    ['i g-Corcaigh', 'i gCorcaigh', 'ga'],
    ['na m-ban', 'na mban', 'ga'],
    ['fire-place', 'fireplace', 'en'],
  ])('%s is %s', (apart, joined, language) => {
    expect(finds(apart, joined, language)).toBe(true);
    expect(finds(joined, apart, language)).toBe(true);
    expect(finds(apart, apart, language)).toBe(true);
  });

  test('both parts are words, too', () => {
    for (const query of ['béal', 'oideas', 'oideas béal'])
      expect(finds(query, 'Cumann le béal-oideas Éireann'), query).toBe(true);
    expect(finds('holy-well', 'the holy well', 'en')).toBe(true);
    expect(finds('holy-well', 'the holy water', 'en')).toBe(false);
    // Years are no compounds.
    expect(indexedWords('1937-1938', 'en')).toBe('1937 1938');
  });
});

describe('spellings before 1948', () => {
  test.each([
    ['oidhche', 'oíche'],
    ['dtaidhbhse', 'taibhse'],
    ['oidhcheannta', 'oíche'],
    ['sgeul', 'scéal'],
    ['sgéal', 'scéal'],
    ['sgéalta', 'scéal'],
    ['buidhe', 'buí'],
    ['croidhe', 'croí'],
    ['claidheamh', 'claíomh'],
    ['bliadhain', 'bliain'],
    ['bliadhna', 'bliain'],
    ['bliadhanta', 'bliain'],
    ['Gaedhealach', 'Gaelach'],
    ['Gaedhilge', 'Gaeilge'],
    ['cruinniughadh', 'cruinniú'],
    ['marbhughadh', 'marbhú'],
    ['saoghal', 'saol'],
    ['ríoghacht', 'ríocht'],
    ['foghmhar', 'fómhar'],
    ['uisge', 'uisce'],
    ['easbog', 'easpag'],
    ['páisde', 'páiste'],
    ['tighthe', 'teach'],
    ['áirighthe', 'áirithe'],
    ['beannuighthe', 'beannaithe'],
    ['cómhnuidhe', 'cónaí'],
    ['gréasuidhe', 'gréasaí'],
    ['draoidheacht', 'draíocht'],
    ['fearamhail', 'fearúil'],
    ['misneamhail', 'misniúil'],
    ['adhbhar', 'ábhar'],
    ['beul', 'béal'],
  ])('%s is %s, with and without accents', (old, now) => {
    for (const [one, other] of [
      [old, now],
      [old.normalize('NFD').replace(/\p{M}/gu, ''), now.normalize('NFD').replace(/\p{M}/gu, '')],
    ] as const) {
      expect(finds(one, other), `${one}: ${other}`).toBe(true);
      expect(finds(other, one), `${other}: ${one}`).toBe(true);
    }
  });

  test('words that are spelt so today stay apart from others', () => {
    for (const [one, other] of [
      ['sidhe', 'sí'],
      ['rogha', 'ró'],
      ['aghaidh', 'aí'],
      ['samhail', 'súil'],
      ['leasghnás', 'leascnás'],
    ] as const)
      expect(finds(one, other), one).toBe(false);
  });

  test('faery is fairy', () => expect(finds('faery', 'a fairy fort', 'en')).toBe(true));
});

describe('h before a vowel', () => {
  test.each([
    ['hainm', 'ainm'],
    ['na hoíche', 'oíche'],
    ['háit', 'áit'],
    ['hubh', 'ubh'],
    ['hÉirinn', 'Éire'],
    ['h-oidhche', 'oíche'],
  ])('%s is %s', (prefixed, word) => {
    expect(finds(prefixed, word)).toBe(true);
    expect(finds(word, prefixed)).toBe(true);
  });

  test('is a letter of English words and of a few of Irish', () => {
    for (const [typed, word] of [
      ['hair', 'air'],
      ['hard', 'ard'],
      ['head', 'éad'],
      ['hand', 'and'],
      ['halla', 'alla'],
      ['hata', 'ata'],
    ] as const)
      expect([finds(typed, word), finds(word, typed, ''), finds(typed, typed)], typed).toEqual([
        false,
        false,
        true,
      ]);
  });
});

describe('false forms', () => {
  test('mban is bean, and not bán', () => {
    const texts = ['na mná', 'an bhean', 'capall bán', 'na mban'];
    expect(found('mban', texts, 'ga')).toEqual(['na mná', 'an bhean', 'na mban']);
    expect(found('bán', texts, 'ga')).toEqual(['capall bán']);
    // Without eclipsis it may be either.
    for (const query of ['ban', 'bhan']) expect(found(query, texts, 'ga'), query).toEqual(texts);
  });

  test('cure is no form of cur: a slender ending follows a slender vowel', () => {
    expect(found('cure', ['á cur i dtalamh', 'chuir sé é', 'ag cuire'], 'ga')).toEqual([]);
    expect(finds('cure', 'cures for warts', 'en')).toBe(true);
    for (const [english, irish] of [
      ['hole', 'ól'],
      ['stone', 'ston'],
      ['house', 'abhus'],
      ['home', 'óm'],
    ] as const)
      expect(finds(english, irish), english).toBe(false);
    expect(finds('cos', 'coise')).toBe(true);
    expect(finds('súile', 'súil')).toBe(true);
  });

  test('a word that records have is no beginning of another', () => {
    expect(found('bean', ['an bhean', 'beannacht'], 'ga')).toEqual(['an bhean']);
    expect(found('an bhean', ['an bhean', 'beannacht', 'an beannú'], 'ga')).toEqual(['an bhean']);
    expect(found('beann', ['an bhean', 'beannacht'], 'ga')).toEqual(['beannacht']);
  });
});

describe('surnames', () => {
  const SPELLINGS = {
    Connell: [
      "O'Connell",
      'O’Connell',
      'Oʼ Connell',
      'O Connell',
      'Oconnell',
      'OConnell',
      "o'connell",
      'Ó Connell',
    ],
    Cabe: ["M'Cabe", 'M’Cabe', 'McCabe', 'Mccabe', 'Mc Cabe', 'MacCabe', 'Mac Cabe', 'mccabe', "m'cabe"],
  };
  const pairs = Object.values(SPELLINGS).flatMap((all) =>
    all.flatMap((typed) => all.map((text) => [typed, text] as const)),
  );

  test('are found in any spelling', () => {
    const missed = pairs.filter(([typed, text]) => !finds(`${typed} story`, `a story of ${text}`, 'en'));
    expect(missed).toEqual([]);
  });

  test('of Irish are found with the prefix of a man, of a woman and of a genitive', () => {
    for (const [typed, text] of [
      ['Ó Conaill', 'Máire Ní Chonaill'],
      ['Ó Conaill', 'muintir Uí Chonaill'],
      ['Ni Chonaill', 'Dónall Ó Conaill'],
      ['Mac Cárthaigh', 'Máire Nic Chárthaigh'],
      ['Nic Carthaigh', 'Tadhg Mac Cárthaigh'],
      ['Nic Cárthaigh', 'muintir Mhic Cárthaigh'],
      ['Mac Craith', 'a mhac Craith'],
    ] as const)
      expect(finds(typed, text), `${typed}: ${text}`).toBe(true);
    expect(finds('Mac Cárthaigh', 'Seán Ó Dálaigh')).toBe(false);
  });

  test('of people are one name in any spelling, with one key at least in common', () => {
    const apart = pairs.filter(([one, other]) => {
      const [name, otherName] = [`Mary ${one}`, `Mary ${other}`];
      const keys = nameKeys(otherName, 'person');
      return (
        nameSimilarity(name, otherName, 'person').score < 95 ||
        !nameKeys(name, 'person').some((key) => keys.includes(key))
      );
    });
    expect(apart).toEqual([]);
    expect(nameSimilarity('Máire ní chonaill', 'Máire Ní Chonaill', 'person').score).toBeGreaterThan(95);
    expect(nameSimilarity('Mary Owens', 'Mary Connell', 'person').score).toBeLessThan(80);
  });

  test.each([
    ["Patrick M'Cabe", 'C'],
    ['Patrick Mccabe', 'C'],
    ["patrick o'connell", 'C'],
    ['Máire Ní Chonaill', 'C'],
    ['Mary Owens', 'O'],
    ['John Machale', 'M'],
    ["Seán Mac a' Bhaird", 'B'],
    ['Seán Mhac Craith', 'C'],
    ['John A Murphy', 'M'],
    ["'Neill", 'N'],
  ])('%s stands under %s', (name, letter) => {
    expect(surnameOrder(name, undefined).letter).toBe(letter);
  });
});
