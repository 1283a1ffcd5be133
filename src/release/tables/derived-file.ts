import { join } from 'node:path';
import type { Licence, Publication } from '../../model/rdf/iris.js';
import type { Node } from '../../model/rdf/node.js';
import { type WrittenFile, writeTextFile } from '../dumps/compressed-file.js';
import { type Part, textOfPart } from '../dumps/parts-file.js';
import { type Pieces, TextBuffer } from '../dumps/text-buffer.js';
import type { CodeLabels, TableContext } from './code-labels.js';
import { type Column, type ColumnType, positions, type Table } from './column.js';
import { csvRow } from './csv.js';
import { describeTable, describeTables, type TableFile } from './csvw.js';
import type { NodeFilter } from './place-nodes.js';
import { TABLES, type TableName } from './tables.js';

/** Settings of the formats. */
export interface TableSettings {
  readonly language: TableContext;
  readonly labels: CodeLabels;
  /** The title of the place-names database in citations. */
  readonly placenamesTitle: string;
}

/**
 * The format of a file: text before the rows, of each row, between two, after them. A row is plain data, which goes through
 * JSON: the cells of a table, or the members of a feature.
 */
export interface DerivedFormat {
  readonly mediaType: string;
  readonly head: string;
  readonly between: string;
  readonly foot: string;
  /**
   * The rows of a record.
   *
   * @param identity the identity links of the same record
   * @returns undefined when the format cannot represent the record
   */
  rows(node: Node, identity?: Node): readonly object[] | undefined;
  text(row: object): string;
}

/** Completes rows with what records of other shards state, when all shards have been mapped. */
export interface Completion {
  /** The tables that have it. */
  readonly from: readonly TableName[];
  /** @param at finds the position of a column in the rows that are completed, if these are of a table */
  begin(at: (name: string) => number): {
    /**
     * Takes a row of those tables.
     *
     * @param cell a function from a column to its cell
     */
    know(cell: (column: string) => string, table: TableName): void;
    /** What becomes of a row: no row, or several. It may change the row. */
    complete(row: object): readonly object[];
  };
}

/** Makes the format of one file. */
export type MakeFormat = (setup: TableSettings) => DerivedFormat;

/** One derived file. */
export interface DerivedRow {
  readonly file: string;
  /** Decides the licence. No file holds data of both publications (decision 2026-11-22-one-licence-a-file). */
  readonly publication: Publication;
  readonly takes: NodeFilter;
  readonly format: MakeFormat;
  readonly completion?: Completion;
  readonly table?: Table;
}

/** A derived file that is a table. It has a description in a file of its own. */
export interface DerivedTable extends DerivedRow {
  readonly table: Table;
}

/** A complete derived file. */
export interface DerivedFile extends WrittenFile {
  readonly mediaType: string;
  readonly publication: Publication;
  /** Records in the file; absent for the description of a table. */
  readonly rows?: number;
  /** Statements of a file in RDF. */
  readonly triples?: number;
  /** Records of its kind that the format cannot represent; absent where there are none. */
  readonly leftOut?: number;
  /** Of a table that a feature has written: what describes it. */
  readonly table?: Table;
}

/** The licence of the tables of a publication. */
export const licenceOfTables = (publication: Publication): Exclude<Licence, 'zero'> =>
  publication === 'folklore' ? 'by-nc' : 'by';

/** The media type of descriptions (Model for Tabular Data and Metadata on the Web, section 5.3). */
const DESCRIPTION = { mediaType: 'application/csvm+json', suffix: '-metadata.json' } as const;

/** The rows of some records in one derived file: JSON, with commas between them. */
export interface DerivedChunk {
  readonly text: Pieces;
  readonly rows: number;
  /** Records that the format cannot represent. */
  readonly leftOut: number;
}

/** A chunk whose text is in a file. Plain data. */
export type StoredDerivedChunk = Omit<DerivedChunk, 'text'> & { readonly text: Part };

/** Makes the rows of records for one derived file. It writes no file. */
export class DerivedMaker {
  readonly #row: DerivedRow;
  readonly #setup: TableSettings;
  readonly #format: DerivedFormat;
  readonly #text = new TextBuffer();
  #rows = 0;
  #leftOut = 0;

  constructor(row: DerivedRow, setup: TableSettings) {
    this.#row = row;
    this.#setup = setup;
    this.#format = row.format(setup);
  }

