import { createHash } from 'node:crypto';
import { nearest } from '../../base/text.js';
import { type Given, misread, type Parameters, type Scalar } from '../../model/endpoints/parameter.js';
import type { Endpoint } from '../../model/endpoints/service.js';
import type { HostedService } from './app.js';
import { type AffectedRequest, COMMON_FAULT_OPTIONS, FAULT_KINDS, type FaultEffect } from './fault-kinds.js';
import { type HttpRequest, type HttpResponse, ProblemError } from './http-messages.js';
import { bodySchemas } from './openapi.js';
import { type Content, EncodedContent, encodeResponse, JSON_TYPE } from './response-bodies.js';
import { findRoute, parseTarget } from './routes.js';

/** A fault that is injected, and when. */
export interface InjectedFault {
  readonly kind: string;
  /** The kind with its value: `status=503`. Faults of different names are independent of each other. */
  readonly name: string;
  readonly effect: FaultEffect;
  /** The share of requests that are affected: 0 to 1. */
  readonly rate: number;
  /** Only requests of this path and of paths below it. */
  readonly path?: string;
  /** Only this number of first requests of each target. */
  readonly times?: number;
}

/** Placeholders of the values of common options. */
const WRITTEN: Readonly<Record<string, string>> = { rate: '0…1', path: 'PREFIX', times: 'N' };

/** A name, and the text after its equals sign, if it has one. */
type Pair = readonly [name: string, value: string | undefined];

/**
 * Parses a fault of the command line: `status=503;rate=0.05`, `slow;delay=2;path=/api/v0.6/cbe`.
 *
 * @throws Error with the reason, and a similar name for an unknown fault or option
 */
export function parseFault(written: string): InjectedFault {
  const pairs = written
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map(pairOf);
  const [name, value] = pairs[0] ?? ['', undefined];
  const kind = Object.hasOwn(FAULT_KINDS, name) ? FAULT_KINDS[name] : undefined;
  if (kind === undefined)
    throw unknown(
      name === '' ? 'fault: nothing given' : `unknown fault '${name}'`,
      name,
      Object.keys(FAULT_KINDS),
    );
  if (value !== undefined && kind.takes[name] === undefined)
    throw new Error(`${name}: takes no value, got '${value}'`);
  if (value === undefined && kind.needsValue) throw new Error(`${name}: needs a value, as in ${kind.form}`);
  const given = read(name, pairs, { ...kind.takes, ...COMMON_FAULT_OPTIONS });
  const { rate = 1, path, times } = given as Given<typeof COMMON_FAULT_OPTIONS>;
  return {
    kind: name,
    name: value === undefined ? name : `${name}=${value}`,
    effect: kind.does(given),
    rate,
    ...(path === undefined ? {} : { path: rooted(path) }),
    ...(times === undefined ? {} : { times }),
  };
}

/** The forms and meanings of all faults, for `--help` and the documentation. */
export function faultTable(): readonly { readonly form: string; readonly meaning: string }[] {
  return [
    ...Object.values(FAULT_KINDS).map(({ form, meaning }) => ({ form, meaning })),
    ...Object.entries(COMMON_FAULT_OPTIONS).map(([name, { meaning }]) => ({
      form: `…;${name}=${WRITTEN[name] ?? ''}`,
      meaning,
    })),
  ];
}

function pairOf(pair: string): Pair {
  const equals = pair.indexOf('=');
  return equals < 0
    ? [pair.toLowerCase(), undefined]
    : [pair.slice(0, equals).trim().toLowerCase(), pair.slice(equals + 1).trim()];
}

function read(kind: string, pairs: readonly Pair[], takes: Parameters): Given<Parameters> {
  const values = new Map<string, Scalar>();
  for (const [name, value] of pairs) {
    if (name === kind && value === undefined) continue;
    const option = Object.hasOwn(takes, name) ? takes[name] : undefined;
    const options = Object.keys(takes).filter((one) => one !== kind);
    if (option === undefined) throw unknown(`${kind}: unknown option '${name}'`, name, options);
    if (values.has(name)) throw new Error(`${kind}: ${name} is given more than once`);
    const parsed = option.type.read(value ?? '');
    if (parsed === undefined) throw new Error(misread(name, option, value ?? ''));
    values.set(name, parsed);
  }
  return Object.fromEntries(values);
}

function unknown(what: string, name: string, known: readonly string[]): Error {
  const meant = name === '' || name.length > 40 ? undefined : nearest(name, known);
  const hint = meant === undefined ? '' : `, did you mean ${meant}?`;
  return new Error(`${what.slice(0, 120)}${hint} (known are ${known.join(', ')})`);
}

/** A path with a slash at the beginning and none at the end. */
function rooted(path: string): string {
  return `/${path.replace(/^\/+|\/+$/g, '')}`;
}

/** A number from 0 to below 1 that depends only on the seed and the words. */
function seededFraction(seed: number, ...words: readonly (string | number)[]): number {
  const hash = createHash('sha256')
    .update(JSON.stringify([seed, ...words]))
    .digest();
  return hash.readUInt32BE() / 2 ** 32;
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
