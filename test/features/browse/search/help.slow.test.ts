import { decodeHTML } from 'entities';
import { expect, test } from 'vitest';
import { splitAddress } from '../../../../src/features/browse/page-language.js';
import { browsedRelease } from '../browsed-release.js';
import { TOLD, toldId } from '../told-stories.js';

/** The page of help: what each example says is true of stories in the forms in which people told them. */

const browsed = browsedRelease('told');
const get = (path: string) => browsed().app.request(`http://127.0.0.1${path}`);

interface Shown {
  /** The names of the told stories among the results, in their order. */
  readonly stories: readonly string[];
  readonly html: string;
  /** Where the search leads without results. */
  readonly leadsTo: string | undefined;
}

async function shownAt(address: string): Promise<Shown> {
  const answer = await get(address);
  const html = decodeHTML(await answer.text());
  const ids = [...html.matchAll(/<p class="card-title">\s*<a href="\/cbe\/item\/(\d+)"/g)].map(([, id]) =>
    Number(id),
  );
  return {
    stories: Object.keys(TOLD)
      .filter((name) => ids.includes(toldId(name)))
      .toSorted((a, b) => ids.indexOf(toldId(a)) - ids.indexOf(toldId(b))),
    html,
    leadsTo: answer.headers.get('location') ?? undefined,
  };
}

/** What the example of a query promises, by the text of the page of help. */
const PROMISES: Readonly<Record<string, (shown: Shown) => void>> = {
  'ghost Donegal': ({ stories }) => {
    expect(stories[0]).toBe('bridge');
  },
  taibhse: ({ stories }) => {
    expect(stories.slice(0, 2).toSorted()).toEqual(['dtaibhse', 'taibhsi']);
  },
  'fairy fort 1938': ({ stories }) => {
    expect(stories[0]).toBe('fort');
  },
  '"fairy fort"': ({ stories }) => {
    expect(stories).toContain('fort');
    expect(stories).not.toContain('forts');
    expect(stories).not.toContain('bush');
  },
  'wedding -holy': ({ stories }) => {
    expect(stories).toContain('wedding');
    expect(stories).not.toContain('holyWedding');
  },
  'ghost OR fairy': ({ stories }) => {
    for (const name of ['bridge', 'dingle', 'fort', 'forts', 'bush', 'bushOnly'])
      expect(stories).toContain(name);
    expect(stories).not.toContain('wedding');
  },
  'man who cut a fairy bush and his cow died': ({ stories, html }) => {
    expect(stories.slice(0, 2)).toEqual(['bush', 'bushOnly']);
    const card = html.slice(html.indexOf(`"/cbe/item/${toldId('bushOnly')}"`)).split('</li>')[0] ?? '';
    expect(/class="missing">(.*?)<\/p>/s.exec(card)?.[1]?.replaceAll(/<[^>]+>/g, '')).toMatch(/cow.*died/);
  },
  horse: ({ stories }) => {
    expect(stories.slice(0, 2)).toEqual(['horse', 'capall']);
  },
  'fairy 1930s': ({ stories }) => {
    expect(stories).toContain('fort');
    expect(stories).not.toContain('forts');
  },
  wedd: ({ stories }) => {
    expect(stories.toSorted()).toEqual(['holyWedding', 'wedding']);
  },
  'CBÉS 0024:735': ({ leadsTo }) => {
    expect(leadsTo).toMatch(/^\/cbes\/page\//);
  },
  'CBÉ 1': ({ leadsTo }) => {
    expect(leadsTo).toMatch(/^\/cbe\/volume\//);
  },
  '4600001': ({ leadsTo }) => {
    expect(leadsTo).toBe('/cbe/item/4600001');
  },
};

/** The same of the page in Irish, where its examples differ. */
const PROMISES_IN_IRISH: typeof PROMISES = {
  ...Object.fromEntries(
    ['taibhse', 'CBÉS 0024:735', 'CBÉ 1', '4600001'].flatMap((query) => {
      const promise = PROMISES[query];
      return promise === undefined ? [] : [[query, promise]];
    }),
  ),
  'taibhse damhsa': ({ stories }) => {
    expect(stories[0]).toBe('taibhsi');
  },
  'capall aonach 1937': ({ stories }) => {
    expect(stories[0]).toBe('capall');
  },
  '"fear gan cheann"': ({ stories }) => {
    expect(stories).toEqual(['dtaibhse']);
  },
  'taibhse -crosbhóthar': ({ stories }) => {
    expect(stories).toContain('taibhsi');
    expect(stories).not.toContain('dtaibhse');
  },
  'taibhse NÓ capall': ({ stories }) => {
    for (const name of ['taibhsi', 'dtaibhse', 'capall']) expect(stories).toContain(name);
    expect(stories).not.toContain('wedding');
  },
  'fear a chonaic taibhsí ag damhsa sa reilig': ({ stories }) => {
    expect(stories[0]).toBe('taibhsi');
  },
  capall: ({ stories }) => {
    expect(stories.slice(0, 2)).toEqual(['capall', 'horse']);
  },
  'capall 1930idí': ({ stories }) => {
    expect(stories).toContain('capall');
    expect(stories).not.toContain('forts');
  },
  theit: ({ stories }) => {
    expect(stories).toEqual(['taibhsi']);
  },
};

test.each([
  ['/search-help', PROMISES],
  ['/ga/search-help', PROMISES_IN_IRISH],
] as const)('%s: each example finds what it promises', async (page, promises) => {
  const html = decodeHTML(await (await get(page)).text());
  const examples = [...html.matchAll(/<dt><a href="([^"]+)">(.*?)<\/a>/g)].map(
    ([, address = '', query = '']) => ({ address, query }),
  );
  expect(examples.map(({ query }) => query).toSorted()).toEqual(Object.keys(promises).toSorted());
  for (const { address, query } of examples) {
    const shown = await shownAt(splitAddress(address).address);
    try {
      promises[query]?.(shown);
    } catch (error) {
      throw new Error(`${query}: ${shown.stories.join(', ')}`, { cause: error });
    }
  }
});

test.each(['CBÉS 0042:735', 'CBÉS 0024:736', 'CBÉ 3'])(
  '%s is not here, and nothing near it is an answer',
  async (query) => {
    const { stories, leadsTo, html } = await shownAt(`/search?${new URLSearchParams({ q: query })}`);
    expect([stories, leadsTo, html.includes('class="nothing-found"')]).toEqual([[], undefined, true]);
  },
);
