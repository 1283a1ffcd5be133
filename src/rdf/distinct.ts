import type { Quad } from '@rdfjs/types';

/** Quads with one object that are looked through one by one; beyond it, by their texts. */
const FEW = 8;

/**
 * The quads of a record, each once, in order of first appearance. A quad whose object no other has, as most are, is told
 * at a glance.
 */
export function distinct(quads: readonly Quad[]): Quad[] {
  const firsts = new Map<string, Quad>();
  const more = new Map<string, Quad[]>();
  const texts = new Set<string>();
  return quads.filter((quad) => {
    const { value } = quad.object;
    const first = firsts.get(value);
    if (first === undefined) {
      firsts.set(value, quad);
      return true;
    }
    const others = more.get(value) ?? [];
    if (isSame(first, quad) || others.some((other) => isSame(other, quad))) return false;
    if (others.length < FEW) {
      others.push(quad);
      more.set(value, others);
      return true;
    }
    const before = texts.size;
    return texts.add(textOf(quad)).size > before;
  });
}

/** What a quad says, as one text: two that say the same have the same, and no others. */
export const textOf = ({ subject, predicate, object }: Quad): string =>
  `${subject.value} ${predicate.value} ${object.termType === 'Literal' ? `"${object.language}^${object.datatype.value}` : ''} ${object.value}`;

const isSame = (one: Quad, other: Quad): boolean =>
  one.subject.value === other.subject.value &&
  one.predicate.value === other.predicate.value &&
  one.object.equals(other.object);
