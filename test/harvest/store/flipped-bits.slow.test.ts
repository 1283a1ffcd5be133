import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FolkloreError } from '../../../src/base/errors.js';
import type { FoundEntry } from '../../../src/harvest/store/entry.js';
import { type HarvestStore, openForHarvest } from '../../../src/harvest/store/harvest-store.js';
import { openForBuild, type StoredHarvest } from '../../../src/harvest/store/stored-harvest.js';
import { verifyStore } from '../../../src/harvest/store/verify.js';
import { makeFolder, removeFolder, scratch } from '../../support/files.js';
import { spoil, storedFiles } from '../../support/stored.js';

/**
 * One bit of the file of a store is another one. `FLIPS=100 npx vitest run flipped-bits` tries 100 bits in each page, in place of 4;
 * `SEED=random` tries other bits.
 */

const PROGRAM = 'fingerprint';
const ANSWERS = 40;
const UNFINISHED = 15;
const DOCUMENTS = { 'coverage.json': '{"é":1}', 'history.json': '{"withdrawn":[]}' };
const DERIVED = Buffer.from('what is known of all answers: Ó Súilleabháin\n'.repeat(300));
const PAGE = 4096;

const requestOf = (id: number): string => `/cbe?VolumeID=${id}`;
const bodyOf = (id: number): Buffer =>
  Buffer.from(JSON.stringify([{ id, title: 'Béaloideas ⁊ seanchas '.repeat((id % 7) + 1) }]));
const factsOf = (id: number): string => JSON.stringify({ id, names: ['Ó Súilleabháin'] });

/** Puts answers, and facts where the store has none: as a harvest does. */
async function fill(store: HarvestStore, answers: number): Promise<void> {
  for (let id = 0; id < answers; id += 1) {
    await store.put('archive', requestOf(id), bodyOf(id), `"v${id}"`);
    const entry = store.entryOf('archive', requestOf(id)) as FoundEntry;
    for (const name of ['records', 'crawl'] as const)
      if (store.facts(entry, name, PROGRAM) === undefined) store.putFacts(entry, name, PROGRAM, factsOf(id));
  }
  await store.putMissing('archive', '/cbed/404');
}

/** A store with a complete harvest, all that is derived from that harvest, and an unfinished harvest. */
async function make(directory: string): Promise<void> {
  const store = await openForHarvest(directory, { pid: process.pid, now: 1000 });
  await fill(store, ANSWERS);
  await store.finish(DOCUMENTS);
  await derive(directory);
  const next = await openForHarvest(directory, { pid: process.pid, now: 2000 });
  await fill(next, UNFINISHED);
  await next.close();
}

/** Keeps what is derived from all answers unless the store has that: as a build does. */
async function derive(directory: string): Promise<void> {
  await withStore(directory, async (stored) => {
    if (stored.derived('global index', 'key') === undefined)
      await stored.saveDerived('global index', 'key', DERIVED);
  });
}

async function withStore<T>(directory: string, act: (stored: StoredHarvest) => Promise<T>): Promise<T> {
  const stored = await openForBuild(directory);
  try {
    return await act(stored);
  } finally {
    stored.file.close();
  }
}

/** Reads what a build reads. Sees that nothing is there in another form than it was written. */
const build = (directory: string, at: number): Promise<void> =>
  withStore(directory, async (stored) => {
    expect(stored.missing('archive')).toEqual(['/cbed/404']);
    expect(stored.requests('archive')).toHaveLength(ANSWERS);
    for (let id = 0; id < ANSWERS; id += 1) {
      const entry = stored.entryOf('archive', requestOf(id)) as FoundEntry;
      expect(entry).toMatchObject({ etag: `"v${id}"`, at });
      for (const name of ['records', 'crawl'] as const)
        expect([undefined, factsOf(id)]).toContain(stored.facts(entry, name, PROGRAM)?.toString());
      expect(await stored.read('archive', requestOf(id))).toEqual(JSON.parse(String(bodyOf(id))));
    }
    for (const name of ['coverage.json', 'history.json'] as const)
      expect(stored.document(name)).toBe(DOCUMENTS[name]);
    const derived = stored.derived('global index', 'key');
    expect([undefined, String(DERIVED)]).toContain(derived?.toString());
  });

