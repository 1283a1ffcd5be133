import { closestMatch } from 'leven';

/** A control character (C0, C1 or delete) that is no tab, line feed or carriage return: what no text of ours may hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
export const CONTROL = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/;

/** What moves the cursor, turns the text or begins a line, and half characters. */
const UNPRINTED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** One line, whatever a record or the name of a file holds: what would make up lines of its own is shown by its number. */
export const toOneLine = (text: string): string =>
  text.replace(UNPRINTED, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);

/** The same of a text that has lines. */
export const keepLines = (text: string): string => text.split('\n').map(toOneLine).join('\n');

/** What steers a terminal or turns its text, but for the line feed. */
const STEERING = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * A text in which nothing steers the terminal that shows it. It stands there by its number, as JSON and Turtle write
 * it: both still read the same.
 */
export const escapeControls = (text: string): string =>
  text.replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`);

/** JSON that may be shown on a terminal. */
export const terminalJson = (value: object, indent?: number): string =>
  escapeControls(JSON.stringify(value, undefined, indent));

/** A number as people read it: `1,411`; the same everywhere, whatever the language of the machine. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/**
 * The accepted name that was probably meant: for messages about misspelt parameters, options and keys.
 * Case is ignored; a name further off than a third of its letters (at least two) is no suggestion.
 */
export function nearest(word: string, accepted: readonly string[]): string | undefined {
  const plain = new Map(accepted.map((name) => [name.toLowerCase(), name]));
  const distance = Math.max(2, Math.floor(word.length / 3));
  const match = closestMatch(word.toLowerCase(), [...plain.keys()], { maxDistance: distance });
  return match === undefined ? undefined : plain.get(match);
}
