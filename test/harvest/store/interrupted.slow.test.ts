import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import Database from 'libsql';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sha256 } from '../../../src/base/sha256.js';
import type { FoundEntry } from '../../../src/harvest/store/entry.js';
import { type HarvestStore, openForHarvest } from '../../../src/harvest/store/harvest-store.js';
import { harvestsIn, openForBuild } from '../../../src/harvest/store/stored-harvest.js';
import { verifyStore } from '../../../src/harvest/store/verify.js';
import { makeFolder, removeFolder, scratch } from '../../support/files.js';
import { asUser, noOtherUser } from '../../support/other-user.js';
import { requestsIn, spoil, storedFiles } from '../../support/stored.js';

/** A store whose process has ended, has lost its lock, or leaves a file open. */

const US = { pid: process.pid, now: 1 };

/** Adds an answer that no other has. */
const putInto = (store: HarvestStore, id: number): Promise<void> =>
  store.put('archive', `/cbe?VolumeID=${id}`, Buffer.from(`[{"id":${id}}]`));

async function harvest(directory: string, ids: readonly number[] = [1, 2, 3]): Promise<void> {
  const store = await openForHarvest(directory, US);
  for (const id of ids) await putInto(store, id);
  await store.finish({ 'history.json': '{}' });
}

const requestOf = (id: number): string => `archive /cbe?VolumeID=${id}`;

describe('a process that has ended while it made a store', () => {
  const made = async (act: (file: string) => Promise<void> | void): Promise<string> => {
    const directory = join(await scratch(), 'store');
    await mkdir(directory);
    await act(join(directory, 'store.sqlite'));
    return directory;
  };
  const begun =
    (...pragmas: string[]) =>
    (file: string): void => {
      const database = new Database(file);
      for (const pragma of pragmas) database.pragma(pragma);
      database.close();
    };

  test.each([
    ['a file without a byte', (file: string) => writeFile(file, '')],
    ['a database in write-ahead mode without a table', begun('journal_mode = WAL')],
    [
      'a database in write-ahead mode, with a log that has no transaction',
      async (file: string) => {
        const database = new Database(file);
        database.pragma('journal_mode = WAL');
        database.exec('BEGIN IMMEDIATE');
        await copyFile(file, `${file}.copy`);
        database.exec('ROLLBACK');
        database.close();
        await copyFile(`${file}.copy`, file);
        await rm(`${file}.copy`);
        await writeFile(`${file}-wal`, Buffer.alloc(32, 1));
      },
    ],
    ['a database in rollback mode without a table', begun('user_version = 1', 'user_version = 0')],
  ])('%s: there is no harvest yet, and the next harvest fills the store', async (_, act) => {
    const directory = await made(act);
    const none = { code: 'STORE_UNUSABLE', message: expect.stringMatching(/^There is no harvest in/) };
    await expect(openForBuild(directory)).rejects.toMatchObject(none);
    await expect(verifyStore(directory)).rejects.toMatchObject(none);
    expect(await harvestsIn(directory)).toEqual({ hasComplete: false, unfinished: undefined });
    await harvest(directory);
    expect((await verifyStore(directory)).problems).toEqual([]);
    expect(requestsIn(directory)).toEqual([1, 2, 3].map(requestOf));
  });

  test('the database of another program, with a table, is refused', async () => {
    const directory = await made((file) => {
      const database = new Database(file);
      database.exec('CREATE TABLE thesis (page TEXT)');
      database.close();
    });
    const foreign = { message: expect.stringMatching(/does not belong to a store/) };
    await expect(openForBuild(directory)).rejects.toMatchObject(foreign);
    await expect(openForHarvest(directory, US)).rejects.toMatchObject(foreign);
  });
});

