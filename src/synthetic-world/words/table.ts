/** A row of words: as many cells as its table has columns. */
export type WordRow = readonly string[];

/** Reads a table written as lines of cells between bars; blank lines are none, cells may be empty. */
export function parseWordRows(table: string, columns: number): readonly WordRow[] {
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split('|'));
  const uneven = rows.find((row) => row.length !== columns);
  if (uneven !== undefined) throw new Error(`a row of words has not ${columns} cells: ${uneven.join('|')}`);
  return rows;
}

/** A cell of a row, which the table is known to have. */
export const cell = (row: WordRow, column: number): string => row[column] ?? '';

/** Reads a list of phrases, one a line. */
export function parseWordLines(list: string): readonly string[] {
  return list
    .trim()
    .split('\n')
    .map((line) => line.trim());
}
