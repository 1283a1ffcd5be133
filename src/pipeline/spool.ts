import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, FolkloreError } from '../base/errors.js';
import type { BuildPlan } from '../records/build-plan.js';
import type { MapperIndex } from './shard-dependencies.js';
import { digestOf, type PlanParts, planParts, shardDigest } from './shard-digest.js';
import type { Shard } from './shards.js';

/*
 * A spool is a folder that several processes share, on one machine or on many: each maps a part of the shards into it, and
 * one of them merges the outputs to a release. Its files are those of the cache.
 */

const PLAN_FILE = /^plan-[0-9a-f]{32}\.json$/;

/**
 * Writes into a spool what its outputs are made with, and refuses to mix them with outputs that are made otherwise.
 *
 * @throws FolkloreError CONFIG_INVALID naming what differs; the error of the file system
 */
export async function joinSpool(
  folder: string,
  plan: BuildPlan,
  index: Pick<MapperIndex, 'genders'>,
  shards: readonly Shard[],
): Promise<void> {
  const parts = { ...planParts(plan, index), harvest: digestOf(shards.map(shardDigest)) };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = `plan-${digestOf(parts)}.json`;
  const plans = (await readdir(folder)).filter((name) => PLAN_FILE.test(name));
  const [other] = plans.filter((name) => name !== own);
  if (other !== undefined) {
    const theirs = JSON.parse(await readFile(join(folder, other), 'utf8')) as PlanParts;
    throw new FolkloreError(
      'CONFIG_INVALID',
      `The outputs in the spool ${folder} are made with another ${differencesOf(parts, theirs).join(', another ')}.`,
      {
        hint: 'Use the same version of this program, of Node and of the configuration for all parts, or another --spool.',
        exitCode: EXIT.misuse,
      },
    );
  }
  if (plans.includes(own)) return;
  const partial = join(folder, `${own}.${randomUUID()}.partial`);
  await writeFile(partial, JSON.stringify(parts, undefined, 2));
  await rename(partial, join(folder, own));
}

/** The names of what differs between two plans. */
const differencesOf = (ours: PlanParts, theirs: PlanParts): readonly string[] =>
  [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].filter(
    (part) => JSON.stringify(ours[part]) !== JSON.stringify(theirs[part]),
  );

/** Removes a spool whose outputs are in a release. */
export const removeSpool = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5 });
