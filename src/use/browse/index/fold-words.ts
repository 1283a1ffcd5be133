/** The accents that Unicode decomposition separates from their letters, but not the dot of lenition. */
const ACCENTS = /[\u0300-\u0306\u0308-\u036f]/g;
const DOT_OF_LENITION = /\u0307/g;
/** t, n and h before a capital vowel or S: `tSeandún`, `nGaeilge` is below, `hÉireann`. */
const PREFIXED_CAPITAL = /(?<![\p{L}\p{N}])(?:[tnh](?=[AEIOUÁÉÍÓÚ])|t(?=S))/gu;
/** The same with a hyphen: `t-athair`, `n-éan`. */
const PREFIXED = /(?<![\p{L}\p{N}])[tnh]-(?=\p{L})/gu;
/** Eclipsis, by the letters that a word begins with: the second one is the letter of the headword. */
const ECLIPSED = /(?<![\p{L}\p{N}])(?:m(?=b)|g(?=c)|n(?=[dg])|b(?=p)|d(?=t)|bh(?=f)|t(?=s[aeiou]))/gu;
/** A lenited initial. */
const LENITED = /(?<![\p{L}\p{N}])([bcdfgmpst])h/gu;

/**
 * A text as the search index has it: lower case, without accents, and without the initial mutations of Irish words, so
 * that `an tSeandún` and `seandun`, `Ó Súilleabháin` and `O Suilleabhain`, `na mná` and `an bhean` of one headword meet.
 * The query is folded in the same way, so that English words that begin like a lenited one still match themselves.
 */
export const foldWords = (text: string): string =>
  text
    .replace(PREFIXED_CAPITAL, '')
    .replace(PREFIXED, '')
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(DOT_OF_LENITION, 'h')
    .toLowerCase()
    .replace(ECLIPSED, '')
    .replace(LENITED, '$1');

/** A search of the index: every word of a text, the last one as the beginning of a word. Undefined without words. */
export function matchOf(text: string): string | undefined {
  const words = foldWords(text).match(/[\p{L}\p{N}]+/gu);
  return words === null ? undefined : `${words.map((word) => `"${word}"`).join(' ')}*`;
}
