/** Signs, and what stands for them in a text that people type. */
const PLAIN: Readonly<Record<string, string>> = {
  // Not seen: soft hyphen, joiners and other characters without a width.
  ...{ '\u00ad': '', '\u200b': '', '\u200c': '', '\u200d': '', '\u2060': '', '\ufeff': '' },
  // Apostrophes that are letters to Unicode; hyphens.
  ...{ '\u02b9': "'", '\u02bb': "'", '\u02bc': "'", '\u02bd': "'", '\ua78b': "'", '\ua78c': "'" },
  ...{ '\u2010': '-', '\u2011': '-' },
  // The sign of Tiro; letters that Unicode does not take apart; insular letters.
  ...{ '⁊': ' agus ', ı: 'i', æ: 'ae', œ: 'oe', Æ: 'Ae', Œ: 'Oe' },
  ...{ Ꝺ: 'D', Ꝼ: 'F', Ᵹ: 'G', Ꞃ: 'R', Ꞅ: 'S', Ꞇ: 'T' },
  ...{ ꝺ: 'd', ꝼ: 'f', ᵹ: 'g', ꞃ: 'r', ꞅ: 's', ꞇ: 't' },
  // Forms of Latin letters in print.
  ...{ ſ: 's', ﬀ: 'ff', ﬁ: 'fi', ﬂ: 'fl', ﬃ: 'ffi', ﬄ: 'ffl', ﬅ: 'st', ﬆ: 'st' },
};

const SIGN = `[${Object.keys(PLAIN).join('')}]`;
const HAS_SIGN = new RegExp(SIGN);
const SIGNS = new RegExp(SIGN, 'g');

/**
 * A text in the letters that people type: without signs that are not seen (soft hyphens), with one apostrophe and one hyphen, and
 * with Latin letters for ligatures, the dotless i and the insular letters of printed Irish. Accents and dots of lenition stay.
 * A text without such signs is left as it is.
 */
export const inPlainLetters = (text: string): string =>
  HAS_SIGN.test(text) ? text.replace(SIGNS, (sign) => PLAIN[sign] ?? '') : text;
