import type { Quad, Term } from '@rdfjs/types';
import type { RecordIndex } from './first-pass.js';

/** Whether one value conforms. What it cannot tell for sure it makes the record wonder about. */
export type ValueCheck = (value: Term, record: RecordIndex) => boolean;

/** Whether what is said of a node conforms; for constraints on all values of a predicate together. */
export type QuadsCheck = (quads: readonly Quad[], record: RecordIndex) => boolean;

/** What holds of the values of one predicate: a property shape, compiled. */
export interface PathRule {
  /** The property shape itself. */
  readonly shape: Term;
  readonly path: string;
  readonly atLeast: number;
  readonly atMost: number;
  /** Asked of each value. */
  readonly each: readonly ValueCheck[];
  /** Asked once, however many values there are. */
  readonly together: readonly QuadsCheck[];
  /** Asked once, and only where there are two values or more. */
  readonly several: readonly QuadsCheck[];
}

/** What holds of a node: a shape, compiled. A property shape is one with a single path. */
export interface NodeRule {
  readonly self: readonly ValueCheck[];
  /** The only predicates it may have, when it is closed. */
  readonly allowed?: ReadonlySet<string>;
  readonly paths: readonly PathRule[];
}

/** Whether a node conforms to a shape that is used by another one, and so asked about any value. */
export function conforms({ self, allowed, paths }: NodeRule): ValueCheck {
  const isAllowed = allowed === undefined ? undefined : hasOnly(allowed);
  return (value, record) => {
    for (const check of self) if (!check(value, record)) return false;
    if (isAllowed !== undefined && !isAllowed(value, record)) return false;
    if (paths.length === 0) return true;
    const quads = record.quadsOf(value);
    for (const rule of paths) if (!holds(rule, quads, record)) return false;
    return true;
  };
}

/** sh:closed: no predicate but these. */
export const hasOnly =
  (allowed: ReadonlySet<string>): ValueCheck =>
  (value, record) => {
    for (const { predicate } of record.quadsOf(value)) if (!allowed.has(predicate.value)) return false;
    return true;
  };

/** Whether what is said of a node conforms to one property shape. */
export function holds(rule: PathRule, quads: readonly Quad[], record: RecordIndex): boolean {
  const { path, atLeast, atMost, each, together, several } = rule;
  let count = 0;
  for (const { predicate, object } of quads) {
    if (predicate.value !== path) continue;
    count += 1;
    for (const check of each) if (!check(object, record)) return false;
  }
  if (count < atLeast) return false;
  if (count > atMost && countOf(path, quads, record) > atMost) return false;
  for (const check of together) if (!check(quads, record)) return false;
  if (count > 1) for (const check of several) if (!check(quads, record)) return false;
  return true;
}

/** How many different values there are: a graph is a set, and a quad said twice is one. */
export function countOf(path: string, quads: readonly Quad[], record: RecordIndex): number {
  const values = new Set<string>();
  for (const { predicate, object } of quads) {
    if (predicate.value === path) values.add(ntriples(object, record));
  }
  return values.size;
}

/** Engines tell values apart by their N-Triples; texts with a direction are more than those can say. */
function ntriples(term: Term, record: RecordIndex): string {
  if (term.termType !== 'Literal') return `${term.termType} ${term.value}`;
  const { value, language, datatype } = term;
  if (datatype.value.endsWith('#dirLangString')) record.wonder();
  return `"${language} ${datatype.value} ${value}`;
}