describe('a harvest that was killed in a transaction, on a file system without a write-ahead log', () => {
  /** A store with a part of a transaction in its file, and the pages from before in its journal. */
  async function interrupted(): Promise<string> {
    const folder = await scratch();
    const [sound, left] = [join(folder, 'sound'), join(folder, 'left')];
    await harvest(sound);
    await mkdir(left);
    const database = new Database(join(sound, 'store.sqlite'));
    database.pragma('journal_mode = TRUNCATE');
    database.pragma('cache_size = 1');
    database.exec('BEGIN IMMEDIATE');
    database.exec("UPDATE answer SET etag = 'not committed'");
    database.exec(
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) INSERT INTO body SELECT 'x' || i, zeroblob(9000) FROM n",
    );
    for (const name of await readdir(sound)) await copyFile(join(sound, name), join(left, name));
    database.exec('ROLLBACK');
    database.close();
    expect(await readFile(join(left, 'store.sqlite'))).not.toEqual(
      await readFile(join(sound, 'store.sqlite')),
    );
    expect(await readdir(left)).toContain('store.sqlite-journal');
    return left;
  }

  test('a reader takes the transaction back', async () => {
    const directory = await interrupted();
    const { problems, answers } = await verifyStore(directory);
    expect([problems, answers]).toEqual([[], 3]);
    const stored = await openForBuild(await interrupted());
    expect(await stored.read('archive', '/cbe?VolumeID=2')).toEqual([{ id: 2 }]);
    expect(stored.entryOf('archive', '/cbe?VolumeID=2')).not.toHaveProperty('etag');
  });

  test('a reader that is open already takes the transaction back', async () => {
    const left = await interrupted();
    const directory = join(await scratch(), 'store');
    await harvest(directory);
    const reader = await openForBuild(directory);
    for (const name of ['store.sqlite', 'store.sqlite-journal']) {
      // The same file, as of the process that was killed.
      await writeFile(join(directory, name), await readFile(join(left, name)));
    }
    expect(await reader.read('archive', '/cbe?VolumeID=2')).toEqual([{ id: 2 }]);
  });

  test.skipIf(noOtherUser !== '' || process.getuid?.() !== 0)(
    `a reader that may not write says so${noOtherUser}`,
    async () => {
      const directory = await interrupted();
      for (const name of await readdir(directory)) await chmod(join(directory, name), 0o444);
      await chmod(directory, 0o555);
      const module = new URL('../../../dist/harvest/store/verify.js', import.meta.url).href;
      const script = `
        const { verifyStore } = await import(${JSON.stringify(module)});
        const told = await verifyStore(${JSON.stringify(directory)}).then((found) => found.problems, (error) => [error.message, error.hint]);
        console.log(JSON.stringify(told));`;
      await chmod(join(directory, '..'), 0o755);
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        ...asUser,
        cwd: '/',
        encoding: 'utf8',
      });
      onTestFinished(() => chmod(directory, 0o755));
      expect(JSON.parse(stdout || stderr)).toEqual([
        expect.stringMatching(/a harvest was interrupted/),
        expect.stringMatching(/Run `folklore-ld harvest`/),
      ]);
    },
  );
});

