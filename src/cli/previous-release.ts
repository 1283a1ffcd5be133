import { readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { EXIT, FolkloreError } from '../base/errors.js';
import { LATEST, labelOfStaging, replacedName } from '../pipeline/staging.js';
import { MANIFEST, parseManifest } from '../release/manifest.js';

/**
 * The release that a new one is compared with: the one that was named; or the one that the release was compared with
 * whose place it takes, so that the same command says the same again; or the newest of the folder. One that had to
 * give way when a run was killed is named as if it were back: a build begins with putting it there.
 *
 * @throws FolkloreError CONFIG_INVALID when the one that was named is no folder
 */
export function previousRelease(out: string, label: string, named: string | undefined): string | undefined {
  if (named !== undefined) {
    // By its own name, and not by that of a link: the report tells it.
    if (isFolder(named)) return realpathSync(named);
    throw new FolkloreError('CONFIG_INVALID', `There is no release in ${named}.`, {
      hint: 'Give --previous the folder of a release, such as output/2026-10-21.',
      exitCode: EXIT.misuse,
    });
  }
  const own = resolve(out, label);
  const taken = whereIs(own);
  const before = taken === undefined ? newestOf(out) : previousOf(taken, out);
  if (before === undefined || before === own || whereIs(before) === undefined) return undefined;
  return before;
}

function newestOf(out: string): string | undefined {
  const newest = target(join(out, LATEST));
  if (newest === undefined) return undefined;
  const path = resolve(out, newest);
  return join(dirname(path), labelOfStaging(basename(path)) ?? basename(path));
}

/** What a release says it was compared with; nothing but a plain name is believed. */
function previousOf(release: string, out: string): string | undefined {
  try {
    const path = join(release, MANIFEST);
    if (!statSync(path).isFile()) return undefined;
    const previous = parseManifest(readFileSync(path, 'utf8'), path).previous ?? '';
    return /^\w[\w.-]*$/.test(previous) ? resolve(out, previous) : undefined;
  } catch {
    return undefined;
  }
}

/** Where a release is for the moment: in its place, or beside. */
const whereIs = (place: string): string | undefined =>
  [place, join(dirname(place), replacedName(basename(place)))].find(isFolder);

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function target(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
