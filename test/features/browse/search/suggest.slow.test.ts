import { describe, expect, test } from 'vitest';
import type { Language } from '../../../../src/features/browse/interface-words.js';
import { addressIn } from '../../../../src/features/browse/page-language.js';
import { browsedRelease, HOSTILE } from '../browsed-release.js';

/** Suggestions of the sample world. */

interface Suggested {
  readonly label: string;
  readonly note: string;
  readonly href: string;
}
interface Answer {
  readonly summary: string;
  readonly groups: readonly {
    readonly kind: string;
    readonly title: string;
    readonly suggestions: readonly Suggested[];
  }[];
}
type Pages = ReturnType<ReturnType<typeof browsedRelease>>;

const browsed = browsedRelease();
const hostile = browsedRelease('hostile');
const many = browsedRelease('many');

async function answerTo(
  text: string,
  language: Language = 'en',
  { app }: Pages = browsed(),
): Promise<Answer> {
  const address = addressIn(language, `/suggest?${new URLSearchParams({ q: text })}`);
  const response = await app.request(`http://127.0.0.1${address}`);
  expect(response.status, text).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  return (await response.json()) as Answer;
}
const suggested = async (
  text: string,
  kind: string,
  language: Language = 'en',
): Promise<readonly Suggested[]> =>
  (await answerTo(text, language)).groups.find((group) => group.kind === kind)?.suggestions ?? [];
const labels = async (text: string, kind: string, language: Language = 'en'): Promise<string[]> =>
  (await suggested(text, kind, language)).map(({ label }) => label);

describe('what is suggested', () => {
  test('is of each kind, at most eight, and leads to pages', async () => {
    const titles = new Set<string>();
    for (const letter of 'abcdefghijklmnoprstu') {
      const { groups, summary } = await answerTo(letter);
      const all = groups.flatMap(({ suggestions }) => suggestions);
      expect(all.length).toBeLessThanOrEqual(8);
      expect(summary).toBe(`${all.length} ${all.length === 1 ? 'suggestion' : 'suggestions'}`);
      for (const { title } of groups) titles.add(title);
      for (const { href } of all) {
        const { status } = await browsed().app.request(`http://127.0.0.1${href}`);
        expect([200, 303], href).toContain(status);
      }
    }
    expect([...titles].toSorted()).toEqual(['People', 'Places', 'Titles', 'Topics']);
  });

  test('has names in the language of the page, whichever was typed', async () => {
    expect(await labels('kerr', 'place')).toEqual(['Kerry']);
    expect(await labels('kerr', 'place', 'ga')).toEqual(['Ciarraí']);
    expect(await labels('ciarr', 'place')).toEqual(['Kerry']);
    expect((await answerTo('kerr', 'ga')).groups.map(({ title }) => title)).toEqual(['Áiteanna']);
    expect((await answerTo('kerr', 'ga')).summary).toBe('1 moladh');
  });

  test('says how many works have a topic', async () => {
    const [topic] = await suggested('snow', 'topic');
    const page = await (
      await browsed().app.request(`http://127.0.0.1/search?topic=${topic?.href.slice(1)}`)
    ).text();
    const [, count] = />\s*(\d+) results?\s*</.exec(page) ?? [];
    expect(topic).toMatchObject({
      label: 'snow and frost',
      note: `${count} ${count === '1' ? 'work' : 'works'}`,
    });
  });

  test('of a title that many records have is one search for all of them', async () => {
    const { groups } = await answerTo('man on the left', 'en', many());
    const [title, ...others] = groups.flatMap(({ suggestions }) => suggestions);
    expect(others).toEqual([]);
    expect(title).toMatchObject({
      label: 'The man on the left is named on the back of the print',
      note: 'Photographs (211)',
    });
    const page = await (await many().app.request(`http://127.0.0.1${title?.href}`)).text();
    expect(page).toMatch(/>\s*211 results\s*</);
  });
});

describe('a name is found by the beginning', () => {
  test('of each of its words that says something', async () => {
    expect(await labels('bear', 'title')).toEqual([]);
    expect(await labels('smith', 'person')).toEqual(['Dan the Smith']);
    expect(await labels('stranger', 'title')).toEqual(['The Smith and the Stranger']);
    expect(await labels('the smith and', 'title')).toEqual(['The Smith and the Stranger']);
  });

  test('without accents, capitals and initial mutation, or with others', async () => {
    for (const text of ['fuarth', 'FUARTH', 'Ó Fuarthaín', 'o fuarthain', 'bhfuarth'])
      expect(await labels(text, 'person'), text).toEqual(['Art Ó Fuarthainín']);
    for (const text of ['sraid mhor', 'An tSráid', 'tsráid', 'shráid mhór', 'an sraid m'])
      expect(await labels(text, 'place', 'ga'), text).toContain('An tSráid Mhór');
  });

  test('of a surname before the other names', async () => {
    for (const text of ['Tallant, Brigid', 'tallant bri', 'brigid tall'])
      expect(await labels(text, 'person'), text).toEqual(['Brigid Tallant']);
  });

  test('of a surname before the other names, longer than what the index has of it', async () => {
    expect(await labels('Maoilchiaráinín, Dónall', 'person')).toEqual(['Dónall Ó Maoilchiaráinín']);
    expect(await labels('Maoilchiaráinín, Dónallach', 'person')).toEqual([]);
  });

  test('of another name of the same person', async () => {
    expect(await labels('brannig', 'person')).toEqual(['Cáit Ní Bhraonagáin']);
  });

  test('of a title that is longer than what the index has of it', async () => {
    const title = 'Scéal an Iascaire a Dhíol a Scáth (críoch)';
    expect(await labels(title.slice(0, -3), 'title')).toEqual([title]);
    expect(await labels(`${title} x`, 'title')).toEqual([]);
  });

  test('as it is before one without mutation', async () => {
    // `Brigid Tallant` begins with the b of `Bhrosnacháin`.
    expect((await labels('bh', 'person')).toSorted()).toEqual([
      'Bríd Ní Bhrosnacháin',
      'Neansaí Ní Bhrosnacháin',
    ]);
    expect(await labels('bhrigid', 'person')).toEqual(['Brigid Tallant']);
  });
});

test.each([
  '',
  ' ',
  '"',
  '*',
  '%',
  '_',
  "'",
  '\\',
  '\0',
  '<script>',
  'a'.repeat(10_000),
  '\u{10FFFF}',
  '\uD800',
  '(((',
  '-',
])('a text without a name is harmless: %j', async (text) => {
  expect((await answerTo(text)).groups).toEqual([]);
});

test('markup of a title is text', async () => {
  const { groups } = await answerTo('img src', 'en', hostile());
  expect(groups.flatMap(({ suggestions }) => suggestions.map(({ label }) => label))).toContain(HOSTILE.html);
});

test('a page of a server has the script; the search is a form without it', async () => {
  const page = await (await browsed().app.request('http://127.0.0.1/')).text();
  expect(page).toContain('<script src="/assets/suggest.js" defer="">');
  expect(page).toContain('<form action="/search" method="get">');
});