describe('a harvest whose lock file was deleted, and another harvest that has begun', () => {
  const LOST = {
    code: 'STORE_UNUSABLE',
    exitCode: 2,
    message: expect.stringMatching(/another harvest has continued, replaced or removed/),
    hint: expect.stringMatching(/Run `folklore-ld harvest`/),
  };

  /** The first process, with an answer, and the one that has taken its place. */
  async function two(
    plan?: string,
  ): Promise<Record<'first' | 'second', HarvestStore> & { directory: string }> {
    const directory = join(await scratch(), 'store');
    await harvest(directory);
    const first = await openForHarvest(directory, { ...US, plan: 'one' });
    await putInto(first, 4);
    await rm(`${directory}.lock`);
    const second = await openForHarvest(directory, { ...US, plan: plan ?? 'one' });
    return { first, second, directory };
  }

  test.each([
    ['continued', 'one'],
    ['replaced', 'another'],
  ])('%s it: the first one stops, the second one is complete', async (_, plan) => {
    const { first, second, directory } = await two(plan);
    await expect(putInto(first, 5)).rejects.toMatchObject(LOST);
    await putInto(second, 4);
    await putInto(second, 6);
    await expect(first.finish()).rejects.toMatchObject(LOST);
    await first.close();
    // The lock is that of the second one.
    await expect(openForHarvest(directory, US)).rejects.toMatchObject({
      message: expect.stringMatching(/Another harvest is using this store/),
    });
    await second.finish();
    expect((await verifyStore(directory)).problems).toEqual([]);
    expect(requestsIn(directory)).toEqual([4, 6].map(requestOf));
  });

  test('which is complete: the first one can change, remove or replace nothing of it', async () => {
    for (const act of [
      (first: HarvestStore) => putInto(first, 5),
      (first: HarvestStore) => first.putMissing('archive', '/cbed/5'),
      (first: HarvestStore) => first.finish(),
      (first: HarvestStore) => first.abandon(),
    ]) {
      const { first, second, directory } = await two();
      await putInto(second, 6);
      await second.finish({ 'history.json': '{"of":"the second"}' });
      const before = storedFiles(directory);
      await expect(act(first)).rejects.toMatchObject(LOST);
      await first.close();
      expect(storedFiles(directory)).toEqual(before);
      expect((await verifyStore(directory)).problems).toEqual([]);
      expect(await readFile(join(directory, 'history.json'), 'utf8')).toBe('{"of":"the second"}');
    }
  });

  test('a build of a harvest that was replaced leaves nothing of it in the store', async () => {
    const directory = join(await scratch(), 'store');
    await harvest(directory);
    const build = await openForBuild(directory);
    await harvest(directory, [3, 4]);
    await build.saveDerived('global index', 'key', Buffer.from('(withdrawn name)')).catch(() => {});
    const entry = build.entryOf('archive', '/cbe?VolumeID=3');
    if (entry === undefined || 'missing' in entry) throw new Error('no answer');
    await build.saveFacts('records', 'p', [[{ ...entry, request: '(withdrawn name)' }, '']]).catch(() => {});
    build.file.close();
    expect(await readFile(join(directory, 'store.sqlite'), 'latin1')).not.toContain('withdrawn name');
  });
});

