/**
 * Begins something for each of many things, a few ahead of whoever takes what comes of it; that comes in their order.
 * Which things there are may depend on what has been taken.
 *
 * @param few how many are under way at the same time
 * @returns each with what came of it
 * @throws what `begin` throws, when its turn has come
 */
export async function* ahead<T, R>(
  many: Iterable<T>,
  few: number,
  begin: (one: T) => Promise<R>,
): AsyncGenerator<readonly [one: T, result: R]> {
  const open: (readonly [T, Promise<R>])[] = [];
  const things = many[Symbol.iterator]();
  for (;;) {
    while (open.length < few) {
      const next = things.next();
      if (next.done === true) break;
      const result = begin(next.value);
      // Whoever waits for it hears of a failure; until then it is nobody's.
      result.catch(() => {});
      open.push([next.value, result]);
    }
    const first = open.shift();
    if (first === undefined) return;
    yield [first[0], await first[1]];
  }
}
