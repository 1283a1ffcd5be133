import { decodeHTMLStrict } from 'entities';
import { CONTROL } from '../base/text.js';

/**
 * What is read as markup in a text, and what it says when it is gone (wire-format 1, docs/decisions:
 * text-is-plain). People wrote these texts, so whatever is not certainly markup is theirs and stays: `a < b`,
 * `<3`, `AT&T`, `<illegible>`.
 */

/** Stands for the end of a line until all tags are gone; cleaned text holds no such character of its own. */
const LINE_END = '\u001e';
// biome-ignore lint/suspicious/noControlCharactersInRegex: the mark above
const LINE_ENDS = /\u001e[ \t\n\u001e]*/g;

/** What the tags of each element leave behind. Names outside the table are no tags: `<illegible>`, `x<y>z`. */
const LEFT_BEHIND: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '\n': 'br',
    [LINE_END]:
      'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul',
    ' ': 'td th',
    '': 'a abbr acronym b bdi bdo big cite code col colgroup del dfn em font head i iframe img ins kbd link mark meta nobr q rp rt ruby s samp script small span strike strong style sub sup tt u var wbr',
  }).flatMap(([left, names]) => names.split(' ').map((name) => [name, left] as const)),
);

/**
 * A tag: a name, and attributes that have values, without another `<` inside. Its own line break, if one
 * follows, is caught with it: many programs write `<br />` and a line feed for one break.
 */
const TAG =
  /<\/?([a-z][a-z0-9]*(?::[a-z0-9]+)?)(?:\s+[^\s"'<>/=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'<>=]+))*\s*\/?>([ \t]*\n)?/gi;

/** Notes to machines: `<!DOCTYPE html>`, `<?xml … ?>`. */
const INSTRUCTION = /<(?:!doctype|\?[a-z])[^<>]*>/gi;

/** What goes with all that is in it, from the first match to the next of the second. */
const WITH_CONTENT: readonly (readonly [opens: RegExp, closes: RegExp])[] = [
  [/<!--/g, /-->/g],
  [/<script(?:\s[^<>]*)?>/gi, /<\/script\s*>/gi],
  [/<style(?:\s[^<>]*)?>/gi, /<\/style\s*>/gi],
];

/**
 * The text that a text with tags and character references stands for. References are read once, with their
 * semicolon: `&amp;eacute;` says `&eacute;`, and `AT&T` is no reference.
 *
 * @param text without control characters, its lines ended by line feeds
 */
export function withoutMarkup(text: string): string {
  const untagged = /<[a-z/!?]/i.test(text) ? withoutTags(text) : text;
  return untagged.includes('&') ? decodeHTMLStrict(untagged) : untagged;
}

function withoutTags(text: string): string {
  return WITH_CONTENT.reduce(withoutContent, text)
    .replace(INSTRUCTION, '')
    .replace(TAG, (tag, name: string, lineBreak = '') => {
      const left = name.includes(':') ? '' : LEFT_BEHIND.get(name.toLowerCase());
      if (left === undefined) return tag;
      return left === '' || left === ' ' ? left + lineBreak : left;
    })
    .replace(LINE_ENDS, '\n');
}

/** One pass, whatever the text: what opens and never closes is no markup. */
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

/** Line and paragraph separators that tools disagree about; one line feed says the same. */
const LINE_BREAK = /\r\n?|[\u0085\u2028\u2029]/g;
const CONTROLS = new RegExp(CONTROL, 'g');

/**
 * Anything but what is plain already: ASCII without `<`, `&` and control characters, and the letters and signs
 * of Latin script that no normalisation changes and no accent follows. Nearly all texts are of these alone.
 */
const TROUBLE = /[^\t\n !-%'-;=-~\u00A1-\u02FF\u1E00-\u1EFF\u2010-\u2027\u2030-\u205E]/;

const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;

/** Empty lines, non-breaking spaces and the like before the first word; spaces after them are its indentation. */
const LEADING = /^\s*[^\S \t]/;

/**
 * The one place where text is cleaned (model 2.1, wire-format 1, docs/decisions: text-is-plain): tags and
 * character references say what they stand for, line breaks are line feeds, NFC, no control characters, no lone
 * surrogates, no white space at the end, no empty lines and non-breaking spaces at the beginning. Private-use
 * characters, dotted consonants, ⁊ and spaces within stay.
 *
 * @returns an empty text where nothing was said
 */
export function plainText(text: string): string {
  if (!TROUBLE.test(text)) return trimmed(text);
  const lines = withoutControls(text);
  const plain = withoutMarkup(lines);
  return trimmed((plain === lines ? lines : withoutControls(plain)).normalize('NFC').toWellFormed());
}

const withoutControls = (text: string): string => text.replace(LINE_BREAK, '\n').replace(CONTROLS, '');

function trimmed(text: string): string {
  const said = text.trimEnd();
  // Nearly all texts begin with a letter, and need not be searched.
  const first = said.charCodeAt(0);
  return first > SPACE && first < NO_BREAK_SPACE ? said : said.replace(LEADING, '');
}