  /**
   * @param publication of the record: a file takes none of the other publication; of an omission, which has none, undefined
   * @param identity the identity links of the same record
   */
  add(node: Node, publication: Publication | undefined, identity?: Node): void {
    if (publication !== undefined && publication !== this.#row.publication) return;
    if (!this.#row.takes(node, this.#setup.language)) return;
    const rows = this.#format.rows(node, identity);
    if (rows === undefined) this.#leftOut += 1;
    for (const row of rows ?? []) {
      if (this.#rows > 0) this.#text.add(',');
      this.#text.add(JSON.stringify(row));
      this.#rows += 1;
    }
  }

  /** The chunk of everything added since the last call. */
  take(): DerivedChunk {
    const chunk = { text: this.#text.take(), rows: this.#rows, leftOut: this.#leftOut };
    [this.#rows, this.#leftOut] = [0, 0];
    return chunk;
  }
}

/** The chunks of a derived file, and those of each table that completes its rows. */
export interface DerivedChunks {
  readonly chunks: readonly StoredDerivedChunk[];
  readonly others: readonly (readonly StoredDerivedChunk[])[];
}

/**
 * The complete rows of each chunk: what became of each row.
 *
 * @throws Error when a chunk is damaged; the error of the file system
 */
export async function* completeRows<Row extends object = object>(
  { completion, table }: DerivedRow,
  { chunks, others }: DerivedChunks,
): AsyncGenerator<readonly (readonly Row[])[]> {
  const completer = completion?.begin(positions(table ?? NO_TABLE));
  for (const [of, name] of (completion?.from ?? []).entries()) {
    const from = positions(TABLES[name]);
    for (const chunk of others[of] ?? [])
      for (const row of await rowsIn<string[]>(chunk))
        completer?.know((column) => row[from(column)] ?? '', name);
  }
  for (const chunk of chunks) {
    const rows = await rowsIn<Row>(chunk);
    if (rows.length > 0)
      yield rows.map((row) => (completer?.complete(row) as readonly Row[] | undefined) ?? [row]);
  }
}

const NO_TABLE = { columns: [] };

const rowsIn = async <Row>({ text }: StoredDerivedChunk): Promise<readonly Row[]> =>
  JSON.parse(`[${await textOfPart(text)}]`) as Row[];

/**
 * Writes a derived file from chunks that are stored and, if it is a table, its description.
 *
 * @returns the files; none when the format can represent no record
 * @throws the error of the file system; `EEXIST` when a file is there
 */
export async function writeDerivedFile(
  row: DerivedRow,
  setup: TableSettings,
  directory: string,
  given: DerivedChunks,
): Promise<readonly DerivedFile[]> {
  if (!given.chunks.some((chunk) => chunk.rows > 0)) return [];
  const format = row.format(setup);
  const { mediaType, head, between, foot } = format;
  let [rows, left] = [0, given.chunks.reduce((sum, { leftOut }) => sum + leftOut, 0)];
  const written = await writeTextFile(join(directory, row.file), 'none', async (file) => {
    await file.write(head);
    for await (const completed of completeRows(row, given)) {
      left += completed.filter(({ length }) => length === 0).length;
      const lines = completed.flat().map((one) => format.text(one));
      if (lines.length === 0) continue;
      await file.write((rows > 0 ? between : '') + lines.join(between));
      rows += lines.length;
    }
    await file.write(foot);
  });
  const { publication, table } = row;
  const file = { ...written, mediaType, publication, rows, ...(left === 0 ? {} : { leftOut: left }) };
  if (table === undefined) return [file];
  return [file, await writeDescription({ file: row.file, table }, publication, setup, directory)];
}

/**
 * Writes the description of a table beside its file.
 *
 * @throws the error of the file system; `EEXIST` when a file is there
 */
export async function writeDescription(
  { file, table }: TableFile,
  publication: Publication,
  { language }: Pick<TableSettings, 'language'>,
  directory: string,
): Promise<DerivedFile> {
  const licensed = licenceOfTables(publication);
  const written = await writeTextFile(join(directory, `${file}${DESCRIPTION.suffix}`), 'none', (output) =>
    output.write(describeTable(file, table, licensed, language)),
  );
  return { ...written, mediaType: DESCRIPTION.mediaType, publication };
}

/** A table that has no row among the derived files. */
interface PlainTable {
  /** The name of the file, without its suffix. */
  readonly name: string;
  readonly publication: Publication;
  readonly columns: readonly string[];
}

/** Titles in English and Irish. Where one is absent, the name stands in its place. */
type Titles = Partial<Record<'en' | 'ga', string>>;

/** The titles of a table that a feature writes, and of its columns by their names. */
export interface TableTitles extends Titles {
  readonly columns?: Readonly<Record<string, Titles>>;
}

/** Names that a column of such a table cannot have: they have a meaning in addresses at `/tables`, or in SQL. */
const TAKEN: readonly string[] = ['column', 'facet', 'format', 'how', 'page', 'rowid', 'sort', 'text'];

/**
 * Writes a table as comma-separated values. A column whose cells are all numbers, but for empty ones, holds numbers.
 *
 * @returns the file, with what describes the table
 * @throws Error for a publication or a name that cannot be, for titles of a column that is not there, and for a row with other
 *   cells than columns; the error of the file system
 */
export async function writePlainTable(
  directory: string,
  { name, publication, columns }: PlainTable,
  rows: Iterable<readonly (string | number)[]> | AsyncIterable<readonly (string | number)[]>,
  titles: TableTitles = {},
): Promise<DerivedFile> {
  if (publication !== 'folklore' && publication !== 'placenames')
    throw new Error(`there is no publication "${String(publication)}": give folklore or placenames`);
  // `/tables/openapi.json` is the description of all tables.
  if (!/^[a-z][a-z0-9-]*$/.test(name) || name === 'openapi')
    throw new Error(`"${name}" is no name of small letters for a table`);
  if (name in TABLES) throw new Error(`the release has a table ${name} already`);
  checkColumns(name, columns, titles);
  const types = columns.map((): ColumnType | undefined => undefined);
  let count = 0;
  const written = await writeTextFile(join(directory, `${name}.csv`), 'none', async (file) => {
    await file.write(csvRow(columns));
    for await (const row of rows) {
      if (row.length !== columns.length)
        throw new Error(`a row of ${name} has ${row.length} cells, and there are ${columns.length} columns`);
      count += 1;
      for (const [at, cell] of row.entries()) {
        if (typeof cell !== 'string' && typeof cell !== 'number')
          throw new Error(`the cell ${columns[at]} of ${name} is no text and no number; '' is an empty cell`);
        types[at] = typeWith(types[at], cell);
      }
      await file.write(csvRow(row.map(String)));
    }
  });
  const titled = (column: string, at: number): Column => {
    const { en = column, ga = column } = titles.columns?.[column] ?? {};
    return { name: column, en, ga, holds: types[at] ?? 'text' };
  };
  const { en = name, ga = name } = titles;
  const table: Table = { en, ga, columns: columns.map(titled), isPlain: true };
  return { ...written, mediaType: 'text/csv', publication, rows: count, table };
}

/** @throws Error naming the column */
function checkColumns(
  table: string,
  columns: readonly string[],
  { columns: titles = {} }: TableTitles,
): void {
  for (const column of columns) {
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(column) || TAKEN.includes(column))
      throw new Error(
        `the column "${column}" of ${table} has a name that cannot be: give small letters, digits and underscores, and none of ${TAKEN.join(', ')}`,
      );
    if (columns.indexOf(column) !== columns.lastIndexOf(column))
      throw new Error(`the column ${column} of ${table} is there twice`);
  }
  const unknown = Object.keys(titles).find((column) => !columns.includes(column));
  if (unknown !== undefined)
    throw new Error(`there are titles of a column ${unknown}, and ${table} has ${columns.join(', ')}`);
}

/** The type of a column with one more cell. An exponent is in no number of XML Schema but those of floating point. */
function typeWith(before: ColumnType | undefined, cell: string | number): ColumnType | undefined {
  if (cell === '') return before;
  if (typeof cell !== 'number' || !/^-?\d+(\.\d+)?$/.test(String(cell)) || before === 'text') return 'text';
  return Number.isInteger(cell) && before !== 'decimal' ? 'integer' : 'decimal';
}

/** The default name of a description of all tables of a folder (Model for Tabular Data, section 5.3). */
const GROUP = 'csv-metadata.json';

/**
 * Writes the description of the tables of the folklore publication as a group.
 *
 * @returns the file; none where there are no such tables
 * @throws the error of the file system; `EEXIST` when a file is there
 */
export async function writeTableGroup(
  tables: readonly TableFile[],
  { language }: TableSettings,
  directory: string,
): Promise<readonly DerivedFile[]> {
  if (tables.length === 0) return [];
  const written = await writeTextFile(join(directory, GROUP), 'none', (output) =>
    output.write(describeTables(tables, 'by-nc', language)),
  );
  return [{ ...written, mediaType: DESCRIPTION.mediaType, publication: 'folklore' }];
}
