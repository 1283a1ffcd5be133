import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunEvent } from '../../../src/base/events.js';
import { AnswerUnreadable } from '../../../src/harvest/client/client-errors.js';
import type { Clients } from '../../../src/harvest/crawl/conditional-fetch.js';
import { harvest } from '../../../src/harvest/crawl/run.js';
import { openForHarvest } from '../../../src/harvest/store/harvest-store.js';
import { openForBuild } from '../../../src/harvest/store/stored-harvest.js';
import { type RunningServices, startServices } from '../../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD } from '../../../src/services/server/world.js';
import { makeFolder, removeFolder, scratch } from '../../support/files.js';
import { Front, refusing } from '../../support/front.js';
import { clientsOf, clientTo, closeAll, harvestInto, PLAN, through } from '../../support/harvests.js';
import { answersIn, requestsIn, spoil, storedFiles } from '../../support/stored.js';

/** Everything in scope is requested, although lists need a filter. */

let services: RunningServices;
beforeAll(async () => {
  services = await startServices({ world: await loadWorld(SAMPLE_WORLD) });
});
afterAll(() => services.close());

/** Counts requests, and fails after a number of them. */
function counting(inner: Clients, limit = Number.POSITIVE_INFINITY): { clients: Clients; asked: string[] } {
  const asked: string[] = [];
  const clients = through(inner, async (service, request, wants) => {
    if (asked.length >= limit) throw new Error('enough');
    asked.push(`${service} ${request}`);
    return inner[service].get(request, wants);
  });
  return { clients, asked };
}

test('requests every volume, photographs by county, country and person, and places by county', async () => {
  const { clients: both, asked } = counting(clientsOf(services));
  const { coverage } = await harvestInto(join(await scratch(), 'store'), both);
  await closeAll(both);
  expect(asked).toEqual([...new Set(asked)]);
  expect(asked).toContain('archive /cbe?VolumeID=3101');
  expect(asked).toContain('archive /cbes?VolumeID=3202');
  expect(asked).toContain('archive /cbeg?CountyID=100013');
  expect(asked).toContain('archive /cbeg?Country=GB-SCT');
  expect(asked).toContain('archive /cbeg?PersonID=9934567890');
  expect(asked).toContain('placenames /?PlaceID=100005');
  // Known to the archive only (test/world/README.md): requested by id, and missing.
  expect(asked).toContain('placenames /9900001');
  expect(coverage.neverFound).toMatchObject([{ kind: 'place', id: '9900001' }]);
  expect(coverage.gaps).toEqual([]);
  expect(asked.filter((request) => /\/cbes?$|\/cbeg$/.test(request))).toEqual([]);
});

test('continues an unfinished harvest; stored answers that are zeros, or not what was stored, are requested again', async () => {
  const folder = await scratch();
  const [directory, undisturbed] = [join(folder, 'store'), join(folder, 'undisturbed')];
  const all = clientsOf(services);
  await harvestInto(undisturbed, all);
  const first = counting(all, 60);
  await expect(harvestInto(directory, first.clients)).rejects.toThrow('enough');
  const stored = answersIn(directory, 'unfinished').filter(({ status }) => status === 200);
  // Answers with a body of their own: that of others may be the body of several.
  const damaged = stored
    .filter(({ body }) => stored.filter((one) => one.body === body).length === 1)
    .slice(0, 9);
  const damages = ["x'00'", 'zeroblob(length(gzip))', 'CAST(substr(gzip, 1, 20) AS BLOB)'];
  for (const [at, { request }] of damaged.entries()) {
    const where = 'sha256 IN (SELECT sha256 FROM answer WHERE request = ?)';
    spoil(directory, `UPDATE body SET gzip = ${damages[at % 3]} WHERE ${where}`, request);
  }
  const second = counting(all);
  const { resumed } = await harvestInto(directory, second.clients);
  await closeAll(all);
  expect(resumed).toBe(60);
  expect(second.asked.filter((request) => first.asked.includes(request))).toHaveLength(damaged.length);
  expect(storedFiles(directory)).toEqual(storedFiles(undisturbed));
});

