import leven, { closestMatch } from 'leven';

/**
 * What no text of the output has: control characters (C0, C1 or delete) other than tab, line feed and carriage return, and what
 * XML 1.0 cannot hold (section 2.2), but for half characters.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
export const NOT_IN_TEXT = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\uFFFE\uFFFF]/;

/** Characters that move the cursor, change the direction or start a line, and half characters. */
const UNPRINTED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A text as one line: characters that would break or change the line are shown by their number. */
export const toOneLine = (text: string): string =>
  text.replace(UNPRINTED, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);

/** The same for each line of a text. */
export const keepLines = (text: string): string => text.split('\n').map(toOneLine).join('\n');

/** Characters that control a terminal or change the direction of its text, except the line feed. */
const STEERING = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Replaces characters that control a terminal by their number, as JSON and Turtle escape them: the data stays equal. */
export const escapeControls = (text: string): string =>
  text.replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`);

/** JSON that is safe on a terminal. */
export const terminalJson = (value: object, indent?: number): string =>
  escapeControls(JSON.stringify(value, undefined, indent));

/** A text without the byte order mark that some editors begin files with. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** A text as one word of a shell. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A number with separators, `1,411`, independent of the locale. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** A number of things, whose name takes an s: `1 record`, `1,411 records`. */
export const counted = (count: number, word: string): string =>
  `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;

/**
 * The accepted name nearest to a misspelt one, without regard to case. At most a third of its letters may differ (at
 * least two).
 */
export function nearest(word: string, accepted: readonly string[]): string | undefined {
  const plain = new Map(accepted.map((name) => [name.toLowerCase(), name]));
  const distance = Math.max(2, Math.floor(word.length / 3));
  const match = closestMatch(word.toLowerCase(), [...plain.keys()], { maxDistance: distance });
  return match === undefined ? undefined : plain.get(match);
}

/** The number of letters that are added, left out or replaced between two texts (Levenshtein). */
export const editDistance = (one: string, other: string): number => leven(one, other);

/**
 * Whether a text is a URL of the WHATWG standard. `URL.canParse` of Node 20 answers false for letters with accents once it has
 * been called often.
 */
export function isUrl(text: string, base?: string): boolean {
  try {
    return new URL(text, base).href !== '';
  } catch {
    return false;
  }
}

/** Why a text is not a plain web address; undefined when it is one. The reason repeats nothing of it. */
export function whyNoWebUrl(text: string): string | undefined {
  const url = isUrl(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return 'it is not an http or https URL';
  return url.username + url.password === '' ? undefined : 'it has a user or a password';
}

/** What XML 1.0 cannot have in a text (section 2.2), even escaped; half characters besides. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const NOT_IN_XML = /[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;

/** A reference to a character by its number (XML 1.0, section 4.1). */
const REFERENCE = /&#(?:x([0-9a-f]+)|(\d+));/gi;

const REPLACEMENT = '\uFFFD';
const LAST_CHARACTER = 0x10ffff;

const lawfulText = (text: string): string => text.toWellFormed().replace(NOT_IN_XML, REPLACEMENT);

/** A document of XML in which the replacement character, U+FFFD, stands for each character that XML cannot have. */
export const lawfulXml = (document: string): string =>
  lawfulText(document).replace(REFERENCE, (whole, hexadecimal: string | undefined, decimal: string) => {
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    const sign = code > LAST_CHARACTER ? '' : String.fromCodePoint(code);
    return sign !== '' && lawfulText(sign) === sign ? whole : REPLACEMENT;
  });

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text in an element or an attribute of XML. U+FFFD stands for each character that XML cannot have. */
export const xmlText = (text: string): string =>
  lawfulText(text).replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** A duration in at most two units: `1 h 20 min`, `14 min`, `3 s`. */
export function durationText(ms: number): string {
  const whole = Math.round(ms / 1000);
  const [days, hours] = [Math.floor(whole / 86_400), Math.floor(whole / 3600) % 24];
  const minutes = Math.floor(whole / 60) % 60;
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}

/** The units of a duration, in seconds. */
const SECONDS_IN: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** The longest delay of a system timer (2^31 milliseconds), in seconds, rounded down. */
const MAX_DURATION_S = 500 * 3600;

/** What is expected of a duration, for messages. */
export const DURATION = 'expected a duration such as 90s, 50m or 2h, up to 500h';

/**
 * Reads a duration such as `90s`, `50m` or `2h`; without a unit it is in seconds.
 *
 * @returns seconds, from 0; undefined for other texts
 */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([smh]?)\s*$/.exec(text) ?? [];
  // Timers count whole milliseconds.
  const seconds = Math.round(Number(amount) * (SECONDS_IN[unit || 's'] ?? Number.NaN) * 1000) / 1000;
  return seconds <= MAX_DURATION_S ? seconds : undefined;
}

/** A copy of a text. A part of a string keeps the whole string in memory, such as a piece of a file that was parsed; a copy does not. */
export const copyOf = (text: string): string => Buffer.from(text).toString();

/** The pattern of a regular expression that a text alone matches. */
export const literalPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
