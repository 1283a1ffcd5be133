import type { Term } from '@rdfjs/types';
import type { MetNode, RecordIndex } from './record-index.js';
import { holds, type NodeRule, saysOnly } from './rules.js';

/** A node, and what may find something about it: a shape that applies to it, or one property shape of such a shape. */
export type Doubt = readonly [node: Term, shape: Term];

/**
 * What of a shape is to be asked about a node that is not surely clean. What a shape finds is what its own constraints
 * find, and what each of its property shapes finds (SHACL 4.7.2), so these can be asked one by one; a shape whose own
 * constraints are in doubt is asked as a whole.
 */
export function* doubtsAbout(
  { term, quads }: MetNode,
  shape: Term,
  { self, allowed, paths }: NodeRule,
  record: RecordIndex,
): Generator<Doubt> {
  const surely = (isFine: boolean): boolean => !record.takeDoubt() && isFine;
  const own = allowed === undefined ? self : [...self, saysOnly(allowed)];
  if (!surely(own.every((check) => check(term, record)))) yield [term, shape];
  else for (const rule of paths) if (!surely(holds(rule, quads, record))) yield [term, rule.shape];
}
