import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesBelow } from '../../support/files.js';
import { storedFiles } from '../../support/stored.js';
import { FleetRun, sharedHarvest } from './fleet.js';
import { failingOpen } from './modules.js';
import { hasRedis, PASSWORD, RedisServer } from './redis.js';

/** Where the unpublished texts of the sample world are while a fleet builds from a store that holds them, and afterwards. */

describe.skipIf(!hasRedis)('unpublished texts and passwords', () => {
  test('are neither in Redis, nor in logs, nor anywhere after the build', async ({ onTestFinished }) => {
    const secrets = Object.keys(
      JSON.parse(await readFile(new URL('../../world/secrets.json', import.meta.url), 'utf8')),
    );
    expect(secrets.length).toBeGreaterThan(30);
    const redis = await RedisServer.start();
    onTestFinished(() => redis.remove());
    const harvested = await sharedHarvest('sample-internal');
    const texts = [...storedFiles(join(harvested.folder, 'store')).values()];
    const inStore = secrets.filter((secret) => texts.some((text) => text.includes(secret)));
    expect(inStore.length).toBeGreaterThan(20);

    const fleet = new FleetRun(harvested, redis, 1);
    onTestFinished(() => fleet.end());
    const commands = await redis.monitor();
    // An error that quotes a record: it goes through the spool. The worker tries again, and succeeds.
    const error = `new Error(${JSON.stringify(`Unexpected token in "${secrets[1]}"`)})`;
    const pattern = 'output-[0-9a-f]{32}-\\d+\\.[0-9a-f]{8}-';
    // A worker has the password of the queue in its environment, and no key of a service.
    const worker = fleet.worker({ modules: [failingOpen(pattern, 1, join(fleet.folder, 'errors'), error)] });
    const planner = fleet.planner();
    await fleet.untilOutputs(1);
    const dump = await redis.dump();
    const built = await planner.ended;
    worker.child.kill('SIGTERM');
    const worked = await worker.ended;
    expect([built.code, worked.code]).toEqual([0, 0]);
    expect(await readFile(join(fleet.folder, 'errors'), 'utf8')).toBe('x');
    expect(await fleet.released()).toEqual(harvested.release);
    expect(existsSync(fleet.spool)).toBe(false);

    const sent = commands();
    // The scan sees what is there.
    expect(sent).toMatch(/output-[0-9a-f]{32}/);
    expect(dump.includes('folklore-ld-')).toBe(true);
    const places = new Map<string, Buffer | string>([
      ['the commands', sent],
      ['the dump', dump],
      ['the last dump', await redis.dump()],
      ['the log of the planner', built.stdout + built.stderr],
      ['the log of the worker', worked.stdout + worked.stderr],
      ...(await filesBelow(fleet.folder)),
    ]);
    for (const [place, content] of places) {
      if (place === 'errors') continue;
      for (const secret of secrets) expect(content.includes(secret), `${secret} in ${place}`).toBe(false);
      // Redis itself leaves the arguments of AUTH out of what it reports.
      expect(content.includes(PASSWORD), `the password in ${place}`).toBe(false);
    }
  });
});
