import { dirname, join } from 'node:path';
import { type ReleaseManifest, readManifestIfValid } from './manifest.js';

/**
 * A release and those before it, the newest first. Each names the one before it, whose folder is beside its own. The line ends
 * where a folder is missing, is damaged, has another base, or has a label for the second time.
 *
 * @param newest the folder of a release
 */
export async function* releaseLine(
  newest: string,
  { base }: Pick<ReleaseManifest, 'base'>,
): AsyncGenerator<{ readonly folder: string; readonly manifest: ReleaseManifest }> {
  const labels = new Set<string>();
  let folder = newest;
  for (;;) {
    const manifest = await readManifestIfValid(folder);
    if (manifest === undefined || manifest.base !== base || labels.has(manifest.label)) return;
    labels.add(manifest.label);
    yield { folder, manifest };
    const before = manifest.previous ?? '';
    if (!/^\w[\w.-]*$/.test(before)) return;
    folder = join(dirname(folder), before);
  }
}
