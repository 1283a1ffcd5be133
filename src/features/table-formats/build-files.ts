import { mintIris, type Publication } from '../../model/rdf/iris.js';
import { type BuildFeature, bytesOf } from '../../pipeline/plan/build-feature.js';
import { DERIVED } from '../../release/tables/derived-files.js';

const PUBLICATIONS = ['folklore', 'placenames'] as const satisfies readonly Publication[];

/** The formats by their settings. Writers are imported on demand; a cost is how much longer than CSV they take. */
const FORMATS: Readonly<Record<string, NonNullable<BuildFeature['rowFiles']>>> = {
  /** A database of the tables of each publication that has any. */
  sqlite: {
    jobs: (_, chunks) =>
      PUBLICATIONS.flatMap((name) => {
        const bytes = bytesOf(chunks.filter((_, at) => DERIVED[at]?.publication === name));
        return bytes > 0 ? [{ name, cost: 4 * bytes }] : [];
      }),
    write: async (publication, _, { directory, chunks }) => {
      const { writeDatabase } = await import('./database.js');
      return [await writeDatabase(publication as Publication, directory, chunks)];
    },
  },
  /** Each table. A job is named by the CSV file of its table. */
  parquet: {
    jobs: (_, chunks) =>
      DERIVED.map(({ file: name }, at) => ({ name, cost: 2 * bytesOf(chunks.slice(at, at + 1)) })),
    write: async (name, { base, label }, { directory, chunks }) => {
      const { writeParquet } = await import('./parquet.js');
      const at = DERIVED.findIndex(({ file }) => file === name);
      const [row, given] = [DERIVED[at], chunks[at]];
      if (row === undefined || given === undefined) throw new Error(`There is no table ${name}.`);
      const about = { label, release: mintIris(base).release(row.publication, label) };
      return writeParquet(row, directory, given, about);
    },
  },
};

/** The tables in each format whose setting is on. A job is named by the setting and what is written. */
export const FILES: BuildFeature = {
  settings: Object.keys(FORMATS),
  rowFiles: {
    jobs: (plan, chunks) =>
      Object.entries(FORMATS).flatMap(([setting, { jobs }]) =>
        plan.settings?.[setting] === true
          ? jobs(plan, chunks).map((job) => ({ ...job, name: `${setting} ${job.name}` }))
          : [],
      ),
    write: async (job, plan, rows) => {
      const [setting = '', name = ''] = job.split(' ');
      return (await FORMATS[setting]?.write(name, plan, rows)) ?? [];
    },
  },
};
