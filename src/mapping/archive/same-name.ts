/**
 * Whether two names as written down are one: `Mc Carthy` and `McCARTHY`, `Seán` and `Sean`, `Seaċnasaiġ` and
 * `Seachnasaigh`. Everything else is another name.
 */
export const isSameName = (one: string, other: string): boolean => one === other || key(one) === key(other);

const DOT_ABOVE = /\u0307/g;
const NOT_WORDS = /[^\p{L}\p{N}\p{Co}]/gu;

/** Letters and digits, without accents; a dotted consonant is one with an h. */
const key = (name: string): string =>
  name.normalize('NFKD').replace(DOT_ABOVE, 'h').replace(NOT_WORDS, '').toLowerCase();
