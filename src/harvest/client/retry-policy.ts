import type { Report, RunEvent } from '../../base/events.js';
import { formatSeconds } from '../../base/text.js';
import type { TransientFault } from './network-fault.js';

/**
 * The first wait is at most half a second: most errors are a dropped connection or a restarting worker.
 */
const FIRST_WAIT_MS = 500;

/** The longest wait between two attempts. */
const LONGEST_WAIT_MS = 60_000;

/**
 * The wait after a failed attempt: exponential backoff with full jitter.
 *
 * @param attempt which attempt failed, from 1
 * @param random a number from 0 up to 1, evenly distributed
 * @returns milliseconds, from 0 to twice as much for every further attempt
 */
export function backoffMs(attempt: number, random: () => number): number {
  return Math.round(random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)));
}

/**
 * The header Retry-After (RFC 9110, 10.2.3): whole seconds, or an HTTP date in any of its three forms (5.6.7).
 *
 * @param now milliseconds since 1970
 * @returns milliseconds, never negative; undefined when the header is absent or invalid
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  if (!HTTP_DATE.test(value)) return undefined;
  // The asctime form has no zone; all three forms mean UTC.
  const date = Date.parse(value.endsWith(' GMT') ? value : `${value} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const HTTP_DATE =
  /^[A-Z][a-z]+(?:, \d\d[ -][A-Z][a-z]{2}[ -](?:\d{4}|\d\d) \d\d:\d\d:\d\d GMT| [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/**
 * After a longer Retry-After the run ends with SERVICE_UNAVAILABLE, and the next run continues. A quarter of an hour is
 * longer than usual windows of rate limits.
 */
export const LONGEST_RETRY_AFTER_MS = 15 * 60 * 1000;

/**
 * What to do about a fault that asks for a wait longer than {@link LONGEST_RETRY_AFTER_MS}; undefined for other faults.
 *
 * @param fault the cause of an error
 */
export function adviceToWait(fault: Pick<TransientFault, 'retryAfterMs'>): string | undefined {
  const { retryAfterMs = 0 } = fault;
  return retryAfterMs > LONGEST_RETRY_AFTER_MS
    ? `Wait ${formatSeconds(retryAfterMs / 1000)}: so long it asks to wait (Retry-After).`
    : undefined;
}

/** Limits and means of retries. */
export interface RetryPolicy {
  /** Attempts before the service counts as unavailable; at least 1. */
  readonly attempts: number;
  /** Milliseconds of one attempt, from sending the request to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly report: Report;
  /** A number from 0 up to 1, evenly distributed: the jitter. */
  readonly random: () => number;
  /** Resolves after a number of milliseconds; rejects or resolves at once when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Milliseconds since 1970, for dates that a service sends. */
  readonly now: () => number;
  /** When aborted, running attempts are finished and no other is begun. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reports that an attempt has failed and will be repeated.
 *
 * @returns milliseconds until then: at least Retry-After
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
