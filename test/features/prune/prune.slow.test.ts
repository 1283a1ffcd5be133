import { cp, mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Lock } from '../../../src/base/lock.js';
import { type RunningServices, startServices } from '../../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD } from '../../../src/services/server/world.js';
import { makeFolder, removeFolder, scratch } from '../../support/files.js';
import { clientsOf, closeAll, harvestInto, PLAN } from '../../support/harvests.js';
import { runWarm } from '../../support/warm.js';

describe('prune by rule', () => {
  /** Releases by their labels: the day, the release that the delta leads from, and the day of the harvest. */
  type Releases = Readonly<Record<string, { issued?: string; previous?: string; harvested?: string }>>;

  /** A folder of releases without data; `latest` leads to one of them. */
  async function releases(all: Releases, latest: string): Promise<string> {
    const out = join(await scratch(), 'out');
    for (const [label, { issued = label, previous = null, harvested = issued }] of Object.entries(all)) {
      const manifest = {
        ...{ format: 'folklore-ld-release', version: 1, program: '0.1.0', label, previous, issued },
        ...{ base: 'https://data.example.org/', vocabularyBase: 'https://vocabulary.example.org/' },
        ...{ datasets: [], derived: [], deltas: [], others: [], counts: {} },
      };
      await mkdir(join(out, label, 'data'), { recursive: true });
      await writeFile(join(out, label, 'manifest.json'), JSON.stringify(manifest));
      await writeFile(join(out, label, 'run.json'), JSON.stringify({ harvested }));
      await writeFile(join(out, label, 'data', 'places.ttl'), Buffer.alloc(2 ** 20));
    }
    await symlink(latest, join(out, 'latest'));
    return out;
  }
  const prune = (out: string, ...more: readonly string[]) =>
    runWarm(['prune', '--sample', '--store', join(out, '..', 'store'), '--out', out, ...more]);
  const left = async (out: string) => (await readdir(out)).toSorted();

  test('keeps the newest releases, and the newest of each month', async () => {
    const labels = [
      '2026-08-05',
      '2026-09-01',
      '2026-09-30',
      '2026-10-12',
      '2026-11-01',
      '2026-11-21',
      '2026-11-22',
    ];
    const out = await releases(Object.fromEntries(labels.map((label) => [label, {}])), '2026-11-22');
    const rules = ['--keep-last', '2', '--keep-monthly', '3'];
    const dry = await prune(out, ...rules, '--dry-run');
    expect(dry.stdout).toMatch(/3 of 7 would be removed.*\n(.*\n)* +2026-11-01 {2}would be removed, 1 MiB\n/);
    expect(await left(out)).toEqual([...labels, 'latest']);
    const { code, stdout } = await prune(out, ...rules);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Releases in .*: 3 of 7 removed, 3 MiB\./);
    expect(stdout).toMatch(/2026-09-30 {2}kept: the newest of 2026-09\n/);
    expect(stdout).toMatch(/2026-11-01 {2}removed, 1 MiB\n/);
    expect(await left(out)).toEqual(['2026-09-30', '2026-10-12', '2026-11-21', '2026-11-22', 'latest']);
  });

  test('removes what a run that was killed while it removed has left, of releases and of stores', async () => {
    const out = await releases({ a: { issued: '2026-01-01' }, b: { issued: '2026-02-01' } }, 'b');
    const stores = join(out, '..', 'stores');
    for (const folder of [out, stores]) {
      await mkdir(join(folder, '.folklore-ld.old.partial'), { recursive: true });
      await writeFile(join(folder, '.folklore-ld.old.partial', 'half'), 'a release or a store');
    }
    await mkdir(join(stores, '.mine'));
    expect((await prune(out, '--keep-last', '2', '--harvests', stores)).code).toBe(0);
    expect(await left(out)).toEqual(['a', 'b', 'latest']);
    expect(await left(stores)).toEqual(['.mine']);
  });

  test('keeps the release of `latest`, and the one that the delta of a kept release leads from', async () => {
    const out = await releases(
      {
        a: { issued: '2026-01-01' },
        b: { issued: '2026-02-01', previous: 'a' },
        c: { issued: '2026-03-01', previous: 'b' },
        d: { issued: '2026-04-01', previous: 'c' },
        e: { issued: '2026-05-01' },
      },
      'c',
    );
    const { stdout } = await prune(out, '--keep-last', '1');
    expect(stdout).toMatch(/ c {2}kept: latest leads to it\n/);
    expect(stdout).toMatch(/ b {2}kept: the delta of c leads from it\n/);
    expect(await left(out)).toEqual(['b', 'c', 'e', 'latest']);
  });

  test('does not touch what is no release, and a release that cannot be read', async () => {
    const out = await releases({ a: { issued: '2026-01-01' }, b: { issued: '2026-02-01' } }, 'b');
    await mkdir(join(out, 'thesis'));
    await mkdir(join(out, '2025-01-01.failed', 'report'), { recursive: true });
    await writeFile(join(out, 'a', 'manifest.json'), '{ "format": "folklore-ld-release", "version": 1');
    const { stdout } = await prune(out, '--keep-last', '1');
    expect(stdout).toMatch(/ a {2}kept: its manifest cannot be read\n/);
    expect(await left(out)).toEqual(['2025-01-01.failed', 'a', 'b', 'latest', 'thesis']);
  });

  test('keeps of the indexes of `browse` the newest one of each kept release', async () => {
    const out = await releases({ a: { issued: '2026-01-01' }, b: { issued: '2026-02-01' } }, 'b');
    await mkdir(join(out, '.browse'));
    const indexes = ['a-0123456789ab', 'b-0123456789ab', 'b-ba9876543210', 'gone-0123456789ab'];
    for (const [day, name] of indexes.entries()) {
      const file = join(out, '.browse', `${name}.sqlite`);
      await writeFile(file, Buffer.alloc(2 ** 20));
      await utimes(file, day, day);
    }
    await writeFile(join(out, '.browse', 'notes.txt'), '');
    const { stdout } = await prune(out, '--keep-last', '1');
    expect(stdout).toMatch(/Indexes of `browse` in .*: 3 of 4 removed, 3 MiB\./);
    expect(await left(join(out, '.browse'))).toEqual(['b-ba9876543210.sqlite', 'notes.txt']);
  });

  test('removes no release without a rule, or while a build writes into the folder', async () => {
    const out = await releases({ a: { issued: '2026-01-01' }, b: { issued: '2026-02-01' } }, 'b');
    for (const more of [[], ['--harvests', out]])
      expect(await prune(out, ...more)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('`prune` needs a rule'),
      });
    expect((await prune(out, '--keep-last', '0')).code).toBe(2);
    const lock = await Lock.take(join(out, '.folklore-ld.lock'), process.pid, 'build is writing');
    expect((await prune(out, '--keep-last', '1')).code).toBe(2);
    await lock.release();
    expect(await left(out)).toEqual(['a', 'b', 'latest']);
  });

  describe('with --harvests', () => {
    let services: RunningServices;
    let folder: string;
    beforeAll(async () => {
      folder = await makeFolder();
      services = await startServices({ world: await loadWorld(SAMPLE_WORLD) });
      const clients = clientsOf(services);
      for (const today of ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'])
        await harvestInto(join(folder, today.slice(0, 7)), clients, { ...PLAN, groups: ['places'], today });
      await closeAll(clients);
    });
    afterAll(async () => {
      await services.close();
      await removeFolder(folder);
    });

    const copy = async (): Promise<string> => {
      const stores = join(await scratch(), 'stores');
      await cp(folder, stores, { recursive: true });
      return stores;
    };

    test('also removes stores, but none that a kept release or the configuration needs', async () => {
      const stores = await copy();
      await mkdir(join(stores, 'notes'));
      const out = await releases(
        {
          a: { issued: '2026-01-15', harvested: '2026-01-01' },
          b: { issued: '2026-02-15', harvested: '2026-02-01' },
        },
        'b',
      );
      const rule = ['--keep-last', '1', '--harvests', stores];
      const { stdout } = await prune(out, ...rule);
      expect(stdout).toMatch(/2026-01 {2}removed/);
      expect(stdout).toMatch(/2026-02 {2}kept: the release b was made of it/);
      expect(stdout).toMatch(/2026-03 {2}removed/);
      expect(stdout).toMatch(/2026-04 {2}kept: one of the last 1/);
      expect(await left(stores)).toEqual(['2026-02', '2026-04', 'notes']);
      const again = await copy();
      const own = ['prune', '--sample', '--store', join(again, '2026-03'), '--out', out];
      expect((await runWarm([...own, '--keep-last', '1', '--harvests', again])).stdout).toMatch(
        /2026-03 {2}kept: the store of the configuration/,
      );
    });

    test('keeps every store that an old release may be made of', async () => {
      const stores = await copy();
      const out = await releases({ a: { issued: '2026-01-15' } }, 'a');
      await writeFile(join(out, 'a', 'run.json'), '{}');
      const { stdout } = await prune(out, '--keep-last', '1', '--harvests', stores);
      expect(stdout).toMatch(/2026-01 {2}kept: the release a does not state its harvest/);
      expect(await left(stores)).toEqual(['2026-01', '2026-02', '2026-03', '2026-04']);
    });
  });
});
