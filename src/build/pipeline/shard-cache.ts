import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PARTIAL } from '../../base/durable.js';
import { messageOf } from '../../base/errors.js';
import { Lock } from '../../harvest/store/lock.js';
import { makeFolder, storePathsOf } from '../../harvest/store/paths.js';
import type { BuildPlan, CacheSettings } from '../plan/build-plan.js';
import type { MapperIndex } from './shard-dependencies.js';
import { planDigest, shardDigest } from './shard-digest.js';
import { readShardOutput, type StoredShardOutput } from './shard-output.js';
import type { Shard } from './shards.js';

const LOCK = 'lock';

/** A file of the cache: what the shard is made from, its digest, and the digest of the plan. */
const NAME = /^(answers|records)-[0-9a-f]{32}-[0-9a-f]{32}$/;

interface OpenedCache {
  readonly folder: string;
  /** Absent: a spool, or a folder that is removed after the build. */
  readonly settings?: CacheSettings;
  readonly lock?: Lock | undefined;
  /** The files in the folder. */
  readonly names?: readonly string[];
  readonly problem?: string;
}

/**
 * The folder of shard outputs. Each file is named by the digests of the shard and of the plan, so that the next build with
 * the same inputs finds it. It holds unpublished records, as the store does: only its owner can read it. A cache belongs to
 * one configuration: outputs of another one are removed.
 */
export class ShardCache {
  /** Why there is no cache although one was wanted; undefined otherwise. */
  readonly problem: string | undefined;
  readonly #folder: string;
  readonly #settings: CacheSettings | undefined;
  readonly #lock: Lock | undefined;
  readonly #held: ReadonlySet<string>;
  readonly #used = new Set<string>();
  readonly #digests = new WeakMap<Shard, string>();
  #plan = '';

  private constructor({ folder, settings, lock, names = [], problem }: OpenedCache) {
    this.#folder = folder;
    this.#settings = settings;
    this.#lock = lock;
    this.#held = new Set(names.filter((name) => NAME.test(name)));
    this.problem = problem;
  }

  /**
   * Opens the cache of a plan. Where there is none, or it cannot be used, outputs are only kept until the build ends.
   *
   * @param temporary folder of outputs that no later build finds
   */
  static async open({ cache, spool, store, pid }: BuildPlan, temporary: string): Promise<ShardCache> {
    if (spool !== undefined) return new ShardCache({ folder: spool, names: await namesIn(spool) });
    if (cache === undefined) return new ShardCache({ folder: temporary });
    try {
      const folder = await cacheFolder({ store, cache });
      await makeFolder(dirname(folder));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const lock =
        pid === undefined ? undefined : await Lock.take(join(folder, LOCK), pid, 'build uses this cache');
      const names = await namesIn(folder);
      for (const name of names) if (name.endsWith(PARTIAL)) await rm(join(folder, name), { force: true });
      return new ShardCache({ folder, settings: cache, lock, names });
    } catch (thrown) {
      return new ShardCache({ folder: temporary, problem: messageOf(thrown) });
    }
  }

  /** Gives the index of the build and the shards of its first round, before `pathOf`. */
  begin(plan: BuildPlan, index: MapperIndex, shards: readonly Shard[]): void {
    this.#plan = planDigest(plan, index);
    for (const shard of shards) this.pathOf(shard);
  }

  /** Whether it had no outputs when it was opened. */
  get isEmpty(): boolean {
    return this.#held.size === 0;
  }

  /** Whether it had an output of a shard when it was opened. */
  holds(shard: Shard): boolean {
    return this.#held.has(basename(this.pathOf(shard)));
  }

  /** The file of the output of a shard, whether it is there or not. */
  pathOf(shard: Shard): string {
    const digest = this.#digests.get(shard) ?? shardDigest(shard);
    this.#digests.set(shard, digest);
    const name = `${'answers' in shard ? 'answers' : 'records'}-${digest}-${this.#plan}`;
    this.#used.add(name);
    return join(this.#folder, name);
  }

  /**
   * Whether the output of a shard is to be made again and compared, if it is there.
   *
   * @param seed selects the shards; the same for every run of a release
   */
  isChecked(path: string, seed: string): boolean {
    return shareOf(path, seed) < (this.#settings?.check ?? 0);
  }

  /**
   * Removes outputs of answers that are gone or have changed, and others that hold what must not be published now. It is
   * called when the shards of the first round are known. Their own outputs are not read: they are checked when they are
   * used.
   *
   * @param isCurrent whether an output may be published
   */
  async removeSuppressed(isCurrent: (output: StoredShardOutput) => boolean): Promise<void> {
    for (const name of await this.#entries()) {
      if (this.#used.has(name)) continue;
      const path = join(this.#folder, name);
      const isPossible = name.startsWith('records-') && name.endsWith(this.#plan);
      const output = isPossible ? await readShardOutput(path).catch(() => undefined) : undefined;
      if (output === undefined || !isCurrent(output)) await rm(path, { force: true });
    }
  }

  /** Removes outputs of shards that the build did not have, and the oldest ones above the size limit. */
  async prune(): Promise<void> {
    if (this.#settings === undefined) return;
    const kept: { readonly path: string; readonly size: number; readonly mtimeMs: number }[] = [];
    for (const name of await this.#entries()) {
      const path = join(this.#folder, name);
      if (!this.#used.has(name)) await rm(path, { force: true });
      else {
        const { size, mtimeMs } = await stat(path);
        kept.push({ path, size, mtimeMs });
      }
    }
    let excess = kept.reduce((sum, { size }) => sum + size, 0) - this.#settings.maxMiB * 2 ** 20;
    for (const { path, size } of kept.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (excess <= 0) break;
      await rm(path, { force: true });
      excess -= size;
    }
  }

  /** Lets other builds use the cache. */
  async close(): Promise<void> {
    await this.#lock?.release();
  }

  async #entries(): Promise<readonly string[]> {
    return this.#settings === undefined
      ? []
      : (await readdir(this.#folder)).filter((name) => NAME.test(name));
  }
}

/** The folder of the cache: the configured one, or beside the store. */
export const cacheFolder = async ({
  store,
  cache,
}: {
  readonly store: string;
  readonly cache: Pick<CacheSettings, 'folder'>;
}): Promise<string> => cache.folder ?? `${(await storePathsOf(store)).directory}.cache`;

/**
 * Removes all outputs of a cache, and no other file.
 *
 * @param isDryRun whether they are only counted
 * @returns how many files, of how many bytes
 * @throws FolkloreError STORE_UNUSABLE when a build uses the cache; the error of the file system
 */
export async function emptyCache(
  folder: string,
  pid: number,
  isDryRun: boolean,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const names = (await namesIn(folder)).filter((name) => NAME.test(name) || name.endsWith(PARTIAL));
  if (names.length === 0) return { files: 0, bytes: 0 };
  const lock = await Lock.take(join(folder, LOCK), pid, 'build uses this cache');
  try {
    let bytes = 0;
    for (const name of names) {
      const path = join(folder, name);
      bytes += (await stat(path)).size;
      if (!isDryRun) await rm(path, { force: true });
    }
    return { files: names.length, bytes };
  } finally {
    await lock.release();
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** A number from 0 to below 1 that depends on a file name and a seed. */
const shareOf = (path: string, seed: string): number =>
  createHash('sha256')
    .update(`${basename(path)} ${seed}`)
    .digest()
    .readUInt32BE() /
  2 ** 32;
