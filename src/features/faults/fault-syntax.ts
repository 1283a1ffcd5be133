import { nearest } from '../../base/text.js';
import { type Given, misread, type Parameters, type Scalar } from '../../model/endpoints/parameter.js';
import { COMMON_FAULT_OPTIONS, FAULT_KINDS, type FaultEffect } from './fault-kinds.js';

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
