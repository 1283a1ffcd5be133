import type { Report, RunEvent } from '../base/events.js';
import type { TransientFault } from './network-fault.js';

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

/**
 * How long the service asks to wait: the header Retry-After in either of its forms (RFC 9110, 10.2.3), whole
 * seconds or an HTTP date in any of the three spellings a recipient must accept (5.6.7).
 *
 * @param now milliseconds since 1970
 * @returns milliseconds, never negative; undefined when the header is absent or says nothing lawful
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  if (!HTTP_DATE.test(value)) return undefined;
  // The asctime form names no zone; all three mean UTC.
  const date = Date.parse(value.endsWith(' GMT') ? value : `${value} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const HTTP_DATE =
  /^[A-Z][a-z]+(?:, \d\d[ -][A-Z][a-z]{2}[ -](?:\d{4}|\d\d) \d\d:\d\d:\d\d GMT| [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/**
 * A service that asks for a longer pause than this is not waited for: the run ends as unavailable, and the
 * next run goes on. A quarter of an hour is more than any rate limit's window and less than an outage.
 */
export const LONGEST_ASKED_WAIT_MS = 15 * 60 * 1000;

/** How patiently a service or a store is asked, and with what means. */
export interface RetryPolicy {
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
  { retryAfterMs = 0 }: TransientFault,
  { random, report }: Pick<RetryPolicy, 'random' | 'report'>,
): number {
  const waitMs = Math.max(retryAfterMs, backoffMs(failed.attempt, random));
  report({ event: 'retrying', ...failed, waitMs });
  return waitMs;
}