/** The sample's services with other answers to some requests. */
function answering(inner: Clients, answers: Readonly<Record<string, unknown>>): Clients {
  return through(inner, async (service, request, wants) => {
    const other = answers[`${service} ${request}`];
    if (other === undefined) return inner[service].get(request, wants);
    if (other === 404) return { status: 404 };
    if (other instanceof Error) throw other;
    return { status: 200, body: Buffer.from(JSON.stringify(other)), json: other };
  });
}

async function harvestWith(answers: Readonly<Record<string, unknown>>, plan: Partial<typeof PLAN> = {}) {
  const directory = join(await scratch(), 'store');
  const both = answering(clientsOf(services), answers);
  try {
    const { coverage } = await harvestInto(directory, both, plan);
    return { coverage, store: await openForBuild(directory) };
  } finally {
    await closeAll(both);
  }
}

test('a missing list is an error of the URL or path, not an empty list (wire-format 1)', async () => {
  await expect(harvestWith({ 'archive /cbed': 404 })).rejects.toMatchObject({
    code: 'ANSWER_UNREADABLE',
    exitCode: 2,
    hint: expect.stringContaining('services.archive.path'),
  });
});

test('an answer that cannot be read is a gap with its reason, and the harvest goes on', async () => {
  const request = { service: 'archive', origin: 'http://127.0.0.1:1', path: '/api/v0.6/cbe' } as const;
  const { coverage } = await harvestWith({
    'archive /cbe?VolumeID=3101': new AnswerUnreadable(request, 'the body is nested more than 100 deep'),
    'archive /cbeg/1202': new AnswerUnreadable(request, 'one record was expected'),
  });
  expect(coverage.gaps).toContain(
    'the answer of the archive service to /cbe?VolumeID=3101 cannot be read: the body is nested more than 100 deep',
  );
  expect(coverage.kinds.find(({ kind }) => kind === 'cbe.volume')?.records).toBeGreaterThan(0);
});

