import { CONTROL } from '../base/control-characters.js';
import { withoutMarkup } from './markup.js';

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
