import { join } from 'node:path';
import { decodeHTML } from 'entities';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { browsedRelease } from './browsed-release.js';

/** Pages about the release: its report and vocabulary with the header of the site, and how to take the data away. */

const ORIGIN = 'http://127.0.0.1';
const browsed = browsedRelease();
const extended = browsedRelease('extended');

const get = (path: string, headers: Record<string, string> = {}) =>
  browsed().app.request(`${ORIGIN}${path}`, { headers });
const textOf = async (path: string): Promise<string> => decodeHTML(await (await get(path)).text());

describe.each([
  ['/report', 'report/index.html'],
  ['/vocabulary', 'docs/vocabulary/index.html'],
])('%s', (path, file) => {
  test('has the way back: the header of the site, in the language of the reader', async () => {
    const html = await textOf(`/ga${path}`);
    for (const href of ['/ga/', '/ga/search', '/ga/map', '/ga/about'])
      expect(html).toContain(`href="${href}"`);
    expect(html).toContain('<html lang="ga">');
    expect(html).toContain('<div class="released" lang="en">');
    expect(html.match(/<(?:main|h1)\b/g)).toHaveLength(2);
  });

  test('has every text and anchor of the file of the release', async () => {
    const [page, released] = [await textOf(path), await textOf(`/files/${file}`)];
    const anchors = [...released.matchAll(/ id="([^"]+)"/g)]
      .map(([, id]) => id)
      .filter((id) => id !== 'main');
    expect(anchors.length).toBeGreaterThan(5);
    for (const id of anchors) expect(page).toContain(` id="${id}"`);
    const words = (html: string): string =>
      html
        .replace(/^.*?<body>|<a class="skip".*?<\/a>/gs, '')
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
    expect(words(page)).toContain(words(released));
  });

  test('allows no script and no inline style, and has none', async () => {
    const response = await get(path);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|script-src/);
    expect(await response.text()).not.toMatch(/<script|<style|\sstyle="/);
  });
});

test('/about says that the licences are those of the data, and where rights of pictures and licences of files are', async () => {
  const html = await textOf('/about');
  expect(html).toContain('The licences are for the data. What a picture shows may have rights of its own');
  expect(html).toContain('<a href="/files/LICENCES.md">Licences by file</a>');
  expect(await textOf('/files/LICENCES.md')).toContain('CC BY-NC 4.0');
  expect(await textOf('/cbeg/photograph/1202')).toContain('Rights of the picture: In Copyright');
});

describe('how to take the data away', () => {
  test('begins with a spreadsheet and linked data; other ways are folded', async () => {
    const html = await textOf('/use');
    const titles = [...html.matchAll(/<h3>([^<]*)<\/h3>/g)].map(([, title]) => title);
    expect(titles.slice(0, 3)).toEqual([
      'Spreadsheet',
      'Linked data (Turtle, N-Triples, JSON-LD)',
      'Jupyter',
    ]);
    // A scholar cannot build: no option of a build is named.
    expect(html).not.toContain('folklore-ld build');
    expect(html.indexOf('<details>')).toBeLessThan(html.indexOf('Jupyter'));
    expect(html.indexOf('<details>')).toBeGreaterThan(html.indexOf('Linked data'));
  });

  test('names databases, Parquet and DOIs of a release that has them, with a query that answers', async () => {
    const { app, folder } = extended();
    const html = decodeHTML(await (await app.request(`${ORIGIN}/use`)).text());
    const [, file = '', sql = ''] = /<code>sqlite3 (\S+) "([^"]*)"<\/code>/.exec(html) ?? [];
    expect((await app.request(`${ORIGIN}/files/derived/${file}`)).status).toBe(200);
    const database = new Database(join(folder, 'derived', file), { readonly: true });
    expect(database.prepare(sql).all().length).toBeGreaterThan(5);
    database.close();
    expect(html).not.toContain('build --sqlite');
    const [, typed = ''] = /href="(\/files\/derived\/[^"]+\.parquet)"/.exec(html) ?? [];
    const parquet = await app.request(`${ORIGIN}${typed}`);
    expect(parquet.headers.get('content-type')).toContain('application/vnd.apache.parquet');
    expect(Buffer.from(await parquet.arrayBuffer()).toString('latin1', 0, 4)).toBe('PAR1');
    const about = await (await app.request(`${ORIGIN}/about`)).text();
    for (const doi of ['10.5281/zenodo.1', '10.5281/zenodo.3'])
      expect(about).toContain(`<a href="https://doi.org/${doi}">${doi}</a>`);
    // A record is cited with the DOI of its release, in the notes.
    const response = await app.request(`${ORIGIN}/cbe/item/7001.csl.json`);
    const cited = (await response.json()) as { readonly note: string }[];
    expect(cited[0]?.note).toContain('DOI of this release: https://doi.org/10.5281/zenodo.3');
    expect(cited[0]).not.toHaveProperty('DOI');
  });
});
