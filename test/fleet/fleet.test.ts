import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSyntheticWorld } from '../../src/synthetic-world/world.js';
import { run } from '../support/cli.js';
import '../support/equal-bytes.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { begin, buildArgs, type Harvested, harvestWorld, releaseIn, type Running } from './fleet.js';
import { hasRedis, RedisServer } from './redis.js';

/** Builds whose shards are mapped by workers that take jobs from a real Redis. */

let redis: RedisServer;
let folder: string;
let harvested: Harvested;
let runs = 0;

describe.skipIf(!hasRedis)('a build with a queue', () => {
  beforeAll(async () => {
    folder = await makeFolder();
    redis = await RedisServer.start();
    harvested = await harvestWorld(folder, makeSyntheticWorld({ scale: 0.004, seed: 4, dirt: 0.05 }));
  });
  afterAll(async () => {
    await redis.remove();
    await removeFolder(folder);
  });

  /** A spool and an output folder, and a planner of a build over them. */
  const planned = (...more: readonly string[]) => {
    runs += 1;
    const [spool, out] = [join(folder, `spool-${runs}`), join(folder, `out-${runs}`)];
    const planner = begin(buildArgs(harvested.config, out, '--spool', spool, ...more), redis.environment);
    return { spool, out, planner };
  };

  const workerOf = (spool: string, modules: readonly string[] = []): Running =>
    begin(['work', '--spool', spool], redis.environment, modules);

  const stopped = async ({ child, ended }: Running): Promise<number | null> => {
    child.kill('SIGTERM');
    return (await ended).code;
  };

  test.each([1, 2, 5])('gives the same bytes with %i workers', async (count) => {
    const { spool, out, planner } = planned();
    const workers = Array.from({ length: count }, () => workerOf(spool));
    const { code, stderr } = await planner.ended;
    expect([code, stderr]).toEqual([5, expect.any(String)]);
    expect(await releaseIn(out)).toEqual(harvested.release);
    expect(await readdir(folder)).not.toContain(`spool-${runs}`);
    expect(await redis.ask('DBSIZE')).toBe(':0');
    for (const worker of workers) expect(await stopped(worker)).toBe(0);
  });
});
