import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FolkloreError } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { formatCount } from '../../base/text.js';
import { listedDumps, ntriplesOf } from '../../release/delta/sorted-release.js';
import { suppressedOf } from '../../release/delta/suppressed-list.js';
import type { Dois } from '../../release/description/facts.js';
import { readManifestIfValid } from '../../release/description/manifest.js';
import { type BuildPlan, formatsOf } from '../plan/build-plan.js';
import { isRelease } from './staging.js';

/**
 * Checks before the first request that the previous release, if there is one, can be compared with, and has another DOI.
 *
 * @throws FolkloreError as `whyNotCompared` and `doisOf` do
 */
export async function checkPrevious(
  plan: Pick<BuildPlan, 'formats' | 'previous' | 'announcement'>,
): Promise<void> {
  if (plan.previous !== undefined) await whyNotCompared(plan.previous, plan);
  await doisOf(plan);
}

/**
 * The configured DOIs. That of the release before is the one that this had reserved, unless another is configured.
 *
 * @throws FolkloreError CONFIG_INVALID when the release before has the DOI that is reserved for this one
 */
export async function doisOf({
  announcement,
  previous,
}: Pick<BuildPlan, 'announcement' | 'previous'>): Promise<Dois | undefined> {
  const before = previous === undefined ? undefined : (await readManifestIfValid(previous))?.doi?.reserved;
  const { doi } = announcement ?? {};
  if (before !== undefined && before === doi?.reserved)
    throw new FolkloreError('CONFIG_INVALID', `The DOI ${before} is that of the release before.`, {
      hint: 'Reserve another DOI and give it with --doi, or give none.',
      exitCode: EXIT.misuse,
    });
  return before === undefined ? doi : { previous: before, ...doi };
}

/**
 * Why a release cannot be compared with the previous one. Without a comparison the new release has no list of suppressed
 * IRIs. That is allowed only when the list of the previous release is empty.
 *
 * @returns undefined when it can be compared
 * @throws FolkloreError FILE_UNREADABLE when the previous release is no release, is damaged, or has a list of suppressed
 *   IRIs that the new one would not have
 */
export async function whyNotCompared(
  previous: string,
  plan: Pick<BuildPlan, 'formats'>,
): Promise<string | undefined> {
  if ((await isRelease(previous)) !== 'release')
    throw refused(
      `${previous} is no release`,
      'Give --previous the folder of a release, such as output/2026-10-21; or, if there is none before, remove the link latest.',
    );
  if ((await readManifestIfValid(previous))?.trial === true)
    throw refused(
      `${previous} is a trial, which has part of the records: nothing is compared with it`,
      'Give --previous the folder of a release of all records, or leave it out.',
    );
  const why = !formatsOf(plan).includes('nt')
    ? 'this release has no N-Triples (--formats)'
    : (await hasNtriples(previous))
      ? undefined
      : 'it has no N-Triples';
  if (why === undefined) {
    await ntriplesOf(previous);
    return undefined;
  }
  const { size } = await suppressedOf(previous);
  if (size === 0) return why;
  throw refused(
    `${previous} announces ${formatCount(size)} IRIs and properties as suppressed, which this release could not: ${why}`,
    'Build both with --formats nt, beside others; or give another one with --previous.',
  );
}

/** Whether a release has N-Triples, or announces them: a lost file is damage. */
async function hasNtriples(release: string): Promise<boolean> {
  const names = await readdir(join(release, 'data')).catch(() => []);
  return [...names, ...(await listedDumps(release)).keys()].some((name) => /\.nt(?:\.gz)?$/.test(name));
}

const refused = (what: string, hint: string): FolkloreError =>
  new FolkloreError('FILE_UNREADABLE', `${what}.`, { hint, exitCode: EXIT.misuse });
