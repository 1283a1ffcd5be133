import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, FolkloreError } from '../base/errors.js';
import { Lock } from '../store/lock.js';
import { makeFolder } from '../store/make-folder.js';
import { errorCode } from '../store/unusable.js';
import { formerOf, isThere, LATEST, LOCK, leadsTo, mend, partialOf, pointTo, whatIs } from './beside.js';
import type { BuildPlan } from './settings.js';

/** What the place of a release hangs on. */
export type PlacePlan = Pick<BuildPlan, 'out' | 'label' | 'replace' | 'isLatest' | 'pid'>;

/**
 * Where a release lands. It is written beside its place, in a hidden folder, and moved there when it is whole: whoever
 * looks sees the release before, or this one, and never half of it. What runs that were killed have left is cleared
 * by the next one.
 */
export class ReleasePlace {
  /** Where the release will be. */
  readonly directory: string;
  /** Where it is written. */
  readonly beside: string;
  readonly #plan: PlacePlan;
  readonly #former: string;
  readonly #lock: Lock | undefined;

  private constructor(plan: PlacePlan, lock: Lock | undefined) {
    const { out, label } = plan;
    this.#plan = plan;
    this.#lock = lock;
    this.directory = join(out, label);
    this.beside = join(out, partialOf(label));
    this.#former = join(out, formerOf(label));
  }

  /**
   * Takes the folder of releases for one run, and clears what earlier ones have left half done.
   *
   * @throws FolkloreError RELEASE_EXISTS when the label is taken and is not to be replaced; OUTPUT_UNWRITABLE when
   *   something that is no release is in the way; STORE_UNUSABLE when another process builds into the folder
   */
  static async take(plan: PlacePlan): Promise<ReleasePlace> {
    const lock = await enter(plan);
    try {
      const place = new ReleasePlace(plan, lock);
      await makeFolder(place.beside);
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
    const isLedTo = gives && (await leadsTo(out)) === label;
    try {
      if (isLedTo) await pointTo(out, partialOf(label));
      if (gives) await rename(this.directory, this.#former);
      if (isLedTo) await pointTo(out, formerOf(label));
      await rename(this.beside, this.directory);
      if (isLatest === true || isLedTo) await pointTo(out, label);
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
    if (this.#lock?.lost === undefined)
      await rm(this.beside, { recursive: true, force: true }).catch(() => {});
    await this.#lock?.release();
  }

  async #takeBack(): Promise<void> {
    if (!(await isThere(this.beside))) await rename(this.directory, this.beside);
    await mend(this.#plan.out);
  }
}

/**
 * Finds out before the first request whether a release may land, and puts right what earlier runs have left.
 *
 * @throws FolkloreError as `ReleasePlace.take` does
 */
export async function checkPlace(plan: PlacePlan): Promise<void> {
  const lock = await enter(plan);
  await lock?.release();
}

async function enter(plan: PlacePlan): Promise<Lock | undefined> {
  const { out, pid } = plan;
  await makeFolder(out);
  const lock = pid === undefined ? undefined : await lockFolder(out, pid);
  try {
    await mend(out);
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

async function checkFree({ out, label, replace, isLatest }: PlacePlan): Promise<void> {
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
