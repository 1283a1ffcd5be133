import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { Random } from '../../../src/base/random.js';
import { dieAfter } from '../../support/dying.js';
import '../../support/equal-bytes.js';
import { FleetRun, type Harvested, type Running, sharedHarvest, TEST_FOLDERS } from './fleet.js';
import { hasRedis, RedisServer } from './redis.js';

/**
 * Processes and Redis that end in the middle of a build. `RUNS=20 npm run test:stores -- test/features/fleet/faults` kills workers and the
 * planner at 20 points each.
 */
const RUNS = Number(process.env.RUNS ?? 2);

/** Records are rejected: exit code 5. */
const PARTIAL = 5;

let harvested: Harvested;
let shared: RedisServer;
let number = 0;

const expectRelease = async (fleet: FleetRun): Promise<void> => {
  expect(await fleet.released()).toEqual(harvested.release);
  await expect(readdir(fleet.spool)).rejects.toThrow('ENOENT');
};

const newRun = (redis: RedisServer, { onTestFinished }: TestContext): FleetRun => {
  number += 1;
  const fleet = new FleetRun(harvested, redis, number);
  onTestFinished(() => fleet.end());
  return fleet;
};

beforeAll(async () => {
  if (!hasRedis) return;
  shared = await RedisServer.start();
  harvested = await sharedHarvest('generated');
});
afterAll(async () => {
  if (hasRedis) await shared.remove();
});

/** Seeded numbers from 1 to `most`. */
const pointsBelow = (most: number, seed: number): readonly number[] => {
  const random = new Random(seed, 'points', 0);
  return Array.from({ length: RUNS }, () => 1 + random.below(most));
};

/** Files that a planner opens before it ends, at least. */
const PLANNER_OPENS = 200;

const expectKilled = async ({ child, ended }: Running): Promise<void> => {
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
};

describe.skipIf(!hasRedis)('kill -9', () => {
  /** For each build, files that a worker opens and then files that the next one renames, before all shards are mapped. */
  const points = pointsBelow(6, 1)
    .map((opened, run) => [opened, pointsBelow(5, 2)[run] ?? 1] as const)
    .filter((_, run) => run % 2 === 0);

  test.concurrent.for(points)(
    'of a worker at open %i, of the next at rename %i: a third goes on',
    async ([opened, renamed], context) => {
      const fleet = newRun(shared, context);
      const killed = fleet.worker({ modules: [dieAfter(opened, 'open', fleet.spool)] });
      const planner = fleet.planner();
      await expectKilled(killed);
      await expectKilled(fleet.worker({ modules: [dieAfter(renamed, 'rename', fleet.spool)] }));
      fleet.worker();
      expect((await planner.ended).code).toBe(PARTIAL);
      await expectRelease(fleet);
    },
  );

  test.concurrent('of the planner: the next one goes on with what is in the spool', async (context) => {
    for (const at of pointsBelow(PLANNER_OPENS, 3)) {
      const killed = newRun(shared, context);
      killed.worker();
      await expectKilled(killed.planner([], { modules: [dieAfter(at, 'open', TEST_FOLDERS)] }));
      // A release that was finished before is refused; everything else is built again.
      const { code, stderr } = await killed.planner(['--replace']).ended;
      expect([code, code === PARTIAL ? '' : stderr]).toEqual([PARTIAL, '']);
      await expectRelease(killed);
      await killed.kill();
    }
  });

  // Not beside others: a worker that takes two suspects at once on a busy machine ends with both.
  test('of three workers by one shard: it is named, and the other outputs are kept', async (context) => {
    const fleet = newRun(shared, context);
    const deadly = harvested.outputs[4] ?? '';
    const planner = fleet.planner();
    const stop = fleet.supervised({ modules: [dieAfter(1, 'open', `${deadly}.`)] });
    const { code, stderr } = await planner.ended;
    stop();
    expect(code).toBe(1);
    expect(stderr).toMatch(/WORKER_FAILED.*(?:archive|placenames) \/.*it has ended its worker three times/);
    expect(stderr).toContain(deadly);
    const kept = await fleet.outputs();
    expect(kept).not.toContain(deadly);
    expect(kept.length).toBeGreaterThan(0);
    await fleet.kill();
    // The shard is harmless again.
    fleet.worker();
    expect((await fleet.planner().ended).code).toBe(PARTIAL);
    await expectRelease(fleet);
  });
});

describe.skipIf(!hasRedis)('Redis', () => {
  const ownRedis = async ({ onTestFinished }: TestContext): Promise<RedisServer> => {
    const redis = await RedisServer.start();
    onTestFinished(() => redis.remove());
    return redis;
  };

  test.concurrent('flushed, restarted with nothing of what it held, flushed again', async (context) => {
    const redis = await ownRedis(context);
    const fleet = newRun(redis, context);
    fleet.worker();
    const planner = fleet.planner();
    const flushed = async (outputs: number): Promise<void> => {
      await fleet.untilOutputs(outputs);
      expect(await redis.ask('FLUSHALL')).toBe('+OK');
    };
    await flushed(1);
    await fleet.untilOutputs(2);
    await redis.kill();
    await sleep(1000);
    await redis.begin();
    await flushed(3);
    await flushed(4);
    const { code, stderr } = await planner.ended;
    expect(code).toBe(PARTIAL);
    expect(stderr).toMatch(/cannot be reached.*Trying again/);
    expect(stderr).toContain('the queue answers again');
    await expectRelease(fleet);
  });

  test.concurrent('absent: local+queue ends, and without it the error says so', async (context) => {
    const redis = await ownRedis(context);
    await redis.kill();
    const fleet = newRun(redis, context);
    const refused = await fleet.planner().ended;
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringMatching(/QUEUE_UNAVAILABLE.*ECONNREFUSED/),
    ]);
    expect((await fleet.planner(['--workers', 'local+queue']).ended).code).toBe(PARTIAL);
    await expectRelease(fleet);
  });
});
