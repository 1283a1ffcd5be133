import { cp, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import '../../support/equal-bytes.js';
import { FleetRun, type Harvested, type Running, sharedHarvest, stopped } from './fleet.js';
import { failingOpen, truncating, unreadable } from './modules.js';
import { hasOpenssl, hasRedis, RedisServer } from './redis.js';

/** Builds whose shards are mapped by workers that take jobs from a real Redis. */

let redis: RedisServer;
let harvested: Harvested;
let number = 0;

/** Records are rejected: exit code 5. */
const PARTIAL = 5;

/** An error of a disk, as code. */
const DISK_FULL = "Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })";

describe.skipIf(!hasRedis)('a build with a queue', () => {
  beforeAll(async () => {
    redis = await RedisServer.start(hasOpenssl ? 'tls' : undefined);
    harvested = await sharedHarvest('generated');
    expect(harvested.outputs.length).toBeGreaterThan(7);
  });
  afterAll(() => redis.remove());

  const newRun = ({ onTestFinished }: TestContext, tls?: RedisServer['tls']): FleetRun => {
    number += 1;
    const fleet = new FleetRun(harvested, redis, number, tls);
    onTestFinished(() => fleet.end());
    return fleet;
  };

  const expectRelease = async (fleet: FleetRun): Promise<void> => {
    expect(await fleet.released()).toEqual(harvested.release);
    await expect(readdir(fleet.spool)).rejects.toThrow('ENOENT');
  };

  /** The name of an output of a shard, while it is being written. */
  const written = (shard: number): string => `${harvested.outputs[shard]}\\.[0-9a-f]{8}-`;

  test.concurrent('gives the same bytes with five workers that have the store elsewhere, and leaves nothing', async (context) => {
    // Over TLS (rediss://), where openssl can make a certificate.
    const fleet = newRun(context, redis.tls);
    const [store, mounted] = [join(harvested.folder, 'store'), join(fleet.folder, 'mounted')];
    await cp(store, mounted, { recursive: true });
    const options = { modules: [unreadable(`${store}/`)], args: ['--store', mounted] };
    const workers = Array.from({ length: 5 }, () => fleet.worker(options));
    const planner = fleet.planner();
    await fleet.untilOutputs(1);
    expect(await redis.keys(fleet.database)).not.toEqual([]);
    expect((await stat(fleet.spool)).mode & 0o077).toBe(0);
    expect((await planner.ended).code).toBe(PARTIAL);
    await expectRelease(fleet);
    for (const worker of workers) expect(await stopped(worker)).toBe(0);
    expect(await redis.keys(fleet.database)).toEqual([]);
  });

  test.concurrent('takes the outputs of parts and of a worker that was stopped; none is mapped again', async (context) => {
    const fleet = newRun(context);
    const args = ['--config', harvested.config, '--spool', fleet.spool, '--shard', '1/2'];
    await fleet.begin(['build', ...args]).ended;
    const before = (await fleet.outputs()).length;
    const first = fleet.worker();
    const planner = fleet.planner();
    await fleet.untilOutputs(before + 2);
    const mapped = async (worker: Running): Promise<number> => {
      worker.child.kill('SIGTERM');
      const { code, stderr } = await worker.ended;
      expect(code).toBe(0);
      return Number(/(\d+) shards? mapped here/.exec(stderr)?.[1]);
    };
    // It ends after the shard under way.
    const mappedFirst = await mapped(first);
    expect(await fleet.outputs()).toHaveLength(before + mappedFirst);
    expect((await readdir(fleet.spool)).filter((name) => name.endsWith('.partial'))).toEqual([]);
    const second = fleet.worker();
    expect((await planner.ended).code).toBe(PARTIAL);
    await expectRelease(fleet);
    const mappedThen = await mapped(second);
    expect(mappedThen).toBeGreaterThan(0);
    expect(before + mappedFirst + mappedThen).toBeLessThanOrEqual(harvested.outputs.length + 2);
  });

  test.concurrent('tries again after an error of a disk, and after the end of a thread', async (context) => {
    const fleet = newRun(context);
    const log = (name: string): string => join(fleet.folder, name);
    const modules = [
      failingOpen(written(3), 1, log('disk'), DISK_FULL),
      failingOpen(written(5), 1, log('thread'), 'process.exit(7)'),
    ];
    fleet.worker({ modules });
    expect((await fleet.planner().ended).code).toBe(PARTIAL);
    for (const name of ['disk', 'thread']) expect(await readFile(log(name), 'utf8'), name).toBe('x');
    await expectRelease(fleet);
  });

  test.concurrent.for([
    ['of a disk: the build ends after three', DISK_FULL, 3, 2, /OUTPUT_UNWRITABLE.*the disk is full/],
    [
      'of the data: it is not tried again',
      "new FolkloreError('CONTEXT_TERM', 'A term is not in the context.', { hint: 'Mend it.', exitCode: 1 })",
      ...([1, 1, /CONTEXT_TERM.*A term is not in the context/] as const),
    ],
  ] as const)('an error %s', async ([, error, tries, exitCode, message], context) => {
    const fleet = newRun(context);
    const log = join(fleet.folder, 'log');
    fleet.worker({ modules: [failingOpen(written(3), 100, log, error)] });
    const { code, stderr } = await fleet.planner().ended;
    expect([code, stderr]).toEqual([exitCode, expect.stringMatching(message)]);
    expect(await readFile(log, 'utf8')).toBe('x'.repeat(tries));
  });

  test.concurrent('a job delivered twice and truncated outputs give the same bytes; work --status lists shards, jobs and workers', async (context) => {
    const fleet = newRun(context);
    const status = async (): Promise<string> =>
      (await fleet.begin(['work', '--queue', fleet.address, '--spool', fleet.spool, '--status']).ended)
        .stdout;
    expect(await status()).toContain('There is no build');
    const planner = fleet.planner();
    const slow = fleet.worker({ args: ['--name', 'first-worker'] });
    await fleet.untilOutputs(3);
    slow.child.kill('SIGSTOP');
    const outputs = (await fleet.outputs()).length;
    const text = await status();
    expect(text).toContain(`Shards: ${outputs} of `);
    expect(text).toMatch(/In the queue: \d+ waiting, [12] under way, 0 to be tried again, 0 failed/);
    expect(text).toMatch(/first-worker .* done .* a minute/);
    // Its lock ends, and the other worker gets its job.
    const log = join(fleet.folder, 'truncated');
    const other = fleet.worker({ modules: [truncating(2, log)] });
    await sleep(3500);
    slow.child.kill('SIGCONT');
    expect((await planner.ended).code).toBe(PARTIAL);
    expect(await readFile(log, 'utf8')).toBe('xx');
    await expectRelease(fleet);
    expect([await stopped(slow), await stopped(other)]).toEqual([0, 0]);
  });

  test.concurrent('rediss:// takes no certificate that is not trusted', async (context) => {
    if (redis.tls === undefined) context.skip('openssl is not here');
    const fleet = newRun(context, redis.tls);
    const { code, stderr } = await fleet.planner([], { environment: { NODE_EXTRA_CA_CERTS: '' } }).ended;
    expect([code, stderr]).toEqual([3, expect.stringMatching(/QUEUE_UNAVAILABLE.*certificate/)]);
  });
});
