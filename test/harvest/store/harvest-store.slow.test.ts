import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FolkloreError } from '../../../src/base/errors.js';
import { type HarvestStore, openForHarvest } from '../../../src/harvest/store/harvest-store.js';
import { openForBuild } from '../../../src/harvest/store/stored-harvest.js';
import { filesBelow, scratch } from '../../support/files.js';

const US = { pid: process.pid };

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

async function harvest(directory: string, puts: readonly Put[]): Promise<void> {
  const store = await openForHarvest(directory, US);
  for (const put of puts) await put(store);
  await store.finish();
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

  test('can be inspected with ordinary tools', async () => {
    const directory = join(await scratch(), 'store');
    await harvest(directory, PUTS);
    const file = join(directory, 'archive/cbe/VolumeID=10.json.gz');
    expect(execFileSync('gzip', ['-dc', file], { encoding: 'utf8' })).toBe('[{"id":10}]');
    const manifest = JSON.parse(await readFile(join(directory, 'store.json'), 'utf8'));
    expect(manifest).toMatchObject({ format: 'folklore-ld-store', version: 1, complete: true });
    expect(manifest.requests).toContainEqual({
      service: 'archive',
      request: '/volumes',
      file: 'archive/volumes.json.gz',
      bytes: 20,
      sha256: createHash('sha256').update('[{"id":9},{"id":10}]').digest('hex'),
      etag: '"v1"',
    });
    expect(manifest.requests).toContainEqual({ service: 'archive', request: '/cbed/404', missing: true });
  });

  test('stays in place until the next one is complete', async () => {
    const directory = join(await scratch(), 'store');
    await harvest(directory, PUTS);
    const before = await filesBelow(directory);
    const store = await openForHarvest(directory, US);
    expect(store.resumed).toBe(0);
    expect(store.has('archive', '/volumes')).toBe(false);
    await store.put('archive', '/volumes', body([]));
    expect(await filesBelow(directory)).toEqual(before);
    await store.finish();
    const stored = await openForBuild(directory);
    expect(stored.requests('archive')).toEqual(['/volumes']);
    expect(await stored.read('archive', '/volumes')).toEqual([]);
  });
});

describe('an unfinished harvest', () => {
  /** Leaves the files of a process that is killed after a number of answers. */
  async function aborted(directory: string, answers: number, plan?: string): Promise<void> {
    const store = await openForHarvest(directory, plan === undefined ? US : { ...US, plan });
    for (const put of PUTS.slice(0, answers)) await put(store);
    await cp(`${directory}.next`, `${directory}.kept`, { recursive: true });
    await store.close();
    await rm(`${directory}.next`, { recursive: true });
    await rename(`${directory}.kept`, `${directory}.next`);
  }

  test('is continued and gives the same store', async () => {
    const folder = await scratch();
    await harvest(join(folder, 'undisturbed'), PUTS);
    const expected = await filesBelow(join(folder, 'undisturbed'));
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
      await store.finish();
      expect(await filesBelow(directory)).toEqual(expected);
    }
  });

  test('has no answer whose file is missing or empty', async () => {
    const directory = join(await scratch(), 'store');
    await aborted(directory, 3);
    await rm(join(`${directory}.next`, 'archive/volumes.json.gz'));
    await writeFile(join(`${directory}.next`, 'archive/cbe/VolumeID=10.json.gz'), '');
    const store = await openForHarvest(directory, US);
    expect(store.has('archive', '/volumes')).toBe(false);
    expect(store.has('archive', '/cbe?VolumeID=10')).toBe(false);
    expect(store.has('archive', '/cbe?VolumeID=9')).toBe(true);
    await store.close();
  });

  test('of another plan is not continued', async () => {
    const directory = join(await scratch(), 'store');
    await aborted(directory, 3, 'kinds: places; key: internal');
    const other = await openForHarvest(directory, { ...US, plan: 'kinds: places; key: public' });
    expect(other.resumed).toBe(0);
    expect(await readdir(`${directory}.next`)).toEqual(['journal.ndjson']);
    expect(await readFile(join(`${directory}.next`, 'journal.ndjson'), 'utf8')).not.toContain('public');
    await other.close();
  });

  test.each([
    ['lost', undefined],
    ['empty', ''],
    ['zeros', '\0'.repeat(500)],
  ])('whose journal is %s begins again, and says so', async (_, content) => {
    const directory = join(await scratch(), 'store');
    await aborted(directory, PUTS.length);
    const journal = join(`${directory}.next`, 'journal.ndjson');
    await (content === undefined ? rm(journal) : writeFile(journal, content));
    const store = await openForHarvest(directory, US);
    expect(store.resumed).toBe(0);
    expect(store.discarded).toMatchObject({ answers: PUTS.length - 1 });
    for (const put of PUTS) await put(store);
    await store.finish();
    await harvest(`${directory}-undisturbed`, PUTS);
    expect(await filesBelow(directory)).toEqual(await filesBelow(`${directory}-undisturbed`));
  });
});

