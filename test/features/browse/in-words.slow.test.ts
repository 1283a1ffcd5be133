import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { describedGroups, describedIn } from '../../../src/features/browse/described-records.js';
import { surnameOrder } from '../../../src/features/browse/index/surname-order.js';
import { addressIn } from '../../../src/features/browse/page-language.js';
import { CONDITIONAL_FIELDS, NOTES_IN_IRISH, UNMAPPED } from '../../../src/model/mapping/field-notes.js';
import { parseTurtle } from '../../../src/model/rdf/parse.js';
import { appOf, browsedRelease } from './browsed-release.js';

/*
 * Pages are in the words of their readers: no compact IRI outside of code, and no text of the interface in the other language.
 * Titles, texts and notes of the source are in whatever language they were written in.
 */

const browsed = browsedRelease();

const LANGUAGES = ['en', 'ga'] as const;
const OTHER = { en: 'ga', ga: 'en' } as const;

/** What the program itself says, in each language. */
const OWN_TEXTS = ownTexts();

function ownTexts(): Record<'en' | 'ga', ReadonlySet<string>> {
  const texts = { en: new Set<string>(), ga: new Set<string>() };
  const add = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const language = /(?:^|_)(en|ga)$/.exec(key)?.[1] as 'en' | 'ga' | undefined;
      if (language !== undefined && typeof inner === 'string') texts[language].add(inner.toLowerCase());
      else add(inner);
    }
  };
  for (const name of ['interface', 'record-page'])
    add(parse(readFileSync(new URL(`../../../reference-data/${name}.yaml`, import.meta.url), 'utf8')));
  for (const name of ['ontology', 'codes'])
    for (const { object } of parseTurtle(
      readFileSync(new URL(`../../../vocabulary/${name}.ttl`, import.meta.url), 'utf8'),
      name,
    ))
      if (object.termType === 'Literal' && (object.language === 'en' || object.language === 'ga'))
        texts[object.language].add(object.value.toLowerCase());
  for (const [english, irish] of Object.entries(NOTES_IN_IRISH)) {
    texts.en.add(english);
    texts.ga.add(irish);
  }
  const both = [...texts.en].filter((text) => texts.ga.has(text));
  for (const text of both) for (const language of LANGUAGES) texts[language].delete(text);
  return texts;
}

const VOID = new Set(['meta', 'link', 'input', 'br', 'img', 'hr', 'rect', 'path', 'circle', 'line']);
/** Elements whose text is not for reading: code, and the table of all statements. */
const isSkipped = (name: string, attributes: string): boolean =>
  ['code', 'script', 'style', 'textarea', 'pre', 'head'].includes(name) ||
  /class="(?:statements|yasqe)/.test(attributes);

/** The texts of a page, each with the language that its elements name. */
function textsOf(html: string): { text: string; language: string }[] {
  const texts: { text: string; language: string }[] = [];
  const open: { name: string; language: string; skipped: boolean }[] = [];
  for (const [, close, name = '', attributes = '', text = ''] of html.matchAll(
    /<(\/?)([a-z0-9]+)([^>]*)>([^<]*)/gi,
  )) {
    if (close === '/') open.splice(open.findLastIndex((one) => one.name === name));
    else if (!VOID.has(name) && !attributes.endsWith('/')) {
      const above = open.at(-1);
      open.push({
        name,
        language: /\blang="([^"]*)"/.exec(attributes)?.[1] ?? above?.language ?? '',
        skipped: above?.skipped === true || isSkipped(name, attributes),
      });
    }
    const inside = open.at(-1);
    if (text.trim() !== '' && inside?.skipped === false)
      texts.push({ text: text.trim(), language: inside.language });
  }
  return texts;
}

const PAGES = [
  '/',
  '/search',
  '/search?q=tobar',
  '/people',
  '/map',
  '/timeline',
  '/tables',
  '/about',
  '/new',
  '/ask',
];
const QUESTIONS = Array.from({ length: 17 }, (_, at) => `/ask?example=q${String(at + 1).padStart(2, '0')}`);

/** One record of each kind that the sample has, and one of each folder of IRIs. */
function examples(): string[] {
  const { site } = browsed();
  const groups = new Map<string, string>();
  const datasets = site.manifest.datasets.map(({ name }) => name);
  for (const group of describedGroups(site, datasets, 1000))
    for (const { path, kind } of describedIn(site, datasets, 1000, group)) {
      const folder = `${kind} ${path.slice(0, path.lastIndexOf('/'))}`;
      if (!groups.has(folder)) groups.set(folder, `/${path}`);
      groups.set(`${folder} last`, `/${path}`);
    }
  return [...groups.values()];
}

test.each(LANGUAGES)('in %s: no compact IRI, and no text of the other language', async (language) => {
  const { site, openEngine, exportPart, explainer } = browsed();
  const app = appOf({ site, openEngine, exportPart, explainer });
  const prefixes = [...site.language.prefixes.keys()].filter((prefix) => prefix.length > 1);
  const compact = new RegExp(`(?<![\\w/])(?:${prefixes.join('|')}):[A-Za-z]\\w*`, 'i');
  const records = examples();
  expect(records.length).toBeGreaterThan(20);
  const explained = records.map(
    (path) => `/explain?iri=${encodeURIComponent(site.manifest.base + path.slice(1))}`,
  );
  const found: string[] = [];
  for (const path of [...PAGES, ...QUESTIONS, ...records, ...explained]) {
    const headers = { accept: 'text/html' };
    const first = await app.request(addressIn(language, path), { headers });
    const page =
      first.status === 303 ? await app.request(first.headers.get('location') ?? '', { headers }) : first;
    if (page.status === 404 && path.startsWith('/explain')) continue;
    expect(page.status, path).toBe(200);
    for (const { text, language: tagged } of textsOf(await page.text())) {
      if (compact.test(text)) found.push(`${path}: ${text}`);
      if (tagged === language && OWN_TEXTS[OTHER[language]].has(text.toLowerCase().replace(/:$/, '')))
        found.push(`${path}: ${text}`);
    }
  }
  expect([...new Set(found)]).toEqual([]);
});

test('each note why a field becomes no statement has its Irish', () => {
  const notes = [CONDITIONAL_FIELDS, UNMAPPED].flatMap((byKind) =>
    Object.values(byKind).flatMap(Object.values),
  );
  expect(notes.filter((note) => !Object.hasOwn(NOTES_IN_IRISH, note as string))).toEqual([]);
});

// Registers of Irish names leave out Ó, Mac, Ní and Nic, and the lenition after them.
test.each([
  ['Peig Sayers', undefined, 'S'],
  ['Séamus Ó Duilearga', 'Ó Duilearga', 'D'],
  ['Bríd Ní hÓgáin', undefined, 'O'],
  ["Eileen O'Brien", undefined, 'B'],
  ['Máire Mac Giolla Bhríde', undefined, 'G'],
  ['Mack', undefined, 'M'],
  ['', undefined, ''],
] as const)('%s stands under %s %s', (name, surname, letter) => {
  expect(surnameOrder(name, surname).letter).toBe(letter);
});
