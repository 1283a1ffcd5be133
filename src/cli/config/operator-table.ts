import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { errorCode, FolkloreError, messageOf } from '../../base/errors.js';

/* Tables of the operator: CSV whose columns stand in any order, with errors that name the line. */

/** The name of a table, the document that describes it, and its columns. */
export interface TableForm<Column extends string, Optional extends string = never> {
  readonly name: string;
  readonly document: string;
  readonly columns: readonly Column[];
  /** Columns that may be absent: their cells are empty then. */
  readonly optional?: readonly Optional[];
}

/** A row with its place in the file. */
export interface PlacedRow<Row> {
  readonly row: Row;
  readonly line: number;
  /** The bytes of the row, with its line end. */
  readonly start: number;
  readonly end: number;
}

type AnyForm = Pick<TableForm<string>, 'name' | 'document'>;

/** The error of a table that cannot be used. */
export const invalidTable = ({ name, document }: AnyForm, file: string, what: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', `The table of ${name} ${file} cannot be used: ${what}.`, {
    hint: `${document} describes the columns. Correct the row, or remove it.`,
  });

/** @throws FolkloreError CONFIG_INVALID */
export function bytesOfTable(form: AnyForm, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (thrown) {
    throw invalidTable(form, file, messageOf(thrown));
  }
}

/**
 * The bytes of a table; undefined where there is none yet.
 *
 * @throws FolkloreError CONFIG_INVALID
 */
export function bytesOfTableIfThere(form: AnyForm, file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return undefined;
    throw invalidTable(form, file, messageOf(thrown));
  }
}

/**
 * The rows of a table, and its columns in their order.
 *
 * @throws FolkloreError CONFIG_INVALID when it is no CSV or lacks a column
 */
export function rowsOfTable<Column extends string, Optional extends string = never>(
  form: TableForm<Column, Optional>,
  file: string,
  bytes: Buffer,
): {
  readonly columns: readonly string[];
  readonly rows: readonly PlacedRow<Readonly<Record<Column | Optional, string>>>[];
} {
  try {
    const records = parse(bytes, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    }) as unknown as readonly {
      readonly record: readonly string[];
      readonly info: { readonly lines: number; readonly bytes: number };
    }[];
    const [header, ...others] = records;
    const columns = header?.record ?? [];
    const missing = form.columns.filter((column) => !columns.includes(column));
    if (missing.length > 0) throw new Error(`its first row lacks ${missing.join(', ')}`);
    const absent = (form.optional ?? []).map((column) => [column, '']);
    let start = header?.info.bytes ?? 0;
    const rows = others.flatMap(({ record, info }) => {
      const cells = columns.map((column, at) => [column, record[at] ?? '']);
      const row = Object.fromEntries([...absent, ...cells]) as Readonly<Record<Column | Optional, string>>;
      const placed = { row, line: info.lines, start, end: info.bytes };
      start = info.bytes;
      // Spreadsheets leave rows of empty cells.
      return record.every((cell) => cell === '') ? [] : [placed];
    });
    return { columns, rows };
  } catch (thrown) {
    throw invalidTable(form, file, messageOf(thrown).replace(/\.$/, ''));
  }
}