describe('a volume that its index lists and the service does not have', () => {
  const INDEX = 'archive /cbe/volumes';
  const EXTRA = 'archive /cbe?VolumeID=3999';
  let directory: string;
  let all: Clients;
  let rows: readonly { readonly id: number }[];
  let undisturbed: ReadonlyMap<string, string>;
  beforeAll(async () => {
    all = clientsOf(services);
    const store = join(await makeFolder(), 'undisturbed');
    await harvestInto(store, all);
    undisturbed = storedFiles(store);
    rows = (await (await openForBuild(store)).read('archive', '/cbe/volumes')) as typeof rows;
    await removeFolder(store);
    return () => closeAll(all);
  });
  beforeEach(async () => {
    directory = join(await scratch(), 'store');
  });

  test('is a gap, if the index still lists it when it is requested again (wire-format 3, `/volumes`)', async () => {
    const { clients, asked } = counting(answering(all, { 'archive /cbe?VolumeID=3101': 404 }));
    const { coverage } = await harvestInto(directory, clients);
    expect(coverage.gaps).toEqual(['/cbe/volumes lists 3101, but requests for them find nothing']);
    expect(asked.filter((request) => request === INDEX)).toHaveLength(2);
    expect((await openForBuild(directory)).entryOf('archive', '/cbe?VolumeID=3101')).toBeUndefined();
  });

  test('is no gap, if the index no longer lists it', async () => {
    const before = { [INDEX]: [...rows, { ...rows[0], id: 3999 }], [EXTRA]: 404 };
    let times = 0;
    const clients = through(all, (service, request, wants) => {
      const isFirst = `${service} ${request}` !== INDEX || times++ === 0;
      return (isFirst ? answering(all, before) : all)[service].get(request, wants);
    });
    const { coverage } = await harvestInto(directory, clients);
    expect(coverage.gaps).toEqual([]);
    expect(times).toBe(2);
    expect(requestsIn(directory)).toEqual([...undisturbed.keys()].filter((name) => !name.endsWith('.json')));
  });

  test('is forgotten by an unfinished harvest whose plan is too old, which keeps what else is fetched', async () => {
    const HOUR = 3_600_000;
    // The other volume when it had one page less, as the index said then.
    const { json } = (await all.archive.get('/cbe?VolumeID=3101', { body: 'list' })) as { json: unknown };
    const [volume] = json as [{ readonly pages: readonly unknown[] }];
    const fewer = rows.map((row) => (row.id === 3101 ? { ...row, pageCount: volume.pages.length - 1 } : row));
    const earlier = {
      'archive /cbe?VolumeID=3101': [{ ...volume, pages: volume.pages.slice(1) }],
      [INDEX]: [...fewer, { ...rows[0], id: 3999 }],
      [EXTRA]: [{ id: 3999, title: 'Béaloideas', pages: [], parts: [] }],
    };
    const first = counting(answering(all, earlier), 60);
    await expect(harvestInto(directory, first.clients, {}, HOUR)).rejects.toThrow('enough');
    expect(first.asked).toContain('archive /cbe?VolumeID=3101');
    const second = counting(all);
    await harvestInto(directory, second.clients, { renewBefore: 24 * HOUR }, 25 * HOUR);
    const again = second.asked.filter((request) => first.asked.includes(request));
    // Lists of what to request, and the volume whose row has changed.
    expect(again.filter((request) => /[?]|\/\d+$/.test(request))).toEqual(['archive /cbe?VolumeID=3101']);
    expect(again).toContain(INDEX);
    // The history has the day of the oldest answer.
    const [files, expected] = [storedFiles(directory), new Map(undisturbed)];
    for (const each of [files, expected]) each.delete('history.json');
    expect(files).toEqual(expected);
  });
});

