import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/base/random.js';
import type { Clients } from '../../../src/harvest/crawl/conditional-fetch.js';
import { startServices } from '../../../src/services/server/serve.js';
import type { World } from '../../../src/services/server/world.js';
import { removeFolder, scratch } from '../../support/files.js';
import { clientsOf, closeAll, harvestInto, through, withoutTags } from '../../support/harvests.js';
import { edited } from '../../support/later/edits.js';
import { worldOfSize } from '../../support/later-world.js';
import { storedFiles } from '../../support/stored.js';

/**
 * An incremental harvest equals a fresh one (docs/reliability.md): random edits, three months in a row, each compared with a
 * harvest into a new store. `MONTHS_MINUTES=60 SEED=random npx vitest run test/harvest/crawl/incremental` tries worlds for an hour.
 */
const { SEED = '1', MONTHS_MINUTES = '0.5' } = process.env;
const FIRST_SEED = SEED === 'random' ? Date.now() % 1_000_000 : Number(SEED);
const MONTHS = ['2027-01-31', '2027-02-28', '2027-03-31'];

/** What a service offers for a second harvest. */
const MODES: Readonly<Record<string, (clients: Clients) => Clients>> = {
  'with entity tags': (clients) => clients,
  'with filters by date, and without entity tags': withoutTags,
  'without both': (clients) => {
    const bare = withoutTags(clients);
    return through(bare, (service, request, wants) => {
      if (/[?&]\w+Since=/.test(request)) throw new Error(`The service has no filter by date: ${request}`);
      return bare[service].get(request, wants);
    });
  },
};
/** Each mode has its share of the time, and at least one world. */
const SHARE_MS = (Number(MONTHS_MINUTES) / Object.keys(MODES).length) * 60_000;

/** Harvests a world, as a mode shows it, into a store. */
async function harvested(world: World, mode: (clients: Clients) => Clients, store: string, today: string) {
  const services = await startServices({ world });
  // A connection that has been idle may be closed at the moment of a request.
  const clients = clientsOf(services, { patienceMs: 60_000 });
  try {
    return await harvestInto(store, mode(clients), { today });
  } finally {
    await closeAll(clients);
    await services.close();
  }
}

/** The content of a store as text, without its history. */
const contentOf = (store: string): Record<string, string> =>
  Object.fromEntries([...storedFiles(store)].filter(([name]) => name !== 'history.json'));

describe.each(Object.keys(MODES))('a service %s', (name) => {
  const mode = MODES[name] ?? ((clients) => clients);

  const timeout = SHARE_MS + 300_000;
  test('gives the same harvest a month later as a first harvest of that month', { timeout }, async () => {
    const end = Date.now() + SHARE_MS;
    let months = 0;
    for (let seed = FIRST_SEED; seed === FIRST_SEED || Date.now() < end; seed += 1) {
      const folder = await scratch();
      const ours = join(folder, 'ours');
      let world = worldOfSize(seed);
      const told: string[] = [];
      await harvested(world, mode, ours, '2026-12-31');
      for (const [number, today] of MONTHS.entries()) {
        const random = new Random(seed, name, number);
        const { world: later, names } = edited(world, random, `${today}T09:30:00.5Z`);
        world = later;
        told.push(`${today}: ${names.join('; ')}`);
        const fresh = join(folder, today);
        await harvested(world, mode, ours, today);
        await harvested(world, mode, fresh, today);
        expect(contentOf(ours), `seed ${seed}\n${told.join('\n')}`).toEqual(contentOf(fresh));
        months += 1;
      }
      await removeFolder(folder);
    }
    process.stdout.write(`incremental harvests ${name}: ${months} months from seed ${FIRST_SEED} on\n`);
  });
});
