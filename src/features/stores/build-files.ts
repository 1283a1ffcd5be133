import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BuildFeature } from '../../pipeline/plan/build-feature.js';
import { DESCRIPTION } from '../../release/description/facts.js';

/** In each release: the scripts in `bulk`. */
export const FILES: BuildFeature = {
  settings: [],
  pages: async (directory, _plan, { release }) => {
    const { bulkScripts } = await import('./bulk-scripts.js');
    // The scripts load files of the description, too, which are written after them.
    const there = new Set<string>([...(await readdir(directory)), ...DESCRIPTION]);
    for (const [path, text] of Object.entries(bulkScripts(release, there))) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), text);
    }
  },
};
