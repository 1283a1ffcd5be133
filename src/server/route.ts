import { nearest } from '../base/nearest.js';
import { identifier } from '../services/parameter.js';
import type { Endpoint, Service } from '../services/service.js';
import { Refusal, refuse } from './problem.js';

/** Where a path leads. */
export interface Route {
  readonly name: string;
  readonly endpoint: Endpoint;
  /** The `{id}` of the path; 0 for paths without one. */
  readonly id: number;
}

/**
 * Finds the endpoint of a path: a literal one first, then one with an `{id}`.
 *
 * @throws Refusal 404 for a path that no specification lists, 400 for an id that is not a whole number
 */
export function routeTo(service: Service, path: string): Route {
  const endpoints = Object.entries(service.endpoints);
  const literal = endpoints.find(([, endpoint]) => endpoint.path === path);
  if (literal !== undefined) return { name: literal[0], endpoint: literal[1], id: 0 };
  const cut = path.lastIndexOf('/');
  const parent = path.slice(0, cut + 1);
  const last = path.slice(cut + 1);
  const beside = endpoints.filter(([, endpoint]) => endpoint.path.startsWith(parent));
  const meant = suggestion(
    last,
    parent,
    beside.map(([, endpoint]) => endpoint.path),
  );
  const one = beside.find(([, endpoint]) => endpoint.path === `${parent}{id}`);
  const id = identifier.read(last);
  // Ids are kept exact: of one that no number can tell there is no record (wire-format 1).
  const isTooGreat = id !== undefined && !Number.isSafeInteger(id);
  if (one === undefined || last === '' || isTooGreat) {
    throw new Refusal({ status: 404, detail: `there is nothing at ${path.slice(0, 200) || '/'}${meant}` });
  }
  if (id !== undefined) return { name: one[0], endpoint: one[1], id };
  const message = `id: expected ${identifier.expected}, got '${last.slice(0, 80)}'${meant}`;
  throw refuse(400, [{ parameter: 'id', value: last, message }]);
}

/** The path beside the one asked for that was probably meant, as the end of a message. */
function suggestion(last: string, parent: string, paths: readonly string[]): string {
  const names = paths.map((path) => path.slice(parent.length)).filter((name) => /^[^/{]+$/.test(name));
  const meant = last.length > 40 ? undefined : nearest(last, names);
  return meant === undefined ? '' : `; did you mean ${parent}${meant}?`;
}
