import type { z } from 'zod';
import { pointTo } from '../base/origin.js';
import { normaliserOf } from './normalise.js';
import type { Texts } from './scalars.js';

/** What is wrong with a record that cannot be read: where in it, and what was expected. */
export interface Fault {
  /** JSON pointer into the record. */
  readonly pointer: string;
  readonly message: string;
}

/** A part of a record that could not be read and was left out, so that the rest could be. */
export interface Reject {
  /** The list it stood in, by the path of keys to it: `parts.items`. */
  readonly piece: string;
  /** JSON pointer into the record. */
  readonly pointer: string;
  readonly faults: readonly Fault[];
  /** As it came, keys respelt. */
  readonly value: unknown;
}

/**
 * A record read, with the pieces that had to be left out, or the reasons why it could not be. `unknown` lists
 * the keys no dictionary knows.
 */
export type Reading<R> =
  | {
      readonly ok: true;
      readonly record: R;
      readonly rejects: readonly Reject[];
      readonly unknown: readonly string[];
    }
  | { readonly ok: false; readonly faults: readonly Fault[]; readonly unknown: readonly string[] };

/**
 * Makes a reader for one kind of record: everything that wire-format.md 1 says a client accepts is brought
 * to one form first (spelling of keys, absent values, digits as strings, one object for a list and the
 * reverse, clock values without a zone), then the schema judges.
 *
 * @param schema what the dictionary says about the record
 * @param pieces lists of records within the record, by the path of keys to them (`parts.items`): a bad one is
 *   left out, not the whole
 * @param texts whether texts are cleaned: here, and nowhere else
 * @returns a function from a parsed JSON value to a {@link Reading}; it never throws
 */
export function reader<S extends z.ZodType>(
  schema: S,
  pieces: readonly string[] = [],
  texts: Texts = 'as sent',
): (raw: unknown) => Reading<z.infer<S>> {
  const normalise = normaliserOf(schema, texts);
  return (raw) => {
    const unknown = new Set<string>();
    const value = normalise(raw, '', unknown);
    const first = schema.safeParse(value);
    const keys = [...unknown].sort();
    if (first.success) return { ok: true, record: first.data, rejects: [], unknown: keys };
    const rejects = takeOut(value, first.error.issues, new Set(pieces));
    const second = rejects.length === 0 ? first : schema.safeParse(value);
    if (second.success) return { ok: true, record: second.data, rejects, unknown: keys };
    return { ok: false, faults: second.error.issues.map(faultOf), unknown: keys };
  };
}

/** The two readers of one kind of record. */
export interface Readers<R> {
  /** Reads a record as it was sent. */
  readonly read: (raw: unknown) => Reading<R>;
  /** Reads a record with its texts as the plain text that they stand for. */
  readonly readPlain: (raw: unknown) => Reading<R>;
}

/** Makes both readers for one kind of record: see {@link reader}. */
export const readers = <S extends z.ZodType>(
  schema: S,
  pieces: readonly string[] = [],
): Readers<z.infer<S>> => ({
  read: reader(schema, pieces),
  readPlain: reader(schema, pieces, 'plain'),
});

function faultOf(issue: z.core.$ZodIssue): Fault {
  return { pointer: pointTo('', ...issue.path.map(String)), message: issue.message };
}

/** Takes the innermost faulty pieces out of a normalised value; faults outside any piece stay. */
function takeOut(value: unknown, issues: readonly z.core.$ZodIssue[], pieces: ReadonlySet<string>): Reject[] {
  const faulty = new Map<string, { piece: string; path: PropertyKey[]; faults: Fault[] }>();
  for (const issue of issues) {
    const end = issue.path.findLastIndex(
      (step, position) => typeof step === 'number' && pieces.has(keysOf(issue.path.slice(0, position))),
    );
    if (end < 0) continue;
    const path = issue.path.slice(0, end + 1);
    const pointer = pointTo('', ...path.map(String));
    const found = faulty.get(pointer) ?? { piece: keysOf(path), path, faults: [] };
    found.faults.push({
      pointer: pointTo('', ...issue.path.slice(end + 1).map(String)),
      message: issue.message,
    });
    faulty.set(pointer, found);
  }
  // A piece within a piece that goes goes with it.
  const outermost = [...faulty].filter(
    ([pointer]) => ![...faulty.keys()].some((other) => pointer.startsWith(`${other}/`)),
  );
  const rejects = outermost.map(([pointer, { piece, path, faults }]) => ({
    piece,
    pointer,
    faults,
    value: at(value, path),
  }));
  // The innermost first, and from the last to the first of a list: so positions stay true while entries go.
  const paths = outermost.map(([, { path }]) => path);
  for (const path of paths.sort((a, b) => b.length - a.length || Number(b.at(-1)) - Number(a.at(-1)))) {
    const list = at(value, path.slice(0, -1));
    if (Array.isArray(list)) list.splice(Number(path.at(-1)), 1);
  }
  return rejects;
}

/** The keys on a path, without the positions: `parts.items`. */
function keysOf(path: readonly PropertyKey[]): string {
  return path.filter((step) => typeof step === 'string').join('.');
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown>)[step], value);
}
