import { decodeHTML } from 'entities';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../../src/features/browse/site.js';
import { itemOf, sampleWorld, schoolsItemOf } from '../../pipeline/consistency/sample-world.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';
import { appOf, BASE, browsedRelease, openSiteIn, recordsOf } from '../browse/browsed-release.js';

/** What is new in a release that was made after another one. */

const HOSTILE = 'A & B ]]> "q" \u0001 &lt;b>';

interface Opened {
  readonly site: Site;
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Response>;
}

/** The pages of a site, under the address of the operator. */
function openedOf(site: Site, publicOrigin?: string): Opened {
  const app = appOf({ site, publicOrigin });
  return {
    site,
    get: async (path, headers = {}) => app.request(`http://pages.example${path}`, { headers }),
  };
}

interface Feed {
  readonly feed: {
    readonly id: string;
    readonly updated: string;
    readonly entry: readonly {
      readonly id: string;
      readonly title: string;
      readonly updated: string;
      readonly link: { readonly '@href': string };
      readonly summary: string;
    }[];
    readonly link: readonly { readonly '@rel': string; readonly '@href': string }[];
    readonly author: readonly unknown[];
    readonly 'at:deleted-entry'?: readonly { readonly '@ref': string; readonly '@when': string }[];
  };
}

async function feedOf({ get }: Opened): Promise<Feed['feed']> {
  const response = await get('/new.atom');
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const xml = await response.text();
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    htmlEntities: true,
    isArray: (name, path) => ['entry', 'author', 'at:deleted-entry'].includes(name) || path === 'feed.link',
  });
  return (parser.parse(xml) as Feed).feed;
}

describe('a release that was made after another one', () => {
  let folder: string;
  let opened: Opened;
  let previous: string;
  beforeAll(async () => {
    folder = await makeFolder();
    const before = await sampleWorld((draft) => {
      draft.archive.cbeg.delete(1201);
      itemOf(draft, 7002).title = 'Another title';
    });
    const now = await sampleWorld((draft) => {
      schoolsItemOf(draft, 7001).sensitive = true;
      itemOf(draft, 7002).title = HOSTILE;
    });
    const formats = { formats: ['nt'], compression: 'none' } as const;
    previous = (await (await harvestSample(`${folder}/before`, before))('before', formats)).directory;
    const make = await harvestSample(`${folder}/now`, now);
    opened = openedOf(await openSiteIn(folder, (await make('now', { ...formats, previous })).directory));
  });
  afterAll(async () => {
    opened.site.close();
    await removeFolder(folder);
  });

  /** The IRIs of a list, all pages of it. */
  async function listed(change: string, kind: string): Promise<string[]> {
    const html = decodeHTML(await (await opened.get(`/new?change=${change}&kind=${kind}`)).text());
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main'));
    return [
      ...main.matchAll(/<p class="card-title"><a href="\/([^"]*)">|<li><code>https:[^<]*folklore\/([^<]*)</g),
    ].map(([, linked, plain]) => (linked ?? plain) as string);
  }

  test('lists what is new, changed and withdrawn, by kind', async () => {
    expect(await listed('added', 'photograph')).toEqual(['cbeg/photograph/1201']);
    expect(await listed('changed', 'item')).toContain('cbe/item/7002');
    expect(await listed('withdrawn', 'item')).toEqual(['cbes/item/7001']);
  });

  test('counts the records that the dumps gained and lost', async () => {
    const { site } = opened;
    const irisOf = async (folder: string): Promise<string[]> =>
      [...(await recordsOf({ site, folder }, (dataset) => dataset !== 'omissions')).keys()].filter((iri) =>
        iri.startsWith(BASE),
      );
    const [was, is] = [await irisOf(previous), await irisOf(site.release)];
    const { entry, 'at:deleted-entry': deleted } = await feedOf(opened);
    const [gained, lost] = [is.filter((iri) => !was.includes(iri)), was.filter((iri) => !is.includes(iri))];
    expect(gained.length * lost.length).toBeGreaterThan(0);
    expect(
      entry
        .filter(({ summary }) => summary.startsWith('New: ') && !summary.includes(';'))
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(gained.toSorted());
    expect(deleted?.map((one) => one['@ref'])).toEqual(expect.arrayContaining(lost));
    const total = new RegExp(`New: ${gained.length}; Changed: \\d+; Withdrawn: ${deleted?.length}$`);
    expect(entry[0]?.summary).toMatch(total);
    expect(decodeHTML(await (await opened.get('/new')).text())).toContain('The release before: before.');
  });

  test('names of a withdrawn record no more than its IRI', async () => {
    const html = decodeHTML(await (await opened.get('/new')).text());
    expect(html).toContain(`<code>${BASE}cbes/item/7001</code>`);
    expect(html).not.toContain('href="/cbes/item/7001"');
    expect(html + (await (await opened.get('/new.atom')).text())).not.toContain('Leigheasanna Dúchais');
  });

  test('has an Atom feed whose entries are records, on the day of the release', async () => {
    const { entry, updated, link, author } = await feedOf(opened);
    const { issued } = opened.site.manifest;
    expect(updated).toBe(`${issued}T00:00:00Z`);
    expect(author.length).toBeGreaterThan(0);
    expect(link).toContainEqual(
      expect.objectContaining({ '@rel': 'self', '@href': 'http://pages.example/new.atom' }),
    );
    const changed = entry.find(({ id }) => id === `${BASE}cbe/item/7002`);
    expect(changed?.link['@href']).toBe('http://pages.example/cbe/item/7002');
    expect(changed?.summary).toBe('Changed: Story');
    expect(changed?.title).toMatch(/^A & B \]\]> "q"/);
    expect(new Set(entry.map(({ id }) => id)).size).toBe(entry.length);
    for (const one of entry) {
      expect(one.updated).toBe(updated);
      const [path] = one.link['@href'].split('http://pages.example').slice(1);
      expect((await opened.get(path as string)).status, path).toBeLessThan(400);
    }
  });

  test('has a feed of the changes among the results of a search', async () => {
    const answer = await (await opened.get('/new.atom?kind=item')).text();
    expect(answer).toContain(`<id>${BASE}cbe/item/7002</id>`);
    expect(answer).toContain('href="http://pages.example/new.atom?kind=item"');
    const none = await (await opened.get('/new.atom?kind=glossary-entry&q=nosuchword')).text();
    expect(none.match(/<entry>/g)).toHaveLength(1);
  });
});

