import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../base/durable.js';
import { errorCode, type PackedError, packError } from '../../base/errors.js';
import type { BuildPlan } from '../../pipeline/plan/build-plan.js';
import type { Shard } from '../../pipeline/shards/shards.js';
import type { IndexMessage } from '../../pipeline/shards/thread-runner.js';
import { readSummary, writePartsFile } from '../../release/dumps/parts-file.js';

/*
 * What planner and workers exchange: the build, the shards, their outputs and errors. All of it can hold unpublished
 * records, so it is in the spool, which only its owner can read. Redis has names of files only.
 */

/** What every worker needs of a build. */
export interface FleetBuild {
  readonly plan: BuildPlan;
  readonly index: IndexMessage;
}

/** The build that a spool is for. */
interface AnnouncedBuild {
  readonly digest: string;
  /** The parts of its plan, by name. */
  readonly parts: Readonly<Record<string, unknown>>;
}

/** What a worker writes about itself. */
interface WorkerStatus {
  readonly name: string;
  readonly program: string;
  /** Why it takes no jobs of the build; absent: it does. */
  readonly refused?: string;
  /** Shards that it has mapped. */
  readonly done: number;
  /** Shards per minute since the first one. */
  readonly perMinute: number;
  /** Shards that it maps now. */
  readonly underWay: number;
}

const BUILD_FILE = 'build';
const PLAN_FILE = /^plan-([0-9a-f]{32})\.json$/;
const WORKER_FILE = /^worker-[\w.-]+\.json$/;
const OUTPUT_FILE = /^output-[0-9a-f]{32}-\d+$/;

/** The build that a spool is for; undefined when there is none. */
export async function announcedBuild(spool: string): Promise<AnnouncedBuild | undefined> {
  const names = await namesIn(spool);
  const digest = names.map((name) => PLAN_FILE.exec(name)?.[1]).find((found) => found !== undefined);
  if (digest === undefined) return undefined;
  const text = await readFile(join(spool, `plan-${digest}.json`), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : { digest, parts: JSON.parse(text) };
}

/** Whether a name is that of a shard and its output. Ids of jobs come from Redis, and are names of files. */
export const isOutputName = (name: string): boolean => OUTPUT_FILE.test(name);

/** The names of the outputs that are in a spool. */
export const outputsIn = async (spool: string): Promise<ReadonlySet<string>> =>
  new Set((await namesIn(spool)).filter(isOutputName));

export const writeBuild = (spool: string, build: FleetBuild): Promise<void> =>
  writeWhole(join(spool, BUILD_FILE), build);

/** The build of a spool; undefined until the planner has written it. */
export const readBuild = async (spool: string): Promise<FleetBuild | undefined> =>
  (await readSummary(join(spool, BUILD_FILE)).catch(() => undefined)) as FleetBuild | undefined;

/**
 * Writes a shard for the workers.
 *
 * @param name that of the output
 */
export async function writeShard(spool: string, name: string, shard: Shard): Promise<void> {
  await rm(join(spool, `${name}.failure`), { force: true });
  await writeWhole(join(spool, `${name}.shard`), shard);
}

/** Undefined when the planner has removed it: it has the output. @throws the error of the file system */
export async function readShard(spool: string, name: string): Promise<Shard | undefined> {
  try {
    return (await readSummary(join(spool, `${name}.shard`))) as Shard;
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

export const removeShard = (spool: string, name: string): Promise<void> =>
  rm(join(spool, `${name}.shard`), { force: true });

/** Writes why a shard could not be mapped: messages can quote records. */
export const writeFailure = (spool: string, name: string, thrown: unknown): Promise<void> =>
  writeWhole(join(spool, `${name}.failure`), packError(thrown));

/** Undefined when the worker has not written it. */
export const readFailure = async (spool: string, name: string): Promise<PackedError | undefined> =>
  (await readSummary(join(spool, `${name}.failure`)).catch(() => undefined)) as PackedError | undefined;

/** Files appear whole, with a checksum. They are not synced: the next planner writes them again. */
const writeWhole = (path: string, value: unknown): Promise<void> =>
  replaceFile(path, async (partial) => writePartsFile(partial, () => value), {
    isShared: true,
    isCache: true,
  });

export const writeStatus = (spool: string, status: WorkerStatus): Promise<void> =>
  replaceFile(join(spool, `worker-${status.name}.json`), JSON.stringify(status), { isCache: true });

export const removeStatus = (spool: string, name: string): Promise<void> =>
  rm(join(spool, `worker-${name}.json`), { force: true });

/** The workers that have written about themselves, by file. */
export async function workersIn(
  spool: string,
): Promise<readonly { readonly file: string; readonly status: WorkerStatus }[]> {
  const names = (await namesIn(spool)).filter((name) => WORKER_FILE.test(name)).sort();
  const read = names.map(async (name) => {
    const text = await readFile(join(spool, name), 'utf8').catch(() => undefined);
    return text === undefined ? [] : [{ file: join(spool, name), status: JSON.parse(text) as WorkerStatus }];
  });
  return (await Promise.all(read)).flat();
}

const namesIn = (spool: string): Promise<string[]> => readdir(spool).catch(() => []);
