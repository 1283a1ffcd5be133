/** What stands where a key stood. */
const HIDDEN = '[key]';

/**
 * Makes the function that takes a key out of a text, however it is written there. Services like to repeat the key they
 * refuse, so whatever they say passes through here before it is shown.
 */
export function keyRedactor(key: string): (text: string) => string {
  if (key === '') return (text) => text;
  const written = writtenForms(key);
  return (text) => text.replace(written, HIDDEN);
}

/** A key shorter than this may be a word like any other. */
const UNMISTAKABLE = 12;

/**
 * Makes the function that sees whether a key stands in an answer: what is kept and published must not hold it. The bytes
 * are searched as they came, so that nothing is missed that a parser drops, such as the first of two fields of one name.
 */
export function keyFinder(key: string): (answer: Buffer | string) => boolean {
  if (key.length < UNMISTAKABLE) return () => false;
  const written = writtenForms(key);
  // Keys are ASCII, and so is every way to write one.
  return (answer) => (typeof answer === 'string' ? answer : answer.toString('latin1')).search(written) >= 0;
}

/** So often may the sign that escapes another one be escaped itself; without an end, long runs would take for ever. */
const BACKSLASHES = '\\\\{1,8}';
/** A percent sign and an ampersand, which begin other signs: as they are, by their numbers in JSON, or escaped again. */
const PERCENT = `(?:%|${BACKSLASHES}u0025)(?:25){0,3}`;
const AMPERSAND = `(?:&|${BACKSLASHES}u0026)(?:amp;){0,3}`;

/** What markup calls the signs that are its own. */
const MARKUP_NAMES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '"': 'quot',
  "'": 'apos',
  '<': 'lt',
  '>': 'gt',
};

/**
 * Every way to write a text: as it is, in JSON (RFC 8259, section 7), percent-encoded (RFC 3986, 2.1), in HTML, each sign by
 * itself, and one within the other.
 */
const writtenForms = (text: string): RegExp =>
  // A run of backslashes is one sign, so that there are not many ways to read another one.
  new RegExp((text.match(/\\+|[^\\]/gsu) ?? []).map(formsOfSign).join(''), 'gu');

function formsOfSign(sign: string): string {
  if (sign.startsWith('\\'))
    return `(?:${BACKSLASHES}(?:u005[cC])?|${PERCENT}5[cC]|${AMPERSAND}#(?:92|[xX]0{0,4}5[cC]);?){1,${sign.length}}`;
  const units = Array.from({ length: sign.length }, (_, at) => sign.charCodeAt(at).toString(16));
  const escaped = units.map((hex) => `${BACKSLASHES}u${inEitherCase(hex.padStart(4, '0'))}`).join('');
  const bytes = [...Buffer.from(sign, 'utf8')].map((byte) => byte.toString(16).padStart(2, '0'));
  const encoded = bytes.map((hex) => `${PERCENT}${inEitherCase(hex)}`).join('');
  const number = sign.codePointAt(0) ?? 0;
  const named = MARKUP_NAMES[sign] === undefined ? '' : `|${MARKUP_NAMES[sign]};?`;
  const marked = `${AMPERSAND}(?:#0{0,4}${number};?|#[xX]0{0,4}${inEitherCase(number.toString(16))};?${named})`;
  const form = sign === ' ' ? '|\\+' : '';
  const plain = `(?:${BACKSLASHES})?\\u{${number.toString(16)}}`;
  return `(?:${plain}|${escaped}|${encoded}|${marked}${form})`;
}

/** Hexadecimal digits in either letter case are the same. */
const inEitherCase = (hex: string): string =>
  hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
