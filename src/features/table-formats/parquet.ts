import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ByteWriter, SchemaElement } from 'hyparquet-writer';
import { measureFile } from '../../base/sha256.js';
import { licence } from '../../model/rdf/iris.js';
import { type Column, type ColumnType, isList } from '../../release/tables/column.js';
import { textsIn, valuesIn } from '../../release/tables/csv.js';
import {
  completeRows,
  type DerivedChunks,
  type DerivedFile,
  type DerivedTable,
  licenceOfTables,
} from '../../release/tables/derived-file.js';
import { pandasTypeOf } from '../../release/tables/pandas.js';

/* The tables as Apache Parquet, from the same rows as CSV and SQLite. */

/** The release of a file, which also names the file when it has been taken out of its folder. */
interface ParquetRelease {
  readonly label: string;
  /** The IRI of the release of the publication. */
  readonly release: string;
}

const MEDIA_TYPE = 'application/vnd.apache.parquet';

/** A row group has at most so many rows, and at most so many characters: these are in memory together. */
const MOST_ROWS = 65_536;
const MOST_CHARACTERS = 16_777_216;

/** Types of columns that are neither text nor list. */
const TYPES: Partial<Record<ColumnType, 'INT64' | 'DOUBLE' | 'BOOLEAN'>> = {
  integer: 'INT64',
  decimal: 'DOUBLE',
  boolean: 'BOOLEAN',
};

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;

export const parquetName = (table: string): string => table.replace(/\.csv$/, '.parquet');

/**
 * Writes a table as a Parquet file: whole numbers, numbers, truth values, texts, and lists of texts. An empty cell is null.
 * Texts are as they are, without the marks of CSV. The same rows make the same bytes; row groups are written one by one.
 *
 * @param directory the folder of the tables
 * @returns the file; none when the table has no rows
 * @throws the error of the file system, `EEXIST` when the file is there
 */
export async function writeParquet(
  row: DerivedTable,
  directory: string,
  given: DerivedChunks,
  about: ParquetRelease,
): Promise<readonly DerivedFile[]> {
  const { table, publication } = row;
  if (!given.chunks.some((chunk) => chunk.rows > 0)) return [];
  // Imported on demand: threads of builds without Parquet do not load it.
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const { columns } = table;
  const file = parquetName(row.file);
  const path = join(directory, file);
  const descriptor = openSync(path, 'wx');
  let rows = 0;
  try {
    const bytes = new ByteWriter();
    const writer = new ParquetWriter({
      writer: bytes,
      schema: schemaOf(columns),
      kvMetadata: [
        { key: 'license', value: licence(licenceOfTables(publication)) },
        { key: 'release', value: about.release },
        { key: 'label', value: about.label },
        { key: 'pandas', value: pandasMetadata(columns) },
      ],
      createdBy: 'folklore-ld',
    });
    let group: string[][] = [];
    let characters = 0;
    const flush = (): void => {
      if (group.length === 0) return;
      const columnData = columns.map((column, at) => ({
        name: column.name,
        data: group.map((cells) => cellValue(column, cells[at] ?? '')),
      }));
      void writer.write({ columnData, rowGroupSize: group.length });
      empty(bytes, descriptor);
      rows += group.length;
      [group, characters] = [[], 0];
    };
    for await (const some of completeRows<string[]>(row, given))
      for (const cells of some.flat()) {
        const length = cells.reduce((sum, cell) => sum + cell.length, 0);
        if (group.length === MOST_ROWS || characters + length > MOST_CHARACTERS) flush();
        group.push(cells);
        characters += length;
      }
    flush();
    void writer.finish();
    empty(bytes, descriptor);
  } finally {
    closeSync(descriptor);
  }
  const { bytes, sha256 } = measureFile(path);
  const sizes = { bytes, sha256, unpacked: bytes, sha256Unpacked: sha256, compression: 'none' } as const;
  return [{ file, ...sizes, mediaType: MEDIA_TYPE, publication, rows }];
}

/** Writes the bytes that are complete and removes them from memory. */
function empty(bytes: ByteWriter, descriptor: number): void {
  const complete = bytes.getBytes();
  for (let at = 0; at < complete.length; ) at += writeSync(descriptor, complete, at);
  bytes.index = 0;
}

/** The schema (parquet-format, LogicalTypes.md: a list is a group of three levels). */
function schemaOf(columns: readonly Column[]): SchemaElement[] {
  return [
    { name: 'schema', num_children: columns.length },
    ...columns.flatMap((column): SchemaElement[] => {
      const { name, holds } = column;
      const repetition_type = 'OPTIONAL';
      if (!isList(column)) return [{ name, ...(typed(holds) ?? TEXT), repetition_type }];
      return [
        { name, repetition_type, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', ...TEXT, repetition_type: 'REQUIRED' },
      ];
    }),
  ];
}

const typed = (holds: ColumnType) => {
  const type = TYPES[holds];
  return type === undefined ? undefined : { type };
};

function cellValue(
  { holds }: Column,
  cell: string,
): bigint | number | boolean | string | readonly string[] | null {
  if (cell === '') return null;
  switch (holds) {
    case 'integer':
      return BigInt(cell);
    case 'decimal':
      return Number(cell);
    case 'boolean':
      return cell === 'true';
    case 'texts':
      return textsIn(cell);
    case 'iris':
    case 'codes':
      return valuesIn(cell);
    default:
      return cell;
  }
}

/**
 * The types of columns for pandas (pandas developer documentation, "Storing pandas DataFrame objects in Apache Parquet
 * format"): a whole number with empty cells stays a whole number.
 */
const pandasMetadata = (columns: readonly Column[]): string =>
  JSON.stringify({
    index_columns: [],
    column_indexes: [],
    columns: columns.map((column) => ({
      name: column.name,
      field_name: column.name,
      ...(isList(column)
        ? { pandas_type: 'list[unicode]', numpy_type: 'object' }
        : pandasTypeOf(column.holds)),
      metadata: null,
    })),
    creator: { library: 'folklore-ld', version: '1' },
    pandas_version: '1.5.3',
  });
