import { decodeHTMLStrict } from 'entities';
import { NOT_IN_TEXT } from '../../base/text.js';

/*
 * Markup in texts and its replacement (wire-format 1, docs/decisions: text-is-plain). What is not certainly markup stays:
 * `a < b`, `<3`, `AT&T`, `<illegible>`.
 */

/** Marks the end of a line until all tags are removed; cleaned text has no such character. */
const LINE_END = '\u001e';
// biome-ignore lint/suspicious/noControlCharactersInRegex: the mark above
const LINE_ENDS = /\u001e[ \t\n\u001e]*/g;

/** The replacement of the tags of each element. Other names are no tags: `<illegible>`, `x<y>z`. */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '\n': 'br',
    [LINE_END]:
      'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul',
    ' ': 'td th',
    '': 'a abbr acronym b bdi bdo big cite code col colgroup del dfn em font head i iframe img ins kbd link mark meta nobr q rp rt ruby s samp script small span strike strong style sub sup tt u var wbr',
  }).flatMap(([left, names]) => names.split(' ').map((name) => [name, left] as const)),
);

/**
 * A tag: a name and attributes with values, without another `<`. A line feed after it is matched too, because many programs
 * write `<br />` and a line feed for one break.
 */
const TAG =
  /<\/?([a-z][a-z0-9]*(?::[a-z0-9]+)?)(?:\s+[^\s"'<>/=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'<>=]+))*\s*\/?>([ \t]*\n)?/gi;

/** `<!DOCTYPE html>`, `<?xml … ?>`. */
const INSTRUCTION = /<(?:!doctype|\?[a-z])[^<>]*>/gi;

/** Markup that is removed with its content, from the first pattern to the second. */
const WITH_CONTENT: readonly (readonly [opens: RegExp, closes: RegExp])[] = [
  [/<!--/g, /-->/g],
  [/<script(?:\s[^<>]*)?>/gi, /<\/script\s*>/gi],
  [/<style(?:\s[^<>]*)?>/gi, /<\/style\s*>/gi],
];

/**
 * Removes tags and decodes character references, once and only with their semicolon: `&amp;eacute;` becomes `&eacute;`, and
 * `AT&T` is no reference.
 *
 * @param text without control characters, with line feeds
 */
function withoutMarkup(text: string): string {
  const untagged = /<[a-z/!?]/i.test(text) ? withoutTags(text) : text;
  return untagged.includes('&') ? decodeHTMLStrict(untagged) : untagged;
}

function withoutTags(text: string): string {
  return WITH_CONTENT.reduce(withoutContent, text)
    .replace(INSTRUCTION, '')
    .replace(TAG, (tag, name: string, lineBreak = '') => {
      const left = name.includes(':') ? '' : REPLACEMENTS.get(name.toLowerCase());
      if (left === undefined) return tag;
      return left === '' || left === ' ' ? left + lineBreak : left;
    })
    .replace(LINE_ENDS, '\n');
}

/** One pass in linear time. What is not closed is no markup. */
function withoutContent(text: string, [opens, closes]: (typeof WITH_CONTENT)[number]): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    opens.lastIndex = from;
    const opening = opens.exec(text);
    closes.lastIndex = opens.lastIndex;
    if (opening === null || closes.exec(text) === null) return kept.join('') + text.slice(from);
    kept.push(text.slice(from, opening.index));
    from = closes.lastIndex;
  }
}

/** Line breaks that become a line feed. */
const LINE_BREAK = /\r\n?|[\u0085\u2028\u2029]/g;
const CONTROLS = new RegExp(NOT_IN_TEXT, 'g');

/**
 * Any character but ASCII without `<`, `&` and controls, and Latin letters and signs that NFC does not change. Nearly all texts
 * have none.
 */
const SPECIAL = /[^\t\n !-%'-;=-~\u00A1-\u02FF\u1E00-\u1EFF\u2010-\u2027\u2030-\u205E]/;

const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;

/** Empty lines and non-breaking spaces before the first word of several lines, without its indentation. */
const LEADING = /^\s*[^\S \t]/;

/**
 * Cleans a text (model 2.1, wire-format 1, docs/decisions: text-is-plain): no tags and character references, line feeds, NFC,
 * no control characters and lone surrogates, no white space at the end. A text of one line has none at the start either; the first
 * of several lines keeps its indentation, and has no empty lines and non-breaking spaces before it. Private-use characters, dotted
 * consonants, ⁊ and inner spaces stay.
 *
 * @returns possibly an empty text
 */
export function plainText(text: string): string {
  if (!SPECIAL.test(text)) return trimmedText(text);
  const lines = withoutControls(text);
  const plain = withoutMarkup(lines);
  return trimmedText((plain === lines ? lines : withoutControls(plain)).normalize('NFC').toWellFormed());
}

/** White space and characters that no reader sees: soft hyphens, joiners, marks of direction and of byte order. */
const UNSEEN = /[\s\u00AD\u200B-\u200F\u2060\uFEFF]/;

/**
 * Cleans a name (model 2.1): a text of one line, in which a line break is a blank, without white space and characters that no reader
 * sees at its ends.
 *
 * @returns possibly an empty text
 */
export function plainName(name: string): string {
  const plain = plainText(name);
  // Nearly all names have one line.
  if (!plain.includes('\n')) return withoutUnseenEnds(plain);
  const lines = plain.split('\n').map(withoutUnseenEnds);
  return lines.filter((line) => line !== '').join(' ');
}

/** In linear time, unlike a pattern for the end. */
function withoutUnseenEnds(line: string): string {
  let [from, to] = [0, line.length];
  while (from < to && UNSEEN.test(line.charAt(from))) from += 1;
  while (from < to && UNSEEN.test(line.charAt(to - 1))) to -= 1;
  return line.slice(from, to);
}

const withoutControls = (text: string): string => text.replace(LINE_BREAK, '\n').replace(CONTROLS, '');

function trimmedText(text: string): string {
  const trimmed = text.trimEnd();
  // Nearly all texts begin with a letter.
  const first = trimmed.charCodeAt(0);
  if (first > SPACE && first < NO_BREAK_SPACE) return trimmed;
  const lines = trimmed.replace(LEADING, '');
  return lines.includes('\n') ? lines : lines.trimStart();
}
