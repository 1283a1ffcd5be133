import { editDistance } from '../../../base/text.js';
import { type NamedKind, plainNames } from './name-keys.js';
import { indexedWords } from './search-words.js';

/**
 * How two names are alike: the same letters; the same without accents, capitals and signs; forms of one name, such as a
 * genitive; similar letters.
 */
export type NameMatch = 'same' | 'plain' | 'form' | 'similar';

/** What a name is worth by how it is alike. */
const WORTH = { same: 100, plain: 98, form: 92 } as const;
/** What an edit distance of none would be worth. */
const SIMILAR = 90;

export interface NameSimilarity {
  /** From 0 to 100. */
  readonly score: number;
  readonly match: NameMatch;
}

/** How alike two names of a kind of records are. */
export const nameSimilarity = (one: string, other: string, kind: NamedKind): NameSimilarity =>
  similarityTo(one, kind)(other);

/** The same for one name and many others: what is made of the one name is made once. */
export function similarityTo(one: string, kind: NamedKind): (other: string) => NameSimilarity {
  const plains = plainNames(one, kind);
  const forms = new Set(plains.map(nameForms));
  const known = (match: 'same' | 'plain' | 'form') => ({ score: WORTH[match], match });
  return (other) => {
    if (one === other) return known('same');
    const others = plainNames(other, kind);
    if (others.some((plain) => plains.includes(plain))) return known('plain');
    if (others.some((plain) => forms.has(nameForms(plain)))) return known('form');
    const [[plain], [otherPlain]] = [plains, others];
    const longest = Math.max(plain.length, otherPlain.length, 1);
    const score = Math.round(SIMILAR * (1 - editDistance(plain, otherPlain) / longest));
    return { score, match: 'similar' };
  };
}

/** The words of a plain name in any order, without inflection and mutation. */
export const nameForms = (plain: string): string =>
  [...new Set(indexedWords(plain, '').split(' '))].toSorted().join(' ');
