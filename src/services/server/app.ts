import type { HttpBindings } from '@hono/node-server';
import { Hono, type HonoRequest, type MiddlewareHandler } from 'hono';
import { nearest } from '../../base/text.js';
import { type Given, identifier, type Parameters } from '../../model/endpoints/parameter.js';
import { type Endpoint, KEY_HEADER, type Service } from '../../model/endpoints/service.js';
import { type AccessLevel, requestKey } from './keys.js';
import {
  ALLOWED_METHODS,
  COMMON_HEADERS,
  FAILED,
  NO_METHOD,
  type ProblemDetails,
  ProblemError,
  problemFor,
  problemResponse,
} from './problems.js';
import { isKnownParameter, readParameters } from './query-parameters.js';
import type { QueryPair, RequestTarget } from './request-target.js';
import { BodyCache, encodeResponse, notModified, type RequestHeader, serialise } from './response-bodies.js';

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
  /** The content of an endpoint's answer; undefined when it does not exist for this key. */
  readonly find: (name: string, request: EndpointRequest) => unknown;
}

/** How an answer is sent, if not complete and at once. */
export interface Delivery {
  /** Seconds until it begins. */
  readonly delay?: number;
  readonly bytesPerSecond?: number;
  /** The connection is cut in the middle of the body, or before the answer. */
  readonly cut?: 'middle' | 'before';
}

/** What the server and the middleware of a request share. */
export interface ServiceEnv {
  Bindings: HttpBindings & { target: RequestTarget; delivery?: Delivery };
  Variables: {
    /** The endpoint of the path; unset where there is none. */
    endpoint?: readonly [name: string, endpoint: Endpoint];
    /** Whether a body is wanted without encoding and conditions. */
    plain?: boolean;
    /** Unknown parameters that were ignored. */
    ignored?: readonly QueryPair[];
  };
}

export type ServiceApp = Hono<ServiceEnv>;
export type ServiceMiddleware = MiddlewareHandler<ServiceEnv>;

/** Called with every error of the service itself. */
export type OnServerError = (error: unknown) => void;

interface ServiceAppOptions {
  readonly onError: OnServerError;
  /** Ignore unknown parameters and name them in the header X-Ignored-Parameters (wire-format 2). Default: refuse them. */
  readonly lenient?: boolean;
  /** Runs before all checks. */
  readonly middleware?: readonly ServiceMiddleware[];
  /** Answers what is below its path, without a key: no path of a service begins with it. */
  readonly images?: ServedImages | undefined;
}

/** Pictures beside a service. */
export interface ServedImages {
  /** `/images`, for example. */
  readonly path: string;
  fetch(request: Request): Response | Promise<Response>;
}

/**
 * The headers of the answer to OPTIONS at every path, without a key: a web page may send the key as a header (Fetch, CORS
 * preflight). A browser may keep the answer for a day.
 */
const PREFLIGHT = {
  ...COMMON_HEADERS,
  allow: ALLOWED_METHODS,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': `${KEY_HEADER}, authorization, if-none-match`,
  'access-control-max-age': '86400',
};

/**
 * A service as a function from request to response, with a route for each endpoint of its table. Checks are, in order: method,
 * path, key, parameters (wire-format 2).
 */
