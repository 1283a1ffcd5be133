import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, type ExitCode } from '../base/errors.js';
import type { Report } from '../base/events.js';
import { type Client, createClient } from '../client/client.js';
import { harvest } from '../export/harvest.js';
import type { Group } from '../export/kinds.js';
import { openForHarvest } from '../store/harvest-store.js';
import { VERSION } from './version.js';

/** How often a request is tried before its service counts as unavailable. */
const ATTEMPTS = 6;
/** A volume may be several megabytes from a slow machine. */
const TIMEOUT_MS = 120_000;

/** One service as the command line knows it. */
export interface Access {
  readonly url: string;
  readonly path: string;
  readonly key: string;
  readonly keyName: string;
}

export interface HarvestOrder {
  readonly archive: Access;
  readonly placenames: Access;
  readonly kinds: readonly Group[];
  readonly store: string;
  readonly contact?: string | undefined;
  readonly pace: { readonly concurrency: number; readonly perSecond?: number };
  readonly attempts?: number | undefined;
}

/** Fetches what the order asks for into the store; partial where a service gave less than it announces. */
export async function runHarvest(
  order: HarvestOrder,
  report: Report,
  signal: AbortSignal,
): Promise<ExitCode> {
  const clientOf = (service: 'archive' | 'placenames'): Client =>
    createClient({
      ...order[service],
      ...order.pace,
      service,
      userAgent: `folklore-ld/${VERSION}${order.contact === undefined ? '' : ` (${order.contact})`}`,
      attempts: order.attempts ?? ATTEMPTS,
      timeoutMs: TIMEOUT_MS,
      report,
      random: Math.random,
      sleep: (ms, stop) => sleep(ms, undefined, stop === undefined ? {} : { signal: stop }),
      now: Date.now,
      signal,
    });
  const clients = { archive: clientOf('archive'), placenames: clientOf('placenames') };
  const store = await openForHarvest(order.store, { pid: process.pid, plan: planOf(order) });
  try {
    if (store.resumed > 0) {
      report({
        event: 'note',
        message: `going on with an unfinished harvest: ${store.resumed} answers are there`,
      });
    }
    const { requests, unknownPlaces, gaps } = await harvest(clients, store, order.kinds, report);
    await store.finish();
    for (const gap of gaps) report({ event: 'note', message: `not whole: ${gap}` });
    if (unknownPlaces.length > 0) {
      const ids = unknownPlaces.slice(0, 10).join(', ');
      const more = unknownPlaces.length > 10 ? ` and ${unknownPlaces.length - 10} more` : '';
      report({
        event: 'note',
        message: `${unknownPlaces.length} places that records refer to are not in the place-names database: ${ids}${more}`,
      });
    }
    report({ event: 'finished', what: 'harvest', detail: `${requests} requests into ${order.store}` });
    return gaps.length > 0 ? EXIT.partial : EXIT.clean;
  } finally {
    await store.close();
    await Promise.all([clients.archive.close(), clients.placenames.close()]);
  }
}

/** What makes a harvest the same one: an unfinished one under another plan is not gone on with. */
const planOf = ({ archive, placenames, kinds }: HarvestOrder): string =>
  JSON.stringify([
    kinds,
    ...[archive, placenames].map(({ url, path, key }) => [
      url,
      path,
      createHash('sha256').update(key).digest('hex'),
    ]),
  ]);
