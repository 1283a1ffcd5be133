/** A row of a table: one cell a column. */
export type WordRow = readonly string[];

/** Phrases of a list; a line break or ` / ` stands between two of them. */
export const parseWordLines = (list: string): readonly string[] => list.trim().split(/\n\s*| \/ /);

/** Rows of a table in the same form; `|` stands between two cells, which may be empty. */
export function parseWordRows(table: string): readonly WordRow[] {
  const rows = parseWordLines(table).map((row) => row.split('|'));
  const uneven = rows.find((row) => row.length !== rows[0]?.length);
  if (uneven !== undefined) throw new Error(`row with a wrong number of cells: ${uneven.join('|')}`);
  return rows;
}

/** A cell of a row; empty where the row has no such column. */
export const cell = (row: WordRow, column: number): string => row[column] ?? '';