describe('a store that cannot be used', () => {
  test('because the folder of the next harvest has other files', async () => {
    for (const beside of ['store.next', 'store.replaced']) {
      const folder = await scratch();
      await mkdir(join(folder, beside));
      await writeFile(join(folder, beside, 'thesis.docx'), 'years of work');
      expect((await failure(openForHarvest(join(folder, 'store'), US))).message).toContain(beside);
      expect(await readdir(join(folder, beside))).toEqual(['thesis.docx']);
    }
  });

  test('because its manifest is of another program, truncated, or leads out of the store', async () => {
    const entry = { service: 'archive', request: '/volumes', file: '../../etc/passwd', bytes: 1, sha256: '' };
    const manifests = [
      '{"name":"folklore-ld"}',
      '{"format":"folklore-ld-sto',
      '[]',
      JSON.stringify({ format: 'folklore-ld-store', version: 1, complete: true, requests: [entry] }),
      JSON.stringify({ format: 'folklore-ld-store', version: 1, complete: false, requests: [] }),
    ];
    for (const manifest of manifests) {
      const directory = await scratch();
      await writeFile(join(directory, 'store.json'), manifest);
      expect((await failure(openForBuild(directory))).message).toContain('store.json');
    }
  });

  test.each([
    ['lost', undefined],
    ['empty', ''],
    ['zeros', '\0'.repeat(500)],
    ['half', '{"format":"folklore-ld-sto'],
  ])(
    'because its manifest is %s: the error names the command that mends it, which keeps the history',
    async (_, content) => {
      const directory = join(await scratch(), 'store');
      const history = { 'history.json': '{"withdrawn":[]}' };
      const first = await openForHarvest(directory, US);
      for (const put of PUTS) await put(first);
      await first.finish(history);
      const before = await filesBelow(directory);
      const manifest = join(directory, 'store.json');
      await (content === undefined ? rm(manifest) : writeFile(manifest, content));
      expect((await failure(openForBuild(directory))).hint).toBe(
        'Run `folklore-ld harvest`: it requests all answers again.',
      );
      // What somebody has put there is not deleted.
      await writeFile(join(directory, 'thesis.docx'), 'years of work');
      expect((await failure(openForHarvest(directory, US))).message).toContain('do not belong to a store');
      await rm(join(directory, 'thesis.docx'));
      const store = await openForHarvest(directory, US);
      expect(store.isManifestLost).toBe(true);
      expect(await store.last?.document('history.json')).toBe(history['history.json']);
      expect(store.last?.requests('archive')).toEqual([]);
      for (const put of PUTS) await put(store);
      await store.finish(history);
      expect(await filesBelow(directory)).toEqual(before);
    },
  );

  test('because an answer was changed, truncated or deleted: the file is named', async () => {
    const directory = join(await scratch(), 'store');
    await harvest(directory, PUTS);
    const file = join(directory, 'archive/cbe/VolumeID=9.json.gz');
    const whole = await readFile(file);
    const stored = await openForBuild(directory);
    const other = await readFile(join(directory, 'archive/cbe/VolumeID=10.json.gz'));
    for (const content of [other, whole.subarray(0, 20), Buffer.from('not gzip'), undefined]) {
      await (content === undefined ? rm(file) : writeFile(file, content));
      expect((await failure(stored.read('archive', '/cbe?VolumeID=9'))).message).toContain(file);
    }
  });

  test('because writing fails: nothing is written after that, and the next harvest continues', async () => {
    const directory = join(await scratch(), 'store');
    const store = await openForHarvest(directory, US);
    await store.put('archive', '/volumes', body([]));
    // A file in place of a folder, so that writing fails.
    await writeFile(join(`${directory}.next`, 'placenames'), '');
    await failure(store.put('placenames', '/counties', body([])));
    await failure(store.put('archive', '/countries', body([])));
    await failure(store.finish());
    await store.close();
    const next = await openForHarvest(directory, US);
    expect(next.has('archive', '/volumes')).toBe(true);
    expect(next.has('archive', '/countries')).toBe(false);
    await next.close();
  });
});

test('the files of a store behind a link are on the disk of its target', async () => {
  const folder = await scratch();
  await mkdir(join(folder, 'disk/store'), { recursive: true });
  await symlink(join(folder, 'disk/store'), join(folder, 'link'));
  await harvest(join(folder, 'link'), PUTS);
  expect((await readdir(folder)).sort()).toEqual(['disk', 'link']);
  expect(await readdir(join(folder, 'disk'))).toEqual(['store']);
  expect((await openForBuild(join(folder, 'link'))).requests('archive')).toHaveLength(7);
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
