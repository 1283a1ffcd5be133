import { existsSync, statSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { makeSyntheticWorld } from '../../../src/features/generated-world/world.js';
import { openForBuild } from '../../../src/harvest/store/stored-harvest.js';
import { canonicalLines, ntriplesLine } from '../../../src/model/rdf/formats/ntriples.js';
import { kindOf } from '../../../src/model/records/kinds.js';
import { buildGlobalIndex } from '../../../src/pipeline/global-index/global-index.js';
import {
  checkRecord,
  mappingContextOf,
  mapRecord,
  toPublishable,
} from '../../../src/pipeline/map-records/map-record.js';
import type { BuildPlan } from '../../../src/pipeline/plan/build-plan.js';
import { compileVocabulary } from '../../../src/pipeline/plan/compiled-vocabulary.js';
import { isLeftOut } from '../../../src/pipeline/plan/violation-policy.js';
import { type BuildResult, build } from '../../../src/pipeline/publish/build.js';
import { stagingName } from '../../../src/pipeline/publish/staging.js';
import { mapPart } from '../../../src/pipeline/shards/map-part.js';
import { publishedSources } from '../../../src/use/inspect/explain/published-records.js';
import '../../support/equal-bytes.js';
import { features } from '../../support/build-features.js';
import { filesBelow, makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample, PLAN } from '../../support/sample-release.js';

/**
 * The ways to make one release: record by record, in this thread, and in parts that share a folder, as on the nodes of a batch
 * system. Threads are those of test/deploy/shards.slow.test.ts and test/e2e/release.slow.test.ts.
 */

let folder: string;
let release: BuildResult;
let whole: Map<string, Buffer>;

beforeAll(async () => {
  folder = await makeFolder();
  await harvestSample(folder, makeSyntheticWorld({ scale: 0.001, seed: 11, dirt: 0.2 }));
  const outputs = join(folder, 'whole', stagingName('x'), '.shards');
  const modes = new Set<number>();
  const report = (): void => {
    if (existsSync(outputs)) modes.add(statSync(outputs).mode & 0o777);
  };
  release = await build(planOf('whole'), () => ({}), report, { features });
  // Outputs of shards hold rejected records: only their owner may read them.
  expect([...modes]).toEqual([0o700]);
  whole = await filesBelow(release.directory);
  return () => removeFolder(folder);
});

/** The label of a release is in its files: all have one, each in a folder of its own. */
const planOf = (out: string, changes: Partial<BuildPlan> = {}): BuildPlan => ({
  ...{
    ...PLAN,
    formats: ['ttl', 'nt', 'jsonld'],
    issued: '2026-11-01',
    settings: { sqlite: true },
    onViolation: 'skip',
  },
  ...{ label: 'x', store: join(folder, 'store'), out: join(folder, out) },
  ...changes,
});

type Lines = Map<string, string[]>;

/** What every record that may leave comes to, one after another, by dataset. */
async function described(): Promise<Lines> {
  const plan = { ...planOf(''), onViolation: 'skip' } as const;
  const harvest = await openForBuild(plan.store);
  const globalIndex = await buildGlobalIndex(harvest, plan.kinds, plan.profile, {});
  const { context, toQuads, checker } = await compileVocabulary(plan);
  const setting = mappingContextOf(plan, globalIndex, context);
  const lines: Lines = new Map();
  for await (const { one: leaving } of publishedSources(harvest, plan.kinds, globalIndex)) {
    const one = toPublishable(leaving, globalIndex, plan);
    const said = mapRecord(one, setting, toQuads);
    if ('failed' in said || isLeftOut(await checkRecord(said, checker), plan.onViolation)) continue;
    const { dataset, identity } = kindOf(one);
    const add = (name: string, quads: typeof said.quads): void => {
      lines.set(name, [...(lines.get(name) ?? []), ...quads.map(ntriplesLine)]);
    };
    add(typeof dataset === 'function' ? dataset(one.record) : dataset, said.quads);
    if (identity !== undefined && said.identity !== undefined) add(identity.dataset, said.identity.quads);
  }
  return lines;
}

test('a build says what records come to one after another', async () => {
  const files = await filesBelow(join(release.directory, 'data'));
  const ought = await described();
  // What is referred to and not there is known from the others only.
  const datasets = [...files.keys()].filter((file) => file.endsWith('.nt') && file !== 'omissions.nt');
  expect(datasets.filter((file) => (files.get(file)?.length ?? 0) > 0)).toEqual(
    [...ought.keys()].map((name) => `${name}.nt`).sort(),
  );
  for (const [name, lines] of ought) {
    // In another order, of records too: that is the contract of the sinks.
    const found = files.get(`${name}.nt`)?.toString('utf8').split('\n').slice(0, -1) ?? [];
    expect(canonicalLines(found).join() === canonicalLines(lines).join(), name).toBe(true);
  }
});

describe('a build in parts', () => {
  const spool = (): string => join(folder, 'spool');
  const mapped = (part: number, changes: Partial<BuildPlan> = {}) =>
    mapPart({ ...planOf('parts', changes), spool: spool() }, { part, of: 3 }, features, silent);

  test('refuses parts of another plan, maps nothing again, and gives the same bytes though one part is lost', async () => {
    const first = await mapped(2);
    expect(first.reused).toBe(0);
    expect((await stat(spool())).mode & 0o077).toBe(0);
    // A build without a label that is repeated on the next day has another day. Only the merge writes SQLite.
    expect(await mapped(2, { issued: '2026-11-02', settings: {} })).toEqual({
      mapped: 0,
      reused: first.mapped,
    });
    await mapped(1);
    await expect(mapped(3, { personsProfile: 'roles-only' })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(/differs in: personsProfile/),
    });
    await expect(mapped(3, { runtime: 'zlib 99' })).rejects.toThrow(/differs in: runtime/);
    // It decides which shards follow those of the answers.
    await expect(mapped(3, { additions: { effective: true } })).rejects.toThrow(
      /differs in: additions\.effective/,
    );
    // A feature from outside may make rows of records.
    const modules = [{ url: 'file:///ours.js', sha256: '0'.repeat(64) }];
    await expect(mapped(3, { modules })).rejects.toThrow(/differs in: modules/);
    const { directory, shards } = await build(planOf('parts', { spool: spool() }), () => ({}), silent, {
      features,
    });
    expect(shards.reused).toBeGreaterThan(0);
    expect(await filesBelow(directory)).toEqual(whole);
    expect(await readdir(folder)).not.toContain('spool');
  });

  test('maps again what is damaged, truncated or the output of another shard, and takes none of another build', async () => {
    for (const part of [1, 2, 3]) await mapped(part);
    const names = (await readdir(spool())).filter((name) => name.startsWith('output-'));
    const files = names.map((name) => join(spool(), name));
    const sized = await Promise.all(files.map(async (path) => ({ path, size: (await stat(path)).size })));
    const [one = '', two = '', three = '', four = ''] = sized
      .toSorted((a, b) => b.size - a.size)
      .map(({ path }) => path);
    const bytes = await readFile(one);
    bytes.writeUInt8(bytes.readUInt8(10) ^ 1, 10);
    await writeFile(one, bytes);
    await truncate(two, 1000);
    await copyFile(four, three);
    // A late part of another build writes its last output.
    await copyFile(four, join(spool(), `output-${'0'.repeat(32)}-0`));
    const { directory, shards } = await build(planOf('mended', { spool: spool() }), () => ({}), silent, {
      features,
    });
    expect(shards.reused).toBe(names.length - 3);
    expect(await filesBelow(directory)).toEqual(whole);
    expect(await readdir(folder)).not.toContain('spool');
  });

  test('refuses a spool that holds other files, which stay', async () => {
    const home = join(folder, 'home');
    await mkdir(home);
    await writeFile(join(home, 'thesis.txt'), 'a thesis');
    const mapping = mapPart({ ...planOf('parts'), spool: home }, { part: 1, of: 1 }, features, silent);
    await expect(mapping).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('is no spool: it holds thesis.txt'),
    });
    expect(await readdir(home)).toEqual(['thesis.txt']);
  });
});
