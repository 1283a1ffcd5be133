import type { Dice } from './dice.js';

const LENITED: Readonly<Record<string, string>> = {
  b: 'ḃ',
  c: 'ċ',
  d: 'ḋ',
  f: 'ḟ',
  g: 'ġ',
  m: 'ṁ',
  p: 'ṗ',
  s: 'ṡ',
  t: 'ṫ',
};
const ACCENTED: Readonly<Record<string, string>> = {
  á: 'a',
  é: 'e',
  í: 'i',
  ó: 'o',
  ú: 'u',
  Á: 'A',
  É: 'E',
  Í: 'I',
  Ó: 'O',
  Ú: 'U',
};

/** Irish as it was written in the old letters: dotted consonants and ⁊ for agus. */
export const inOldLetters = (text: string): string =>
  text
    .replace(/([bcdfgmpst])h/g, (pair, letter: string) => LENITED[letter] ?? pair)
    .replace(/ agus /g, ' ⁊ ');

/** Accents as letters of their own, as some keyboards leave them. */
export const decomposed = (text: string): string =>
  text.replace(/[áéíóúÁÉÍÓÚ]/g, (letter) => `${ACCENTED[letter] ?? letter}\u0301`);

type Change = (text: string) => string;

/** What a line of text may hold besides words (wire-format 1). */
const IN_LINES: readonly Change[] = [
  decomposed,
  inOldLetters,
  (text) => text.replace(/ (?:and|agus) /, ' &amp; '),
  (text) => text.replace(/^(\S+ \S+)/, '<i>$1</i>'),
  (text) => text.replace(' ', '\u00a0'),
  (text) => `${text} `,
  (text) => text.replace(/(\S+)$/, '$1\ue0f1'),
  (text) => text.replace(/ (?:and|agus) /, ' ⁊ '),
];

/** What a longer text may hold. */
const IN_TEXTS: readonly Change[] = [
  ...IN_LINES,
  (text) => text.replaceAll('. ', '.\r\n'),
  (text) => text.replace('. ', '.\u2028'),
  (text) => text.replaceAll('"', '&quot;'),
  (text) => `<p>${text}</p>`,
];

/** A line that once in a while holds something a client must survive. */
export const line = (text: string, dice: Dice): string =>
  dice.chance(0.02) ? dice.pick(IN_LINES)(text) : text;

/** The same for a longer text. */
export const prose = (text: string, dice: Dice): string =>
  dice.chance(0.03) ? dice.pick(IN_TEXTS)(text) : text;
