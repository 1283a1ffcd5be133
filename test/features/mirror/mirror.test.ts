import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { mirrorOf } from '../../../src/features/mirror/mirror.js';
import { writeHistory } from '../../../src/harvest/crawl/history.js';
import { openForHarvest } from '../../../src/harvest/store/harvest-store.js';
import { openForBuild } from '../../../src/harvest/store/stored-harvest.js';
import type { GenderSetting } from '../../../src/model/mapping/gender.js';
import { createServiceApp } from '../../../src/services/server/app.js';
import { hostArchive } from '../../../src/services/server/archive/service.js';
import { SAMPLE_KEYS } from '../../../src/services/server/keys.js';
import { parseTarget } from '../../../src/services/server/request-target.js';
import { startServices } from '../../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD, type World } from '../../../src/services/server/world.js';
import { scratch } from '../../support/files.js';
import { clientsOf, closeAll, harvestInto } from '../../support/harvests.js';
import { storedFiles } from '../../support/stored.js';

/** A harvest store can be served as it lies, so that a harvest becomes a mirror. */

async function harvestFrom(world: World, store: string): Promise<void> {
  const services = await startServices({ world });
  const clients = clientsOf(services, {}, 'internal');
  await harvestInto(store, clients);
  await closeAll(clients);
  await services.close();
}

/** With a public key this is in test/e2e/harvest. */
test('a harvest of the mirror of a harvest with a privileged key is that harvest, byte for byte', async () => {
  const folder = await scratch();
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  await harvestFrom(await loadWorld(SAMPLE_WORLD), first);
  await harvestFrom(await mirrorOf(await openForBuild(first), silent), second);
  expect(storedFiles(second)).toEqual(storedFiles(first));
});

