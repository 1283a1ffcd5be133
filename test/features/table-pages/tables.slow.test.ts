import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { decodeHTML } from 'entities';
import { describe, expect, test } from 'vitest';
import { browsedRelease } from '../browse/browsed-release.js';

/** Results and tables of the sample world, beside the tables of its release. */

const BASE = 'https://data.example.org/folklore/';
type Row = Readonly<Record<string, string>>;
const browsed = browsedRelease();

const get = async (path: string): Promise<string> =>
  (await browsed().app.request(`http://127.0.0.1${path}`)).text();
const rowsOf = (text: string): Row[] => parse(text, { columns: true }) as Row[];
const released = (name: string): Promise<string> =>
  readFile(join(browsed().folder, 'derived', `${name}.csv`), 'utf8');

describe('a table', () => {
  test('is the file of the release, byte by byte', async () => {
    for (const name of [
      'items',
      'roles',
      'parts',
      'photographs',
      'people',
      'schools-people',
      'topics',
      'places',
    ])
      expect(await get(`/tables/${name}?format=csv`), name).toBe(await released(name));
  });

  test('has the rows that its filters leave, in the order that is asked for', async () => {
    const items = rowsOf(await released('items'));
    const found = rowsOf(
      await get(
        '/tables/items?format=csv&effective_counties=place/100013&title~=a&sort=-effective_from_year',
      ),
    );
    const expected = items.filter(
      ({ effective_counties: counties, title }) =>
        counties === `${BASE}place/100013` && title?.toLowerCase().includes('a') === true,
    );
    expect(expected.length).toBeGreaterThan(1);
    expect(new Set(found.map(({ iri }) => iri))).toEqual(new Set(expected.map(({ iri }) => iri)));
    const years = found.map(({ effective_from_year: year }) => Number(year) || Number.NEGATIVE_INFINITY);
    expect(years).toEqual(years.toSorted((a, b) => b - a));
  });

  test('takes the filter of its form, and no other names or statements', async () => {
    const response = await browsed().app.request(
      'http://127.0.0.1/tables/items?column=title&how=~&text=a%27b',
    );
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/tables/items?title%7E=a%27b',
    ]);
    for (const query of [
      "title=' OR 1=1 --",
      'sort=iri; DROP TABLE items',
      'facet=(SELECT 1)',
      '__proto__=x',
    ])
      expect((await browsed().app.request(`http://127.0.0.1/tables/items?${query}`)).status, query).toBe(200);
    expect(rowsOf(await get("/tables/items?format=csv&title=' OR 1=1 --"))).toEqual([]);
    expect((await browsed().app.request('http://127.0.0.1/tables/sqlite_master')).status).toBe(404);
  });
});

describe('results', () => {
  test('of one kind have all columns of its table as CSV', async () => {
    const csv = await get('/search?kind=item&format=csv');
    const items = rowsOf(await released('items')).filter(({ omission }) => omission === '');
    expect(new Set(rowsOf(csv).map((row) => JSON.stringify(row)))).toEqual(
      new Set(items.map((row) => JSON.stringify(row))),
    );
  });

  test('are sorted by title, by date and by place', async () => {
    // An item without a title has a label in each language.
    const titled = rowsOf(await get('/search?kind=item&sort=title&format=csv')).filter(({ title }) => title);
    const titles = titled.map(({ label = '' }) =>
      label
        .normalize('NFD')
        .replace(/[^\p{L}\p{N} ]/gu, '')
        .toLowerCase(),
    );
    expect(titles).toEqual(titles.toSorted());
    const years = rowsOf(await get('/search?kind=item&sort=date&format=csv')).map(
      ({ effective_from_year: from, effective_to_year: to }) => Number(from || to) || 9999,
    );
    expect(years).toEqual(years.toSorted((a, b) => a - b));
    expect(new Set(years).size).toBeGreaterThan(2);
  });

  test('say what is the school’s and the collection’s, as the page of the record does', async () => {
    // Item 7001 has neither county nor date. Its school is in Donegal; its collection was made from 1937 to 1939.
    for (const path of ['/search?q=gur+fearr+an+leigheas', '/cbes/item/7001']) {
      const html = decodeHTML(await get(path));
      expect(html, path).toMatch(/1937 to 1939 (?:<span class="whose">)?\(years of the collection\)/);
      expect(html, path).toMatch(/Donegal(?:<\/a> <span class="whose">)? ?\(county of its school\)/);
    }
  });

  test('have every value of a facet, and topics as a tree', async () => {
    const html = decodeHTML(await get('/search?kind=place'));
    const counties = new Set(
      rowsOf(await released('locations')).flatMap(({ kind, iri = '' }) =>
        kind === 'county' ? [iri.slice(BASE.length)] : [],
      ),
    );
    const found = browsed().site.search.facet({ words: '', facets: { kind: ['place'] } }, 'county');
    expect(found.length).toBeGreaterThan(1);
    for (const { value } of found) {
      expect(counties).toContain(value);
      expect(html).toContain(`county=${encodeURIComponent(value)}`);
    }
    const topics = rowsOf(await released('topics'));
    const narrow = topics.find(({ broader }) => broader !== '' && broader !== undefined) as Row;
    const path = (iri = ''): string => encodeURIComponent(iri.slice(BASE.length));
    expect(await get('/search')).not.toContain(`topic=${path(narrow.iri)}"`);
    const used = topics.filter(({ broader }) => broader === narrow.broader);
    const below = await get(`/search?topic=${path(narrow.broader)}`);
    expect(used.some(({ iri }) => below.includes(`topic=${path(iri)}"`))).toBe(true);
  });
});
