/** Things by what they have in common. */
export function groupedBy<T, K>(things: Iterable<T>, common: (thing: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const thing of things) {
    const group = groups.get(common(thing));
    if (group === undefined) groups.set(common(thing), [thing]);
    else group.push(thing);
  }
  return groups;
}
