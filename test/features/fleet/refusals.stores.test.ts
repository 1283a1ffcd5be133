import { spawn } from 'node:child_process';
import { appendFile, cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { PlannerQueue } from '../../../src/features/fleet/queue.js';
import { queueAddressOf } from '../../../src/features/fleet/queue-address.js';
import { ending, NODE } from '../../support/cli.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { runWarm } from '../../support/warm.js';
import { FleetRun, type Harvested, RELEASE, sharedHarvest, stopped } from './fleet.js';
import { hasRedis, PASSWORD, RedisServer } from './redis.js';

/** What is refused: workers that would make other outputs, wrong passwords, folders that are no spool. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let folder: string;
let redis: RedisServer;
let harvested: Harvested;
let number = 0;

/** Waits for a file of a folder. @returns its name */
async function untilNamed(folder: string, pattern: RegExp): Promise<string> {
  for (let look = 0; look < 10_000; look += 1) {
    const found = (await readdir(folder).catch(() => [])).find((name) => pattern.test(name));
    if (found !== undefined) return found;
    await sleep(5);
  }
  throw new Error(`no file ${pattern.source} in ${folder}`);
}

describe.skipIf(!hasRedis)('a fleet refuses', () => {
  beforeAll(async () => {
    folder = await makeFolder();
    redis = await RedisServer.start();
    harvested = await sharedHarvest('sample');
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

  /** A copy of the program. @returns its command line */
  const copied = async (name: string, without: readonly string[] = []): Promise<string> => {
    const copy = join(folder, name);
    const data = ['contexts', 'shapes', 'vocabulary', 'views', 'reference-data', 'templates', 'queries'];
    for (const part of ['dist', 'package.json', ...data])
      await cp(join(ROOT, part), join(copy, part), { recursive: true });
    await mkdir(join(copy, 'node_modules'));
    for (const entry of await readdir(join(ROOT, 'node_modules'))) {
      if (!without.includes(entry))
        await symlink(join(ROOT, 'node_modules', entry), join(copy, 'node_modules', entry));
    }
    return join(copy, 'dist', 'cli', 'main.js');
  };

  const runCopy = (cli: string, args: readonly string[]) =>
    ending(
      spawn(NODE[0], [...NODE.slice(1), cli, ...args], {
        env: { PATH: process.env.PATH ?? '', FOLKLORE_LD_QUEUE_PASSWORD: PASSWORD },
      }),
    );

  test.concurrent('workers of another version, or with other libraries of Node; both sides name the difference', async (context) => {
    const fleet = newRun(context);
    const cli = await copied('other-version');
    await appendFile(join(cli, '..', '..', 'model', 'mapping', 'gender.js'), '\n// Another version.\n');
    const planner = fleet.planner();
    const args = ['--queue', fleet.address, '--spool', fleet.spool, '--name', 'other-version'];
    const libraries =
      "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,zlib:'99.1'}})";
    const [version, zlib] = await Promise.all([
      runCopy(cli, ['work', ...args]),
      fleet.worker({ modules: [libraries], args: ['--name', 'other-zlib'] }).ended,
    ]);
    expect([version.code, version.stderr]).toEqual([
      2,
      expect.stringMatching(/CONFIG_INVALID.*the planner is another program/),
    ]);
    expect([zlib.code, zlib.stderr]).toEqual([
      2,
      expect.stringMatching(/CONFIG_INVALID.*the worker has .*zlib 99\.1/),
    ]);
    await sleep(2500);
    fleet.worker();
    const { stderr } = await planner.ended;
    expect(stderr).toMatch(/the worker other-version takes no shards: .*another program/);
    expect(stderr).toMatch(/the worker other-zlib takes no shards: .*zlib 99\.1/);
  });

  test.concurrent('a wrong password, which is not printed', async (context) => {
    const fleet = newRun(context);
    const environment = { FOLKLORE_LD_QUEUE_PASSWORD: 'Snorgleward-7' };
    const planned = ['build', '--config', harvested.config, '--out', fleet.out, '--release', RELEASE];
    const where = ['--spool', fleet.spool, '--queue', fleet.address];
    const planner = await fleet.begin([...planned, ...where], { environment }).ended;
    expect([planner.code, planner.stderr]).toEqual([
      3,
      expect.stringMatching(/QUEUE_UNAVAILABLE.*WRONGPASS/),
    ]);
    // The spool has the build: the worker begins.
    const worker = fleet.worker({ environment });
    await new Promise<void>((resolve) => {
      worker.child.stderr?.on('data', (text: string) => {
        if (text.includes('WRONGPASS')) resolve();
      });
    });
    expect(await stopped(worker)).toBe(0);
    const { stderr } = await worker.ended;
    expect(stderr).toMatch(/the queue redis:.*WRONGPASS/);
    for (const text of [planner.stderr, planner.stdout, stderr]) expect(text).not.toContain('Snorgleward');
  });

  test.concurrent.for([
    ['redis://:Snorgleward-7@127.0.0.1:1', /it holds a user or a password/],
    ['redis://Snorgleward@127.0.0.1:1', /it holds a user or a password/],
    ['redis://127.0.0.1:1?password=Snorgleward-7', /parameters.*FOLKLORE_LD_QUEUE_PASSWORD/],
    ['redis://127.0.0.1:1/0?user=Snorgleward', /parameters.*FOLKLORE_LD_QUEUE_PASSWORD/],
    ['redis://127.0.0.1:1#Snorgleward-7', /parameters.*FOLKLORE_LD_QUEUE_PASSWORD/],
  ] as const)('an address with a login or more than host and database: %s', async ([address, message]) => {
    const where = ['--queue', address, '--spool', join(folder, 'none')];
    for (const args of [
      ['work', ...where],
      ['build', '--config', harvested.config, ...where],
    ]) {
      const { code, stdout, stderr } = await runWarm(args);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/CONFIG_INVALID/)]);
      expect(stderr).toMatch(message);
      expect(stdout + stderr).not.toContain('Snorgleward');
    }
  });

  test.concurrent('a job whose id is not the name of a shard: no file outside of the spool is read or written', async (context) => {
    const fleet = newRun(context);
    const planner = fleet.planner();
    const shard = await untilNamed(fleet.spool, /\.shard$/);
    const [, digest = ''] = /^plan-(.*)\.json$/.exec(await untilNamed(fleet.spool, /^plan-.*\.json$/)) ?? [];
    await cp(join(fleet.spool, shard), join(fleet.folder, 'evil.shard'));
    await writeFile(join(fleet.folder, 'broken.shard'), 'no shard');
    const queue = new PlannerQueue(
      queueAddressOf(fleet.address, { user: undefined, password: PASSWORD }),
      digest,
    );
    await queue.open();
    for (const id of ['../evil', '../broken']) await queue.add(id);
    await queue.close();
    const worker = fleet.worker();
    expect((await planner.ended).code).toBe(0);
    expect(await stopped(worker)).toBe(0);
    expect((await readdir(fleet.folder)).sort()).toEqual(['broken.shard', 'evil.shard', 'out']);
    expect((await worker.ended).stderr).toContain('is not the name of a shard');
  });

  test.concurrent('a spool that holds other files, which stay', async () => {
    const home = join(folder, 'home');
    await mkdir(home);
    await writeFile(join(home, 'thesis.txt'), 'a thesis');
    const args = ['--config', harvested.config, '--spool', home, '--shard', '1/1'];
    const { code, stderr } = await runWarm(['build', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/is no spool: it holds thesis\.txt/)]);
    expect(await readdir(home)).toEqual(['thesis.txt']);
  });

  test.concurrent('a queue without the packages for it, which nothing else needs', async () => {
    const cli = await copied('no-packages', ['bullmq', 'ioredis']);
    const out = join(folder, 'out-no-packages');
    const build = ['build', '--config', harvested.config, '--out', out, '--release', RELEASE];
    const where = ['--queue', 'redis://127.0.0.1:1', '--spool', join(folder, 'spool-no-packages')];
    for (const args of [
      [...build, ...where],
      ['work', ...where],
    ]) {
      const { code, stderr } = await runCopy(cli, args);
      expect([code, stderr]).toEqual([2, expect.stringContaining('npm install bullmq@6 ioredis@6')]);
    }
    expect((await runCopy(cli, build)).code).toBe(0);
  });
});
