import type { Quad } from '@rdfjs/types';

const NONE: readonly string[] = [];

/**
 * The codes of a record that no list knows, whatever in it they are said of (model 3.10). A hot path: every record is
 * looked through, and hardly one has any.
 *
 * @param word the property that says them
 */
export function unmappedCodes(quads: readonly Quad[], word: string): readonly string[] {
  let codes: string[] | undefined;
  for (const { predicate, object } of quads) {
    if (predicate.value !== word) continue;
    codes ??= [];
    codes.push(object.value);
  }
  return codes ?? NONE;
}
