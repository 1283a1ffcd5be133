import { decodeHTML } from 'entities';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tilesOf } from '../../../../src/features/browse/map/map-tiles.js';
import { boxOf, IRELAND } from '../../../../src/features/browse/map/map-view.js';
import { placesOnMap } from '../../../../src/features/browse/map/places-on-map.js';
import { addressIn } from '../../../../src/features/browse/page-language.js';
import {
  axeViolations,
  CHROMIUM,
  launchChromium,
  overflowOf,
  serveLocally,
  watchedPage,
} from '../../../support/chromium.js';
import { appOf, browsedRelease, servePages } from '../browsed-release.js';
import { outlineOfIreland } from '../outline-of-ireland.js';

/** The map of a release of the sample world. */

const browsed = browsedRelease();

const get = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  browsed().app.request(`http://127.0.0.1${path}`, { headers });

test('the outline is that of Natural Earth; `npx vitest run test/features/browse/map --update` makes it anew', async () => {
  await expect(outlineOfIreland()).toMatchFileSnapshot(
    '../../../../src/features/browse/assets/outline-of-ireland.json',
  );
});

interface Content {
  readonly circles: readonly { readonly weight: number; readonly href: string; readonly box?: string }[];
  readonly names: readonly { readonly text: string; readonly kind: string }[];
  readonly places: readonly { readonly label: string; readonly works: string }[];
}

/** Around the places of the sample in Donegal. */
const DONEGAL = '-8.9,54.5,-7.4,55.4';

describe('/map/view', () => {
  const view = async (query: string, folder = ''): Promise<Content> =>
    (await (await get(`${folder}/map/view?${query}`)).json()) as Content;

  test('names the 32 counties of the country, in the language of the page', async () => {
    const [english, irish] = [await view('zoom=7.5'), await view('zoom=7.5', '/ga')];
    expect(english.names.filter(({ kind }) => kind === 'county')).toHaveLength(32);
    expect(english.names.map(({ text }) => text)).toContain('Fermanagh');
    expect(irish.names.map(({ text }) => text)).toContain('Fear Manach');
  });

  test('names townlands in narrow views only', async () => {
    const namesOf = async (query: string) => (await view(query)).names.map(({ text }) => text);
    // Meenaloy, a townland of Donegal, without the works at it.
    const [place] = placesOnMap(browsed().site, { words: 'Meenaloy', facets: { kind: ['place'] } });
    const { latitude = 0, longitude = 0 } = place ?? {};
    const box = (degrees: number) =>
      [longitude - degrees, latitude - degrees, longitude + degrees, latitude + degrees].join(',');
    expect(await namesOf(`zoom=12&kind=photograph&box=${box(0.05)}`)).toContain('Meenaloy');
    expect(await namesOf(`zoom=9&kind=photograph&box=${box(0.5)}`)).not.toContain('Meenaloy');
  });

  test('has what the box holds, and a cluster leads to a smaller box', async () => {
    const [whole, part] = [await view('zoom=7.5'), await view(`zoom=9&box=${DONEGAL}`)];
    expect(part.names.map(({ text }) => text)).toContain('Donegal');
    expect(part.names.map(({ text }) => text)).not.toContain('Cork');
    expect(part.places.length).toBeLessThan(whole.places.length);
    // Each work is counted in one circle, near and far.
    const places = placesOnMap(browsed().site, { words: '', facets: {} });
    const works = places.reduce((sum, place) => sum + place.works, 0);
    for (const { circles } of [whole, await view('zoom=11')])
      expect(circles.reduce((sum, { weight }) => sum + weight, 0)).toBe(works);
    const clusters = whole.circles.flatMap(({ box }) => boxOf(box) ?? []);
    expect(clusters.length).toBeGreaterThan(0);
    for (const { north, south } of clusters)
      expect(north - south).toBeLessThanOrEqual((IRELAND.north - IRELAND.south) / 2 + 0.002);
  });
});

