import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Database from 'libsql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silent } from '../../src/base/events.js';
import { prepareSite } from '../../src/features/browse/site.js';
import { type RunningServices, startServices } from '../../src/services/server/serve.js';
import { personOf, sampleWorld, schoolsItemOf } from '../pipeline/consistency/sample-world.js';
import type { Ended } from '../support/cli.js';
import { filesBelow, makeFolder, removeFolder } from '../support/files.js';
import { ForwardProxy } from '../support/proxy.js';
import { answersIn, spoil, storedFiles } from '../support/stored.js';
import { runWarm } from '../support/warm.js';
import '../support/equal-bytes.js';

/**
 * An upgrade (docs/migration.md). The program of commit f870f699 has harvested and published in a folder, with a configuration of
 * its own (upgrade/README.md). This program continues a month later.
 */

const FOLDER = brotliDecompressSync(readFileSync(new URL('upgrade/f870f699.tar.br', import.meta.url)));
const CONFIG = ['--config', 'folklore-ld.config.yaml'];
const STORE = '.folklore-ld';

/** What has changed in the second month. */
const [WITHHELD, RENAMED, DELETED] = ['cbes/item/7101', 'cbes/item/7104', 'cbed/person/4101'];

/** The folder of the old program, in which this program has continued. */
let upgraded: string;
/** The same folder, in which this program has begun without the store. */
let anew: string;
let services: RunningServices;
let proxy: ForwardProxy;
/** The run in the folder of the old program. */
let ended: Ended;

beforeAll(async () => {
  const world = await sampleWorld((draft) => {
    schoolsItemOf(draft, 7101).sensitive = true;
    schoolsItemOf(draft, 7104).title = 'Riddles';
    draft.archive.cbed.delete(personOf(draft, 4101).id);
  });
  services = await startServices({ world });
  const ports: Readonly<Record<string, string>> = {
    'archive.test': services.archive,
    'places.test': services.placenames,
  };
  proxy = await new ForwardProxy((host) => Number(new URL(ports[host] ?? '').port)).start();
  [upgraded, anew] = await Promise.all([makeFolder(), makeFolder()]);
  for (const folder of [upgraded, anew]) execFileSync('tar', ['-x', '-C', folder], { input: FOLDER });
  await rm(join(anew, STORE), { recursive: true });
  const month = ['export', ...CONFIG, '--release', '2026-11-01'];
  ended = await run(upgraded, ...month);
  expect(ended.code, ended.stderr).toBe(0);
  const other = await run(anew, ...month);
  expect(other.code, other.stderr).toBe(0);
});
afterAll(async () => {
  await proxy.stop();
  await services.close();
  await Promise.all([removeFolder(upgraded), removeFolder(anew)]);
});

/** Runs a command in a folder. The addresses of the old configuration lead to the services of this test. */
function run(folder: string, ...args: readonly string[]): Promise<Ended> {
  const key = services.keys.public;
  return runWarm(args, { ARCHIVE_API_KEY: key, PLACENAMES_API_KEY: key, HTTP_PROXY: proxy.url }, folder);
}

test('the harvest asks with the entity tags of the old store, and stores the answers of a first harvest', () => {
  const unchanged = Number(/ (\d+) unchanged,/.exec(ended.stdout)?.[1]);
  const before = answersIn(join(anew, STORE)).length;
  // The people, the index of volumes and one volume have changed.
  expect(unchanged).toBe(before - 3);
  const [continued, first] = [upgraded, anew].map((folder) => storedFiles(join(folder, STORE)));
  for (const files of [continued, first]) files?.delete('history.json');
  expect(continued).toEqual(first);
});

test('the release, its delta, the event streams and the index have the bytes of those of a new store', async () => {
  const files = await Promise.all([upgraded, anew].map((folder) => filesBelow(join(folder, 'output'))));
  // The times of the run.
  for (const one of files) one.delete('2026-11-01/run.json');
  expect(files[0]).toEqual(files[1]);
  const [output] = files;
  expect([...(output?.keys() ?? [])]).toContainEqual(
    expect.stringMatching(/^\.browse\/2026-11-01-.*\.sqlite$/),
  );
  const changes = String(output?.get('2026-11-01/delta/changes.csv')).split('\n');
  expect(changes).toContainEqual(expect.stringMatching(`/${RENAMED},changed,`));
  for (const record of [WITHHELD, DELETED])
    expect(changes).toContainEqual(expect.stringMatching(`/${record},suppressed,`));
  expect(ended.stdout).toMatch(/^Event streams in output\/feed: \d+ versions on \d+ pages added/m);
});

test('store, releases and event streams are undamaged', async () => {
  for (const folder of [STORE, 'output/2026-10-01', 'output/2026-11-01', 'output/feed']) {
    const { code, stdout } = await run(upgraded, 'verify', folder);
    expect([code, stdout]).toEqual([0, expect.stringContaining('No problems found.')]);
  }
});

test('the index of the old release is the one that this program makes, or has another name', async () => {
  const release = { folder: join(upgraded, 'output/2026-10-01'), pid: process.pid };
  const kept = await prepareSite({ ...release, temporary: anew }, silent);
  const other = await prepareSite({ ...release, temporary: anew, indexFolder: join(anew, 'index') }, silent);
  expect(basename(kept.indexFile)).toBe(basename(other.indexFile));
  expect(await readFile(kept.indexFile)).toEqual(await readFile(other.indexFile));
});

/**
 * The program of f870f699 opens a file whose `application_id`, `user_version` and statements of tables are those that it writes
 * itself; it refuses any other file: "… is of version 3; this program reads version 2", STORE_UNUSABLE, exit code 2. It was run on a
 * store that this program had continued. `verify` found no problem. `build` wrote the release of this program again: "no change".
 * `harvest` asked with entity tags, and a release of its store had the bytes of one of a first harvest. It continued an unfinished
 * harvest of this program, too. A change of the tables needs another `user_version`.
 */
test('the old program can read the new store: number and tables are the same', async () => {
  const formats = [upgraded, anew].map((folder) => formatOf(join(folder, STORE, 'store.sqlite')));
  await rm(join(anew, STORE), { recursive: true });
  execFileSync('tar', ['-x', '-C', anew, `./${STORE}`], { input: FOLDER });
  for (const format of formats) expect(format).toEqual(formatOf(join(anew, STORE, 'store.sqlite')));
});

function formatOf(file: string): unknown {
  const database = new Database(file, { readonly: true });
  try {
    return [
      'PRAGMA application_id',
      'PRAGMA user_version',
      'SELECT sql FROM sqlite_schema ORDER BY name',
    ].map((sql) => database.prepare(sql).all());
  } finally {
    database.close();
  }
}

test('an unfinished harvest of the old program begins again', async () => {
  // As that program writes it: without a checksum.
  spoil(join(upgraded, STORE), "INSERT INTO harvest (is_complete, plan) VALUES (0, 'of the old program')");
  const { code, stderr } = await run(upgraded, 'harvest', ...CONFIG);
  expect(code).toBe(0);
  expect(stderr).toMatch(/cannot be continued .*an earlier version/);
});
