import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { body, idsOf, type Json, type KeyKind, type Services, start, type Volume } from './support.js';

let services: Services;
let edges: Services;
beforeAll(async () => {
  services = await start();
  edges = await start(new URL('./world-edges/', import.meta.url));
});
afterAll(async () => {
  await services.close();
  await edges.close();
});

/** The ids of a list of volumes, as a tree. */
async function tree(from: Services, path: string, key: KeyKind = 'public') {
  return body<Volume[]>(await from.archive(path, { key })).map((volume) => ({
    volume: volume.id,
    pages: idsOf(volume.pages),
    parts: Object.fromEntries(volume.parts.map((part) => [part.id, idsOf(part.items)])),
  }));
}

describe('wire-format 3, whole volumes', () => {
  const CBE_3101 = {
    volume: 3101,
    pages: [501, 502, 503, 504, 505, 506, 507, 508, 509, 510, 511, 512, 513, 514, 515, 517, 518],
    parts: { 2101: [7001, 7002, 7004, 7005, 7006, 7007, 7008], 2102: [7010, 7011, 7012, 7013] },
  };

  test('GET /api/v0.6/cbe VolumeID: alone gives the whole volume, blank pages included', async () => {
    expect(await tree(services, '/api/v0.6/cbe?VolumeID=3101')).toEqual([CBE_3101]);
  });

  test('GET /api/v0.6/cbe VolumeNumber: alone gives the whole volume, blank pages included', async () => {
    expect(await tree(services, '/api/v0.6/cbe?VolumeNumber=0042')).toEqual([CBE_3101]);
    expect(await tree(services, '/api/v0.6/cbe?VolumeNumber=0117')).toEqual([
      {
        volume: 3102,
        pages: [521, 522, 523, 524, 525, 526, 527, 528, 529, 530, 531, 532, 533],
        parts: { 2103: [7020, 7021, 7009, 7022, 7023, 7025, 7026, 7027], 2104: [7024, 7028] },
      },
    ]);
  });

  test('GET /api/v0.6/cbe VolumeID: a privileged key gets the sensitive page and item too', async () => {
    const [told] = await tree(services, '/api/v0.6/cbe?VolumeID=3101', 'archive');
    expect(told?.pages).toHaveLength(18);
    expect(told?.pages).toContain(516);
    expect(told?.parts[2101]).toContain(7003);
  });

  test('GET /api/v0.6/cbes VolumeID: alone gives the whole volume, blank pages included', async () => {
    expect(await tree(services, '/api/v0.6/cbes?VolumeID=3101')).toEqual([
      {
        volume: 3101,
        pages: [601, 602, 603, 604, 605, 606, 607, 608, 609],
        parts: { 2201: [7001, 7101, 7103], 2202: [7104, 7105, 7106] },
      },
    ]);
  });

  test('GET /api/v0.6/cbes VolumeNumber: alone gives the whole volume, blank pages included', async () => {
    expect(await tree(services, '/api/v0.6/cbes?VolumeNumber=0112C')).toEqual([
      {
        volume: 3202,
        pages: [621, 622, 623, 624, 625, 626, 627],
        parts: { 2203: [7107, 7108], 2204: [7109, 7110] },
      },
    ]);
  });
});

