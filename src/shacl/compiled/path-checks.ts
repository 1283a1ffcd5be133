import type { Literal, Term } from '@rdfjs/types';
import { valueOrder } from './compiler.js';
import { countOf, type QuadsCheck } from './rules.js';
import { isTerm } from './value-checks.js';

/** SHACL 4.8.2, on a property shape: one of the values is this one. */
export function hasValue(path: string, wanted: Term): QuadsCheck {
  const isWanted = isTerm(wanted);
  return (quads, record) => {
    for (const { predicate, object } of quads) {
      if (predicate.value === path && isWanted(object, record)) return true;
    }
    return false;
  };
}

/** SHACL 4.5.1: the same values, each way. */
export function equals(path: string, { value: other }: Term): QuadsCheck {
  const [forth, back] = [allAmong(path, other), allAmong(other, path)];
  return (quads, record) => forth(quads, record) && back(quads, record);
}

const allAmong =
  (path: string, other: string): QuadsCheck =>
  (quads) => {
    for (const { predicate, object } of quads) {
      if (predicate.value !== path) continue;
      if (!quads.some((quad) => quad.predicate.value === other && quad.object.equals(object))) return false;
    }
    return true;
  };

/** SHACL 4.5.3: each value before each of the other ones. */
export const lessThan = (path: string, { value: other }: Term): QuadsCheck =>
  allBefore(path, other, (found) => found < 0);

/** SHACL 4.5.4. */
export const lessThanOrEquals = (path: string, { value: other }: Term): QuadsCheck =>
  allBefore(path, other, (found) => found <= 0);

const allBefore =
  (path: string, other: string, isRight: (found: number) => boolean): QuadsCheck =>
  (quads, record) => {
    for (const left of quads) {
      if (left.predicate.value !== path) continue;
      for (const right of quads) {
        if (right.predicate.value !== other) continue;
        const found = valueOrder(left.object, right.object);
        if (found === undefined ? !record.wonder() : !isRight(found)) return false;
      }
    }
    return true;
  };

/** SHACL 4.4.5. Engines compare tags as they are written, the standard does not say whether to. */
export const uniqueLang =
  (path: string): QuadsCheck =>
  (quads, record) => {
    const seen = new Map<string, Literal>();
    for (const { predicate, object } of quads) {
      if (predicate.value !== path || object.termType !== 'Literal' || object.language === '') continue;
      const before = seen.get(object.language.toLowerCase());
      if (before === undefined) seen.set(object.language.toLowerCase(), object);
      else if (!before.equals(object)) return isSurelyOther(before, object) ? false : record.wonder();
    }
    return true;
  };

const isSurelyOther = (before: Literal, object: Literal): boolean =>
  before.language === object.language && before.value !== object.value;

/** SHACL 4.2.1 where one value is not enough. */
export const manyEnough =
  (path: string, least: number): QuadsCheck =>
  (quads, record) =>
    countOf(path, quads, record) >= least;
