import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../support/cli.js';
import { makeFolder, removeFolder, scratch } from '../support/files.js';
import { type Call, Disk, hasStrace, traced } from '../support/traced.js';

/**
 * What a power cut would leave (fsync(2): a file is on the disk when it is synced, its name when its folder is). The
 * commands run under strace; the state of the disk is followed call by call.
 */

/** Locks name a process, which no power cut survives. Outputs of shards are removed before the release is moved. */
const NEEDS_NO_SYNC = /\.lock(\.|$)|\/\.shards\//;

const RENAMES = new Set(['rename', 'link', 'symlink']);

interface Watched {
  /** Renames of files that were not synced before. */
  readonly early: string[];
  /** Folders with a new name that were not synced after it. */
  readonly late: string[];
  /** What a power cut would have left out, at each move of a whole store or release to its place. */
  readonly atMove: Map<string, readonly string[]>;
}

/** Follows the calls, and looks at the disk before each new name. */
function watch(calls: readonly Call[], isMove: (call: Call) => string | undefined): Watched {
  const disk = new Disk();
  const watched: Watched = { early: [], late: [], atMove: new Map() };
  const folders = new Set<string>();
  for (const call of calls) {
    const [from = '', to = ''] = call.paths;
    if (RENAMES.has(call.name) && !NEEDS_NO_SYNC.test(to)) {
      if (call.name === 'rename' && disk.isUnsafe(from)) watched.early.push(`${from} -> ${to}`);
      const moved = isMove(call);
      if (moved !== undefined)
        watched.atMove.set(`${basename(from)} -> ${basename(to)}`, disk.unsafeIn(moved));
      folders.add(dirname(to));
    }
    disk.take(call);
  }
  watched.late.push(...[...folders].filter((folder) => disk.isUnsafe(folder)));
  return watched;
}

describe.skipIf(!hasStrace)('nothing is lost at a power cut', { timeout: 300_000 }, () => {
  let folder: string;
  let first: Watched;
  let again: Watched;
  const renamed = (calls: readonly Call[]): number => calls.filter(({ name }) => name === 'rename').length;
  beforeAll(async () => {
    folder = await makeFolder();
    const [out, store] = [join(folder, 'out'), join(folder, 'store')];
    const isMove = ({ name, paths: [from = '', to = ''] }: Call): string | undefined => {
      if (name !== 'rename') return undefined;
      if (to === join(out, 'x')) return store;
      if (to === join(out, 'latest')) return join(out, 'x');
      return to === join(out, 'x') ? from : undefined;
    };
    const config = join(folder, 'config.yaml');
    const key = join(folder, 'key');
    const served = await serve();
    await writeFile(key, served.keys.public);
    await writeFile(
      config,
      `services:
  archive: { url: ${served.archive}, key: { file: ${key} }, gender: irish }
  placenames: { url: ${served.placenames}, key: { file: ${key} } }
out: ${out}
store: ${store}
pace: { concurrency: 8, perSecond: 10000 }
`,
    );
    const args = ['-c', config, '--kinds', 'people,places', '--release', 'x', '--log-level', 'error'];
    args.push('--metrics', join(folder, 'metrics.prom'));
    const exported = await traced(['export', ...args], folder);
    expect(exported.code).toBe(0);
    expect(renamed(exported.calls)).toBeGreaterThan(10);
    first = watch(exported.calls, isMove);
    const replaced = await traced(['export', ...args, '--replace'], folder);
    expect(replaced.code).toBe(0);
    again = watch(replaced.calls, isMove);
    await served.stop();
    return () => removeFolder(folder);
  }, 300_000);

  test('a file is synced before it gets its name', () => {
    expect([first.early, again.early]).toEqual([[], []]);
  });

  test('a folder is synced after each new name in it', () => {
    expect([first.late, again.late]).toEqual([[], []]);
  });

  test('a store is on the disk before a release is made of it, a release before `latest` leads to it', () => {
    const whole = (moves: readonly string[]) => new Map(moves.map((move) => [move, []]));
    expect(first.atMove).toEqual(whole(['.folklore-ld.x.partial -> x', '.folklore-ld.latest -> latest']));
    expect(again.atMove).toEqual(first.atMove);
  });

  test('answers are on the disk in the log of SQLite before they go into the file of the store', async () => {
    const folder = await scratch();
    const store = join(folder, 'store');
    const args = ['harvest', '--sample', '--kinds', 'places', '--store', store, '--log-level', 'error'];
    const { code, calls } = await traced(args, folder);
    expect(code).toBe(0);
    const [file, log] = [join(store, 'store.sqlite'), join(store, 'store.sqlite-wal')];
    const disk = new Disk();
    let synced = 0;
    for (const call of calls) {
      const [path = ''] = call.paths;
      const isWrite = call.name === 'pwrite64';
      if (isWrite && path === file) expect(disk.isUnsafe(log)).toBe(false);
      if (call.name.endsWith('sync') && path === log) synced += 1;
      disk.take(call);
    }
    // More than one transaction; and at the end nothing is left in the log.
    expect(synced).toBeGreaterThan(10);
    expect(disk.isUnsafe(file)).toBe(false);
  });
});
