import { readCsv } from '../tables/read-csv.js';

/** Rows of a table by the names in its head, cells as they stand. */
export function rowsOf(text: string): Record<string, string>[] {
  const [head = [], ...rows] = readCsv(text);
  return rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [head[at] ?? '', cell])));
}
