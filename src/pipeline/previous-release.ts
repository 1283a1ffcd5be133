import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, FolkloreError } from '../base/errors.js';
import { formatCount } from '../base/text.js';
import type { BuildPlan } from '../records/build-plan.js';
import { listedDumps, ntriplesOf } from '../release/delta/ntriples-files.js';
import { suppressedOf } from '../release/delta/suppressed-list.js';
import { formatsOf } from './release-writer.js';
import { isRelease } from './staging.js';

/**
 * Finds out before the first request whether a release can be compared with the one before, where there is one.
 *
 * @throws FolkloreError as `whyNotCompared` does
 */
export async function checkPrevious(plan: Pick<BuildPlan, 'formats' | 'previous'>): Promise<void> {
  if (plan.previous !== undefined) await whyNotCompared(plan.previous, plan);
}

/**
 * Finds out whether a release can be compared with the one before. Without a comparison nothing would be announced as
 * suppressed, and what was announced before would be forgotten: that is lawful only where nothing was.
 *
 * @returns why it is not compared, though nothing is wrong; undefined when it is
 * @throws FolkloreError FILE_UNREADABLE when the one before is no release, damaged, or announces what this one would not
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

/** Whether it should have them: some that are lost are no reason not to compare, but damage. */
async function hasNtriples(release: string): Promise<boolean> {
  const names = await readdir(join(release, 'data')).catch(() => []);
  return [...names, ...(await listedDumps(release)).keys()].some((name) => /\.nt(?:\.gz)?$/.test(name));
}

const refused = (what: string, hint: string): FolkloreError =>
  new FolkloreError('FILE_UNREADABLE', `${what}.`, { hint, exitCode: EXIT.misuse });
