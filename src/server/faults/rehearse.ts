import type { Endpoint } from '../../services/service.js';
import type { HostedService } from '../answer.js';
import type { Answer, Request } from '../exchange.js';
import { schemasFor } from '../openapi/bodies.js';
import { Refusal } from '../problem.js';
import { type Content, encode, JSON_TYPE, Packed } from '../represent.js';
import { routeTo } from '../route.js';
import { parseTarget } from '../target.js';
import { chance } from './chance.js';
import type { Fault, Hit } from './fault.js';
import { KINDS } from './kinds.js';

/** A function from request to answer. */
export type Respond = (hosted: HostedService, request: Request) => Answer;

/** What faults are rehearsed by. */
export interface Rehearsal {
  readonly faults: readonly Fault[];
  readonly seed: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Headers that describe one body and so do not go with another. */
const OF_THE_BODY = new Set(['content-type', 'content-length', 'content-encoding', 'etag']);

/**
 * Lets things go wrong as asked. Which requests are hit depends on the seed, the request target and the
 * how-manieth time that target is asked for; not on time, nor on the order of other requests.
 */
export function rehearsing(respond: Respond, { faults, seed, now }: Rehearsal): Respond {
  const order = Object.keys(KINDS);
  const sorted = [...faults].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const times = new Map<string, number>();
  const described = new Map<HostedService, ReturnType<typeof schemasFor>>();
  const schemasOf = (hosted: HostedService) => {
    const schemas = described.get(hosted) ?? schemasFor(Object.values(hosted.service.endpoints));
    described.set(hosted, schemas);
    return schemas;
  };
  return (hosted, request) => {
    const { target } = request;
    const nth = (times.get(target) ?? 0) + 1;
    times.set(target, nth);
    const hits = sorted.filter(
      (fault) => isAbout(fault, target, nth) && chance(seed, fault.name, target, nth) < fault.rate,
    );
    if (hits.length === 0) return respond(hosted, request);
    const hit: Hit = {
      endpoint: endpointOf(hosted, target),
      schemas: () => schemasOf(hosted),
      draw: () => chance(seed, 'which', target, nth),
      now,
    };
    return spoilt(respond, hosted, request, hits, hit);
  };
}

function isAbout({ path, times }: Fault, target: string, nth: number): boolean {
  if (times !== undefined && nth > times) return false;
  if (path === undefined || path === '/') return true;
  const asked = target.replace(/[?#].*$/s, '');
  return asked === path || asked.startsWith(`${path}/`);
}

function endpointOf({ service }: HostedService, target: string): Endpoint | undefined {
  try {
    return routeTo(service, parseTarget(target).path).endpoint;
  } catch (thrown) {
    if (thrown instanceof Refusal) return undefined;
    throw thrown;
  }
}

function spoilt(
  respond: Respond,
  hosted: HostedService,
  request: Request,
  hits: readonly Fault[],
  hit: Hit,
): Answer {
  const effects = hits.map((fault) => fault.effect);
  const ofBodies = effects.filter(({ json, content, promise }) => json ?? content ?? promise);
  const body = ofBodies.length === 0 ? undefined : plainBody(respond, hosted, request, hit);
  const whole = body === undefined ? respond(hosted, request) : spoiltBody(body, request, ofBodies, hit);
  const answer = effects.reduce((one, effect) => effect.answer?.(one, hit) ?? one, whole);
  return request.method === 'HEAD' ? { ...answer, body: Buffer.alloc(0) } : answer;
}

/** The 200 as it would be without coding and conditions, or undefined where faults of bodies spare the answer. */
function plainBody(
  respond: Respond,
  hosted: HostedService,
  request: Request,
  { endpoint }: Hit,
): Answer | undefined {
  const spared = endpoint === undefined || endpoint.body === 'metadata' || endpoint.body === 'description';
  if (spared || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
  const { 'accept-encoding': _coding, 'if-none-match': _condition, ...headers } = request.headers;
  const answer = respond(hosted, { ...request, method: 'GET', headers });
  return answer.status === 200 ? answer : undefined;
}

function spoiltBody(plain: Answer, request: Request, effects: readonly Fault['effect'][], hit: Hit): Answer {
  const ofJson = effects.flatMap(({ json }) => json ?? []);
  const spoiltJson = () =>
    Buffer.from(
      JSON.stringify(
        ofJson.reduce<unknown>((body, change) => change(body, hit), JSON.parse(plain.body.toString())),
      ),
    );
  const bytes = ofJson.length === 0 ? plain.body : spoiltJson();
  const content = effects.reduce<Content>((one, effect) => effect.content?.(one) ?? one, {
    type: JSON_TYPE,
    bytes,
  });
  const kept = Object.entries(plain.headers).filter(([name]) => !OF_THE_BODY.has(name));
  const encoded = encode(new Packed(content), request.headers);
  const answer = { ...encoded, headers: { ...Object.fromEntries(kept), ...encoded.headers } };
  if (answer.status !== 200) return answer;
  return effects.reduce<Answer>((one, effect) => effect.promise?.(one) ?? one, answer);
}