test('"search in this view" lists the works at the places of the box, and only those of the search', async () => {
  const listed = async (query: string): Promise<string[]> => {
    const html = decodeHTML(await (await get(`/map?${query}`)).text());
    const section = /<section id="works-in-view">.*<\/section>/s.exec(html)?.[0] ?? '';
    return [...section.matchAll(/<a href="\/((?:cbes?|cbeg)\/[^"]*)"/g)].map(([, path = '']) => path);
  };
  const donegal = await listed(`box=${DONEGAL}`);
  // 7002 is of Meenaloy in Donegal; 1210 was photographed in Antrim.
  expect(donegal).toContain('cbe/item/7002');
  expect(donegal).not.toContain('cbeg/photograph/1210');
  expect(await listed('box=-6.9,54.8,-5.6,55.3')).toContain('cbeg/photograph/1210');
  const found = await listed(`box=${DONEGAL}&q=iascaire`);
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(donegal.length);
  expect(await (await get('/map')).text()).not.toContain('works-in-view');
});

describe('counties', () => {
  const textOf = async (path: string): Promise<string> => decodeHTML(await (await get(path)).text());
  const county = () => {
    const [first] = browsed().site.search.allValues('county');
    return first?.value ?? '';
  };

  test('the part that is shown narrows every search, and the facets beside the map', async () => {
    const listed = async (query: string): Promise<number> =>
      Number(/class="total" role="status">\s*([\d,]+)/.exec(await textOf(`/search?${query}`))?.[1]);
    const [all, part] = [await listed('kind=item&kind=photograph'), await listed(`box=${DONEGAL}`)];
    expect(part).toBeGreaterThan(0);
    expect(part).toBeLessThan(all);
    // The number of stories among the facets is that of the search.
    const facets = await textOf(`/map?box=${DONEGAL}`);
    const stories = Number(/kind=item[^>]*>\s*Stories<\/a>\s*<span class="count">([\d,]+)/.exec(facets)?.[1]);
    expect(stories).toBe(await listed(`box=${DONEGAL}&kind=item`));
  });

  test('a search in a county opens on it', async () => {
    const box = (html: string): number[] =>
      (/data-box="([^"]+)"/.exec(html)?.[1] ?? '').split(',').map(Number);
    const [west = 0, south = 0, east = 0, north = 0] = box(await textOf(`/map?county=${county()}`));
    expect(north - south).toBeLessThan(IRELAND.north - IRELAND.south);
    const places = placesOnMap(browsed().site, {
      words: '',
      facets: { kind: ['place'], county: [county()] },
    });
    for (const { longitude, latitude } of places) {
      expect(longitude > west && longitude < east).toBe(true);
      expect(latitude > south && latitude < north).toBe(true);
    }
  });

  test('the number of a county is that of its page, and of the search to which it leads', async () => {
    const html = await textOf('/map/counties');
    const rows = [
      ...html.matchAll(/<a href="(\/search[^"]*)">([^<]*)<\/a><\/td><td class="number">([\d,]+)/g),
    ];
    expect(rows.length).toBeGreaterThan(5);
    for (const [, address = '', , number = ''] of rows.slice(0, 5)) {
      const total = /class="total" role="status">\s*([\d,]+)/.exec(await textOf(address))?.[1];
      const path = new URLSearchParams(address.split('?')[1]).get('county');
      expect(total).toBe(number);
      expect(
        /Works of this place <span class="count">([\d,]+)/.exec(await textOf(`/${path}.html`))?.[1],
      ).toBe(number);
    }
  });

  test('a search shades counties by its works per 100 of all their works, or by their number', async () => {
    const { search } = browsed().site;
    const [decade] = search.facet({ words: '', facets: { kind: ['item', 'photograph'] } }, 'decade');
    const works = { kind: ['item', 'photograph'] };
    const all = search.facet({ words: '', facets: works }, 'county');
    const some = search.facet({ words: '', facets: { ...works, decade: [decade?.value ?? ''] } }, 'county');
    const html = await textOf(`/map/counties?decade=${decade?.value}`);
    expect(some.length).toBeGreaterThan(2);
    for (const { value, count } of some) {
      const of = all.find((one) => one.value === value)?.count ?? 0;
      const row = `>${count}</td><td class="number">${of}</td><td class="number">${((100 * count) / of).toFixed(1)}</td>`;
      expect(html).toContain(row);
    }
    expect(html).toContain('Per 100 works: ');
    const byNumber = await textOf(`/map/counties?decade=${decade?.value}&shade=number`);
    expect(byNumber).not.toContain('Per 100 works: ');
    // All works of each county are 100 of 100.
    expect(await textOf('/map/counties')).not.toContain('Per 100 works');
  });

  test('the borders are lines with their licence; each map that has them has their credit', async () => {
    const borders = (await (await get('/map/counties.json')).json()) as Record<string, unknown>;
    expect(borders).toMatchObject({
      type: 'MultiLineString',
      licence: 'https://opendatacommons.org/licenses/odbl/1-0/',
    });
    for (const path of ['/', '/map', '/map/counties']) {
      expect(await textOf(path), path).toMatch(/© OpenStreetMap contributors, Townlands\.ie.*odbl/);
      expect(await textOf(addressIn('ga', path)), path).toMatch(/© rannpháirtithe OpenStreetMap.*odbl/);
    }
  });

  test('each county of the release is shaded, and leads to its works', async () => {
    const html = await textOf('/map/counties');
    const shaded = [...html.matchAll(/<a href="([^"]*)" aria-label="([^",]+), [^"]*"><title>/g)];
    const counties = browsed().site.search.allValues('county');
    expect(counties.length).toBeGreaterThan(5);
    expect(
      shaded.map(([, address = '']) => new URLSearchParams(address.split('?')[1]).get('county')).toSorted(),
    ).toEqual(counties.map(({ value }) => value).toSorted());
  });
});

