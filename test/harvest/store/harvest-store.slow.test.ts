import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FolkloreError } from '../../../src/base/errors.js';
import { type HarvestStore, openForHarvest } from '../../../src/harvest/store/harvest-store.js';
import { openForBuild } from '../../../src/harvest/store/stored-harvest.js';
import { contentOf, temporaryFolder } from './temporary-folder.js';

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
  (store) => store.putMissing('archive', '/cbed/404'),
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
    const directory = join(await temporaryFolder(), 'store');
    await harvest(directory, PUTS);
    const stored = await openForBuild(directory);
    expect(stored.requests('archive')).toEqual(['/cbe?VolumeID=9', '/cbe?VolumeID=10', '/volumes']);
    expect(stored.requests('placenames')).toEqual(['/?PlaceID=100010', '/?Query=../../Baile Átha']);
    expect(stored.missing('archive')).toEqual(['/cbed/404']);
    expect(stored.missing('placenames')).toEqual([]);
    expect(await stored.read('archive', '/cbe?VolumeID=9')).toEqual([
      { id: 9, title: 'Béaloideas ⁊ seanchas' },
    ]);
    expect(await stored.read('archive', '/cbed/404')).toBeUndefined();
    expect((await failure(stored.read('archive', '/cbe?VolumeID=11'))).message).toContain('/cbe?VolumeID=11');
  });

  test('is the same byte for byte whatever the order of the answers, and leaves no other files', async () => {
    const folder = await temporaryFolder();
    await harvest(join(folder, 'a'), PUTS);
    const store = await openForHarvest(join(folder, 'b'), US);
    await Promise.all([...PUTS].reverse().map((put) => put(store)));
    await store.finish();
    expect(await contentOf(join(folder, 'a'))).toEqual(await contentOf(join(folder, 'b')));
    expect((await readdir(folder)).sort()).toEqual(['a', 'b']);
  });

  test('can be inspected with ordinary tools', async () => {
    const directory = join(await temporaryFolder(), 'store');
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

  test('can be moved', async () => {
    const folder = await temporaryFolder();
    await harvest(join(folder, 'a'), PUTS);
    await rename(join(folder, 'a'), join(folder, 'b'));
    const stored = await openForBuild(join(folder, 'b'));
    expect(await stored.read('archive', '/volumes')).toEqual([{ id: 9 }, { id: 10 }]);
  });

  test('stays in place until the next one is complete', async () => {
    const directory = join(await temporaryFolder(), 'store');
    await harvest(directory, PUTS);
    const before = await contentOf(directory);
    const store = await openForHarvest(directory, US);
    expect(store.resumed).toBe(0);
    expect(store.has('archive', '/volumes')).toBe(false);
    await store.put('archive', '/volumes', body([]));
    expect(await contentOf(directory)).toEqual(before);
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
    const folder = await temporaryFolder();
    await harvest(join(folder, 'undisturbed'), PUTS);
    const expected = await contentOf(join(folder, 'undisturbed'));
    for (let answers = 0; answers <= PUTS.length; answers += 1) {
      const directory = join(folder, `after-${answers}`);
      await aborted(directory, answers);
      const store = await openForHarvest(directory, US);
      expect(store.resumed).toBe(answers);
      expect(store.has('archive', '/volumes')).toBe(answers > 0);
      expect(store.has('archive', '/cbed/404')).toBe(answers > 3);
      if (answers > 0) expect(await store.read('archive', '/volumes')).toEqual([{ id: 9 }, { id: 10 }]);
      if (answers > 3) expect(await store.read('archive', '/cbed/404')).toBeUndefined();
      for (const put of PUTS.slice(answers)) await put(store);
      await store.finish();
      expect(await contentOf(directory)).toEqual(expected);
    }
  });

  test('that was closed is continued, too', async () => {
    const directory = join(await temporaryFolder(), 'store');
    const store = await openForHarvest(directory, US);
    await store.put('archive', '/volumes', body([]));
    await store.close();
    const next = await openForHarvest(directory, US);
    expect(next.has('archive', '/volumes')).toBe(true);
    await next.close();
  });

  test('ignores an incomplete line of the journal', async () => {
    const directory = join(await temporaryFolder(), 'store');
    await aborted(directory, 2);
    await appendFile(join(`${directory}.next`, 'journal.ndjson'), '{"service":"archive","request":"/cbe?Vol');
    const store = await openForHarvest(directory, US);
    expect(store.resumed).toBe(2);
    await store.put('archive', '/countries', body([]));
    await store.close();
    const next = await openForHarvest(directory, US);
    expect(next.resumed).toBe(3);
    await next.close();
  });

  test('has no answer whose file is missing or empty', async () => {
    const directory = join(await temporaryFolder(), 'store');
    await aborted(directory, 3);
    await rm(join(`${directory}.next`, 'archive/volumes.json.gz'));
    await writeFile(join(`${directory}.next`, 'archive/cbe/VolumeID=10.json.gz'), '');
    const store = await openForHarvest(directory, US);
    expect(store.has('archive', '/volumes')).toBe(false);
    expect(store.has('archive', '/cbe?VolumeID=10')).toBe(false);
    expect(store.has('archive', '/cbe?VolumeID=9')).toBe(true);
    await store.close();
  });

  test('has no files that are not in the journal', async () => {
    const folder = await temporaryFolder();
    const directory = join(folder, 'store');
    await aborted(directory, 2);
    await mkdir(join(`${directory}.next`, 'archive/cbes'));
    await writeFile(join(`${directory}.next`, 'archive/cbes/VolumeID=1.json.gz'), 'put, but not told');
    await writeFile(join(`${directory}.next`, 'archive/x.json.gz.partial'), 'half');
    await harvest(directory, PUTS);
    await harvest(join(folder, 'undisturbed'), PUTS);
    expect(await contentOf(directory)).toEqual(await contentOf(join(folder, 'undisturbed')));
    expect(await readdir(join(directory, 'archive'))).not.toContain('cbes');
  });

  test('of another plan is not continued', async () => {
    const directory = join(await temporaryFolder(), 'store');
    await aborted(directory, 3, 'kinds: places; key: internal');
    const other = await openForHarvest(directory, { ...US, plan: 'kinds: places; key: public' });
    expect(other.resumed).toBe(0);
    expect(await readdir(`${directory}.next`)).toEqual(['journal.ndjson']);
    expect(await readFile(join(`${directory}.next`, 'journal.ndjson'), 'utf8')).not.toContain('public');
    await other.close();
  });

  test('without a line in its journal begins again', async () => {
    const directory = join(await temporaryFolder(), 'store');
    await mkdir(`${directory}.next`);
    await writeFile(join(`${directory}.next`, 'journal.ndjson.partial'), '{"form');
    const store = await openForHarvest(directory, US);
    expect(store.resumed).toBe(0);
    await store.close();
  });

  test('killed while folders were swapped needs no request to end', async () => {
    const directory = join(await temporaryFolder(), 'store');
    const undisturbed = join(await temporaryFolder(), 'store');
    await harvest(undisturbed, PUTS);
    const complete = await contentOf(undisturbed);
    await harvest(directory, []);
    const ended = await openForHarvest(directory, US);
    for (const put of PUTS) await put(ended);
    await ended.close();
    await cp(join(undisturbed, 'store.json'), join(`${directory}.next`, 'store.json'));
    // Between the two renames.
    await rename(directory, `${directory}.replaced`);
    expect((await failure(openForBuild(directory))).hint).toContain('harvest');
    const store = await openForHarvest(directory, US);
    expect(store.resumed).toBe(PUTS.length);
    await store.finish();
    expect(await contentOf(directory)).toEqual(complete);
    expect(await readdir(dirname(directory))).toEqual([basename(directory)]);
  });

  test('killed before it deleted its journal is complete, and the next one deletes it', async () => {
    const directory = join(await temporaryFolder(), 'store');
    await harvest(directory, PUTS);
    await writeFile(join(directory, 'journal.ndjson'), '');
    expect((await openForBuild(directory)).requests('archive')).toContain('/volumes');
    const store = await openForHarvest(directory, US);
    expect(store.resumed).toBe(0);
    await store.close();
    expect(await readdir(directory)).not.toContain('journal.ndjson');
  });

  test('killed after folders were swapped is complete', async () => {
    const directory = join(await temporaryFolder(), 'store');
    await harvest(directory, PUTS);
    await harvest(`${directory}.replaced`, []);
    expect((await openForBuild(directory)).requests('archive')).toContain('/volumes');
    const store = await openForHarvest(directory, US);
    expect(store.resumed).toBe(0);
    await store.close();
    expect(await readdir(dirname(directory))).not.toContain('store.replaced');
  });

  test.each([
    ['lost', undefined],
    ['empty', ''],
    ['zeros', '\0'.repeat(500)],
  ])('whose journal is %s begins again, and says so', async (_, content) => {
    const directory = join(await temporaryFolder(), 'store');
    await aborted(directory, PUTS.length);
    const journal = join(`${directory}.next`, 'journal.ndjson');
    await (content === undefined ? rm(journal) : writeFile(journal, content));
    const store = await openForHarvest(directory, US);
    expect(store.resumed).toBe(0);
    expect(store.discarded).toEqual({ answers: 5, why: 'no journal' });
    for (const put of PUTS) await put(store);
    await store.finish();
    await harvest(`${directory}-undisturbed`, PUTS);
    expect(await contentOf(directory)).toEqual(await contentOf(`${directory}-undisturbed`));
  });

  test('cannot be built from; the error has a remedy', async () => {
    const directory = join(await temporaryFolder(), 'store');
    await aborted(directory, 2);
    const error = await failure(openForBuild(directory));
    expect(error.message).toContain('is not complete yet');
    expect(error.hint).toContain('folklore-ld harvest');
  });
});

