import { cp, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { makeSyntheticWorld } from '../../src/synthetic-world/world.js';
import '../support/equal-bytes.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { FleetRun, type Harvested, harvestWorld, stopped } from './fleet.js';
import { failingOpen, truncating, unreadable } from './modules.js';
import { hasOpenssl, hasRedis, RedisServer } from './redis.js';

/** Builds whose shards are mapped by workers that take jobs from a real Redis. */

let redis: RedisServer;
let folder: string;
let harvested: Harvested;
let shards: readonly string[];
let number = 0;

/** Records are rejected: exit code 5. */
const PARTIAL = 5;

describe.skipIf(!hasRedis)('a build with a queue', () => {
  beforeAll(async () => {
    folder = await makeFolder();
    redis = await RedisServer.start();
    harvested = await harvestWorld(folder, makeSyntheticWorld({ scale: 0.004, seed: 4, dirt: 0.05 }));
    const whole = new FleetRun(harvested, redis, 0);
    const args = ['--config', harvested.config, '--spool', whole.spool, '--shard', '1/1'];
    expect((await whole.begin(['build', ...args]).ended).code).toBe(0);
    shards = (await whole.outputs()).toSorted();
    expect(shards.length).toBeGreaterThan(10);
  });
  afterAll(async () => {
    await redis.remove();
    await removeFolder(folder);
  });

  const newRun = ({ onTestFinished }: TestContext): FleetRun => {
    number += 1;
    const fleet = new FleetRun(harvested, redis, number);
    onTestFinished(() => fleet.end());
    return fleet;
  };

  const expectRelease = async (fleet: FleetRun): Promise<void> => {
    expect(await fleet.released()).toEqual(harvested.release);
    await expect(readdir(fleet.spool)).rejects.toThrow('ENOENT');
  };

  test.concurrent('gives the same bytes with several workers, and leaves nothing', async (context) => {
    const fleet = newRun(context);
    const workers = Array.from({ length: 3 }, () => fleet.worker());
    const planner = fleet.planner();
    await fleet.untilOutputs(1);
    expect(await redis.keys(fleet.database)).not.toEqual([]);
    expect((await stat(fleet.spool)).mode & 0o077).toBe(0);
    expect((await planner.ended).code).toBe(PARTIAL);
    await expectRelease(fleet);
    for (const worker of workers) expect(await stopped(worker)).toBe(0);
    expect(await redis.keys(fleet.database)).toEqual([]);
  });

  test.concurrent('takes the outputs of parts, of which none is mapped again', async (context) => {
    const fleet = newRun(context);
    const args = ['--config', harvested.config, '--spool', fleet.spool, '--shard', '1/2'];
    await fleet.begin(['build', ...args]).ended;
    const before = await fleet.outputs();
    const worker = fleet.worker();
    expect((await fleet.planner().ended).code).toBe(PARTIAL);
    await expectRelease(fleet);
    worker.child.kill('SIGTERM');
    const { stderr } = await worker.ended;
    const mapped = Number(/(\d+) shards mapped here/.exec(stderr)?.[1]);
    expect(mapped).toBeGreaterThan(0);
    expect(mapped).toBeLessThanOrEqual(shards.length - before.length + 2);
  });

  test.concurrent('a worker reads the store where it is mounted', async (context) => {
    const fleet = newRun(context);
    const [store, mounted] = [join(folder, 'store'), join(folder, `mounted-${fleet.database}`)];
    await cp(store, mounted, { recursive: true });
    fleet.worker({ modules: [unreadable(`${store}/`)], args: ['--store', mounted] });
    expect((await fleet.planner().ended).code).toBe(PARTIAL);
    await expectRelease(fleet);
  });

  test.concurrent('a truncated output is made again', async (context) => {
    const fleet = newRun(context);
    const log = join(folder, `truncated-${fleet.database}`);
    fleet.worker({ modules: [truncating(2, log)] });
    expect((await fleet.planner().ended).code).toBe(PARTIAL);
    expect(await readFile(log, 'utf8')).toBe('xx');
    await expectRelease(fleet);
  });

  test.concurrent('a job that is delivered twice gives the same bytes', async (context) => {
    const fleet = newRun(context);
    const slow = fleet.worker();
    const planner = fleet.planner();
    await fleet.untilOutputs(2);
    // Its lock ends, and the other worker gets its job.
    slow.child.kill('SIGSTOP');
    const other = fleet.worker();
    await sleep(3500);
    slow.child.kill('SIGCONT');
    expect((await planner.ended).code).toBe(PARTIAL);
    await expectRelease(fleet);
    expect([await stopped(slow), await stopped(other)]).toEqual([0, 0]);
  });

  test.concurrent('an error of a disk is tried three times', async (context) => {
    const fleet = newRun(context);
    const log = join(folder, `disk-${fleet.database}`);
    const error = "Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })";
    fleet.worker({ modules: [failingOpen(`${shards[3]}\\.[0-9a-f]{8}-`, 2, log, error)] });
    expect((await fleet.planner().ended).code).toBe(PARTIAL);
    await expectRelease(fleet);
  });

  test.concurrent('after three errors of a disk the build ends with this error', async (context) => {
    const fleet = newRun(context);
    const log = join(folder, `disk-${fleet.database}`);
    const error = "Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })";
    fleet.worker({ modules: [failingOpen(`${shards[3]}\\.[0-9a-f]{8}-`, 100, log, error)] });
    const { code, stderr } = await fleet.planner().ended;
    expect([code, stderr]).toEqual([2, expect.stringMatching(/OUTPUT_UNWRITABLE.*ENOSPC/)]);
    expect(await readFile(log, 'utf8')).toBe('xxx');
    expect((await fleet.outputs()).length).toBeGreaterThan(2);
  });

  test.concurrent('a thread that ends is replaced, and its shard tried again', async (context) => {
    const fleet = newRun(context);
    const log = join(folder, `thread-${fleet.database}`);
    fleet.worker({ modules: [failingOpen(`${shards[3]}\\.[0-9a-f]{8}-`, 2, log, 'process.exit(7)')] });
    expect((await fleet.planner().ended).code).toBe(PARTIAL);
    expect(await readFile(log, 'utf8')).toBe('xx');
    await expectRelease(fleet);
  });

  test.concurrent('an error of the data is not tried again', async (context) => {
    const fleet = newRun(context);
    const log = join(folder, `data-${fleet.database}`);
    const errors = new URL('../../dist/base/errors.js', import.meta.url).href;
    const error = `new (await import(${JSON.stringify(errors)})).FolkloreError('CONTEXT_TERM', 'A term is not in the context.', { hint: 'Mend it.', exitCode: 1 })`;
    fleet.worker({ modules: [failingOpen(`${shards[3]}\\.[0-9a-f]{8}-`, 100, log, error)] });
    const { code, stderr } = await fleet.planner().ended;
    expect([code, stderr]).toEqual([1, expect.stringMatching(/CONTEXT_TERM.*A term is not in the context/)]);
    expect(await readFile(log, 'utf8')).toBe('x');
  });

  test.concurrent('SIGTERM ends a worker after the shard under way', async (context) => {
    const fleet = newRun(context);
    const worker = fleet.worker();
    const planner = fleet.planner();
    await fleet.untilOutputs(2);
    worker.child.kill('SIGTERM');
    const { code, stderr } = await worker.ended;
    expect(code).toBe(0);
    const outputs = await fleet.outputs();
    expect(stderr).toContain(`${outputs.length} shards mapped here`);
    expect((await readdir(fleet.spool)).filter((name) => name.endsWith('.partial'))).toEqual([]);
    fleet.worker();
    expect((await planner.ended).code).toBe(PARTIAL);
    await expectRelease(fleet);
  });

  test.concurrent('rediss:// is TLS', async (context) => {
    if (!hasOpenssl) context.skip('openssl is not here');
    const encrypted = await RedisServer.start('tls');
    context.onTestFinished(() => encrypted.remove());
    number += 1;
    const fleet = new FleetRun(harvested, encrypted, number, encrypted.tls?.port);
    context.onTestFinished(() => fleet.end());
    const address = fleet.address.replace('redis:', 'rediss:');
    const environment = { NODE_EXTRA_CA_CERTS: encrypted.tls?.certificate ?? '' };
    const where = ['--queue', address, '--spool', fleet.spool];
    fleet.begin(['work', ...where], { environment });
    const build = ['build', '--config', harvested.config, '--out', fleet.out, '--release', 'x', ...where];
    // Without the certificate there is no connection.
    const refused = await fleet.begin(build).ended;
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringMatching(/QUEUE_UNAVAILABLE.*certificate/),
    ]);
    expect((await fleet.begin(build, { environment }).ended).code).toBe(PARTIAL);
    await expectRelease(fleet);
  });

  test.concurrent('work --status lists shards, jobs and workers', async (context) => {
    const fleet = newRun(context);
    const status = async (): Promise<string> =>
      (await fleet.begin(['work', '--queue', fleet.address, '--spool', fleet.spool, '--status']).ended)
        .stdout;
    expect(await status()).toContain('There is no build');
    fleet.planner();
    const slow = fleet.worker({ args: ['--name', 'first-worker'] });
    await fleet.untilOutputs(3);
    slow.child.kill('SIGSTOP');
    const outputs = (await fleet.outputs()).length;
    const text = await status();
    expect(text).toContain(`Shards: ${outputs} of `);
    expect(text).toMatch(/In the queue: \d+ waiting, [12] under way, 0 to be tried again, 0 failed/);
    expect(text).toMatch(/first-worker .* done .* a minute/);
  });
});
