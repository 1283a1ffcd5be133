/** What moves the cursor, turns the text or begins a line, and half characters. */
const UNPRINTED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** One line, whatever a record or the name of a file holds: what would make up lines of its own is shown by its number. */
export const onOneLine = (text: string): string =>
  text.replace(UNPRINTED, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);

/** The same of a text that has lines. */
export const onItsLines = (text: string): string => text.split('\n').map(onOneLine).join('\n');
