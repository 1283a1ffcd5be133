import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import type { Browser } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressIn } from '../../../src/features/browse/page-language.js';
import { readLinksTable } from '../../../src/features/links/links-table.js';
import { axeViolations, CHROMIUM, launchChromium, overflowOf, watchedPage } from '../../support/chromium.js';
import { start } from '../../support/cli.js';
import { exportedSample } from '../../support/exported-sample.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { runWarm } from '../../support/warm.js';
import { geoNamesLine } from './downloads.js';

/** `links review`: the page over real HTTP, in a browser without script, and the file of proposals filled in by a person. */

const BASE = 'https://data.example.org/folklore/';
const DAY = '2026-11-24';
const FILE = [
  geoNamesLine(101, ['Gortnasilla', 'Gortnasilla', 'Gort na Saileach'], [54.96, -8.23], ['L', 'LCTY']),
  geoNamesLine(102, ['Gort na Saileach', 'Gort na Saileach', ''], [54.97, -8.23], ['P', 'PPL']),
  geoNamesLine(103, ['<b>Meenaloy</b>', 'Meenaloy', ''], [54.9415, -8.194], ['P', 'PPL']),
].join('\n');
const address = (id: number): string => `https://sws.geonames.org/${id}/`;

let whole: string;
let folder: string;
let table: string;
let proposals: string;
/** A folder with the table and the proposals of one import. */
async function fresh(): Promise<void> {
  folder = await makeFolder();
  await cp(whole, folder, { recursive: true });
  [table, proposals] = [join(folder, 'links.csv'), join(folder, 'links-proposals.csv')];
}
beforeAll(async () => {
  const { release } = await exportedSample();
  whole = await makeFolder();
  await writeFile(join(whole, 'IE.txt'), `${FILE}\n`);
  const { code } = await runWarm([
    ...['links', 'import', join(whole, 'IE.txt'), '--release-folder', release],
    ...['--links-table', join(whole, 'links.csv')],
  ]);
  expect(code).toBe(0);
  return () => removeFolder(whole);
});

const links = async (): Promise<readonly Readonly<Record<string, string>>[]> =>
  parse(await readFile(table, 'utf8').catch(() => ''), { columns: true });
const decisions = async (): Promise<Record<string, string>> => {
  const rows = parse(await readFile(proposals, 'utf8'), { columns: true }) as Record<string, string>[];
  return Object.fromEntries(
    rows.map(({ iri = '', decision, decided_by, decided_on }) => [
      iri,
      `${decision} ${decided_by} ${decided_on}`.trim(),
    ]),
  );
};

const post = (url: string, key: string, decision: string, headers: Readonly<Record<string, string>>) =>
  fetch(`${url}/decisions`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ key, decision, to: '/?least=60' }),
  });

const KEY = `place 9000012 ${address(101)}`;

