import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeHTML } from 'entities';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../../../src/features/browse/site.js';
import { itemOf, sampleWorld } from '../../../pipeline/consistency/sample-world.js';
import { makeFolder, removeFolder } from '../../../support/files.js';
import { harvestSample, PLAN } from '../../../support/sample-release.js';
import { appOf, openSiteIn } from '../browsed-release.js';

/** Three releases: the second withdraws a story and names a page that no volume has, the third changes nothing. */

const STORY = 'cbe/item/7004';
const PAGE = 'cbe/page/601';
const CONTACT = { name: 'The desk', email: 'desk@archive.example' };
const sites: Site[] = [];
let folder: string;

async function appIn(release: string): Promise<Hono> {
  const site = await openSiteIn(await makeFolder(), release);
  sites.push(site);
  return appOf({ site });
}

let app: Hono;
let last: string;
beforeAll(async () => {
  folder = await makeFolder();
  const formats = { formats: ['nt'], compression: 'none' } as const;
  const first = await (await harvestSample(folder))('2026-09', { ...formats });
  const world = await sampleWorld((draft) => {
    itemOf(draft, 7004).sensitive = true;
    itemOf(draft, 7025).pages.push(601);
  });
  const make = await harvestSample(join(folder, 'later'), world);
  const beside = { ...formats, out: join(folder, 'out') };
  const second = await make('2026-10', { ...beside, previous: first.directory });
  const third = await make('2026-11', {
    ...beside,
    previous: second.directory,
    announcement: { contact: CONTACT },
  });
  last = third.directory;
  app = await appIn(last);
});
afterAll(async () => {
  for (const site of sites) site.close();
  await removeFolder(folder);
});

const get = async (path: string, language = 'en') => {
  const response = await app.request(`http://127.0.0.1${language === 'ga' ? '/ga' : ''}${path}`, {
    headers: { accept: 'text/html' },
  });
  const text = decodeHTML(await response.text());
  return { status: response.status, text, main: text.slice(text.indexOf('<main'), text.indexOf('</main>')) };
};
const inWords = (html: string): string => html.replace(/<[^>]*>/g, '');

describe('the page of a withdrawn record', () => {
  test.each([
    ['en', 'Withdrawn with release: 2026-10,', 'The last release that named it: 2026-09'],
    ['ga', 'Tarraingíodh siar leis an eisiúint: 2026-10,', 'An eisiúint dheireanach a luaigh é: 2026-09'],
  ])('says in %s when, the last release that had it, and whom to ask', async (language, when, before) => {
    const { status, main } = await get(`/${STORY}`, language);
    expect(status).toBe(410);
    expect(inWords(main)).toContain(when);
    expect(inWords(main)).toContain(before);
    expect(main).toContain(`<a href="mailto:${CONTACT.email}">${CONTACT.name}</a>`);
  });

  test('says no more than is known where the releases before are not there', async () => {
    await rename(join(folder, 'out', '2026-09'), join(folder, 'out', 'aside'));
    const other = await appIn(last);
    const html = await (await other.request(`http://127.0.0.1/${STORY}`)).text();
    await rename(join(folder, 'out', 'aside'), join(folder, 'out', '2026-09'));
    expect(inWords(html)).toContain('Withdrawn with this release or with an earlier one: 2026-10');
    expect(html).not.toContain('2026-09');
  });
});

describe('a record that others refer to and the release does not hold', () => {
  test('is shown as that, with what refers to it, in both languages', async () => {
    const { main } = await get(`/${PAGE}.html`);
    expect(main).toContain('Other records refer to this one. The release has no record of it.');
    expect(main).toContain('href="/cbe/item/7025"');
    expect((await get(`/${PAGE}.html`, 'ga')).main).toContain('Tagraíonn taifid eile dó seo.');
  });

  test('has no tags for programs that keep references; a record of the release has', async () => {
    expect((await get(`/${PAGE}.html`)).text).not.toContain('citation_title');
    expect((await get('/cbe/item/7002')).text).toContain('citation_title');
  });
});

describe('a list that a reader keeps', () => {
  const LIST = `record=cbe/item/7002&record=${STORY}&record=${PAGE}&record=cbe/item/99&record=%3Cb%3E`;
  const NOTES = 'note=&note=ask%20about%20it&note=&note=&note=';

  test('keeps what was withdrawn, is only referred to or is unknown, each with a sentence', async () => {
    const { main } = await get(`/kept?${LIST}`);
    expect(main.match(/class="card"/g)).toHaveLength(1);
    const text = inWords(main);
    expect(text).toContain(`${STORY}: This record was withdrawn from publication.`);
    expect(text).toContain(`${PAGE}: Other records refer to this one.`);
    expect(text).toContain('cbe/item/99: There is no such record in this release.');
    const raw = await (await app.request(`http://127.0.0.1/kept?${LIST}`)).text();
    expect(raw).not.toContain('<b>');
    // The links keep all of them.
    for (const path of [STORY, PAGE, 'cbe/item/99'])
      expect(main).toContain(`record=${encodeURIComponent(path)}`);
  });

  test('keeps the note on what was withdrawn', async () => {
    expect((await get(`/kept?${LIST}&${NOTES}`)).main).toContain('ask about it');
  });

  test.each(['bib', 'ris', 'csv', 'sheet'])(
    'names what was withdrawn in %s, too, and nothing that no release had',
    async (format) => {
      const { text } = await get(`/kept?${LIST}&${NOTES}&format=${format}`);
      expect(text).toContain(`${PLAN.base}${STORY}`);
      expect(text).toContain('This record was withdrawn from publication. ask about it');
      expect(text).not.toContain('cbe/item/99');
    },
  );
});
