import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FolkloreError } from '../../../src/base/errors.js';
import { type HarvestStore, openForHarvest } from '../../../src/harvest/store/harvest-store.js';
import { networkFileSystem } from '../../../src/harvest/store/store-file.js';
import { openForBuild } from '../../../src/harvest/store/stored-harvest.js';
import { verifyStore } from '../../../src/harvest/store/verify.js';
import { scratch } from '../../support/files.js';
import { answersIn, requestsIn, spoil, spoilBody, storedFiles } from '../../support/stored.js';

const US = { pid: process.pid };
const HAS_SQLITE3 = spawnSync('sqlite3', ['--version']).error === undefined;

type Put = (store: HarvestStore) => Promise<void>;

function body(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** The answers of a small world. */
const PUTS: readonly Put[] = [
  (store) => store.put('archive', '/volumes', body([{ id: 9 }, { id: 10 }]), '"v1"'),
  (store) => store.put('archive', '/cbe?VolumeID=10', body([{ id: 10 }])),
  (store) => store.put('archive', '/cbe?VolumeID=9', body([{ id: 9, title: 'Béaloideas ⁊ seanchas' }])),
  (store) => store.put('archive', '/cbe?VolumeNumber=1', body([])),
  (store) => store.put('archive', '/cbe?VolumeNumber=01', body([])),
  (store) => store.putMissing('archive', '/cbed/404'),
  // Above 2^53.
  (store) => store.put('archive', '/cbed/9007199254740993', body({ id: 1 })),
  (store) => store.put('archive', '/cbed/9007199254740992', body({ id: 2 })),
  (store) => store.put('placenames', '/?PlaceID=100010', body({ totalCount: 0, places: [] })),
  (store) => store.put('placenames', '/?Query=../../Baile Átha', body([])),
];

const HISTORY = { 'history.json': '{"withdrawn":[]}' };

async function harvest(directory: string, puts: readonly Put[]): Promise<void> {
  const store = await openForHarvest(directory, US);
  for (const put of puts) await put(store);
  await store.finish(HISTORY);
}

async function failure(promise: Promise<unknown>): Promise<FolkloreError> {
  const thrown: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof FolkloreError)) throw new Error(`expected a FolkloreError, not ${String(thrown)}`);
  expect(thrown).toMatchObject({ code: 'STORE_UNUSABLE', exitCode: 2 });
  return thrown;
}

