import { parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { servedRelease } from './browsed-release.js';

/** Two languages have two addresses: English at the root, Irish below `/ga/`. */

const { served } = servedRelease('hostile');

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(served().url + path, { redirect: 'manual', headers: { accept: 'text/html', ...headers } });

interface Node {
  readonly nodeName: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
}
function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of node.childNodes ?? []) yield* nodesOf(child);
}
const elementsOf = async (
  path: string,
): Promise<{ name: string; of: (attribute: string) => string | undefined }[]> =>
  [...nodesOf(parse(await (await get(path)).text()) as Node)].map(({ nodeName, attrs = [] }) => ({
    name: nodeName,
    of: (attribute) => attrs.find(({ name }) => name === attribute)?.value,
  }));
const languageOf = async (path: string): Promise<string | undefined> =>
  (await elementsOf(path)).find(({ name }) => name === 'html')?.of('lang');

const PAGES = [
  '/',
  '/search?q=fairy',
  '/map',
  '/about',
  '/cbe/item/7002',
  '/people',
  '/ask?example=q17',
  '/tables',
];

describe('the address alone decides', () => {
  test.each(PAGES)('%s is in English, and in Irish below /ga', async (path) => {
    expect(await languageOf(path)).toBe('en');
    expect(await languageOf(`/ga${path}`)).toBe('ga');
  });

  test('so that a cache may keep the page for all readers', async () => {
    const headers = { 'accept-language': 'ga', cookie: 'language=ga' };
    const page = await get('/about', headers);
    expect(await page.text()).toBe(await (await get('/about')).text());
    expect(page.headers.get('vary')).toBe('Accept');
    expect(page.headers.get('set-cookie')).toBeNull();
  });

  test('/ga leads to the first page', async () => {
    expect((await get('/ga')).headers.get('location')).toBe('/ga/');
  });
});

describe('a page in two languages', () => {
  // https://developers.google.com/search/docs/specialty/international/localized-versions: whole addresses, in both pages.
  test.each(PAGES)('%s names its own address, and that of each language', async (path) => {
    for (const own of [path, `/ga${path}`]) {
      const links = (await elementsOf(own)).filter(({ name }) => name === 'link');
      expect(links.find(({ of }) => of('rel') === 'canonical')?.of('href')).toBe(served().url + own);
      const alternates = links.filter(({ of }) => of('hreflang') !== undefined);
      expect(alternates.map(({ of }) => [of('hreflang'), of('href')])).toEqual([
        ['en', served().url + path],
        ['ga', `${served().url}/ga${path}`],
        ['x-default', served().url + path],
      ]);
    }
  });

  test('a document about a person has one canonical address, also where the IRI is looked up', async () => {
    for (const path of [
      '/cbed/person/4101.html',
      '/id?iri=https%3A%2F%2Fdata.example.org%2Ffolklore%2Fcbed%2Fperson%2F4101&format=html',
    ]) {
      const links = await elementsOf(path);
      expect(links.find(({ of }) => of('rel') === 'canonical')?.of('href')).toBe(
        `${served().url}/cbed/person/4101.html`,
      );
    }
  });

  test('links and forms of an Irish page lead to Irish pages; those to data and files to the one address', async () => {
    const seen = new Set<string>();
    for (const page of [
      ...PAGES,
      '/cbed/person/4101.html',
      '/cbes/volume/3101',
      '/new',
      '/report',
      '/timeline',
      '/cbeg/photograph/1207',
    ]) {
      const elements = await elementsOf(`/ga${page}`);
      for (const { name, of } of elements) {
        const address = of(name === 'form' ? 'action' : 'href');
        if (address === undefined || !address.startsWith('/') || of('hreflang') !== undefined) continue;
        const isData =
          /^\/(?:assets|files|iiif|images|linked-art|released|feed)\/|\.(?:ttl|nt|jsonld|rdf)$/.test(address);
        expect(address.startsWith('/ga/'), `${page}: ${address}`).toBe(
          !isData && !address.startsWith('/oai'),
        );
        seen.add(address);
      }
      expect(elements.find(({ of }) => of('class') === 'language')?.of('href')).toBe(page);
    }
    expect(seen.size).toBeGreaterThan(200);
    for (const address of [...seen].filter((one) => !one.includes('format=')).slice(0, 150))
      expect((await get(address)).status, address).toBeLessThan(400);
  });

  test('redirects of Irish pages lead to Irish pages', async () => {
    expect((await get('/ga/cbed/person/4101')).headers.get('location')).toBe('/ga/cbed/person/4101.html');
    expect((await get('/ga/about/')).headers.get('location')).toBe('/ga/about');
    expect((await get('/ga/cbe/item/7002')).headers.get('content-location')).toBe('/ga/cbe/item/7002.html');
  });

  test('suggestions in Irish lead to Irish pages', async () => {
    const { groups } = (await (await get('/ga/suggest?q=ciar')).json()) as {
      groups: { suggestions: { label: string; href: string }[] }[];
    };
    const all = groups.flatMap(({ suggestions }) => suggestions);
    expect(all.map(({ label }) => label)).toContain('Ciarraí');
    for (const { href } of all) expect(href).toMatch(/^\/ga\//);
  });
});

describe('what is the same in all languages has one address', () => {
  test.each([
    '/cbe/item/7002.ttl',
    '/cbe/item/7002?format=jsonld',
    '/files/dcat.ttl',
    '/assets/browse.css',
    '/tables.json',
    '/iiif/collection.json',
    '/sparql?query=ASK%7B%7D',
    '/dcat.ttl',
  ])('/ga%s leads to it', async (address) => {
    const answer = await get(`/ga${address}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, address]);
  });

  test('IRIs and statements are without the folder', async () => {
    const turtle = await get('/ga/cbe/item/7002', { accept: 'text/turtle' });
    expect(await turtle.text()).toBe(await (await get('/cbe/item/7002.ttl')).text());
    expect(turtle.headers.get('content-location')).toBe('/cbe/item/7002.ttl');
    expect((await get('/ga/cbe/item/7002')).headers.get('link')).not.toContain('/ga/');
    expect(await (await get('/ga/cbe/item/7002')).text()).not.toContain('folklore/ga/');
  });
});

test.each([
  '/ga//evil.example/files/x',
  '/ga/\\evil.example/files/x',
  '/ga//evil.example/about/',
  '/ga/%2f/evil.example/assets/x',
])('%s leads to no other site', async (path) => {
  const location = (await get(path)).headers.get('location') ?? '/';
  expect(new URL(location, served().url).origin).toBe(served().url);
});

test('crawlers are kept away from searches in both languages', async () => {
  const rules = (await (await get('/robots.txt')).text()).split('\n');
  for (const path of ['/search', '/ask', '/map?'])
    expect(rules).toEqual(expect.arrayContaining([`Disallow: ${path}`, `Disallow: /ga${path}`]));
});
