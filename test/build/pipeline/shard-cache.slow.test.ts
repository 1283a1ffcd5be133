import { copyFile, cp, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { type BuildResult, build } from '../../../src/build/pipeline/build.js';
import { SHARD_PROGRAM } from '../../../src/build/pipeline/shard-digest.js';
import type { BuildPlan } from '../../../src/build/plan/build-plan.js';
import { GROUPS } from '../../../src/model/records/datasets.js';
import { Random } from '../../../src/services/generated-world/random.js';
import { makeSyntheticWorld } from '../../../src/services/generated-world/world.js';
import { loadWorld, SAMPLE_WORLD, type World } from '../../../src/services/server/world.js';
import '../../support/equal-bytes.js';
import { filesBelow, makeFolder, removeFolder, scratch } from '../../support/files.js';
import { laterWorld, PATCHES } from '../../support/later-world.js';
import { harvestSample, PLAN } from '../../support/sample-release.js';

/**
 * A build with the outputs of an earlier build gives the same bytes as one without. `RUNS=20 npx vitest run
 * test/build/pipeline/shard-cache` tries more worlds.
 */
const RUNS = Number(process.env.RUNS ?? 1);

const CACHE = { maxMiB: 1000, check: 0 };

/** Groups with shards that depend on each other: photographs refer to people and places. */
const KINDS = ['people', 'photographs', 'places'] as const;

/** A release of the store in a folder. */
const released = (folder: string, changes: Partial<BuildPlan>, signal?: AbortSignal): Promise<BuildResult> =>
  build(
    {
      ...{ ...PLAN, formats: ['nt'], kinds: KINDS, label: '2026-11-01', replace: true },
      ...{ store: join(folder, 'store'), out: join(folder, 'out') },
      ...changes,
    },
    () => ({}),
    silent,
    signal,
  );

/** The same with the cache beside the store. */
const made = (folder: string, changes: Partial<BuildPlan> = {}, signal?: AbortSignal) =>
  released(folder, { cache: CACHE, ...changes }, signal);

/** The files of the same release with nothing from earlier builds. */
const filesOfFresh = async (folder: string, changes: Partial<BuildPlan> = {}) =>
  filesBelow((await released(folder, { ...changes, out: join(folder, 'fresh') })).directory);

const outputs = async (folder: string): Promise<string[]> =>
  (await readdir(join(folder, 'store.cache'))).filter((name) => name !== 'lock').sort();

/** The sample, harvested and built with an empty cache. */
let sample: string;
let first: BuildResult;
beforeAll(async () => {
  sample = await makeFolder();
  await harvestSample(sample);
  first = await made(sample);
});
afterAll(() => removeFolder(sample));

/** A copy with the harvest, the cache and the release. */
const sampleFolder = async (): Promise<string> => {
  const folder = await scratch();
  await cp(sample, folder, { recursive: true });
  return folder;
};

describe('a build with the cache of an earlier one', () => {
  test('maps nothing when nothing has changed, and gives the same bytes', async () => {
    const folder = await sampleFolder();
    expect((await stat(join(folder, 'store.cache'))).mode & 0o077).toBe(0);
    const before = await filesBelow(first.directory);
    const second = await made(folder, { cache: { maxMiB: 0, check: 0 } });
    expect(second.shards).toMatchObject({ mapped: 0, reused: first.shards.mapped });
    expect(await filesBelow(second.directory)).toEqual(before);
    // No more is kept than the limit.
    expect(await outputs(folder)).toEqual([]);
  });

  test.each(Array.from({ length: RUNS }, (_, at) => at + 1))(
    'equals a build from nothing after a change of the world, and after the change back (seed %i)',
    async (seed) => {
      const folder = await scratch();
      const [key, profile] =
        seed % 2 === 0 ? (['internal', 'privileged'] as const) : (['public', 'public'] as const);
      const world = makeSyntheticWorld({ scale: 0.0001, seed, dirt: 0.1 });
      const patches = new Random(seed, 'months', 1).sample(PATCHES, 3, 3);
      const later = { share: 0.001, at: '2026-01-28T09:30:00.5Z', patches };
      let reused = 0;
      // In the last month everything is as it was in the first: what was withheld comes back.
      for (const each of [world, laterWorld(world, seed + 100, later).world, world]) {
        await harvestSample(folder, each, key);
        const changes = { profile, kinds: GROUPS } as const;
        const { directory, shards } = await made(folder, changes);
        reused += shards.reused;
        expect(await filesBelow(directory)).toEqual(await filesOfFresh(folder, changes));
        // Outputs of shards that are gone are removed.
        expect(await outputs(folder)).toHaveLength(shards.mapped + shards.reused);
      }
      expect(reused).toBeGreaterThan(0);
    },
  );

  test('equals a build from nothing after a change of the settings', async () => {
    const folder = await sampleFolder();
    const changes = { personsProfile: 'roles-only', formats: ['nq'] } as const;
    const { directory } = await made(folder, changes);
    expect(await filesBelow(directory)).toEqual(await filesOfFresh(folder, changes));
  });

  const names = { archive: { name: {} }, placenames: { name: {} } } as never;
  test.each<Partial<BuildPlan>>([
    ...([{ base: 'https://other.example.org/' }, { personsProfile: 'roles-only' }] as const),
    ...([{ formats: ['ttl'] }, { links: {} }, { organisations: names }, { runtime: 'zlib 2' }] as const),
  ])('maps everything again with another setting: %j', async (changes) => {
    const folder = await scratch();
    await cp(join(sample, 'store'), join(folder, 'store'), { recursive: true });
    await cp(join(sample, 'store.cache'), join(folder, 'store.cache'), { recursive: true });
    const before = await outputs(sample);
    // The build ends after the first shard, where outputs of other settings are gone.
    const stop = new AbortController();
    stop.abort();
    await expect(made(folder, changes, stop.signal)).rejects.toMatchObject({ code: 'INTERRUPTED' });
    expect((await outputs(folder)).filter((name) => before.includes(name))).toEqual([]);
  });

  test('maps everything again after a change of any code that maps a shard', async () => {
    const source = fileURLToPath(new URL('../../../src/', import.meta.url));
    const files = new Set<string>();
    const follow = async (file: string): Promise<void> => {
      if (files.has(file)) return;
      files.add(file);
      const text = await readFile(file, 'utf8');
      for (const [, target = ''] of text.matchAll(
        /^(?:import|export) (?!type)[^;]*?from '(\.[^']+)\.js';/gms,
      ))
        await follow(`${join(dirname(file), target)}.ts`);
    };
    await follow(join(source, 'build/pipeline/map-shard.ts'));
    expect(files.size).toBeGreaterThan(50);
    const wings = [...new Set([...files].map((file) => relative(source, file).split('/')[0] ?? ''))];
    expect(wings.filter((wing) => !SHARD_PROGRAM.includes(wing))).toEqual([]);
    for (const folder of ['../shapes', '../contexts']) expect(SHARD_PROGRAM).toContain(folder);
  });
});

