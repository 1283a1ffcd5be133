import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeHTML } from 'entities';
import { type Quad as N3Quad, Parser } from 'n3';
import { isomorphic } from 'rdf-isomorphic';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentQuads } from '../../../src/model/rdf/jsonld-quads.js';
import { loadWorld, SAMPLE_WORLD } from '../../../src/services/server/world.js';
import { createApp } from '../../../src/use/browse/app.js';
import { sampleWorld, schoolsItemOf, there } from '../../build/consistency/sample-world.js';
import { readNtriples } from '../../support/dumps.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { type BrowsedRelease, browseRelease } from './browsed-release.js';

/** The pages of a release of the sample world. */

const BASE = 'https://data.example.org/folklore/';
let folder: string;
let browsed: BrowsedRelease;
/** The statements of the release about each record, of all datasets. */
const records = new Map<string, N3Quad[]>();

beforeAll(async () => {
  folder = await makeFolder();
  browsed = await browseRelease(folder);
  for (const { name } of browsed.site.manifest.datasets) {
    for (const quad of (await readNtriples(browsed.folder, name)) as N3Quad[]) {
      const iri = quad.subject.value.split('#')[0] as string;
      records.set(iri, [...(records.get(iri) ?? []), quad]);
    }
  }
});
afterAll(async () => {
  browsed.site.index.close();
  await removeFolder(folder);
});

