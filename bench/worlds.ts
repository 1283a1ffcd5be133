import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceProfile } from '../src/model/mapping/access.js';
import { CLI, measure, type Process, start, stop } from './processes.js';

/** No pace is needed on loopback. */
const PACE = { concurrency: 8, perSecond: 1_000_000 };

/** The kind of key that a source profile is harvested with. */
const KEY_OF = { public: 'public', privileged: 'internal' } as const;

/** Serves a generated world a month later, when a share of the records has changed. */
export const LATER = fileURLToPath(new URL('./later.js', import.meta.url));

/** The share of the records that changes in a month. */
export const CHANGED = '0.01';

/** The services of a generated world, answering. */
export interface Serving {
  readonly archive: string;
  readonly placenames: string;
  readonly key: string;
  readonly keys: Readonly<Record<'public' | 'internal', string>>;
  readonly process: Process;
}

/** Starts a process whose first line on standard output is that of `serve`. */
export async function serve(script: string, ...args: readonly string[]): Promise<Serving> {
  const process = await start(script, ...args);
  const { archive, placenames, keys } = process.ready as {
    archive: string;
    placenames: string;
    keys: Serving['keys'];
  };
  return { archive, placenames, key: keys.public, keys, process };
}

/** A harvest on disk. */
export interface Harvested {
  readonly config: string;
  readonly store: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Generated worlds, served and harvested in a folder that goes with the run. What several benches need is harvested
 * once.
 */
export class Worlds {
  readonly folder: string;
  readonly #harvests = new Map<string, Promise<Harvested>>();
  readonly #serving = new Set<Serving>();
  #folders = 0;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<Worlds> {
    return new Worlds(await mkdtemp(join(tmpdir(), 'folklore-ld-bench-')));
  }

  /** A path in the folder that nothing has yet. */
  path(name: string): string {
    this.#folders += 1;
    return join(this.folder, `${this.#folders}-${name}`);
  }

  /**
   * Serves a world in a process of its own.
   *
   * @param more further options of `serve`
   */
  serve(scale: string, ...more: readonly string[]): Promise<Serving> {
    return this.serveWith(CLI, 'serve', '--port', '0', '--world', 'generated', '--scale', scale, ...more);
  }

  /** Serves with a script whose first line on standard output is that of `serve`. */
  async serveWith(script: string, ...args: readonly string[]): Promise<Serving> {
    const serving = await serve(script, ...args);
    this.#serving.add(serving);
    return serving;
  }

  async stop(serving: Serving): Promise<void> {
    this.#serving.delete(serving);
    await stop(serving.process);
  }

  /**
   * A configuration for the services and a store of its own, in which nothing is yet.
   *
   * @param profile of the source: decides about the key
   * @param more further settings
   */
  async configure(
    { archive, placenames, keys }: Serving,
    store = this.path('store'),
    profile: SourceProfile = 'public',
    more: object = {},
  ): Promise<Harvested> {
    const config = this.path('config.yaml');
    const named = { env: 'BENCH_KEY' };
    const services = {
      archive: { url: archive, key: named, gender: 'irish', profile },
      placenames: { url: placenames, key: named },
    };
    await writeFile(config, JSON.stringify({ services, pace: PACE, store, ...more }));
    return { config, store, environment: { BENCH_KEY: keys[KEY_OF[profile]] } };
  }

  /** The harvest of a world, made at the first request. It must not be changed. */
  harvested(scale: string, dirt = '0.01'): Promise<Harvested> {
    const name = `${scale} ${dirt}`;
    const known = this.#harvests.get(name) ?? this.#harvest(scale, dirt);
    this.#harvests.set(name, known);
    return known;
  }

  async #harvest(scale: string, dirt: string): Promise<Harvested> {
    const serving = await this.serve(scale, '--dirt', dirt);
    const harvested = await this.configure(serving);
    await measure(['harvest', '--config', harvested.config], harvested.environment);
    await this.stop(serving);
    return harvested;
  }

  /** Stops what still serves and removes everything. */
  async close(): Promise<void> {
    await Promise.all([...this.#serving].map((one) => stop(one.process)));
    await rm(this.folder, { recursive: true, force: true });
  }
}
