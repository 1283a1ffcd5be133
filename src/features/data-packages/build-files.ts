import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildFeature } from '../../pipeline/plan/build-feature.js';
import { publicationsOf, type ReleaseFacts } from '../../release/description/facts.js';
import { namesOf } from '../../release/description/metadata/names.js';
import { tablesAmong } from '../../release/tables/derived-files.js';
import { croissant } from './croissant.js';
import { dataPackage } from './data-package.js';

/** A release with its tables, for their descriptions. */
export type TabledRelease = ReturnType<typeof withTables>;

/** Adds what the descriptions of tables need to the facts of a release. */
export const withTables = (facts: Omit<ReleaseFacts, 'others'>) => ({
  ...facts,
  names: namesOf({ ...facts, others: [] }),
  publications: publicationsOf(facts),
  tables: tablesAmong(facts.derived ?? []),
});

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
