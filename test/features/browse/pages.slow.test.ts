import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { decodeHTML } from 'entities';
import { Parser, type Quad } from 'n3';
import { isomorphic } from 'rdf-isomorphic';
import { beforeAll, describe, expect, test } from 'vitest';
import { documentQuads } from '../../../src/model/rdf/jsonld-quads.js';
import { BASE, browsedRelease, HOSTILE, recordsOf } from './browsed-release.js';

/** The pages of a release of the sample world. */

const browsed = browsedRelease();
const hostile = browsedRelease('hostile');
const extended = browsedRelease('extended');
/** The statements of the release about each record. */
let records: Map<string, Quad[]>;
beforeAll(async () => {
  records = await recordsOf(browsed());
});

/** An answer, after the redirect from a thing to its document. */
async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const response = await browsed().app.request(`http://127.0.0.1${path}`, { headers });
  const location = response.headers.get('location');
  return response.status === 303 && location?.startsWith(path.split('?')[0] as string) === true
    ? get(location, headers)
    : response;
}
/** The address of an IRI: of another site, a look-up. */
const pathOf = (iri: string, suffix = ''): string =>
  iri.startsWith(BASE)
    ? `/${iri.slice(BASE.length)}${suffix && `.${suffix}`}`
    : `/id?iri=${encodeURIComponent(iri)}${suffix && `&format=${suffix}`}`;
const linksOf = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, href = '']) => decodeHTML(href));

describe('every IRI of the release answers', () => {
  test('as a page with its IRI, and as Turtle and N-Triples with exactly the statements of the dumps', async () => {
    expect(records.size).toBeGreaterThan(300);
    for (const [iri, quads] of records) {
      const page = await get(pathOf(iri), { accept: 'text/html' });
      expect([page.status, decodeHTML(await page.text()).includes(iri)], iri).toEqual([200, true]);
      const turtle = await (await get(pathOf(iri), { accept: 'text/turtle' })).text();
      expect(isomorphic(new Parser().parse(turtle), quads), iri).toBe(true);
      const lines = await (await get(pathOf(iri, 'nt'))).text();
      expect(isomorphic(new Parser({ format: 'N-Triples' }).parse(lines), quads), iri).toBe(true);
    }
  });

  test('as JSON-LD, for one record of each class', async () => {
    const classes = new Map<string, string>();
    for (const [iri, quads] of records) {
      for (const { predicate, object, subject } of quads)
        if (predicate.value.endsWith('#type') && subject.value === iri) classes.set(object.value, iri);
    }
    expect(classes.size).toBeGreaterThan(20);
    for (const iri of new Set(classes.values())) {
      const response = await get(pathOf(iri), { accept: 'application/ld+json' });
      expect(response.headers.get('content-type')).toBe('application/ld+json');
      const read = await documentQuads((await response.json()) as object);
      expect(isomorphic(read, records.get(iri) as Quad[]), iri).toBe(true);
    }
  });

  test('terms of the vocabulary, codes, datasets and the release, by their IRIs', async () => {
    const vocabulary = 'https://w3id.org/folklore-ld/';
    const iris = [
      `${vocabulary}ns#collector`,
      `${vocabulary}code/role/collector`,
      `${BASE}dataset/folklore`,
      `${BASE}dataset/folklore/browsed`,
    ];
    for (const iri of iris) {
      const accept = { accept: 'text/turtle' };
      let response = await get(`/id?iri=${encodeURIComponent(iri)}`, accept);
      if (response.status === 303) response = await get(response.headers.get('location') ?? '', accept);
      const quads = new Parser().parse(await response.text());
      expect(
        quads.some(({ subject }) => subject.value === iri),
        iri,
      ).toBe(true);
    }
  });

  test('a person and a place lead to a document about them, in the format asked for', async () => {
    for (const thing of ['/cbed/person/4101', '/place/100013', '/cbes/person/5002']) {
      const response = await browsed().app.request(thing, { headers: { accept: 'text/turtle' } });
      expect([response.status, response.headers.get('location')]).toEqual([303, `${thing}.ttl`]);
      expect(response.headers.get('vary')).toContain('Accept');
    }
    const item = await browsed().app.request('/cbe/item/7002', { headers: { accept: 'text/turtle' } });
    expect([item.status, item.headers.get('content-location')]).toEqual([200, '/cbe/item/7002.ttl']);
  });

  test('caches are told what the answer depends on, and an unchanged one is not sent again', async () => {
    const response = await get('/cbe/item/7002', { accept: 'text/html' });
    expect(response.headers.get('vary')).toBe('Accept');
    const etag = response.headers.get('etag') as string;
    expect((await get('/cbe/item/7002', { accept: 'text/html', 'if-none-match': etag })).status).toBe(304);
    expect((await get('/cbe/item/7002', { accept: 'text/turtle', 'if-none-match': etag })).status).toBe(200);
  });
});

