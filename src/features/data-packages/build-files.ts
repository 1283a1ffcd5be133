import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildFeature } from '../../pipeline/plan/build-feature.js';
import { croissant } from './croissant.js';
import { dataPackage, withTables } from './data-package.js';

/** In each release that has tables: their descriptions for data scientists. */
export const FILES: BuildFeature = {
  settings: [],
  pages: async (directory, _plan, { release }) => {
    const tabled = withTables(release);
    if (tabled.tables.length === 0) return;
    const texts = { 'datapackage.json': dataPackage(tabled), 'croissant.json': croissant(tabled) };
    for (const [file, described] of Object.entries(texts))
      await writeFile(join(directory, 'derived', file), `${JSON.stringify(described, undefined, 2)}\n`, {
        flag: 'wx',
      });
  },
};