describe('tiles', () => {
  const ADDRESS = 'https://tiles.example.org/{z}/{x}/{y}.png';
  const policyOf = async (path: string, tiles = tilesOf(undefined, undefined)): Promise<string> => {
    const app = appOf({ ...browsed(), tiles });
    return (await app.request(`http://127.0.0.1${path}`)).headers.get('content-security-policy') ?? '';
  };

  test('of the named server only are allowed, as images, on the map only', async () => {
    const tiles = tilesOf(ADDRESS, '© Example');
    expect(await policyOf('/map', tiles)).toContain("img-src https://tiles.example.org 'self' data:;");
    expect((await policyOf('/map', tiles)).match(/https?:/g)).toHaveLength(1);
    for (const policy of [
      await policyOf('/map'),
      await policyOf('/', tiles),
      await policyOf('/search', tiles),
    ])
      expect(policy).not.toMatch(/https?:/);
  });

  test.each([
    [undefined, '© Example'],
    [ADDRESS, undefined],
    ['https://{x}.example.org/{z}/{x}/{y}.png', '© Example'],
    ['https://a;script-src/{z}/{x}/{y}.png', '© Example'],
    ['https://user:word@example.org/{z}/{x}/{y}.png', '© Example'],
    ['javascript:{z}{x}{y}', '© Example'],
  ])('%s, %s: is refused', (address, credit) => {
    expect(() => tilesOf(address, credit)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  });
});

describe.skipIf(CHROMIUM === undefined)('in Chromium', () => {
  let server: Awaited<ReturnType<typeof servePages>>;
  let withTiles: Awaited<ReturnType<typeof servePages>>;
  let tileServer: Awaited<ReturnType<typeof serveLocally>>;
  let browser: Browser;
  const tilesAsked: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    const onError = (thrown: unknown) => complaints.push(String(thrown));
    tileServer = await serveLocally((request, response) => {
      tilesAsked.push(request.url ?? '');
      response.setHeader('content-type', 'image/svg+xml');
      response.end('<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"/>');
    });
    server = await servePages({ ...browsed(), onError });
    const tiles = tilesOf(`${tileServer.url}/{z}/{x}/{y}.svg`, '© Example <b>tiles</b>');
    withTiles = await servePages({ ...browsed(), onError, tiles });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await withTiles?.close();
    await tileServer?.close();
  });

  async function open(path: string, options: BrowserContextOptions = {}, url = server.url): Promise<Page> {
    const page = await watchedPage(
      browser,
      { reducedMotion: 'reduce', viewport: { width: 1300, height: 900 }, ...options },
      complaints,
      (asked) => url !== server.url || asked.startsWith(url),
    );
    await page.goto(url + path);
    if (options.javaScriptEnabled !== false) await page.locator('#map a.circle').first().waitFor();
    // Names have their width when their typeface is there.
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    return page;
  }

  interface Rectangle {
    readonly name: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }

  /** What of the map is drawn over something else of it. */
  async function coveringOf(page: Page): Promise<string[]> {
    const boxesOf = (selector: string): Promise<Rectangle[]> =>
      page.evaluate(`[...document.querySelectorAll('${selector}')].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return { name: one.textContent || 'circle', x, y, width, height };
      })`);
    const names = await boxesOf('.map text.name, .name-on-map span');
    const circles = await boxesOf('.map circle:not(.several), #map a.circle');
    expect(names.length).toBeGreaterThan(25);
    expect(circles.length).toBeGreaterThan(5);
    const pairs = (some: readonly Rectangle[], meet: (a: Rectangle, b: Rectangle) => boolean) =>
      some.flatMap((one, at) =>
        some.slice(at + 1).flatMap((other) => (meet(one, other) ? `${one.name} ${other.name}` : [])),
      );
    const apart = (one: Rectangle, other: Rectangle) =>
      Math.hypot(
        one.x + one.width / 2 - other.x - other.width / 2,
        one.y + one.height / 2 - other.y - other.height / 2,
      );
    return [
      ...pairs(
        names,
        (one, other) =>
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          // Half of the height of a line is above and below its letters.
          Math.abs(one.y - other.y) < one.height / 2,
      ),
      ...pairs(circles, (one, other) => apart(one, other) < (one.width + other.width) / 2 - 1),
    ];
  }

  test.each([
    ['en', false, 1300],
    ['ga', false, 390],
    ['ga', true, 1300],
  ] as const)(
    '%s, script %s, %i pixels: no name and no circle covers another',
    async (language, javaScriptEnabled, width) => {
      const page = await open(addressIn(language, '/map'), {
        javaScriptEnabled,
        viewport: { width, height: 900 },
      });
      expect(await coveringOf(page)).toEqual([]);
      await page.context().close();
    },
  );

  test('a cluster leads closer, with its places in the list and in the address; keys move the map', async () => {
    const page = await open('/map');
    const places = page.locator('#places a');
    const before = await places.allTextContents();
    await page.locator('#map a.circle').first().press('Enter');
    await page.waitForURL(/box=/);
    await expect.poll(() => places.count()).toBeLessThan(before.length);
    const shown = await places.allTextContents();
    expect(before).toEqual(expect.arrayContaining(shown));
    const address = page.url();
    await page.locator('.movable').focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.url()).not.toBe(address);
    // The address shows the same view.
    await page.goto(address);
    await page.locator('#map a.circle').first().waitFor();
    await expect.poll(() => places.allTextContents()).toEqual(shown);
    await page.context().close();
  });

  test.each([
    [320, 'light'],
    [1440, 'dark'],
  ] as const)(
    '%i pixels wide, %s: axe finds no violation, nothing is cut off',
    async (width, colorScheme) => {
      const options = { viewport: { width, height: 800 }, colorScheme, bypassCSP: true };
      const page = await open(`/map?box=${DONEGAL}`, options);
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      await page.context().close();
    },
  );

  test('tiles are asked for where the operator has named them, with their credit as text', async () => {
    expect(tilesAsked).toEqual([]);
    const page = await open('/map', {}, withTiles.url);
    await expect.poll(() => tilesAsked.length).toBeGreaterThan(3);
    expect(tilesAsked.every((address) => /^\/\d+\/\d+\/\d+\.svg$/.test(address))).toBe(true);
    expect(await page.locator('.tiles-credit').isVisible()).toBe(true);
    expect(await page.locator('.tiles-credit').textContent()).toBe('© Example <b>tiles</b>');
    await page.context().close();
  });

  test('no page had a complaint of the browser, and none asked for anything elsewhere', () => {
    expect(complaints).toEqual([]);
  });
});