/** An answer, after the redirect from a thing to its document. */
async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const response = await browsed.app.request(`http://127.0.0.1${path}`, { headers });
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
  test('as Turtle, JSON-LD and N-Triples with exactly the statements of the dumps', async () => {
    expect(records.size).toBeGreaterThan(300);
    for (const [iri, quads] of records) {
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
      expect(isomorphic(read, records.get(iri) as N3Quad[]), iri).toBe(true);
    }
  });

  test('as a page with its label and its IRI', async () => {
    for (const iri of records.keys()) {
      const response = await get(pathOf(iri), { accept: 'text/html' });
      expect(response.status, iri).toBe(200);
      expect(decodeHTML(await response.text())).toContain(iri);
    }
  });

  test('terms of the vocabulary, codes, datasets and the release, by their IRIs', async () => {
    const vocabulary = 'https://w3id.org/folklore-ld/';
    const iris = [
      `${vocabulary}ns#collector`,
      `${vocabulary}ns#Item`,
      `${vocabulary}code/role/collector`,
      `${BASE}dataset/folklore`,
      `${BASE}dataset/folklore/browsed`,
      `${BASE}dataset/folklore/manuscripts`,
    ];
    for (const iri of iris) {
      const response = await get(`/id?iri=${encodeURIComponent(iri)}`, { accept: 'text/turtle' });
      const final =
        response.status === 303
          ? await get(response.headers.get('location') ?? '', { accept: 'text/turtle' })
          : response;
      expect(final.status, iri).toBe(200);
      expect(
        new Parser().parse(await final.text()).some(({ subject }) => subject.value === iri),
        iri,
      ).toBe(true);
    }
  });

  test('a person and a place lead to a document about them, in the format asked for', async () => {
    for (const thing of ['/cbed/person/4101', '/place/100013', '/cbes/person/5002']) {
      const response = await browsed.app.request(thing, { headers: { accept: 'text/turtle' } });
      expect([response.status, response.headers.get('location')]).toEqual([303, `${thing}.ttl`]);
      expect(response.headers.get('vary')).toContain('Accept');
    }
    const item = await browsed.app.request('/cbe/item/7002', { headers: { accept: 'text/turtle' } });
    expect([item.status, item.headers.get('content-location')]).toEqual([200, '/cbe/item/7002.ttl']);
  });

  test('a format that is not offered is refused with the list of those that are', async () => {
    const response = await get('/cbe/item/7002', { accept: 'image/png' });
    expect(response.status).toBe(406);
    expect(await response.text()).toContain('/cbe/item/7002.ttl');
  });

  test('caches are told what the answer depends on, and an unchanged one is not sent again', async () => {
    const response = await get('/cbe/item/7002', { accept: 'text/html' });
    expect(response.headers.get('vary')).toBe('Accept, Accept-Language, Cookie');
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

  test.each([
    '/../../etc/passwd',
    '/files/../../manifest.json',
    '/files/%2e%2e/x',
    '/assets/../site.js',
    '/files/nothing',
  ])('%s is no file', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe('a page for people', () => {
  test('of an item: date in words, people by role, place, text, part of what', async () => {
    const html = decodeHTML(await (await get('/cbe/item/7002')).text());
    for (const text of [
      '1936, inferred',
      'Fionnbharr Ó Cléirchín',
      'Collector',
      'Donegal',
      'Tabhair dom do scáth',
      'CBÉ 0042',
    ])
      expect(html).toContain(text);
  });

  test('of a story of the schools collection: ages, relationship, topic, transcript', async () => {
    const html = decodeHTML(await (await get('/cbes/item/7001')).text());
    for (const text of ['82', 'grandparent', 'cures', 'Deirtear gur fearr an leigheas'])
      expect(html).toContain(text);
  });

  test('is in the language that the browser prefers, and in the one that was chosen', async () => {
    expect(await (await get('/', { 'accept-language': 'ga-IE, en;q=0.5' })).text()).toContain(
      '<html lang="ga">',
    );
    expect(await (await get('/', { 'accept-language': 'fr, en;q=0.5' })).text()).toContain(
      '<html lang="en">',
    );
    const chosen = await get('/language/ga?to=/cbe/item/7002');
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/cbe/item/7002']);
    const cookie = chosen.headers.get('set-cookie')?.split(';')[0] as string;
    const html = decodeHTML(await (await get('/cbe/item/7002', { cookie, 'accept-language': 'en' })).text());
    expect(html).toContain('1936, meastachán');
    expect(html).toContain('Bailitheoir');
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
    'the switch of the language does not lead to %s',
    async (to) => {
      expect((await get(`/language/ga?to=${encodeURIComponent(to)}`)).headers.get('location')).toBe('/');
    },
  );

  test('every link of every page leads somewhere', async () => {
    const seen = new Set<string>();
    const forms = new Set<string>();
    const queue = ['/'];
    let followed = 0;
    while (queue.length > 0) {
      const path = queue.pop() as string;
      const response = await get(path);
      followed++;
      expect(response.status, path).toBeLessThan(400);
      if (response.headers.get('content-type')?.startsWith('text/html') !== true) continue;
      for (const link of linksOf(await response.text())) {
        if (!link.startsWith('/') || seen.has(link)) continue;
        seen.add(link);
        // Combinations of facets and parts of the map have no end: one parameter is enough, and the whole map.
        const { pathname, searchParams } = new URL(link, 'http://x');
        // Every record is requested as data above: one of each kind is enough here.
        if (/\.(?:ttl|jsonld|nt)$|format=/.test(link)) {
          const form = link.replace(/\d+/g, '0');
          if (forms.has(form)) continue;
          forms.add(form);
        }
        if (searchParams.size <= 1 && !searchParams.has('box') && !pathname.startsWith('/language/'))
          queue.push(link);
      }
    }
    expect(followed).toBeGreaterThan(500);
  });
});

describe('questions', () => {
  test('every example has a title in both languages and an answer', async () => {
    for (let number = 1; number <= 17; number++) {
      const path = `/ask?example=q${String(number).padStart(2, '0')}`;
      const html = decodeHTML(await (await get(path)).text());
      expect(html, path).toMatch(/<p role="status">[1-9][\d,]* rows?</);
    }
    const irish = decodeHTML(await (await get('/ask', { 'accept-language': 'ga' })).text());
    expect(irish.match(/example=q\d\d">(?!What|Who|Which|How|Do )/g)).toHaveLength(17);
  });

  test('a wrong query is answered with its fault', async () => {
    const html = decodeHTML(await (await get(`/ask?query=${encodeURIComponent('SELECT * {')}`)).text());
    expect(html).toContain('line 1, column');
  });

  test('/sparql answers the protocol, also to pages of other sites', async () => {
    const response = await get(`/sparql?query=${encodeURIComponent('ASK {}')}`);
    expect(await response.json()).toMatchObject({ boolean: true });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
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

  test('forgives accents and initial mutations', async () => {
    expect(await results('q=O+Cleirchin')).toContain('cbed/person/4101');
    expect(await results('q=scath')).toContain('cbe/item/7002');
    expect(await results('q=Dhun+na+nGall')).toContain('place/100013');
  });

  test('finds a story by its transcript', async () => {
    expect(await results('q=gur+fearr+an+leigheas')).toEqual(['cbes/item/7001']);
  });

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

  test('gives a story of the schools collection the county of its school and the years of its collection', async () => {
    expect(await results('kind=item&county=place/100013&decade=1930')).toContain('cbes/item/7001');
  });

  test('as JSON-LD is the statements about its results', async () => {
    const response = await get('/search?q=scath&format=jsonld');
    const read = await documentQuads((await response.json()) as object);
    expect(new Set(read.map(({ subject }) => subject.value))).toContain(`${BASE}cbe/item/7002`);
  });

  test.each(['"', "'", '*', '\\', '%', '(', 'a OR', 'NEAR(a b)', '-', 'title:x', '\u0000'])(
    'answers %j',
    async (words) => {
      expect((await get(`/search?q=${encodeURIComponent(words)}`)).status).toBe(200);
    },
  );

  test.each([
    'box=1,2',
    'box=a,b,c,d',
    'box=-999,0,999,1',
    'page=-1',
    'page=1e9',
    'county=nowhere',
    'facet=x',
  ])('the map and the list answer %s', async (query) => {
    for (const page of ['map', 'search', 'timeline'])
      expect((await get(`/${page}?${query}`)).status).toBe(200);
  });
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

describe('people by role and county', () => {
  /** The numbers of a county in the first table, with their addresses. */
  async function numbersOf(county: string): Promise<{ number: number; href?: string }[]> {
    const html = await (await get('/people')).text();
    const row = new RegExp(`<tr><th scope="row">${county}</th>(.*?)</tr>`, 's').exec(html)?.[1] ?? '';
    return [...row.matchAll(/<td class="number">(?:<a href="([^"]*)">)?([\d,]+)/g)].map(
      ([, href, number = '']) => ({ number: Number(number), ...(href && { href: decodeHTML(href) }) }),
    );
  }

  test('counts the teachers of schools in a county, each once', async () => {
    const { archive } = await loadWorld(SAMPLE_WORLD);
    const teachers = [...archive.cbes.values()].flatMap(({ parts }) =>
      parts.flatMap(({ teachers, school }) =>
        teachers.map(({ id }) => ({
          id,
          counties: (school?.locations ?? []).flatMap(({ counties }) => counties.map((one) => one.logainmID)),
        })),
      ),
    );
    const inCounty = (county: number) =>
      new Set(teachers.filter(({ counties }) => counties.includes(county)).map(({ id }) => id)).size;
    expect([inCounty(100013), inCounty(100010)]).toEqual([4, 1]);
    expect((await numbersOf('Donegal'))[2]?.number).toBe(inCounty(100013));
    expect((await numbersOf('Cork'))[2]?.number).toBe(inCounty(100010));
  });

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

  test('is in Irish, too, and leads to the completeness of fields', async () => {
    const html = decodeHTML(await (await get('/people', { 'accept-language': 'ga' })).text());
    for (const text of ['Bailitheoir', 'Dún na nGall', 'Contae']) expect(html).toContain(text);
    expect(html).toContain('href="/report#completeness"');
    expect(await (await get('/report')).text()).toContain('id="completeness"');
  });
});

test('a release with hostile texts has no page with markup of a record', async () => {
  // Markup of texts is removed when they are read. What was escaped twice is text, and must stay text.
  const hostile = `&lt;script>alert(1)&lt;/script>"'>&lt;img src=x onerror=alert(1)> " onclick="alert(1)`;
  const world = await loadWorld(SAMPLE_WORLD);
  for (const volume of world.archive.cbe.values()) {
    for (const part of volume.parts)
      for (const item of part.items) Object.assign(item, { title: hostile, extract: hostile });
  }
  const other = await makeFolder();
  const attacked = await browseRelease(other, world);
  try {
    const paths = [
      '/',
      '/search?q=alert',
      `/search?q=${encodeURIComponent(hostile)}`,
      '/map',
      '/cbe/part/2101',
      '/cbe/item/7001',
      '/cbe/item/7002',
      '/cbed/person/4101.html',
      '/people',
      `/explain?iri=${encodeURIComponent(`${BASE}cbe/item/7002`)}`,
    ];
    const app = createApp({
      ...attacked,
      onError: (thrown) => {
        throw thrown;
      },
    });
    let quoted = 0;
    for (const path of paths) {
      const html = await (await app.request(`http://127.0.0.1${path}`)).text();
      expect(html, path).toContain('<h1>');
      // Attributes are quoted, and quotes in texts are escaped: what is left are tags and the names of attributes.
      // Scripts of the pages themselves are files, and pictures are of this server.
      const others = html
        .replace(/<script src="\/assets\/[a-z]+\.js" defer(="")?><\/script>/g, '')
        .replace(/<img src="\/images\/[^"]*"/g, '<i');
      expect(others.replace(/"[^"]*"/g, '""'), path).not.toMatch(/<script|<img|<[^>]*\son[a-z]+=/i);
      if (html.includes('alert(1)')) quoted++;
    }
    expect(quoted).toBeGreaterThan(4);
  } finally {
    attacked.site.index.close();
    await removeFolder(other);
  }
});

test('the start page and the search count each person of schools that the release counts, and find them', async () => {
  // An id with two names is two people, each with its work (model 7.3, X7).
  const world = await sampleWorld((draft) => {
    const [grandmother] = schoolsItemOf(draft, 7101).informants;
    there(grandmother).names = [{ fullName: 'Nóra Bheag' }];
  });
  const other = await makeFolder();
  const { app, site, folder: released } = await browseRelease(other, world);
  try {
    const textOf = async (path: string) => (await app.request(`http://127.0.0.1${path}`)).text();
    const { published = 0 } = site.manifest.counts['cbes.person'] ?? {};
    expect(published).toBeGreaterThan(10);
    expect(site.index.facet({ words: '', facets: {} }, 'kind')).toContainEqual({
      value: 'schools-person',
      count: published,
    });
    const found = (await textOf('/search?q=Nora+Bheag&format=csv')).split('\r\n');
    const iri = found.find((line) => line.includes('cbes/item/7101#person-'))?.split(',')[0] ?? '';
    expect(await readFile(join(released, 'data', 'schools-people.nt'), 'utf8')).toContain(`<${iri}> `);
    // The link of the result leads to the page of the work.
    const path = iri.slice(BASE.length);
    expect(await textOf('/search?q=Nora+Bheag')).toContain(`href="/${path}"`);
    expect((await app.request(`http://127.0.0.1/${path}`)).status).toBe(200);
  } finally {
    site.index.close();
    await removeFolder(other);
  }
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
