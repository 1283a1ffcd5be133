/** Ratios by name; higher is better. */
export type Ratios = Readonly<Record<string, number>>;

/** Times as slow as recorded that fail: other machines differ from the one of the record. */
export const LARGEST_LOSS = 2;

/** What became of one ratio. */
export interface Judged {
  readonly name: string;
  /** Undefined for what was not recorded. */
  readonly recorded: number | undefined;
  /** Undefined for a ratio that was recorded and is no longer measured. */
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
