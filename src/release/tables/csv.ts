/**
 * Comma-separated values (RFC 4180, and the defaults of CSV on the Web): UTF-8 without byte order mark, one header row,
 * CRLF, quotes where they are needed.
 *
 * A spreadsheet takes a cell that begins with `=`, `+`, `-`, `@`, a tab or a line end for a formula. Such a cell begins
 * with an apostrophe, unless it is a number (docs/decisions/2026-11-24-formula-cells.md).
 */

const LINE_END = '\r\n';
/** Between the values of a list; CSV on the Web has no way to escape it. */
export const SEPARATOR = '|';
/** Needs quotes. Blanks at an end need none, but many readers drop them. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/** The beginning of a formula, in ASCII or full width, after any number of apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** A cell that is marked so that it is no formula. */
const MARKED = /^'+[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** A negative number in the form of the dumps. It is not a formula. */
const NUMBER = /^-\d+(?:\.\d+)?(?:[Ee][+-]?\d+)?$/;

/** One row. An empty cell is no value. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cell).join(',')}${LINE_END}`;

function cell(text: string): string {
  const marked = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(marked) ? `"${marked.replaceAll('"', '""')}"` : marked;
}

/**
 * The rows of another writer, as {@link csvRow} writes them.
 *
 * @throws Error when the text breaks off inside quotes
 */
export const rewriteCsv = (text: string): string => Array.from(rowsOf(text), csvRow).join('');

/**
 * The rows of a table that {@link csvRow} has written, as they were given to it; the header is the first.
 *
 * @throws Error when the text breaks off inside quotes
 */
export async function* readCsv(texts: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = '';
  for await (const text of texts) {
    rest += text;
    const end = endOfRows(rest);
    yield* unmarkedRows(rest.slice(0, end));
    rest = rest.slice(end);
  }
  yield* unmarkedRows(rest);
}

/**
 * The rows below the header of a table that {@link csvRow} has written: each is a function from a column to its cell.
 *
 * @throws Error when the text breaks off inside quotes
 */
export async function* readRows(texts: AsyncIterable<string>): AsyncGenerator<(column: string) => string> {
  let columns: ReadonlyMap<string, number> | undefined;
  for await (const cells of readCsv(texts)) {
    if (columns === undefined) columns = new Map(cells.map((name, at) => [name, at]));
    else {
      const known = columns;
      yield (column) => cells[known.get(column) ?? -1] ?? '';
    }
  }
}

/** Where the last whole row of a text ends: behind a line end, CRLF or LF, that is in no quotes. 0 where no row is whole. */
export function endOfRows(text: string): number {
  let quotes = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) quotes += 1;
  let [end, from] = [text.lastIndexOf('\n'), text.length];
  while (end !== -1) {
    for (let at = text.indexOf('"', end); at !== -1 && at < from; at = text.indexOf('"', at + 1)) quotes -= 1;
    if (quotes % 2 === 0) return end + 1;
    from = end;
    end = end === 0 ? -1 : text.lastIndexOf('\n', end - 1);
  }
  return 0;
}

function* unmarkedRows(text: string): Generator<string[]> {
  for (const row of rowsOf(text)) yield row.map((one) => (MARKED.test(one) ? one.slice(1) : one));
}

/** Rows with their cells as they stand; a line may end with LF alone. */
function* rowsOf(text: string): Generator<string[]> {
  let at = 0;
  let row: string[] = [];
  while (at < text.length) {
    let end: number;
    if (text[at] === '"') {
      end = text.indexOf('"', at + 1);
      // A quote within the cell is written twice.
      while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
      if (end === -1) throw new Error('The table breaks off inside quotes.');
      row.push(text.slice(at + 1, end).replaceAll('""', '"'));
      end += 1;
    } else {
      end = at;
      while (end < text.length && text[end] !== ',' && text[end] !== '\r' && text[end] !== '\n') end += 1;
      row.push(text.slice(at, end));
    }
    if (text[end] === ',') {
      at = end + 1;
      continue;
    }
    yield row;
    row = [];
    at = end + (text[end] === '\r' ? LINE_END.length : 1);
  }
}

/** A list of texts in one cell: `|` is encoded as `%7C`, and `%` as `%25`. */
export const listOfTexts = (texts: readonly string[]): string =>
  texts.map((text) => text.replaceAll('%', '%25').replaceAll(SEPARATOR, '%7C')).join(SEPARATOR);

/** The values of a list in a cell. */
export const valuesIn = (cell: string | undefined): readonly string[] =>
  cell === undefined || cell === '' ? [] : cell.split(SEPARATOR);

/** The texts of a list in a cell, decoded. */
export const textsIn = (cell: string): readonly string[] =>
  valuesIn(cell).map((text) => text.replaceAll('%7C', SEPARATOR).replaceAll('%25', '%'));

/** A list of IRIs or codes in one cell; none of them holds the separator. */
export const listOfNames = (names: readonly string[]): string => names.join(SEPARATOR);
