import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FolkloreError } from '../base/errors.js';
import { exists } from '../base/files.js';
import { isRelease, LATEST } from '../pipeline/publish/staging.js';
import { compareLabels } from '../release/description/label.js';

/** The folder of releases, unless a configuration names another one. */
const OUT = 'output';

/**
 * The release that a command reads: the one that is named; else the one that `latest` leads to; else the only one that is
 * there.
 *
 * @param out the folder of releases
 * @returns its folder
 * @throws FolkloreError FILE_UNREADABLE, naming the releases that are there or the command that makes one
 */
export async function whichRelease(named: string | undefined, out: string = OUT): Promise<string> {
  if (named !== undefined) {
    if (await exists(named).catch(() => false)) return named;
    throw noRelease(`There is no release in ${named}`, await releasesIn(out));
  }
  const latest = join(out, LATEST);
  if ((await isRelease(latest)) === 'release') return latest;
  const releases = await releasesIn(out);
  const [only, ...others] = releases;
  if (only !== undefined && others.length === 0) return only;
  throw noRelease(
    only === undefined ? `There is no release in ${out}` : `${out} has several releases, and no ${LATEST}`,
    releases,
  );
}

/** The releases of a folder, in the order of their labels. */
async function releasesIn(out: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of (await readdir(out).catch((): string[] => [])).sort(compareLabels))
    if (!name.startsWith('.') && name !== LATEST && (await isRelease(join(out, name))) === 'release')
      found.push(join(out, name));
  return found;
}

const noRelease = (message: string, releases: readonly string[]): FolkloreError =>
  new FolkloreError('FILE_UNREADABLE', `${message}.`, {
    hint:
      releases.length === 0
        ? 'Make one: `folklore-ld export --sample`, in a clone `npm start`; or `folklore-ld export -c my.yaml` of your services.'
        : `Name one of ${releases.join(', ')}.`,
  });
