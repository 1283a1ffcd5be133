import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join, posix, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'parse5';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { placesOnMap } from '../../../src/features/browse/map/places-on-map.js';
import { addressIn } from '../../../src/features/browse/page-language.js';
import { searchIn } from '../../../src/features/browse/search/search-address.js';
import type { Site } from '../../../src/features/browse/site.js';
import { FEATURES } from '../../../src/features/index.js';
import { type ExportOptions, exportSite } from '../../../src/features/static-site/export-site.js';
import {
  fileOfPath,
  KINDS_WRITTEN,
  reservedNames,
  toldApart,
} from '../../../src/features/static-site/site-files.js';
import { MARK, SiteFolder } from '../../../src/features/static-site/site-folder.js';
import { SAMPLE_IMAGE_HOST } from '../../../src/model/rdf/iris.js';
import {
  axeViolations,
  CHROMIUM,
  launchChromium,
  overflowOf,
  serveLocally,
  watchedPage,
} from '../../support/chromium.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { browsedRelease, HOSTILE } from '../browse/browsed-release.js';

/** A release as files for a web host, without a server of its own. */

const browsed = browsedRelease('hostile');
let folder: string;
let out: string;
let site: Site;
let files: string[];

beforeAll(async () => {
  folder = await makeFolder();
  out = join(folder, 'site');
  site = browsed().site;
  await exportSite(optionsOf({}));
  files = await filesBelow(out);
});
afterAll(() => removeFolder(folder));

const optionsOf = (options: Partial<ExportOptions>): ExportOptions => ({
  site,
  indexFile: browsed().source.indexFile,
  out,
  languages: ['en', 'ga'],
  kinds: new Set(KINDS_WRITTEN),
  formats: new Set(),
  options: {},
  features: FEATURES,
  withFiles: true,
  limits: { files: 10_000, bytes: 1e9 },
  report: silent,
  ...options,
});

async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted();
}

const textOf = (file: string, root = out): Promise<string> => readFile(join(root, file), 'utf8');

interface Node {
  readonly nodeName: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
  readonly value?: string;
}

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of node.childNodes ?? []) yield* nodesOf(child);
}

const LINKS = ['href', 'src', 'action', 'data-index', 'data-home', 'data-places'];

const attributesOf = (html: string) => [...nodesOf(parse(html) as Node)].flatMap(({ attrs = [] }) => attrs);
/** Links of a page as they are written. */
const linksOf = (html: string): string[] =>
  attributesOf(html).flatMap(({ name, value }) => (LINKS.includes(name) ? value : []));

