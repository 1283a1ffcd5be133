import { STATUS_CODES } from 'node:http';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { errorCode, FolkloreError } from '../../base/errors.js';
import { networkFault, TransientFault } from './network-fault.js';
import { type ForwardProxy, nameOf, type Proxies, proxyFor } from './proxies.js';

/** A response; `opaque` is the proxy that it came through, for messages. */
export type ProxiedResponse = Dispatcher.ResponseData<string | null>;

/** Limits of a sender. */
interface SenderLimits {
  /** Milliseconds to connect, and of an attempt, for messages. */
  readonly timeoutMs: number;
  /** The most connections to one origin; absent: any number. */
  readonly connections?: number;
}

/**
 * Sends requests, through a proxy where there is one for their origin. Every request of this program to another server is sent
 * here. https goes through a tunnel (CONNECT), http does not: many proxies refuse tunnels to other ports than 443.
 */
export class RequestSender {
  readonly #proxies: Proxies;
  readonly #limits: SenderLimits;
  readonly #direct: Agent;
  readonly #proxied: EnvHttpProxyAgent | undefined;
  #ended: Promise<unknown> | undefined;

  constructor(proxies: Proxies, limits: SenderLimits) {
    const { timeoutMs: timeout, connections } = limits;
    const { http, https } = proxies;
    this.#proxies = proxies;
    this.#limits = limits;
    const pool = connections === undefined ? {} : { connections };
    this.#direct = new Agent({ ...pool, connect: { timeout } });
    // Blank texts: undici would read the environment itself. Exceptions are decided in `proxyFor`, as messages name the proxy.
    this.#proxied =
      http === undefined && https === undefined
        ? undefined
        : new EnvHttpProxyAgent({
            ...pool,
            httpProxy: http?.url.href ?? '',
            httpsProxy: https?.url.href ?? '',
            noProxy: '',
            proxyTunnel: false,
            proxyTls: { timeout },
          });
  }

  /**
   * Sends one request. The signal of the request is its only limit of time.
   *
   * @param options with the origin
   * @throws errors of undici; of a proxy a TransientFault, or a FolkloreError CONFIG_INVALID where the proxy refuses for good
   */
  async request(
    options: Dispatcher.RequestOptions<string | null> & { readonly origin: string },
  ): Promise<ProxiedResponse> {
    const untimed = { headersTimeout: 0, bodyTimeout: 0, ...options };
    const proxy = proxyFor(options.origin, this.#proxies);
    if (proxy === undefined || this.#proxied === undefined) return this.#direct.request(untimed);
    try {
      return await this.#proxied.request({ ...untimed, opaque: nameOf(proxy) });
    } catch (thrown) {
      throw proxyFault(thrown, proxy, options.origin, this.#limits.timeoutMs);
    }
  }

  /** Waits for running requests, then closes the connections. */
  close(): Promise<unknown> {
    this.#ended ??= Promise.all(this.#agents.map((agent) => agent.close()));
    return this.#ended;
  }

  /** Ends running requests. */
  destroy(): Promise<unknown> {
    this.#ended = Promise.all(this.#agents.map((agent) => agent.destroy()));
    return this.#ended;
  }

  get #agents(): readonly (Agent | EnvHttpProxyAgent)[] {
    return this.#proxied === undefined ? [this.#direct] : [this.#direct, this.#proxied];
  }
}

/** What a proxy answers in place of a response, in the messages of undici. */
const PROXY_STATUS = /Proxy response \((\d{3})\)|Proxy Authentication Required \((407)\)/;

/** The error of a request that a proxy was to hand on. */
function proxyFault(thrown: unknown, proxy: ForwardProxy, origin: string, timeoutMs: number): unknown {
  const [, tunnel, plain] = PROXY_STATUS.exec(thrown instanceof Error ? thrown.message : '') ?? [];
  const status = Number(tunnel ?? plain);
  const answer = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  const name = nameOf(proxy);
  if (status === 407)
    return new FolkloreError(
      'CONFIG_INVALID',
      `${capitalised(name)} does not accept its user and password (${answer}).`,
      {
        hint: `Put a percent-encoded user:password@ before the host in ${proxy.variable}.`,
      },
    );
  if (status === 403)
    return new FolkloreError(
      'CONFIG_INVALID',
      `${capitalised(name)} refuses to connect to ${origin} (${answer}).`,
      {
        hint: 'Ask the administrators of the proxy to allow this address. If it can be reached without the proxy, add its host to NO_PROXY.',
      },
    );
  // A request that cannot be sent at all.
  if (Number.isNaN(status) && errorCode(thrown) === 'UND_ERR_INVALID_ARG') return thrown;
  const why = Number.isNaN(status) ? networkFault(thrown, timeoutMs) : undefined;
  return new TransientFault(`${why?.message ?? `${answer}, not connected`}, through ${name}`, {
    isTimeout: why?.isTimeout === true,
  });
}

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
