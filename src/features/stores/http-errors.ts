import { decodeHTMLStrict } from 'entities';
import { FolkloreError } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { isUrl } from '../../base/text.js';
import { headerOf, readBody, statusOf } from '../../harvest/client/body.js';
import { TRANSIENT_STATUSES, TransientFault } from '../../harvest/client/network-fault.js';
import type { ProxiedResponse } from '../../harvest/client/request-sender.js';
import { retryAfterMs } from '../../harvest/client/retry-policy.js';

/** A refusal: repeating the request would not help. */
export class StoreHttpError extends FolkloreError {
  /** HTTP status. */
  readonly status: number;

  constructor(code: 'KEY_REFUSED' | 'REQUEST_REFUSED', message: string, status: number, hint: string) {
    super(code, message, { hint, exitCode: code === 'KEY_REFUSED' ? EXIT.misuse : EXIT.fault });
    this.status = status;
  }
}

const CREDENTIALS_HINT =
  'Set FOLKLORE_LD_ENDPOINT_USER and FOLKLORE_LD_ENDPOINT_PASSWORD, or FOLKLORE_LD_ENDPOINT_TOKEN, to an account that may ' +
  'write to the store.';

/** The store requires credentials, or refuses them. */
export const accessDenied = (request: string, status: string, code: number): StoreHttpError =>
  new StoreHttpError(
    'KEY_REFUSED',
    `The store denied access: ${request} was answered with ${status}.`,
    code,
    CREDENTIALS_HINT,
  );

/** The store rejects the request. */
const storeRequestRefused = (request: string, status: string, detail: string, code: number): StoreHttpError =>
  new StoreHttpError(
    'REQUEST_REFUSED',
    `The store refused ${request} with ${status}${detail === '' ? '' : `: ${detail}`}.`,
    code,
    HINTS.find(([isIt]) => isIt(code, detail))?.[1] ??
      'Are --endpoint and --endpoint-kind those of the store, and does it allow updates?',
  );

/** What stores and proxies say of a body that is too large, also with other statuses than 413. */
const TOO_LARGE =
  /\b(?:body|content|entity|payload)\s+(?:(?:is|was)\s+)?(?:too\s+(?:big|large|long)|larger\s+than|exceed(?:s|ed|ing)\s+(?:the\s+)?(?:max|limit|size))/i;

/** What to do about some refusals, by their status and the message of the store. */
const HINTS: readonly (readonly [isIt: (status: number, detail: string) => boolean, hint: string])[] = [
  [
    (status, detail) => status === 413 || TOO_LARGE.test(detail),
    'The store, or a proxy before it, takes no request as large as that: give a smaller --portion, such as 512K.',
  ],
  [
    (_, detail) => /\bSR325\b/.test(detail),
    'The changes are larger than a transaction of Virtuoso may be. Raise TransactionAfterImageLimit (bytes; 50000000 unless ' +
      'set) in the section [Parameters] of virtuoso.ini, start Virtuoso again, and run the same command. Or load in bulk: ' +
      'bulk/virtuoso.sql of the release.',
  ],
];

/** The response is not a SPARQL result. */
export const storeResponseUnreadable = (what: string): StoreHttpError =>
  new StoreHttpError(
    'REQUEST_REFUSED',
    `The response of the store to a query is not a SPARQL result: ${what}.`,
    200,
    'Is --endpoint, or --query-url, the address of its SPARQL endpoint, and does it support the SPARQL 1.1 Query Results JSON Format?',
  );

/** The hint of a load that ended early. */
const CONTINUE = 'The same command continues the load.';

/** The store has no such endpoint. */
export const missingEndpoint = (which: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', `The store has no endpoint for ${which}.`, {
    hint: 'Give the URL of the endpoint, or another --protocol.',
  });

/** Statuses of redirects (RFC 9110, 15.4). */
export const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The error for a redirect. It is not followed: data and credentials are for the store that was named.
 *
 * @param endpoint that answered with the redirect
 * @param location the header Location
 * @param address the URL that the user gave, if known
 */