describe('a mirror of what a privileged key was sent', () => {
  const page = { id: 1, pageNumber: '1', sensitive: false, transcripts: [] };
  const open = { id: 5, status: 4, sensitive: false, digitized: true };
  const [secret, plain] = ['Zwischenraum', 'Uisce'];
  const volume = (more: object, items: readonly object[] = []) => ({
    ...{ id: 1, volumeNumber: '0001', status: 4, pages: [page], parts: [{ id: 2, items }] },
    ...more,
  });
  const item = { id: 3, sensitive: false, title: plain, pages: [1] };
  const transcript = { id: 7, itemID: 3, dateCreated: '2020-01-01T00:00:00Z', text: secret };

  /** What each kind of key is told by a mirror of answers of the archive. */
  async function told(answers: Readonly<Record<string, unknown>>, request: string) {
    const store = join(await scratch(), 'store');
    const harvest = await openForHarvest(store, { pid: process.pid });
    for (const [asked, body] of Object.entries(answers)) {
      await harvest.put('archive', asked, Buffer.from(JSON.stringify(body)));
    }
    await harvest.finish();
    const { archive } = await mirrorOf(await openForBuild(store), silent);
    const app = createServiceApp(hostArchive(archive, SAMPLE_KEYS), {
      onError: (error) => expect(error).toBe('none'),
    });
    const target = parseTarget(`/api/v0.6${request}`);
    const ask = async (key: string) => {
      const sent = new Request(`http://localhost${target.raw}`, { headers: { 'x-api-key': key } });
      return (await app.fetch(sent, { target } as never)).text();
    };
    return { public: await ask(SAMPLE_KEYS.public), archive: await ask(SAMPLE_KEYS.archive) };
  }

  // Model 3.0: what a privileged key is not told is not known, and stays in.
  test.each<[string, object]>([
    ['a photograph without a status', { ...open, status: null, extraInfoStatus: 'PUB', extraInfoEN: secret }],
    ['a photograph not said to be harmless', { id: 5, status: 4, digitized: true, referenceNumber: secret }],
    ['a text not said to be finished', { ...open, extraInfoEN: secret }],
    ['a description not said to be finished', { ...open, archivedDescription: secret }],
  ])('shows %s to those who saw it, and not to the public', async (_, photograph) => {
    const other = { ...open, id: 6 };
    const one = await told({ '/cbeg?CountyID=100000': [photograph, other] }, '/cbeg/5');
    expect(one.public).not.toContain(secret);
    expect(one.archive).toContain(secret);
  });

  test.each<[string, object]>([
    ['a volume without a status', volume({ status: null }, [{ ...item, title: secret }])],
    [
      'an item not said to be harmless',
      volume({}, [item, { ...item, id: 4, sensitive: null, title: secret }]),
    ],
    [
      'a page not said to be harmless',
      volume({ pages: [page, { ...page, id: 2, sensitive: undefined, imageFileName: secret }] }, [item]),
    ],
    [
      'a transcript not said to be approved',
      volume({ pages: [{ ...page, transcripts: [transcript] }] }, [item]),
    ],
  ])('shows %s to those who saw it, and not to the public', async (_, one) => {
    const request = '/cbes?VolumeID=1';
    const answers = await told({ [request]: [one] }, request);
    expect(answers.public).not.toContain(secret);
    expect(answers.archive).toContain(secret);
  });

  test.each([[null], [''], [' '], [[]]])(
    'shows a public key nothing whose field of access is %j',
    async (unclear) => {
      // Of a public key's harvest too: no other field of access is there.
      const bare = { id: 1, pageNumber: '1', transcripts: [] };
      const schoolsVolume = {
        ...{ id: 1, volumeNumber: '0001', parts: [{ id: 2, items: [{ id: 3, title: plain, pages: [1] }] }] },
        pages: [bare],
      };
      const [request, photographs] = ['/cbes?VolumeID=1', '/cbeg?CountyID=100000'];
      const items = [
        { id: 3, title: plain, pages: [1] },
        { id: 4, title: secret, pages: [1], sensitive: unclear },
      ];
      for (const one of [
        { ...schoolsVolume, pages: [bare, { ...bare, id: 2, imageFileName: secret, sensitive: unclear }] },
        { ...schoolsVolume, parts: [{ id: 2, items }] },
        { ...schoolsVolume, pages: [{ ...bare, transcripts: [{ ...transcript, approved: unclear }] }] },
      ]) {
        const answers = await told({ [request]: [one] }, request);
        expect(answers.public).toContain(plain);
        expect(answers.public).not.toContain(secret);
        expect(answers.archive).toContain(secret);
      }
      const closed = { ...schoolsVolume, status: unclear, pages: [{ ...bare, imageFileName: secret }] };
      expect((await told({ [request]: [closed] }, request)).public).not.toContain(secret);
      for (const more of [
        { status: unclear, referenceNumber: secret },
        { sensitive: unclear, referenceNumber: secret },
        { extraInfoStatus: unclear, extraInfoEN: secret },
        { archivedDescriptionStatus: unclear, archivedDescription: secret },
      ]) {
        const body = [{ id: 5, digitized: true, ...more }];
        expect((await told({ [photographs]: body }, '/cbeg/5')).public).not.toContain(secret);
      }
      const part = { id: 2, items: [{ id: 3, pages: [1], extraInfoStatus: unclear, extraInfoEN: secret }] };
      const manuscripts = { '/cbe?VolumeID=1': [{ ...schoolsVolume, parts: [part] }] };
      expect((await told(manuscripts, '/cbe?VolumeID=1')).public).not.toContain(secret);
    },
  );

  test('keeps from the public a piece whose field of access is unclear in one of several answers', async () => {
    const said = (more: object) => volume({}, [item, { ...item, id: 4, title: secret, ...more }]);
    const [first, second] = ['/cbes?VolumeID=1', '/cbes?VolumeID=1&Page=2'];
    for (const answers of [
      { [first]: [said({ sensitive: null })], [second]: [said({})] },
      { [first]: [said({})], [second]: [said({ sensitive: null })] },
    ]) {
      const one = await told(answers, first);
      expect(one.public).toContain(plain);
      expect(one.public).not.toContain(secret);
    }
  });

  test('names no page or item that could not be read: nobody knows whether it may be seen', async () => {
    const request = '/cbe?VolumeID=1';
    const link = { itemID: 88, pageID: 99, sequence: 'NEXT' };
    const broken = [{ id: 88, sensitive: true, pages: 'none' }];
    const body = volume({ pages: [page, { id: 99, sensitive: true }], parts: [] });
    const part = {
      ...{ id: 2, titlePages: [99] },
      items: [{ ...item, pages: [1, 99], lastPageID: 99, linkedItems: [link] }, ...broken],
    };
    const answers = await told({ [request]: [{ ...body, parts: [part] }] }, request);
    expect(answers.public).toContain(plain);
    expect(answers.public).not.toMatch(/88|99/);
  });

  test('keeps from the public what one of several answers keeps', async () => {
    const answers = {
      '/cbeg?CountyID=100000': [{ ...open, referenceNumber: secret }],
      '/cbeg?CountyID=100001': [{ ...open, referenceNumber: secret, sensitive: true }],
    };
    const one = await told(answers, '/cbeg/5');
    expect(one.public).not.toContain(secret);
    expect(one.archive).toContain(secret);
  });

  test('keeps from the public the items, pages and transcripts that one of several answers keeps', async () => {
    const approved = { ...transcript, approved: true };
    const said = (sensitive: boolean, isApproved: boolean) =>
      volume({ pages: [{ ...page, transcripts: [{ ...approved, approved: isApproved }] }] }, [
        item,
        { ...item, id: 4, sensitive, title: secret },
      ]);
    const [first, second] = ['/cbes?VolumeID=1', '/cbes?VolumeID=1&Page=2'];
    for (const answers of [
      { [first]: [said(false, true)], [second]: [said(true, false)] },
      { [first]: [said(true, false)], [second]: [said(false, true)] },
    ]) {
      const one = await told(answers, first);
      expect(one.public).toContain(plain);
      expect(one.public).not.toContain(secret);
      expect(one.archive).toContain(secret);
    }
  });

  test('does not serve what says that it must not be seen in a way that no service knows', async () => {
    const people = [
      { id: 4112, names: [{ fullName: secret }], Sensitive: true },
      { id: 4113, names: [{ fullName: plain }] },
    ];
    const answers = await told({ '/cbed': people }, '/cbed');
    expect(answers.public).toContain(plain);
    expect(answers.public).not.toContain(secret);
  });
});

