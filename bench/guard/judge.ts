/** Ratios by what they compare; each is better the higher it is. */
export type Ratios = Readonly<Record<string, number>>;

/** Only what has become so many times as slow fails: machines of others are not this one. */
export const LARGEST_LOSS = 2;

/** What became of one ratio. */
export interface Judged {
  readonly name: string;
  /** Undefined for what was not recorded. */
  readonly recorded: number | undefined;
  /** Undefined for what was recorded and is not measured any more. */
  readonly measured: number | undefined;
  /** `lost`: twice as bad or worse, or not measured. `new`: there is nothing to compare with. */
  readonly verdict: 'kept' | 'lost' | 'new';
}

/** Compares ratios with recorded ones. */
export function judge(recorded: Ratios, measured: Ratios): readonly Judged[] {
  const names = new Set([...Object.keys(recorded), ...Object.keys(measured)]);
  return [...names].map((name) => {
    const [before, now] = [recorded[name], measured[name]];
    return { name, recorded: before, measured: now, verdict: verdictOn(before, now) };
  });
}

function verdictOn(before: number | undefined, now: number | undefined): Judged['verdict'] {
  if (before === undefined) return 'new';
  // What is no number is no good either.
  return now !== undefined && now * LARGEST_LOSS > before ? 'kept' : 'lost';
}
