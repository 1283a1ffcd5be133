import { hash } from 'node:crypto';

/**
 * How a store spells a text before it makes its MD5 (SPARQL 1.1, section 17.4.6.1, says UTF-8). Virtuoso 7.2.5.1 takes
 * the bytes of UTF-8 for letters, and spells those (run).
 */
export const SPELLINGS = ['utf-8', 'utf-8 twice'] as const;
export type Spelling = (typeof SPELLINGS)[number];

const DIGITS = '0123456789abcdef';

/**
 * The first digits of the MD5 of a text, as a number: the same text has the same number, and two texts seldom do.
 *
 * @param digits of base 16: four make a number below 65,536
 */
export const checksumOf = (text: string, digits: number, spelling: Spelling): number =>
  Number.parseInt(startOf(text, digits, spelling), 16);

/** The first digits themselves. */
export const startOf = (text: string, digits: number, spelling: Spelling): string =>
  md5(text, spelling).slice(0, digits);

/**
 * The number of `checksumOf` in SPARQL, which has no function that reads base 16: a digit is as much as there are digits
 * before it.
 *
 * @param md5 a variable that has the MD5
 */
export const checksumInSparql = (md5: string, digits: number): string =>
  Array.from(
    { length: digits },
    (_, at) => `${16 ** (digits - 1 - at)} * STRLEN(STRBEFORE("${DIGITS}", SUBSTR(${md5}, ${at + 1}, 1)))`,
  ).join(' + ');

/** Whether a text has letters that make a difference. */
export const isTelling = (text: string): boolean => /[\u0080-\uffff]/.test(text);

/** The MD5 of a text, in base 16. */
export function md5(text: string, spelling: Spelling): string {
  const isPlain = spelling === 'utf-8' || !isTelling(text);
  return hash('md5', isPlain ? text : Buffer.from(Buffer.from(text, 'utf8').toString('latin1'), 'utf8'));
}
