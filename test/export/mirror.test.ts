import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silent } from '../../src/base/events.js';
import { mirrorOf } from '../../src/export/mirror.js';
import { type RunningServices, startServices } from '../../src/server/serve.js';
import { loadWorld, SAMPLE_WORLD, type World } from '../../src/server/world.js';
import { openForBuild } from '../../src/store/stored-harvest.js';
import { filesBelow, scratch } from '../support/files.js';
import { clientsOf, closeAll, harvestInto } from '../support/harvests.js';

/** Issue 3, worlds: a harvest store can be served as it lies, so that a harvest becomes a mirror. */

async function harvestFrom(world: World, key: keyof RunningServices['keys'], store: string): Promise<void> {
  const services = await startServices({ world });
  const clients = clientsOf(services, {}, key);
  await harvestInto(store, clients);
  await closeAll(clients);
  await services.close();
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
