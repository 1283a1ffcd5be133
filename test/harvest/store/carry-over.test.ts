import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { carryOverStore, openForHarvest } from '../../../src/harvest/store/harvest-store.js';
import { openForBuild } from '../../../src/harvest/store/stored-harvest.js';
import { verifyStore } from '../../../src/harvest/store/verify.js';
import { scratch } from '../../support/files.js';
import { answersIn, storedFiles } from '../../support/stored.js';

/** A store of folklore-ld 0.1: `store.json`, and a gzip file for each answer (docs/migration.md). */
const ANSWERS = [
  { request: '/volumes', file: 'archive/volumes.json.gz', body: '[{"id":9}]', etag: '"v1"' },
  { request: '/cbe?VolumeID=9', file: 'archive/cbe/VolumeID=9.json.gz', body: '[{"id":9,"title":"Béal"}]' },
] as const;
const DOCUMENTS = { 'coverage.json': '{"coverage":1}', 'history.json': '{"withdrawn":[]}' };

interface Line {
  readonly service: string;
  readonly request: string;
  readonly file?: string;
}

async function write(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** @param more lines of the manifest besides those of the answers */
async function earlierStore(more: readonly Line[] = []): Promise<string> {
  const store = join(await scratch(), 'store');
  const requests: object[] = ANSWERS.map(({ body, ...line }) => ({
    service: 'archive',
    ...line,
    bytes: Buffer.byteLength(body),
    sha256: createHash('sha256').update(body).digest('hex'),
  }));
  requests.push({ service: 'archive', request: '/cbed/404', missing: true }, ...more);
  await write(
    join(store, 'store.json'),
    JSON.stringify({ format: 'folklore-ld-store', version: 1, complete: true, requests }),
  );
  for (const { file, body } of ANSWERS) await write(join(store, file), gzipSync(body));
  for (const [name, text] of Object.entries(DOCUMENTS)) await write(join(store, name), text);
  await write(join(store, 'index/records.bin'), 'an index');
  await write(join(`${store}.next`, 'journal.ndjson'), '{}');
  return store;
}

const EXPECTED = new Map([
  ['archive /cbe?VolumeID=9', '200 null\n[{"id":9,"title":"Béal"}]'],
  ['archive /cbed/404', '404 null\n'],
  ['archive /volumes', '200 "v1"\n[{"id":9}]'],
  ...Object.entries(DOCUMENTS),
]);

const carry = (store: string): Promise<string | undefined> => carryOverStore(store, process.pid);

describe('a store of the earlier form', () => {
  test('is carried over once, and its files are deleted', async () => {
    const store = await earlierStore();
    await expect(openForBuild(store)).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      hint: expect.stringContaining(`folklore-ld harvest --carry-over --store '${store}'`),
    });
    expect(await carry(store)).toMatch(/carried over .*: 3 answers$/);
    expect(storedFiles(store)).toEqual(EXPECTED);
    expect((await readdir(store)).sort()).toEqual(['coverage.json', 'history.json', 'store.sqlite']);
    expect(await readdir(dirname(store))).toEqual(['store']);
    expect((await verifyStore(store)).problems).toEqual([]);
    expect(await carry(store)).toBeUndefined();
  });

  test('is carried over by a harvest, which says so and goes on from it', async () => {
    const store = await earlierStore();
    const harvest = await openForHarvest(store, { pid: process.pid });
    expect(harvest.notes).toEqual([expect.stringContaining('was carried over')]);
    expect(harvest.last?.requests('archive')).toEqual(['/cbe?VolumeID=9', '/volumes']);
    await harvest.close();
    expect(storedFiles(store)).toEqual(EXPECTED);
  });

  test('keeps files of others', async () => {
    const store = await earlierStore();
    await write(join(store, 'archive/thesis.docx'), 'years of work');
    await carry(store);
    expect(await readFile(join(store, 'archive/thesis.docx'), 'utf8')).toBe('years of work');
    expect(await readdir(join(store, 'archive'))).toEqual(['thesis.docx']);
  });

  test('leaves a damaged answer out and says so; its file stays', async () => {
    const store = await earlierStore();
    await write(join(store, ANSWERS[1].file), gzipSync('[{"id":9,"title":"Bóal"}]'));
    expect(await carry(store)).toMatch(/: 2 answers; 1 answer could not be read/);
    expect(answersIn(store).map(({ request }) => request)).toEqual(['/cbed/404', '/volumes']);
    expect(await readdir(join(store, 'archive/cbe'))).toEqual(['VolumeID=9.json.gz']);
  });

  test('names a document that cannot be read; its file stays', async () => {
    const store = await earlierStore();
    await write(join(store, 'history.json'), '{"withdrawn":[');
    expect(await carry(store)).toMatch(/: 3 answers; 1 document could not be read: history\.json \(.+\)$/);
    expect(storedFiles(store).get('coverage.json')).toBe(DOCUMENTS['coverage.json']);
    expect(storedFiles(store).has('history.json')).toBe(false);
    expect(await readFile(join(store, 'history.json'), 'utf8')).toBe('{"withdrawn":[');
  });

  test('without documents names none', async () => {
    const store = await earlierStore();
    for (const name of Object.keys(DOCUMENTS)) await rm(join(store, name));
    expect(await carry(store)).toMatch(/: 3 answers$/);
  });

  test('whose manifest leads out of it is refused, and is as it was', async () => {
    for (const file of ['../secrets.json.gz', 'archive/../../x.json.gz', '/etc/passwd', 'archive/x']) {
      const line = { service: 'archive', request: '/x', file, bytes: 1, sha256: '' };
      const store = await earlierStore([line]);
      await expect(carry(store)).rejects.toMatchObject({
        code: 'STORE_UNUSABLE',
        message: expect.stringMatching(/store\.json cannot be read: entry 4 is invalid/),
      });
      expect((await readdir(store)).includes('archive')).toBe(true);
    }
  });

  test('is carried over again after a kill, at any moment', async () => {
    const store = await earlierStore();
    // Killed before its end: an unfinished harvest is in the file, and all files are there.
    const other = join(await scratch(), 'other');
    const half = await openForHarvest(other, { pid: process.pid, plan: 'carry-over' });
    await half.put('archive', '/volumes', Buffer.from('[]'));
    await half.close();
    await copyFile(join(other, 'store.sqlite'), join(store, 'store.sqlite'));
    expect(await carry(store)).toMatch(/: 3 answers$/);
    // Killed while files were deleted: the manifest is the last one.
    const again = await earlierStore();
    await carry(again);
    const manifest = await readFile(join(await earlierStore(), 'store.json'), 'utf8');
    await writeFile(join(again, 'store.json'), manifest);
    expect(await carry(again)).toBeUndefined();
    expect(storedFiles(again)).toEqual(EXPECTED);
    expect((await readdir(again)).sort()).toEqual(['coverage.json', 'history.json', 'store.sqlite']);
  });
});
