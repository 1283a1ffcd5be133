import { KIND_NAMES } from '../../../model/records/kinds.js';
import type { Kind } from '../../../model/records/record.js';

/** A kind without its collection: `item` of `cbe.item`. */
const shortName = (kind: Kind): string => kind.slice(kind.indexOf('.') + 1);

/** The kinds that a word may mean: the kind of that name, or all kinds of that short name. */
export function kindsNamed(word: string): readonly Kind[] {
  const name = word.trim().toLowerCase();
  const exact = KIND_NAMES.filter((kind) => kind === name);
  return exact.length > 0 ? exact : KIND_NAMES.filter((kind) => shortName(kind) === name);
}

/** Every word that means a kind. */
export const KIND_WORDS: readonly string[] = [...new Set([...KIND_NAMES, ...KIND_NAMES.map(shortName)])];
