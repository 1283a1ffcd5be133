import { join } from 'node:path';
import type { Publication } from '../../model/rdf/iris.js';
import type { Node } from '../../model/rdf/node.js';
import { type Part, readPart } from '../dumps/parts-file.js';
import { TextBuffer } from '../dumps/text-buffer.js';
import { type WrittenFile, writeTextFile } from '../dumps/text-file.js';
import type { CodeLabels, TableContext } from './code-labels.js';
import type { Table } from './column.js';
import { readCsvRows } from './csv.js';
import { describeTable, describeTables, type TableFile } from './csvw.js';
import type { NodeFilter } from './place-nodes.js';

/** Settings of the formats. */
export interface TableSettings {
  readonly language: TableContext;
  readonly labels: CodeLabels;
  /** The title of the place-names database in citations. */
  readonly placenamesTitle: string;
}

/** The format of a file: text before the records, for each record, between two, after them. */
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
  rows(node: Node, identity?: Node): readonly string[] | undefined;
}

/** Completes rows with what records of other shards state, when all shards have been mapped. */
export interface Completion {
  /** The table that has it. */
  readonly from: string;
  /**
   * Takes the rows of that table, each a list of cells, and returns the function that completes the text of a chunk: it
   * yields what becomes of each row, which may be no row or several.
   */
  readonly begin: (rows: Iterable<readonly string[]>) => (text: string) => Iterable<readonly string[]>;
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
  /** A table has a description in a file of its own. */
  readonly table?: Table;
  readonly completion?: Completion;
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
}

/** The media type of descriptions (Model for Tabular Data and Metadata on the Web, section 5.3). */
const DESCRIPTION = { mediaType: 'application/csvm+json', suffix: '-metadata.json' } as const;

/** The text of some records in one derived file. */
export interface DerivedChunk {
  readonly text: Uint8Array;
  readonly rows: number;
  /** Records that the format cannot represent. */
  readonly leftOut: number;
}

/** A chunk whose text is in a file. Plain data. */
export type StoredDerivedChunk = Omit<DerivedChunk, 'text'> & { readonly text: Part };

/** Makes the text of records for one derived file. It writes no file. */
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

  /** @param identity the identity links of the same record */
  add(node: Node, identity?: Node): void {
    if (!this.#row.takes(node, this.#setup.language)) return;
    const rows = this.#format.rows(node, identity);
    if (rows === undefined) this.#leftOut += 1;
    for (const row of rows ?? []) {
      this.#text.add(this.#rows === 0 ? row : this.#format.between + row);
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

/**
 * Writes a derived file from chunks that are stored and, if it is a table, its description.
 *
 * @param others the chunks of the table that completes its rows
 * @returns the files; none when the format can represent no record
 * @throws the error of the file system; `EEXIST` when a file is there
 */
export async function writeDerivedFile(
  row: DerivedRow,
  setup: TableSettings,
  directory: string,
  chunks: readonly StoredDerivedChunk[],
  others: readonly StoredDerivedChunk[] = [],
): Promise<readonly DerivedFile[]> {
  const filled = chunks.filter(({ rows }) => rows > 0);
  if (filled.length === 0) return [];
  const { mediaType, head, between, foot } = row.format(setup);
  const complete = row.completion?.begin(await cellsOf(others));
  let [rows, left] = [0, chunks.reduce((sum, { leftOut }) => sum + leftOut, 0)];
  const written = await writeTextFile(join(directory, row.file), 'none', async (file) => {
    await file.write(head);
    for (const chunk of filled) {
      const bytes = await readPart(chunk.text);
      const completed = complete && [...complete(bytes.toString('utf8'))];
      if (completed !== undefined) left += completed.filter(({ length }) => length === 0).length;
      const lines = completed?.flat();
      if (lines?.length === 0) continue;
      if (rows > 0) await file.write(between);
      await file.write(lines?.join(between) ?? bytes);
      rows += lines?.length ?? chunk.rows;
    }
    await file.write(foot);
  });
  const { publication, table } = row;
  const file = { ...written, mediaType, publication, rows, ...(left === 0 ? {} : { leftOut: left }) };
  if (table === undefined) return [file];
  const licensed = publication === 'folklore' ? 'by-nc' : 'by';
  const description = await writeTextFile(
    join(directory, `${row.file}${DESCRIPTION.suffix}`),
    'none',
    (output) => output.write(describeTable(written.file, table, licensed, setup.language)),
  );
  return [file, { ...description, mediaType: DESCRIPTION.mediaType, publication }];
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

/** The rows of the chunks of a table. */
async function cellsOf(chunks: readonly StoredDerivedChunk[]): Promise<readonly string[][]> {
  const rows: string[][] = [];
  for (const { text } of chunks) for (const row of readCsvRows(String(await readPart(text)))) rows.push(row);
  return rows;
}
