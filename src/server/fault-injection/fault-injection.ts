import { createHash } from 'node:crypto';
import type { Endpoint } from '../../services/service.js';
import type { HostedService } from '../app.js';
import { type HttpRequest, type HttpResponse, ProblemError } from '../http-messages.js';
import { bodySchemas } from '../openapi/schemas.js';
import { type Content, EncodedContent, encodeResponse, JSON_TYPE } from '../response-bodies.js';
import { findRoute, parseTarget } from '../routes.js';
import type { AffectedRequest, InjectedFault } from './fault.js';
import { FAULT_KINDS } from './fault-kinds.js';

/** The number of values of four bytes. */
const VALUES = 2 ** 32;

/** A number from 0 to below 1 that depends only on the seed and the words. */
export function seededFraction(seed: number, ...words: readonly (string | number)[]): number {
  const hash = createHash('sha256')
    .update(JSON.stringify([seed, ...words]))
    .digest();
  return hash.readUInt32BE() / VALUES;
}

/** A function from request to answer. */
export type Responder = (hosted: HostedService, request: HttpRequest) => HttpResponse;

/** The faults and what they depend on. */
export interface FaultInjection {
  readonly faults: readonly InjectedFault[];
  readonly seed: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Headers that describe one body. */
const BODY_HEADERS = new Set(['content-type', 'content-length', 'content-encoding', 'etag']);

/**
 * Injects faults into answers. Which requests are affected depends on the seed, the request target and the number of
 * earlier requests with that target, not on time or other requests.
 */
export function withFaults(respond: Responder, { faults, seed, now }: FaultInjection): Responder {
  const order = Object.keys(FAULT_KINDS);
  const sorted = [...faults].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const times = new Map<string, number>();
  const described = new Map<HostedService, ReturnType<typeof bodySchemas>>();
  const schemasOf = (hosted: HostedService) => {
    const schemas = described.get(hosted) ?? bodySchemas(Object.values(hosted.service.endpoints));
    described.set(hosted, schemas);
    return schemas;
  };
  return (hosted, request) => {
    const { target } = request;
    const nth = (times.get(target) ?? 0) + 1;
    times.set(target, nth);
    const hits = sorted.filter(
      (fault) => isAbout(fault, target, nth) && seededFraction(seed, fault.name, target, nth) < fault.rate,
    );
    if (hits.length === 0) return respond(hosted, request);
    const hit: AffectedRequest = {
      endpoint: endpointOf(hosted, target),
      schemas: () => schemasOf(hosted),
      random: () => seededFraction(seed, 'which', target, nth),
      now,
    };
    return faultyResponse(respond, hosted, request, hits, hit);
  };
}

function isAbout({ path, times }: InjectedFault, target: string, nth: number): boolean {
  if (times !== undefined && nth > times) return false;
  if (path === undefined || path === '/') return true;
  const requested = target.replace(/[?#].*$/s, '');
  return requested === path || requested.startsWith(`${path}/`);
}

function endpointOf({ service }: HostedService, target: string): Endpoint | undefined {
  try {
    return findRoute(service, parseTarget(target).path).endpoint;
  } catch (thrown) {
    if (thrown instanceof ProblemError) return undefined;
    throw thrown;
  }
}

function faultyResponse(
  respond: Responder,
  hosted: HostedService,
  request: HttpRequest,
  hits: readonly InjectedFault[],
  hit: AffectedRequest,
): HttpResponse {
  const effects = hits.map((fault) => fault.effect);
  const ofBodies = effects.filter(({ json, content, promise }) => json ?? content ?? promise);
  const body = ofBodies.length === 0 ? undefined : plainBody(respond, hosted, request, hit);
  const whole = body === undefined ? respond(hosted, request) : faultyBody(body, request, ofBodies, hit);
  const answer = effects.reduce((changed, effect) => effect.answer?.(changed, hit) ?? changed, whole);
  return request.method === 'HEAD' ? { ...answer, body: Buffer.alloc(0) } : answer;
}

/** The 200 without encoding and conditions; undefined for answers that faults of bodies do not change. */
function plainBody(
  respond: Responder,
  hosted: HostedService,
  request: HttpRequest,
  { endpoint }: AffectedRequest,
): HttpResponse | undefined {
  const spared = endpoint === undefined || endpoint.body === 'metadata' || endpoint.body === 'description';
  if (spared || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
  const { 'accept-encoding': _coding, 'if-none-match': _condition, ...headers } = request.headers;
  const answer = respond(hosted, { ...request, method: 'GET', headers });
  return answer.status === 200 ? answer : undefined;
}

function faultyBody(
  plain: HttpResponse,
  request: HttpRequest,
  effects: readonly InjectedFault['effect'][],
  hit: AffectedRequest,
): HttpResponse {
  const ofJson = effects.flatMap(({ json }) => json ?? []);
  const changedJson = () =>
    Buffer.from(
      JSON.stringify(
        ofJson.reduce<unknown>((body, change) => change(body, hit), JSON.parse(plain.body.toString())),
      ),
    );
  const bytes = ofJson.length === 0 ? plain.body : changedJson();
  const content = effects.reduce<Content>((changed, effect) => effect.content?.(changed) ?? changed, {
    type: JSON_TYPE,
    bytes,
  });
  const kept = Object.entries(plain.headers).filter(([name]) => !BODY_HEADERS.has(name));
  const encoded = encodeResponse(new EncodedContent(content), request.headers);
  const answer = { ...encoded, headers: { ...Object.fromEntries(kept), ...encoded.headers } };
  if (answer.status !== 200) return answer;
  return effects.reduce<HttpResponse>((changed, effect) => effect.promise?.(changed) ?? changed, answer);
}
