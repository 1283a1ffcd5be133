import { Parser } from 'n3';
import { describe, expect, it } from 'vitest';
import {
  counted,
  escapeControls,
  lawfulXml,
  NOT_IN_TEXT,
  nearest,
  toOneLine,
  xmlText,
} from '../../src/base/text.js';

/** ESC and its sister among the C1 controls, DEL, what turns text round, what ends lines elsewhere. */
const HOSTILE = 'a\u001b[2J\u009b31m\u007f\u202eb\u2028c';

const EACH_UNIT = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
/** The production Char of XML 1.0, section 2.2, as the standard writes it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the standard has them
const XML_CHAR = /^[\u0009\u000A\u000D\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;

it('no text has a control character but tab, line feed and carriage return, nor what XML cannot hold', () => {
  const unlike = EACH_UNIT.filter((sign) => sign.isWellFormed()).filter(
    (sign) =>
      NOT_IN_TEXT.test(sign) !== ((/\p{Cc}/u.test(sign) && !'\t\n\r'.includes(sign)) || !XML_CHAR.test(sign)),
  );
  expect(unlike).toEqual([]);
});

describe('text in XML', () => {
  it('is every character of the production Char, and the replacement character for others', () => {
    for (const sign of EACH_UNIT) {
      expect(lawfulXml(`a${sign}b`)).toBe(`a${XML_CHAR.test(sign) ? sign : '\ufffd'}b`);
      expect(xmlText(sign)).toMatch(XML_CHAR);
    }
    expect(lawfulXml('\u{1f600}\u{1fffe}\u{10ffff}')).toBe('\u{1f600}\u{1fffe}\u{10ffff}');
  });

  it('has no reference to another character', () => {
    expect(lawfulXml('&#1;&#x1F;&#xFFFE;&#xd800;&#0;&#9;&#xA;&#233;&#x10FFFF;&#1114112;&amp;#1;')).toBe(
      '\ufffd\ufffd\ufffd\ufffd\ufffd&#9;&#xA;&#233;&#x10FFFF;\ufffd&amp;#1;',
    );
  });
});

describe('text for a terminal', () => {
  it.each([
    ['a line feed', '\n', '\\u{a}'],
    ['an escape', '\u001b', '\\u{1b}'],
    ['a next line', '\u0085', '\\u{85}'],
    ['a soft hyphen', '\u00ad', '\\u{ad}'],
    ['a line separator', '\u2028', '\\u{2028}'],
    ['a paragraph separator', '\u2029', '\\u{2029}'],
    ['a turn from right to left', '\u202e', '\\u{202e}'],
    ['half a character', '\ud83d', '\\u{d83d}'],
    ['a tag beyond U+FFFF', '\u{e0041}', '\\u{e0041}'],
  ])('as one line shows %s by its number', (_, sign, shown) => {
    expect(toOneLine(`a${sign}b${sign}`)).toBe(`a${shown}b${shown}`);
  });

  it('as one line leaves everything that is printed as it is', () => {
    const text = 'Scéal ⁊ ceol, Ṫír Ċonaill – “naoi déag”, 𝄞 e\u0301 \u{1f9d9}';
    expect(toOneLine(text)).toBe(text);
  });

  it('as JSON and as Turtle has the same data, and keeps its lines', () => {
    const json = escapeControls(JSON.stringify({ name: HOSTILE }));
    const turtle = escapeControls(`<urn:a> <urn:b> "${HOSTILE}" .`);
    for (const shown of [json, turtle]) expect(shown).toMatch(/^[\x20-\x7e]*$/);
    expect(JSON.parse(json)).toEqual({ name: HOSTILE });
    expect(new Parser().parse(turtle)[0]?.object.value).toBe(HOSTILE);
    expect(escapeControls('one\ntwo\n')).toBe('one\ntwo\n');
  });
});

it.each([
  ['manuscript', 'manuscripts'],
  ['MANUSCRIPTS', 'manuscripts'],
  ['fotographs', 'photographs'],
  ['plaecs', 'places'],
  ['volumeid', 'VolumeID'],
  ['gazetteer', undefined],
  ['frogs and toads', undefined],
])('the accepted name nearest to %s is %s', (word, meant) => {
  expect(nearest(word, ['manuscripts', 'photographs', 'places', 'VolumeNumber', 'VolumeID'])).toBe(meant);
});

it.each([
  [0, '0 records'],
  [1, '1 record'],
  [1411, '1,411 records'],
  [1_234_567_890, '1,234,567,890 records'],
])('%d of something is counted as %s', (count, text) => {
  expect(counted(count, 'record')).toBe(text);
});
