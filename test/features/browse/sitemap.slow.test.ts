import { decodeHTML } from 'entities';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import { appOf, BASE, browsedRelease, HOSTILE, recordsOf } from './browsed-release.js';

/** What search engines and previews of links read: sitemaps, robots.txt, descriptions and Open Graph. */

const browsed = browsedRelease('hostile');
let records: string[];
beforeAll(async () => {
  const all = await recordsOf(browsed(), (dataset) => dataset !== 'omissions');
  records = [...all.keys()].filter((iri) => iri.startsWith(BASE));
});

const get = (path: string, headers: Record<string, string> = {}, origin = 'http://127.0.0.1') =>
  browsed().app.request(`${origin}${path}`, { headers: { accept: 'text/html', ...headers } });

/** The addresses in a sitemap, or in the list of sitemaps. */
async function addresses(path: string): Promise<string[]> {
  const response = await get(path);
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const xml = await response.text();
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({ isArray: (name) => name === 'url' || name === 'sitemap' });
  const { sitemapindex, urlset } = parser.parse(xml) as Record<string, Record<string, { loc: string }[]>>;
  return (sitemapindex?.sitemap ?? urlset?.url ?? []).map(({ loc }) => loc);
}

describe('the sitemaps', () => {
  test('have the page of each record that the release describes, once', async () => {
    const [, ...maps] = await addresses('/sitemap.xml');
    const all = (await Promise.all(maps.map((map) => addresses(new URL(map).pathname)))).flat();
    const iris = all.map((address) => address.replace('http://127.0.0.1/', BASE).replace(/\.html$/, ''));
    expect(records.length).toBeGreaterThan(300);
    expect(iris.toSorted()).toEqual(records.map((iri) => new URL(iri).href).toSorted());
    for (const address of all) expect((await get(new URL(address).pathname)).status, address).toBe(200);
  });

  test('have the pages about the release in both languages, and its descriptions for registers', async () => {
    const [map = ''] = await addresses('/sitemap.xml');
    const all = await addresses(new URL(map).pathname);
    expect(all.map((address) => new URL(address).pathname)).toEqual([
      ...['/', '/ga/', '/about', '/ga/about'],
      ...['/dcat.ttl', '/files/dataset.jsonld', '/files/dcat.ttl'],
    ]);
    for (const address of all) expect((await get(new URL(address).pathname)).status, address).toBe(200);
  });

  test('begin with the address that was asked, or with that of the operator', async () => {
    expect(await (await get('/sitemap.xml', {}, 'http://other.example:8080')).text()).toContain(
      '<loc>http://other.example:8080/sitemaps/1.xml</loc>',
    );
    const app = appOf({ ...browsed(), publicOrigin: 'https://béaloideas.example' });
    const text = await (await app.request('http://127.0.0.1/sitemap.xml')).text();
    expect(text).toContain('https://xn--baloideas-b4a.example/sitemaps/1.xml');
  });
});

describe('robots.txt', () => {
  /** Whether a path may be read, by RFC 9309: the longest rule that matches decides. */
  async function isAllowed(path: string): Promise<boolean> {
    const { site, openEngine, explainer } = browsed();
    const app = appOf({ site, openEngine, explainer });
    const lines = (await (await app.request('/robots.txt')).text()).split('\n');
    const rules = lines.flatMap((line) => {
      const [, name, pattern] = /^(Allow|Disallow): (.+)$/.exec(line) ?? [];
      return name === undefined || pattern === undefined ? [] : [{ isAllowed: name === 'Allow', pattern }];
    });
    const matching = rules.filter(({ pattern }) =>
      new RegExp(`^${pattern.replace(/[.?+^$(){}|[\]\\]/g, '\\$&').replaceAll('*', '.*')}`).test(path),
    );
    return matching.toSorted((a, b) => b.pattern.length - a.pattern.length)[0]?.isAllowed ?? true;
  }

  test('names the sitemap, allows pages and forbids questions, lists without end and data', async () => {
    expect(await (await get('/robots.txt')).text()).toContain('\nSitemap: http://127.0.0.1/sitemap.xml\n');
    for (const path of ['/', '/cbe/item/7002', '/cbed/person/4101.html', '/map', '/new', '/report'])
      expect(await isAllowed(path), path).toBe(true);
    for (const path of ['/dcat.ttl', '/files/dataset.jsonld', '/files/dcat.ttl'])
      expect(await isAllowed(path), path).toBe(true);
    for (const path of [
      '/search?q=a',
      '/ask?example=q01',
      '/sparql?query=x',
      '/explain?iri=x',
      '/tables/items.csv',
      '/id?iri=x&format=ttl',
      '/files/data/people.nt',
      '/map?county=x',
    ])
      expect(await isAllowed(path), path).toBe(false);
  });
});

describe('the head of a page', () => {
  async function head(path: string, headers: Record<string, string> = {}): Promise<Map<string, string>> {
    const html = await (await get(path, headers)).text();
    const found = [...html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)].map(
      ([, name = '', content = '']) => [name, decodeHTML(content)] as const,
    );
    // A record can have several people and licences.
    const single = found.flatMap(([name]) => (/contributors$|author$|license$/.test(name) ? [] : name));
    expect(new Set(single).size, path).toBe(single.length);
    return new Map(found);
  }

  test.each(['/', '/search?q=a', '/map', '/people', '/tables', '/new', '/report', '/nowhere'])(
    'of %s has a title, a type, an address and a description',
    async (path) => {
      const found = await head(path);
      expect(found.get('og:type')).toBe('website');
      expect(found.get('og:url')).toBe(`http://127.0.0.1${path}`);
      expect(found.get('og:title')).not.toBe('');
      expect(found.get('description')).toBe(found.get('og:description'));
      expect(found.get('description')?.length).toBeGreaterThan(20);
      expect([...found.keys()]).not.toContain('og:image');
    },
  );

  test('of a record describes it by its text, as far as a preview shows it', async () => {
    const found = await head('/cbe/item/7002');
    expect(found.get('og:type')).toBe('article');
    expect(found.get('description')).toMatch(/^“Tabhair dom do scáth,”/);
    const long = (await head('/cbe/item/7001')).get('description') ?? '';
    expect(long).toMatch(/^focal focal .* focal …$/);
    expect(long.length).toBeLessThanOrEqual(202);
  });

  test('holds the signs of a title', async () => {
    // A title has one line (model 2.1).
    const title = HOSTILE.title.replace(/\s*\n/g, ' ');
    expect((await head('/cbe/item/7001')).get('og:title')).toContain(title);
  });

  test('names the feed', async () => {
    expect(await (await get('/')).text()).toMatch(
      /<link rel="alternate" type="application\/atom\+xml"[^>]* href="\/new\.atom"/,
    );
  });
});
