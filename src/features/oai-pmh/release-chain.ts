import { dirname, join } from 'node:path';
import { pathBelow } from '../../base/file-bytes.js';
import { textOf } from '../../model/rdf/formats/recognise-dump.js';
import { CHANGES_FILE } from '../../release/delta/difference.js';
import { readManifestIfValid } from '../../release/description/manifest.js';
import { readCsv, valuesIn } from '../../release/tables/csv.js';
import type { Site } from '../browse/site.js';

/** A release whose changes are known, or the oldest one. */
export interface DatedRelease {
  readonly folder: string;
  readonly label: string;
  /** The day of the release, YYYY-MM-DD. */
  readonly day: string;
  readonly hasChanges: boolean;
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
 * The release of a site and those before it. Each names the one before it, whose folder is beside its own. The chain ends at the
 * first of all releases, and where a release has no changes, or the folder before it is missing, is damaged or has another base.
 */
export async function releaseChain({ release, manifest }: Site): Promise<ReleaseChain> {
  const releases: DatedRelease[] = [];
  let folder = release;
  let found: typeof manifest | undefined = manifest;
  while (found !== undefined && releases.length < MOST_RELEASES) {
    const { label, previous, issued, deltas, others, base } = found;
    if (base !== manifest.base || releases.some((one) => one.label === label)) break;
    const hasChanges = [...deltas, ...others].some(({ path }) => path === CHANGES_FILE);
    releases.push({ folder, label, day: dayOf(issued), hasChanges });
    if (previous === null) return { releases, isComplete: true };
    if (!hasChanges || !/^\w[\w.-]*$/.test(previous)) break;
    folder = join(dirname(release), previous);
    found = await readManifestIfValid(folder);
  }
  return { releases, isComplete: false };
}

const dayOf = (issued: string): string => /^\d{4}-\d{2}-\d{2}/.exec(issued)?.[0] ?? '1970-01-01';

/**
 * The records that differ from the release before, each with the datasets whose statements about it have changed. Of what is
 * suppressed these are not told.
 *
 * @throws the error of the file system
 */
export async function* changesOf({
  folder,
  hasChanges,
}: DatedRelease): AsyncGenerator<{ readonly iri: string; readonly datasets: readonly string[] }> {
  if (!hasChanges) return;
  const path = await pathBelow(folder, CHANGES_FILE);
  let isHeader = true;
  for await (const [iri = '', , datasets] of readCsv(textOf({ path, isPacked: false }))) {
    if (!isHeader) yield { iri, datasets: valuesIn(datasets) };
    isHeader = false;
  }
}
