import { Help } from 'commander';
import type { OutputStream } from './progress.js';

/** Columns of an output that does not say how wide it is. */
const DEFAULT_WIDTH = 80;

/** The columns of standard output. */
export const outputWidth = (): number => process.stdout.columns || DEFAULT_WIDTH;

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

/** A text as lines that break between words, below one another from a column on. */
export function inColumn(text: string, column: number, width = outputWidth()): string {
  return HELP.boxWrap(text, width - column).replaceAll('\n', `\n${' '.repeat(column)}`);
}

/** Commander's wrapping of text, for narrow columns, too. */
const HELP = Object.assign(new Help(), { minWidthToWrap: 1 });

/** The beginning of a line that its continuation stands beside: blanks, a mark, a number, or a word with a gap behind it. */
const BEGINNING = /^ *(?:[-•✓✗!…→$] +|\d+[.)] +|\S{1,16} {2,})?/;

/** Lines that break between words. A word that is longer than a line stays whole. */
export function wrapLines(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => {
      if (line.length <= width) return line;
      const [begin = ''] = BEGINNING.exec(line) ?? [];
      return begin + inColumn(line.slice(begin.length), begin.length, width);
    })
    .join('\n');
}

/** A text for an output: on a terminal lines break between words; other readers get them whole. */
export const wrappedFor = (
  { isTTY, columns = 0 }: Pick<OutputStream, 'isTTY' | 'columns'>,
  text: string,
): string => (isTTY === true && columns > 0 ? wrapLines(text, columns) : text);

/** Writes a text for people on standard output ({@link wrappedFor}), with a line feed at its end. */
export function print(text: string): void {
  process.stdout.write(`${wrappedFor(process.stdout, text)}\n`);
}

/** Steps as numbered lines. */
export const numbered = (steps: readonly string[]): string =>
  steps.map((step, at) => `  ${at + 1}. ${step}`).join('\n');

/** Blanks between two columns. */
const GAP = 2;

/** Characters of the longest word of a text. */
const longestWord = (text: string): number => Math.max(0, ...text.split(' ').map(({ length }) => length));

/**
 * Rows below their heads, as wide as the output at most: cells of several words take several lines. Where the longest words of all
 * columns do not fit beside one another, each row is a list of its cells.
 */
export function fittedTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const columns = heads.map((head, at) => [head, ...rows.map((row) => row[at] ?? '')]);
  const room = width - GAP * (heads.length - 1);
  const widths = fittedWidths(columns, room);
  if (widths === undefined) return listOfRows(heads, rows, width);
  const line = (cells: readonly string[]): string => {
    const wrapped = cells.map((cell, at) => inColumn(cell, 0, widths[at] ?? 0).split('\n'));
    const height = Math.max(...wrapped.map(({ length }) => length));
    return Array.from({ length: height }, (_, row) =>
      wrapped
        .map((lines, at) => (lines[row] ?? '').padEnd(widths[at] ?? 0))
        .join(' '.repeat(GAP))
        .trimEnd(),
    ).join('\n');
  };
  return [line(heads), line(widths.map((one) => '─'.repeat(one))), ...rows.map(line)].join('\n');
}

/** The widths of columns that take at most so much room; undefined where their longest words do not fit. */
function fittedWidths(columns: readonly (readonly string[])[], room: number): readonly number[] | undefined {
  const whole = columns.map((cells) => Math.max(...cells.map(({ length }) => length)));
  const least = columns.map((cells) => Math.max(...cells.map(longestWord)));
  const sum = (widths: readonly number[]): number => widths.reduce((all, one) => all + one, 0);
  if (sum(least) > room) return undefined;
  const widths = [...least];
  // The column that lacks most room is the next that gets some.
  for (let left = room - sum(least); left > 0; left -= 1) {
    const lacks = widths.map((one, at) => (whole[at] ?? 0) - one);
    const most = Math.max(...lacks);
    if (most === 0) break;
    widths[lacks.indexOf(most)] = (widths[lacks.indexOf(most)] ?? 0) + 1;
  }
  return widths;
}

/** Each row as lines of head and cell, without empty cells. */
function listOfRows(heads: readonly string[], rows: readonly (readonly string[])[], width: number): string {
  const wide = Math.max(...heads.map(({ length }) => length)) + GAP;
  return rows
    .map((row) =>
      heads
        .flatMap((head, at) => (row[at] ? [head.padEnd(wide) + inColumn(row[at], wide, width)] : []))
        .join('\n'),
    )
    .join('\n\n');
}
