import { copyFile, cp, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { type BuildResult, build } from '../../../src/build/pipeline/build.js';
import { planDigest, SHARD_PROGRAM, shardDigest } from '../../../src/build/pipeline/shard-digest.js';
import type { Shard } from '../../../src/build/pipeline/shards.js';
import type { BuildPlan } from '../../../src/build/plan/build-plan.js';
import { GROUPS } from '../../../src/model/records/datasets.js';
import { sourceRecord } from '../../../src/model/records/record.js';
import { Random } from '../../../src/services/generated-world/random.js';
import { makeSyntheticWorld } from '../../../src/services/generated-world/world.js';
import { startServices } from '../../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD, type World } from '../../../src/services/server/world.js';
import '../../support/equal-bytes.js';
import { filesBelow, makeFolder, removeFolder, scratch } from '../../support/files.js';
import { clientsOf, closeAll, harvestInto } from '../../support/harvests.js';
import { laterWorld, PATCHES } from '../../support/later-world.js';
import { PLAN } from '../../support/sample-release.js';

/**
 * Outputs of shards that are kept for the next build. `RUNS=20 npx vitest run test/pipeline/shard-cache` tries more pairs
 * of worlds.
 */
const RUNS = Number(process.env.RUNS ?? 1);
const MONTHS = RUNS > 1 ? 2 : 1;

const CACHE = { maxMiB: 1000, check: 0 };

/** Groups with shards that depend on each other: photographs refer to people and places. */
const KINDS = ['people', 'photographs', 'places'] as const;

async function harvestWorld(folder: string, world: World, key: 'public' | 'internal' = 'public') {
  const services = await startServices({ world });
  const clients = clientsOf(services, {}, key);
  try {
    await harvestInto(join(folder, 'store'), clients);
  } finally {
    await closeAll(clients);
    await services.close();
  }
}

/** A release of the store in a folder, with the cache beside the store. */
const made = (folder: string, changes: Partial<BuildPlan> = {}): Promise<BuildResult> =>
  build(
    {
      ...PLAN,
      ...{ store: join(folder, 'store'), out: join(folder, 'out'), label: '2026-11-01', replace: true },
      ...{ cache: CACHE, formats: ['nt'], kinds: KINDS },
      ...changes,
    },
    () => ({}),
    silent,
  );

/** The same with nothing from earlier builds. */
const fresh = (folder: string, changes: Partial<BuildPlan> = {}): Promise<BuildResult> => {
  const { cache: _, ...without } = { cache: undefined, ...changes };
  return build(
    {
      ...PLAN,
      ...{ store: join(folder, 'store'), out: join(folder, 'fresh'), label: '2026-11-01', replace: true },
      ...{ formats: ['nt'], kinds: KINDS },
      ...without,
    },
    () => ({}),
    silent,
  );
};

const outputs = async (folder: string): Promise<string[]> =>
  (await readdir(join(folder, 'store.cache'))).filter((name) => name !== 'lock').sort();

/** The sample, harvested and built with an empty cache. */
let sample: string;
let first: BuildResult;
beforeAll(async () => {
  sample = await makeFolder();
  await harvestWorld(sample, await loadWorld(SAMPLE_WORLD));
  first = await made(sample);
});
afterAll(() => removeFolder(sample));

/** A copy with the harvest, the cache and the release. */
const sampleFolder = async (): Promise<string> => {
  const folder = await scratch();
  await cp(sample, folder, { recursive: true });
  return folder;
};

describe('the digest of a shard', () => {
  const ORIGIN = { service: 'archive', request: '/', pointer: '' } as const;
  const answer = {
    ...{ source: 0, request: '/cbe/volumes', passedOver: [3], repeated: ['/4'], units: 9, records: 9 },
    ...{ damaged: [], people: [7], located: [5], digest: undefined },
    file: {
      directory: '/somewhere',
      entry: { service: 'archive', request: '/cbe/volumes', file: 'a', bytes: 1, sha256: 'aa' },
    },
  } as const;
  const place = { id: 5, geography: undefined, gridReferences: [], placenames: [] };
  const shard: Shard = { answers: [answer], places: [place] };
  const digestWith = (change: object): string =>
    shardDigest({ ...shard, answers: [{ ...answer, ...change }] });

  test.each<[string, object]>([
    ['another body', { file: { ...answer.file, entry: { ...answer.file.entry, sha256: 'ab' } } }],
    ['another request', { request: '/cbe/volumes?Page=2' }],
    ['another source', { source: 1 }],
    ['a range of its records', { range: { from: 0, to: 4 } }],
    ['another range', { range: { from: 0, to: 5 } }],
    ['a record that an earlier answer holds', { passedOver: [3, 4] }],
    ['a record that was read before', { repeated: [] }],
    ['a person who is recorded elsewhere too', { people: [] }],
  ])('changes with %s', (_, change) => {
    expect(digestWith(change)).not.toBe(shardDigest(shard));
  });

  test('of a list changes with its records, and not with others that the same answer holds', () => {
    const list = { ...answer, digest: 'x' };
    const digest = digestWith(list);
    expect(digestWith({ ...list, digest: 'y' })).not.toBe(digest);
    expect(
      digestWith({ ...list, file: { ...answer.file, entry: { ...answer.file.entry, sha256: 'ab' } } }),
    ).toBe(digest);
  });

  test('changes with a place of the place-names database', () => {
    const moved = { ...place, gridReferences: [{ value: 'G12' }] };
    expect(shardDigest({ ...shard, places: [moved] } as never)).not.toBe(shardDigest(shard));
    expect(shardDigest({ ...shard, places: [] })).not.toBe(shardDigest(shard));
  });

  test('changes with a record that no answer holds', () => {
    const of = (organisation: 'archive' | 'placenames'): Shard => ({
      records: [sourceRecord('organisation', 'x', { organisation }, ORIGIN)],
      places: [],
    });
    expect(shardDigest(of('archive'))).not.toBe(shardDigest(of('placenames')));
  });

  test('does not depend on where the store lies', () => {
    expect(digestWith({ file: { ...answer.file, directory: '/elsewhere' } })).toBe(shardDigest(shard));
  });
});

describe('the digest of a plan', () => {
  const plan: BuildPlan = { ...PLAN, store: 'store', out: 'out', label: 'x' };
  const index = { genders: { cbed: new Set<string>(), cbes: new Set<string>() } };
  const digestWith = (changes: Partial<BuildPlan>): string => planDigest({ ...plan, ...changes }, index, 'p');

  test.each<[string, Partial<BuildPlan>]>([
    ['the data base', { base: 'https://other.example.org/' }],
    ['the vocabulary base', { vocabularyBase: 'https://other.example.org/' }],
    ['the profile', { profile: 'privileged' }],
    ['the profile of persons', { personsProfile: 'roles-only' }],
    ['the gender codes', { gender: 'english' }],
    ['the policy for violations', { onViolation: 'keep' }],
    ['the formats', { formats: ['nt'] }],
    ['the year', { latestYear: 2027 }],
    ['the placeholders', { placeholders: ['nobody'] }],
    ['the links', { links: {} }],
    ['the organisations', { organisations: { archive: { name: {} }, placenames: { name: {} } } as never }],
    ["Node's libraries", { runtime: 'zlib 2' }],
  ])('changes with %s', (_, changes) => {
    expect(digestWith(changes)).not.toBe(digestWith({}));
  });

  test('changes with the program, and with gender codes that contradict the scheme', () => {
    expect(planDigest(plan, index, 'q')).not.toBe(digestWith({}));
    const genders = { ...index.genders, cbed: new Set(['m']) };
    expect(planDigest(plan, { genders }, 'p')).not.toBe(digestWith({}));
  });

  test.each<[string, Partial<BuildPlan>]>([
    ['the folders', { store: 'b', out: 'b' }],
    ['the label and the day', { label: 'y', issued: '2026-01-01' }],
    ['the number of threads', { workers: 4 }],
    ['compression', { compression: 'gzip' }],
  ])('does not depend on %s', (_, changes) => {
    expect(digestWith(changes)).toBe(digestWith({}));
  });

  test('covers all code that maps a shard', async () => {
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

describe('a build with the cache of an earlier one', () => {
  test('maps nothing when nothing has changed, and gives the same bytes', async () => {
    const folder = await sampleFolder();
    expect(first.shards.reused).toBe(0);
    const before = await filesBelow(first.directory);
    const second = await made(folder);
    expect(second.shards).toMatchObject({ mapped: 0, reused: first.shards.mapped });
    expect(await filesBelow(second.directory)).toEqual(before);
  });

  test.each(Array.from({ length: RUNS }, (_, at) => at + 1))(
    'equals a build from nothing, month after month (seed %i)',
    async (seed) => {
      const folder = await scratch();
      const key = seed % 2 === 0 ? 'internal' : 'public';
      const profile = seed % 2 === 0 ? 'privileged' : 'public';
      let world = makeSyntheticWorld({ scale: 0.0004, seed, dirt: 0.05 });
      const worlds = [world];
      for (const month of Array.from({ length: MONTHS }, (_, at) => at + 1)) {
        const patches = new Random(seed, 'months', month).sample(PATCHES, 3, 3);
        const at = `2026-0${month}-28T09:30:00.5Z`;
        world = laterWorld(world, seed + 100 * month, { share: 0.001, at, patches }).world;
        worlds.push(world);
      }
      // In the last month everything is as it was in the first: what was withheld comes back.
      let reused = 0;
      for (const each of [...worlds, worlds[0] as World]) {
        await harvestWorld(folder, each, key);
        const changes = { profile, kinds: GROUPS, formats: ['ttl', 'nt', 'jsonld'] } as const;
        const { directory, shards } = await made(folder, changes);
        reused += shards.reused;
        const anew = await fresh(folder, changes);
        expect(await filesBelow(directory)).toEqual(await filesBelow(anew.directory));
      }
      expect(reused).toBeGreaterThan(0);
    },
  );

  test.each<[string, Partial<BuildPlan>]>([
    ['people by their roles only', { personsProfile: 'roles-only' }],
    ['another base', { base: 'https://other.example.org/' }],
    ['other formats', { formats: ['nq'] }],
  ])('equals a build from nothing after a change of the configuration: %s', async (_, changes) => {
    const folder = await sampleFolder();
    const { directory, shards } = await made(folder, changes);
    expect(shards.reused).toBe(0);
    expect(await filesBelow(directory)).toEqual(await filesBelow((await fresh(folder, changes)).directory));
  });

  describe('equals a build from nothing where another shard', () => {
    const links = { gazetteer: 'https://sws.geonames.org/{id}/' };
    /** The sample world with something more in every photograph. */
    const withPhotographs = ({ archive, placenames }: World, more: object): World => ({
      placenames,
      archive: {
        ...archive,
        cbeg: new Map([...archive.cbeg].map(([id, photograph]) => [id, { ...photograph, ...more }])),
      },
    });
    /** What photographs have, and what then stands in a file of places. */
    const CHANGES: readonly (readonly [string, more: object, file: string, text: string])[] = [
      [
        'begins to give an address that a place gives',
        {
          locationsAbroad: [
            { geoNameID: 3311197, nameEN: 'Cleveragh', country: { isoCode: 'AU', geoNameID: 990000001 } },
          ],
        },
        'data/placenames-links.nt',
        '<http://www.w3.org/2004/02/skos/core#closeMatch> <https://sws.geonames.org/3311197/>',
      ],
      [
        'begins to refer to a place without a name',
        { locationsIreland: [{ logainmID: 9000016, counties: [] }] },
        'derived/locations.csv',
        '\nhttps://data.example.org/folklore/place/9000016,9000016,place,,,',
      ],
    ];

    test.each(CHANGES)('%s, and when it ceases to', async (_, more, file, text) => {
      const folder = await scratch();
      const sample = await loadWorld(SAMPLE_WORLD);
      const place = {
        ...(sample.placenames.places.get(9000045) as object),
        sameAs: [{ uri: 'https://sws.geonames.org/3311197/' }],
      };
      const places = new Map(sample.placenames.places).set(9000045, place as never);
      const world: World = { ...sample, placenames: { ...sample.placenames, places } };
      const isThere: boolean[] = [];
      for (const each of [world, withPhotographs(world, more), world]) {
        await harvestWorld(folder, each);
        const { directory } = await made(folder, { links });
        const files = await filesBelow(directory);
        expect(files).toEqual(await filesBelow((await fresh(folder, { links })).directory));
        isThere.push(files.get(file)?.includes(text) === true);
      }
      expect(isThere).toEqual([false, true, false]);
    });
  });

  test('removes outputs of shards that it does not have', async () => {
    const folder = await sampleFolder();
    await harvestWorld(folder, laterWorld(await loadWorld(SAMPLE_WORLD), 5).world);
    const { shards } = await made(folder);
    expect((await outputs(folder)).length).toBe(shards.mapped + shards.reused);
    expect(shards.mapped).toBeGreaterThan(0);
  });

  test('keeps no more than the limit', async () => {
    const folder = await sampleFolder();
    await made(folder, { cache: { maxMiB: 0, check: 0 } });
    expect(await outputs(folder)).toEqual([]);
  });

  test('keeps what only its owner can read', async () => {
    expect((await stat(join(sample, 'store.cache'))).mode & 0o077).toBe(0);
  });
});

/** Changes the summary of an output, with a checksum that is right. */
async function tamper(path: string, change: (output: Record<string, unknown>) => void): Promise<void> {
  const { createHash } = await import('node:crypto');
  const bytes = await readFile(path);
  const at = Number(bytes.readBigUInt64LE(bytes.length - 40));
  const [name, output] = deserialize(bytes.subarray(at, bytes.length - 40));
  change(output);
  const summary = serialize([name, output]);
  const trailer = Buffer.alloc(40);
  trailer.writeBigUInt64LE(BigInt(at));
  createHash('sha256').update(summary).digest().copy(trailer, 8);
  await writeFile(path, Buffer.concat([bytes.subarray(0, at), summary, trailer]));
}

describe('an output that is wrong', () => {
  test.each<[string, (path: string, other: string) => Promise<void>]>([
    [
      'a byte of a record',
      async (path) => {
        const bytes = await readFile(path);
        bytes.writeUInt8(bytes.readUInt8(10) ^ 1, 10);
        await writeFile(path, bytes);
      },
    ],
    [
      'a byte of the summary',
      async (path) => {
        const bytes = await readFile(path);
        bytes.writeUInt8(bytes.readUInt8(bytes.length - 60) ^ 1, bytes.length - 60);
        await writeFile(path, bytes);
      },
    ],
    ['its end', async (path) => truncate(path, 1000)],
    ['everything', async (path) => truncate(path, 0)],
    ['its place: it is the output of another shard', async (path, other) => copyFile(other, path)],
  ])('is made again: it has lost %s', async (_, damage) => {
    const folder = await sampleFolder();
    const before = await filesBelow(first.directory);
    const names = await outputs(folder);
    const sizes = await Promise.all(
      names.map(async (name) => ({ name, size: (await stat(join(folder, 'store.cache', name))).size })),
    );
    const [largest, second] = sizes.sort((a, b) => b.size - a.size);
    const at = (one: { name: string } | undefined) => join(folder, 'store.cache', one?.name ?? '');
    await damage(at(largest), at(second));
    const again = await made(folder);
    expect(again.shards.mapped).toBe(1);
    expect(await filesBelow(again.directory)).toEqual(before);
    expect((await made(folder)).shards.mapped).toBe(0);
  });

  test('is found by the check, ends the build and is removed', async () => {
    const folder = await sampleFolder();
    const cache = { maxMiB: 1000, check: 1 };
    expect((await made(folder, { cache })).shards.mapped).toBe(0);
    for (const name of await outputs(folder))
      await tamper(join(folder, 'store.cache', name), (output) => {
        output.triples = 1_000_000;
      });
    const before = await outputs(folder);
    await expect(made(folder, { cache })).rejects.toMatchObject({ code: 'CACHE_WRONG', exitCode: 1 });
    expect((await outputs(folder)).length).toBeLessThan(before.length);
    expect((await fresh(folder)).shards.reused).toBe(0);
  });
});

describe('what a later harvest no longer has', () => {
  const SECRET = 'B005.01.98765';
  const profileOf = { public: 'public', internal: 'privileged' } as const;

  const prepared = new Map<string, Promise<string>>();
  afterAll(async () => {
    for (const folder of prepared.values()) await removeFolder(await folder);
  });

  /** A copy of what `harvestTwice` leaves. */
  async function withdrawn(key: 'public' | 'internal'): Promise<string> {
    const harvested = prepared.get(key) ?? harvestTwice(key);
    prepared.set(key, harvested);
    const folder = await scratch();
    await cp(await harvested, folder, { recursive: true });
    return folder;
  }

  /** Builds a world with a photograph of that number, then harvests it with the photograph as sensitive. */
  async function harvestTwice(key: 'public' | 'internal'): Promise<string> {
    const folder = await makeFolder();
    const sample = await loadWorld(SAMPLE_WORLD);
    const isPublic = ({ status, sensitive }: { status?: unknown; sensitive?: unknown }) =>
      status === 4 && sensitive !== true;
    const [id, one] = [...sample.archive.cbeg].find(([, photograph]) => isPublic(photograph)) ?? [];
    if (id === undefined || one === undefined) throw new Error('no photograph is public');
    const withPhotograph = (sensitive: boolean): World => {
      const photograph = { ...one, referenceNumber: SECRET, sensitive };
      return {
        ...sample,
        archive: { ...sample.archive, cbeg: new Map(sample.archive.cbeg).set(id, photograph) },
      };
    };
    await harvestWorld(folder, withPhotograph(false), key);
    await made(folder, { profile: profileOf[key] });
    expect(await holding(folder)).not.toEqual([]);
    await harvestWorld(folder, withPhotograph(true), key);
    return folder;
  }

  /** The outputs in the cache with the number. */
  const holding = async (folder: string): Promise<string[]> =>
    [...(await filesBelow(join(folder, 'store.cache')))]
      .filter(([, bytes]) => bytes.includes(SECRET))
      .map(([name]) => name);

  test.each(['public', 'internal'] as const)('is in no output any more (%s key)', async (key) => {
    const folder = await withdrawn(key);
    await made(folder, { profile: profileOf[key] });
    expect(await holding(folder)).toEqual([]);
  });

  test.each(['public', 'internal'] as const)('is gone before anything is mapped (%s key)', async (key) => {
    const folder = await withdrawn(key);
    const stop = new AbortController();
    stop.abort();
    const plan = { store: join(folder, 'store'), out: join(folder, 'out'), label: 'x', cache: CACHE };
    const stopped = build({ ...PLAN, ...plan, profile: profileOf[key] }, () => ({}), silent, stop.signal);
    await expect(stopped).rejects.toMatchObject({ code: 'INTERRUPTED' });
    expect(await holding(folder)).toEqual([]);
  });
});
