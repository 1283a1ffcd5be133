import type { Dispatcher } from 'undici';
import { EXIT, FolkloreError } from '../base/errors.js';
import { headerOf, readBody, statusOf } from '../http/body.js';
import { TRANSIENT_STATUSES, TransientFault } from '../http/network-fault.js';
import { retryAfterMs } from '../http/retry-policy.js';

/** A store that says no: asking again would not help. */
export class StoreHttpError extends FolkloreError {
  /** Of HTTP. */
  readonly status: number;

  constructor(code: 'KEY_REFUSED' | 'REQUEST_REFUSED', message: string, status: number, hint: string) {
    super(code, message, { hint, exitCode: code === 'KEY_REFUSED' ? EXIT.misuse : EXIT.fault });
    this.status = status;
  }
}

const WHO =
  'Set FOLKLORE_LD_STORE_USER and FOLKLORE_LD_STORE_PASSWORD, or FOLKLORE_LD_STORE_TOKEN, to those of somebody who may ' +
  'write to the store.';

/** The store wants to know who asks, or does not let them. */
export const accessDenied = (request: string, status: string, code: number): StoreHttpError =>
  new StoreHttpError(
    'KEY_REFUSED',
    `The store does not let us: ${request} was answered with ${status}.`,
    code,
    WHO,
  );

/** The store says that the request is wrong. */
export const storeRequestRefused = (
  request: string,
  status: string,
  said: string,
  code: number,
): StoreHttpError =>
  new StoreHttpError(
    'REQUEST_REFUSED',
    `The store refused ${request} with ${status}${said === '' ? '' : `: ${said}`}.`,
    code,
    'Are --store and --store-kind those of the store, and does it allow updates?',
  );

/** The store answers, and not with results of SPARQL: it would answer the same next time. */
export const storeResponseUnreadable = (what: string): StoreHttpError =>
  new StoreHttpError(
    'REQUEST_REFUSED',
    `The store answers a query with what cannot be read: it ${what}.`,
    200,
    'Is --store, or --query-url, the address of its SPARQL endpoint, and does that speak the SPARQL 1.1 Query Results JSON Format?',
  );

/** The store has no such endpoint. */
export const missingEndpoint = (which: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', `The store has no endpoint for ${which}.`, {
    hint: 'Give the URL of the endpoint, or another --protocol.',
    exitCode: EXIT.misuse,
  });

/** Statuses that mean that something is elsewhere (RFC 9110, 15.4). */
export const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The store is elsewhere. That is not followed: what is sent, and who sends it, is for the store that was named.
 *
 * @param asked the endpoint
 * @param location what the answer gives as its new address
 * @param address the URL that the store is named by, as far as it is known
 */
export function storeRedirected(asked: URL, location: string | undefined, address = ''): FolkloreError {
  const isTold = location !== undefined && URL.canParse(location, asked.href);
  const target = isTold ? new URL(location, asked) : undefined;
  const isWeb = target?.protocol === 'http:' || target?.protocol === 'https:';
  const [from, to] = [bare(asked), target !== undefined && isWeb ? bare(target) : 'nowhere'];
  const store = address.replace(/\/+$/, '');
  const rest = from.startsWith(store) ? from.slice(store.length) : undefined;
  const option =
    store !== '' && rest !== undefined && to.endsWith(rest)
      ? `--store ${to.slice(0, to.length - rest.length).replace(/\/+$/, '')}`
      : `${to} as the address of that endpoint (--query-url, --update-url or --graph-store-url)`;
  return new FolkloreError('CONFIG_INVALID', `The store redirects ${from} to ${to}, which is not followed.`, {
    hint: isWeb ? `Give ${option}, if that is the store.` : 'Ask those who run the store for its address.',
    exitCode: EXIT.misuse,
  });
}

/** A URL without what may be secret, or is no part of an address. */
const bare = ({ origin, pathname }: URL): string => `${origin}${pathname}`;

/** No attempt brought an answer. */
export const storeUnreachable = (
  request: string,
  reasons: readonly string[],
  cause: unknown,
): FolkloreError =>
  new FolkloreError(
    'SERVICE_UNAVAILABLE',
    `The store gave no answer to ${request} (tried ${reasons.length === 1 ? 'once' : `${reasons.length} times`}: ${[...new Set(reasons)].join(', ')}).`,
    {
      hint: 'Is it running, and is the URL right? Run the same command again: it goes on where it was.',
      exitCode: EXIT.unavailable,
      cause,
    },
  );

/** Somebody asked the run to stop. */
export const requestStopped = (request: string): FolkloreError =>
  new FolkloreError('INTERRUPTED', `Stopped before ${request}.`, {
    hint: 'Run the same command again: it goes on where it was.',
    exitCode: EXIT.interrupted,
  });

/** How a failure is told. */
export interface FailureContext {
  /** What was asked: no credentials in it. */
  readonly description: string;
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
  { description: called, hide, now }: FailureContext,
): Promise<Error> {
  const { statusCode: status } = response;
  const body = await readBody(response).catch(() => Buffer.alloc(0));
  if (status === 401 || status === 403) return accessDenied(called, statusOf(response), status);
  const text = body.toString('utf8');
  const passes = TRANSIENT_STATUSES.has(status) || (status >= 500 && !LASTING.has(status));
  if (passes && !LASTING_IN_VIRTUOSO.test(text)) {
    const shown = status === 500 ? `: ${shownOf(hide(text))}` : '';
    const waitMs = retryAfterMs(headerOf(response, 'retry-after'), now());
    return new TransientFault(`${statusOf(response)}${shown}`, waitMs);
  }
  return storeRequestRefused(called, statusOf(response), shownOf(hide(text)), status);
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
export function checkComplete(response: Dispatcher.ResponseData): void {
  const most = headerOf(response, 'x-sparql-maxrows');
  const state = headerOf(response, 'x-sql-state');
  if (most === undefined && state !== 'S1TAT') return;
  throw storeRequestRefused(
    'a query',
    'part of an answer',
    most === undefined ? 'it took too long' : `only ${most} rows`,
    200,
  );
}