describe('an older copy of a record', () => {
  const [OLD, NEW] = ['2026-11-01T08:00:00Z', '2026-11-20T08:00:00Z'];
  const VOLUME = 'archive /cbe?VolumeID=3101';
  /** A list of the sample in which some records are changed. */
  const changed = async (name: string, change: (record: { readonly id: number }) => object) => {
    const all = clientsOf(services);
    const [service, request = ''] = name.split(' ') as ['archive' | 'placenames', string];
    const { json } = (await all[service].get(request, { body: 'list' })) as {
      json: readonly { id: number }[];
    };
    await closeAll(all);
    return json.map((record) => ({ ...record, ...change(record) }));
  };
  const dated = (name: string, dateModified: string) =>
    changed(name, ({ id }) => (id === 3101 ? { dateModified } : {}));

  /** Harvests from services of which a cache has some answers in an older form; it may not look past the cache. */
  async function harvestBehind(
    cached: Readonly<Record<string, unknown>>,
    answers: Readonly<Record<string, unknown>>,
    { isObeyed = true, store = '' } = {},
  ) {
    const directory = store === '' ? join(await scratch(), 'store') : store;
    const all = clientsOf(services);
    const asked: string[] = [];
    const clients = through(all, (service, request, wants) => {
      asked.push(`${service} ${request}`);
      const isCached = wants?.isPastCaches !== true || !isObeyed;
      return answering(all, isCached ? { ...answers, ...cached } : answers)[service].get(request, wants);
    });
    const { coverage } = await harvestInto(directory, clients);
    await closeAll(all);
    return {
      gaps: coverage.gaps,
      directory,
      times: (name: string) => asked.filter((one) => one === name).length,
    };
  }
  const storedAs = async (directory: string, request: string): Promise<string> =>
    JSON.stringify(await (await openForBuild(directory)).read('archive', request));

  test('of a volume, older than its row of the index, is requested again past caches', async () => {
    const answers = {
      'archive /cbe/volumes': await dated('archive /cbe/volumes', NEW),
      [VOLUME]: await dated(VOLUME, NEW),
    };
    const cached = { [VOLUME]: await dated(VOLUME, OLD) };
    const { gaps, directory, times } = await harvestBehind(cached, answers);
    expect([gaps, times(VOLUME), times('archive /cbe/volumes')]).toEqual([[], 2, 1]);
    expect(await storedAs(directory, '/cbe?VolumeID=3101')).toContain(NEW);
    // A cache that answers all the same: each list is requested once more, and the copy is told.
    const deaf = await harvestBehind(cached, answers, { isObeyed: false });
    expect(deaf.times(VOLUME)).toBe(2);
    expect(deaf.gaps).toEqual([
      `${VOLUME} sends cbe.volume 3101 of 2026-11-01T08:00:00.000Z, also when asked past caches; there is a copy of 2026-11-20T08:00:00.000Z`,
    ]);
  });

  test('of a photograph, in the list of a county that it has left, is requested again', async () => {
    const list = 'archive /cbeg?CountyID=100013';
    const photographs = await changed(list, () => ({}));
    // The sample states no date of this photograph: the lists of its people are not compared.
    const moved = photographs.find(({ id }) => id === 1202);
    const stale = photographs.map((one) => (one === moved ? { ...one, dateModified: OLD } : one));
    const other = 'archive /cbeg?CountyID=100003';
    const others = await changed(other, () => ({}));
    const answers = {
      [list]: photographs.filter((one) => one !== moved),
      [other]: [...others, { ...moved, dateModified: NEW }],
    };
    const { gaps, directory, times } = await harvestBehind({ [list]: stale }, answers);
    expect([gaps, times(list), times(other)]).toEqual([[], 2, 1]);
    expect(await storedAs(directory, '/cbeg?CountyID=100013')).not.toContain(OLD);
  });

  test('of an index and of a list, older than in the last harvest, is requested again past caches', async () => {
    const INDEX = 'archive /cbe/volumes';
    const PEOPLE = 'archive /cbed';
    const of = async (date: string) => ({
      [INDEX]: await dated(INDEX, date),
      [VOLUME]: await dated(VOLUME, date),
      [PEOPLE]: await changed(PEOPLE, () => ({ dateModified: date })),
    });
    const { directory } = await harvestBehind({}, await of(NEW));
    const whole = storedFiles(directory);
    const again = await harvestBehind(await of(OLD), await of(NEW), { store: directory });
    expect([again.gaps, again.times(PEOPLE), again.times(INDEX)]).toEqual([[], 2, 2]);
    whole.delete('history.json');
    const now = storedFiles(directory);
    now.delete('history.json');
    expect(now).toEqual(whole);
    const deaf = await harvestBehind(await of(OLD), await of(NEW), { store: directory, isObeyed: false });
    expect(deaf.gaps.map((gap) => gap.replace(/ sends .*/, ''))).toEqual(
      expect.arrayContaining([INDEX, VOLUME, PEOPLE]),
    );
  });
});

test('says so when lists give less than there is', async () => {
  const { coverage } = await harvestWith({
    'archive /cbe?VolumeID=3101': [],
    'archive /cbed': [],
    'placenames /counties': null,
  });
  for (const gap of ['/cbe/volumes lists 3101', '/cbed sends no records', '/counties sends no records'])
    expect(coverage.gaps.join('\n')).toContain(gap);
});

test('says so when all lists of photographs, or of places by county, are empty', async () => {
  const all = clientsOf(services);
  const clients = through(all, async (service, request, wants) => {
    if (/^\/cbeg\?/.test(request)) return { status: 200, body: Buffer.from('[]'), json: [] };
    if (!/^\/\?PlaceID=/.test(request)) return all[service].get(request, wants);
    const json = { totalCount: 0, places: [] };
    return { status: 200, body: Buffer.from(JSON.stringify(json)), json };
  });
  const directory = join(await scratch(), 'store');
  const { coverage } = await harvestInto(directory, clients);
  expect(coverage.gaps).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^all \d+ lists of photographs are empty/),
      expect.stringMatching(/^all \d+ lists of places by county are empty/),
    ]),
  );
  // Without photographs in scope none is missed.
  const others = await harvestInto(directory, clients, { groups: ['people'] });
  await closeAll(all);
  expect(others.coverage.gaps).toEqual([]);
});

