/**
 * The first wait is at most half a second: most faults are a dropped connection or a restarting worker, gone
 * at once.
 */
const FIRST_WAIT_MS = 500;

/** No wait is longer than a minute, so that a service that is back is noticed within one. */
const LONGEST_WAIT_MS = 60_000;

/**
 * How long to wait after a failed attempt: exponential backoff with full jitter, so that clients that failed
 * together do not come back together.
 *
 * @param attempt which attempt failed, from 1
 * @param random a number from 0 up to 1, evenly distributed
 * @returns milliseconds, from 0 to twice as much for every further attempt
 */
export function backoffMs(attempt: number, random: () => number): number {
  return Math.round(random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)));
}
