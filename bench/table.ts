import { readFile, writeFile } from 'node:fs/promises';

/** A row by its columns; all rows of a table have the same ones. */
export type Row = Readonly<Record<string, string | number>>;

/** A table in Markdown. */
export function markdown(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => row[column] ?? ''))),
  ].join('\n');
}

/**
 * Puts a text between two marks of a document, in the place of what was there.
 *
 * @throws Error when the document has no such marks
 */
export async function putBetween(file: URL, mark: string, text: string): Promise<void> {
  const [begin, end] = [`<!-- ${mark}: made by npm run bench -->`, `<!-- /${mark} -->`];
  const document = await readFile(file, 'utf8');
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file.href} has no marks for ${mark}`);
  await writeFile(file, `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`);
}
