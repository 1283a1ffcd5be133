import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decodeHTML } from 'entities';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { programAt } from '../../../src/base/programs.js';
import { askPages } from '../../../src/features/ask/ask-routes.js';
import { addedPages } from '../../../src/features/browse/added-pages.js';
import { openSite } from '../../../src/features/browse/site.js';
import { Streams } from '../../../src/features/browse/streams.js';
import { FEATURES } from '../../../src/features/index.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { BASE, browsedRelease, servePages } from './browsed-release.js';

/** The page for librarians and developers: each line is run against a server, as its readers run it. */

const execute = promisify(execFile);
const rscript = await programAt('Rscript');
const browsed = browsedRelease();
let server: Awaited<ReturnType<typeof servePages>>;
let page: string;
beforeAll(async () => {
  const { openEngine, source } = browsed();
  const site = await openSite(source);
  const streams = new Streams(rethrow);
  const added = await addedPages(FEATURES, {
    ...{ site, streams, report: silent, isServed: false, pid: process.pid, options: {}, onClose: () => {} },
  });
  server = await servePages({
    site,
    addedPages: [...added, ...askPages(openEngine, streams)],
  });
  page = await textOf('/use');
});
afterAll(() => server.close());

const rethrow = (thrown: unknown): never => {
  throw thrown;
};
const textOf = async (path: string): Promise<string> => (await fetch(server.url + path)).text();

/** The lines below a heading. */
const linesOf = (title: string): string => {
  const [, section = ''] = page.split(`<h3>${title}</h3>`);
  return decodeHTML(/<pre><code>([^<]*)<\/code>/.exec(section)?.[1] ?? '');
};

/** The address to paste below the heading of an interface. */
const addressOf = (title: string): string => {
  const [, section = ''] = page.split(`>${title}</a></h3>`);
  return /<code>(http[^<]*)<\/code>/.exec(section)?.[1] ?? '';
};

describe('every page leads there', () => {
  test.each(['/', '/search', '/cbe/item/7001', '/about'])('%s', async (path) => {
    expect(await textOf(path)).toContain('<a href="/use">Use this data</a>');
    if (path !== '/')
      expect(await textOf(`/ga${path}`)).toContain('<a href="/ga/use">Úsáid na sonraí seo</a>');
  });
});

describe('the lines work', () => {
  test('of a shell', async () => {
    const lines = [...page.matchAll(/<code>((?:curl [^<]*)+)<\/code>/g)].flatMap(([, text = '']) =>
      decodeHTML(text).split('\n'),
    );
    expect(lines.length).toBeGreaterThan(7);
    for (const line of lines) {
      const { stdout } = await execute('sh', ['-c', `${line.replace('curl -O', 'curl')} --fail --silent`]);
      expect(stdout.length, line).toBeGreaterThan(100);
    }
  });

  test('of a notebook, which fetch the tables that it reads', async () => {
    const folder = await makeFolder();
    onTestFinished(() => removeFolder(folder));
    await execute('sh', ['-c', linesOf('Jupyter')], { cwd: folder });
    const notebook = await readFile(join(folder, 'notebook', 'three-questions.ipynb'), 'utf8');
    expect(notebook).toContain('Path(\\"../derived\\")');
    const derived = await readdir(join(folder, 'derived'));
    expect(derived).toContain('items.csv');
    expect(derived.filter((name) => name.endsWith('.csv'))).toEqual(
      Object.keys(JSON.parse(await readFile(join(folder, 'derived', 'pandas.json'), 'utf8'))).toSorted(),
    );
  });

  test('of Python', async () => {
    const { stdout } = await execute('python3', ['-c', linesOf('Python')]);
    expect(stdout).toContain(`'iri': '${BASE}cbe/item/7001'`);
  });

  test('of JavaScript', async () => {
    const { stdout } = await execute(process.execPath, [
      '--input-type=module',
      '--eval',
      linesOf('JavaScript'),
    ]);
    expect(stdout).toContain(`id: '${BASE}cbe/item/7001'`);
  });

  test.skipIf(rscript === undefined)('of R (Rscript)', async () => {
    const { stdout } = await execute('Rscript', ['-e', linesOf('R')]);
    expect(stdout).toMatch(/"iri"/);
    expect(stdout).toContain('Scéal an Iascaire');
  });

  test('are three at most', () => {
    for (const name of ['curl', 'Python', 'R', 'JavaScript'])
      expect(linesOf(name).split('\n'), name).toHaveLength(3);
  });
});

describe('each interface has an address to paste', () => {
  test.each([
    ['OAI-PMH 2.0', '?verb=Identify', '<protocolVersion>2.0</protocolVersion>'],
    ['Reconciliation Service API 0.2', '', '"identifierSpace"'],
    ['SPARQL 1.1', '?query=ASK%7B%7D', 'true'],
    ['IIIF Presentation API 3.0', '', 'http://iiif.io/api/presentation/3/context.json'],
    ['Tables as JSON and CSV (OpenAPI 3.1)', '', '"tables"'],
  ])('%s', async (title, query, answer) => {
    const response = await fetch(addressOf(title) + query);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(answer);
  });

  test('the catalogue of them is linked', async () => {
    expect(page).toContain('<a href="/dcat.ttl">');
    expect(await textOf('/dcat.ttl')).toContain('dcat:DataService');
  });

  test('a viewer of another site is given a manifest of the release', async () => {
    const [, href = ''] = /href="(https:\/\/projectmirador\.org\/embed\/[^"]*)"/.exec(page) ?? [];
    const manifest = await fetch(new URL(href).searchParams.get('iiif-content') ?? '');
    expect(await manifest.json()).toMatchObject({ type: 'Manifest' });
  });

  test('in Irish, too', async () => {
    const irish = await textOf('/ga/use');
    for (const text of ['Seoladh le greamú', 'Ó chláir', 'Comhéadain', 'Íoslódáil'])
      expect(irish).toContain(text);
    // An interface has one address in all languages.
    expect(irish).toContain(`<code>${server.url}/oai</code>`);
  });
});

describe('a record in a model of others', () => {
  const accept = (profile: string) => ({
    headers: { accept: `application/ld+json;profile="${profile}"` },
  });

  test('is answered for the profile of Linked Art', async () => {
    const answer = await fetch(
      `${server.url}/cbe/item/7001`,
      accept('https://linked.art/ns/v1/linked-art.json'),
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('linked.art');
    expect(await answer.json()).toMatchObject({
      '@context': 'https://linked.art/ns/v1/linked-art.json',
      id: `${BASE}cbe/item/7001`,
      type: 'LinguisticObject',
    });
    expect(await textOf('/cbe/item/7001')).toContain('/linked-art/cbe/item/7001.json');
  });

  test('is answered for the profile of IIIF', async () => {
    const answer = await fetch(
      `${server.url}/cbe/item/7001`,
      accept('http://iiif.io/api/presentation/3/context.json'),
    );
    expect(await answer.json()).toMatchObject({ type: 'Manifest' });
  });

  test('is 406 for a profile that the record does not have, and our own for those of JSON-LD', async () => {
    const answer = async (profile: string) =>
      (await fetch(`${server.url}/cbe/item/7001`, accept(profile))).status;
    expect(await answer('https://example.org/profile')).toBe(406);
    expect(await answer('http://www.w3.org/ns/json-ld#compacted')).toBe(200);
    expect((await fetch(`${server.url}/linked-art/cbe/item/99.json`)).status).toBe(404);
  });
});
