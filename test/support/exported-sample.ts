import { join } from 'node:path';
import { sharedOnce } from './shared.js';
import { runWarm } from './warm.js';

/**
 * What `export --sample` writes, for test files that only read it.
 *
 * @returns the folders of the harvest and of the release
 */
export async function exportedSample(): Promise<{ readonly store: string; readonly release: string }> {
  const folder = await sharedOnce('exported-sample', async (into) => {
    const ended = await runWarm(['export', '--sample', '--store', join(into, 'store'), '--out', into]);
    if (ended.code !== 0) throw new Error(ended.stderr);
  });
  return { store: join(folder, 'store'), release: join(folder, 'sample') };
}