test('readers find no damage in a store that another process writes at the same time', async () => {
  const directory = join(await scratch(), 'store');
  await harvest(directory);
  const module = new URL('../../../dist/harvest/store/harvest-store.js', import.meta.url).href;
  const script = `
    const { openForHarvest } = await import(${JSON.stringify(module)});
    for (let month = 0; month < 40; month += 1) {
      const store = await openForHarvest(${JSON.stringify(directory)}, { pid: process.pid, now: month });
      for (let id = 0; id < 20; id += 1) await store.put('archive', '/cbed/' + id, Buffer.from('[' + month + ']'));
      await store.finish();
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  let isOver = false;
  const ended = once(child, 'exit').then(([code]) => {
    isOver = true;
    return code;
  });
  let looks = 0;
  for (; !isOver; looks += 1) {
    const { hasComplete } = await harvestsIn(directory);
    expect(hasComplete).toBe(true);
    (await openForBuild(directory)).file.close();
    await new Promise(setImmediate);
  }
  expect(await ended).toBe(0);
  expect(looks).toBeGreaterThan(10);
});

describe('what a harvest has removed', () => {
  /** Requests, tags, bodies, facts and what is derived have the name of the record. The bodies have many sizes. */
  const nameOf = (id: number): string => `(name of ${id})`;
  test('is in no byte of the folder, whichever months change what: bytes that no row has, too', async () => {
    const random = fc.integer({ min: 0, max: 999 });
    const month = fc.record({
      added: fc.array(fc.nat(900), { minLength: 40, maxLength: 160 }),
      kept: fc.array(random, { minLength: 99 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(month, { minLength: 4, maxLength: 4 }), async (months) => {
        const folder = await makeFolder();
        const directory = join(folder, 'store');
        let live: number[] = [];
        let known = 0;
        for (const [now, { added, kept }] of months.entries()) {
          const store = await openForHarvest(directory, { pid: process.pid, now });
          live = live.filter((_, at) => (kept[at % kept.length] ?? 0) < 600);
          for (const id of live) await store.keep('archive', `/cbed/${id}?${nameOf(id)}`);
          for (const size of added) {
            const [id, request] = [known, `/cbed/${known}?${nameOf(known)}`];
            // No text that can be packed, as of real answers.
            const body = {
              id,
              text: Array.from({ length: size }, (_, at) => sha256(`${id} ${at}`).slice(0, 6)),
            };
            await store.put('archive', request, Buffer.from(JSON.stringify(body)), nameOf(id));
            store.putFacts(
              store.entryOf('archive', request) as FoundEntry,
              'records',
              'p',
              'x'.repeat(size % 300),
            );
            live.push(id);
            known += 1;
          }
          const names = live.map(nameOf).join('\n');
          await store.finish({ 'history.json': names });
          const stored = await openForBuild(directory);
          await stored.saveDerived('global index', 'key', Buffer.from(names));
          stored.file.close();
          const files = await Promise.all(
            (await readdir(directory)).map((name) => readFile(join(directory, name), 'latin1')),
          );
          const found = new Set(files.join('').match(/\(name of \d+\)/g));
          expect([...found].sort()).toEqual(live.map(nameOf).sort());
        }
        await removeFolder(folder);
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });

  test('is told where the file cannot be written anew, and the next harvest makes up for that', async () => {
    const directory = join(await scratch(), 'store');
    await harvest(directory);
    const { exec } = Database.prototype;
    const spy = vi.spyOn(Database.prototype, 'exec').mockImplementation(function (
      this: Database.Database,
      sql,
    ) {
      if (sql === 'VACUUM') throw Object.assign(new Error('database or disk is full'), { rawCode: 13 });
      return exec.call(this, sql);
    });
    const store = await openForHarvest(directory, US);
    await putInto(store, 7);
    expect(await store.finish()).toMatch(
      /what this harvest has removed may still be .*disk is full.*next harvest/,
    );
    spy.mockRestore();
    expect(requestsIn(directory)).toEqual([requestOf(7)]);
    const next = await openForHarvest(directory, US);
    await putInto(next, 8);
    expect(await next.finish()).toBeUndefined();
  });
});

describe('a store that is refused', () => {
  test.each([
    ['another program', (store: string) => spoil(store, 'CREATE TABLE other (x)')],
    ['a checksum', (store: string) => spoil(store, "UPDATE harvest SET checksum = 'x'")],
    ['no harvest', (store: string) => spoil(store, 'DELETE FROM harvest')],
    [
      'an unfinished harvest',
      (store: string) =>
        spoil(store, "INSERT INTO harvest (plan, is_complete) VALUES (CAST(x'ff' AS TEXT), 0)"),
    ],
    [
      'no database',
      (store: string) => writeFile(join(store, 'store.sqlite'), 'no database, and long enough '.repeat(9)),
    ],
  ])('because of %s is not left open', async (_, act) => {
    const directory = join(await scratch(), 'store');
    await harvest(directory);
    await act(directory);
    // A file descriptor stays until libsql's statements are collected: what is seen is whether each database was closed.
    const opened = new Set<Database.Database>();
    const { exec } = Database.prototype;
    const spy = vi.spyOn(Database.prototype, 'exec').mockImplementation(function (
      this: Database.Database,
      sql,
    ) {
      opened.add(this);
      return exec.call(this, sql);
    });
    onTestFinished(() => spy.mockRestore());
    for (const open of [openForBuild, harvestsIn, verifyStore])
      await open(directory).then(
        (stored) => 'file' in stored && stored.file.close(),
        () => {},
      );
    await openForHarvest(directory, US).then(
      (store) => store.close(),
      () => {},
    );
    expect(opened.size).toBeGreaterThan(3);
    expect([...opened].filter(({ open }) => open)).toEqual([]);
  });
});
