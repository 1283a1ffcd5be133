/** What became of one row. */
export type Verdict = 'kept' | 'slower' | 'not clear';

/** The chance of a wrong side that is accepted: five of five on one side are enough, or seven of eight. */
const DOUBT = 0.04;

/**
 * Whether the median of what pairs come from lies over a limit, by the sign test: it assumes nothing of how pairs are spread,
 * so that one that something else disturbed counts as one.
 *
 * @param ratios times as slow as the other, one of each pair; what is no number counts as slower
 */
export function verdictOn(ratios: readonly number[], limit: number): Verdict {
  const within = ratios.filter((ratio) => ratio <= limit).length;
  if (chanceOfSoMany(within, ratios.length) < DOUBT) return 'kept';
  if (chanceOfSoMany(ratios.length - within, ratios.length) < DOUBT) return 'slower';
  return 'not clear';
}

/** The chance that of so many coins at least `heads` show heads. */
function chanceOfSoMany(heads: number, coins: number): number {
  let [ways, sum] = [1, 0];
  for (let tails = 0; tails <= coins - heads; tails += 1) {
    sum += ways;
    ways = (ways * (coins - tails)) / (tails + 1);
  }
  return sum / 2 ** coins;
}
