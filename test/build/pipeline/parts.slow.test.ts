import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { build } from '../../../src/build/pipeline/build.js';
import { mapPart } from '../../../src/build/pipeline/map-part.js';
import type { BuildPlan } from '../../../src/build/plan/build-plan.js';
import { makeSyntheticWorld } from '../../../src/services/generated-world/world.js';
import '../../support/equal-bytes.js';
import { filesBelow, makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample, PLAN } from '../../support/sample-release.js';

/** A build in parts that share a folder, as on the nodes of a batch system. */

let folder: string;
let whole: Map<string, Buffer>;

beforeAll(async () => {
  folder = await makeFolder();
  const make = await harvestSample(folder, makeSyntheticWorld({ scale: 0.002, seed: 4, dirt: 0.05 }));
  whole = await filesBelow((await make('whole', FIXED)).directory);
  return () => removeFolder(folder);
});

/** The label of a release is in its files. */
const FIXED = { formats: ['ttl', 'nt', 'jsonld'], issued: '2026-11-01', sqlite: true } as const;

const planOf = (spool: string, changes: Partial<BuildPlan> = {}) => ({
  ...{ ...PLAN, ...FIXED, label: 'whole', store: join(folder, 'store'), spool: join(folder, spool) },
  out: join(folder, `out-${spool}`),
  ...changes,
});

const mapped = (spool: string, part: number, of: number, changes: Partial<BuildPlan> = {}) =>
  mapPart({ ...planOf(spool, changes), spool: join(folder, spool) }, { part, of }, silent);

const merged = async (spool: string) => build(planOf(spool), () => ({}), silent);

describe('a build in parts', () => {
  test.each([1, 3])('of %i gives the same bytes as one build, and leaves no spool', async (of) => {
    const spool = `spool-${of}`;
    for (let part = of; part >= 1; part -= 1) expect((await mapped(spool, part, of)).reused).toBe(0);
    expect((await stat(join(folder, spool))).mode & 0o077).toBe(0);
    const { directory, shards } = await merged(spool);
    expect(await filesBelow(directory)).toEqual(whole);
    // People who are recorded in several answers are mapped when all parts are there.
    expect(shards.reused).toBeGreaterThan(shards.mapped);
    expect(await readdir(folder)).not.toContain(spool);
  });

  test('maps what a part has not, in the merge', async () => {
    await mapped('spool-lost', 1, 2);
    const { directory, shards } = await merged('spool-lost');
    expect(shards.reused).toBeGreaterThan(0);
    expect(await filesBelow(directory)).toEqual(whole);
  });

  test('maps nothing again when a part is repeated', async () => {
    const first = await mapped('spool-twice', 1, 2);
    expect(await mapped('spool-twice', 1, 2)).toEqual({ mapped: 0, reused: first.mapped });
  });

  test('refuses parts of another plan, and names what differs', async () => {
    await mapped('spool-mixed', 1, 2);
    await expect(mapped('spool-mixed', 2, 2, { personsProfile: 'roles-only' })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(/differs in: personsProfile/),
    });
    await expect(mapped('spool-mixed', 2, 2, { runtime: 'zlib 99' })).rejects.toThrow(/differs in: runtime/);
    const { directory } = await merged('spool-mixed');
    expect(await filesBelow(directory)).toEqual(whole);
  });
});
