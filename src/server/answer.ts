import type { Given, Parameters } from '../services/parameter.js';
import { type Endpoint, KEY_HEADER, type Service } from '../services/service.js';
import type { Bodies } from './bodies.js';
import { ALLOWED, type Answer, COMMON_HEADERS, type Headers, type Request } from './exchange.js';
import { keyOf, type Rights } from './keys.js';
import { problemAnswer, Refusal } from './problem.js';
import { readParameters } from './read-parameters.js';
import { encode, type Packed, represent } from './represent.js';
import { routeTo } from './route.js';
import { type Pair, parseTarget } from './target.js';

/** What an endpoint is asked for, once everything about the request has been found right. */
export interface Asked<P extends Parameters = Parameters> {
  readonly rights: Rights;
  /** The `{id}` of the path; 0 for paths without one. */
  readonly id: number;
  readonly given: Given<P>;
}

/** A service with a world behind it, ready to answer. */
export interface HostedService {
  readonly service: Service;
  /** What a key may see, or undefined for a key nobody holds. */
  readonly rightsOf: (key: string) => Rights | undefined;
  /** Words that must not get into an error's text. */
  readonly secrets: readonly string[];
  /** Bodies made before: a world does not change while it is served. */
  readonly bodies?: Bodies;
  /** What is found at an endpoint, or undefined when it is not there for this key. */
  readonly find: (name: string, asked: Asked) => unknown;
}

/**
 * What OPTIONS is answered with at every path, without a key: so a web page may send the key as a header, and its URLs
 * stay free of it (Fetch, CORS preflight). Seconds for which a browser need not ask again: a day.
 */
const OPTIONS: Answer = {
  status: 204,
  headers: {
    ...COMMON_HEADERS,
    allow: ALLOWED,
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
export function answer(hosted: HostedService, request: Request): Answer {
  if (request.method === 'OPTIONS') return OPTIONS;
  const whole = answerWhole(hosted, request);
  return request.method === 'HEAD' ? { ...whole, body: Buffer.alloc(0) } : whole;
}

function answerWhole(hosted: HostedService, request: Request): Answer {
  try {
    return encode(body(hosted, request), request.headers);
  } catch (thrown) {
    if (thrown instanceof Refusal) return problemAnswer(thrown.problem, hosted.secrets);
    throw thrown;
  }
}

function body(hosted: HostedService, request: Request): Packed {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const headers = { allow: ALLOWED };
    throw new Refusal({ status: 405, detail: 'only GET and HEAD are answered', headers });
  }
  const { path, pairs } = parseTarget(request.target);
  const { name, endpoint, id } = routeTo(hosted.service, path);
  const rights = authorise(hosted, endpoint, request.headers, pairs);
  const given = readParameters(endpoint, rights, pairs);
  const make = (): Packed => {
    const record = hosted.find(name, { rights, id, given });
    if (record !== undefined) return represent(record);
    throw new Refusal({ status: 404, detail: `there is no ${endpoint.record} ${id}` });
  };
  return hosted.bodies === undefined
    ? make()
    : hosted.bodies.get(JSON.stringify([rights, name, id, given]), make);
}

function authorise(
  hosted: HostedService,
  endpoint: Endpoint,
  headers: Headers,
  pairs: readonly Pair[],
): Rights {
  if (endpoint.open) return 'public';
  const key = keyOf(headers, pairs);
  const rights = key === undefined ? undefined : hosted.rightsOf(key);
  if (rights !== undefined) return rights;
  throw new Refusal({
    status: 401,
    detail:
      key === undefined
        ? 'a key is needed: in the header X-Api-Key, the parameter apiKey, or as user name of HTTP Basic'
        : 'the key is not known here',
    headers: { 'www-authenticate': 'Basic realm="folklore-ld", charset="UTF-8"' },
  });
}
