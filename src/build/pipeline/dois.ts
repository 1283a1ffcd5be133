import { FolkloreError } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import type { Dois } from '../../release/description/facts.js';
import { readManifestIfValid } from '../../release/description/manifest.js';
import type { BuildPlan } from '../plan/build-plan.js';

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
