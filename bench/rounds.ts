/** Default number of rounds: the fewest that have a median. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

/**
 * The one in the middle, by a figure; of an even number the lower of the two that are.
 *
 * @throws RangeError when there is none
 */
export function middle<T>(values: readonly T[], figure: (value: T) => number): T {
  const sorted = [...values].sort((a, b) => figure(a) - figure(b));
  const found = sorted[(sorted.length - 1) >> 1];
  if (found === undefined) throw new RangeError('Of nothing there is no median.');
  return found;
}

/** The median of figures. */
export const median = (figures: readonly number[]): number => middle(figures, (figure) => figure);

/** Several ways to do the same, by name. */
export type Ways<T> = Readonly<Record<string, () => Promise<T> | T>>;

/**
 * Lets the ways take turns: what slows the machine down slows all of them, and ratios stay the same.
 *
 * @param log called before each measurement
 * @returns what came of each way, by its name, in the order of the rounds
 */
export async function inTurn<T>(
  ways: Ways<T>,
  rounds: number,
  log: (what: string) => void,
): Promise<Readonly<Record<string, readonly T[]>>> {
  const results = new Map(Object.keys(ways).map((name) => [name, [] as T[]]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, way] of Object.entries(ways)) {
      log(`${name}, ${round} of ${rounds}`);
      results.get(name)?.push(await way());
    }
  }
  return Object.fromEntries(results);
}

/** Seconds that something takes. */
export async function timed(run: () => unknown): Promise<number> {
  const begin = performance.now();
  await run();
  return (performance.now() - begin) / 1000;
}

/**
 * Median seconds of ways that run in this process. Each runs once before, so that compilation is not measured.
 */
export async function secondsOf(
  ways: Ways<unknown>,
  log: (what: string) => void,
  rounds = ROUNDS,
): Promise<Readonly<Record<string, number>>> {
  for (const way of Object.values(ways)) await way();
  const clocked = Object.entries(ways).map(([name, way]) => [name, () => timed(way)] as const);
  const results = await inTurn(Object.fromEntries(clocked), rounds, log);
  return Object.fromEntries(Object.entries(results).map(([name, seconds]) => [name, median(seconds)]));
}
