import type { Given, Parameters } from '../services/parameter.js';
import { type Endpoint, KEY_HEADER, type Service } from '../services/service.js';
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
import { type BodyCache, type EncodedContent, encodeResponse, serialise } from './response-bodies.js';
import { findRoute, parseTarget, type QueryPair } from './routes.js';

/** One function an endpoint, from a view and what is asked for to what is found; none missing, or it does not compile. */
export type EndpointHandlers<Endpoints extends Readonly<Record<string, Endpoint>>, View> = {
  readonly [Name in keyof Endpoints]: (
    view: View,
    asked: EndpointRequest<Endpoints[Name]['parameters']>,
  ) => unknown;
};

/** Joins the finders of a service into one, over the view that goes with the key's rights. */
export function endpointHandler<Endpoints extends Readonly<Record<string, Endpoint>>, View>(
  finders: EndpointHandlers<Endpoints, View>,
  viewFor: (rights: AccessLevel) => View,
): HostedService['find'] {
  return (name, asked) => {
    // What was read by an endpoint's table is handed to the finder of the same name.
    const find = finders[name] as (view: View, asked: EndpointRequest) => unknown;
    return find(viewFor(asked.rights), asked);
  };
}

/** What an endpoint is asked for, once everything about the request has been found right. */
export interface EndpointRequest<P extends Parameters = Parameters> {
  readonly rights: AccessLevel;
  /** The `{id}` of the path; 0 for paths without one. */
  readonly id: number;
  readonly given: Given<P>;
}

/** A service with a world behind it, ready to answer. */
export interface HostedService {
  readonly service: Service;
  /** What a key may see, or undefined for a key nobody holds. */
  readonly accessLevelOf: (key: string) => AccessLevel | undefined;
  /** Words that must not get into an error's text. */
  readonly secrets: readonly string[];
  /** Bodies made before: a world does not change while it is served. */
  readonly bodyCache?: BodyCache;
  /** What is found at an endpoint, or undefined when it is not there for this key. */
  readonly find: (name: string, asked: EndpointRequest) => unknown;
}

/**
 * What OPTIONS is answered with at every path, without a key: so a web page may send the key as a header, and its URLs
 * stay free of it (Fetch, CORS preflight). Seconds for which a browser need not ask again: a day.
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
 * Answers a request: a function of its two arguments and nothing else. It returns whatever the request; what
 * it throws is a fault of the service. Checks go from the method over path and key to parameters (wire-format 2).
 */
export function handleRequest(hosted: HostedService, request: HttpRequest): HttpResponse {
  if (request.method === 'OPTIONS') return OPTIONS;
  const whole = responseTo(hosted, request);
  return request.method === 'HEAD' ? { ...whole, body: Buffer.alloc(0) } : whole;
}

function responseTo(hosted: HostedService, request: HttpRequest): HttpResponse {
  try {
    return encodeResponse(body(hosted, request), request.headers);
  } catch (thrown) {
    if (thrown instanceof ProblemError) return problemResponse(thrown.problem, hosted.secrets);
    throw thrown;
  }
}

function body(hosted: HostedService, request: HttpRequest): EncodedContent {
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
  return hosted.bodyCache === undefined
    ? make()
    : hosted.bodyCache.get(JSON.stringify([rights, name, id, given]), make);
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

/** How many ignored names are told, and how much of each: a header is no place for more. */
const NAMES_TOLD = 40;
const LETTERS_TOLD = 60;

/** What a parameter without a name is called. */
const NAMELESS = '(nameless)';

/**
 * Answers as the live services do: parameters that the path does not know are ignored, and named in the header
 * X-Ignored-Parameters; everything else stays as it is (wire-format 2).
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

/** The pairs of a query that the path knows nothing of, with their places in it; none where nothing is found. */
function ignoredPairs({ service }: HostedService, target: string) {
  try {
    const { path, pairs } = parseTarget(target);
    const { endpoint } = findRoute(service, path);
    return pairs
      .map(({ name }, place) => ({ name, place }))
      .filter(({ name }) => !isKnownParameter(name, endpoint));
  } catch (thrown) {
    // What cannot be read or found is refused by the answer itself.
    if (thrown instanceof ProblemError) return [];
    throw thrown;
  }
}

/** A target without some of its pairs, which are counted as `parseTarget` counts them. */
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

/** Names as a header can carry them: percent-encoded, each once, shortened, and never a key. */
function headerValueOf(names: readonly string[], secrets: readonly string[]): string {
  const safe = [...new Set(names)].slice(0, NAMES_TOLD).map((name) => {
    const concealed = secrets.reduce((text, secret) => text.replaceAll(secret, '(key)'), name);
    const letters = [...concealed];
    const shown = letters.slice(0, LETTERS_TOLD).join('');
    if (shown === '') return NAMELESS;
    return encodeURIComponent(shown) + (letters.length > LETTERS_TOLD ? '...' : '');
  });
  return safe.join(', ');
}
