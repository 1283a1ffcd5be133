/** Replaces a key. */
const HIDDEN = '[key]';

/**
 * Returns a function that removes a key from a text, in every encoding. A service may repeat the key that it refuses, so
 * that every text of a service is redacted before it is shown.
 */
export function keyRedactor(key: string): (text: string) => string {
  if (key === '') return (text) => text;
  const written = writtenForms(key);
  return (text) => text.replace(written, HIDDEN);
}

/** Shorter keys may be ordinary words. */
const SHORTEST_SEARCHED = 12;

/**
 * Returns a function that checks whether an answer contains a key. The raw bytes are searched, because a parser drops parts
 * of them, for example the first of two fields of one name.
 */
export function keyFinder(key: string): (answer: Buffer | string) => boolean {
  if (key.length < SHORTEST_SEARCHED) return () => false;
  const written = writtenForms(key);
  // Keys are ASCII, and so are all their encodings.
  return (answer) => (typeof answer === 'string' ? answer : answer.toString('latin1')).search(written) >= 0;
}

/** Escaped backslashes, up to a limit: long runs would take too much time. */
const BACKSLASHES = '\\\\{1,8}';
/** Percent sign and ampersand: plain, escaped in JSON, or escaped again. */
const PERCENT = `(?:%|${BACKSLASHES}u0025)(?:25){0,3}`;
const AMPERSAND = `(?:&|${BACKSLASHES}u0026)(?:amp;){0,3}`;

/** Named character references of HTML. */
const MARKUP_NAMES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '"': 'quot',
  "'": 'apos',
  '<': 'lt',
  '>': 'gt',
};

/**
 * All encodings of a text: plain, JSON (RFC 8259, section 7), percent-encoding (RFC 3986, 2.1), HTML, for each character
 * separately, and nested.
 */
const writtenForms = (text: string): RegExp =>
  // A run of backslashes is one unit, so that the expression has no ambiguity.
  new RegExp((text.match(/\\+|[^\\]/gsu) ?? []).map(formsOfCharacter).join(''), 'gu');

function formsOfCharacter(character: string): string {
  if (character.startsWith('\\'))
    return `(?:${BACKSLASHES}(?:u005[cC])?|${PERCENT}5[cC]|${AMPERSAND}#(?:92|[xX]0{0,4}5[cC]);?){1,${character.length}}`;
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at).toString(16));
  const escaped = units.map((hex) => `${BACKSLASHES}u${inEitherCase(hex.padStart(4, '0'))}`).join('');
  const bytes = [...Buffer.from(character, 'utf8')].map((byte) => byte.toString(16).padStart(2, '0'));
  const encoded = bytes.map((hex) => `${PERCENT}${inEitherCase(hex)}`).join('');
  const number = character.codePointAt(0) ?? 0;
  const named = MARKUP_NAMES[character] === undefined ? '' : `|${MARKUP_NAMES[character]};?`;
  const marked = `${AMPERSAND}(?:#0{0,4}${number};?|#[xX]0{0,4}${inEitherCase(number.toString(16))};?${named})`;
  const form = character === ' ' ? '|\\+' : '';
  const plain = `(?:${BACKSLASHES})?\\u{${number.toString(16)}}`;
  return `(?:${plain}|${escaped}|${encoded}|${marked}${form})`;
}

/** Hexadecimal digits in either letter case. */
const inEitherCase = (hex: string): string =>
  hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