describe('what is not in the release', () => {
  test('is not found, and nothing more is said', async () => {
    // 7003 is sensitive in the sample world, 99 does not exist: both look the same.
    const [withheld, absent] = await Promise.all([get('/cbe/item/7003'), get('/cbe/item/99')]);
    expect([withheld.status, absent.status]).toEqual([404, 404]);
    const text = (await withheld.text()).replaceAll('7003', '');
    expect(text).toBe((await absent.text()).replaceAll('99', ''));
  });
});

describe('an address with a slash at its end', () => {
  test.each([
    '/about',
    '/ask',
    '/search?q=a',
    '/tables/places',
    '/oai?verb=Identify',
    '/reconcile/suggest/entity?prefix=a',
    '/reconcile/preview?id=place/100013',
    '/cbe/item/7002',
    '/place/100013',
  ])('leads to the page or the record without it: %s', async (address) => {
    const [path = '', search] = address.split('?');
    const response = await get(`${path}/${search === undefined ? '' : `?${search}`}`);
    expect([response.status, response.headers.get('location')]).toEqual([301, address]);
  });

  test.each(['/nothing/', '/cbe/item/99/', '/about//', '//evil.example/', '//about/'])(
    'is not found where nothing has it without: %s',
    async (address) => {
      expect((await get(address)).status).toBe(404);
    },
  );
});

describe('a page for people', () => {
  test.each([
    ['cbe/item/7002', ['1936, inferred', 'Collector', 'Donegal', 'Tabhair dom do scáth', 'CBÉ 0042']],
    ['cbes/item/7001', ['82', 'grandparent', 'cures', 'Deirtear gur fearr an leigheas']],
  ])('of %s has date, people, place, text and what the record is part of', async (path, texts) => {
    const html = decodeHTML(await (await get(`/${path}`)).text());
    for (const text of texts) expect(html).toContain(text);
  });

  test('the links of pages of each kind lead somewhere', async () => {
    // Of addresses that differ in their numbers and values, a few are followed. Combinations of facets have no end.
    const SOME = Number(process.env.LINKS ?? 2);
    const followed = new Map<string, number>();
    const queue = ['/'];
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const response = await get(path);
      expect(response.status, path).toBeLessThan(400);
      if (response.headers.get('content-type')?.startsWith('text/html') !== true) continue;
      for (const link of new Set(linksOf(await response.text()))) {
        if (!link.startsWith('/') || link.startsWith('//')) continue;
        const { pathname, searchParams } = new URL(link, 'http://x');
        if (searchParams.size > 1 || searchParams.has('box')) continue;
        const form = `${pathname.replace(/\d+/g, '0')} ${[...searchParams.keys()]}`;
        const times = followed.get(form) ?? 0;
        followed.set(form, times + 1);
        if (times < SOME) queue.push(link);
      }
    }
    expect(followed.size).toBeGreaterThan(60);
  });
});

