import { lstat, readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, FolkloreError } from '../base/errors.js';
import type { BuildPlan } from '../records/build-plan.js';
import { RUN_FILE } from '../release/checksums.js';
import { Lock } from '../response-store/lock.js';
import { makeFolder } from '../response-store/paths.js';
import { errorCode } from '../response-store/store-errors.js';

/** The name under which the newest release of a folder is found. */
export const LATEST = 'latest';

/** What stands beside releases for a while is hidden, and begins so: nothing else in the folder is ours to clear. */
const OURS = '.folklore-ld';
/** Says which process writes into the folder. */
export const LOCK = `${OURS}.lock`;
const NEXT_LATEST = `${OURS}.latest`;

/** The name of a release while it is written. */
export const stagingName = (label: string): string => `${OURS}.${label}.partial`;

/** The name of a release while another one takes its place. */
export const replacedName = (label: string): string => `${OURS}.${label}.former`;

/** The label of a release that stands beside its place under one of these names; undefined for every other name. */
export const labelOfStaging = (name: string): string | undefined => BESIDE.exec(name)?.[1];

const BESIDE = /^\.folklore-ld\.(.+)\.(?:partial|former)$/;

/**
 * Puts right what a run that was killed has left: a release that had to give way comes back, `latest` leads to where a
 * release belongs, and half a release goes. May itself be killed at any time.
 */
export async function repairLeftovers(out: string): Promise<void> {
  const names = await readdir(out);
  const beside = names.flatMap((name) => {
    const label = labelOfStaging(name);
    return label === undefined ? [] : [{ name, label }];
  });
  for (const { name, label } of beside) {
    if (name !== replacedName(label) || (await isThere(join(out, label)))) continue;
    // Whoever follows `latest` meanwhile finds the one that is whole as well.
    if ((await linkTarget(out)) === name && names.includes(stagingName(label)))
      await moveLink(out, stagingName(label));
    await rename(join(out, name), join(out, label));
  }
  const led = labelOfStaging((await linkTarget(out)) ?? '');
  if (led !== undefined) await moveLink(out, led);
  for (const name of [...beside.map((one) => one.name), NEXT_LATEST])
    await rm(join(out, name), { recursive: true, force: true });
}

/** What `latest` leads to, as it says so itself; undefined when there is no such link. */
export const linkTarget = (out: string): Promise<string | undefined> =>
  readlink(join(out, LATEST)).catch(() => undefined);

/** Makes `latest` lead to something in its folder, in one step. */
export async function moveLink(out: string, name: string): Promise<void> {
  const next = join(out, NEXT_LATEST);
  await rm(next, { force: true });
  await symlink(name, next, 'dir');
  await rename(next, join(out, LATEST));
}

/** Whether anything has that name, wherever it may lead. */
export const isThere = async (path: string): Promise<boolean> => (await whatIs(path)) !== 'nothing';

/** What has a name in a folder of releases. */
export async function whatIs(path: string): Promise<'nothing' | 'link' | 'release' | 'something else'> {
  try {
    if ((await lstat(path)).isSymbolicLink()) return 'link';
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return 'nothing';
    throw thrown;
  }
  return isRelease(path);
}

/** Every release has the facts of its run, since the first one. */
export async function isRelease(folder: string): Promise<'release' | 'something else'> {
  return stat(join(folder, RUN_FILE)).then(
    (found) => (found.isFile() ? 'release' : 'something else'),
    () => 'something else',
  );
}

/** What the place of a release hangs on. */
export type StagingPlan = Pick<BuildPlan, 'out' | 'label' | 'replace' | 'isLatest' | 'pid'>;

/**
 * Where a release lands. It is written beside its place, in a hidden folder, and moved there when it is whole: whoever
 * looks sees the release before, or this one, and never half of it. What runs that were killed have left is cleared
 * by the next one.
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
   * Takes the folder of releases for one run, and clears what earlier ones have left half done.
   *
   * @throws FolkloreError RELEASE_EXISTS when the label is taken and is not to be replaced; OUTPUT_UNWRITABLE when
   *   something that is no release is in the way; STORE_UNUSABLE when another process builds into the folder
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
   * Moves the release to its place, where one of the same label gives way, and then `latest` to it. Where `latest`
   * leads to the one that gives way, it leads to a whole release, old or new, at every moment. When this fails,
   * everything is as it was.
   *
   * @throws FolkloreError STORE_UNUSABLE when another process has taken over the folder; what the file system throws
   */
  async publish(): Promise<void> {
    const { out, label, isLatest } = this.#plan;
    await this.#lock?.check();
    const gives = await isThere(this.directory);
    const isLedTo = gives && (await linkTarget(out)) === label;
    try {
      if (isLedTo) await moveLink(out, stagingName(label));
      if (gives) await rename(this.directory, this.#former);
      if (isLedTo) await moveLink(out, replacedName(label));
      await rename(this.path, this.directory);
      if (isLatest === true || isLedTo) await moveLink(out, label);
    } catch (thrown) {
      await this.#takeBack().catch(() => {});
      throw thrown;
    }
    // The release is out: what cannot be removed now the next run clears.
    await rm(this.#former, { recursive: true, force: true }).catch(() => {});
    await this.#lock?.release();
  }

  /** Removes what was written; does nothing to an earlier release of the same label. */
  async abandon(): Promise<void> {
    // When another process has the folder, what is beside is that one's.
    if (this.#lock?.lost === undefined) await rm(this.path, { recursive: true, force: true }).catch(() => {});
    await this.#lock?.release();
  }

  async #takeBack(): Promise<void> {
    if (!(await isThere(this.path))) await rename(this.directory, this.path);
    await repairLeftovers(this.#plan.out);
  }
}

/**
 * Finds out before the first request whether a release may land, and puts right what earlier runs have left.
 *
 * @throws FolkloreError as `ReleasePlace.take` does
 */
export async function checkDestination(plan: StagingPlan): Promise<void> {
  const lock = await enter(plan);
  await lock?.release();
}

async function enter(plan: StagingPlan): Promise<Lock | undefined> {
  const { out, pid } = plan;
  await makeFolder(out);
  const lock = pid === undefined ? undefined : await lockFolder(out, pid);
  try {
    await repairLeftovers(out);
    await checkFree(plan);
    return lock;
  } catch (thrown) {
    await lock?.release();
    throw thrown;
  }
}

async function lockFolder(out: string, pid: number): Promise<Lock> {
  try {
    return await Lock.take(join(out, LOCK), pid, 'build is writing into this folder');
  } catch (thrown) {
    // What the disk said is about the output here, and not about a store.
    throw thrown instanceof FolkloreError && errorCode(thrown.cause) !== '' ? thrown.cause : thrown;
  }
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
  const latest = await whatIs(join(out, LATEST));
  if (latest !== 'nothing' && latest !== 'link')
    throw inTheWay(`${join(out, LATEST)} is no link to a release`, 'give another --out');
}

const inTheWay = (what: string, instead: string): FolkloreError =>
  new FolkloreError('OUTPUT_UNWRITABLE', `${what}, and would be lost.`, {
    hint: `Move it away, or ${instead}.`,
    exitCode: EXIT.misuse,
  });
