/**
 * Comma-separated values as RFC 4180 has them, and as CSV on the Web reads them without being told: UTF-8 without
 * byte order mark, one header row, CRLF, quotes where they are needed.
 *
 * A cell that begins with `=`, `+`, `-`, `@` or a tab is a formula to a worksheet that opens the file. It stays as
 * it is: an apostrophe or a space before it would be a wrong name for everybody who reads the file as data, longitudes
 * here begin with a minus, and what a worksheet computes is under the reader's control alone. The description of each
 * table says so, and that such files are to be imported as text.
 */

const LINE_END = '\r\n';
/** Between the values of a list; CSV on the Web has no way to escape it. */
export const SEPARATOR = '|';
/** What makes quotes needed; blanks at an end need none, but many readers drop them. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** One row; an empty cell says nothing. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cell).join(',')}${LINE_END}`;

const cell = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A list of texts in one cell: what would separate stands as `%7C`, and `%` as `%25`, so that both come back. */
export const listOfTexts = (texts: readonly string[]): string =>
  texts.map((text) => text.replaceAll('%', '%25').replaceAll(SEPARATOR, '%7C')).join(SEPARATOR);

/** A list of IRIs or codes in one cell: neither may hold the separator. */
export const listOfNames = (names: readonly string[]): string => names.join(SEPARATOR);
