import { decodeHTML } from 'entities';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/use/browse/app.js';
import { exportPart } from '../../../src/use/browse/search-export.js';
import type { Site } from '../../../src/use/browse/site.js';
import { itemOf, sampleWorld, schoolsItemOf } from '../../build/consistency/sample-world.js';
import { readNtriples } from '../../support/dumps.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { laterWorld, worldOfSize } from '../../support/later-world.js';
import { harvestSample } from '../../support/sample-release.js';
import { openSiteIn } from './browsed-release.js';

/** What is new in a release that was made after another one. */

const BASE = 'https://data.example.org/folklore/';
const HOSTILE = 'A & B ]]> "q" \u0001 &lt;b>';

interface Opened {
  readonly site: Site;
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** A release of a world after one of another world, or without one before it. */
async function open(
  world: Awaited<ReturnType<typeof sampleWorld>>,
  before?: Awaited<ReturnType<typeof sampleWorld>>,
  publicOrigin?: string,
): Promise<Opened & { readonly previous: string | undefined }> {
  const folder = await makeFolder();
  const formats = { formats: ['nt'], compression: 'none' } as const;
  const previous =
    before && (await (await harvestSample(`${folder}/before`, before))('before', formats)).directory;
  const make = await harvestSample(`${folder}/now`, world);
  const { directory } = await make('now', { ...formats, ...(previous && { previous }) });
  const site = await openSiteIn(folder, directory);
  const onError = (thrown: unknown) => {
    throw thrown;
  };
  const app = createApp({ site, publicOrigin, onError, exportPart: (job) => exportPart(site, job) });
  return {
    site,
    previous,
    get: async (path, headers = {}) => app.request(`http://pages.example${path}`, { headers }),
    close: async () => {
      site.index.close();
      await removeFolder(folder);
    },
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
  let opened: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    const before = await sampleWorld((draft) => {
      draft.archive.cbeg.delete(1201);
      itemOf(draft, 7002).title = 'Another title';
    });
    const now = await sampleWorld((draft) => {
      schoolsItemOf(draft, 7001).sensitive = true;
      itemOf(draft, 7002).title = HOSTILE;
    });
    opened = await open(now, before);
  });
  afterAll(() => opened.close());

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
    const recordsOf = async (folder: string): Promise<Set<string>> => {
      const iris = new Set<string>();
      for (const { name } of opened.site.manifest.datasets) {
        if (name === 'omissions') continue;
        for (const { subject } of await readNtriples(folder, name))
          iris.add(subject.value.split('#')[0] as string);
      }
      return new Set([...iris].filter((iri) => iri.startsWith(BASE)));
    };
    const [was, is] = [await recordsOf(opened.previous as string), await recordsOf(opened.site.release)];
    const { entry, 'at:deleted-entry': deleted } = await feedOf(opened);
    const [gained, lost] = [[...is].filter((iri) => !was.has(iri)), [...was].filter((iri) => !is.has(iri))];
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
    expect(changed?.summary).toBe('Changed: Item');
    expect(changed?.title).toMatch(/^A & B \]\]> "q"/);
    expect(new Set(entry.map(({ id }) => id)).size).toBe(entry.length);
    for (const one of entry) {
      expect(one.updated).toBe(updated);
      const [path] = one.link['@href'].split('http://pages.example').slice(1);
      expect((await opened.get(path as string)).status, path).toBeLessThan(400);
    }
  });

  test('is new in Irish, too', async () => {
    const irish = await (await opened.get('/new', { 'accept-language': 'ga' })).text();
    for (const text of ['Cad atá nua', 'Tarraingthe siar', 'Grianghraif']) expect(irish).toContain(text);
    expect(await (await opened.get('/new.atom', { 'accept-language': 'ga' })).text()).toContain(
      'xml:lang="ga"',
    );
  });

  test.each([
    'change=x&kind=item',
    'change=added&kind=__proto__',
    'page=9',
    'change=added&kind=photograph&page=99',
  ])('answers %s', async (query) => expect((await opened.get(`/new?${query}`)).status).toBe(200));
});

test('a kind with many changes is shown in pages, and the feed has some of each kind', async () => {
  const world = worldOfSize(2);
  const opened = await open(laterWorld(world, 2, { share: 0.4 }).world, world, 'https://public.example');
  try {
    const html = decodeHTML(await (await opened.get('/new')).text());
    const numbers = [...html.matchAll(/<td class="number"><a href="([^"]*)">([\d,]+)</g)];
    const [, address = '', count] = numbers.find(([, , number]) => Number(number) > 45) ?? [];
    expect(address).not.toBe('');
    let found = 0;
    for (let at = address, page = 0; at !== ''; page += 1) {
      const list = decodeHTML(await (await opened.get(at)).text());
      found += list.match(/<p class="card-title">|<li><code>/g)?.length ?? 0;
      at = /<a href="(\/new\?[^"]*)">Next page/.exec(list)?.[1] ?? '';
      expect(page).toBeLessThan(50);
    }
    expect(found).toBe(Number(count));
    const { entry, link } = await feedOf(opened);
    const kinds = new Set(
      numbers.filter(([, href]) => href?.includes('change=added')).map(([, href]) => href),
    );
    const told = new Set(entry.flatMap(({ summary }) => (summary.startsWith('New: ') ? summary : [])));
    expect(told.size).toBeGreaterThanOrEqual(kinds.size);
    expect(JSON.stringify(link)).toContain('https://public.example/new.atom');
  } finally {
    await opened.close();
  }
});

test('a release without one before it says so, and is the one entry of its feed', async () => {
  const opened = await open(await sampleWorld());
  try {
    expect(await (await opened.get('/new')).text()).toContain('was made without a release before it');
    const { entry, 'at:deleted-entry': deleted } = await feedOf(opened);
    expect(entry.map(({ id }) => id)).toEqual([`${BASE}dataset/folklore/now`]);
    expect(deleted).toBeUndefined();
  } finally {
    await opened.close();
  }
});
