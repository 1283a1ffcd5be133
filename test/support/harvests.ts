import { silent } from '../../src/base/events.js';
import { Client, type ClientSettings } from '../../src/harvest/client/client.js';
import { NO_PROXIES } from '../../src/harvest/client/proxies.js';
import type { Clients } from '../../src/harvest/crawl/conditional-fetch.js';
import { type HarvestPlan, type HarvestResult, harvest } from '../../src/harvest/crawl/run.js';
import { openForHarvest } from '../../src/harvest/store/harvest-store.js';
import { GROUPS } from '../../src/model/records/datasets.js';
import type { ServiceKeys } from '../../src/services/server/keys.js';
import type { RunningServices } from '../../src/services/server/serve.js';

const PATHS = { archive: '/api/v0.6', placenames: '/api/v0.9' } as const;

/** A client without waits and retries; settings override that. */
export const clientTo = (
  service: 'archive' | 'placenames',
  url: string,
  settings: Partial<ClientSettings> = {},
): Client =>
  new Client({
    service,
    url,
    path: PATHS[service],
    key: '',
    keyName: 'KEY',
    userAgent: 'test',
    proxies: NO_PROXIES,
    concurrency: 4,
    patienceMs: 0,
    timeoutMs: 120_000,
    report: silent,
    random: () => 0,
    sleep: async () => {},
    now: () => 0,
    monotonic: () => 0,
    ...settings,
  });

/** Clients of services that run, with one of their keys. */
export const clientsOf = (
  services: RunningServices,
  settings: Partial<ClientSettings> = {},
  key: keyof ServiceKeys = 'public',
): Clients => ({
  archive: clientTo('archive', services.archive, { key: services.keys[key], ...settings }),
  placenames: clientTo('placenames', services.placenames, { key: services.keys[key], ...settings }),
});

export const closeAll = async ({ archive, placenames }: Clients): Promise<void> => {
  await Promise.all([archive.close(), placenames.close()]);
};

/** Clients that change the requests or answers of others. */
export function through(
  inner: Clients,
  get: (service: keyof Clients, ...asked: Parameters<Client['get']>) => ReturnType<Client['get']>,
): Clients {
  const client = (service: keyof Clients): Clients[typeof service] => ({
    get: (...asked) => get(service, ...asked),
    prefix: () => inner[service].prefix(),
    describe: () => inner[service].describe(),
    close: () => inner[service].close(),
  });
  return { archive: client('archive'), placenames: client('placenames') };
}

/** Clients of services without entity tags. */
export const withoutTags = (inner: Clients): Clients =>
  through(inner, async (service, request, wants) => {
    const answer = await inner[service].get(request, { ...wants, heldTag: undefined });
    if (answer.status !== 200) return answer;
    const { etag: _, ...rest } = answer;
    return rest;
  });

/** A harvest of everything. */
export const PLAN: HarvestPlan = {
  groups: GROUPS,
  walkGaps: false,
  gazetteerFilter: 'GazetteerID',
  gender: 'irish',
  since: 'last',
  sweepEvery: 6,
  sweepDays: 90,
  emptyLists: 'always',
  renewBefore: 0,
  maxWithdrawn: 1,
  source: 'the services of this test',
  today: '2026-11-21',
};

/**
 * One harvest into a store, from its opening to its end. The clients stay open.
 *
 * @param now milliseconds since 1970
 */
export async function harvestInto(
  directory: string,
  clients: Clients,
  plan: Partial<HarvestPlan> = {},
  now = Date.parse(plan.today ?? PLAN.today),
): Promise<HarvestResult> {
  const store = await openForHarvest(directory, { pid: process.pid, now });
  try {
    return await harvest(clients, store, { ...PLAN, ...plan }, silent);
  } finally {
    await store.close();
  }
}