describe('a store that cannot be used', () => {
  test('because there is none', async () => {
    const error = await failure(openForBuild(join(await temporaryFolder(), 'none')));
    expect(error.message).toContain('There is no harvest');
    expect(error.hint).toContain('folklore-ld harvest');
  });

  test('because the folder has other files', async () => {
    const directory = await temporaryFolder();
    await writeFile(join(directory, 'thesis.docx'), 'years of work');
    expect((await failure(openForHarvest(directory, US))).message).toContain(directory);
    expect((await failure(openForBuild(directory))).message).toContain('is not a store');
    expect(await readdir(directory)).toEqual(['thesis.docx']);
    expect(await readdir(dirname(directory))).not.toContain(`${basename(directory)}.lock`);
  });

  test('because the folder of the next harvest has other files', async () => {
    for (const beside of ['store.next', 'store.replaced']) {
      const folder = await temporaryFolder();
      await mkdir(join(folder, beside));
      await writeFile(join(folder, beside, 'thesis.docx'), 'years of work');
      expect((await failure(openForHarvest(join(folder, 'store'), US))).message).toContain(beside);
      expect(await readdir(join(folder, beside))).toEqual(['thesis.docx']);
    }
  });

  test('because it is of a newer version', async () => {
    const directory = await temporaryFolder();
    await writeFile(join(directory, 'store.json'), '{"format":"folklore-ld-store","version":2}');
    for (const open of [openForBuild(directory), openForHarvest(directory, US)]) {
      const error = await failure(open);
      expect(error.message).toContain('version 2');
      expect(error.hint).toContain('newer folklore-ld');
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
      const directory = await temporaryFolder();
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
      const directory = join(await temporaryFolder(), 'store');
      const history = { 'history.json': '{"withdrawn":[]}' };
      const first = await openForHarvest(directory, US);
      for (const put of PUTS) await put(first);
      await first.finish(history);
      const before = await contentOf(directory);
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
      expect(await contentOf(directory)).toEqual(before);
    },
  );

  test('because an answer was changed, truncated or deleted: the file is named', async () => {
    const directory = join(await temporaryFolder(), 'store');
    await harvest(directory, PUTS);
    const file = join(directory, 'archive/cbe/VolumeID=9.json.gz');
    const other = await readFile(join(directory, 'archive/cbe/VolumeID=10.json.gz'));
    const whole = await readFile(file);
    const stored = await openForBuild(directory);
    for (const content of [other, whole.subarray(0, 20), Buffer.from('not gzip')]) {
      await writeFile(file, content);
      expect((await failure(stored.read('archive', '/cbe?VolumeID=9'))).message).toContain(file);
    }
    await rm(file);
    expect((await failure(stored.read('archive', '/cbe?VolumeID=9'))).message).toContain(file);
  });

  test('because it is a file, or below one', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    for (const directory of [join(folder, 'file'), join(folder, 'file', 'store')]) {
      expect((await failure(openForHarvest(directory, US))).message).toContain('is a file');
      expect((await failure(openForBuild(directory))).message).toContain('is a file');
    }
  });

  test('because writing fails: nothing is written after that, and the next harvest continues', async () => {
    const directory = join(await temporaryFolder(), 'store');
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
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'disk/store'), { recursive: true });
  await symlink(join(folder, 'disk/store'), join(folder, 'link'));
  await harvest(join(folder, 'link'), PUTS);
  expect((await readdir(folder)).sort()).toEqual(['disk', 'link']);
  expect(await readdir(join(folder, 'disk'))).toEqual(['store']);
  expect((await openForBuild(join(folder, 'link'))).requests('archive')).toHaveLength(3);
});

