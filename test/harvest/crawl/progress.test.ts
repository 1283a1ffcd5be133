import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunEvent } from '../../../src/base/events.js';
import { harvest } from '../../../src/harvest/crawl/run.js';
import { openForHarvest } from '../../../src/harvest/store/harvest-store.js';
import { startServices } from '../../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD } from '../../../src/services/server/world.js';
import { scratch } from '../../support/files.js';
import { Front, refusing } from '../../support/front.js';
import { clientsOf, closeAll, PLAN } from '../../support/harvests.js';

test('the progress of each service ends complete, although it refuses a list; its total is open before', async () => {
  const services = await startServices({ world: await loadWorld(SAMPLE_WORLD) });
  const front = new Front();
  front.behind = services;
  front.instead = refusing(/^archive \/cbeg\?(PersonID|Country)/, 400);
  await front.open();
  const at = { archive: front.url('archive'), placenames: front.url('placenames') };
  const clients = clientsOf({ ...services, ...at });
  const store = await openForHarvest(join(await scratch(), 'store'), { pid: process.pid });
  const events: Extract<RunEvent, { event: 'progress' }>[] = [];
  try {
    const { coverage } = await harvest(clients, store, PLAN, (event) => {
      if (event.event === 'progress') events.push(event);
    });
    expect(coverage.gaps.join()).toContain('refuses /cbeg?PersonID');
    for (const service of ['archive', 'place-names']) {
      const own = events.filter(({ what }) => what === service);
      const last = own.at(-1);
      expect(last?.isOpen).toBeUndefined();
      expect([last?.done, own.at(-2)?.done]).toEqual([last?.total, last?.total]);
      // Until most requests are known, the total is open.
      for (const event of own.slice(0, 10)) expect(event.isOpen).toBe(true);
    }
  } finally {
    await store.close();
    await closeAll(clients);
    front.close();
    await services.close();
  }
});
