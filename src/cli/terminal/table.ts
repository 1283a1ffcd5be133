import { Help } from 'commander';

/** Rows in aligned columns: the first column to the left, the others to the right. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Columns of an output that does not say how wide it is, such as a file. */
const WIDTH = 100;

/** A text as lines that break between words, below one another from a column on. */
export function inColumn(text: string, column: number, width = process.stdout.columns || WIDTH): string {
  const indent = ' '.repeat(column);
  return new Help().boxWrap(text, width - column).replaceAll('\n', `\n${indent}`);
}
