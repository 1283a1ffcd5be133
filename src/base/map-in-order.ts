/**
 * Maps items with some calls in progress ahead of the consumer; results come in the order of the items. An item may
 * depend on results that were taken before it.
 *
 * @param concurrency most calls in progress
 * @returns each item with its result
 * @throws what `map` throws, in the order of the items
 */
export async function* mapInOrder<T, R>(
  items: Iterable<T>,
  concurrency: number,
  map: (item: T) => Promise<R>,
): AsyncGenerator<readonly [item: T, result: R]> {
  const pending: (readonly [T, Promise<R>])[] = [];
  const iterator = items[Symbol.iterator]();
  for (;;) {
    while (pending.length < concurrency) {
      const next = iterator.next();
      if (next.done === true) break;
      const result = map(next.value);
      // The consumer gets the error when it takes the result; until then it must not count as unhandled.
      result.catch(() => {});
      pending.push([next.value, result]);
    }
    const first = pending.shift();
    if (first === undefined) return;
    yield [first[0], await first[1]];
  }
}
