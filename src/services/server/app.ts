import type { Given, Parameters } from '../../model/endpoints/parameter.js';
import { type Endpoint, KEY_HEADER, type Service } from '../../model/endpoints/service.js';
import {
  ALLOWED_METHODS,
  COMMON_HEADERS,
  type HttpRequest,
  type HttpResponse,
  ProblemError,
  problemResponse,
  type RequestHeaders,
} from './http-messages.js';
import { type AccessLevel, requestKey } from './keys.js';
import { isKnownParameter, readParameters } from './query-parameters.js';
import {
  type BodyCache,
  type EncodedContent,
  encodeResponse,
  notModified,
  serialise,
} from './response-bodies.js';
import { findRoute, parseTarget, type QueryPair } from './routes.js';

/** One function for each endpoint: from a view and a request to the content of the answer. The compiler checks that none is missing. */
export type EndpointHandlers<Endpoints extends Readonly<Record<string, Endpoint>>, View> = {
  readonly [Name in keyof Endpoints]: (
    view: View,
    request: EndpointRequest<Endpoints[Name]['parameters']>,
  ) => unknown;
};

/** Joins the handlers of a service into one function. The access level of the key decides the view. */
export function endpointHandler<Endpoints extends Readonly<Record<string, Endpoint>>, View>(
  handlers: EndpointHandlers<Endpoints, View>,
  viewFor: (rights: AccessLevel) => View,
): HostedService['find'] {
  return (name, request) => {
    // The parameters were read by the table of the same endpoint; the compiler cannot follow that.
    const handle = handlers[name] as (view: View, request: EndpointRequest) => unknown;
    return handle(viewFor(request.rights), request);
  };
}

/** A request to an endpoint, after all checks. */
export interface EndpointRequest<P extends Parameters = Parameters> {
  readonly rights: AccessLevel;
  /** The `{id}` of the path; 0 for paths without one. */
  readonly id: number;
  readonly given: Given<P>;
}

/** A service with its records. */
export interface HostedService {
  readonly service: Service;
  /** The access level of a key; undefined for an unknown key. */
  readonly accessLevelOf: (key: string) => AccessLevel | undefined;
  /** Texts that are removed from messages: the keys. */
  readonly secrets: readonly string[];
  /** Bodies of earlier answers: the records do not change while they are served. */
  readonly bodyCache?: BodyCache;
  /** The content of an endpoint's answer; undefined when it does not exist for this key. */
  readonly find: (name: string, request: EndpointRequest) => unknown;
}

/**
 * The answer to OPTIONS at every path, without a key: a web page may send the key as a header (Fetch, CORS preflight). A
 * browser may keep the answer for a day.
 */
const OPTIONS: HttpResponse = {
  status: 204,
  headers: {
    ...COMMON_HEADERS,
    allow: ALLOWED_METHODS,
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': `${KEY_HEADER}, authorization, if-none-match`,
    'access-control-max-age': '86400',
  },
  body: Buffer.alloc(0),
};

/**
 * Answers a request. The answer depends on the two arguments only. Checks are, in order: method, path, key, parameters
 * (wire-format 2).
 *
 * @throws an error of the service itself, never one of the request
 */
export function handleRequest(hosted: HostedService, request: HttpRequest): HttpResponse {
  if (request.method === 'OPTIONS') return OPTIONS;
  const whole = responseTo(hosted, request);
  return request.method === 'HEAD' ? { ...whole, body: Buffer.alloc(0) } : whole;
}

function responseTo(hosted: HostedService, request: HttpRequest): HttpResponse {
  try {
    return contentOrNotModified(hosted, request);
  } catch (thrown) {
    if (thrown instanceof ProblemError) return problemResponse(thrown.problem, hosted.secrets);
    throw thrown;
  }
}

