import { chmod, mkdir, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writingInto } from '../../base/disk-errors.js';
import { replaceFile } from '../../base/durable.js';
import { FolkloreError } from '../../base/errors.js';
import type { BuildPlan } from '../plan/build-plan.js';
import type { Inputs } from './build-inputs.js';
import { digestOf } from './shards.js';

/*
 * A spool is a folder that several processes share, on one machine or on many: each maps a part of the shards into it, and
 * one of them merges the outputs to a release.
 */

const PLAN_FILE = /^plan-[0-9a-f]{32}\.json$/;

/** Every file that the parts of a build write into a spool, and what a network file system keeps of removed ones. */
const SPOOL_FILE = /^(\.nfs.*|(plan-[0-9a-f]{32}\.json|output-[0-9a-f]{32}-\d+)(\.[0-9a-f-]{36}\.partial)?)$/;

/** Settings that only the merge uses. Parts may be mapped without them, and the merge repeated on another day. */
const OF_THE_MERGE: ReadonlySet<string> = new Set<keyof BuildPlan>([
  ...(['issued', 'announcement', 'maxRejected', 'maxChange'] as const),
  ...(['settings', 'compression', 'context'] as const),
]);

/**
 * Writes into a spool what its outputs are made from, and refuses to mix them with outputs that are made from something
 * else. With the same plan file, the index and all shards are the same, and so is an output of any process.
 *
 * @param shards how many shards the first round has
 * @returns the path of an output without its number. It holds the digest of the plan: a late part of another build may
 *   still write into the folder.
 * @throws FolkloreError CONFIG_INVALID naming what differs, or another file that is there; the error of the file system
 */
export async function joinSpool(folder: string, inputs: Inputs, shards: number): Promise<string> {
  const made = Object.entries(inputs).filter(([name]) => !OF_THE_MERGE.has(name));
  const parts = { ...Object.fromEntries(made), shards };
  const names = await openSpool(folder);
  const digest = digestOf(parts);
  const own = `plan-${digest}.json`;
  const plans = names.filter((name) => PLAN_FILE.test(name));
  const [other] = plans.filter((name) => name !== own);
  if (other !== undefined) {
    const theirs = JSON.parse(await readFile(join(folder, other), 'utf8')) as Inputs;
    throw new FolkloreError(
      'CONFIG_INVALID',
      `The outputs in the spool ${folder} belong to another build. It differs in: ${differencesOf(parts, theirs).join(', ')}.`,
      {
        hint: 'Use the same version of this program, of Node and of the configuration for all parts, or another --spool.',
      },
    );
  }
  if (!plans.includes(own))
    await replaceFile(join(folder, own), JSON.stringify(parts, undefined, 2), { isShared: true });
  return join(folder, `output-${digest}-`);
}

/**
 * Makes a spool that only its owner can read, or opens one. It is removed after the build, so it must hold nothing else.
 *
 * @returns the names of its files
 * @throws FolkloreError CONFIG_INVALID
 */
async function openSpool(folder: string): Promise<readonly string[]> {
  const make = async (): Promise<readonly string[]> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return readdir(folder);
  };
  const names = await writingInto(folder, make, 'with --spool');
  const foreign = names.find((name) => !SPOOL_FILE.test(name));
  if (foreign !== undefined)
    throw new FolkloreError('CONFIG_INVALID', `The folder ${folder} is no spool: it holds ${foreign}.`, {
      hint: 'Give --spool a folder that is new or empty. It is removed after the build.',
    });
  if (((await stat(folder)).mode & 0o077) !== 0) await chmod(folder, 0o700);
  return names;
}

/** The names of what differs between two plans. */
const differencesOf = (ours: Inputs, theirs: Inputs): readonly string[] =>
  [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].filter(
    (part) => JSON.stringify(ours[part]) !== JSON.stringify(theirs[part]),
  );

/**
 * Removes a spool whose outputs are in a release: the plan first, so that a spool which is half removed refuses no other build.
 *
 * @throws the error of the file system when the folder cannot be removed, or a late part still writes into it
 */
export async function removeSpool(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => SPOOL_FILE.test(name));
  names.sort((a, b) => Number(PLAN_FILE.test(b)) - Number(PLAN_FILE.test(a)));
  // What a network file system keeps of a file that another process has open is busy.
  for (const name of names) await rm(join(folder, name), { force: true }).catch(() => {});
  await rmdir(folder);
}
