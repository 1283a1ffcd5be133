import { lstat, readdir, readlink, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { renameDurably, syncAll } from '../../base/durable.js';
import { errorCode, FolkloreError } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { makeFolder } from '../../base/files.js';
import { Lock } from '../../base/lock.js';
import { RUN_FILE } from '../../release/description/checksums.js';
import type { BuildPlan } from '../plan/build-plan.js';

/** The link to the newest release of a folder. */
export const LATEST = 'latest';

/** The prefix of temporary names beside releases. Nothing else in the folder is removed. */
const PREFIX = '.folklore-ld';
/** The lock of the process that writes into the folder. */
export const LOCK = `${PREFIX}.lock`;
const NEXT_LATEST = `${PREFIX}.latest`;

/** The name of a release while it is written. */
export const stagingName = (label: string): string => `${PREFIX}.${label}.partial`;

/** The name of a release while it is replaced. */
export const replacedName = (label: string): string => `${PREFIX}.${label}.former`;

/** The label in such a name, of either sort or of that one; undefined for every other name. */
export function labelOfStaging(name: string, sort?: 'partial' | 'former'): string | undefined {
  const [, label, found] = /^\.folklore-ld\.(.+)\.(partial|former)$/.exec(name) ?? [];
  return sort === undefined || sort === found ? label : undefined;
}

/**
 * Repairs what a killed run has left: restores a release that was being replaced, makes `latest` lead to a release, also to one
 * that was in its place before `latest` was moved, and removes half a release. It may be killed, too, at any time.
 */
export async function repairLeftovers(out: string): Promise<void> {
  const names = await readdir(out);
  const next = await readlink(join(out, NEXT_LATEST)).catch(() => '');
  if (names.includes(next) && labelOfStaging(next) === undefined && (await mayBeMoved(out)))
    await moveLink(out, next);
  const beside = names.flatMap((name) => {
    const label = labelOfStaging(name);
    return label === undefined ? [] : [{ name, label }];
  });
  for (const { name, label } of beside) {
    if (name !== replacedName(label) || (await isThere(join(out, label)))) continue;
    // Meanwhile `latest` leads to the new release, which is whole, too.
    if ((await linkTarget(out)) === name && names.includes(stagingName(label)))
      await moveLink(out, stagingName(label));
    await renameDurably(join(out, name), join(out, label));
  }
  const led = labelOfStaging((await linkTarget(out)) ?? '');
  if (led !== undefined) await moveLink(out, led);
  for (const name of [...beside.map((one) => one.name), NEXT_LATEST])
    await rm(join(out, name), { recursive: true, force: true });
}

/** Whether `latest` is a link, or free. */
const mayBeMoved = async (out: string): Promise<boolean> =>
  ['link', 'nothing'].includes(await whatIs(join(out, LATEST)));

/** The target of `latest`; undefined when there is no such link. */
export const linkTarget = (out: string): Promise<string | undefined> =>
  readlink(join(out, LATEST)).catch(() => undefined);

/** Sets the target of `latest`, atomically. */
export async function moveLink(out: string, name: string): Promise<void> {
  await prepareLink(out, name);
  await takeLink(out);
}

/** Makes the link that `latest` will be. */
async function prepareLink(out: string, name: string): Promise<void> {
  const next = join(out, NEXT_LATEST);
  await rm(next, { force: true });
  await symlink(name, next, 'dir');
}

const takeLink = (out: string): Promise<void> => renameDurably(join(out, NEXT_LATEST), join(out, LATEST));

/** Whether anything has that name, a broken link included. */
export const isThere = async (path: string): Promise<boolean> => (await whatIs(path)) !== 'nothing';

/** The type of an entry in a folder of releases. */
export async function whatIs(path: string): Promise<'nothing' | 'link' | 'release' | 'something else'> {
  try {
    if ((await lstat(path)).isSymbolicLink()) return 'link';
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return 'nothing';
    throw thrown;
  }
  return isRelease(path);
}

/** Whether a folder is a release: every release has a run.json. */
export async function isRelease(folder: string): Promise<'release' | 'something else'> {
  return stat(join(folder, RUN_FILE)).then(
    (found) => (found.isFile() ? 'release' : 'something else'),
    () => 'something else',
  );
}

/** The settings that the staging directory depends on. */
export type StagingPlan = Pick<BuildPlan, 'out' | 'label' | 'replace' | 'isLatest' | 'pid'>;

/**
 * The hidden folder in which a release is written, beside its place. The release is renamed when it is whole, so that a
 * reader sees the previous release or this one, and never half of it. The next run removes what a killed one has left.
 */
export class StagingDirectory {
  /** Where the release will be. */
  readonly directory: string;
  /** Where it is written. */
  readonly path: string;
  readonly #plan: StagingPlan;
  readonly #former: string;
  readonly #lock: Lock | undefined;

  private constructor(plan: StagingPlan, lock: Lock | undefined) {
    const { out, label } = plan;
    this.#plan = plan;
    this.#lock = lock;
    this.directory = join(out, label);
    this.path = join(out, stagingName(label));
    this.#former = join(out, replacedName(label));
  }

  /**
   * Locks the folder of releases, and removes what killed runs have left.
   *
   * @throws FolkloreError RELEASE_EXISTS without `--replace` when there is a release of the label; OUTPUT_UNWRITABLE when
   *   something else has its name; STORE_UNUSABLE when another process builds into the folder
   */
  static async take(plan: StagingPlan): Promise<StagingDirectory> {
    const lock = await enter(plan);
    try {
      const place = new StagingDirectory(plan, lock);
      await makeFolder(place.path);
      return place;
    } catch (thrown) {
      await lock?.release();
      throw thrown;
    }
  }

  /**
   * Syncs the release, moves it to its place, replaces one of the same label, and sets `latest`. At every moment, also after a
   * power cut, `latest` leads to a whole release, old or new. When this fails, everything is as it was.
   *
   * @throws the error of the file system
   */
  async publish(): Promise<void> {
    const { out, label, isLatest } = this.#plan;
    const gives = await isThere(this.directory);
    await syncAll(this.path);
    const isLedTo = gives && (await linkTarget(out)) === label;
    try {
      if (isLedTo) await moveLink(out, stagingName(label));
      if (gives) await renameDurably(this.directory, this.#former);
      if (isLedTo) await moveLink(out, replacedName(label));
      const becomesLatest = isLatest === true || isLedTo;
      // From the next rename on the release is published: where this process ends, the next run finds the link, and moves it.
      if (becomesLatest) await prepareLink(out, label);
      await renameDurably(this.path, this.directory);
      if (becomesLatest) await takeLink(out);
    } catch (thrown) {
      await this.#takeBack().catch(() => {});
      throw thrown;
    }
    // If this fails, the next run removes it.
    await rm(this.#former, { recursive: true, force: true }).catch(() => {});
    await this.#lock?.release();
  }

  /** Removes what was written. An earlier release of the same label is not touched. */
  async abandon(): Promise<void> {
    await rm(this.path, { recursive: true, force: true }).catch(() => {});
    await this.#lock?.release();
  }

  async #takeBack(): Promise<void> {
    if (!(await isThere(this.path))) await renameDurably(this.directory, this.path);
    await repairLeftovers(this.#plan.out);
  }
}

/**
 * Checks before the first request that a release can be published, and repairs what killed runs have left.
 *
 * @throws FolkloreError as `StagingDirectory.take` does
 */
export async function checkDestination(plan: StagingPlan): Promise<void> {
  const lock = await enter(plan);
  await lock?.release();
}

async function enter(plan: StagingPlan): Promise<Lock | undefined> {
  const { out, pid } = plan;
  await makeFolder(out);
  const lock = await lockReleases(out, pid);
  try {
    await repairLeftovers(out);
    await checkFree(plan);
    return lock;
  } catch (thrown) {
    await lock?.release();
    throw thrown;
  }
}

/**
 * Takes the lock of a folder of releases.
 *
 * @param pid the id of this process; without it nothing is locked
 * @throws FolkloreError STORE_UNUSABLE when another process writes into the folder; the error of the file system
 */
export async function lockReleases(out: string, pid: number | undefined): Promise<Lock | undefined> {
  if (pid === undefined) return undefined;
  return Lock.take(join(out, LOCK), pid, 'build is writing into this folder');
}

async function checkFree({ out, label, replace, isLatest }: StagingPlan): Promise<void> {
  const there = await whatIs(join(out, label));
  if (there !== 'nothing' && replace !== true)
    throw new FolkloreError('RELEASE_EXISTS', `There is a release ${label} in ${out} already.`, {
      hint: 'Give another --release, or --replace to put the new one in its place.',
      exitCode: EXIT.misuse,
    });
  if (there === 'something else')
    throw inTheWay(`${join(out, label)} is no release`, 'give another --release');
  if (isLatest !== true) return;
  if (!(await mayBeMoved(out)))
    throw inTheWay(`${join(out, LATEST)} is no link to a release`, 'give another --out');
}

const inTheWay = (what: string, instead: string): FolkloreError =>
  new FolkloreError('OUTPUT_UNWRITABLE', `${what}, and would be lost.`, {
    hint: `Move it away, or ${instead}.`,
    exitCode: EXIT.misuse,
  });
