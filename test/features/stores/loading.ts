import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { type Credentials, NO_CREDENTIALS } from '../../../src/features/stores/auth.js';
import { StoreClient, type StoreClientSettings } from '../../../src/features/stores/client.js';
import { type LoadReleaseOptions, type LoadResult, loadRelease } from '../../../src/features/stores/load.js';
import { loadPlanOf } from '../../../src/features/stores/load-plan.js';
import { endpointsOf, type StoreKind, storeKind } from '../../../src/features/stores/store-kinds.js';
import { NO_PROXIES } from '../../../src/harvest/client/proxies.js';
import type { OxigraphServer } from './oxigraph-server.js';

/** A client that does not wait between attempts. */
export const clientFor = (
  kind: StoreKind,
  url: string,
  { credentials = NO_CREDENTIALS, ...settings }: Partial<StoreClientSettings> = {},
): StoreClient =>
  new StoreClient({
    ...endpointsOf(kind, url, credentials.kind === 'password'),
    credentials,
    userAgent: 'test',
    proxies: NO_PROXIES,
    ...patienceOf(3),
    timeoutMs: 120_000,
    report: silent,
    random: () => 0,
    sleep: async (ms, signal) => sleep(Math.min(ms, 1), undefined, signal === undefined ? {} : { signal }),
    now: () => 0,
    ...settings,
  });

/** Patience for a number of attempts: each failure takes a millisecond. */
export function patienceOf(attempts: number): Pick<StoreClientSettings, 'patienceMs' | 'monotonic'> {
  let failures = 0;
  return { patienceMs: attempts - 1, monotonic: () => failures++ };
}

/** Options of a load in a test. */
interface Wishes extends Partial<Omit<LoadReleaseOptions, 'plan' | 'client'>> {
  readonly credentials?: Credentials;
  readonly attempts?: number;
  readonly signal?: AbortSignal;
}

const OXIGRAPH = storeKind('oxigraph');

/** Loads a release into a store, as the command does. */
export async function loadInto(
  url: string,
  release: string,
  { credentials = NO_CREDENTIALS, attempts = 3, signal, ...order }: Wishes = {},
): Promise<LoadResult> {
  const kind = order.kind ?? OXIGRAPH;
  const client = clientFor(kind, url, { credentials, ...patienceOf(attempts), signal });
  try {
    const plan = await loadPlanOf(release);
    return await loadRelease({ loadedGraphs: 'keep', report: silent, ...order, kind, plan, client });
  } finally {
    await client.close();
  }
}

/** Begins to load a release, and is stopped after a write, counted from 1. */
export async function interruptedInto(
  server: OxigraphServer,
  release: string,
  at: number,
  wishes: Wishes = {},
): Promise<void> {
  const stop = new AbortController();
  const last = server.seen.length + at;
  server.behave({
    fate: (_, number) => {
      if (number === last) stop.abort();
      return 'answered';
    },
  });
  await expect(loadInto(server.url, release, { ...wishes, signal: stop.signal })).rejects.toMatchObject({
    code: 'INTERRUPTED',
    exitCode: 130,
  });
  server.behave({});
}

/** The number of triples of each graph of a result. */
export const howOf = ({ graphs }: LoadResult): Record<string, string> =>
  Object.fromEntries(graphs.map(({ name, graph, outcome: how }) => [name === '' ? graph : name, how]));
