import type { Place } from '../../dictionary/placenames/place.js';

/**
 * Makes the function that gathers a place and everything within it, through the whole hierarchy (wire-format
 * 4). Places may lie within several others; one that is not there itself may still have others within it.
 */
export function hierarchyOf(places: Iterable<Place>): (id: number) => ReadonlySet<number> {
  const inside = new Map<number, number[]>();
  for (const place of places) {
    for (const parent of place.includedIn) {
      const siblings = inside.get(parent.id);
      if (siblings === undefined) inside.set(parent.id, [place.id]);
      else siblings.push(place.id);
    }
  }
  return (id) => {
    // A set is walked in the order it grows in, so this visits each place once, circles included.
    const within = new Set([id]);
    for (const parent of within) for (const child of inside.get(parent) ?? []) within.add(child);
    return within;
  };
}
