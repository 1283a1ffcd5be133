import { STATUS_CODES } from 'node:http';
import type { ParameterType } from '../../services/parameter.js';
import { problemAnswer } from '../problem.js';
import type { Effect } from './fault.js';

/** How far off the date of a Retry-After is unless told, seconds: dates of HTTP have no fractions. */
const SOON = 2;

/** The statuses that a Retry-After goes with (wire-format 2; RFC 9110, 15.6.4). */
const WAITING: ReadonlySet<number> = new Set([429, 503]);

/** Seconds, or the word date, with or without the seconds until then. */
export const retryAfter: ParameterType<string> = {
  schema: { type: 'string', pattern: '^(\\d{1,6}|date(\\+\\d{1,6})?)$' },
  expected: 'a whole number of seconds, date, or date+SECONDS',
  read: (raw) => (/^(\d{1,6}|date(\+\d{1,6})?)$/.test(raw) ? raw : undefined),
};

/**
 * An error in place of the answer.
 *
 * @throws Error for a Retry-After with a status that does not go with it
 */
export function failing(status: number, when: string | undefined): Effect {
  if (when !== undefined && !WAITING.has(status)) {
    throw new Error(`retry-after: goes with status 429 or 503, not with ${status}`);
  }
  const detail = `${STATUS_CODES[status] ?? 'an error'}, as a rehearsal`;
  return {
    needsClock: when?.startsWith('date') ?? false,
    answer: (_, { now }) =>
      problemAnswer(
        { status, detail, ...(when === undefined ? {} : { headers: { 'retry-after': written(when, now) } }) },
        [],
      ),
  };
}

/** The header in the form asked for (RFC 9110, 10.2.3). */
function written(when: string, now: () => number): string {
  if (!when.startsWith('date')) return when;
  const seconds = Number(when.split('+')[1] ?? SOON);
  return new Date(now() + seconds * 1000).toUTCString();
}