describe('a finished harvest', () => {
  test('returns the answers that were stored', async () => {
    const directory = join(await scratch(), 'store');
    await harvest(directory, PUTS);
    const stored = await openForBuild(directory);
    // In the order of numbers, whatever their length.
    expect(stored.requests('archive')).toEqual([
      '/cbe?VolumeID=9',
      '/cbe?VolumeID=10',
      '/cbe?VolumeNumber=01',
      '/cbe?VolumeNumber=1',
      '/cbed/9007199254740992',
      '/cbed/9007199254740993',
      '/volumes',
    ]);
    expect(stored.requests('placenames')).toEqual(['/?PlaceID=100010', '/?Query=../../Baile Átha']);
    expect(stored.missing('archive')).toEqual(['/cbed/404']);
    expect(stored.missing('placenames')).toEqual([]);
    expect(await stored.read('archive', '/cbe?VolumeID=9')).toEqual([
      { id: 9, title: 'Béaloideas ⁊ seanchas' },
    ]);
    expect(await stored.read('archive', '/cbed/404')).toBeUndefined();
    expect((await failure(stored.read('archive', '/cbe?VolumeID=11'))).message).toContain('/cbe?VolumeID=11');
  });

  test.skipIf(!HAS_SQLITE3)('can be asked with sqlite3, and its bodies unpacked with gzip', async () => {
    const folder = await scratch();
    const directory = join(folder, 'store');
    await harvest(directory, PUTS);
    const file = join(directory, 'store.sqlite');
    const ask = (sql: string): string => execFileSync('sqlite3', [file, sql], { encoding: 'utf8' }).trim();
    expect(ask("SELECT status, etag FROM answer WHERE request = '/volumes'")).toBe('200|"v1"');
    expect(ask("SELECT status, count(*) FROM answer WHERE service = 'archive' GROUP BY status")).toBe(
      '200|7\n404|1',
    );
    const body = join(folder, 'body.gz');
    ask(
      `SELECT writefile('${body}', gzip) FROM answer JOIN body USING (sha256) WHERE request = '/cbe?VolumeID=10'`,
    );
    expect(execFileSync('gzip', ['-dc', body], { encoding: 'utf8' })).toBe('[{"id":10}]');
  });

  test('is one file that others may not read, and its documents', async () => {
    const directory = join(await scratch(), 'store');
    await mkdir(directory, { mode: 0o755 });
    await harvest(directory, PUTS);
    expect((await readdir(directory)).sort()).toEqual(['history.json', 'store.sqlite']);
    expect((await stat(join(directory, 'store.sqlite'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(directory, 'history.json'), 'utf8')).toBe(HISTORY['history.json']);
  });

  test('stays in place until the next one is complete', async () => {
    const directory = join(await scratch(), 'store');
    await harvest(directory, PUTS);
    const before = storedFiles(directory);
    const store = await openForHarvest(directory, US);
    expect(store.resumed).toBe(0);
    expect(store.has('archive', '/volumes')).toBe(false);
    await store.put('archive', '/volumes', body([]));
    expect(storedFiles(directory)).toEqual(before);
    const reading = await openForBuild(directory);
    expect(await reading.read('archive', '/volumes')).toEqual([{ id: 9 }, { id: 10 }]);
    await store.finish();
    const stored = await openForBuild(directory);
    expect(stored.requests('archive')).toEqual(['/volumes']);
    expect(await stored.read('archive', '/volumes')).toEqual([]);
  });

  test('has nothing of what was withdrawn: not in any byte of its files', async () => {
    const directory = join(await scratch(), 'store');
    const secret = (number: number) => `(withdrawn name ${number})`;
    const texts = Array.from({ length: 300 }, (_, number) => secret(number));
    // In the request, the entity tag, the facts and the body: as text, so that bytes of the file can be searched.
    const first = await openForHarvest(directory, US);
    for (const [number, text] of texts.entries())
      await first.put('archive', `/cbed/${number}?${text}`, body({ id: number }), text);
    await first.finish({ 'history.json': texts.join('\n') });
    const bytesOf = async (): Promise<string> => {
      const files = await readdir(directory);
      const all = await Promise.all(files.map((file) => readFile(join(directory, file), 'latin1')));
      return all.join('\n');
    };
    expect(await bytesOf()).toContain(secret(7));
    const second = await openForHarvest(directory, US);
    await second.keep('archive', `/cbed/8?${secret(8)}`);
    await second.put('archive', '/cbed', body([]));
    await second.finish({ 'history.json': '{}' });
    const bytes = await bytesOf();
    expect(texts.filter((text) => bytes.includes(text) && text !== secret(8))).toEqual([]);
    expect(bytes).toContain(secret(8));
  });
});

describe('an unfinished harvest', () => {
  /** Leaves a harvest that has ended after a number of answers. */
  async function aborted(directory: string, answers: number, settings: object = {}): Promise<void> {
    const store = await openForHarvest(directory, { ...US, ...settings });
    for (const put of PUTS.slice(0, answers)) await put(store);
    await store.close();
  }

  test('is continued and gives the same store', async () => {
    const folder = await scratch();
    await harvest(join(folder, 'undisturbed'), PUTS);
    const expected = storedFiles(join(folder, 'undisturbed'));
    for (let answers = 0; answers <= PUTS.length; answers += 1) {
      const directory = join(folder, `after-${answers}`);
      await aborted(directory, answers);
      const unfinished = await failure(openForBuild(directory));
      expect(unfinished.message).toContain('is not complete yet');
      expect(unfinished.hint).toContain('folklore-ld harvest');
      const store = await openForHarvest(directory, US);
      expect(store.resumed).toBe(answers);
      expect(store.has('archive', '/volumes')).toBe(answers > 0);
      if (answers > 0) expect(await store.read('archive', '/volumes')).toEqual([{ id: 9 }, { id: 10 }]);
      for (const put of PUTS.slice(answers)) await put(store);
      await store.finish(HISTORY);
      expect(storedFiles(directory)).toEqual(expected);
    }
  });

  test('of another plan, or of long ago, is not continued, and leaves nothing', async () => {
    const directory = join(await scratch(), 'store');
    await aborted(directory, 3, { plan: 'kinds: places; key: internal', now: 1000 });
    const other = await openForHarvest(directory, { ...US, plan: 'kinds: places; key: public', now: 2000 });
    expect([other.resumed, other.discarded]).toEqual([0, { answers: 3, why: 'other plan' }]);
    for (const put of PUTS.slice(0, 2)) await put(other);
    await other.close();
    expect(requestsIn(directory, 'unfinished')).toEqual(['archive /cbe?VolumeID=10', 'archive /volumes']);
    expect(await readFile(join(directory, 'store.sqlite'), 'latin1')).not.toContain('key: public');
    const late = await openForHarvest(directory, {
      ...US,
      ...{ plan: 'kinds: places; key: public', staleBefore: 2001 },
    });
    expect([late.resumed, late.discarded]).toEqual([0, { answers: 2, why: 'too old' }]);
    await late.close();
  });
});

describe('a store that cannot be used', () => {
  test('because its folder has other files', async () => {
    const folder = await scratch();
    await writeFile(join(folder, 'thesis.docx'), 'years of work');
    expect((await failure(openForHarvest(folder, US))).message).toContain('do not belong to a store');
    expect((await failure(openForBuild(folder))).message).toContain('is not a store');
    expect(await readdir(folder)).toEqual(['thesis.docx']);
  });

  test('because its file is of another program, or of a newer version', async () => {
    for (const [pragma, message] of [
      ['application_id = 1', 'does not belong to a store'],
      ['user_version = 99', 'version 99'],
    ] as const) {
      const directory = join(await scratch(), 'store');
      await harvest(directory, PUTS);
      spoil(directory, `PRAGMA ${pragma}`);
      // Another program and another version have other tables.
      spoil(directory, 'CREATE TABLE other (x)');
      expect((await failure(openForBuild(directory))).message).toContain(message);
      expect((await failure(openForHarvest(directory, US))).message).toContain(message);
    }
  });

  test('because an answer is damaged: the request is named', async () => {
    const directory = join(await scratch(), 'store');
    await harvest(directory, PUTS);
    spoilBody(directory, '/cbe?VolumeID=9');
    const stored = await openForBuild(directory);
    const { message } = await failure(stored.read('archive', '/cbe?VolumeID=9'));
    expect(message).toContain('"/cbe?VolumeID=9"');
    expect(await stored.read('archive', '/cbe?VolumeID=10')).toEqual([{ id: 10 }]);
  });
});

describe('one byte of the file that is another one', () => {
  /** The bytes of the file, with the bits of one of them turned. */
  async function turned(directory: string, at: number): Promise<void> {
    const file = join(directory, 'store.sqlite');
    const bytes = await readFile(file);
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    await writeFile(file, bytes);
  }

  test('in 30 places: a verification or a build finds it, unless no answer has changed, and the next harvest heals it', async () => {
    const folder = await scratch();
    await harvest(join(folder, 'sound'), PUTS);
    const sound = storedFiles(join(folder, 'sound'));
    const { size } = await stat(join(folder, 'sound', 'store.sqlite'));
    let found = 0;
    for (let place = 0; place < 30; place += 1) {
      const directory = join(folder, `turned-${place}`);
      await harvest(directory, PUTS);
      await turned(directory, Math.floor(((place + 0.5) / 30) * size));
      const problems = await verifyStore(directory).then(
        (verified) => verified.problems.length,
        (thrown: unknown) => (thrown instanceof FolkloreError ? 1 : Promise.reject(thrown)),
      );
      if (problems > 0) found += 1;
      // A byte that no row has.
      else expect(storedFiles(directory)).toEqual(sound);
      await harvest(directory, PUTS);
      expect((await verifyStore(directory)).problems).toEqual([]);
      expect(storedFiles(directory)).toEqual(sound);
      expect((await readdir(directory)).sort()).toEqual(['history.json', 'store.sqlite']);
    }
    expect(found).toBeGreaterThan(0);
  });

  test('in the list of answers: the store is set aside, and a note names the damage', async () => {
    const directory = join(await scratch(), 'store');
    await harvest(directory, PUTS);
    spoil(directory, "UPDATE answer SET etag = 'another' WHERE request = '/volumes'");
    expect((await failure(openForBuild(directory))).message).toContain('damaged');
    const store = await openForHarvest(directory, US);
    expect(store.notes).toEqual([expect.stringMatching(/is damaged .*all answers are requested again/)]);
    expect(store.last).toBeUndefined();
    for (const put of PUTS) await put(store);
    await store.finish(HISTORY);
    expect(answersIn(directory).find(({ request }) => request === '/volumes')?.etag).toBe('"v1"');
  });
});

test('the file of a store behind a link is in the folder of its target', async () => {
  const folder = await scratch();
  await mkdir(join(folder, 'disk/store'), { recursive: true });
  await symlink(join(folder, 'disk/store'), join(folder, 'link'));
  await harvest(join(folder, 'link'), PUTS);
  expect((await readdir(folder)).sort()).toEqual(['disk', 'link']);
  expect(await readdir(join(folder, 'disk'))).toEqual(['store']);
  expect((await openForBuild(join(folder, 'link'))).requests('archive')).toHaveLength(7);
});

test('file systems over a network are known by their type (statfs(2))', () => {
  expect([0x6969, 0xff534d42, -0xacb2be, 0xef53, 0x01021994].map(networkFileSystem)).toEqual([
    'NFS',
    'CIFS',
    // 0xff534d42 as a signed number
    'CIFS',
    undefined,
    undefined,
  ]);
});

describe('a second harvest', () => {
  test('is continued, including the answers of the last one', async () => {
    const directory = join(await scratch(), 'store');
    await harvest(directory, PUTS);
    const first = await openForHarvest(directory, US);
    await first.keep('archive', '/volumes');
    await first.put('archive', '/cbe?VolumeID=10', body([{ id: 10, title: 'new' }]));
    await first.close();
    const second = await openForHarvest(directory, US);
    expect(second.resumed).toBe(2);
    expect(second.entryOf('archive', '/volumes')).toMatchObject({ etag: '"v1"' });
    await second.finish();
    const stored = await openForBuild(directory);
    expect(stored.requests('archive')).toEqual(['/cbe?VolumeID=10', '/volumes']);
    expect(await stored.read('archive', '/cbe?VolumeID=10')).toEqual([{ id: 10, title: 'new' }]);
  });
});

test('a harvest whose documents cannot be written beside the store is complete, with a warning, and its lock is free', async () => {
  const directory = join(await scratch(), 'store');
  await mkdir(join(directory, 'history.json', 'of somebody else'), { recursive: true });
  const store = await openForHarvest(directory, US);
  for (const put of PUTS) await put(store);
  expect(await store.finish(HISTORY)).toContain(directory);
  expect((await openForBuild(directory)).requests('archive').length).toBeGreaterThan(0);
  await (await openForHarvest(directory, US)).close();
});
