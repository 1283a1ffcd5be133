import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PartsFileWriter, readSummary } from '../output/parts-file.js';
import { PARTIAL } from '../pipeline/shard-output.js';
import type { Shard } from '../pipeline/shards.js';
import type { IndexMessage } from '../pipeline/thread-runner.js';
import type { BuildPlan } from '../records/build-plan.js';

/*
 * What planner and workers of a fleet exchange lies in the spool, because it holds unpublished records: the build, the
 * shards and their outputs. Redis holds names of files only.
 */

/** What every worker needs of a build. */
export interface FleetBuild {
  readonly plan: BuildPlan;
  readonly index: IndexMessage;
}

/** What a worker writes about itself. */
export interface WorkerStatus {
  readonly name: string;
  readonly program: string;
  /** Why it takes no jobs of the build; absent: it does. */
  readonly refused?: string;
  readonly done: number;
  /** Shards per minute since the first one. */
  readonly perMinute: number;
  /** The shards that it maps now. */
  readonly doing: readonly string[];
}

const BUILD_FILE = 'build';
const PLAN_FILE = /^plan-([0-9a-f]{32})\.json$/;
const WORKER_FILE = /^worker-[\w.-]+\.json$/;

/** The digest of the build that a spool is for, and what it is made with; undefined when there is none. */
export async function announcedBuild(
  spool: string,
): Promise<{ readonly digest: string; readonly parts: Readonly<Record<string, unknown>> } | undefined> {
  const names = await readdir(spool).catch(() => []);
  const digest = names.map((name) => PLAN_FILE.exec(name)?.[1]).find((found) => found !== undefined);
  if (digest === undefined) return undefined;
  const text = await readFile(join(spool, `plan-${digest}.json`), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : { digest, parts: JSON.parse(text) };
}

/** The name of the queue of a build. */
export const queueOf = (digest: string): string => `folklore-ld-${digest}`;

export const writeBuild = (spool: string, build: FleetBuild): Promise<void> =>
  writeWhole(join(spool, BUILD_FILE), build);

/** Undefined until the planner has written it. */
export const readBuild = async (spool: string): Promise<FleetBuild | undefined> =>
  (await readSummary(join(spool, BUILD_FILE)).catch(() => undefined)) as FleetBuild | undefined;

/** @param name that of the shard's output */
export const writeShard = (spool: string, name: string, shard: Shard): Promise<void> =>
  writeWhole(join(spool, `${name}.shard`), shard);

export const readShard = async (spool: string, name: string): Promise<Shard> =>
  (await readSummary(join(spool, `${name}.shard`))) as Shard;

export const removeShard = (spool: string, name: string): Promise<void> =>
  rm(join(spool, `${name}.shard`), { force: true });

/** Files appear whole, with a checksum, and are on the disk. */
async function writeWhole(path: string, value: unknown): Promise<void> {
  const partial = `${path}.${randomUUID()}${PARTIAL}`;
  await new PartsFileWriter(partial).write(value, true);
  await rename(partial, path);
}

export async function writeStatus(spool: string, status: WorkerStatus): Promise<void> {
  const file = join(spool, `worker-${status.name}.json`);
  await writeFile(`${file}${PARTIAL}`, JSON.stringify(status));
  await rename(`${file}${PARTIAL}`, file);
}

export const removeStatus = (spool: string, name: string): Promise<void> =>
  rm(join(spool, `worker-${name}.json`), { force: true });

/** The workers that have written about themselves, by file. */
export async function workersIn(
  spool: string,
): Promise<readonly { readonly file: string; readonly status: WorkerStatus }[]> {
  const names = (await readdir(spool).catch(() => [])).filter((name) => WORKER_FILE.test(name)).sort();
  const read = names.map(async (name) => {
    const text = await readFile(join(spool, name), 'utf8').catch(() => undefined);
    return text === undefined ? [] : [{ file: join(spool, name), status: JSON.parse(text) as WorkerStatus }];
  });
  return (await Promise.all(read)).flat();
}
