import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedOnce } from './shared.js';
import { runWarm } from './warm.js';

/**
 * What `export --sample` writes and prints, for test files that only read it.
 *
 * @returns the folders of the harvest and of the release, and standard output
 */
export async function exportedSample(): Promise<{
  readonly store: string;
  readonly release: string;
  readonly stdout: string;
}> {
  const folder = await sharedOnce('exported-sample', async (into) => {
    const ended = await runWarm(['export', '--sample', '--store', join(into, 'store'), '--out', into]);
    if (ended.code !== 0) throw new Error(ended.stderr);
    await writeFile(join(into, 'stdout'), ended.stdout);
  });
  return {
    store: join(folder, 'store'),
    release: join(folder, 'sample'),
    stdout: await readFile(join(folder, 'stdout'), 'utf8'),
  };
}