describe('wire-format 3, any other filter prunes', () => {
  test('GET /api/v0.6/cbe ItemID: the item, its part, its pages and the title pages of its part', async () => {
    expect(await tree(services, '/api/v0.6/cbe?ItemID=7005')).toEqual([
      { volume: 3101, pages: [501, 507, 508, 509], parts: { 2101: [7005] } },
    ]);
    expect(await tree(services, '/api/v0.6/cbe?ItemID=7024')).toEqual([
      { volume: 3102, pages: [529, 530, 531], parts: { 2104: [7024] } },
    ]);
  });

  test('GET /api/v0.6/cbe CollectorID: items from several parts and volumes, parts without any are gone', async () => {
    expect(await tree(services, '/api/v0.6/cbe?CollectorID=4109')).toEqual([
      { volume: 3101, pages: [501, 509, 510], parts: { 2101: [7006, 7008] } },
    ]);
    expect(await tree(services, '/api/v0.6/cbe?PlaceID=9000012')).toEqual([
      { volume: 3101, pages: [501, 507, 508, 509], parts: { 2101: [7005] } },
      { volume: 3102, pages: [521, 525, 526, 527], parts: { 2103: [7023, 7027] } },
    ]);
  });

  test('GET /api/v0.6/cbe Language: with VolumeID it prunes, blank pages go', async () => {
    expect(await tree(services, '/api/v0.6/cbe?VolumeID=3101&Language=en')).toEqual([
      { volume: 3101, pages: [501, 510, 512, 514, 517], parts: { 2101: [7008], 2102: [7011, 7013] } },
    ]);
  });

  test('GET /api/v0.6/cbe PartID: prunes to the items of the part, other pages go', async () => {
    expect(await tree(services, '/api/v0.6/cbe?PartID=2104')).toEqual([
      { volume: 3102, pages: [529, 530, 531, 532], parts: { 2104: [7024, 7028] } },
    ]);
  });

  test('GET /api/v0.6/cbe PageID: a matching item brings all its pages', async () => {
    expect(await tree(services, '/api/v0.6/cbe?PageID=508')).toEqual([
      { volume: 3101, pages: [501, 507, 508, 509], parts: { 2101: [7005] } },
    ]);
  });

  test('GET /api/v0.6/cbes SchoolPlaceID: prunes, title pages stay', async () => {
    expect(await tree(services, '/api/v0.6/cbes?SchoolPlaceID=9000015')).toEqual([
      { volume: 3101, pages: [606, 607, 608], parts: { 2202: [7104, 7105, 7106] } },
      { volume: 3202, pages: [621, 622, 623], parts: { 2203: [7107, 7108] } },
    ]);
  });

  test('GET /api/v0.6/cbes PersonID: prunes over volumes', async () => {
    expect(await tree(services, '/api/v0.6/cbes?PersonID=5008')).toEqual([
      { volume: 3101, pages: [606, 607, 608], parts: { 2202: [7105, 7106] } },
      { volume: 3202, pages: [621, 622, 623], parts: { 2203: [7108] } },
    ]);
  });

  test('GET /api/v0.6/cbe PersonID: volumes left empty are not sent', async () => {
    expect(await tree(services, '/api/v0.6/cbe?PersonID=4113')).toEqual([
      { volume: 3101, pages: [512, 513, 514, 515, 517], parts: { 2102: [7010, 7011, 7012, 7013] } },
    ]);
    expect(await tree(services, '/api/v0.6/cbe?VolumeID=3101&DateFrom=1990')).toEqual([]);
  });

  test('GET /api/v0.6/cbe ItemID: a page shared by items of two parts brings one part only', async () => {
    expect(await tree(edges, '/api/v0.6/cbe?ItemID=34')).toEqual([
      { volume: 9, pages: [904, 908, 909], parts: { 22: [34] } },
    ]);
    expect(await tree(edges, '/api/v0.6/cbe?PageID=904')).toEqual([
      { volume: 9, pages: [902, 903, 904, 908, 909], parts: { 21: [31, 32], 22: [34] } },
    ]);
  });

  test('GET /api/v0.6/cbe ItemID: what is left of the volume keeps its own fields', async () => {
    const [pruned] = body<Json[]>(await services.archive('/api/v0.6/cbe?ItemID=7005'));
    const [whole] = body<Json[]>(await services.archive('/api/v0.6/cbe?VolumeID=3101'));
    const bare = ({ pages, parts, ...rest }: Json) => rest;
    expect(bare(pruned ?? {})).toEqual(bare(whole ?? {}));
    const part = (volume: Json | undefined) => ((volume?.parts ?? []) as Json[])[0] ?? {};
    const { items: some, ...partPruned } = part(pruned);
    const { items: all, ...partWhole } = part(whole);
    expect(partPruned).toEqual(partWhole);
    expect(all).toEqual(expect.arrayContaining(some as Json[]));
  });
});

