import type { ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeSyntheticWorld } from '../../../src/features/generated-world/world.js';
import { type Ended, ending, start } from '../../support/cli.js';
import { filesBelow, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';
import { sharedOnce } from '../../support/shared.js';
import { runWarm } from '../../support/warm.js';
import { PASSWORD, type RedisServer } from './redis.js';

/** The release in each test: a label without a day would take the day of the clock, and two builds may lie on two sides of midnight. */
export const RELEASE = '2026-12-01';

/** A harvest with a configuration, and what `build` makes of it in one process. */
export interface Harvested {
  readonly folder: string;
  readonly config: string;
  /** The files of the release, without the facts of the run. */
  readonly release: ReadonlyMap<string, Buffer>;
  /** The names of the outputs of its shards, sorted. */
  readonly outputs: readonly string[];
}

/** Harvests of the files in this folder: the sample, and a generated world of eight shards with rejected records. */
type HarvestName = 'sample' | 'sample-internal' | 'generated';

/** A harvest that all files share, built without a fleet. With the internal key the store holds what must not be published. */
export async function sharedHarvest(name: HarvestName): Promise<Harvested> {
  const folder = await sharedOnce(`fleet-${name}`, (into) => harvestWorld(into, name));
  return {
    folder,
    config: join(folder, 'config.yaml'),
    release: await releaseIn(folder),
    outputs: await outputsIn(join(folder, 'spool')),
  };
}

async function harvestWorld(folder: string, name: HarvestName): Promise<void> {
  const [key, profile] =
    name === 'sample-internal' ? (['internal', 'privileged'] as const) : (['public', 'public'] as const);
  const world = name === 'generated' ? makeSyntheticWorld({ scale: 0.003, seed: 4, dirt: 0.05 }) : undefined;
  await harvestSample(folder, world, key);
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
  const built = async (args: readonly string[]): Promise<void> => {
    const { code, stderr } = await runWarm(args);
    if (code !== 0 && code !== 5) throw new Error(stderr);
  };
  await built(buildArgs(config, folder, '--workers', '1'));
  await built(['build', '--config', config, '--spool', join(folder, 'spool'), '--shard', '1/1']);
}

const buildArgs = (config: string, out: string, ...more: readonly string[]): readonly string[] => [
  ...['build', '--config', config, '--out', out, '--release', RELEASE, ...more],
];

/** The files of the release in an output folder, but run.json. */
async function releaseIn(out: string): Promise<ReadonlyMap<string, Buffer>> {
  const files = await filesBelow(join(out, RELEASE));
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

const OUTPUT = /^output-[0-9a-f]{32}-\d+$/;

/** The names of the outputs in a spool, sorted. */
const outputsIn = async (spool: string): Promise<readonly string[]> =>
  (await readdir(spool).catch(() => [])).filter((name) => OUTPUT.test(name)).sort();

/** The folder that holds all files of the tests. */
export const TEST_FOLDERS = tmpdir();

/** One build of a fleet, with a spool, an output folder and a database of Redis for itself. */
export class FleetRun {
  /** For files of the test. It is removed at the end. */
  readonly folder = mkdtempSync(join(TEST_FOLDERS, 'fleet-'));
  readonly spool: string;
  readonly out: string;
  readonly address: string;
  readonly database: number;
  readonly #harvested: Harvested;
  readonly #running: Running[] = [];

  readonly #environment: Readonly<Record<string, string>>;

  /** @param number a database of Redis, which no other run uses at the same time */
  constructor(harvested: Harvested, redis: RedisServer, number: number, tls?: RedisServer['tls']) {
    this.#harvested = harvested;
    this.database = number;
    this.spool = join(this.folder, 'spool');
    this.out = join(this.folder, 'out');
    this.address =
      tls === undefined
        ? `redis://127.0.0.1:${redis.port}/${number}`
        : `rediss://127.0.0.1:${tls.port}/${number}`;
    this.#environment = tls === undefined ? {} : { NODE_EXTRA_CA_CERTS: tls.certificate };
  }

  planner(more: readonly string[] = [], options: Omit<WorkerOptions, 'args'> = {}): Running {
    const args = buildArgs(this.#harvested.config, this.out, '--spool', this.spool, ...more);
    return this.begin([...args, '--queue', this.address], options);
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
      ...this.#environment,
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

  /** The names of the outputs in the spool, sorted. */
  outputs(): Promise<readonly string[]> {
    return outputsIn(this.spool);
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
  async kill(): Promise<void> {
    for (const { child, ended } of this.#running) {
      child.kill('SIGKILL');
      await ended.catch(() => {});
    }
  }

  /** Ends the processes and removes the folder. */
  async end(): Promise<void> {
    await this.kill();
    await removeFolder(this.folder);
  }
}

/** Stops a process as a service manager does. @returns its exit code */
export async function stopped({ child, ended }: Running): Promise<number | null> {
  child.kill('SIGTERM');
  return (await ended).code;
}