describe('the page, served by the command line', () => {
  let url: string;
  let browser: Browser;
  beforeAll(async () => {
    await fresh();
    if (CHROMIUM !== undefined) browser = await launchChromium();
    const child = start([
      ...['links', 'review', '--by', 'A. Name', '--date', DAY, '--links-table', table, '--port', '0', '-q'],
    ]);
    const [line] = (await once(createInterface({ input: child.stdout as Readable }), 'line')) as [string];
    ({ url } = JSON.parse(line) as { readonly url: string });
    return async () => {
      await browser?.close();
      child.kill('SIGTERM');
      expect(await once(child, 'close')).toEqual([0, null]);
      await removeFolder(folder);
    };
  });

  it('takes a decision over at once, and takes it back', async () => {
    const accepted = await post(url, KEY, 'accept', { origin: url });
    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, '/?least=60']);
    expect(await links()).toEqual([
      {
        ...{ kind: 'place', id: '9000012', iri: address(101), relation: 'owl:sameAs', date: DAY },
        source: 'proposal from GeoNames, accepted by A. Name',
      },
    ]);
    expect((await decisions())[address(101)]).toBe(`accept A. Name ${DAY}`);
    // A build reads the row.
    expect(readLinksTable(table, BASE).map(({ record }) => record)).toEqual([`${BASE}place/9000012`]);
    // The record has an address of this host now.
    const other = await post(url, `place 9000012 ${address(102)}`, 'accept', { origin: url });
    expect(other.status).toBe(409);
    expect(await other.text()).toContain('another address of the same host in line 2');
    const superseded = await (await fetch(`${url}/?state=superseded`)).text();
    expect(superseded).toContain(address(102));
    await post(url, KEY, '', { origin: url });
    expect(await links()).toEqual([]);
    expect((await decisions())[address(101)]).toBe('');
    await post(url, KEY, 'reject', { origin: url });
    expect(await links()).toEqual([]);
    expect((await decisions())[address(101)]).toBe(`reject A. Name ${DAY}`);
    await post(url, KEY, '', { origin: url });
  });

  it('refuses the forms of other sites, and requests by another name', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}])
      expect((await post(url, KEY, 'accept', headers)).status).toBe(403);
    const { port } = new URL(url);
    const status = await new Promise((resolve, reject) => {
      httpRequest(
        { host: '127.0.0.1', port, path: '/', headers: { host: `evil.example:${port}` } },
        (answer) => resolve(answer.resume().statusCode),
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
    expect(await links()).toEqual([]);
    expect((await decisions())[address(101)]).toBe('');
  });

  it('answers wrong requests, and leads to no other site', async () => {
    expect((await post(url, KEY, 'maybe', { origin: url })).status).toBe(400);
    const headers = { origin: url, 'content-type': 'multipart/form-data; boundary=x' };
    expect((await fetch(`${url}/decisions`, { method: 'POST', headers, body: 'a=1' })).status).toBe(400);
    expect((await post(url, 'place 1 https://a.example.com/', 'accept', { origin: url })).status).toBe(404);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405);
    for (const to of [
      '//evil.example/',
      '/.//evil.example/assets/',
      '//evil.example/assets/x',
      '/\\evil.example/assets/',
    ]) {
      const { headers } = await fetch(`${url}/ga${to}`, { redirect: 'manual' });
      expect(new URL(headers.get('location') ?? '/', url).origin).toBe(new URL(url).origin);
    }
    const page = await (await fetch(url)).text();
    expect(page).not.toContain('<b>Meenaloy');
    expect(page).toContain('&lt;b&gt;Meenaloy');
  });

  describe.skipIf(CHROMIUM === undefined)('in Chromium', () => {
    it('works without script, by its buttons and its filter', async () => {
      const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
      await page.goto(url);
      await page.getByLabel('Kind', { exact: true }).selectOption('townland');
      await page.getByLabel('Least score').selectOption('80');
      await page.getByRole('button', { name: 'Filter' }).click();
      expect(new URL(page.url()).search).toBe('?kind=townland&source=&least=80');
      await page.getByRole('button', { name: /^Accept: .*Meenaloy/ }).click();
      expect(await page.getByRole('link', { name: /^Accepted/ }).textContent()).toBe('Accepted (1)');
      expect((await links()).map(({ iri }) => iri)).toEqual([address(103)]);
      await page.context().close();
    });

    it('is accessible and fits, in both languages, light and dark', async () => {
      const complaints: string[] = [];
      for (const [width, colorScheme, locale] of [
        [1300, 'light', 'en'],
        [320, 'dark', 'ga'],
      ] as const) {
        const options = { viewport: { width, height: 900 }, colorScheme, locale };
        const page = await watchedPage(browser, options, complaints, (asked) => asked.startsWith(url));
        const address = url + addressIn(locale, '/');
        await page.goto(address);
        expect(await page.locator('html').getAttribute('lang')).toBe(locale);
        expect(await overflowOf(page)).toBe(0);
        await page.context().close();
        // The policy of the page lets no script in but that of the test.
        const unguarded = await browser.newContext({ ...options, bypassCSP: true });
        const tested = await unguarded.newPage();
        await tested.goto(address);
        expect(await axeViolations(tested)).toEqual([]);
        await unguarded.close();
      }
      expect(complaints).toEqual([]);
    });
  });
});

