import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSyntheticWorld } from '../../../src/features/generated-world/world.js';
import { readTable } from '../../release/tables/read-csv.js';
import { harvestSample } from '../../support/sample-release.js';
import { sharedOnce } from '../../support/shared.js';

/** A release with `--sqlite` and `--parquet`, of a generated world with faulty records, for test files that only read it. */
export async function tableRelease() {
  const folder = await sharedOnce('table-release', async (into) => {
    const make = await harvestSample(into, makeSyntheticWorld({ scale: 0.002, seed: 2, dirt: 0.3 }));
    await make('one', { formats: ['nt'], settings: { sqlite: true, parquet: true } });
    await make('one', {
      formats: ['nt'],
      settings: { sqlite: true, parquet: true },
      out: join(into, 'again'),
    });
  });
  const directory = join(folder, 'out', 'one');
  const derived = join(directory, 'derived');
  return {
    directory,
    derived,
    /** A derived file, and the same file of another release of the same harvest. */
    twice: (file: string) =>
      Promise.all(
        [derived, join(folder, 'again', 'one', 'derived')].map((made) => readFile(join(made, file))),
      ),
    /** The rows of a table in CSV. */
    table: async (name: string): Promise<Record<string, string>[]> =>
      readTable(await readFile(join(derived, `${name}.csv`), 'utf8')),
    /** The derived files with an ending, as the manifest describes them. */
    described: async (ending: string): Promise<Described[]> =>
      JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8')).derived.filter(
        ({ path }: Described) => path.endsWith(ending),
      ),
  };
}

interface Described {
  readonly path: string;
  readonly publication: string;
  readonly licence: string;
  readonly mediaType: string;
  readonly records: number;
  readonly bytes: number;
}