describe('wire-format 3, a page or a part that a key sees is found by its identifier', () => {
  const KEYS = ['public', 'archive'] as const;
  test.each(['cbe', 'cbes'].flatMap((collection) => KEYS.map((key) => [collection, key] as const)))(
    'GET /api/v0.6/%s PageID, PartID: each of every volume, title pages, blank pages and parts without items included (%s)',
    async (collection, key) => {
      const lost: string[] = [];
      let tried = 0;
      for (const world of [services, edges]) {
        const ask = async (query: string) =>
          body<Volume[]>(await world.archive(`/api/v0.6/${collection}${query}`, { key }));
        for (const id of idsOf(await ask('/volumes'))) {
          for (const { pages, parts } of await ask(`?VolumeID=${id}`)) {
            tried += pages.length + parts.length;
            for (const page of idsOf(pages)) {
              const told = await ask(`?PageID=${page}`);
              if (!told.some((volume) => idsOf(volume.pages).includes(page))) lost.push(`page ${page}`);
            }
            for (const part of idsOf(parts)) {
              const told = await ask(`?PartID=${part}`);
              if (!told.some((volume) => idsOf(volume.parts).includes(part))) lost.push(`part ${part}`);
            }
          }
        }
      }
      expect(tried).toBeGreaterThan(20);
      expect(lost).toEqual([]);
    },
  );

  test('GET /api/v0.6/cbe PageID: a title page brings its part and the other title pages, a blank page only itself', async () => {
    expect(await tree(services, '/api/v0.6/cbe?PageID=529')).toEqual([
      { volume: 3102, pages: [529, 530], parts: { 2104: [] } },
    ]);
    expect(await tree(services, '/api/v0.6/cbe?PageID=502')).toEqual([
      { volume: 3101, pages: [502], parts: {} },
    ]);
  });

  test('GET /api/v0.6/cbes SchoolPlaceID, TeacherID: a school without stories is found', async () => {
    const school = [{ volume: 19, pages: [], parts: { 43: [] } }];
    expect(await tree(edges, '/api/v0.6/cbes?SchoolPlaceID=9000909')).toEqual(school);
    expect(await tree(edges, '/api/v0.6/cbes?SchoolCountyID=100020')).toEqual(school);
    expect(await tree(edges, '/api/v0.6/cbes?TeacherID=97')).toEqual(school);
    expect(await tree(edges, '/api/v0.6/cbes?TeacherID=97&Language=ga')).toEqual([]);
  });
});

describe('wire-format 3, order', () => {
  test('GET /api/v0.6/cbe CollectorID: volumes by id ascending, as numbers', async () => {
    expect((await tree(edges, '/api/v0.6/cbe?CollectorID=71')).map(({ volume }) => volume)).toEqual([9, 10]);
    const seen = await tree(edges, '/api/v0.6/cbe?CollectorID=71', 'archive');
    expect(seen.map(({ volume }) => volume)).toEqual([9, 10, 11, 12]);
  });

  test('GET /api/v0.6/cbe/volumes: by id ascending, as numbers', async () => {
    expect(idsOf(body(await edges.archive('/api/v0.6/cbe/volumes')))).toEqual([9, 10]);
  });

  test('GET /api/v0.6/cbed: by id ascending, as numbers', async () => {
    expect(idsOf(body(await edges.archive('/api/v0.6/cbed')))).toEqual([71, 72, 73, 100]);
  });

  test('GET /api/v0.6/cbeg: by id ascending, as numbers', async () => {
    expect(idsOf(body(await edges.archive('/api/v0.6/cbeg?CountyID=100005')))).toEqual([61, 62, 63, 100]);
  });
});

describe('wire-format 3, /volumes', () => {
  test('GET /api/v0.6/cbe/volumes: no pages and parts, but their counts', async () => {
    expect(body<Json[]>(await services.archive('/api/v0.6/cbe/volumes'))).toEqual([
      {
        id: 3101,
        dateCreated: '2016-01-10T08:00:00Z',
        dateModified: '2018-05-14T17:44:22.9Z',
        volumeNumber: '0042',
        pageCount: 17,
        partCount: 2,
        itemCount: 11,
      },
      {
        id: 3102,
        dateCreated: '2017-01-02T08:00:00.12Z',
        volumeNumber: '0117',
        pageCount: 13,
        partCount: 2,
        itemCount: 10,
      },
    ]);
  });

  test('GET /api/v0.6/cbe/volumes: a privileged key counts everything and sees the status', async () => {
    const told = body<Json[]>(await services.archive('/api/v0.6/cbe/volumes', { key: 'archive' }));
    expect(
      told.map(({ id, status, pageCount, partCount, itemCount }) => [
        ...[id, status, pageCount, partCount, itemCount],
      ]),
    ).toEqual([
      [3101, 4, 18, 2, 12],
      [3102, 4, 13, 2, 10],
      [3103, 2, 3, 1, 2],
    ]);
  });

  test('GET /api/v0.6/cbes/volumes: no pages and parts, but their counts, and the type', async () => {
    const told = body<Json[]>(await services.archive('/api/v0.6/cbes/volumes'));
    expect(
      told.map(({ id, volumeNumber, type, pageCount, partCount, itemCount }) => [
        ...[id, volumeNumber, type, pageCount, partCount, itemCount],
      ]),
    ).toEqual([
      [3101, '0007', 'bound-volume', 9, 2, 6],
      [3202, '0112C', 'copybook-package', 7, 2, 4],
    ]);
    for (const volume of told) {
      expect(volume).not.toHaveProperty('pages');
      expect(volume).not.toHaveProperty('parts');
      expect(volume).not.toHaveProperty('status');
    }
    const all = body<Json[]>(await services.archive('/api/v0.6/cbes/volumes', { key: 'internal' }));
    expect(all.map(({ id, status, itemCount }) => [id, status, itemCount])).toEqual([
      [3101, 4, 7],
      [3202, 4, 4],
    ]);
  });
});

