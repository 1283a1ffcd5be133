import type { Quad, Term } from '@rdfjs/types';

const NO_QUADS: readonly Quad[] = [];

/** A node of a record and its quads. */
export interface NodeQuads {
  readonly term: Term;
  readonly quads: Quad[];
}

/** The nodes of one record, and whether the node under check is in doubt. */
export class RecordIndex<N extends NodeQuads = NodeQuads> {
  readonly nodes = new Map<string, N>();
  #isDoubtful = false;

  /** Whether there was a doubt since the last call. */
  takeDoubt(): boolean {
    const isDoubtful = this.#isDoubtful;
    this.#isDoubtful = false;
    return isDoubtful;
  }

  /** Notes that the standard and the engine may differ: the node is in doubt, below a negation too. */
  doubt(): false {
    this.#isDoubtful = true;
    return false;
  }

  quadsOf(term: Term): readonly Quad[] {
    return (term.termType === 'NamedNode' && this.nodes.get(term.value)?.quads) || NO_QUADS;
  }
}

/** Whether one value conforms. Where that is not sure, it calls `doubt` of the record. */
export type ValueCheck = (value: Term, record: RecordIndex) => boolean;

/** Whether the quads of a node conform: for constraints on all values of a predicate together. */
export type QuadsCheck = (quads: readonly Quad[], record: RecordIndex) => boolean;

/** A compiled property shape. */
export interface PathRule {
  readonly shape: Term;
  readonly path: string;
  readonly atLeast: number;
  readonly atMost: number;
  /** Checks of each value. */
  readonly each: readonly ValueCheck[];
  /** Checks of all values together. */
  readonly together: readonly QuadsCheck[];
  /** Checks of two values or more. */
  readonly several: readonly QuadsCheck[];
}

/** A compiled shape; a property shape as one with a single path. */
export interface NodeRule {
  readonly self: readonly ValueCheck[];
  /** The predicates that a closed shape admits. */
  readonly allowed?: ReadonlySet<string>;
  readonly paths: readonly PathRule[];
}

/** Whether a value conforms to a shape that another one uses. */
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

/** Whether the quads of a node conform to one property shape. */
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

/** The number of different values: a graph is a set. */
export function countOf(path: string, quads: readonly Quad[], record: RecordIndex): number {
  const values = new Set<string>();
  for (const { predicate, object } of quads) {
    if (predicate.value === path) values.add(keyOf(object, record));
  }
  return values.size;
}

/** The key of a value. Engines compare N-Triples, which have no base direction. */
function keyOf(term: Term, record: RecordIndex): string {
  if (term.termType !== 'Literal') return `${term.termType} ${term.value}`;
  const { value, language, datatype } = term;
  if (datatype.value.endsWith('#dirLangString')) record.doubt();
  return `"${language} ${datatype.value} ${value}`;
}