describe('a second harvest', () => {
  test('takes unchanged answers from the last one, and ends as if it had requested all', async () => {
    const directory = join(await temporaryFolder(), 'store');
    await harvest(directory, PUTS);
    const before = await contentOf(directory);
    const store = await openForHarvest(directory, US);
    expect(store.last?.entryOf('archive', '/volumes')).toMatchObject({ etag: '"v1"' });
    expect(await store.last?.read('archive', '/cbe?VolumeID=10')).toEqual([{ id: 10 }]);
    for (const request of store.last?.requests('archive') ?? []) await store.keep('archive', request);
    for (const request of store.last?.requests('placenames') ?? []) await store.keep('placenames', request);
    expect(store.has('archive', '/cbed/404')).toBe(false);
    await store.keep('archive', '/cbed/404');
    expect(await store.read('archive', '/cbe?VolumeID=9')).toEqual([
      { id: 9, title: 'Béaloideas ⁊ seanchas' },
    ]);
    await store.finish();
    expect(await contentOf(directory)).toEqual(before);
  });

  test('is continued, including the answers of the last one', async () => {
    const directory = join(await temporaryFolder(), 'store');
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

  test('cannot take an answer that the last one does not have', async () => {
    const directory = join(await temporaryFolder(), 'store');
    const store = await openForHarvest(directory, US);
    expect(store.last).toBeUndefined();
    expect((await failure(store.keep('archive', '/volumes'))).message).toContain('/volumes');
    await store.close();
  });

  test('writes its documents', async () => {
    const directory = join(await temporaryFolder(), 'store');
    const store = await openForHarvest(directory, US);
    for (const put of PUTS) await put(store);
    await store.finish({ 'coverage.json': '{}\n' });
    const stored = await openForBuild(directory);
    expect(await stored.document('coverage.json')).toBe('{}\n');
    expect(await stored.document('history.json')).toBeUndefined();
  });
});
