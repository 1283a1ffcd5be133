import { getRequestListener } from '@hono/node-server';
import dataModel from '@rdfjs/data-model';
import type { NamedNode, Quad } from '@rdfjs/types';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResourceDocument } from '../../../../src/features/browse/index/release-index.js';
import type { Site } from '../../../../src/features/browse/site.js';
import { servedImages } from '../../../../src/services/images/image-service.js';
import { loadWorld, SAMPLE_WORLD } from '../../../../src/services/server/world.js';
import {
  axeViolations,
  CHROMIUM,
  launchChromium,
  overflowOf,
  serveLocally,
  watchedPage,
} from '../../../support/chromium.js';
import { makeFolder, removeFolder } from '../../../support/files.js';
import { harvestSample } from '../../../support/sample-release.js';
import { appOf, browsedRelease, openSiteIn, servePages } from '../browsed-release.js';

/** Pictures of records, and volumes page by page, of the sample world. */

const browsed = browsedRelease();
const withoutPictures = browsedRelease('extended');

const get = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  browsed().app.request(`http://127.0.0.1${path}`, { headers: { accept: 'text/html', ...headers } });
const pageAt = async (path: string): Promise<string> => {
  const response = await get(path);
  expect(response.status, path).toBe(200);
  return response.text();
};
const policyIn = (response: Response): string => response.headers.get('content-security-policy') ?? '';

/** The policy of pages without pictures. */
const CLOSED =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

describe('the page of a record', () => {
  test('a photograph has its picture before what is known of it', async () => {
    const html = await pageAt('/cbeg/photograph/1201');
    expect(html).toContain(
      '<img src="/images/photograph/1201.jpg" alt="Photograph: The man on the left is named on the back of the print" loading="lazy"/>',
    );
    expect(html.indexOf('<img')).toBeLessThan(html.indexOf('<div class="record">'));
    expect(html).not.toContain('openseadragon');
  });

  test('a page has an image of its service, which the viewer takes up, and a link to the whole', async () => {
    const html = await pageAt('/cbes/page/602');
    const service = '/images/page/602/CBES_0007%2FCBES_0007_002.jpg';
    expect(html).toContain(`data-service="${service}"`);
    expect(html).toContain(`<img src="${service}/full/800,/0/default.jpg" alt="Page 002 of CBÉS 0007"`);
    expect(html).toContain(`<a href="${service}/full/max/0/default.jpg">Open the picture</a>`);
    expect(html).toContain('href="/read/cbes/volume/3101?page=602"');
  });

  test('an item, a part and a volume have the pictures of their first pages, which lead to reading', async () => {
    const pagesIn = async (path: string) =>
      [...(await pageAt(`/${path}`)).matchAll(/href="\/read\/([a-z/0-9]+)\?page=(\d+)"/g)].map(
        ([, whole, page]) => [whole, page],
      );
    expect(await pagesIn('cbes/item/7101')).toEqual([
      ['cbes/item/7101', '602'],
      ['cbes/item/7101', '603'],
    ]);
    const first = ['501', '502', '503', '504', '505', '506'];
    expect(await pagesIn('cbe/volume/3101')).toEqual(first.map((page) => ['cbe/volume/3101', page]));
    expect((await pagesIn('cbes/part/2201')).length).toBeGreaterThan(2);
  });
});

