import type { Report, RunEvent } from '../../base/events.js';
import { durationText } from '../../base/text.js';

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
function backoffMs(attempt: number, random: () => number): number {
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

/** Limits and means of retries. */
export interface RetryPolicy {
  /**
   * Milliseconds for which a request that fails is repeated, from its first failure, before the service counts as
   * unavailable; 0: it is sent once.
   */
  readonly patienceMs: number;
  /** Milliseconds of one attempt, from sending the request to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly report: Report;
  /** A number from 0 up to 1, evenly distributed: the jitter. */
  readonly random: () => number;
  /** Resolves after a number of milliseconds; rejects or resolves at once when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Milliseconds since 1970, for dates that a service sends. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock, for the patience. */
  readonly monotonic: () => number;
  /** When aborted, running attempts are finished and no other is begun. */
  readonly signal?: AbortSignal | undefined;
}

/** The failed attempts of one request. */
export class Patience {
  readonly #policy: Pick<RetryPolicy, 'patienceMs' | 'monotonic' | 'random' | 'report'>;
  readonly #reasons: string[] = [];
  #failingSince = 0;
  #goneMs = 0;
  #end = '';

  constructor(policy: Pick<RetryPolicy, 'patienceMs' | 'monotonic' | 'random' | 'report'>) {
    this.#policy = policy;
  }

  /**
   * Reports that an attempt has failed and will be repeated.
   *
   * @param reason why it failed, without secrets
   * @returns milliseconds until the next attempt, at least Retry-After and at most what is left of the patience;
   *   undefined when the patience is over, or shorter than Retry-After
   */
  pauseAfter(
    request: Pick<Extract<RunEvent, { event: 'retrying' }>, 'service' | 'request'>,
    reason: string,
    retryAfterMs = 0,
  ): number | undefined {
    const { patienceMs, monotonic, random, report } = this.#policy;
    const now = monotonic();
    if (this.#reasons.length === 0) this.#failingSince = now;
    this.#reasons.push(reason);
    this.#goneMs = now - this.#failingSince;
    const leftMs = patienceMs - this.#goneMs;
    if (retryAfterMs > leftMs && leftMs > 0)
      this.#end = `; it asks for a wait of ${durationText(retryAfterMs)}, and ${durationText(leftMs)} of the patience are left`;
    if (retryAfterMs > leftMs || leftMs <= 0) return undefined;
    const attempt = this.#reasons.length;
    const waitMs = Math.max(retryAfterMs, Math.min(leftMs, backoffMs(attempt, random)));
    report({ event: 'retrying', ...request, reason, attempt, waitMs, leftMs });
    return waitMs;
  }

  /** How often and how long the request was tried, and why it failed: `tried 31 times in 15 min: 503 ×30, timeout`. */
  get account(): string {
    const counts = new Map<string, number>();
    for (const reason of this.#reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    const reasons = [...counts].map(([reason, count]) => (count === 1 ? reason : `${reason} ×${count}`));
    const times = this.#reasons.length;
    const tried = times === 1 ? 'once' : `${times} times in ${durationText(this.#goneMs)}`;
    return `tried ${tried}: ${reasons.join(', ')}${this.#end}`;
  }
}
