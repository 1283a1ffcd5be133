import type { Dispatcher } from 'undici';
import { headerOf, readBody, statusOf } from '../client/body.js';
import { Fault, PASSING } from '../client/fault.js';
import { retryAfterMs } from '../client/retry-after.js';
import { notLetIn, refused } from './store-refusal.js';

/** How a failure is told. */
export interface Telling {
  /** What was asked: no credentials in it. */
  readonly called: string;
  /** Takes credentials out of a text. */
  readonly hide: (text: string) => string;
  readonly now: () => number;
}

/** Not implemented, and what is no HTTP of ours, are no better next time. */
const LASTING = new Set([501, 505]);
/** What a store says is shown as far as it fits into a paragraph. */
const MOST_SHOWN = 400;

/**
 * What Virtuoso says with status 500 that will be the same next time, by SQLSTATE: of syntax, data, rights and
 * transactions that are too large (40005). A deadlock (40001) passes.
 */
const LASTING_IN_VIRTUOSO = /^\s*Virtuoso (?:22|37|42|40005|RDF)\w* /;

/** What a status means that is no success: a Fault when it may be another one next time, otherwise a refusal. */
export async function failureOf(
  response: Dispatcher.ResponseData,
  { called, hide, now }: Telling,
): Promise<Error> {
  const { statusCode: status } = response;
  const body = await readBody(response).catch(() => Buffer.alloc(0));
  if (status === 401 || status === 403) return notLetIn(called, statusOf(response), status);
  const text = body.toString('utf8');
  const passes = PASSING.has(status) || (status >= 500 && !LASTING.has(status));
  if (passes && !LASTING_IN_VIRTUOSO.test(text)) {
    const shown = status === 500 ? `: ${shownOf(hide(text))}` : '';
    const waitMs = retryAfterMs(headerOf(response, 'retry-after'), now());
    return new Fault(`${statusOf(response)}${shown}`, waitMs);
  }
  return refused(called, statusOf(response), shownOf(hide(text)), status);
}

/** What a store says of a failure, as one line of plain letters. */
function shownOf(text: string): string {
  const plain = text
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .replace(/\.$/, '');
  return plain.length > MOST_SHOWN ? `${plain.slice(0, MOST_SHOWN)}…` : plain;
}

/**
 * Virtuoso cuts its answers, and says so in headers alone: then a number would be too low.
 *
 * @throws StoreRefusal REQUEST_REFUSED
 */
export function checkWhole(response: Dispatcher.ResponseData): void {
  const most = headerOf(response, 'x-sparql-maxrows');
  const state = headerOf(response, 'x-sql-state');
  if (most === undefined && state !== 'S1TAT') return;
  throw refused(
    'a query',
    'part of an answer',
    most === undefined ? 'it took too long' : `only ${most} rows`,
    200,
  );
}
