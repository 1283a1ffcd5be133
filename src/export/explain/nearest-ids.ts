import { nearest } from '../../base/nearest.js';
import type { UnitRef } from '../unit.js';

/** As many as one looks at before giving up. */
const MOST = 5;

/** The records whose ids are nearest to one that does not exist: numbers by their size, codes by their letters. */
export function nearestIds(asked: string, refs: readonly UnitRef[]): UnitRef[] {
  const number = Number(asked);
  const distance = ({ id }: UnitRef): number => Math.abs(Number(id) - number);
  if (refs.every((ref) => !Number.isNaN(distance(ref)))) {
    return refs.toSorted((a, b) => distance(a) - distance(b)).slice(0, MOST);
  }
  const ids = refs.map(({ id }) => String(id));
  const mistyped = nearest(asked, ids);
  const [first, others] = [
    refs.filter(({ id }) => id === mistyped),
    refs.filter(({ id }) => id !== mistyped),
  ];
  return [...first, ...others.toSorted((a, b) => compareTo(asked, String(a.id), String(b.id)))].slice(
    0,
    MOST,
  );
}

/** Codes with more letters in common at their beginning come first, then the alphabet. */
function compareTo(asked: string, a: string, b: string): number {
  const common = (code: string) => {
    let length = 0;
    while (length < code.length && code[length]?.toLowerCase() === asked[length]?.toLowerCase()) length += 1;
    return length;
  };
  return common(b) - common(a) || (a < b ? -1 : 1);
}
