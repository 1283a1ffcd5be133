import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { FolkloreError } from '../base/errors.js';
import { LATEST, labelOfStaging, replacedName } from '../pipeline/publish/staging.js';
import { compareLabels, dayIn, newestOfDay } from '../release/description/label.js';
import { MANIFEST, parseManifest } from '../release/description/manifest.js';

/**
 * The release to compare a new one with: the one that is named; or, if a release is replaced, the one that it was
 * compared with, so that the same command gives the same result; or the newest of the folder. A release that an
 * interrupted build has moved aside has its own path here: the next build moves it back first.
 *
 * @throws FolkloreError CONFIG_INVALID when the one that is named is not a folder
 */
export function previousRelease(out: string, label: string, named: string | undefined): string | undefined {
  if (named !== undefined) {
    // The report has its own name, not that of a link.
    if (isFolder(named)) return realpathSync(named);
    throw new FolkloreError('CONFIG_INVALID', `There is no release in ${named}.`, {
      hint: 'Give --previous the folder of a release, such as output/2026-10-21.',
    });
  }
  const own = resolve(out, label);
  const replaced = presentPath(own);
  const previous = replaced === undefined ? newestOf(out) : previousOf(replaced, out);
  return previous === undefined || previous === own || presentPath(previous) === undefined
    ? undefined
    : previous;
}

/** The label of the newest release of a day in a folder; undefined when there is none. */
export const newestOfToday = (out: string, day: string): string | undefined =>
  newestOfDay(
    (ignoringErrors(() => readdirSync(out)) ?? []).map((name) => labelOfStaging(name, 'former') ?? name),
    day,
  );

/** The label of the release that `latest` leads to, if both labels are days and a release with the given one is older. */
export function newerThan(label: string, out: string): string | undefined {
  const path = newestOf(out);
  const newest = path === undefined ? '' : basename(path);
  const areDays = dayIn(label) !== undefined && dayIn(newest) !== undefined;
  return areDays && compareLabels(label, newest) < 0 ? newest : undefined;
}

function newestOf(out: string): string | undefined {
  const target = ignoringErrors(() => readlinkSync(join(out, LATEST)));
  if (target === undefined) return undefined;
  const path = resolve(out, target);
  return join(dirname(path), labelOfStaging(basename(path)) ?? basename(path));
}

/** The previous release in the manifest of a release, if it is a plain name. */
const previousOf = (release: string, out: string): string | undefined =>
  ignoringErrors(() => {
    const path = join(release, MANIFEST);
    const previous = statSync(path).isFile() ? parseManifest(readFileSync(path, 'utf8'), path).previous : '';
    return /^\w[\w.-]*$/.test(previous ?? '') ? resolve(out, previous ?? '') : undefined;
  });

/** The path of a release, or the path where an interrupted build has moved it. */
const presentPath = (path: string): string | undefined =>
  [path, join(dirname(path), replacedName(basename(path)))].find(isFolder);

const isFolder = (path: string): boolean => ignoringErrors(() => statSync(path).isDirectory()) === true;

function ignoringErrors<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
