import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ColumnType } from './column.js';
import type { TableFile } from './csvw.js';

/* How pandas reads the tables: it has no type for whole numbers with empty cells unless it is given one. */

/** The types of columns that are neither list nor text, and of texts, by their names in pandas. */
const PANDAS_TYPES = {
  integer: { pandas_type: 'int64', numpy_type: 'Int64' },
  decimal: { pandas_type: 'float64', numpy_type: 'float64' },
  boolean: { pandas_type: 'bool', numpy_type: 'boolean' },
  text: { pandas_type: 'unicode', numpy_type: 'string' },
} as const satisfies Partial<Record<ColumnType, object>>;

/** The types of a column; a list in a cell of CSV is a text. */
export const pandasTypeOf = (holds: ColumnType) =>
  holds === 'integer' || holds === 'decimal' || holds === 'boolean' ? PANDAS_TYPES[holds] : PANDAS_TYPES.text;

/** The file, beside the tables. */
const PANDAS = 'pandas.json';

/**
 * Writes the arguments with which `pandas.read_csv` reads each table: the type of each column, and that an empty cell is
 * no value, but the texts `NA`, `None` and `null` are. It holds no data of the sources.
 *
 * @param directory the folder of the tables
 * @throws the error of the file system; `EEXIST` when the file is there
 */
export async function writePandasTypes(tables: readonly TableFile[], directory: string): Promise<void> {
  if (tables.length === 0) return;
  const read = Object.fromEntries(
    tables.map(({ file, table }) => [
      file,
      {
        dtype: Object.fromEntries(
          table.columns.map(({ name, holds }) => [name, pandasTypeOf(holds).numpy_type]),
        ),
        keep_default_na: false,
        na_values: [''],
      },
    ]),
  );
  await writeFile(join(directory, PANDAS), `${JSON.stringify(read, undefined, 2)}\n`, { flag: 'wx' });
}