describe('the file of proposals', () => {
  beforeEach(async () => {
    await fresh();
    return () => removeFolder(folder);
  });
  const fill = async (...rows: readonly (readonly [id: number, decision: string])[]): Promise<string> => {
    let text = await readFile(proposals, 'utf8');
    for (const [id, decision] of rows)
      text = text.replace(new RegExp(`^(?=.*${address(id)})`, 'm'), () => decision);
    const filled = join(folder, 'filled.csv');
    // As a spreadsheet may save it.
    await writeFile(filled, `\uFEFF${text.replaceAll('\r\n', '\n')}`);
    return filled;
  };
  const apply = (file: string) =>
    runWarm([
      ...['links', 'review', '--by', 'A. Name', '--date', DAY, '--links-table', table, '--apply', file],
    ]);

  it('that a person has filled in is taken over, once', async () => {
    const filled = await fill([101, 'Accept'], [103, 'reject']);
    expect((await apply(filled)).stdout).toBe('1 proposal accepted, 1 rejected.\n');
    expect((await links()).map(({ id, iri }) => [id, iri])).toEqual([['9000012', address(101)]]);
    expect(await decisions()).toEqual({
      [address(101)]: `accept A. Name ${DAY}`,
      [address(102)]: '',
      [address(103)]: `reject A. Name ${DAY}`,
    });
    const before = [await readFile(table, 'utf8'), await readFile(proposals, 'utf8')];
    // Again, and the file itself.
    for (const file of [filled, proposals])
      expect((await apply(file)).stdout).toBe('0 proposals accepted, 0 rejected.\n');
    expect([await readFile(table, 'utf8'), await readFile(proposals, 'utf8')]).toEqual(before);
  });

  it.each([
    ['another word', [[101, 'yes']] as const, 'row 2: the decision'],
    [
      'two addresses of one host for a record',
      [
        [101, 'accept'],
        [102, 'accept'],
      ] as const,
      'row 3: place 9000012 has another address of the same host',
    ],
  ])('with %s is refused, and nothing is changed', async (_, rows, message) => {
    const before = await readFile(proposals, 'utf8');
    const { code, stderr } = await apply(await fill(...rows));
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect([await links(), await readFile(proposals, 'utf8')]).toEqual([[], before]);
  });

  it.each([
    [
      'with a row that is not proposed',
      'accept,place,9000012,https://a.example.com/1',
      'are not proposed in',
    ],
    ['with another address', 'accept,place,9000012,javascript:alert(1)', 'is no http or https address'],
    ['that broke off', 'accept,place,9000012,https://sws.geonames.org/10', 'are not proposed in'],
    ['that broke off before the address', 'accept,place,9000012', 'is no http or https address'],
    ['with semicolons', ';', 'Save it as CSV with commas between the cells.'],
  ])('%s is refused', async (_, row, message) => {
    const file = join(folder, 'other.csv');
    const text = `decision,kind,id,iri\n${row}\n`;
    await writeFile(file, row === ';' ? text.replaceAll(',', ';') : text);
    const { code, stderr } = await apply(file);
    expect([code, stderr.includes(message)]).toEqual([2, true]);
  });

  it('is read as Excel saves it, with sep= and rows of empty cells', async () => {
    const file = join(folder, 'excel.csv');
    for (const [first, done] of [
      ['sep=,', '1 proposal accepted, 0 rejected.\n'],
      ['"sep=,"', '0 proposals accepted, 0 rejected.\n'],
    ]) {
      await writeFile(
        file,
        `${first}\r\ndecision,kind,id,iri\r\n,,,\r\naccept,place,9000012,${address(101)}\r\n,,,\r\n`,
      );
      expect((await apply(file)).stdout).toBe(done);
    }
  });

  it('is not decided without the name of a person', async () => {
    const { code, stderr } = await runWarm(['links', 'review', '--links-table', table]);
    expect([code, stderr.includes('It is not given who decides.')]).toEqual([2, true]);
  });
});
