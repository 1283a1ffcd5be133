import { expect, it } from 'vitest';
import { toOneLine } from '../../src/base/text.js';

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
])('shows %s by its number', (_, sign, shown) => {
  expect(toOneLine(`a${sign}b${sign}`)).toBe(`a${shown}b${shown}`);
});

it('leaves everything that is printed as it is', () => {
  const text = 'Scéal ⁊ ceol, Ṫír Ċonaill – “naoi déag”, 𝄞 e\u0301 \u{1f9d9}';
  expect(toOneLine(text)).toBe(text);
});