test('reads every page of a list (wire-format 4)', async () => {
  const page = (currentPage: number, results: object[]) => ({
    totalCount: 3,
    totalPages: 2,
    currentPage,
    countPerPage: 2,
    results,
  });
  const request = 'placenames /?PlaceID=100013';
  const answers = {
    [request]: page(1, [{ id: 9_100_001 }, { id: 9_100_002 }]),
    [`${request}&Page=2`]: page(2, [{ id: 9_100_003 }]),
  };
  const { coverage, store } = await harvestWith(answers, { groups: ['places'] });
  expect(coverage.gaps).toEqual([]);
  expect(store.requests('placenames')).toContain('/?PlaceID=100013&Page=2');
});

describe('pages of a list whose total is not sent are read until one is empty or repeats', () => {
  const PLACES = Array.from({ length: 5 }, (_, index) => ({ id: 9_100_001 + index }));
  const REQUEST = 'placenames /?PlaceID=100013';
  const pages = (counts: (page: number) => object, ...results: readonly object[][]) =>
    Object.fromEntries(
      results.map((places, index) => [
        index === 0 ? REQUEST : `${REQUEST}&Page=${index + 1}`,
        { ...counts(index + 1), results: places },
      ]),
    );
  const [first, second, third] = [PLACES.slice(0, 2), PLACES.slice(2, 4), PLACES.slice(4)] as const;

  test.each([
    ['size and number of a page', (currentPage: number) => ({ countPerPage: 2, currentPage }), 0],
    ['one page, and its size', (currentPage: number) => ({ countPerPage: 2, currentPage, totalPages: 1 }), 0],
    ['one page', () => ({ totalPages: 1 }), 0],
    ['nothing', () => ({}), 0],
    ['a size above that of its pages', (currentPage: number) => ({ countPerPage: 1000, currentPage }), 0],
    [
      'one page, and a size above that of its pages',
      (currentPage: number) => ({ countPerPage: 1000, currentPage, totalPages: 1 }),
      0,
    ],
    [
      'as the total the records of the page',
      (currentPage: number) => ({ totalCount: currentPage < 3 ? 2 : 1, countPerPage: 2, currentPage }),
      1,
    ],
    ['three pages', () => ({ totalPages: 3 }), 0],
  ])('it says %s', async (_, counts, gaps) => {
    const { coverage, store } = await harvestWith(pages(counts, first, second, third, []));
    const { kinds } = coverage;
    const without = (await harvestWith(pages(counts, [], []))).coverage;
    const found = (of: typeof kinds) => of.find(({ kind }) => kind === 'place')?.records ?? 0;
    expect(found(kinds) - found(without.kinds)).toBe(PLACES.length);
    expect(coverage.gaps.filter((gap) => gap.includes('100013'))).toHaveLength(gaps);
    expect(store.requests('placenames')).toContain('/?PlaceID=100013&Page=3');
  });

  test('an empty page in the middle does not end the list, and is told', async () => {
    const { coverage, store } = await harvestWith(pages(() => ({ totalPages: 4 }), first, [], second, third));
    expect(store.requests('placenames')).toContain('/?PlaceID=100013&Page=4');
    expect(coverage.gaps).toContain('placenames /?PlaceID=100013 sends 4 pages, and page 2 is empty');
  });
});

