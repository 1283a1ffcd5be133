import { Agent } from 'undici';
import { FolkloreError } from '../base/errors.js';
import { headerOf, readBody, statusOf } from '../http/body.js';
import { networkFault, TransientFault } from '../http/network-fault.js';
import { keyRedactor } from '../http/redact.js';
import { LONGEST_ASKED_WAIT_MS, pauseAfter, type RetryPolicy } from '../http/retry-policy.js';
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

/** How one attempt is made. */
export interface ConnectionSettings extends Pick<RetryPolicy, 'timeoutMs' | 'now'> {
  readonly credentials: Credentials;
  readonly userAgent: string;
  /** The URL that the store is named by, for messages. */
  readonly address?: string;
}

/** One request, whoever it goes to. */
export interface StoreRequest {
  /** As it is told: no credentials in it. */
  readonly description: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** A nonce may age between learning it and using it, once. */
const MOST_ANSWERS = 2;

/** Sends requests to one store, each once, and says who asks where the store wants to know. */
export class StoreConnection {
  /** Takes credentials out of a text. */
  readonly hide: (text: string) => string;
  readonly #settings: ConnectionSettings;
  readonly #agent: Agent;
  readonly #authorisation: Authorisation;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
    // One limit rules a whole attempt, set where it is made.
    this.#agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: settings.timeoutMs } });
    this.#authorisation = new Authorisation(settings.credentials);
    const hiders = secretsOf(settings.credentials).map(keyRedactor);
    this.hide = (text) => hiders.reduce((shown, hide) => hide(shown), text);
  }

  /**
   * Sends a request and, where the store wants to know who asks, once more.
   *
   * @param alsoWell statuses that are an answer, besides those of success
   * @returns the body of the answer
   * @throws Fault for what may go better next time; whatever undici throws when the connection breaks; StoreRefusal
   */
  async attempt(request: StoreRequest, alsoWell: readonly number[]): Promise<Buffer> {
    const { description: called, url, method } = request;
    const endpoint = endpointOf(url);
    for (let answers = 0; ; answers += 1) {
      const uri = `${url.pathname}${url.search}`;
      const authorization = this.#authorisation.headerFor(endpoint, method, uri);
      const response = await this.#agent.request({
        origin: url.origin,
        method,
        path: uri,
        headers: {
          'user-agent': this.#settings.userAgent,
          ...request.headers,
          ...(authorization === undefined ? {} : { authorization }),
        },
        body: request.body ?? null,
        signal: AbortSignal.timeout(this.#settings.timeoutMs),
      });
      const { statusCode: status } = response;
      if (status === 401 && answers < MOST_ANSWERS) {
        await response.body.dump();
        const header = response.headers['www-authenticate'];
        if (this.#authorisation.learn(endpoint, header, authorization)) continue;
        throw accessDenied(called, statusOf(response), status);
      }
      if ((status >= 200 && status < 300) || alsoWell.includes(status)) {
        checkComplete(response);
        return await readBody(response);
      }
      if (REDIRECTS.has(status)) {
        await response.body.dump();
        throw storeRedirected(url, headerOf(response, 'location'), this.#settings.address);
      }
      throw await failureOf(response, { description: called, hide: this.hide, now: this.#settings.now });
    }
  }

  /**
   * Asks an endpoint for nothing, to learn how it wants to be told who asks: a body that is refused for want of a
   * password is sent for nothing, and cuts the connection.
   */
  async introduce(url: URL): Promise<void> {
    if (this.#authorisation.canAuthorise(endpointOf(url))) return;
    const { statusCode, headers, body } = await this.#agent
      .request({
        origin: url.origin,
        method: 'GET',
        path: `${url.pathname}${url.search}`,
        headers: { 'user-agent': this.#settings.userAgent, accept: 'application/n-triples' },
        signal: AbortSignal.timeout(this.#settings.timeoutMs),
      })
      .catch(() => ({ statusCode: 0, headers: {} as Record<string, string>, body: undefined }));
    // A graph that anybody may read is not read: the connection is given up instead.
    body?.on('error', () => {}).destroy();
    if (statusCode === 401)
      this.#authorisation.learn(endpointOf(url), headers['www-authenticate'], undefined);
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    if (!this.#agent.closed) await this.#agent.close();
  }
}

/** Whom a password is for: a URL without its query. */
export const endpointOf = (url: URL): string => `${url.origin}${url.pathname}`;

/**
 * Tries until there is an answer, a refusal, or no attempt left.
 *
 * @param attempt makes one attempt; a Fault, and what is no error of ours, is tried again
 * @param hide takes credentials out of a text
 * @throws FolkloreError what `attempt` throws; `SERVICE_UNAVAILABLE` after the last attempt, `INTERRUPTED`
 */
export async function withRetries<T>(
  { description: called, url }: StoreRequest,
  patience: RetryPolicy,
  attempt: () => Promise<T>,
  hide: (text: string) => string,
): Promise<T> {
  const reasons: string[] = [];
  for (;;) {
    if (patience.signal?.aborted === true) throw requestStopped(called);
    try {
      return await attempt();
    } catch (thrown) {
      if (thrown instanceof FolkloreError) throw thrown;
      const fault = thrown instanceof TransientFault ? thrown : networkFault(thrown, patience.timeoutMs);
      const reason = hide(fault.message);
      reasons.push(reason);
      const isTooLong = (fault.retryAfterMs ?? 0) > LONGEST_ASKED_WAIT_MS;
      if (reasons.length >= patience.attempts || isTooLong)
        throw storeUnreachable(`${called} at ${endpointOf(url)}`, reasons, fault);
      const failed = { service: 'store', request: called, reason, attempt: reasons.length };
      // Being woken by the signal is told by whoever goes on.
      await patience.sleep(pauseAfter(failed, fault, patience), patience.signal).catch(() => {});
    }
  }
}
