import { nearest } from '../../base/text.js';
import {
  type Given,
  misread,
  type Parameter,
  type Parameters,
  type Scalar,
} from '../../model/endpoints/parameter.js';
import { type Endpoint, KEY_PARAMETER } from '../../model/endpoints/service.js';
import { type AccessLevel, isKeyParameter } from './keys.js';
import { type ParameterError, problemFor } from './problems.js';
import type { QueryPair } from './request-target.js';

/** A parameter with its name and one of its spellings. */
interface SpelledParameter {
  readonly name: string;
  readonly spelling: string;
  readonly parameter: Parameter;
}

/**
 * Reads the query of a request by the endpoint's table: names in any letter case and spelling, values by their types, then
 * required filters and parameters that need others (wire-format 2).
 *
 * @throws ProblemError with every error at once: 403 when a public key gives a privileged parameter, else 400
 */
export function readParameters(
  endpoint: Endpoint,
  rights: AccessLevel,
  pairs: readonly QueryPair[],
): Given<Parameters> {
  const known = spellings(endpoint);
  const accepted = [...known.values()]
    .filter(({ parameter }) => rights === 'privileged' || parameter.privileged === undefined)
    .map(({ spelling }) => spelling);
  const faults: ParameterError[] = [];
  const times = new Map<string, number>();
  const sent = new Map<string, string>();
  const values = new Map<string, Scalar>();
  let forbidden = false;
  let unknown = false;
  for (const { name, value } of pairs) {
    const one = known.get(name.toLowerCase());
    const proper = one?.name ?? (isKeyParameter(name) ? KEY_PARAMETER : name);
    times.set(proper, (times.get(proper) ?? 0) + 1);
    const isTwice = times.get(proper) === 2;
    const twice = { parameter: proper, message: `${proper}: given more than once` };
    // The value of a key is not repeated.
    if (isTwice) faults.push(isKeyParameter(name) ? twice : { ...twice, value });
    if (isKeyParameter(name)) continue;
    sent.set(proper, value);
    if (one === undefined) {
      unknown = true;
      faults.push({ parameter: name, value, message: misnamed(name, endpoint, accepted) });
    } else if (rights === 'public' && one.parameter.privileged) {
      forbidden = true;
      faults.push({ parameter: one.spelling, value, message: `${one.spelling}: needs a privileged key` });
    } else {
      const read = one.parameter.type.read(value);
      if (read !== undefined) values.set(proper, read);
      else
        faults.push({ parameter: one.spelling, value, message: misread(one.spelling, one.parameter, value) });
    }
  }
  faults.push(...missingParameters(endpoint, sent));
  if (faults.length > 0) throw problemFor(forbidden ? 403 : 400, faults, unknown ? accepted : undefined);
  return Object.fromEntries(values);
}

/** Whether an endpoint takes a parameter of this name, in any letter case and either spelling. */
export function isKnownParameter(name: string, endpoint: Endpoint): boolean {
  return isKeyParameter(name) || spellings(endpoint).has(name.toLowerCase());
}

/** Every accepted spelling of every parameter, by its lower-case form. */
function spellings(endpoint: Endpoint): Map<string, SpelledParameter> {
  return new Map(
    Object.entries(endpoint.parameters).flatMap(([name, parameter]) =>
      [name, ...(parameter.aliases ?? [])].map((spelling) => [
        spelling.toLowerCase(),
        { name, spelling, parameter },
      ]),
    ),
  );
}

function misnamed(name: string, endpoint: Endpoint, accepted: readonly string[]): string {
  const shown = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  if (accepted.length === 0) return `${shown}: unknown, ${endpoint.path} takes no parameters`;
  const meant = name.length > 40 ? undefined : nearest(name, [...accepted, KEY_PARAMETER]);
  return `${shown}: unknown parameter${meant === undefined ? '' : `, did you mean ${meant}?`}`;
}

/** Required filters that are missing, and parameters given without those they need. */
function missingParameters(endpoint: Endpoint, given: ReadonlyMap<string, string>): ParameterError[] {
  const faults: ParameterError[] = [];
  const isSatisfied = endpoint.required.some((names) => names.every((name) => given.has(name)));
  if (endpoint.required.length > 0 && !isSatisfied) {
    const wanted = endpoint.required.map((names) => names.join(' with ')).join(', ');
    faults.push({ parameter: wanted, message: `a filter is required: at least one of ${wanted}` });
  }
  for (const [name, others] of Object.entries(endpoint.needs ?? {})) {
    const missing = others.filter((other) => !given.has(other));
    const value = given.get(name);
    if (value === undefined || missing.length === 0) continue;
    faults.push({ parameter: name, value, message: `${name}: must be used with ${missing.join(' and ')}` });
  }
  return faults;
}