describe('an output that is wrong', () => {
  test('is made again: it is damaged, truncated, or the output of another shard', async () => {
    const folder = await sampleFolder();
    const sizes = (await outputs(folder)).map(async (name) => {
      const path = join(folder, 'store.cache', name);
      return { path, size: (await stat(path)).size };
    });
    const [one = '', two = '', three = '', four = ''] = (await Promise.all(sizes))
      .sort((a, b) => b.size - a.size)
      .map(({ path }) => path);
    const bytes = await readFile(one);
    bytes.writeUInt8(bytes.readUInt8(10) ^ 1, 10);
    await writeFile(one, bytes);
    await truncate(two, 1000);
    await copyFile(four, three);
    const again = await made(folder);
    expect(again.shards.mapped).toBe(3);
    expect(await filesBelow(again.directory)).toEqual(await filesBelow(first.directory));
    expect((await made(folder)).shards.mapped).toBe(0);
  });
});

describe('what a later harvest no longer has', () => {
  const SECRET = 'B005.01.98765';

  test.each([
    ['public', 'public'],
    ['internal', 'privileged'],
  ] as const)('is gone from the cache before anything is mapped (%s key)', async (key, profile) => {
    const folder = await scratch();
    const sample = await loadWorld(SAMPLE_WORLD);
    const isPublic = ({ status, sensitive }: { status?: unknown; sensitive?: unknown }) =>
      status === 4 && sensitive !== true;
    const [id, one] = [...sample.archive.cbeg].find(([, photograph]) => isPublic(photograph)) ?? [];
    if (id === undefined || one === undefined) throw new Error('no photograph is public');
    const withPhotograph = (sensitive: boolean): World => {
      const photograph = { ...one, referenceNumber: SECRET, sensitive };
      const cbeg = new Map(sample.archive.cbeg).set(id, photograph);
      return { ...sample, archive: { ...sample.archive, cbeg } };
    };
    /** The outputs in the cache with the number. */
    const holding = async (): Promise<string[]> =>
      [...(await filesBelow(join(folder, 'store.cache')))]
        .filter(([, bytes]) => bytes.includes(SECRET))
        .map(([name]) => name);
    await harvestSample(folder, withPhotograph(false), key);
    await made(folder, { profile });
    expect(await holding()).not.toEqual([]);
    await harvestSample(folder, withPhotograph(true), key);
    const stop = new AbortController();
    stop.abort();
    await expect(made(folder, { profile }, stop.signal)).rejects.toMatchObject({ code: 'INTERRUPTED' });
    expect(await holding()).toEqual([]);
    await made(folder, { profile });
    expect(await holding()).toEqual([]);
  });
});
