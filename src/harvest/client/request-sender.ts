import { STATUS_CODES } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { errorCode, FolkloreError } from '../../base/errors.js';
import { networkFault, TransientFault } from './network-fault.js';

/** A proxy for requests (RFC 9110, section 3.7). */
export interface ForwardProxy {
  /** With credentials, which are never printed. */
  readonly url: URL;
  /** The variable that names the proxy. */
  readonly variable: string;
}

/** The proxies of a machine, by the scheme of requests, and the hosts that are requested without a proxy. */
export interface Proxies {
  readonly http?: ForwardProxy;
  readonly https?: ForwardProxy;
  /** Names, suffixes of names, addresses, subnets (`10.0.0.0/8`), each also with a port; `*` is every host. */
  readonly exceptions: readonly string[];
}

/** Every request is sent without a proxy. */
export const NO_PROXIES: Proxies = { exceptions: [] };

/** A response; `opaque` is the proxy that it came through, for messages. */
export type ProxiedResponse = Dispatcher.ResponseData<string | null>;

/** Limits of a sender. */
interface SenderLimits {
  /** Milliseconds to connect, and of an attempt, for messages. */
  readonly timeoutMs: number;
  /** The most connections to one origin; absent: any number. */
  readonly connections?: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads HTTP_PROXY, HTTPS_PROXY and NO_PROXY. The name in lower case comes first; a blank variable is not set. Without HTTPS_PROXY,
 * HTTP_PROXY is for https, too, as undici has it.
 *
 * @throws FolkloreError CONFIG_INVALID naming a variable whose value is no address of a proxy; the value is not repeated
 */
export function readProxies(environment: Environment): Proxies {
  const given = (name: string): { readonly variable: string; readonly text: string } | undefined => {
    const variable = [name.toLowerCase(), name].find((one) => (environment[one]?.trim() ?? '') !== '');
    return variable === undefined ? undefined : { variable, text: environment[variable]?.trim() ?? '' };
  };
  const proxyOf = (name: string): ForwardProxy | undefined => {
    const found = given(name);
    if (found === undefined) return undefined;
    const { variable, text } = found;
    try {
      const url = new URL(text.includes('://') ? text : `http://${text}`);
      decodeURIComponent(`${url.username}${url.password}`);
      if (['http:', 'https:'].includes(url.protocol)) return { url, variable };
    } catch {
      // The message of URL repeats the text.
    }
    throw new FolkloreError('CONFIG_INVALID', `${variable} is not the address of a proxy.`, {
      hint: 'Expected: http or https, host and port; before the host a percent-encoded user:password@ where the proxy asks for it.',
    });
  };
  const http = proxyOf('HTTP_PROXY');
  const https = proxyOf('HTTPS_PROXY') ?? http;
  const exceptions = given('NO_PROXY')?.text.split(/[\s,]+/) ?? [];
  return { ...(http && { http }), ...(https && { https }), exceptions };
}

/** 127.0.0.0/8 and ::1 (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3). */
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

const contains = (list: BlockList, host: string): boolean => {
  const version = isIP(host);
  return version !== 0 && list.check(host, version === 4 ? 'ipv4' : 'ipv6');
};

/** The host of a URL without brackets and the dot at the end. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();

/** Whether an origin is on this machine; `localhost` always is (RFC 6761, 6.3). */
export function isLoopback(origin: string): boolean {
  const host = hostOf(new URL(origin));
  return /(?:^|\.)localhost$/.test(host) || contains(LOOPBACK, host);
}

/** The proxy that requests to an origin go through. Undefined: requests go there directly. Loopback is never proxied. */
export function proxyFor(origin: string, { http, https, exceptions }: Proxies): ForwardProxy | undefined {
  const url = new URL(origin);
  const proxy = url.protocol === 'https:' ? https : http;
  if (proxy === undefined || isLoopback(origin)) return undefined;
  return exceptions.some((exception) => excepts(exception, url)) ? undefined : proxy;
}

function excepts(exception: string, url: URL): boolean {
  if (exception === '*') return true;
  const host = hostOf(url);
  const [, subnet = '', bits] = /^([\d.:a-f]+)\/(\d{1,3})$/i.exec(exception) ?? [];
  const family = isIP(subnet);
  if (family !== 0 && Number(bits) <= (family === 4 ? 32 : 128)) {
    const list = new BlockList();
    list.addSubnet(subnet, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
    return contains(list, host);
  }
  const [, name = exception, port] =
    isIP(exception) === 6 ? [] : (/^(.*?)(?::(\d+))?$/.exec(exception) ?? []);
  if (port !== undefined && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return false;
  const suffix = name
    .replace(/^\[|\]$/g, '')
    .replace(/^\*?\./, '')
    .toLowerCase();
  return suffix !== '' && (host === suffix || host.endsWith(`.${suffix}`));
}

/** A proxy in messages, without its credentials. */
export const nameOf = ({ url, variable }: ForwardProxy): string =>
  `the proxy ${url.protocol}//${url.host} (${variable})`;

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
