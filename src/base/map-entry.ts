/** The value of a key of a map, made where there is none. */
export function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const before = map.get(key);
  if (before !== undefined) return before;
  const value = make();
  map.set(key, value);
  return value;
}

/** Adds to a count of a map, from 0. */
export function increase<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