describe('questions', () => {
  test('every example has a title in both languages and an answer', async () => {
    for (let number = 1; number <= 17; number++) {
      const path = `/ask?example=q${String(number).padStart(2, '0')}`;
      const html = decodeHTML(await (await get(path)).text());
      expect(html, path).toMatch(/<p role="status">[1-9][\d,]* rows?</);
    }
    const irish = decodeHTML(await (await get('/ga/ask')).text());
    expect(irish.match(/example=q\d\d">(?!What|Who|Which|How|Do )/g)).toHaveLength(17);
  });

  test('/sparql answers the protocol, also to pages of other sites', async () => {
    const response = await get(`/sparql?query=${encodeURIComponent('ASK {}')}`);
    expect(await response.json()).toMatchObject({ boolean: true });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each(['/sparql', '/sparql/'])('%s without a query leads a browser to the editor', async (address) => {
    const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    const response = await get(address, browser);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/ask']);
    expect(response.headers.get('vary')).toContain('Accept');
    expect((await get(address, { accept: 'application/sparql-results+json' })).status).toBe(400);
    expect((await get(`${address}?query=ASK%7B%7D`, browser)).status).toBe(200);
    // An empty field of a form is no query; media types are case-insensitive (RFC 9110, section 8.3.1).
    expect((await get(`${address}?query=`, browser)).headers.get('location')).toBe('/ask');
    expect((await get(address, { accept: 'TEXT/HTML' })).headers.get('location')).toBe('/ask');
  });

  test('/sparql tells the prefixes that a query does not declare, and the nearest declarations', async () => {
    const asked = await get(`/sparql?query=${encodeURIComponent('SELECT * {\n?s a lroe:Item }')}`);
    expect([asked.status, await asked.text()]).toEqual([
      400,
      expect.stringMatching(
        /^line 2, column 6: the prefix lroe: is not declared. Add: PREFIX lore: <https:\/\/w3id.org\/folklore-ld\/ns#>/,
      ),
    ]);
    // A term that the vocabulary lacks is no error of the protocol.
    const unknown = encodeURIComponent('ASK { ?s <https://w3id.org/folklore-ld/ns#colector> ?o }');
    expect(await (await get(`/sparql?query=${unknown}`)).json()).toMatchObject({ boolean: false });
  });

  test('a query that is pasted with a byte order mark is answered on the page', async () => {
    const html = await (await get(`/ask?query=${encodeURIComponent('\uFEFFSELECT (7 AS ?n) {}')}`)).text();
    expect(html).toMatch(/data-column="n"[^>]*>.*7/s);
    expect(html).not.toContain('\uFEFF');
  });
});

describe('the search', () => {
  const results = async (query: string): Promise<string[]> => {
    const csv = await (await get(`/search?${query}&format=csv`)).text();
    return csv
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => (line.split(',')[0] as string).slice(BASE.length));
  };

  test('by a facet finds exactly the records that have its value', async () => {
    const county = 'https://w3id.org/folklore-ld/ns#county';
    const expected = [...records].filter(
      ([iri, quads]) =>
        iri.includes('/cbeg/photograph/') &&
        quads.some(
          ({ predicate, object }) => predicate.value === county && object.value === `${BASE}place/100013`,
        ),
    );
    expect(expected.length).toBeGreaterThan(2);
    const found = await results('county=place/100013&kind=photograph');
    expect(found.toSorted()).toEqual(expected.map(([iri]) => iri.slice(BASE.length)).toSorted());
  });

  test.each(['"', "'", '*', '\\', '%', '(', 'a OR', 'NEAR(a b)', '-', 'title:x', '\u0000'])(
    'answers %j',
    async (words) => {
      expect((await get(`/search?q=${encodeURIComponent(words)}`)).status).toBe(200);
    },
  );
});

test('the timeline counts the works of each year by the qualifiers of their dates, and has the years between', async () => {
  const ns = 'https://w3id.org/folklore-ld/ns#';
  const qualifiers = ['stated', 'approximate', 'inferred', 'questionable'];
  const expected = new Map<number, number[]>();
  for (const [iri, quads] of records) {
    if (!/\/(item|photograph)\/\d+$/.test(iri)) continue;
    const value = (property: string): string =>
      quads.find(
        ({ subject, predicate }) => subject.value === `${iri}#date` && predicate.value === ns + property,
      )?.object.value ?? '';
    const year = Number(value('statedFromYear'));
    if (year === 0 || value('statedToYear') !== String(year)) continue;
    const counts = expected.get(year) ?? [0, 0, 0, 0];
    const at = Math.max(0, qualifiers.indexOf(value('dateQualifier').split('/').at(-1) ?? ''));
    expected.set(year, counts.with(at, (counts[at] ?? 0) + 1));
  }
  expect(expected.size).toBeGreaterThan(10);
  const html = await (await get('/timeline')).text();
  const rows = [...html.matchAll(/<tr><th scope="row">(?:<a [^>]*>)?(\d{4})(?:<\/a>)?<\/th>(.*?)<\/tr>/g)];
  const shown = new Map(
    rows.map(([, year, cells = '']) => [
      Number(year),
      [...cells.matchAll(/<td class="number">(\d+)/g)].map(([, number]) => Number(number)),
    ]),
  );
  const years = [...expected.keys()];
  expect([...shown.keys()]).toHaveLength(Math.max(...years) - Math.min(...years) + 1);
  for (const [year, counts] of shown)
    expect(counts, String(year)).toEqual(expected.get(year) ?? [0, 0, 0, 0]);
});

describe('the dates of works', () => {
  const tableOf = async (name: string): Promise<readonly Record<string, string>[]> =>
    parse(await readFile(join(browsed().folder, `derived/${name}.csv`)), { columns: true, bom: true });

  test('that are periods are bands, each with as many works as the table of items and that of photographs', async () => {
    const expected = new Map<string, number>();
    const add = (first = '', last = '', from = '') => {
      if (first === last || first === '' || last === '') return;
      const key = `${first} to ${last} ${from}`;
      expected.set(key, (expected.get(key) ?? 0) + 1);
    };
    for (const row of await tableOf('items'))
      add(row.effective_from_year, row.effective_to_year, row.effective_date_from);
    for (const row of await tableOf('photographs')) add(row.stated_from_year, row.stated_to_year, 'own');
    expect(expected.size).toBeGreaterThan(4);
    const html = await (await get('/timeline')).text();
    const shown = new Map<string, number>();
    for (const [, label = '', cells = ''] of html.matchAll(
      /<tr><th scope="row">[^<\d]*(\d{4} to \d{4})[^<]*<\/th>(.*?)<\/tr>/g,
    ))
      for (const [at, from] of ['own', 'part', 'collection'].entries()) {
        const number = Number([...cells.matchAll(/<td class="number">([^<]*)/g)][at]?.[1]);
        const key = `${label} ${from}`;
        if (number > 0) shown.set(key, (shown.get(key) ?? 0) + number);
      }
    expect(shown).toEqual(expected);
  });

  test('are found by how they are known', async () => {
    const items = await tableOf('items');
    for (const dating of ['stated', 'approximate', 'inferred', 'questionable', 'collection']) {
      const expected = items.filter(
        ({ effective_edtf, effective_date_from: from, effective_date_qualifier: qualifier }) =>
          effective_edtf === ''
            ? false
            : dating === 'collection'
              ? from === 'collection'
              : from !== 'collection' && (qualifier || 'stated') === dating,
      );
      const csv = await (await get(`/search?kind=item&dating=${dating}&format=csv`)).text();
      expect(csv.trim().split(/\r?\n/).slice(1), dating).toHaveLength(expected.length);
      expect(expected.length, dating).toBeGreaterThan(0);
    }
  });
});

describe('people by role and county', () => {
  test('each number leads to a search with as many people', async () => {
    const html = decodeHTML(await (await get('/people')).text());
    const numbers = [...html.matchAll(/<a href="(\/search\?[^"]*)">(\d+)<\/a>/g)];
    expect(numbers.length).toBeGreaterThan(8);
    for (const [, href = '', number] of numbers) {
      const csv = await (await get(`${href}&format=csv`)).text();
      const rows = csv.trim().split(/\r?\n/).slice(1);
      expect(rows, href).toHaveLength(Number(number));
      expect(
        rows.every((row) => row.includes('/person/')),
        href,
      ).toBe(true);
    }
  });

  test('gives a person without a county those of the works, and a person with one nothing more', async () => {
    const people = async (county: number): Promise<string> =>
      (await get(`/search?county=place/${county}&role=photographer&format=csv`)).text();
    // 4101 is of Donegal and photographed in Galway and Mayo (1209); 4104 has no county and photographed in Antrim (1210).
    expect(await people(100013)).toContain('cbed/person/4101,');
    expect(await people(100015)).not.toContain('cbed/person/4101,');
    expect(await people(100000)).toContain('cbed/person/4104,');
  });
});

test('a release with hostile texts has no page with markup of a record', async () => {
  let quoted = 0;
  for (const path of [
    '/',
    '/search?q=alert',
    `/search?q=${encodeURIComponent(HOSTILE.title)}`,
    '/map',
    '/new',
    '/tables/items',
    '/ask?example=q01',
    '/cbe/part/2101',
    '/cbe/item/7001',
    '/cbe/item/7002',
    '/cbe/item/7009',
    '/cbes/item/7105',
    '/cbed/person/4101.html',
    '/people',
  ]) {
    const html = await (await hostile().app.request(`http://127.0.0.1${path}`)).text();
    expect(html, path).toContain('<h1>');
    // Attributes are quoted, and quotes in texts are escaped: what is left are tags and the names of attributes.
    // Scripts of the pages themselves are files, and pictures are of this server.
    const others = html
      // A block of data, which browsers do not run.
      .replace(/<script type="application\/ld\+json">[^<]*<\/script>/g, '')
      .replace(/<script src="\/assets\/[a-z]+\.js" defer(="")?><\/script>/g, '')
      .replace(/<img src="\/images\/[^"]*"/g, '<i');
    expect(others.replace(/"[^"]*"/g, '""'), path).not.toMatch(/<script|<img|<[^>]*\son[a-z]+=/i);
    if (html.includes('alert(1)')) quoted++;
  }
  expect(quoted).toBeGreaterThan(6);
});

test('the start page and the search count each person of schools that the release counts, and find them', async () => {
  const { app, site, folder } = extended();
  const textOf = async (path: string) => (await app.request(`http://127.0.0.1${path}`)).text();
  const { published = 0 } = site.manifest.counts['cbes.person'] ?? {};
  expect(published).toBeGreaterThan(10);
  expect(site.search.facet({ words: '', facets: {} }, 'kind')).toContainEqual({
    value: 'schools-person',
    count: published,
  });
  const found = (await textOf('/search?q=Nora+Bheag&format=csv')).split('\r\n');
  const iri = found.find((line) => line.includes('cbes/item/7101#person-'))?.split(',')[0] ?? '';
  expect(await readFile(join(folder, 'data', 'schools-people.nt'), 'utf8')).toContain(`<${iri}> `);
  // The link of the result leads to the page of the work.
  const path = iri.slice(BASE.length);
  expect(await textOf('/search?q=Nora+Bheag')).toContain(`href="/${path}"`);
  expect((await app.request(`http://127.0.0.1/${path}`)).status).toBe(200);
});

test('every answer forbids scripts and requests to elsewhere', async () => {
  for (const path of [
    '/',
    '/search',
    '/cbe/item/7002',
    '/cbe/item/7002.ttl',
    '/nothing',
    '/assets/browse.css',
  ]) {
    const { headers } = await get(path);
    expect(headers.get('content-security-policy'), path).toContain("default-src 'none'");
    expect(headers.get('content-security-policy'), path).not.toContain('unsafe');
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toBe('no-referrer');
  }
});
