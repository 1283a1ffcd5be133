import { createHash } from 'node:crypto';
import { FolkloreError } from '../../base/errors.js';
import type { BodyShape } from '../../model/endpoints/service.js';
import type { ServiceMiddleware } from '../../services/server/app.js';
import type { Dialect } from '../../services/server/dialect.js';
import {
  type Content,
  EncodedContent,
  encodeResponse,
  JSON_TYPE,
  type RequestHeader,
} from '../../services/server/response-bodies.js';
import { type AffectedRequest, FAULT_KINDS, type FaultEffect } from './fault-kinds.js';
import type { InjectedFault } from './fault-syntax.js';

/** A number from 0 to below 1 that depends only on the seed and the words. */
function seededFraction(seed: number, ...words: readonly (string | number)[]): number {
  const hash = createHash('sha256')
    .update(JSON.stringify([seed, ...words]))
    .digest();
  return hash.readUInt32BE() / 2 ** 32;
}

/** The faults and what they depend on. */
interface FaultInjection {
  readonly faults: readonly InjectedFault[];
  readonly seed: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * The middleware of faults, made anew for each service: it counts requests.
 *
 * @returns undefined without faults
 * @throws FolkloreError CONFIG_INVALID for a fault that the dialect of the services makes without effect
 */
export function faultMiddleware({
  dialect,
  ...injection
}: FaultInjection & { readonly dialect: Dialect }): (() => ServiceMiddleware) | undefined {
  const { faults } = injection;
  if (faults.length === 0) return undefined;
  if (dialect === 'v1.1' && faults.some((fault) => fault.kind === 'gender'))
    throw new FolkloreError(
      'CONFIG_INVALID',
      'The fault gender=english would translate what dialect v1.1 has translated already.',
      { hint: 'Leave one of them out.' },
    );
  return () => injectFaults(injection);
}

/**
 * Injects faults into answers. Which requests are affected depends on the seed, the request target and the number of
 * earlier requests with that target, not on time or other requests.
 */
export function injectFaults({ faults, seed, now }: FaultInjection): ServiceMiddleware {
  const order = Object.keys(FAULT_KINDS);
  const sorted = [...faults].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const times = new Map<string, number>();
  return async (c, next) => {
    const target = c.env.target.raw;
    const nth = (times.get(target) ?? 0) + 1;
    times.set(target, nth);
    const effects = sorted
      .filter(
        (fault) => isAbout(fault, target, nth) && seededFraction(seed, fault.name, target, nth) < fault.rate,
      )
      .map(({ effect }) => effect);
    const isOfBody = effects.some(({ json, content, headers }) => json ?? content ?? headers);
    c.set('plain', isOfBody);
    await next();
    const random = () => seededFraction(seed, 'which', target, nth);
    const hit: AffectedRequest = { endpoint: c.get('endpoint')?.[1], random, now };
    let answer = c.res;
    if (isOfBody && answer.status === 200) {
      answer = await faultyBody(answer, (name) => c.req.header(name), effects, hit);
    }
    for (const { instead } of effects) answer = instead?.(hit) ?? answer;
    const deliveries = effects.flatMap(({ delivery }) => delivery ?? []);
    if (deliveries.length > 0) c.env.delivery = Object.assign({}, ...deliveries);
    if (answer === c.res) return;
    // Hono would keep the headers of the other answer.
    c.res = undefined;
    c.res = answer;
  };
}

function isAbout({ path, times }: InjectedFault, target: string, nth: number): boolean {
  if (times !== undefined && nth > times) return false;
  if (path === undefined || path === '/') return true;
  const requested = target.replace(/[?#].*$/s, '');
  return requested === path || requested.startsWith(`${path}/`);
}

/** Bodies that no fault changes. */
const SPARED: ReadonlySet<BodyShape | undefined> = new Set(['metadata', 'description', undefined]);

/** A 200 with a changed body, from one without encoding and conditions. */
async function faultyBody(
  plain: Response,
  header: RequestHeader,
  effects: readonly FaultEffect[],
  hit: AffectedRequest,
): Promise<Response> {
  const ofBody = SPARED.has(hit.endpoint?.body) ? [] : effects;
  const ofJson = ofBody.flatMap(({ json }) => json ?? []);
  const sent = Buffer.from(await plain.arrayBuffer());
  const changedJson = () =>
    JSON.stringify(ofJson.reduce<unknown>((body, change) => change(body, hit), JSON.parse(sent.toString())));
  const bytes = ofJson.length === 0 ? sent : Buffer.from(changedJson());
  const content = ofBody.reduce<Content>((changed, effect) => effect.content?.(changed) ?? changed, {
    type: JSON_TYPE,
    bytes,
  });
  const answer = encodeResponse(new EncodedContent(content), header);
  if (answer.status === 200) for (const { headers } of ofBody) headers?.(answer.headers);
  return answer;
}
