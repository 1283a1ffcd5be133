import { Agent } from 'undici';
import { EXIT, FolkloreError } from '../base/errors.js';
import { headerOf } from '../http/body.js';
import { REDIRECTS, storeRedirected } from './http-errors.js';
import { STORE_KINDS, type StoreKindName } from './store-kinds.js';

/** What is looked at in an answer: its headers, by their names in lower case. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** By what a store is known, whatever it answers. */
const MARKS: readonly (readonly [StoreKindName, (headers: Headers) => boolean])[] = [
  ['virtuoso', ({ server }) => /^Virtuoso\b/i.test(String(server))],
  ['oxigraph', ({ server }) => /^Oxigraph\b/i.test(String(server))],
  ['graphdb', ({ server }) => /\bGraphDB\b/i.test(String(server))],
  [
    'fuseki',
    (headers) => headers['fuseki-request-id'] !== undefined || /\bFuseki\b/i.test(String(headers.server)),
  ],
];

/** GraphDB's repositories are known by their address, even where a proxy takes its name away. */
const REPOSITORY = /\/repositories\/[^/]+\/?$/;

/**
 * Finds out what kind of store listens at a URL, by one request without credentials.
 *
 * @throws FolkloreError CONFIG_INVALID when it cannot be told or is elsewhere, SERVICE_UNAVAILABLE when nobody answers
 */
export async function detectStoreKind(
  url: string,
  userAgent: string,
  timeoutMs: number,
): Promise<StoreKindName> {
  const agent = new Agent();
  try {
    const response = await agent
      .request({
        origin: new URL(url).origin,
        path: `${new URL(url).pathname}?query=${encodeURIComponent('ASK {}')}`,
        method: 'GET',
        headers: { 'user-agent': userAgent, accept: 'application/sparql-results+json' },
        signal: AbortSignal.timeout(timeoutMs),
      })
      .catch((thrown: unknown) => {
        throw silentStore(url, thrown);
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
    await agent.destroy();
  }
}

const silentStore = (url: string, cause: unknown): FolkloreError =>
  new FolkloreError('SERVICE_UNAVAILABLE', `No store answers at ${new URL(url).origin}.`, {
    hint: 'Is it running, and is the URL right?',
    exitCode: EXIT.unavailable,
    cause,
  });

const unknownKind = (url: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', `What kind of store is at ${new URL(url).origin} cannot be told.`, {
    hint: `Say it with --store-kind ${STORE_KINDS.join('|')}.`,
    exitCode: EXIT.misuse,
  });
