import { BlockList, isIP } from 'node:net';
import { FolkloreError } from '../../base/errors.js';

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