describe('wire-format 3, what a public key never sees: edges', () => {
  test('GET /api/v0.6/cbe/volumes: only status 4 is published; 3, 2, 1 and 0 are not', async () => {
    expect(await tree(edges, '/api/v0.6/cbe?VolumeID=11')).toEqual([]);
    expect(await tree(edges, '/api/v0.6/cbe?VolumeID=12')).toEqual([]);
    expect(await tree(edges, '/api/v0.6/cbe?VolumeID=12', 'archive')).toEqual([
      { volume: 12, pages: [912], parts: { 25: [37] } },
    ]);
    expect(idsOf(body(await edges.archive('/api/v0.6/cbes/volumes')))).toEqual([19]);
    expect(idsOf(body(await edges.archive('/api/v0.6/cbes/volumes', { key: 'archive' })))).toEqual([19, 20]);
    expect((await edges.archive('/api/v0.6/cbeg/64')).status).toBe(404);
    expect((await edges.archive('/api/v0.6/cbeg/64', { key: 'archive' })).status).toBe(200);
  });

  test('GET /api/v0.6/cbe Status: 0 is a value', async () => {
    expect(
      (await tree(edges, '/api/v0.6/cbe?CollectorID=71&Status=0', 'archive')).map((t) => t.volume),
    ).toEqual([12]);
    expect(
      (await tree(edges, '/api/v0.6/cbe?CollectorID=71&Status=3', 'archive')).map((t) => t.volume),
    ).toEqual([11]);
  });

  test('GET /api/v0.6/cbe VolumeID: a sensitive title page and a sensitive first page leave no trace', async () => {
    const answer = await edges.archive('/api/v0.6/cbe?VolumeID=9');
    expect(answer.text).not.toMatch(/\b(901|905)\b/);
    const [volume] = body<Volume[]>(answer);
    expect(volume?.parts[0]?.titlePages).toEqual([902]);
    expect(volume?.parts[0]?.items.find(({ id }) => id === 33)?.pages).toEqual([907]);
    // A link names the first page of its item that is seen.
    expect(volume?.parts[0]?.items.find(({ id }) => id === 32)?.linkedItems).toEqual([
      { partID: 21, pageID: 907, itemID: 33, sequence: 'NEXT' },
    ]);
    const all = await edges.archive('/api/v0.6/cbe?VolumeID=9', { key: 'internal' });
    expect(body<Volume[]>(all)[0]?.parts[0]?.titlePages).toEqual([901, 902]);
  });

  test('GET /api/v0.6/cbe VolumeID: an item that is on sensitive pages only has no pages', async () => {
    const [volume] = body<Volume[]>(await edges.archive('/api/v0.6/cbe?VolumeID=10'));
    const [, hidden] = volume?.parts[0]?.items ?? [];
    expect(hidden).toMatchObject({ id: 39, pages: [] });
    expect(hidden).not.toHaveProperty('firstPageID');
    expect(hidden).not.toHaveProperty('lastPageID');
  });

  test('GET /api/v0.6/cbes VolumeID: a sensitive page takes its transcripts along', async () => {
    const answer = await edges.archive('/api/v0.6/cbes?VolumeID=19');
    expect(answer.text).not.toContain('Words of transcript 83.');
    expect(answer.text).not.toContain('Words of transcript 82.');
    expect(answer.text).toContain('Words of transcript 81.');
    expect(answer.text).not.toMatch(/\b963\b/);
  });
});
