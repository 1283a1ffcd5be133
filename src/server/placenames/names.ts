import type { Place } from '../../dictionary/placenames/place.js';

/** A name for comparing: composed, so that one accent is one letter however it was typed; case and spacing are ignored. */
const fold = (name: string) =>
  name.normalize('NFC').toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim();

/** A folded name without its accents. */
const bare = (folded: string) => folded.normalize('NFD').replace(/\p{M}/gu, '');

/** The words of a folded name: runs of letters, digits and apostrophes. */
const wordsOf = (folded: string) => folded.match(/[\p{L}\p{M}\p{N}'⁊]+/gu) ?? [];

/** The words alone, a space before and after each, so that a part of a word is not found. */
const phrase = (folded: string) => ` ${wordsOf(folded).join(' ')} `;
const NO_WORDS = phrase('');

/** What a query says about one name. */
type Likeness = 'same' | 'contains' | 'similar' | 'other';

/**
 * Makes the judge of a query (wire-format 4): `same` is the whole name, word for word, `contains` has it as whole words
 * among others, `similar` differs from it in accents or by one edit.
 */
export function likenessTo(query: string): (wording: string) => Likeness {
  const asked = fold(query);
  const sought = phrase(asked);
  return (wording) => {
    const name = fold(wording);
    if (name === asked) return 'same';
    const said = phrase(name);
    if (sought !== NO_WORDS && said.includes(sought)) return said === sought ? 'same' : 'contains';
    return bare(name) === bare(asked) || isOneEdit(name, asked) ? 'similar' : 'other';
  };
}

/** The wordings of places that are alike in one way, each once, in a fixed order. */
export function wordings(
  places: readonly Place[],
  judge: (wording: string) => Likeness,
  wanted: Likeness,
): string[] {
  const names = places.flatMap((place) => place.placenames.map((name) => name.wording));
  return [...new Set(names)].filter((wording) => judge(wording) === wanted).sort();
}

/** Whether one letter added, dropped or changed makes the one of the other. */
function isOneEdit(one: string, other: string): boolean {
  const [short, long] = [[...one], [...other]].sort((a, b) => a.length - b.length);
  if (short === undefined || long === undefined || long.length - short.length > 1) return false;
  const first = long.findIndex((letter, index) => letter !== short[index]);
  const rest = short.slice(short.length === long.length ? first + 1 : first);
  return first >= 0 && rest.join('') === long.slice(first + 1).join('');
}