describe('a page that is shorter than the ones before, and followed by more', () => {
  const REQUEST = 'placenames /?PlaceID=100013';
  const listOf = (sizes: readonly number[], counts: object = {}) => {
    const pages = sizes.map((size, page) =>
      Array.from({ length: size }, (_, row) => ({ id: 9_100_001 + 10 * page + row })),
    );
    return Object.fromEntries(
      pages.map((results, index) => [
        index === 0 ? REQUEST : `${REQUEST}&Page=${index + 1}`,
        { countPerPage: 5, currentPage: index + 1, ...counts, results },
      ]),
    );
  };
  const gapsOf = async (...[sizes, counts]: Parameters<typeof listOf>) =>
    (await harvestWith(listOf(sizes, counts))).coverage.gaps.filter((gap) => gap.includes('100013'));

  test.each([[{}], [{ totalPages: 3 }]])('is told where the list has no total: %j', async (counts) => {
    expect(await gapsOf([5, 2, 4, 0], counts)).toEqual([
      'placenames /?PlaceID=100013 sends 2 records on page 2, fewer than before, and more on later pages',
    ]);
  });

  test('is no gap where the total is right; nor is a last page', async () => {
    expect(await gapsOf([5, 2, 4], { totalCount: 11, totalPages: 3 })).toEqual([]);
    expect(await gapsOf([5, 5, 2, 0])).toEqual([]);
  });
});

test.each([
  ['announces 3 records and sends 2', { totalCount: 3 }],
  ['sends the same page repeatedly', {}],
  ['sends the same page repeatedly', { totalPages: undefined, countPerPage: 2, currentPage: 1 }],
])('does not ask for ever a service that gives one page for all of them: %s', async (gap, counts) => {
  const page = { totalPages: 1_000_000_000, ...counts, results: [{ id: 9_100_001 }, { id: 9_100_002 }] };
  const request = 'placenames /?PlaceID=100013';
  const answers = { [request]: page, [`${request}&Page=2`]: page, [`${request}&Page=3`]: page };
  const { coverage, store } = await harvestWith(answers, { groups: ['places'] });
  expect(store.requests('placenames').filter((one) => one.startsWith('/?PlaceID=100013&'))).toEqual([
    '/?PlaceID=100013&Page=2',
  ]);
  expect(coverage.gaps.join('\n')).toContain(gap);
});

test('an invalid id in a list is not requested and does not end the harvest', async () => {
  const odd = ['../../../etc/passwd', '1&Status=4\r\nX: y', 1e21, '٣'].map((id) => ({ id }));
  const { coverage, store } = await harvestWith({
    'archive /cbe/volumes': [{ id: 3101 }, { id: '3102' }, ...odd],
    'placenames /features': [{ id: '..' }, { id: 'a\ud800&PlaceID=1' }],
    'archive /countries': [{ isoCode: 'I\ud800' }],
  });
  expect(coverage.gaps).toContain('/cbe/volumes has 4 of 6 volumes without an id');
  const volumes = store.requests('archive').filter((one) => one.startsWith('/cbe?VolumeID='));
  expect(volumes).toEqual(['/cbe?VolumeID=3101', '/cbe?VolumeID=3102']);
});

test('an id that an index gives to two volumes is a gap: one of them cannot be requested', async () => {
  const row = { id: 3101, volumeNumber: '0042' };
  const again = { ...row, dateModified: '2016-01-10T08:01:02Z' };
  const of = async (...rows: object[]) =>
    (await harvestWith({ 'archive /cbe/volumes': rows })).coverage.gaps.filter((gap) =>
      gap.includes('the id'),
    );
  expect(await of(row, { ...row, volumeNumber: '0117' })).toEqual([
    '/cbe/volumes has the id 3101 for 2 volumes: 0042, 0117',
  ]);
  expect(await of(row, again)).toEqual([]);
});

