import { mintIris } from '../../model/rdf/iris.js';
import { type BuildFeature, bytesOf } from '../../pipeline/plan/build-feature.js';
import { DERIVED } from '../../release/tables/derived-files.js';

/** How much longer than CSV the encoding takes. */
const COST = 2;

/** With `parquet`: each table. A job is named by the CSV file of its table. */
export const FILES: BuildFeature = {
  settings: ['parquet'],
  rowFiles: {
    jobs: ({ settings }, chunks) => {
      if (settings?.parquet !== true) return [];
      return DERIVED.map(({ file }, at) => ({
        name: file,
        cost: COST * bytesOf(chunks.slice(at, at + 1)),
      }));
    },
    write: async (job, { base, label }, { directory, chunks }) => {
      const { writeParquet } = await import('./parquet.js');
      const at = DERIVED.findIndex(({ file }) => file === job);
      const [row, given] = [DERIVED[at], chunks[at]];
      if (row === undefined || given === undefined) throw new Error(`There is no table ${job}.`);
      const about = { label, release: mintIris(base).release(row.publication, label) };
      return writeParquet(row, directory, given, about);
    },
  },
};
