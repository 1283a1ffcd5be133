import { FolkloreError } from '../../base/errors.js';
import { headerOf } from '../../harvest/client/body.js';
import type { Proxies } from '../../harvest/client/proxies.js';
import { RequestSender } from '../../harvest/client/request-sender.js';
import { REDIRECTS, storeRedirected } from './http-errors.js';
import { STORE_KINDS, type StoreKindName } from './store-kinds.js';

/** Headers by name in lower case. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Headers that identify a store. */
const MARKS: readonly (readonly [StoreKindName, (headers: Headers) => boolean])[] = [
  ['virtuoso', ({ server }) => /^Virtuoso\b/i.test(String(server))],
  ['oxigraph', ({ server }) => /^Oxigraph\b/i.test(String(server))],
  ['graphdb', ({ server }) => /\bGraphDB\b/i.test(String(server))],
  [
    'fuseki',
    (headers) => headers['fuseki-request-id'] !== undefined || /\bFuseki\b/i.test(String(headers.server)),
  ],
];

/** The path of a GraphDB repository, for when a proxy removes the header. */
const REPOSITORY = /\/repositories\/[^/]+\/?$/;

/**
 * Detects the kind of a store by one request without credentials.
 *
 * @throws FolkloreError CONFIG_INVALID for an unknown kind or a redirect, SERVICE_UNAVAILABLE without a response
 */
export async function detectStoreKind(
  url: string,
  userAgent: string,
  timeoutMs: number,
  proxies: Proxies,
): Promise<StoreKindName> {
  const sender = new RequestSender(proxies, { timeoutMs });
  try {
    const response = await sender
      .request({
        origin: new URL(url).origin,
        path: `${new URL(url).pathname}?query=${encodeURIComponent('ASK {}')}`,
        method: 'GET',
        headers: { 'user-agent': userAgent, accept: 'application/sparql-results+json' },
        signal: AbortSignal.timeout(timeoutMs),
      })
      .catch((thrown: unknown) => {
        throw storeNotReached(url, thrown);
      });
    response.body.on('error', () => {}).destroy();
    const found = MARKS.find(([, knows]) => knows(response.headers))?.[0];
    if (found !== undefined) return found;
    if (REDIRECTS.has(response.statusCode)) {
      throw storeRedirected(new URL(url), headerOf(response, 'location'), url);
    }
    if (REPOSITORY.test(new URL(url).pathname)) return 'graphdb';
    throw unknownKind(url);
  } finally {
    await sender.destroy();
  }
}

const storeNotReached = (url: string, cause: unknown): FolkloreError =>
  new FolkloreError('SERVICE_UNAVAILABLE', `There is no response from ${new URL(url).origin}.`, {
    hint: 'Is it running, and is the URL right?',
    cause,
  });

const unknownKind = (url: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', `The kind of the store at ${new URL(url).origin} cannot be detected.`, {
    hint: `Give it with --endpoint-kind ${STORE_KINDS.join('|')}.`,
  });
