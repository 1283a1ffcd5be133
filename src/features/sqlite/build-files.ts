import type { Publication } from '../../model/rdf/iris.js';
import { type BuildFeature, bytesOf } from '../../pipeline/plan/build-feature.js';
import { DERIVED } from '../../release/tables/derived-files.js';

/** How much longer than CSV the full text takes. */
const COST = 4;

const PUBLICATIONS = ['folklore', 'placenames'] as const satisfies readonly Publication[];

/** With `sqlite`: a database of the tables of each publication that has any. */
export const FILES: BuildFeature = {
  settings: ['sqlite'],
  rowFiles: {
    jobs: ({ settings }, chunks) => {
      if (settings?.sqlite !== true) return [];
      return PUBLICATIONS.flatMap((name) => {
        const tables = chunks.filter((_, at) => DERIVED[at]?.publication === name);
        const bytes = bytesOf(tables);
        return bytes > 0 ? [{ name, cost: COST * bytes }] : [];
      });
    },
    write: async (job, _, { directory, chunks }) => {
      const { writeDatabase } = await import('./database.js');
      return [await writeDatabase(job as Publication, directory, chunks)];
    },
  },
};
