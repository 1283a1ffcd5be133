import { join } from 'node:path';
import type { Report } from '../../base/events.js';
import { unreadable } from '../../rdf/formats/dump-file.js';
import { DamagedManifest, MANIFEST, type ReleaseManifest, readManifest } from '../../release/manifest.js';
import { checkContents } from './contents.js';
import {
  type Below,
  checkFiles,
  checkManifestFiles,
  filesBelow,
  readSums,
  type Sums,
} from './file-checksums.js';
import { Problems, type ReleaseProblem, type Tell } from './problem.js';

/** What looking at every file of a release has shown. */
export interface VerifiedRelease {
  readonly directory: string;
  readonly files: number;
  readonly records: number;
  readonly triples: number;
  /** The first of each file, the gravest first. */
  readonly problems: readonly ReleaseProblem[];
  /** How many there are. */
  readonly count: number;
}

/**
 * Verifies a release: its checksums, that every file can be read, that dumps hold lawful terms only, that all formats of
 * a dataset say the same, that manifest.json and void.ttl count what is there, that every reference leads somewhere, and
 * that nothing speaks of what was suppressed. Nothing is written, and nothing outside the folder is read.
 *
 * @param check is asked again and again; what it throws ends the verification
 * @throws FolkloreError FILE_UNREADABLE when the folder is no release, or one of a newer program
 */
export async function verifyRelease(
  release: string,
  report: Report,
  check: () => void,
): Promise<VerifiedRelease> {
  const problems = new Problems();
  const { tell } = problems;
  const below = await filesBelow(release);
  const sums = await readSums(release, below, tell);
  const manifest = await manifestOf(release, below, sums, tell);
  const measured = await checkFiles(release, below, sums, tell, check);
  const verified = { directory: release, files: below.size, records: 0, triples: 0 };
  if (manifest === undefined) return { ...verified, problems: problems.held, count: problems.count };
  checkManifestFiles(manifest, below, sums, measured, tell);
  const looked = await checkContents(release, manifest, below, { report, check, tell });
  return { ...verified, ...looked, problems: problems.held, count: problems.count };
}

/**
 * The manifest of a release; undefined, and told, when it is damaged.
 *
 * @throws FolkloreError FILE_UNREADABLE when nothing else shows that the folder is a release
 */
async function manifestOf(
  release: string,
  below: Below,
  sums: Sums,
  tell: Tell,
): Promise<ReleaseManifest | undefined> {
  try {
    if (below.get(MANIFEST) === 'file') return await readManifest(release);
    if (sums?.has(MANIFEST) !== true) throw new DamagedManifest('it is not there');
  } catch (thrown) {
    if (!(thrown instanceof DamagedManifest)) throw thrown;
    if (sums?.has(MANIFEST) !== true) throw unreadable(join(release, MANIFEST), thrown.message, thrown);
    tell(MANIFEST, `cannot be read, so that dumps were not looked into: ${thrown.message}`);
  }
  return undefined;
}