export function storeRedirected(endpoint: URL, location: string | undefined, address = ''): FolkloreError {
  const isValid = location !== undefined && isUrl(location, endpoint.href);
  const target = isValid ? new URL(location, endpoint) : undefined;
  const isWeb = target?.protocol === 'http:' || target?.protocol === 'https:';
  const [from, to] = [bare(endpoint), target !== undefined && isWeb ? bare(target) : 'an invalid address'];
  const store = address.replace(/\/+$/, '');
  const rest = from.startsWith(store) ? from.slice(store.length) : undefined;
  const option =
    store !== '' && rest !== undefined && to.endsWith(rest)
      ? `--endpoint ${to.slice(0, to.length - rest.length).replace(/\/+$/, '')}`
      : `${to} as the address of that endpoint (--query-url, --update-url or --graph-store-url)`;
  return new FolkloreError(
    'CONFIG_INVALID',
    `The store redirects ${from} to ${to}. Redirects are not followed.`,
    {
      hint: isWeb
        ? `Give ${option}, if that is the store.`
        : 'Ask the administrator of the store for its address.',
    },
  );
}

/** A URL without user, query and fragment. */
const bare = ({ origin, pathname }: URL): string => `${origin}${pathname}`;

/** No attempt succeeded before the patience was over. */
export const storeUnreachable = (request: string, account: string, cause: unknown): FolkloreError =>
  new FolkloreError('SERVICE_UNAVAILABLE', `The store did not respond to ${request} (${account}).`, {
    hint: 'Is it running, and is the URL right? --patience is how long the command waits. The same command continues the load.',
    cause,
  });

/**
 * The run was interrupted.
 *
 * @param account how often the request was tried; undefined when it was not
 */
export const requestStopped = (request: string, account: string | undefined): FolkloreError =>
  new FolkloreError(
    'INTERRUPTED',
    `Stopped before ${request}${account === undefined ? '' : ` succeeded (${account})`}.`,
    {
      hint: CONTINUE,
    },
  );

/** A failed request, for its error. */
interface FailureContext {
  /** Without credentials. */
  readonly description: string;
  /** Removes credentials from a text. */
  readonly hide: (text: string) => string;
  readonly now: () => number;
}

/** Server errors that are permanent. */
const PERMANENT = new Set([501, 505]);
/** Characters of a store's message that are shown. */
const MAX_SHOWN = 400;

/**
 * Permanent errors of Virtuoso with status 500, by SQLSTATE: syntax, data, rights, and transactions that are too large
 * (40005). A deadlock (40001) is transient.
 */
const PERMANENT_IN_VIRTUOSO = /^\s*Virtuoso (?:22|37|42|40005|RDF)\w* /;

/** Virtuoso answers with status 500 where the user has no rights, such as the one without a name, who may only read. */
const NO_RIGHTS_IN_VIRTUOSO = /^\s*Virtuoso 42000 [^\n]*\b(?:permission|privileges?|access denied)\b/i;

/** The error for a failed response: a TransientFault when a repetition may succeed, otherwise a refusal. */
export async function failureOf(
  response: ProxiedResponse,
  { description, hide, now }: FailureContext,
): Promise<Error> {
  const { statusCode: status } = response;
  const body = await readBody(response).catch(() => Buffer.alloc(0));
  if (status === 401 || status === 403) return accessDenied(description, statusOf(response), status);
  const text = body.toString('utf8');
  if (NO_RIGHTS_IN_VIRTUOSO.test(text)) return accessDenied(description, firstLine(hide(text)), status);
  const said = firstLine(hide(text));
  const isTransient = TRANSIENT_STATUSES.has(status) || (status >= 500 && !PERMANENT.has(status));
  if (isTransient && !PERMANENT_IN_VIRTUOSO.test(text) && !TOO_LARGE.test(said)) {
    const shown = status === 500 ? `: ${said}` : '';
    const waitMs = retryAfterMs(headerOf(response, 'retry-after'), now());
    return new TransientFault(`${statusOf(response)}${shown}`, { retryAfterMs: waitMs });
  }
  return storeRequestRefused(description, statusOf(response), said, status);
}

/** A store's message as one line of plain text, shortened; a page without its markup and with its character references decoded. */
export function firstLine(text: string): string {
  const plain = decodeHTMLStrict(text.replace(/<[^<>]{0,200}>/g, ' '))
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .replace(/\.$/, '');
  return plain.length > MAX_SHOWN ? `${plain.slice(0, MAX_SHOWN)}…` : plain;
}

/**
 * Refuses a truncated response of Virtuoso, which only its headers show.
 *
 * @throws StoreHttpError REQUEST_REFUSED
 */
export function checkComplete(response: ProxiedResponse): void {
  const most = headerOf(response, 'x-sparql-maxrows');
  const state = headerOf(response, 'x-sql-state');
  if (most === undefined && state !== 'S1TAT') return;
  throw storeRequestRefused(
    'a query',
    'a truncated result',
    most === undefined ? 'it took too long' : `only ${most} rows`,
    200,
  );
}
