import { dirname, join } from 'node:path';
import { pathBelow } from '../../base/file-bytes.js';
import { exists } from '../../base/files.js';
import { CHANGES_FILE, listedChanges } from '../../release/delta/difference.js';
import { releaseLine } from '../../release/description/release-line.js';
import type { Site } from '../browse/site.js';
import { changesFileOf, ROLLED_BACK, rollbacksOf } from '../rollback/rollbacks.js';

/** A release whose changes are known, or the oldest one. What a release changed that was taken back has changed again. */
export interface DatedRelease {
  readonly folder: string;
  readonly label: string;
  /** The day of the release, or the one on which it was taken back, YYYY-MM-DD. */
  readonly day: string;
  readonly hasChanges: boolean;
  /** The list of the changed records, below the folder. */
  readonly changes: string;
}

/** The releases that datestamps are taken from, the newest first. */
export interface ReleaseChain {
  readonly releases: readonly DatedRelease[];
  /** Whether the oldest release is the first of all: every record that was ever removed is in the changes. */
  readonly isComplete: boolean;
}

/** Releases of a chain, at most: their numbers fit in a byte. */
const MOST_RELEASES = 250;

/**
 * The release of a site and those before it, to the first of all releases, or to one without changes. Among these are the releases
 * that were taken back.
 *
 * @throws FolkloreError FILE_UNREADABLE when the list of releases that were taken back is damaged
 */
export async function releaseChain(site: Site): Promise<ReleaseChain> {
  const { releases, isComplete } = await releasesBefore(site);
  const takenBack = await releasesTakenBack(site);
  const chain: DatedRelease[] = [];
  for (const one of releases) {
    while (takenBack[0] !== undefined && takenBack[0].day >= one.day) {
      const [next] = takenBack.splice(0, 1) as [DatedRelease];
      chain.push(next);
      // Any record may have changed with it.
      if (!next.hasChanges) return { releases: chain.slice(0, MOST_RELEASES), isComplete: false };
    }
    chain.push(one);
  }
  return { releases: chain.slice(0, MOST_RELEASES), isComplete: isComplete && chain.length <= MOST_RELEASES };
}

/** The releases that were taken back, the last one first. */
async function releasesTakenBack({ release, manifest }: Site): Promise<DatedRelease[]> {
  const folder = join(dirname(release), ROLLED_BACK);
  const found: DatedRelease[] = [];
  for (const one of await rollbacksOf(dirname(release))) {
    const changes = changesFileOf(one);
    const hasChanges = one.base === manifest.base && (await exists(join(folder, changes)));
    found.push({ folder, label: one.folder, day: one.day, hasChanges, changes });
  }
  return found.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0));
}

async function releasesBefore({ release, manifest }: Site): Promise<ReleaseChain> {
  const releases: DatedRelease[] = [];
  for await (const { folder, manifest: found } of releaseLine(release, manifest)) {
    const { label, previous, issued, deltas, others } = found;
    const hasChanges = [...deltas, ...others].some(({ path }) => path === CHANGES_FILE);
    releases.push({ folder, label, day: dayOf(issued), hasChanges, changes: CHANGES_FILE });
    if (previous === null) return { releases, isComplete: true };
    if (!hasChanges || releases.length === MOST_RELEASES) break;
  }
  return { releases, isComplete: false };
}

const dayOf = (issued: string): string => /^\d{4}-\d{2}-\d{2}/.exec(issued)?.[0] ?? '1970-01-01';

/**
 * The records that differ from the release before.
 *
 * @throws the error of the file system
 */
export async function* changesOf({
  folder,
  hasChanges,
  changes,
}: DatedRelease): ReturnType<typeof listedChanges> {
  if (hasChanges) yield* listedChanges(await pathBelow(folder, changes));
}
