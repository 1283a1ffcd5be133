import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silent } from '../../src/base/events.js';
import { createClient } from '../../src/client/client.js';
import { harvest } from '../../src/export/harvest.js';
import { GROUPS } from '../../src/export/kinds.js';
import { mirrorOf } from '../../src/export/mirror.js';
import { type RunningServices, startServices } from '../../src/server/serve.js';
import { loadWorld, SAMPLE_WORLD, type World } from '../../src/server/world.js';
import { openForHarvest } from '../../src/store/harvest-store.js';
import { openForBuild } from '../../src/store/stored-harvest.js';
import { filesBelow, scratch } from '../support/files.js';

/** Issue 3, worlds: a harvest store can be served as it lies, so that a harvest becomes a mirror. */

async function harvestFrom(world: World, key: keyof RunningServices['keys'], store: string): Promise<void> {
  const services = await startServices({ world });
  const client = (service: 'archive' | 'placenames', path: string) =>
    createClient({
      service,
      url: services[service],
      path,
      key: services.keys[key],
      keyName: 'KEY',
      userAgent: 'test',
      concurrency: 4,
      attempts: 1,
      timeoutMs: 10_000,
      report: silent,
      random: () => 0,
      sleep: async () => {},
      now: () => 0,
    });
  const clients = { archive: client('archive', '/api/v0.6'), placenames: client('placenames', '/api/v0.9') };
  const into = await openForHarvest(store, { pid: process.pid });
  await harvest(clients, into, GROUPS, silent);
  await into.finish();
  await Promise.all([clients.archive.close(), clients.placenames.close(), services.close()]);
}

test.each(['public', 'internal'] as const)(
  'a harvest of the mirror of a harvest (key: %s) is that harvest, byte for byte',
  async (key) => {
    const folder = await scratch();
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    await harvestFrom(await loadWorld(SAMPLE_WORLD), key, first);
    await harvestFrom(await mirrorOf(await openForBuild(first), silent), key, second);
    expect(await filesBelow(second)).toEqual(await filesBelow(first));
  },
);
