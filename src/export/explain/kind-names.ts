import { KINDS } from '../kinds.js';
import type { Kind } from '../unit.js';

const ALL = Object.keys(KINDS) as Kind[];

/** A kind without its collection: `item` of `cbe.item`. */
const plain = (kind: Kind): string => kind.slice(kind.indexOf('.') + 1);

/** The kinds that a word may mean: one by its own name, several by what they have in common. */
export function kindsNamed(word: string): readonly Kind[] {
  const asked = word.trim().toLowerCase();
  const own = ALL.filter((kind) => kind === asked);
  return own.length > 0 ? own : ALL.filter((kind) => plain(kind) === asked);
}

/** Every word that means a kind. */
export const KIND_NAMES: readonly string[] = [...new Set([...ALL, ...ALL.map(plain)])];
