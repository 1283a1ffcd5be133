/** A Map or a WeakMap. */
interface WritableMap<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** The value of a key of a map, made where there is none. */
export function entry<K, V>(map: WritableMap<K, V>, key: K, make: () => V): V {
  const before = map.get(key);
  if (before !== undefined) return before;
  const value = make();
  map.set(key, value);
  return value;
}

/**
 * Adds to a count of a map, from 0.
 *
 * @returns the count
 */
export function increase<K>(counts: Map<K, number>, key: K, by = 1): number {
  const count = (counts.get(key) ?? 0) + by;
  counts.set(key, count);
  return count;
}