/** The file that a relative link leads to. */
const targetOf = (from: string, link: string): string =>
  posix.join(posix.dirname(from), decodeURIComponent(link.replace(/[?#].*$/s, '')) || posix.basename(from));

/** The visible text of a page's main part, and of its title. */
function wordsOf(html: string): string {
  const nodes = [...nodesOf(parse(html) as Node)];
  const text = (node: Node | undefined): string =>
    node === undefined ? '' : [...nodesOf(node)].map(({ value }) => value ?? '').join(' ');
  const named = (name: string) => nodes.find(({ nodeName }) => nodeName === name);
  return `${text(named('title'))} ${text(named('main'))}`.replace(/\s+/g, ' ');
}

/** Whether a browser executes an element: JSON-LD is a data block (HTML, section 4.12.1). */
const isScript = ({ nodeName, attrs = [] }: Node): boolean =>
  nodeName === 'script' && !attrs.some(({ value }) => value === 'application/ld+json');

describe('the files', () => {
  test('each link of each page leads to a file of the site, relative to the page', async () => {
    const there = new Set(files);
    const ids = new Map<string, Set<string>>();
    const linked: (readonly [file: string, link: string])[] = [];
    for (const file of files.filter((one) => one.endsWith('.html') && !one.startsWith('files/'))) {
      const attributes = attributesOf(await textOf(file));
      ids.set(file, new Set(attributes.flatMap(({ name, value }) => (name === 'id' ? value : []))));
      for (const { name, value } of attributes)
        if (LINKS.includes(name) && !/^https?:/.test(value)) linked.push([file, value]);
    }
    const dead = linked.filter(([file, link]) => {
      const target = targetOf(file, link);
      const [, id] = link.split('#');
      const isPart =
        id === undefined || file.includes('/') || ids.get(target)?.has(decodeURIComponent(id)) !== false;
      return link.startsWith('/') || !there.has(target) || !isPart;
    });
    expect(dead).toEqual([]);
    expect(linked.length).toBeGreaterThan(10_000);
  });

  test('every record of a kind that is written has a page in both languages', async () => {
    for (const path of ['cbe/item/7002', 'cbed/person/4101', 'cbeg/photograph/1201', 'place/100013']) {
      expect(files).toContain(`${path}.html`);
      expect(files).toContain(`ga/${path}.html`);
    }
    expect(files.filter((file) => /(^|\/)(page|transcript)\/\d+\.html$/.test(file))).toEqual([]);
    // Manifests are written where that is asked for.
    expect(files.filter((file) => file.startsWith('iiif/'))).toEqual([]);
    expect(await textOf('cbes/item/7101.html')).not.toContain('iiif/');
  });

  test.each([
    ['/', 'index.html'],
    ['/people', 'people.html'],
    ['/schools', 'schools.html'],
    ['/schools?county=place%2F100013', 'schools/place-100013.html'],
    ['/report', 'report.html'],
    ['/cbe/item/7002.html', 'cbe/item/7002.html'],
    ['/cbed/person/4101.html', 'cbed/person/4101.html'],
  ])('%s says what the server says', async (address, file) => {
    for (const [language, prefix] of [
      ['en', ''],
      ['ga', 'ga/'],
    ] as const) {
      const served = await browsed().app.request(addressIn(language, address), {
        headers: { accept: 'text/html' },
      });
      // Formats that the site does not have are left out, and so are the views of a search.
      const left = wordsOf(await served.text())
        .replace(/ BibTeX RIS CSL-JSON/, '')
        .replace(/ (Download|Íoslódáil) Turtle JSON-LD N-Triples RDF\/XML/, '')
        .replace(/ CSV JSON-LD/, '')
        // Reading page by page takes a server.
        .replace(/ (Read page by page|Léigh leathanach ar leathanach) \(\d+\)/, '')
        // A record in Linked Art takes a server.
        .replace(/ Linked Art \(CIDOC-CRM\) http\S+ [^.]+\./, '')
        // Manifests are written where that is asked for.
        .replace(/ (IIIF manifest|Lastliosta IIIF) http\S+ [^.]+\./, '');
      expect(wordsOf(await textOf(prefix + file)), `${language} ${file}`).toBe(left);
    }
  });

  test('each page has the policy of the server, but who may embed it, and no script or style in itself', async () => {
    for (const file of ['index.html', 'search.html', 'report.html', 'ga/cbe/item/7002.html']) {
      const nodes = [...nodesOf(parse(await textOf(file)) as Node)];
      const metas = nodes.filter(({ nodeName }) => nodeName === 'meta');
      const policies = metas.flatMap(({ attrs = [] }) =>
        attrs.some(({ value }) => value === 'Content-Security-Policy')
          ? (attrs.find(({ name }) => name === 'content')?.value ?? [])
          : [],
      );
      expect(policies).toHaveLength(1);
      expect(policies[0]).toContain("default-src 'none'");
      expect(policies[0]).not.toContain('frame-ancestors');
      expect(policies[0]).not.toContain('unsafe');
      expect(metas.some(({ attrs = [] }) => attrs.some(({ value }) => value === 'no-referrer'))).toBe(true);
      const scripts = nodes.filter((node) => isScript(node) || node.nodeName === 'style');
      for (const script of scripts) expect(script.childNodes?.length ?? 0, file).toBe(0);
    }
  });

  test('a hostile title is text', async () => {
    const html = await textOf('cbe/item/7009.html');
    const scripts = [...nodesOf(parse(html) as Node)].filter(isScript);
    expect(scripts.map(({ attrs }) => attrs?.find(({ name }) => name === 'src')?.value)).toEqual([
      '../../assets/pictures.js',
    ]);
    for (const { childNodes } of scripts) expect(childNodes).toEqual([]);
    expect(wordsOf(html)).toContain(HOSTILE.attributes);
  });

  test('a list has every record of a county, a kind, a topic and a decade', async () => {
    const request = { words: '', facets: { county: ['place/100013'] } } as const;
    const { records } = site.search.page(request, 1000, 0);
    const links = linksOf(await textOf('lists/county/place-100013.html'));
    expect(records.length).toBeGreaterThan(3);
    for (const { path } of records) expect(links).toContain(`../../${path}.html`);
    expect(files.some((file) => file.startsWith('lists/topic/'))).toBe(true);
    expect(files).toContain('lists/kind/person.html');
    expect(files).toContain('lists/decade/1930.html');
  });

  test('all records that refer to one by a property are listed where its page has the first', async () => {
    const pages = files.filter((file) => file.startsWith('linked/'));
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) expect(linksOf(await textOf(page)).length, page).toBeGreaterThan(12);
  });

  test('each name is one on every disk: letter case, Unicode forms, devices, full stops, length', () => {
    // Windows and macOS do not tell these apart: NTFS and APFS ignore letter case, HFS+ and APFS the Unicode form.
    const alike = new Map<string, string[]>();
    for (const file of files) {
      const name = file.normalize('NFD').toUpperCase();
      alike.set(name, [...(alike.get(name) ?? []), file]);
    }
    expect([...alike.values()].filter((names) => names.length > 1)).toEqual([]);
    // Microsoft, Naming Files, Paths, and Namespaces.
    const names = new Set(files.flatMap((file) => file.split('/')));
    expect(
      [...names].filter((name) => /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|[<>:"\\|?*]|[. ]$/i.test(name)),
    ).toEqual([]);
    for (const name of names) expect(Buffer.byteLength(name), name).toBeLessThan(143);
    // The vocabulary has a class and a property of each of these names, and the places a category CON.
    for (const term of ['Classification', 'classification'])
      expect(
        files.some((file) => file.startsWith('id/') && file.includes(`ns_${term}`)),
        term,
      ).toBe(true);
    expect(files).toContain('category/_CON.html');
  });

  test('the files of the release are there as they are', async () => {
    for (const [path, { bytes }] of site.files)
      expect((await stat(join(out, 'files', path))).size, path).toBe(bytes);
  });
});

describe('a record whose address in a format is the IRI of another record', () => {
  // The distributions of a dataset have its IRI with the ending of their format.
  const DATASET = 'dataset/folklore/browsed/collections';
  const TYPES = { ttl: 'text/turtle', nt: 'application/n-triples' } as const;
  const about = (path: string): string => `<${site.manifest.base}${path}> `;

  test('is linked on its page by an address of its own', async () => {
    const { app } = browsed();
    for (const path of [DATASET, `${DATASET}.nt`]) {
      const html = await (await app.request(`/${path}`, { headers: { accept: 'text/html' } })).text();
      for (const [format, type] of Object.entries(TYPES)) {
        const link = linksOf(html).find(
          (one) => one.startsWith('/') && one.endsWith(format) && decodeURIComponent(one).includes(path),
        ) as string;
        const answer = await app.request(link);
        expect(answer.headers.get('content-type'), link).toContain(type);
        if (format === 'nt') expect(await answer.text()).toContain(about(path));
      }
    }
  });

  test('has a file of its own, and no file of data is a page', async () => {
    const data = join(folder, 'data');
    const formats = new Set(['ttl', 'jsonld', 'nt'] as const);
    const only = { languages: ['en'] as const, kinds: new Set(['item']), withFiles: false };
    await exportSite(optionsOf({ ...only, out: data, formats }));
    const there = new Set(await filesBelow(data));
    for (const file of there)
      if (/\.(ttl|jsonld|nt)$/.test(file)) expect(await textOf(file, data), file).not.toMatch(/^<!doctype/i);
    expect(there.has(`${DATASET}.nt`)).toBe(false);
    for (const path of [DATASET, `${DATASET}.nt`]) {
      const page = `${path}.html`;
      const targets = linksOf(await textOf(page, data)).map((link) => targetOf(page, link));
      const file = targets.find((one) => one.startsWith(path) && one.endsWith('.nt') && there.has(one));
      expect(await textOf(file ?? page, data)).toContain(about(path));
    }
  });

  test.each([
    ['in capitals', 'a/B.html'],
    ['in another Unicode form', 'a/e\u0301.html'],
  ])('a file that differs %s only is refused: some disks have one name for both', async (_, name) => {
    const written = await SiteFolder.begin(join(folder, 'alike'), site.release, { files: 10, bytes: 1e6 });
    await written.write('a/b.html', 'one');
    await written.write('a/é.html', 'one');
    await expect(written.write(name, 'other')).rejects.toMatchObject({
      message: `Two pages of the site would be the file ${name}.`,
    });
    await written.abandon();
  });

  test('two files of one name are refused', async () => {
    const written = await SiteFolder.begin(join(folder, 'twice'), site.release, { files: 10, bytes: 1e6 });
    await written.write('a/b.html', 'one');
    await expect(written.write('a/b.html', 'other')).rejects.toMatchObject({
      message: 'Two pages of the site would be the file a/b.html.',
    });
    await written.abandon();
  });
});

describe('an export', () => {
  test('that is too large is refused before anything is written, with its size', async () => {
    const small = join(folder, 'small');
    await expect(
      exportSite(optionsOf({ out: small, limits: { files: 100, bytes: 1e9 } })),
    ).rejects.toMatchObject({
      code: 'RELEASE_TOO_LARGE',
      message: expect.stringMatching(/^The site would have 1,\d{3} files with \d+ MB; at most 100 files/),
    });
    expect((await readdir(folder)).filter((name) => name.startsWith('small'))).toEqual([]);
  });

  test.each([
    ['without its address has no sitemap, and says which option gives one', undefined, ['--public-url']],
    ['with its address has a sitemap, and says nothing', 'https://example.org/folklore', []],
  ])('%s', async (_, publicUrl, options) => {
    const small = join(folder, `small-${options.length}`);
    const said: string[] = [];
    const report: ExportOptions['report'] = (event) => {
      if (event.event === 'note' && event.message.includes('sitemap')) said.push(event.message);
    };
    await exportSite(
      optionsOf({ out: small, publicUrl, report, kinds: new Set(['person']), withFiles: false }),
    );
    expect(said.map((message) => /--[a-z-]+/.exec(message)?.[0])).toEqual(options);
    const written = await filesBelow(small);
    expect(written.some((file) => file.includes('sitemap'))).toBe(publicUrl !== undefined);
  });

  test('has as many files as it says, the same bytes again, and replaces the one before as a whole', async () => {
    const [counted, again] = [join(folder, 'counted'), join(folder, 'again')];
    const options = {
      languages: ['ga'] as const,
      kinds: new Set(['item', 'person']),
      formats: new Set(['ttl', 'bib'] as const),
      withFiles: false,
      publicUrl: 'https://example.org/folklore',
    };
    const written = await exportSite(optionsOf({ ...options, out: counted }));
    await mkdir(again);
    await writeFile(join(again, MARK), '{}');
    await writeFile(join(again, 'stale.html'), 'of an earlier site');
    await exportSite(optionsOf({ ...options, out: again }));
    expect(await filesBelow(again)).toEqual(await filesBelow(counted));
    for (const file of await filesBelow(counted))
      expect(await textOf(file, again), file).toBe(await textOf(file, counted));
    expect((await readdir(folder)).filter((name) => name.includes('again'))).toEqual(['again']);
    const there = await filesBelow(counted);
    expect(there).toHaveLength(written.files);
    // One language is at the root. Data and citations are beside the pages, as the server sends them.
    expect(await textOf('cbe/item/7002.html', counted)).toContain('<html lang="ga">');
    const turtle = await browsed().app.request('/cbe/item/7002.ttl');
    expect(await textOf('cbe/item/7002.ttl', counted)).toBe(await turtle.text());
    expect(await textOf('cbe/item/7002.bib', counted)).toMatch(/^@/);
    expect(linksOf(await textOf('cbe/item/7002.html', counted))).toContain('7002.ttl');
    // Kinds that are not written are not linked, nor are the files of the release.
    expect(there.some((file) => file.startsWith('files/') || file.startsWith('cbeg/photograph/'))).toBe(
      false,
    );
    const set = new Set(there);
    for (const file of there.filter((one) => one.endsWith('.html')))
      for (const link of linksOf(await textOf(file, counted)))
        if (!/^https?:/.test(link)) expect(set.has(targetOf(file, link)), `${file}: ${link}`).toBe(true);
    const map = await textOf('sitemaps/1.xml', counted);
    expect(map).toContain('<loc>https://example.org/folklore/cbe/item/7002.html</loc>');
    expect(map).toContain('<loc>https://example.org/folklore/</loc>');
    expect(await textOf('cbe/item/7002.html', counted)).toContain(
      '<meta property="og:url" content="https://example.org/folklore/cbe/item/7002.html"/>',
    );
  });

  test('names the address of a page, and of the same page in each language that the site has', async () => {
    const both = join(folder, 'languages');
    const publicUrl = 'https://example.org/folklore';
    await exportSite(
      optionsOf({
        ...{ out: both, publicUrl, languages: ['en', 'ga'] as const },
        ...{ kinds: new Set(['photograph']), withFiles: false },
      }),
    );
    const relations = async (file: string): Promise<string[]> =>
      [...(await textOf(file, both)).matchAll(/<link rel="(?:canonical|alternate)"[^>]*>/g)]
        .map(([link]) => link)
        .filter((link) => /canonical|hreflang/.test(link));
    for (const [page, english, irish] of [
      ['cbeg/photograph/1201.html', 'cbeg/photograph/1201.html', 'ga/cbeg/photograph/1201.html'],
      ['index.html', '', 'ga/'],
    ] as const)
      for (const [file, own] of [
        [page, english],
        [`ga/${page}`, irish],
      ] as const)
        expect(await relations(file)).toEqual([
          `<link rel="canonical" href="${publicUrl}/${own}"/>`,
          `<link rel="alternate" hreflang="en" href="${publicUrl}/${english}"/>`,
          `<link rel="alternate" hreflang="ga" href="${publicUrl}/${irish}"/>`,
          `<link rel="alternate" hreflang="x-default" href="${publicUrl}/${english}"/>`,
        ]);
    expect(await textOf('ga/index.html', both)).toContain('href="../index.html"');
  });

  test('never takes the place of other files', async () => {
    const foreign = join(folder, 'foreign');
    await mkdir(foreign);
    await writeFile(join(foreign, 'thesis.txt'), 'ten years');
    await expect(exportSite(optionsOf({ out: foreign }))).rejects.toMatchObject({
      code: 'OUTPUT_UNWRITABLE',
    });
    expect(await readFile(join(foreign, 'thesis.txt'), 'utf8')).toBe('ten years');
    const beside = join(folder, 'beside');
    await mkdir(`${beside}.partial`);
    await writeFile(join(`${beside}.partial`, 'mine.txt'), 'mine');
    await expect(exportSite(optionsOf({ out: beside }))).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    expect(await readFile(join(`${beside}.partial`, 'mine.txt'), 'utf8')).toBe('mine');
    await expect(exportSite(optionsOf({ out: join(browsed().folder, 'site') }))).rejects.toMatchObject({
      code: 'OUTPUT_UNWRITABLE',
    });
    expect(await readdir(browsed().folder)).not.toContain('site');
  });

  test('that is stopped leaves the site before, and nothing else', async () => {
    const stopped = new AbortController();
    stopped.abort();
    const before = await textOf(MARK);
    await expect(exportSite(optionsOf({ signal: stopped.signal }))).rejects.toMatchObject({
      code: 'INTERRUPTED',
    });
    expect(await textOf(MARK)).toBe(before);
    expect((await readdir(folder)).filter((name) => name.startsWith('site.'))).toEqual([]);
  });
});

describe('names and links', () => {
  test.each([
    ['cbed/occupation/BT%C3%8D', 'cbed/occupation/BTÍ'],
    ['../etc/passwd', undefined],
    ['cbe/%2e%2e/item', undefined],
    ['cbe/..%2f..%2fitem', undefined],
    ['cbe\\item', undefined],
    ['cbe/%00', undefined],
    ['cbe/.htaccess', undefined],
    ['assets/browse.css', undefined],
    ['GA/index', undefined],
    // Names of devices, with and without an ending, and full stops that Windows drops (Microsoft, Naming Files).
    ['category/CON', 'category/_CON'],
    ['aux/nul.txt', '_aux/_nul.txt'],
    ['category/CONS', 'category/CONS'],
    ['a./b', 'a._/b'],
  ])('the path %s is the file %s', (path, file) => {
    expect(fileOfPath(path, new Set(['assets', 'ga']))).toBe(file);
  });

  test('no record has a file where pages, their files and other languages are', () => {
    const page = { path: ['/kept', '/released/report.css'], answer: () => new Response() };
    const listed = { path: '/new', files: { folders: ['new-records'] }, answer: () => new Response() };
    const reserved = reservedNames([page, listed]);
    for (const name of ['kept', 'released', 'new', 'new-records', 'en', 'ga'])
      expect(fileOfPath(`${name}/1`, reserved), name).toBe(undefined);
    expect(fileOfPath('report.css', reserved)).toBe('report.css');
  });

  test('names that some disk does not tell apart get letters of their own, which do not depend on what else there is', () => {
    const told = (...paths: string[]) => toldApart(new Map(paths.map((path) => [path, path])));
    const three = told('occupation/FEIRM', 'occupation/Feirm', 'occupation/feirm', 'occupation/IASC');
    expect(three.get('occupation/feirm')).toBe('occupation/feirm');
    expect(three.get('occupation/IASC')).toBe('occupation/IASC');
    expect(three.get('occupation/FEIRM')).toMatch(/^occupation\/FEIRM--[0-9a-f]{8}$/);
    expect(told('occupation/FEIRM', 'occupation/feirm').get('occupation/FEIRM')).toBe(
      three.get('occupation/FEIRM'),
    );
    // The same word in Unicode forms NFC and NFD.
    expect(
      new Set(
        [...told('occupation/BT\u00cd', 'occupation/BTI\u0301').values()].map((one) => one.normalize('NFC')),
      ).size,
    ).toBe(2);
  });

  test('a name that is longer than disks take is shortened, each in its own way', () => {
    const files = ['a', 'b'].map((end) => fileOfPath(`cbe/${'ü'.repeat(300)}${end}`, new Set()) ?? '');
    expect(new Set(files).size).toBe(2);
    for (const file of files) expect(Buffer.byteLength(file)).toBeLessThan(143);
  });
});

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** A web host without configuration: files by their names, in a folder of the host. */
const hosting = (root: string, below: string) =>
  serveLocally((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://127.0.0.1').pathname);
    const name = path.startsWith(below) ? path.slice(below.length) : '..';
    const file = join(root, name.endsWith('/') || name === '' ? `${name}index.html` : name);
    readFile(file).then(
      (content) => {
        response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
        response.end(content);
      },
      () => response.writeHead(404).end(),
    );
  });

describe.skipIf(CHROMIUM === undefined)('in Chromium', () => {
  let browser: Browser;
  let host: Awaited<ReturnType<typeof hosting>>;
  let home: string;
  const complaints: string[] = [];

  beforeAll(async () => {
    host = await hosting(out, '/some/folder/');
    home = `${host.url}/some/folder/`;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await watchedPage(browser, options, complaints, (url) =>
      [home, SAMPLE_IMAGE_HOST].some((allowed) => url.startsWith(allowed)),
    );
    // The host of the pictures, which the release names.
    await page.route(`${SAMPLE_IMAGE_HOST}/**`, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
    return page;
  }
  const titles = (page: Page): Promise<string[]> => page.locator('#results .card-title a').allTextContents();
  async function search(page: Page, query: string): Promise<string[]> {
    await page.goto(`${home}search.html?${query}`);
    await page.locator('#found:not([hidden]) #facets details').first().waitFor();
    return titles(page);
  }

  test('from the start page to a record by words, without accents and in another form', async () => {
    const page = await open();
    await page.goto(home);
    await page.getByRole('searchbox').fill('iascaire scath');
    await page.getByRole('button', { name: 'Search' }).click();
    const title = 'Scéal an Iascaire a Dhíol a Scáth (ar lean)';
    await page.getByRole('link', { name: title, exact: true }).click();
    expect(await page.locator('h1').textContent()).toBe(title);
    expect(new URL(page.url()).pathname).toMatch(/^\/some\/folder\/cbes?\/item\/\d+\.html$/);
    await page.context().close();
  });

  test('finds what the server finds', async () => {
    const page = await open();
    for (const query of ['q=iasc', 'q=tobair', 'kind=person', 'county=place/100013', 'kind=item&q=an']) {
      const shown = await search(page, query);
      const request = searchIn(new URLSearchParams(query));
      const { words } = request;
      const { total, records } = site.search.page(request, 1000, 0);
      expect(await page.locator('#total').textContent()).toMatch(new RegExp(`^${total} results?$`));
      const labels = records.map((one) => one.label_en ?? one.label_ga ?? one.path);
      expect(shown, query).toHaveLength(Math.min(25, total));
      // Those of a search without words are in the order of the release.
      if (words === '') expect(shown).toEqual(labels.slice(0, 25));
      for (const title of shown) expect(labels).toContain(title);
    }
    await page.context().close();
  });

  test('facets have the numbers of the server; chosen, they narrow the results, and are removed', async () => {
    const page = await open();
    await search(page, 'q=an');
    const request = { words: 'an', facets: {} } as const;
    const items = site.search.facet(request, 'kind').find(({ value }) => value === 'item')?.count;
    const link = page.locator('#facets details').first().locator('li', { hasText: 'Stories' });
    expect(await link.locator('.count').textContent()).toBe(String(items));
    await link.getByRole('link').click();
    await page.locator('#found:not([hidden])').waitFor();
    await expect.poll(() => page.locator('#total').textContent()).toBe(`${items} results`);
    await page.getByRole('link', { name: '× Stories' }).click();
    await expect
      .poll(() => page.locator('#total').textContent())
      .toBe(`${site.search.page(request, 1, 0).total} results`);
    await page.context().close();
  });

  test('in Irish the search leads to Irish pages; a hostile title is text in a result', async () => {
    const page = await open();
    await page.goto(`${home}ga/search.html?q=iascaire`);
    await page.locator('#results .card-title a').first().click();
    expect(await page.locator('html').getAttribute('lang')).toBe('ga');
    const shown = await search(page, 'q=nowhere');
    expect(shown).toEqual([HOSTILE.attributes]);
    expect(await page.locator('#results script').count()).toBe(0);
    await page.context().close();
  });

  test('the map can be moved: it has the places of the server', async () => {
    const page = await open();
    await page.goto(`${home}map.html`);
    await page.locator('#map a.circle').first().waitFor();
    const names = await page.locator('#places a').allTextContents();
    const places = placesOnMap(site, { words: '', facets: {} }).filter(({ works }) => works > 0);
    expect(names.toSorted()).toEqual(places.map(({ label_en }) => label_en).toSorted());
    await page.getByRole('cell', { name: 'Meenaloy' }).getByRole('link').click();
    expect(await page.locator('h1').textContent()).toBe('Meenaloy');
    await page.context().close();
  });

  test('without script pages have their content, and the search has lists that lead to all records', async () => {
    const page = await open({ javaScriptEnabled: false });
    for (const file of ['map.html', 'timeline.html', 'ga/cbe/item/7002.html']) {
      await page.goto(home + file);
      expect((await page.locator('main').textContent())?.length, file).toBeGreaterThan(100);
    }
    await page.goto(`${home}search.html`);
    expect(await page.locator('#by-script').textContent()).toContain('needs scripts');
    await page.locator('#lists').getByRole('link', { name: 'Photographs' }).click();
    await page.getByRole('link').filter({ hasText: /./ }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/some/folder/lists/kind/photograph.html');
    await page.context().close();
  });

  // Pages of records are those of the server.
  test.each([
    [320, 'light', ['search.html', 'search.html?q=an', 'lists/kind/item.html', 'map.html']],
    [1440, 'dark', ['search.html?q=an']],
  ] as const)(
    '%i pixels wide, %s: nothing is cut off, and axe finds no violation',
    async (width, colorScheme, paths) => {
      const page = await open({ viewport: { width, height: 800 }, colorScheme });
      // The policy of a page forbids the test's own script.
      await page.route('**/*.html*', async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          body: (await response.text()).replace(/<meta http-equiv[^>]*>/, ''),
        });
      });
      for (const file of paths) {
        await page.goto(home + file);
        if (file.includes('?')) await page.locator('#facets details').first().waitFor({ state: 'attached' });
        expect(await axeViolations(page), file).toEqual([]);
        expect(await overflowOf(page), file).toBeLessThanOrEqual(0);
      }
      await page.context().close();
    },
  );

  test('no page had a complaint of the browser, and none asked for anything elsewhere', () => {
    expect(complaints).toEqual([]);
  });

  test('opened as files of a disk, pages have their style and their links', async () => {
    const page = await (await browser.newContext({ locale: 'en-IE' })).newPage();
    await page.goto(pathToFileURL(join(out, 'index.html')).href);
    expect(await page.evaluate("getComputedStyle(document.querySelector('body')).marginTop")).toBe('0px');
    await page.getByRole('link', { name: 'Gaeilge' }).click();
    expect(await page.locator('html').getAttribute('lang')).toBe('ga');
    await page.goto(pathToFileURL(join(out, 'map.html')).href);
    expect(await page.locator('#map svg.map a').count()).toBeGreaterThan(3);
    await page.goto(pathToFileURL(join(out, 'search.html')).href);
    expect(await page.locator('#by-script').isVisible()).toBe(true);
    await page.context().close();
  });
});
