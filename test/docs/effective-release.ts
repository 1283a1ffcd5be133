import { join } from 'node:path';
import { subjectsOfSample } from '../features/subjects/sample-subjects.js';
import { harvestSample } from '../support/sample-release.js';
import { sharedOnce } from '../support/shared.js';

/**
 * The folders of a harvest of the sample world, and of a release with the dataset `effective` and the table of docs/subjects.md.
 * They are made from the sources, as `npm run docs` does not compile them. Tests only read them.
 */
export async function effectiveRelease(): Promise<{ readonly store: string; readonly release: string }> {
  const folder = await sharedOnce('effective-release', async (into) => {
    const make = await harvestSample(into);
    const subjects = await subjectsOfSample(into);
    await make('release', { formats: ['ttl', 'nt', 'jsonld'], additions: { effective: true, subjects } });
  });
  return { store: join(folder, 'store'), release: join(folder, 'out', 'release') };
}