export function createServiceApp(
  hosted: HostedService,
  { onError, lenient = false, middleware = [], images }: ServiceAppOptions,
): ServiceApp {
  const { service, secrets } = hosted;
  const bodies = new BodyCache();
  const app: ServiceApp = new Hono({ getPath: (_request, options) => options?.env?.target.path ?? '/' });
  app.onError((error) => {
    if (error instanceof ProblemError) return problemResponse(error.problem, secrets);
    onError(error);
    return problemResponse(FAILED, secrets);
  });
  // Before all faults, which are about records.
  if (images !== undefined) app.get(`${images.path}/*`, (c) => images.fetch(c.req.raw));
  if (lenient) app.use(namingIgnoredParameters(secrets));
  for (const one of middleware) app.use(one);
  app.options('*', () => new Response(null, { status: 204, headers: PREFLIGHT }));
  for (const [name, endpoint] of literalFirst(service)) {
    app.get(endpoint.path.replace('{id}', ':id'), (c) => {
      const { path, pairs, refusal } = c.env.target;
      if (refusal !== undefined) throw new ProblemError(refusal);
      c.set('endpoint', [name, endpoint]);
      const id = endpoint.path.endsWith('{id}') ? identifierIn(path, service) : 0;
      const ignored = lenient ? pairs.filter((pair) => !isKnownParameter(pair.name, endpoint)) : [];
      if (ignored.length > 0) c.set('ignored', ignored);
      const rights = authorise(hosted, endpoint, c.req, pairs);
      const given = readParameters(
        endpoint,
        rights,
        pairs.filter((pair) => !ignored.includes(pair)),
      );
      const key = JSON.stringify([rights, name, id, given]);
      const header: RequestHeader = (field) => (c.get('plain') ? undefined : c.req.header(field));
      const hash = bodies.hashOf(key);
      const unmodified = hash === undefined ? undefined : notModified(hash, header);
      if (unmodified !== undefined) return unmodified;
      const body = bodies.get(key, () => {
        const content = hosted.find(name, { rights, id, given });
        if (content !== undefined) return serialise(content);
        throw new ProblemError({ status: 404, detail: `there is no ${endpoint.record} ${id}` });
      });
      return encodeResponse(body, header);
    });
  }
  app.notFound(({ req, env }) => {
    const { path, refusal = nothingAt(path, service) } = env.target;
    return problemResponse(/^(GET|HEAD)$/.test(req.method) ? refusal : NO_METHOD, secrets);
  });
  return app;
}

/** The endpoints with those first whose path has no `{id}`: the first that matches answers. */
const literalFirst = ({ endpoints }: Service) =>
  Object.entries(endpoints).sort(
    ([, one], [, other]) => Number(one.path.includes('{')) - Number(other.path.includes('{')),
  );

/**
 * The id at the end of a path.
 *
 * @throws ProblemError 400 for one that is not a whole number; 404 beyond the safe integers, where no record is (wire-format 1)
 */
function identifierIn(path: string, service: Service): number {
  const last = path.slice(path.lastIndexOf('/') + 1);
  const id = identifier.read(last);
  if (id === undefined) {
    const message = `id: expected ${identifier.expected}, got '${last.slice(0, 80)}'${suggestion(path, service)}`;
    throw problemFor(400, [{ parameter: 'id', value: last, message }]);
  }
  if (Number.isSafeInteger(id)) return id;
  throw new ProblemError(nothingAt(path, service));
}

const nothingAt = (path: string, service: Service): ProblemDetails => ({
  status: 404,
  detail: `there is nothing at ${path.slice(0, 200)}${suggestion(path, service)}`,
});

/** The end of a message: a similar path. */
function suggestion(path: string, { endpoints }: Service): string {
  const parent = path.slice(0, path.lastIndexOf('/') + 1);
  const last = path.slice(parent.length);
  const names = Object.values(endpoints)
    .filter((endpoint) => endpoint.path.startsWith(parent))
    .map((endpoint) => endpoint.path.slice(parent.length))
    .filter((name) => /^[^/{]+$/.test(name));
  const meant = last.length > 40 ? undefined : nearest(last, names);
  return meant === undefined ? '' : `; did you mean ${parent}${meant}?`;
}

function authorise(
  hosted: HostedService,
  endpoint: Endpoint,
  request: HonoRequest,
  pairs: readonly QueryPair[],
): AccessLevel {
  if (endpoint.open) return 'public';
  const key = requestKey((name) => request.header(name), pairs);
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

const namingIgnoredParameters =
  (secrets: readonly string[]): ServiceMiddleware =>
  async (c, next) => {
    await next();
    const names = c.get('ignored')?.map(({ name }) => name);
    if (names !== undefined) c.res.headers.set('x-ignored-parameters', headerValueOf(names, secrets));
  };

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