/** Wire-format 1, gender codes: `f` is male in the Irish scheme and female in the English one. */
test.each([
  ['irish', 'v0.6', { b: 'b', f: 'f' }],
  ['irish', 'v1.1', { b: 'f', f: 'm' }],
  ['english', 'v0.6', { f: 'f', m: 'm' }],
  ['english', 'v1.1', { f: 'f', m: 'm' }],
  // Letters in capitals are the same codes.
  ['irish', 'v1.1', { B: 'f', F: 'm' }],
  ['english', 'v0.6', { F: 'f', M: 'm' }],
  // One letter alone decides nothing: it stays as it came, unless the harvest had a scheme.
  ['unknown', 'v1.1', { f: 'f' }],
  ['irish', 'v1.1', { f: 'm' }, 'irish'],
  ['english', 'v1.1', { f: 'f' }, 'english'],
] as const)(
  'a mirror of %s codes of gender keeps the gender of each person in %s: %j',
  async (scheme, dialect, codes, setting?: GenderSetting) => {
    const people = Object.keys(codes).map((gender, id) => ({
      id: id + 1,
      gender,
      names: [{ fullName: `Duine ${gender}` }],
    }));
    const store = join(await scratch(), 'store');
    const harvest = await openForHarvest(store, { pid: process.pid });
    await harvest.put('archive', '/cbed', Buffer.from(JSON.stringify(people)));
    const history = {
      source: '',
      asked: {},
      sinceSweep: 0,
      withdrawn: [],
      ...(setting && { gender: setting }),
    };
    await harvest.finish({ 'history.json': writeHistory(history) });
    const world = await mirrorOf(await openForBuild(store), silent);
    expect(world.gender).toBe(scheme);
    const services = await startServices({ world, dialect });
    const ask = async (
      query: string,
    ): Promise<readonly { gender: string; names: readonly { fullName: string }[] }[]> =>
      (
        await fetch(`${services.archive}/api/v0.6/cbed${query}`, {
          headers: { 'x-api-key': services.keys.public },
        })
      ).json() as never;
    try {
      const sent = await ask('');
      expect(
        Object.fromEntries(sent.map(({ gender, names }) => [names[0]?.fullName.at(-1), gender])),
      ).toEqual(codes);
      for (const [was, is] of Object.entries(codes))
        expect([is, (await ask(`?Gender=${is}`)).map(({ names }) => names[0]?.fullName)]).toEqual([
          is,
          [`Duine ${was}`],
        ]);
    } finally {
      await services.close();
    }
  },
);

test('a mirror of two collections with different schemes keeps the gender of each person', async () => {
  const person = (id: number, gender: string) => ({ id, gender, names: [{ fullName: 'Duine' }] });
  const item = { id: 1, informants: [person(5001, 'f'), person(5002, 'm')] };
  const volume = { id: 1, pages: [], parts: [{ id: 1, items: [item] }] };
  const store = join(await scratch(), 'store');
  const harvest = await openForHarvest(store, { pid: process.pid });
  await harvest.put('archive', '/cbed', Buffer.from(JSON.stringify([person(1, 'b'), person(2, 'f')])));
  await harvest.put('archive', '/cbes?VolumeID=1', Buffer.from(JSON.stringify([volume])));
  await harvest.finish();
  const { archive, gender } = await mirrorOf(await openForBuild(store), silent);
  expect(gender).toBe('irish');
  expect([1, 2].map((id) => archive.cbed.get(id)?.gender)).toEqual(['b', 'f']);
  const informants = archive.cbes.get(1)?.parts[0]?.items[0]?.informants;
  expect(informants?.map((one) => one.gender)).toEqual(['b', 'f']);
});