function contentOrNotModified(hosted: HostedService, request: HttpRequest): HttpResponse {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const headers = { allow: ALLOWED_METHODS };
    throw new ProblemError({ status: 405, detail: 'only GET and HEAD are answered', headers });
  }
  const { path, pairs } = parseTarget(request.target);
  const { name, endpoint, id } = findRoute(hosted.service, path);
  const rights = authorise(hosted, endpoint, request.headers, pairs);
  const given = readParameters(endpoint, rights, pairs);
  const make = (): EncodedContent => {
    const record = hosted.find(name, { rights, id, given });
    if (record !== undefined) return serialise(record);
    throw new ProblemError({ status: 404, detail: `there is no ${endpoint.record} ${id}` });
  };
  const { bodyCache } = hosted;
  if (bodyCache === undefined) return encodeResponse(make(), request.headers);
  const key = JSON.stringify([rights, name, id, given]);
  const hash = bodyCache.hashOf(key);
  const unmodified = hash === undefined ? undefined : notModified(hash, request.headers);
  return unmodified ?? encodeResponse(bodyCache.get(key, make), request.headers);
}

function authorise(
  hosted: HostedService,
  endpoint: Endpoint,
  headers: RequestHeaders,
  pairs: readonly QueryPair[],
): AccessLevel {
  if (endpoint.open) return 'public';
  const key = requestKey(headers, pairs);
  const rights = key === undefined ? undefined : hosted.accessLevelOf(key);
  if (rights !== undefined) return rights;
  throw new ProblemError({
    status: 401,
    detail:
      key === undefined
        ? 'a key is needed: in the header X-Api-Key, the parameter apiKey, or as user name of HTTP Basic'
        : 'the key is not known here',
    headers: { 'www-authenticate': 'Basic realm="folklore-ld", charset="UTF-8"' },
  });
}

/** Most names in the header of ignored parameters, and most characters of each. */
const MOST_NAMES = 40;
const MOST_CHARACTERS = 60;

/** Replaces an empty name. */
const NAMELESS = '(nameless)';

/**
 * Answers as the live services do: unknown parameters are ignored and named in the header X-Ignored-Parameters
 * (wire-format 2).
 */
export function handleRequestLeniently(hosted: HostedService, request: HttpRequest): HttpResponse {
  const ignored = ignoredPairs(hosted, request.target);
  if (ignored.length === 0) return handleRequest(hosted, request);
  const known = handleRequest(hosted, { ...request, target: without(request.target, ignored) });
  const names = ignored.map(({ name }) => name);
  return {
    ...known,
    headers: {
      ...known.headers,
      'x-ignored-parameters': headerValueOf(names, hosted.secrets),
    },
  };
}

/** The unknown parameters of a query, with their positions; none where the request is refused. */
function ignoredPairs({ service }: HostedService, target: string) {
  try {
    const { path, pairs } = parseTarget(target);
    const { endpoint } = findRoute(service, path);
    return pairs
      .map(({ name }, place) => ({ name, place }))
      .filter(({ name }) => !isKnownParameter(name, endpoint));
  } catch (thrown) {
    // The answer refuses such a request.
    if (thrown instanceof ProblemError) return [];
    throw thrown;
  }
}

/** A target without some parameters, by their positions in the result of `parseTarget`. */
function without(target: string, pairs: readonly { readonly place: number }[]): string {
  const mark = target.indexOf('?');
  const left = target
    .slice(mark + 1)
    .replace(/#.*$/s, '')
    .split('&')
    .filter((pair) => pair !== '')
    .filter((_, place) => !pairs.some((pair) => pair.place === place));
  return `${target.slice(0, mark)}?${left.join('&')}`;
}

/** Names for a header: percent-encoded, each once, shortened, without keys. */
function headerValueOf(names: readonly string[], secrets: readonly string[]): string {
  const safe = [...new Set(names)].slice(0, MOST_NAMES).map((name) => {
    const concealed = secrets.reduce((text, secret) => text.replaceAll(secret, '(key)'), name);
    const letters = [...concealed];
    const shown = letters.slice(0, MOST_CHARACTERS).join('');
    if (shown === '') return NAMELESS;
    return encodeURIComponent(shown) + (letters.length > MOST_CHARACTERS ? '...' : '');
  });
  return safe.join(', ');
}
