import { FolkloreError } from '../../base/errors.js';
import { headerOf, readBody, statusOf } from '../../harvest/client/body.js';
import { networkFault, TransientFault } from '../../harvest/client/network-fault.js';
import type { Proxies } from '../../harvest/client/proxies.js';
import { keyRedactor } from '../../harvest/client/redact.js';
import { RequestSender } from '../../harvest/client/request-sender.js';
import { Patience, type RetryPolicy } from '../../harvest/client/retry-policy.js';
import { Authorisation, type Credentials, secretsOf } from './auth.js';
import {
  accessDenied,
  checkComplete,
  failureOf,
  REDIRECTS,
  requestStopped,
  storeRedirected,
  storeUnreachable,
} from './http-errors.js';

/** Settings of a connection. */
export interface ConnectionSettings extends Pick<RetryPolicy, 'timeoutMs' | 'now'> {
  readonly credentials: Credentials;
  readonly userAgent: string;
  readonly proxies: Proxies;
  /** The URL that the user gave, for messages. */
  readonly address?: string;
}

/** One request. */
export interface StoreRequest {
  /** For messages: without credentials. */
  readonly description: string;
  readonly method: 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A nonce may expire once between learning and using it. */
const MAX_CHALLENGES = 2;

/** Sends requests to one store, each once, and authenticates where the store requires it. */
export class StoreConnection {
  /** Removes credentials from a text. */
  readonly hide: (text: string) => string;
  /** What the store said of the last write that it answered with success, as one line. */
  lastSaid = '';
  readonly #settings: ConnectionSettings;
  readonly #sender: RequestSender;
  readonly #authorisation: Authorisation;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
    // The time limit is set for each attempt as a whole.
    this.#sender = new RequestSender(settings.proxies, settings);
    this.#authorisation = new Authorisation(settings.credentials);
    const redactors = secretsOf(settings.credentials).map(keyRedactor);
    this.hide = (text) => redactors.reduce((shown, redact) => redact(shown), text);
  }

  /**
   * Sends a request and, when the store answers with a challenge, sends it again with credentials.
   *
   * @returns the body of the response
   * @throws TransientFault for failures that may pass; the errors of undici; StoreHttpError
   */
  async attempt(request: StoreRequest): Promise<Buffer> {
    const { description, url, method } = request;
    const endpoint = endpointOf(url);
    for (let challenges = 0; ; challenges += 1) {
      const uri = `${url.pathname}${url.search}`;
      const authorization = this.#authorisation.headerFor(endpoint, method, uri);
      const response = await this.#sender.request({
        origin: url.origin,
        method,
        path: uri,
        headers: {
          'user-agent': this.#settings.userAgent,
          ...request.headers,
          ...(authorization === undefined ? {} : { authorization }),
        },
        body: request.body,
        signal: AbortSignal.timeout(this.#settings.timeoutMs),
      });
      const { statusCode: status } = response;
      if (status === 401 && challenges < MAX_CHALLENGES) {
        await response.body.dump();
        const header = response.headers['www-authenticate'];
        if (this.#authorisation.learn(endpoint, header, authorization)) continue;
        throw accessDenied(description, statusOf(response), status);
      }
      if (status >= 200 && status < 300) {
        checkComplete(response);
        return await readBody(response);
      }
      if (REDIRECTS.has(status)) {
        await response.body.dump();
        throw storeRedirected(url, headerOf(response, 'location'), this.#settings.address);
      }
      throw await failureOf(response, { description, hide: this.hide, now: this.#settings.now });
    }
  }

  /**
   * Learns the authentication scheme of an endpoint before a body is sent: a body that is refused with 401 is wasted, and
   * breaks the connection.
   */
  async introduce(url: URL): Promise<void> {
    if (this.#authorisation.canAuthorise(endpointOf(url))) return;
    const { statusCode, headers, body } = await this.#sender
      .request({
        origin: url.origin,
        method: 'GET',
        path: `${url.pathname}${url.search}`,
        headers: { 'user-agent': this.#settings.userAgent, accept: 'application/n-triples' },
        signal: AbortSignal.timeout(this.#settings.timeoutMs),
      })
      .catch(() => ({ statusCode: 0, headers: {} as Record<string, string>, body: undefined }));
    // The content of a public graph is not read.
    body?.on('error', () => {}).destroy();
    if (statusCode === 401)
      this.#authorisation.learn(endpointOf(url), headers['www-authenticate'], undefined);
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await this.#sender.close();
  }
}

/** The scope of credentials: a URL without its query. */
const endpointOf = (url: URL): string => `${url.origin}${url.pathname}`;

/**
 * Repeats an attempt until it succeeds, is refused, or no patience is left.
 *
 * @param attempt a FolkloreError ends the retries; other errors are repeated
 * @param hide removes credentials from a text
 * @throws FolkloreError what `attempt` throws; `SERVICE_UNAVAILABLE` when the patience is over, `INTERRUPTED`
 */
export async function withRetries<T>(
  { description, url }: StoreRequest,
  policy: RetryPolicy,
  attempt: () => Promise<T>,
  hide: (text: string) => string,
): Promise<T> {
  const patience = new Patience(policy);
  for (let hasFailed = false; ; hasFailed = true) {
    if (policy.signal?.aborted === true)
      throw requestStopped(description, hasFailed ? patience.account : undefined);
    try {
      return await attempt();
    } catch (thrown) {
      if (thrown instanceof FolkloreError) throw thrown;
      const fault = thrown instanceof TransientFault ? thrown : networkFault(thrown, policy.timeoutMs);
      const failed = { service: 'store', request: description };
      const waitMs = patience.pauseAfter(failed, hide(fault.message), fault.retryAfterMs);
      if (waitMs === undefined)
        throw storeUnreachable(`${description} at ${endpointOf(url)}`, patience.account, fault);
      // After an abort the loop ends with INTERRUPTED.
      await policy.sleep(waitMs, policy.signal).catch(() => {});
    }
  }
}
