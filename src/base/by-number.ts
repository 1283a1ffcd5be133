/** What steers a terminal or turns its text, but for the line feed. */
const STEERING = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * A text in which nothing steers the terminal that shows it. It stands there by its number, as JSON and Turtle write
 * it: both still read the same.
 */
export const byNumber = (text: string): string =>
  text.replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`);

/** JSON that may be shown on a terminal. */
export const shownJson = (value: object, indent?: number): string =>
  byNumber(JSON.stringify(value, undefined, indent));
