import type { KindRow } from './kind-row.js';
import { KINDS } from './kinds.js';
import type { Kind } from './unit.js';

/** The row of a unit's kind, typed for its record. */
export function rowOf<K extends Kind>(one: { readonly kind: K }): KindRow<K> {
  return KINDS[one.kind];
}
