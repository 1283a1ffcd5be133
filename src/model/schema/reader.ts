import type { z } from 'zod';
import { pointTo } from '../../base/origin.js';
import { faultWords } from './fault-words.js';
import { normaliserOf } from './normalise.js';
import type { TextMode } from './scalars.js';

/** Why a record cannot be read. */
export interface Fault {
  /** JSON pointer into the record. */
  readonly pointer: string;
  /** What is wrong, as the end of a sentence about the field: `is missing`. */
  readonly message: string;
  readonly messageGA: string;
  /** The value of the field; undefined where it has none. */
  readonly value?: unknown;
}

/** A record in a list of a record that could not be read and was left out. */
export interface Reject {
  /** The list, by the path of keys to it: `parts.items`. */
  readonly piece: string;
  /** JSON pointer into the record. */
  readonly pointer: string;
  readonly faults: readonly Fault[];
  /** As it was sent, keys respelt. */
  readonly value: unknown;
}

/** A record that was read, without the pieces that could not, or the reasons why it could not be read. */
export type Reading<R> =
  | {
      readonly ok: true;
      readonly record: R;
      readonly rejects: readonly Reject[];
      /** Keys that the schema does not have, by their paths: `parts.items.colour`. */
      readonly unknown: readonly string[];
    }
  | { readonly ok: false; readonly faults: readonly Fault[]; readonly unknown: readonly string[] };

/** Two ways to read a parsed JSON value as a record. Neither throws. */
interface Readers<R> {
  readonly read: (raw: unknown) => Reading<R>;
  /** For a value that `read` has read whole: it is not validated again. Schemas return an equal value. */
  readonly reread: (raw: unknown) => Extract<Reading<R>, { ok: true }>;
}

/**
 * Makes the readers for one kind of record. They first bring everything that wire-format.md 1 lets a client accept to one form
 * (spelling of keys, absent values, digits as strings, one object for a list and the reverse, clock values without a zone);
 * then the schema validates it.
 *
 * @param pieces lists of records in the record, by the path of keys to them (`parts.items`): an unreadable one is left out, not
 *   the whole record
 * @param texts whether texts are cleaned: only here
 */
export function readers<S extends z.ZodType>(
  schema: S,
  pieces: readonly string[] = [],
  texts: TextMode = 'as sent',
): Readers<z.infer<S>> {
  const normalise = normaliserOf(schema, texts);
  const normalised = (raw: unknown): { readonly value: unknown; readonly unknown: readonly string[] } => {
    const notes: string[] = [];
    const value = normalise(raw, notes);
    return { value, unknown: notes.length === 0 ? notes : [...new Set(notes)].sort() };
  };
  return {
    read: (raw) => {
      const { value, unknown } = normalised(raw);
      const first = schema.safeParse(value);
      if (first.success) return { ok: true, record: first.data, rejects: [], unknown };
      const rejects = takeOut(value, first.error.issues, new Set(pieces));
      const second = rejects.length === 0 ? first : schema.safeParse(value);
      if (second.success) return { ok: true, record: second.data, rejects, unknown };
      return { ok: false, faults: second.error.issues.map((issue) => faultOf(issue, value)), unknown };
    },
    reread: (raw) => {
      const { value, unknown } = normalised(raw);
      return { ok: true, record: value as z.infer<S>, rejects: [], unknown };
    },
  };
}

/** The validating one of {@link readers}. */
export const reader = <S extends z.ZodType>(
  ...kind: Parameters<typeof readers<S>>
): Readers<z.infer<S>>['read'] => readers(...kind).read;

/** @param from the part of the path that leads to the piece that the fault is in */
function faultOf(issue: z.core.$ZodIssue, root: unknown, from = 0): Fault {
  const value = at(root, issue.path);
  const { en, ga } = faultWords(issue, value);
  const pointer = pointTo('', ...issue.path.slice(from).map(String));
  return { pointer, message: en, messageGA: ga, ...(value === undefined ? {} : { value }) };
}

/** Removes the innermost faulty pieces from a normalised value; faults outside pieces remain. */
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
    found.faults.push(faultOf(issue, value, end + 1));
    faulty.set(pointer, found);
  }
  // A piece in a rejected piece is rejected with it.
  const outermost = [...faulty].filter(
    ([pointer]) => ![...faulty.keys()].some((other) => pointer.startsWith(`${other}/`)),
  );
  const rejects = outermost.map(([pointer, { piece, path, faults }]) => ({
    piece,
    pointer,
    faults,
    value: at(value, path),
  }));
  // Innermost first, and from the end of each list, so that positions stay valid.
  const paths = outermost.map(([, { path }]) => path);
  for (const path of paths.sort((a, b) => b.length - a.length || Number(b.at(-1)) - Number(a.at(-1)))) {
    const list = at(value, path.slice(0, -1));
    if (Array.isArray(list)) list.splice(Number(path.at(-1)), 1);
  }
  return rejects;
}

/** The keys of a path, without positions: `parts.items`. */
function keysOf(path: readonly PropertyKey[]): string {
  return path.filter((step) => typeof step === 'string').join('.');
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, step) => (inner as Record<PropertyKey, unknown> | undefined | null)?.[step],
    value,
  );
}
