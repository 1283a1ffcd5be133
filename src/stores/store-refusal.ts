import { EXIT, FolkloreError } from '../base/errors.js';

/** A store that says no: asking again would not help. */
export class StoreRefusal extends FolkloreError {
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
export const notLetIn = (request: string, status: string, code: number): StoreRefusal =>
  new StoreRefusal(
    'KEY_REFUSED',
    `The store does not let us: ${request} was answered with ${status}.`,
    code,
    WHO,
  );

/** The store says that the request is wrong. */
export const refused = (request: string, status: string, said: string, code: number): StoreRefusal =>
  new StoreRefusal(
    'REQUEST_REFUSED',
    `The store refused ${request} with ${status}${said === '' ? '' : `: ${said}`}.`,
    code,
    'Are --store and --store-kind those of the store, and does it allow updates?',
  );

/** The store answers, and not with results of SPARQL: it would answer the same next time. */
export const unreadable = (what: string): StoreRefusal =>
  new StoreRefusal(
    'REQUEST_REFUSED',
    `The store answers a query with what cannot be read: it ${what}.`,
    200,
    'Is --store, or --query-url, the address of its SPARQL endpoint, and does that speak the SPARQL 1.1 Query Results JSON Format?',
  );

/** The store has no such endpoint. */
export const noEndpoint = (which: string): FolkloreError =>
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
export function redirected(asked: URL, location: string | undefined, address = ''): FolkloreError {
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
export const unreachable = (request: string, reasons: readonly string[], cause: unknown): FolkloreError =>
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
export const stopped = (request: string): FolkloreError =>
  new FolkloreError('INTERRUPTED', `Stopped before ${request}.`, {
    hint: 'Run the same command again: it goes on where it was.',
    exitCode: EXIT.interrupted,
  });
