/**
 * Comma-separated values (RFC 4180, and the defaults of CSV on the Web): UTF-8 without byte order mark, one header row,
 * CRLF, quotes where they are needed.
 *
 * A worksheet takes a cell that begins with `=`, `+`, `-`, `@` or a tab for a formula. Such cells are not changed: an
 * apostrophe before a name would be wrong data, and longitudes begin with a minus. The description of each table says that
 * the file is to be imported as text.
 */

const LINE_END = '\r\n';
/** Between the values of a list; CSV on the Web has no way to escape it. */
export const SEPARATOR = '|';
/** Needs quotes. Blanks at an end need none, but many readers drop them. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** One row. An empty cell is no value. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cell).join(',')}${LINE_END}`;

const cell = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Reads rows that {@link csvRow} wrote.
 *
 * @throws Error when the text breaks off inside quotes
 */
export function* readCsvRows(text: string): Generator<string[]> {
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
      while (end < text.length && text[end] !== ',' && text[end] !== '\r') end += 1;
      row.push(text.slice(at, end));
    }
    if (text[end] === ',') {
      at = end + 1;
      continue;
    }
    yield row;
    row = [];
    at = end + LINE_END.length;
  }
}

/** A list of texts in one cell: `|` is encoded as `%7C`, and `%` as `%25`. */
export const listOfTexts = (texts: readonly string[]): string =>
  texts.map((text) => text.replaceAll('%', '%25').replaceAll(SEPARATOR, '%7C')).join(SEPARATOR);

/** A list of IRIs or codes in one cell; none of them holds the separator. */
export const listOfNames = (names: readonly string[]): string => names.join(SEPARATOR);