test('an entry that a volume sends twice, in place of another one, is less than its index announces', async () => {
  const [page, item] = [{ id: 601 }, { id: 7101, pages: [601] }];
  const row = { id: 3101, volumeNumber: '0042', pageCount: 2, partCount: 1, itemCount: 2 };
  const volume = { id: 3101, pages: [page, page], parts: [{ id: 2101, items: [item, item] }] };
  const { coverage } = await harvestWith({
    'archive /cbe/volumes': [row],
    'archive /cbe?VolumeID=3101': [volume],
  });
  expect(coverage.gaps.filter((gap) => gap.includes('volume 3101'))).toEqual([
    '/cbe volume 3101 has 1 pages, its index announces 2',
    '/cbe volume 3101 has 1 items, its index announces 2',
  ]);
});

test('places that only a withheld record names are neither requested nor reported', async () => {
  const item = { id: 1, sensitive: true, pages: [], locationsIreland: [{ logainmID: 9_777_777 }] };
  const volume = { id: 3101, status: 4, pages: [], parts: [{ id: 2, items: [item] }] };
  const { coverage, store } = await harvestWith(
    { 'archive /cbe?VolumeID=3101': [volume] },
    { groups: ['manuscripts', 'places'] },
  );
  expect(coverage.neverFound).not.toContainEqual(expect.objectContaining({ id: '9777777' }));
  expect(store.missing('placenames')).not.toContain('/9777777');
});

test('the progress of each service ends complete, although it refuses a list; its total is open before', async () => {
  const front = new Front();
  front.behind = services;
  front.instead = refusing(/^archive \/cbeg\?(PersonID|Country)/, 400);
  await front.open();
  const at = { archive: front.url('archive'), placenames: front.url('placenames') };
  const clients = clientsOf({ ...services, ...at });
  const store = await openForHarvest(join(await scratch(), 'store'), { pid: process.pid });
  const events: Extract<RunEvent, { event: 'progress' }>[] = [];
  try {
    const { coverage } = await harvest(clients, store, PLAN, (event) => {
      if (event.event === 'progress') events.push(event);
    });
    expect(coverage.gaps.join()).toContain('refuses /cbeg?PersonID');
    for (const service of ['archive', 'place-names']) {
      const own = events.filter(({ what }) => what === service);
      const last = own.at(-1);
      expect(last?.isOpen).toBeUndefined();
      expect([last?.done, own.at(-2)?.done]).toEqual([last?.total, last?.total]);
      // Until most requests are known, the total is open.
      for (const event of own.slice(0, 10)) expect(event.isOpen).toBe(true);
    }
  } finally {
    await store.close();
    await closeAll(clients);
    front.close();
  }
});

describe('an address that is that of the other service ends a harvest in its first requests', () => {
  test.each([
    ['both are swapped', 'placenames', 'archive'],
    ['both are the archive', 'archive', 'archive'],
    ['both are the place-names service', 'placenames', 'placenames'],
  ] as const)('%s', async (_, archive, placenames) => {
    const key = services.keys.public;
    const settings = { key, path: undefined };
    const swapped = {
      archive: clientTo('archive', services[archive], settings),
      placenames: clientTo('placenames', services[placenames], settings),
    };
    const lists = counting(swapped);
    await expect(harvestInto(join(await scratch(), 'store'), lists.clients)).rejects.toMatchObject({
      exitCode: 2,
      hint: expect.stringMatching(/services\.(archive|placenames)\.url.*swapped/s),
    });
    expect(lists.asked.length).toBeLessThan(10);
    // A service that has a list, empty, at every path.
    const empty = { status: 200, body: Buffer.from('[]'), json: [] } as const;
    const lenient = through(swapped, async (service, request, wants) => {
      const answer = await swapped[service].get(request, wants);
      return answer.status === 404 ? empty : answer;
    });
    const all = counting(lenient);
    await expect(harvestInto(join(await scratch(), 'store'), all.clients)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(/^The .* service answers with the records of the other service\.$/),
    });
    // Requests to the service whose address is right go on meanwhile.
    const wrong = Object.entries({ archive, placenames }).flatMap(([as, is]) => (as === is ? [] : as));
    for (const service of wrong)
      expect(all.asked.filter((one) => one.startsWith(service)).length).toBeLessThan(10);
    await closeAll(swapped);
  });
});
