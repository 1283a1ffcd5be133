import { createHash } from 'node:crypto';
import { nearest } from '../../base/text.js';
import { type Given, misread, type Parameters, type Scalar } from '../../model/endpoints/parameter.js';
import type { BodyShape } from '../../model/endpoints/service.js';
import type { ServiceMiddleware } from './app.js';
import { type AffectedRequest, COMMON_FAULT_OPTIONS, FAULT_KINDS, type FaultEffect } from './fault-kinds.js';
import {
  type Content,
  EncodedContent,
  encodeResponse,
  JSON_TYPE,
  type RequestHeader,
} from './response-bodies.js';

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

/** The faults and what they depend on. */
export interface FaultInjection {
  readonly faults: readonly InjectedFault[];
  readonly seed: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
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
