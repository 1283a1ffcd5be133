import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { RunEvent } from '../../../src/base/events.js';
import type { ClientSettings } from '../../../src/harvest/client/client.js';
import type { HarvestResult } from '../../../src/harvest/crawl/run.js';
import type { Dialect } from '../../../src/services/server/dialect.js';
import { loadWorld, SAMPLE_WORLD } from '../../../src/services/server/world.js';
import { makeFolder, removeFolder } from '../files.js';
import { clientsOf, closeAll, harvestInto } from '../harvests.js';
import { storedFiles } from '../stored.js';
import { NOW, type Seen, type Spoil, type WatchedServices, watchServices } from './watched.js';
import { matrixWorld } from './world.js';

declare module 'vitest' {
  interface TaskMeta {
    /** A row of a table in bench/results/reliability.md, which `npm run bench -- reliability` writes. */
    reliability?: { readonly table: string; readonly row: Readonly<Record<string, string | number>> };
  }
}

/** Each answer and document of a complete harvest by its name, none where there is none: documents as they are, so that a difference can be read, answers by their hash. */
export type Files = Readonly<Record<string, string>>;

const filesOf = (directory: string): Files =>
  Object.fromEntries(
    [...storedFiles(directory)].map(([name, text]) => [
      name,
      name.endsWith('.json') ? uncounted(text) : createHash('sha256').update(text).digest('hex'),
    ]),
  );

/** How many harvests there were since everything was asked for is no answer of anybody's. */
const uncounted = (text: string): string => text.replace(/"sinceSweep": \d+/, '"sinceSweep": …');

/** One harvest, and everything that could be seen of it from outside. */
export interface Harvested {
  /** What it came to, or what it threw. */
  readonly result: HarvestResult | { readonly thrown: unknown };
  readonly seen: readonly Seen[];
  /** Milliseconds of every pause the clients made; none took any time. */
  readonly slept: readonly number[];
  readonly events: readonly RunEvent[];
  readonly files: Files;
}

/** A request by its name: service, path and query. */
export const nameOf = ({ service, request }: Seen): string => `${service} ${request}`;

/** How often each request was made. */
export function timesAsked(seen: readonly Seen[]): Record<string, number> {
  const times: Record<string, number> = {};
  for (const one of seen) times[nameOf(one)] = (times[nameOf(one)] ?? 0) + 1;
  return times;
}

/** Both services over the small world, with what an undisturbed harvest of them asks and leaves. */
export class Ground {
  readonly services: WatchedServices;
  /** What is asked, with the status it is answered with. */
  readonly sound = new Map<string, number>();
  /** What is left. */
  store: Files = {};
  readonly #folder: string;

  private constructor(services: WatchedServices, folder: string) {
    this.services = services;
    this.#folder = folder;
  }

  static async make(dialect: Dialect = 'v0.6'): Promise<Ground> {
    const world = matrixWorld(await loadWorld(SAMPLE_WORLD));
    const ground = new Ground(await watchServices(world, dialect), await makeFolder());
    const { seen, files } = await ground.harvest('undisturbed');
    for (const one of seen) {
      if (ground.sound.has(nameOf(one))) throw new Error(`asked twice: ${nameOf(one)}`);
      ground.sound.set(nameOf(one), one.status);
    }
    ground.store = files;
    return ground;
  }

  /** Where the store of that name is. */
  directory(name: string): string {
    return join(this.#folder, name.replace(/\W+/g, '-'));
  }

  /**
   * Harvests into the store of that name, which may be there. A minute of waiting takes no time, and the jitter is
   * nought.
   *
   * @throws Error when the key was in anything but the header it belongs in
   */
  async harvest(name: string, spoil?: Spoil, settings: Partial<ClientSettings> = {}): Promise<Harvested> {
    this.services.behave(spoil);
    const slept: number[] = [];
    const events: RunEvent[] = [];
    const clients = clientsOf(this.services, {
      patienceMs: 1_000_000,
      now: () => NOW,
      sleep: async (ms) => void slept.push(ms),
      report: (event) => events.push(event),
      ...settings,
    });
    const result = await harvestInto(this.directory(name), clients).catch((thrown: unknown) => ({ thrown }));
    await closeAll(clients);
    const { seen, keys } = this.services;
    if (seen.some(({ headers }) => headers['x-api-key'] !== keys.public)) throw new Error('no key was sent');
    const told = JSON.stringify([seen.map(({ target }) => target), events]);
    if (told.includes(keys.public)) throw new Error('the key is in a URL or in an event');
    return { result, seen, slept, events, files: filesOf(this.directory(name)) };
  }

  async close(): Promise<void> {
    await this.services.close();
    await removeFolder(this.#folder);
  }
}

/** The result of a harvest that came to its end. */
export function ended({ result }: Harvested): HarvestResult {
  if ('thrown' in result) throw result.thrown;
  return result;
}