describe('the policy of a page', () => {
  /** The pages as they are of a release whose hosts exist. */
  const elsewhere = (site: Site = browsed().site) => appOf({ ...browsed(), site, images: undefined });
  const policyOf = async (path: string, app = elsewhere()): Promise<string> =>
    policyIn(await app.request(`http://127.0.0.1${path}`, { headers: { accept: 'text/html' } }));
  const host = 'https://images.example.org';

  test('allows the host of a service for images and its description', async () => {
    const open = CLOSED.replace('img-src', `img-src ${host}`).replace('connect-src', `connect-src ${host}`);
    for (const path of ['/cbes/page/602', '/cbe/volume/3101', '/read/cbes/volume/3101?page=602'])
      expect(await policyOf(path), path).toBe(open);
  });

  test('allows the host of a file for images alone', async () => {
    // The first page has a photograph, too.
    for (const path of ['/cbeg/photograph/1201', '/'])
      expect(await policyOf(path), path).toBe(CLOSED.replace('img-src', `img-src ${host}`));
  });

  test('allows no host on any other page, nor where the server has the pictures itself', async () => {
    const others = ['/search', '/map', '/about', '/cbeg/photograph/1205', '/cbed/person/4101.html', '/x'];
    for (const path of others) expect(await policyOf(path), path).toBe(CLOSED);
    for (const path of ['/cbes/page/602', '/']) expect(policyIn(await get(path)), path).toBe(CLOSED);
  });

  /** A release in which the image of a photograph has other addresses. */
  const withImage = (contentUrl: string, service?: string): Site => {
    const { site } = browsed();
    const term = site.iriOf('contentUrl');
    const stated = ({ subject }: Quad, predicate: string, value: string): Quad =>
      dataModel.quad(subject as NamedNode, dataModel.namedNode(predicate), dataModel.namedNode(value));
    const changed = (one: Quad): Quad[] => {
      if (one.predicate.value !== term) return [one];
      const services = service === undefined ? [] : [stated(one, site.iriOf('imageService'), service)];
      return [stated(one, term, contentUrl), ...services];
    };
    const documents = (iri: string): ResourceDocument[] =>
      site.index
        .documents(iri)
        .map(({ dataset, quads }) => ({ dataset, quads: quads.flatMap((one) => changed(one)) }));
    const index = new Proxy(site.index, {
      get: (target, name) => {
        if (name === 'documents') return documents;
        const value = Reflect.get(target, name) as unknown;
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return { ...site, index };
  };

  test.each([
    ['javascript:alert(1)'],
    ['data:image/svg+xml,<svg/>'],
    ['//images.example.org/a.jpg'],
    ['https://*.example.org/a.jpg'],
    ['https://images.example.org;script-src/a.jpg'],
    ['https://images.example.org,*/a.jpg'],
    ['https://user:word@images.example.org/a.jpg'],
    ['https://images.example.org\r\nx-other: 1/a.jpg'],
    ["https://images.example.org 'unsafe-inline'/a.jpg"],
  ])('an address that names no host as the release may name one has no picture: %j', async (address) => {
    for (const site of [withImage(address), withImage(address, address)]) {
      const response = await elsewhere(site).request('http://127.0.0.1/cbeg/photograph/1201', {
        headers: { accept: 'text/html' },
      });
      expect([response.status, policyIn(response)]).toEqual([200, CLOSED]);
      expect(await response.text()).not.toContain('<img');
    }
  });

  const ONE = 'https://one.example.org/a.jpg';
  test.each([
    ['https://pictiúir.example.org/a.jpg', undefined, 'https://xn--pictiir-b2a.example.org', ''],
    [
      ONE,
      'https://two.example.org/iiif',
      'https://one.example.org https://two.example.org',
      'https://two.example.org ',
    ],
  ])('%s and the service %s: the policy has their hosts', async (address, service, images, connected) => {
    expect(await policyOf('/cbeg/photograph/1201', elsewhere(withImage(address, service)))).toBe(
      CLOSED.replace('img-src', `img-src ${images}`).replace('connect-src ', `connect-src ${connected}`),
    );
  });

  test('an address with markup is text', async () => {
    const marked = await elsewhere(withImage(`${ONE}?"><script>alert(1)</script>`)).request(
      'http://127.0.0.1/cbeg/photograph/1201',
      { headers: { accept: 'text/html' } },
    );
    expect(await marked.text()).not.toContain('<script>alert');
  });
});

describe('reading page by page', () => {
  test('the picture, the works with what is transcribed of them, and the pages before and after', async () => {
    const html = await pageAt('/read/cbes/volume/3101?page=602');
    expect(html).toContain('<h1>Page 002 of CBÉS 0007</h1>');
    expect(html).toMatch(
      /Leigheasanna Dúchais[\s\S]*Begins on this page[\s\S]*<blockquote lang="ga">Duilleog/,
    );
    expect(html).toMatch(/Weather Signs[\s\S]*<blockquote lang="en">When the smoke lies down/);
    expect(html).toContain('<a rel="prev" href="/read/cbes/volume/3101?page=601">');
    expect(html).toContain('<a rel="next" href="/read/cbes/volume/3101?page=603">');
  });

  test('it begins with the first page, and reads no further than the record', async () => {
    expect(await pageAt('/read/cbe/volume/3101')).toContain('<h1>Page i of CBÉ 0042</h1>');
    const last = await pageAt('/read/cbes/item/7101?page=603');
    expect(last).toContain('href="/read/cbes/item/7101?page=602"');
    expect(last).not.toContain('rel="next"');
  });

  test('a page that is withheld is in no list, and is not there', async () => {
    const html = await pageAt('/read/cbe/volume/3101');
    const listed = [...html.matchAll(/<option value="(\d+)"/g)].map(([, page]) => Number(page));
    expect(listed).toEqual([...Array(18).keys()].map((at) => 501 + at).filter((id) => id !== 516));
    for (const path of [
      'cbe/volume/3101?page=516',
      'cbe/volume/3103',
      'cbed/person/4101',
      'cbe/page/503',
      '',
      'x',
    ])
      expect((await get(`/read/${path}`)).status, path).toBe(404);
  });

  test('without pictures there is the text', async () => {
    const { app } = withoutPictures();
    const html = await (await app.request('http://127.0.0.1/read/cbes/volume/3101?page=602')).text();
    expect(html).toContain('There is no picture of this page.');
    expect(html).toContain('When the smoke lies down');
    expect(html).not.toContain('<img');
    const volume = await app.request('http://127.0.0.1/cbes/volume/3101', {
      headers: { accept: 'text/html' },
    });
    expect(await volume.text()).toContain('Read page by page</a> (9)');
  });
});

describe.skipIf(CHROMIUM === undefined)('in Chromium, with pictures of another server', () => {
  let folder: string;
  let images: Awaited<ReturnType<typeof serveLocally>>;
  let server: Awaited<ReturnType<typeof servePages>>;
  let browser: Browser;
  const complaints: string[] = [];
  const asked: { readonly url: string; readonly referrer: string | undefined }[] = [];

  beforeAll(async () => {
    folder = await makeFolder();
    const { archive } = await loadWorld(SAMPLE_WORLD);
    const answer = getRequestListener((request) => servedImages(archive).fetch(request));
    images = await serveLocally((request, response) => {
      asked.push({ url: request.url ?? '', referrer: request.headers.referer });
      // The photographs are at a service of level 0: without images of other sizes.
      if (/^\/images\/photograph\/.*\/full\/\d+,\//.test(request.url ?? '')) response.writeHead(400).end();
      else void answer(request, response);
    });
    const make = await harvestSample(folder);
    const links = {
      pageImageService: `${images.url}/images/page/{pageID}/{fileName}`,
      photographImageService: `${images.url}/images/photograph/{photographID}`,
    };
    const { directory } = await make('pictured', { formats: ['ttl'], compression: 'none', links });
    const site = await openSiteIn(folder, directory);
    server = await servePages({ site, onError: (thrown) => complaints.push(String(thrown)) });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await images?.close();
    await removeFolder(folder);
  });

  const open = (options: BrowserContextOptions = {}): Promise<Page> =>
    watchedPage(browser, options, complaints, (url) =>
      [server.url, images.url].includes(new URL(url).origin),
    );
  const isDark = (page: Page): Promise<boolean> =>
    page.evaluate(`(() => {
      const canvas = document.querySelector('.viewer canvas');
      return canvas !== null && canvas.width > 100;
    })()`) as Promise<boolean>;
  const NAMES = ['Closer', 'Farther', 'Whole picture', 'Full screen'];

  test('a page has a viewer, with buttons that have words, and asks that server alone', async () => {
    const page = await open();
    await page.goto(`${server.url}/cbes/page/602`);
    await page.getByRole('button', { name: 'Closer' }).waitFor();
    expect(await page.locator('.viewer-buttons button').allTextContents()).toEqual(NAMES);
    expect(await page.locator('.viewer').getByRole('application').getAttribute('aria-label')).toBe(
      'Page 002 of CBÉS 0007',
    );
    await expect.poll(() => isDark(page)).toBe(true);
    expect(await page.locator('.picture > img').isVisible()).toBe(false);
    const before = asked.length;
    await page.getByRole('button', { name: 'Closer' }).click();
    await page.getByRole('button', { name: 'Closer' }).click();
    await expect.poll(() => asked.length).toBeGreaterThan(before);
    expect(asked.every(({ url }) => url.startsWith('/images/page/602/'))).toBe(true);
    expect(asked.every(({ referrer }) => referrer === undefined)).toBe(true);
    // The kept page has its policy still.
    await page.reload();
    await page.getByRole('button', { name: 'Closer' }).waitFor();
    await page.context().close();
  });

  test('by the keyboard: into the viewer, closer, and on to the next page', async () => {
    const page = await open();
    await page.goto(`${server.url}/read/cbes/volume/3101?page=602`);
    await page.getByRole('button', { name: 'Closer' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Next page' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/page=603/);
    await page.getByLabel('Pages of the volume').last().selectOption('601');
    await page.getByRole('button', { name: 'Show page' }).click();
    await page.waitForURL(/page=601/);
    await page.context().close();
  });

  test('where a service has one size only, its whole image is shown, in the viewer and without', async () => {
    const noted = complaints.length;
    const page = await open();
    await page.goto(`${server.url}/cbeg/photograph/1201`);
    await page.getByRole('button', { name: 'Closer' }).waitFor();
    expect(await page.locator('.picture > img').getAttribute('src')).toMatch(/\/full\/max\/0\/default\.jpg$/);
    await page.context().close();
    // The console names the answer 400.
    expect(complaints.splice(noted).filter((one) => !one.includes('400'))).toEqual([]);
  });

  test('a description that names another host leads nowhere else', async () => {
    const page = await open();
    await page.route('**/info.json', async (route) => {
      const response = await route.fetch();
      const info = { ...((await response.json()) as object), id: 'https://other.example.org/a' };
      await route.fulfill({ response, json: info });
    });
    await page.goto(`${server.url}/cbes/page/604`);
    await page.getByRole('button', { name: 'Closer' }).waitFor();
    await expect.poll(() => asked.some(({ url }) => url.includes('/604/'))).toBe(true);
    await page.context().close();
  });

  test('a service that does not answer leaves the image', async () => {
    const noted = complaints.length;
    const page = await open();
    await page.route('**/info.json', (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.goto(`${server.url}/cbes/page/605`);
    await expect.poll(() => page.evaluate("document.querySelector('.picture > img').naturalWidth")).toBe(800);
    expect(await page.locator('.viewer').count()).toBe(0);
    await page.context().close();
    expect(complaints.splice(noted).filter((one) => !one.includes('500'))).toEqual([]);
  });

  test('without script there is the image', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(`${server.url}/read/cbes/volume/3101?page=602`);
    const image = page.getByRole('img', { name: 'Page 002 of CBÉS 0007' });
    expect(await image.isVisible()).toBe(true);
    await expect.poll(() => asked.some(({ url }) => url.endsWith('/full/800,/0/default.jpg'))).toBe(true);
    await page.getByRole('link', { name: 'Next page' }).click();
    expect(await page.locator('h1').textContent()).toBe('Page 003 of CBÉS 0007');
    await page.context().close();
  });

  const READING = '/read/cbes/volume/3101?page=602';
  test.each([
    [320, 'light', ['/cbe/volume/3101', READING]],
    [1440, 'dark', ['/cbes/page/602', READING]],
  ] as const)(
    '%i pixels wide, %s: nothing is cut off, and axe finds no violation',
    async (width, colorScheme, paths) => {
      const page = await open({ viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
      for (const path of paths) {
        await page.goto(server.url + path);
        if (!path.startsWith('/cbe/volume')) await page.getByRole('button', { name: 'Closer' }).waitFor();
        expect(await axeViolations(page), path).toEqual([]);
        expect(await overflowOf(page), path).toBeLessThanOrEqual(0);
      }
      await page.context().close();
    },
  );

  test('no page had a complaint of the browser, and none asked for anything elsewhere', () => {
    expect(complaints).toEqual([]);
  });
});