/** What an operator is told; nothing where all is well. */
const told = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => '',
    (thrown: unknown) => {
      if (!(thrown instanceof FolkloreError)) throw thrown;
      expect(thrown).toMatchObject({ code: 'STORE_UNUSABLE', exitCode: 2 });
      expect(thrown.hint).toMatch(/Run `folklore-ld harvest`/);
      return thrown.message;
    },
  );

/** What a harvest says that goes on with the store. Its answers are those that were stored, or none. */
async function harvest(directory: string): Promise<string> {
  const store = await openForHarvest(directory, { pid: process.pid, now: 2000 });
  const { last, resumed, discarded, notes } = store;
  if (last !== undefined) expect(last.answers()).toHaveLength(ANSWERS + 1);
  if (resumed > 0) {
    expect(resumed).toBe(UNFINISHED + 1);
    for (let id = 0; id < UNFINISHED; id += 1)
      expect(store.entryOf('archive', requestOf(id))).toMatchObject({ etag: `"v${id}"`, at: 2000 });
  }
  await fill(store, ANSWERS);
  await store.finish(DOCUMENTS);
  return [...notes, ...(discarded === undefined ? [] : [discarded.why])].join('; ');
}

/**
 * Sees that a verification tells of a damage, or that nothing that a command reads has changed; and that a harvest and a build
 * leave a sound store.
 */
async function expectToldOrHealed(directory: string, sound: ReadonlyMap<string, string>): Promise<void> {
  const problems = await told(
    verifyStore(directory).then(({ problems: found }) => {
      for (const { remedy } of found) expect(remedy).toMatch(/harvest/);
      if (found.length > 0)
        throw new FolkloreError('STORE_UNUSABLE', found.map(({ wrong }) => wrong).join('; '), {
          hint: 'Run `folklore-ld harvest`',
          exitCode: 2,
        });
    }),
  );
  const failed = await told(build(directory, 1000));
  if (failed !== '') expect(problems).not.toBe('');
  const noted = await harvest(directory);
  if (noted !== '') expect(problems).not.toBe('');
  await derive(directory);
  expect((await verifyStore(directory)).problems).toEqual([]);
  expect(await told(build(directory, 2000))).toBe('');
  expect(storedFiles(directory)).toEqual(sound);
}

const FLIPS = Number(process.env.FLIPS ?? 4);

test(`in every page of the file, ${FLIPS} bits: a verification tells, or nothing has changed; the next harvest heals`, {
  timeout: 75_000 * Math.max(FLIPS, 4),
}, async () => {
  const folder = await makeFolder();
  onTestFinished(() => removeFolder(folder));
  await make(join(folder, 'base'));
  const base = await readFile(join(folder, 'base', 'store.sqlite'));
  await harvest(join(folder, 'base'));
  const sound = storedFiles(join(folder, 'base'));
  const flipped = async (bit: number): Promise<void> => {
    const directory = join(folder, 'flipped');
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory);
    const bytes = Buffer.from(base);
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    await writeFile(join(directory, 'store.sqlite'), bytes);
    await expectToldOrHealed(directory, sound);
  };
  for (let page = 0; page < base.length / PAGE; page += 1) {
    const at = page * PAGE;
    // Bytes of the page that are not zero: in a list of cells, in a cell, or in a header.
    const used = [...base.subarray(at, at + PAGE).keys()].filter((byte) => base[at + byte] !== 0);
    const byte = fc.oneof(
      { arbitrary: fc.nat(PAGE - 1), weight: 1 },
      { arbitrary: fc.nat(99), weight: 1 },
      { arbitrary: fc.constantFrom(...(used.length > 0 ? used : [0])), weight: 2 },
    );
    await fc.assert(
      fc.asyncProperty(byte, fc.nat(7), (one, bit) => flipped((at + one) * 8 + bit)),
      { numRuns: FLIPS, endOnFailure: true },
    );
  }
});

