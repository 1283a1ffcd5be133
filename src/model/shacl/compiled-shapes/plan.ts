import type { Term } from '@rdfjs/types';
import {
  hasOnly,
  holds,
  type NodeQuads,
  type NodeRule,
  type PathRule,
  type QuadsCheck,
  type RecordIndex,
  type ValueCheck,
} from './rules.js';

/** A node, and a shape or property shape that the engine must check it against. */
export type Doubt = readonly [node: Term, shape: Term];

/**
 * The parts of a shape that are in doubt for a node. The results of a shape are those of its own constraints and of its
 * property shapes (SHACL 4.7.2), so each property shape can be checked alone.
 */
export function* doubtsAbout(
  { term, quads }: NodeQuads,
  shape: Term,
  { self, allowed, paths }: NodeRule,
  record: RecordIndex,
): Generator<Doubt> {
  const surely = (isFine: boolean): boolean => !record.takeDoubt() && isFine;
  const own = allowed === undefined ? self : [...self, hasOnly(allowed)];
  if (!surely(own.every((check) => check(term, record)))) yield [term, shape];
  else for (const rule of paths) if (!surely(holds(rule, quads, record))) yield [term, rule.shape];
}

/** The rules of several shapes for one predicate. */
interface MergedRule {
  /** Index of the counter. */
  readonly index: number;
  readonly atLeast: number;
  readonly atMost: number;
  readonly each: readonly ValueCheck[];
  readonly together: readonly QuadsCheck[];
  readonly several: readonly QuadsCheck[];
}

/** All rules for a node, merged so that one walk over its quads checks most of them. */
export class Plan {
  /** Numbers of the shapes that target such a node. */
  readonly shapes: readonly number[];
  readonly isClosed: boolean;
  readonly #self: readonly ValueCheck[];
  readonly #rules: ReadonlyMap<string, MergedRule>;
  /** Rules with checks after the walk. */
  readonly #afterwards: readonly MergedRule[];
  readonly #counts: Uint32Array;

  constructor(shapes: readonly number[], rules: readonly NodeRule[]) {
    this.shapes = shapes;
    this.isClosed = rules.some(({ allowed }) => allowed !== undefined);
    this.#self = rules.flatMap(({ self }) => self);
    this.#rules = merged(rules);
    this.#afterwards = [...this.#rules.values()].filter(
      ({ atLeast, together, several }) => atLeast + together.length + several.length > 0,
    );
    this.#counts = new Uint32Array(this.#rules.size);
  }

  /** Whether a node conforms to every shape, unless the record is in doubt afterwards. */
  accepts({ term, quads }: NodeQuads, record: RecordIndex): boolean {
    const counts = this.#counts.fill(0);
    for (const { predicate, object } of quads) {
      const rule = this.#rules.get(predicate.value);
      if (rule === undefined) {
        if (this.isClosed) return false;
        continue;
      }
      const count = (counts[rule.index] ?? 0) + 1;
      // A repeated quad counts twice: at worst the node is in doubt.
      if (count > rule.atMost) return false;
      counts[rule.index] = count;
      for (const check of rule.each) if (!check(object, record)) return false;
    }
    for (const { index, atLeast, together, several } of this.#afterwards) {
      const count = counts[index] ?? 0;
      if (count < atLeast) return false;
      for (const check of together) if (!check(quads, record)) return false;
      if (count > 1) for (const check of several) if (!check(quads, record)) return false;
    }
    for (const check of this.#self) if (!check(term, record)) return false;
    return true;
  }
}

function merged(rules: readonly NodeRule[]): Map<string, MergedRule> {
  const paths = [...new Set(rules.flatMap((rule) => rule.paths))];
  const closed = rules.flatMap(({ allowed }) => allowed ?? []);
  const known = new Set([...paths.map(({ path }) => path), ...closed.flatMap((allowed) => [...allowed])]);
  return new Map(
    [...known].map((path, index) => {
      const isForbidden = closed.some((allowed) => !allowed.has(path));
      return [
        path,
        mergedRule(
          index,
          isForbidden,
          paths.filter((rule) => rule.path === path),
        ),
      ];
    }),
  );
}

const mergedRule = (index: number, isForbidden: boolean, rules: readonly PathRule[]): MergedRule => ({
  index,
  atLeast: Math.max(0, ...rules.map(({ atLeast }) => atLeast)),
  atMost: Math.min(...rules.map(({ atMost }) => atMost), isForbidden ? 0 : Number.POSITIVE_INFINITY),
  each: rules.flatMap(({ each }) => each),
  together: rules.flatMap(({ together }) => together),
  several: rules.flatMap(({ several }) => several),
});
