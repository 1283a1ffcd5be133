import type { ChildProcess } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServices } from '../../src/server/serve.js';
import { loadWorld, SAMPLE_WORLD, type World } from '../../src/server/world.js';
import { type Ended, ending, start } from '../support/cli.js';
import { filesBelow } from '../support/files.js';
import { clientsOf, closeAll, harvestInto } from '../support/harvests.js';
import { PASSWORD, type RedisServer } from './redis.js';

/** A harvest of a world with a configuration, and what `build` makes of it in one process. */
export interface Harvested {
  readonly folder: string;
  readonly config: string;
  /** The files of the release, without the facts of the run. */
  readonly release: ReadonlyMap<string, Buffer>;
}

/**
 * Harvests a world into a folder, the sample unless given, and builds it without a fleet.
 *
 * @param key with the internal key, the store holds what must not be published
 */
export async function harvestWorld(
  folder: string,
  world?: World,
  key: 'public' | 'internal' = 'public',
): Promise<Harvested> {
  await mkdir(folder, { recursive: true });
  const services = await startServices({ world: world ?? (await loadWorld(SAMPLE_WORLD)) });
  const clients = clientsOf(services, {}, key);
  await harvestInto(join(folder, 'store'), clients);
  await closeAll(clients);
  await services.close();
  const profile = key === 'internal' ? 'privileged' : 'public';
  const config = join(folder, 'config.yaml');
  await writeFile(
    config,
    [
      'services:',
      `  archive: { url: "http://127.0.0.1:1", key: { env: NO_KEY }, gender: irish, profile: ${profile} }`,
      '  placenames: { url: "http://127.0.0.1:1", key: { env: NO_KEY } }',
      `store: ${join(folder, 'store')}`,
      'base: https://data.example.org/folklore/',
      'formats: [ttl, nt]',
      'compress: none',
    ].join('\n'),
  );
  const out = join(folder, 'inline');
  const { code, stderr } = await ending(start(buildArgs(config, out, '--workers', '1', '--no-cache')));
  if (code !== 0 && code !== 5) throw new Error(stderr);
  return { folder, config, release: await releaseIn(out) };
}

const buildArgs = (config: string, out: string, ...more: readonly string[]): readonly string[] => [
  ...['build', '--config', config, '--out', out, '--release', 'x', ...more],
];

/** The files of the release in an output folder, but run.json. */
async function releaseIn(out: string): Promise<ReadonlyMap<string, Buffer>> {
  const files = await filesBelow(join(out, 'x'));
  files.delete('run.json');
  return files;
}

/** A process of the command line, and its end. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

interface WorkerOptions {
  /** Modules that Node imports first. */
  readonly modules?: readonly string[];
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const OUTPUT = /^(answers|records)-[0-9a-f]{32}-[0-9a-f]{32}$/;

/** One build of a fleet, with a spool, an output folder and a database of Redis for itself. */
export class FleetRun {
  readonly spool: string;
  readonly out: string;
  readonly address: string;
  readonly database: number;
  readonly #harvested: Harvested;
  readonly #running: Running[] = [];

  /** @param number a database of Redis, which no other run uses at the same time */
  constructor(harvested: Harvested, redis: RedisServer, number: number, port = redis.port) {
    this.#harvested = harvested;
    this.database = number;
    this.spool = join(harvested.folder, `spool-${number}`);
    this.out = join(harvested.folder, `out-${number}`);
    this.address = `redis://127.0.0.1:${port}/${number}`;
  }

  planner(more: readonly string[] = [], modules: readonly string[] = []): Running {
    const args = buildArgs(this.#harvested.config, this.out, '--spool', this.spool, ...more);
    return this.begin([...args, '--queue', this.address], { modules });
  }

  worker({ args = [], ...options }: WorkerOptions = {}): Running {
    return this.begin(
      ['work', '--queue', this.address, '--spool', this.spool, '--lock', '2', ...args],
      options,
    );
  }

  begin(args: readonly string[], { modules = [], environment = {} }: WorkerOptions = {}): Running {
    const options = modules.map((module) => `--import=${module}`).join(' ');
    const child = start(args, {
      FOLKLORE_LD_QUEUE_PASSWORD: PASSWORD,
      ...(options === '' ? {} : { NODE_OPTIONS: options }),
      ...environment,
    });
    const running = { child, ended: ending(child) };
    running.ended.catch(() => {});
    this.#running.push(running);
    return running;
  }

  /** A worker that is started again whenever it ends, until the returned function is called. */
  supervised(options: WorkerOptions): () => void {
    let isOver = false;
    const keep = async (): Promise<void> => {
      while (!isOver) await this.worker(options).ended;
    };
    void keep();
    return () => {
      isOver = true;
    };
  }

  /** The names of the outputs in the spool. */
  async outputs(): Promise<readonly string[]> {
    return (await readdir(this.spool).catch(() => [])).filter((name) => OUTPUT.test(name));
  }

  /** Waits until the spool holds so many outputs. */
  async untilOutputs(count: number): Promise<void> {
    for (let look = 0; (await this.outputs()).length < count; look += 1) {
      if (look > 10_000) throw new Error(`the spool never held ${count} outputs`);
      await sleep(5);
    }
  }

  released(): Promise<ReadonlyMap<string, Buffer>> {
    return releaseIn(this.out);
  }

  /** Ends the processes that still run, at once. */
  async end(): Promise<void> {
    for (const { child, ended } of this.#running) {
      child.kill('SIGKILL');
      await ended.catch(() => {});
    }
  }
}

/** Stops a process as a service manager does. @returns its exit code */
export async function stopped({ child, ended }: Running): Promise<number | null> {
  child.kill('SIGTERM');
  return (await ended).code;
}
