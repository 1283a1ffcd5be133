import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressIn } from '../../../src/features/browse/page-language.js';
import { axeViolations, CHROMIUM, launchChromium, overflowOf, watchedPage } from '../../support/chromium.js';
import { browsedRelease, servePages } from './browsed-release.js';

/** The pages of the sample in a real browser (Debian: chromium). */

describe.skipIf(CHROMIUM === undefined)('in Chromium', () => {
  const browsed = browsedRelease();
  let server: Awaited<ReturnType<typeof servePages>>;
  let browser: Browser;
  /** Messages of the console, failed requests, and requests to other hosts. */
  const complaints: string[] = [];

  beforeAll(async () => {
    server = await servePages({ ...browsed(), onError: (thrown) => complaints.push(String(thrown)) });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const open = (options: BrowserContextOptions = {}): Promise<Page> =>
    watchedPage(browser, options, complaints, (url) => url.startsWith(server.url));

  test('from the start page to a record by search, and back', async () => {
    const page = await open();
    await page.goto(server.url);
    await page.getByRole('combobox').fill('iascaire scath');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Scéal an Iascaire a Dhíol a Scáth', exact: true }).click();
    expect(await page.locator('h1').textContent()).toBe('Scéal an Iascaire a Dhíol a Scáth');
    await page.getByRole('link', { name: 'Next in this part' }).click();
    expect(await page.locator('h1').textContent()).toBe('Scéal an Iascaire a Dhíol a Scáth (ar lean)');
    await page.goBack();
    await page.goBack();
    expect(new URL(page.url()).searchParams.get('q')).toBe('iascaire scath');
    await page.goForward();
    expect(await page.locator('h1').textContent()).toBe('Scéal an Iascaire a Dhíol a Scáth');
    await page.context().close();
  });

  test('/kept is the list of this browser, and says how to keep records while there are none', async () => {
    const page = await open();
    await page.goto(`${server.url}/kept`);
    expect(await page.locator('main').textContent()).toContain('The list is empty. "Keep"');
    expect(await page.getByRole('link', { name: 'BibTeX' }).count()).toBe(0);
    await page.goto(`${server.url}/search?q=leigheas&kind=item`);
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.goto(`${server.url}/kept`);
    await page.waitForURL('**/kept?record=*');
    expect(await page.locator('.card-title a').allTextContents()).toEqual(['Leigheasanna Dúchais']);
    expect(await page.getByRole('link', { name: 'Link to this list' }).count()).toBe(1);
    await page.context().close();
  });

  test('by a suggestion to a record, with the keys alone', async () => {
    const page = await open({ viewport: { width: 320, height: 640 }, bypassCSP: true });
    await page.goto(server.url);
    const search = page.getByRole('combobox', { name: 'Search' });
    await search.pressSequentially('smi', { delay: 20 });
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    await list.waitFor();
    const names = await list.getByRole('option').allTextContents();
    expect(names).toEqual(['Rathbeg or Smithstown', 'Dan the Smith', 'The Smith and the Stranger']);
    expect(await list.getByRole('group', { name: 'People' }).getByRole('option').allTextContents()).toEqual([
      'Dan the Smith',
    ]);
    expect(await page.getByRole('status').filter({ hasText: 'suggestions' }).textContent()).toBe(
      '3 suggestions',
    );
    const active = async () => {
      const id = await search.getAttribute('aria-activedescendant');
      return id === null ? undefined : page.locator(`#${id}[aria-selected="true"]`).textContent();
    };
    expect(await search.getAttribute('aria-expanded')).toBe('true');
    expect(await active()).toBeUndefined();
    for (const expected of [names[0], names[1], names[2], undefined, names[0]]) {
      await page.keyboard.press('ArrowDown');
      expect(await active()).toBe(expected);
    }
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    expect(await list.isVisible()).toBe(false);
    expect(await search.inputValue()).toBe('smi');
    expect(await search.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowUp');
    await list.waitFor();
    await page.keyboard.press('ArrowUp');
    expect(await active()).toBe(names[2]);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/cbes.person/);
    expect(await page.locator('h1').textContent()).toBe('Dan the Smith');
    await page.context().close();
  });

  test('suggestions are chosen with the pointer; Enter without a choice and Tab leave the form as it is', async () => {
    const page = await open();
    await page.goto(server.url);
    const search = page.getByRole('combobox');
    const list = page.getByRole('listbox');
    await search.pressSequentially('smith', { delay: 20 });
    await list.waitFor();
    await page.keyboard.press('Tab');
    expect(await list.isVisible()).toBe(false);
    await search.focus();
    await page.keyboard.press('ArrowDown');
    await list.waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?q=smith$/);
    await search.fill('stranger');
    await page.getByRole('option', { name: 'The Smith and the Stranger' }).click();
    await page.waitForURL(/cbes.item.7109/);
    await page.context().close();
  });

  test('suggestions for a text that has changed are not shown', async () => {
    const page = await open();
    let release = () => {};
    const isReleased = new Promise<void>((done) => {
      release = done;
    });
    await page.route(/suggest\?q=stranger/, async (route) => {
      await isReleased;
      await route.continue().catch(() => {});
    });
    await page.goto(server.url);
    const asked = page.waitForRequest(/suggest\?q=stranger/);
    await page.getByRole('combobox').fill('stranger');
    await asked;
    await page.getByRole('combobox').fill('tallant');
    await page.getByRole('option', { name: 'Brigid Tallant' }).waitFor();
    release();
    await page.waitForTimeout(300);
    expect(await page.getByRole('option').allTextContents()).toEqual(['Brigid Tallant']);
    await page.context().close();
  });

  test('the language is switched by one click, stays, and is switched back', async () => {
    const page = await open();
    await page.goto(`${server.url}/cbe/item/7002`);
    await page.getByRole('link', { name: 'Gaeilge' }).click();
    expect(page.url()).toBe(`${server.url}/ga/cbe/item/7002`);
    expect(await page.locator('html').getAttribute('lang')).toBe('ga');
    await page.getByRole('navigation').getByRole('link', { name: 'Léarscáil' }).first().click();
    expect(page.url()).toBe(`${server.url}/ga/map`);
    expect(await page.locator('h1').textContent()).toBe('Léarscáil');
    await page.getByRole('link', { name: 'English' }).click();
    expect(await page.locator('h1').textContent()).toBe('Map');
    await page.context().close();
  });

  test('by a question to its answer, and from the answer to a record', async () => {
    const page = await open();
    await page.goto(`${server.url}/ask`);
    await page.getByRole('link', { name: 'Which works belong to a place in this piece of the map' }).click();
    await page.locator('.answer table').waitFor();
    // Works at one point share a circle.
    expect(await page.locator('.answer svg.map a').count()).toBe(4);
    await page.locator('.answer tbody a').first().click();
    expect(await page.locator('main article').count()).toBe(1);
    await page.context().close();
  });

  test('by a form to another answer, whose address is short', async () => {
    const page = await open();
    await page.goto(`${server.url}/ask?example=q17`);
    await page.getByLabel('Gender').selectOption('male');
    await page.getByLabel('From year').fill('1900');
    await page.locator('.parameters').getByRole('button').click();
    await page.locator('.answer table').waitFor();
    await page.getByRole('link', { name: 'Link to this question' }).click();
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe('/ask?example=q17&gender=Male&fromYear=1900');
    expect(await page.getByLabel('Gender').inputValue()).toBe('Male');
    await page.context().close();
  });

  test('the editor completes a term, and declares its prefix', async () => {
    const page = await open();
    await page.goto(`${server.url}/ask`);
    await page.locator('.CodeMirror').click();
    await page.keyboard.type('ASK { ?item lore:colle', { delay: 20 });
    await page.locator('.CodeMirror-hints').waitFor();
    expect(await page.locator('.CodeMirror-hint').allTextContents()).toContain('lore:collector');
    await page.getByText('lore:collector', { exact: true }).last().click();
    // The editor takes the focus back a moment after the click.
    await page.locator('.CodeMirror textarea:focus').waitFor({ state: 'attached' });
    await page.keyboard.type(' ?person }', { delay: 5 });
    await page.keyboard.press('Control+Enter');
    await page.locator('.answer').waitFor();
    const query = new URL(page.url()).searchParams.get('query') ?? '';
    expect(query).toContain('PREFIX lore: <https://w3id.org/folklore-ld/ns#>');
    expect(query).toMatch(/lore:collector\S* \?person|lore:collector \?person/);
    await page.context().close();
  });

  test.each([
    [1300, 'left of'],
    [390, 'above'],
  ])('%i pixels wide, facets follow the results in the document and stand %s them', async (width, side) => {
    const page = await open({ viewport: { width, height: 800 } });
    await page.goto(`${server.url}/search?q=an&kind=item`);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const isFocusIn = (selector: string) =>
      page.evaluate(`document.activeElement.closest('${selector}') !== null`);
    await press('Tab', 'Tab', 'Enter', 'Tab');
    expect(await isFocusIn('#results li:first-child .card-title')).toBe(true);
    await page.goto(`${server.url}/search?q=an&kind=item`);
    await press('Tab', 'Tab', 'Tab', 'Enter', 'Tab');
    expect(await isFocusIn('#facets')).toBe(true);
    const boxOf = async (selector: string) => {
      const { x, y, height } = (await page.locator(selector).boundingBox()) ?? { x: 0, y: 0, height: 0 };
      return { x, y, height };
    };
    const [facets, results] = [await boxOf('#facets'), await boxOf('#results')];
    if (side === 'left of') {
      expect(facets.x).toBeLessThan(results.x);
      expect(facets.y).toBe(results.y);
    } else expect(facets.y + facets.height).toBeLessThanOrEqual(results.y);
    expect(
      await page.evaluate(
        `document.querySelector('#results').compareDocumentPosition(document.querySelector('#facets')) & Node.DOCUMENT_POSITION_FOLLOWING`,
      ),
    ).not.toBe(0);
    await page.context().close();
  });

  /** A page of each template. */
  const PAGES = [
    '/',
    '/search?kind=item&county=place/100013',
    '/map',
    '/map/counties',
    '/timeline',
    '/people',
    '/schools',
    '/compare?county=place/100013&county=place/100000',
    '/kept?record=cbe/item/7002&note=compare',
    '/search-help',
    '/tables/items?_facet=effective_counties_from&_sort=title',
    '/about',
    '/new',
    '/report',
    '/ask',
    '/ask?example=q17',
    '/ask?query=SELECT%20*%20%7B%20%3Fa%20lroe%3Aitem%20%3Fb%20%7D',
    '/cbe/item/7002',
    '/cbed/person/4101',
    '/cbeg/photograph/1201',
    '/read/cbes/volume/3101?page=602',
    '/place/100013',
    `/explain?iri=${encodeURIComponent('https://data.example.org/folklore/cbe/item/7002')}`,
    '/nothing',
  ];
  const WITH_SCRIPTS = ['/search?q=an', '/map', '/ask?example=q07', '/cbes/page/602'];

  test('works without JavaScript', async () => {
    const page = await open({ javaScriptEnabled: false });
    for (const path of WITH_SCRIPTS) {
      await page.goto(server.url + path);
      expect((await page.locator('main').textContent())?.length, path).toBeGreaterThan(20);
    }
    await page.context().close();
  });

  // All pages narrow, where most can be cut off; those of most colours dark and wide. A window between them has the layout of
  // one or the other.
  test.each([
    [320, 'light', 'en', PAGES],
    [1440, 'dark', 'ga', ['/', '/timeline', '/cbe/volume/3101', ...WITH_SCRIPTS]],
  ] as const)(
    '%i pixels wide, %s, %s: nothing is cut off, and axe finds no violation',
    async (width, colorScheme, language, paths) => {
      const page = await open({ viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
      for (const path of paths) {
        await page.goto(server.url + addressIn(language, path));
        expect(await axeViolations(page), path).toEqual([]);
        for (const one of [768, width]) {
          await page.setViewportSize({ width: one, height: 800 });
          expect(await overflowOf(page), `${path}, ${one} pixels`).toBeLessThanOrEqual(0);
        }
      }
      await page.context().close();
    },
  );

  test('on paper a story has its text, its facts and its citation, and nothing to press', async () => {
    const page = await open();
    await page.goto(`${server.url}/cbe/item/7002`);
    await page.emulateMedia({ media: 'print' });
    const shown = (selector: string): Promise<boolean> => page.locator(selector).first().isVisible();
    for (const selector of ['h1', 'article blockquote', '.facts', '.citation'])
      expect(await shown(selector), selector).toBe(true);
    for (const selector of ['search', 'header.site nav', 'button', '.downloads', '.neighbours', '.others'])
      expect(await shown(selector), selector).toBe(false);
    await page.context().close();
  });

  test('no page had a complaint of the browser, and none asked for anything elsewhere', () => {
    // The page of what is not there is answered with 404, which the console names.
    expect(complaints.filter((one) => !one.includes('404'))).toEqual([]);
  });
});
