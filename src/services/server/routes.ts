import { nearest } from '../../base/text.js';
import { identifier } from '../../model/endpoints/parameter.js';
import type { Endpoint, Service } from '../../model/endpoints/service.js';
import { type ParameterError, ProblemError, problemFor } from './http-messages.js';

/** The longest accepted request target (RFC 9110, 4.1 requires 8,000 octets at least). */
export const MAX_TARGET_LENGTH = 8_192;

/** A name and a value of the query string, decoded. */
export interface QueryPair {
  readonly name: string;
  readonly value: string;
}

export interface RequestTarget {
  /** Decoded, without the trailing slash that is optional everywhere. */
  readonly path: string;
  readonly pairs: readonly QueryPair[];
}

/**
 * Parses a request target.
 *
 * @throws ProblemError 414 for one that is too long, 400 for bad percent-encoding and control characters
 */
export function parseTarget(target: string): RequestTarget {
  if (target.length > MAX_TARGET_LENGTH) {
    throw new ProblemError({
      status: 414,
      detail: `the request target is longer than ${MAX_TARGET_LENGTH} characters`,
    });
  }
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const mark = local.indexOf('?');
  const path = mark < 0 ? local : local.slice(0, mark);
  const query = mark < 0 ? '' : local.slice(mark + 1);
  const faults: ParameterError[] = [];
  // An encoded slash is part of a segment, not a separator.
  const decoded = decode(path.replace(/%2f/gi, '%252F'), 'the path', faults);
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => parsePair(pair, faults));
  if (faults.length > 0) throw problemFor(400, faults);
  return { path: decoded.replace(/\/$/, ''), pairs };
}

function parsePair(pair: string, faults: ParameterError[]): QueryPair {
  const spaced = pair.replaceAll('+', ' ');
  const equals = spaced.indexOf('=');
  const name = decode(equals < 0 ? spaced : spaced.slice(0, equals), 'the name of a parameter', faults);
  return { name, value: equals < 0 ? '' : decode(spaced.slice(equals + 1), name, faults, name) };
}

function decode(raw: string, what: string, faults: ParameterError[], parameter?: string): string {
  const about = parameter === undefined ? {} : { parameter };
  try {
    const text = decodeURIComponent(raw);
    if (/[\p{Cc}\p{Cs}\uFFFD]/u.test(text)) {
      faults.push({ ...about, message: `${what}: has a control character or is not UTF-8` });
    }
    return text;
  } catch {
    faults.push({ ...about, message: `${what}: is not percent-encoded UTF-8` });
    return '';
  }
}

/** The endpoint of a path. */
export interface Route {
  readonly name: string;
  readonly endpoint: Endpoint;
  /** The `{id}` of the path; 0 for paths without one. */
  readonly id: number;
}

/**
 * Finds the endpoint of a path: a literal one first, then one with an `{id}`.
 *
 * @throws ProblemError 404 for a path that no specification lists, 400 for an id that is not a whole number
 */
export function findRoute(service: Service, path: string): Route {
  const endpoints = Object.entries(service.endpoints);
  const literal = endpoints.find(([, endpoint]) => endpoint.path === path);
  if (literal !== undefined) return { name: literal[0], endpoint: literal[1], id: 0 };
  const cut = path.lastIndexOf('/');
  const parent = path.slice(0, cut + 1);
  const last = path.slice(cut + 1);
  const siblings = endpoints.filter(([, endpoint]) => endpoint.path.startsWith(parent));
  const meant = suggestion(
    last,
    parent,
    siblings.map(([, endpoint]) => endpoint.path),
  );
  const byIdentifier = siblings.find(([, endpoint]) => endpoint.path === `${parent}{id}`);
  const id = identifier.read(last);
  // An id beyond the safe integers has no record (wire-format 1).
  const isTooLarge = id !== undefined && !Number.isSafeInteger(id);
  if (byIdentifier === undefined || last === '' || isTooLarge) {
    throw new ProblemError({
      status: 404,
      detail: `there is nothing at ${path.slice(0, 200) || '/'}${meant}`,
    });
  }
  if (id !== undefined) return { name: byIdentifier[0], endpoint: byIdentifier[1], id };
  const message = `id: expected ${identifier.expected}, got '${last.slice(0, 80)}'${meant}`;
  throw problemFor(400, [{ parameter: 'id', value: last, message }]);
}

/** The end of a message: a similar path. */
function suggestion(last: string, parent: string, paths: readonly string[]): string {
  const names = paths.map((path) => path.slice(parent.length)).filter((name) => /^[^/{]+$/.test(name));
  const meant = last.length > 40 ? undefined : nearest(last, names);
  return meant === undefined ? '' : `; did you mean ${parent}${meant}?`;
}
