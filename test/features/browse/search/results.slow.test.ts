import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { decodeHTML } from 'entities';
import { expect, test } from 'vitest';
import { browsedRelease } from '../browsed-release.js';

/** Results of the sample world, beside the tables of its release. */

const BASE = 'https://data.example.org/folklore/';
type Row = Readonly<Record<string, string>>;
const browsed = browsedRelease();

const get = async (path: string): Promise<string> =>
  (await browsed().app.request(`http://127.0.0.1${path}`)).text();
const rowsOf = (text: string): Row[] => parse(text, { columns: true }) as Row[];
const released = (name: string): Promise<string> =>
  readFile(join(browsed().folder, 'derived', `${name}.csv`), 'utf8');

test('results of one kind have all columns of its table as CSV', async () => {
  const csv = await get('/search?kind=item&format=csv');
  const items = rowsOf(await released('items')).filter(({ omission }) => omission === '');
  expect(new Set(rowsOf(csv).map((row) => JSON.stringify(row)))).toEqual(
    new Set(items.map((row) => JSON.stringify(row))),
  );
});

test('results are sorted by title, by date and by place', async () => {
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

test('results say what is the school’s and the collection’s, as the page of the record does', async () => {
  // Item 7001 has neither county nor date. Its school is in Donegal; its collection was made from 1937 to 1939.
  for (const path of ['/search?q=gur+fearr+an+leigheas', '/cbes/item/7001']) {
    const html = decodeHTML(await get(path));
    expect(html, path).toMatch(/1937 to 1939 (?:<span class="whose">)?\(years of the collection\)/);
    expect(html, path).toMatch(/Donegal(?:<\/a> <span class="whose">)? ?\(county of its school\)/);
  }
  expect(decodeHTML(await get('/cbes/item/7001'))).toMatch(
    /class="citation claims">Whose statements these are, in release browsed: Date: 1937 to 1939 \(years of the collection\); County: Donegal \(county of its school\);[^<]* Collector, Informant \(of the record itself\)\.</,
  );
  expect(decodeHTML(await get('/ga/cbe/item/7002'))).toContain(
    'Dáta: 1936, de réir tátail (den taifead féin); Contae: Dún na nGall (den taifead féin)',
  );
});

test('an extract that begins the transcript stands once; another text stands beside the transcript', async () => {
  const [rows, items] = [await released('transcripts'), await released('items')].map(rowsOf);
  let once = 0;
  for (const { iri = '', extract = '' } of items ?? []) {
    const texts = (rows ?? []).flatMap(({ item, text = '' }) => (item === iri ? text : []));
    if (extract === '' || texts.length === 0) continue;
    const isBeginning = texts.some((text) => text.startsWith(extract));
    const html = decodeHTML(await get(`/${iri.slice(BASE.length)}`));
    expect(html.includes('<h2>Extract</h2>'), iri).toBe(!isBeginning);
    if (isBeginning) once += 1;
  }
  expect(once).toBeGreaterThan(0);
});

test('no results are not ordered, nor taken away', async () => {
  const [some, none] = await Promise.all(['an', 'zzzqqq'].map((words) => get(`/search?q=${words}`)));
  for (const part of ['class="exports"', 'class="orders"'])
    expect([some?.includes(part), none?.includes(part)], part).toEqual([true, false]);
});

test('results have every value of a facet, and topics as a tree', async () => {
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
