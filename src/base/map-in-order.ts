/** How much is under way at the same time. */
export interface Load<T> {
  readonly of: (one: T) => number;
  readonly most: number;
}

const WEIGHTLESS: Load<unknown> = { of: () => 0, most: 1 };

/**
 * Begins something for each of many things, a few ahead of whoever takes what comes of it; that comes in their order.
 * Which things there are may depend on what has been taken.
 *
 * @param few how many are under way at the same time, at most
 * @param load what each weighs, and how much may be under way together; two may be, whatever they weigh
 * @returns each with what came of it
 * @throws what `begin` throws, when its turn has come
 */
export async function* mapInOrder<T, R>(
  many: Iterable<T>,
  few: number,
  begin: (one: T) => Promise<R>,
  load: Load<T> = WEIGHTLESS,
): AsyncGenerator<readonly [one: T, result: R]> {
  const open: (readonly [T, Promise<R>])[] = [];
  const things = many[Symbol.iterator]();
  let weight = 0;
  for (;;) {
    while (open.length < few && (open.length < 2 || weight < load.most)) {
      const next = things.next();
      if (next.done === true) break;
      const result = begin(next.value);
      // Whoever waits for it hears of a failure; until then it is nobody's.
      result.catch(() => {});
      open.push([next.value, result]);
      weight += load.of(next.value);
    }
    const first = open.shift();
    if (first === undefined) return;
    weight -= load.of(first[0]);
    yield [first[0], await first[1]];
  }
}
