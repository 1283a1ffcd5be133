import type { Report, RunEvent } from '../base/events.js';
import { backoffMs } from './backoff.js';
import type { Fault } from './fault.js';

/**
 * A service that asks for a longer pause than this is not waited for: the run ends as unavailable, and the
 * next run goes on. A quarter of an hour is more than any rate limit's window and less than an outage.
 */
export const LONGEST_ASKED_WAIT_MS = 15 * 60 * 1000;

/** How patiently a service or a store is asked, and with what means. */
export interface Patience {
  /** How often a request is tried before the service counts as unavailable; at least 1. */
  readonly attempts: number;
  /** Milliseconds one attempt may take, from sending it to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly report: Report;
  /** A number from 0 up to 1, evenly distributed: the jitter. */
  readonly random: () => number;
  /** Resolves after so many milliseconds; rejects or resolves at once when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Milliseconds since 1970: for dates that a service sends, and for nothing that lasts. */
  readonly now: () => number;
  /** When aborted, attempts under way are finished and nothing else is begun. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Tells that an attempt has failed and will be followed by another one.
 *
 * @returns milliseconds to wait before it: as long as was asked for, and longer with every attempt
 */
export function pauseAfter(
  failed: Omit<Extract<RunEvent, { event: 'retrying' }>, 'event' | 'waitMs'>,
  { retryAfterMs = 0 }: Fault,
  { random, report }: Pick<Patience, 'random' | 'report'>,
): number {
  const waitMs = Math.max(retryAfterMs, backoffMs(failed.attempt, random));
  report({ event: 'retrying', ...failed, waitMs });
  return waitMs;
}