const many = browsedRelease('many');
test('a kind with many changes is shown in pages, and the feed has some of each kind', async () => {
  const opened = openedOf(many().site, 'https://public.example');
  const html = decodeHTML(await (await opened.get('/new')).text());
  const [, address = '', count] =
    /<td class="number"><a href="([^"]*kind=photograph[^"]*)">([\d,]+)</.exec(html) ?? [];
  expect(Number(count)).toBe(210);
  let found = 0;
  for (let at = address, page = 0; at !== ''; page += 1) {
    const list = decodeHTML(await (await opened.get(at)).text());
    found += list.match(/<p class="card-title">|<li><code>/g)?.length ?? 0;
    at = /<a href="(\/new\?[^"]*)">Next page/.exec(list)?.[1] ?? '';
    expect(page).toBeLessThan(50);
  }
  expect(found).toBe(210);
  const { entry, link } = await feedOf(opened);
  const told = (what: RegExp) => entry.filter(({ summary }) => what.test(summary)).length;
  expect(told(/^New: Photograph/)).toBeGreaterThan(0);
  expect(told(/^Changed: Story/)).toBeGreaterThan(0);
  expect(JSON.stringify(link)).toContain('https://public.example/new.atom');
});

const sample = browsedRelease();
test('a release without one before it says so, and is the one entry of its feed', async () => {
  const opened = openedOf(sample().site);
  expect(await (await opened.get('/new')).text()).toContain('was made without a release before it');
  const { entry, 'at:deleted-entry': deleted } = await feedOf(opened);
  expect(entry.map(({ id }) => id)).toEqual([`${BASE}dataset/folklore/browsed`]);
  expect(deleted).toBeUndefined();
});