describe('what is known to have ended a process or a command', () => {
  const NO_UTF8 = "CAST(x'c3ff28' AS TEXT)";
  test.each([
    ['a checksum of facts that is no text', `UPDATE facts SET sha256 = ${NO_UTF8}`],
    ['the name of a program that is no text', `UPDATE facts SET program = ${NO_UTF8}`],
    ['facts that are a text', `UPDATE facts SET gzip = ${NO_UTF8}`],
    ['facts that are a number', 'UPDATE facts SET gzip = 7, sha256 = 8'],
    ['a checksum of facts that is bytes', "UPDATE facts SET sha256 = x'00'"],
    ['a checksum of what is derived that is no text', `UPDATE derived SET sha256 = ${NO_UTF8}`],
    ['a content that is derived and is a text', `UPDATE derived SET content = ${NO_UTF8}`],
    ['a body that is a text', `UPDATE body SET gzip = ${NO_UTF8}`],
    ['an entity tag that is no text', `UPDATE answer SET etag = ${NO_UTF8}`],
    ['an entity tag that is bytes', "UPDATE answer SET etag = x'00'"],
    ['a document that is no text', `UPDATE document SET text = ${NO_UTF8}`],
    [
      'a checksum of a harvest that is no text',
      `UPDATE harvest SET checksum = ${NO_UTF8} WHERE is_complete = 1`,
    ],
    ['a plan that is no text', `UPDATE harvest SET plan = ${NO_UTF8} WHERE is_complete = 0`],
    ['a status that no answer has', 'UPDATE answer SET status = 404 WHERE status = 200'],
    [
      'a request of an unfinished harvest that is another one',
      `UPDATE answer SET request = '/cbe?VolumeID=x' WHERE request = '${requestOf(3)}' AND harvest = (SELECT id FROM harvest WHERE is_complete = 0)`,
    ],
    ['a header of another program', 'PRAGMA application_id = 1718512740'],
    ['a header of another version', 'PRAGMA user_version = 3'],
  ])('%s is told, and the next harvest and build heal the store', async (_, sql) => {
    const directory = join(await scratch(), 'store');
    await make(directory);
    spoil(directory, sql);
    const { problems } = await verifyStore(directory).catch((thrown: FolkloreError) => ({
      problems: [thrown.message],
    }));
    // Facts of another program may be there.
    if (!sql.includes('program')) expect(problems).not.toEqual([]);
    const sound = await scratch();
    await make(join(sound, 'store'));
    await harvest(join(sound, 'store'));
    await expectToldOrHealed(directory, storedFiles(join(sound, 'store')));
  });

  test('a row of the schema that is no index any more: the file is not written anew without it', async () => {
    const directory = join(await scratch(), 'store');
    await make(directory);
    const file = join(directory, 'store.sqlite');
    const bytes = await readFile(file);
    const at = bytes.indexOf('indexanswer_body');
    // 'Index': SQLite reads the row as before, and VACUUM leaves the index out.
    bytes[at] = (bytes[at] ?? 0) ^ 0x20;
    await writeFile(file, bytes);
    await expect(verifyStore(directory)).rejects.toMatchObject({
      message: expect.stringMatching(/the tables/),
    });
    await harvest(directory);
    expect((await verifyStore(directory)).problems).toEqual([]);
  });

  test('facts that an index gives to another answer are not those of that answer', async () => {
    const directory = join(await scratch(), 'store');
    await make(directory);
    const file = join(directory, 'store.sqlite');
    const bytes = await readFile(file);
    /** Where an entry of the index has the number of a row: behind its key. In the row itself the fingerprint is there. */
    const rowOf = (id: number): number => {
      const key = `${requestOf(id)}crawl`;
      for (let at = bytes.indexOf(key); at !== -1; at = bytes.indexOf(key, at + 1)) {
        const behind = at + key.length;
        if (!bytes.toString('latin1', behind).startsWith(PROGRAM)) return behind;
      }
      throw new Error('no entry');
    };
    bytes[rowOf(3)] = bytes[rowOf(4)] ?? 0;
    await writeFile(file, bytes);
    await build(directory, 1000);
    expect((await verifyStore(directory)).problems).not.toEqual([]);
  });
});
