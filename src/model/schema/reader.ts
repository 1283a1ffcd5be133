import { z } from 'zod';
import { entry } from '../../base/map-entry.js';
import { pointTo } from '../../base/origin.js';
import { faultWords } from './fault-words.js';
import { id, name, text } from './fields.js';
import { normaliserOf } from './normalise.js';
import { PRIVILEGED } from './privileged.js';
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

/** A field that was left out because its value cannot be read; nothing else is left out with it. */
export interface UnreadField {
  /** The list that holds the record of the field, by the path of keys to it; empty for the record itself. */
  readonly piece: string;
  /** The record of the field. */
  readonly record: unknown;
  /** The keys and positions that lead from that record to the field. */
  readonly path: readonly PropertyKey[];
  /** What is wrong, as the end of a sentence about the field. */
  readonly fault: Omit<Fault, 'pointer'>;
}

/** A record that was read, without the pieces and fields that could not, or the reasons why it could not be read. */
export type Reading<R> =
  | {
      readonly ok: true;
      readonly record: R;
      readonly rejects: readonly Reject[];
      readonly unread: readonly UnreadField[];
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
 * then the schema validates it. A detail that the schema refuses is left out ({@link detailAt}).
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
      if (first.success) return { ok: true, record: first.data, rejects: [], unread: [], unknown };
      const lists = new Set(pieces);
      const faults = first.error.issues.flatMap((issue) =>
        pieceAround(issue.path, lists) < 0 ? faultOf(issue, value) : [],
      );
      const { unread, others } = takeOutDetails(schema, value, first.error.issues, lists);
      const rejects = takeOut(value, others, lists);
      const second = rejects.length + unread.length === 0 ? first : schema.safeParse(value);
      if (second.success) return { ok: true, record: second.data, rejects, unread, unknown };
      // Without its details and pieces the record has fewer faults than it was sent with.
      const whole = faults.length > 0 ? faults : second.error.issues.map((issue) => faultOf(issue, value));
      return { ok: false, faults: whole, unknown };
    },
    reread: (raw) => {
      const { value, unknown } = normalised(raw);
      return { ok: true, record: value as z.infer<S>, rejects: [], unread: [], unknown };
    },
  };
}

/** The validating one of {@link readers}. */
export const reader = <S extends z.ZodType>(
  ...kind: Parameters<typeof readers<S>>
): Readers<z.infer<S>>['read'] => readers(...kind).read;

/** @param from the part of the path that leads to the piece that the fault is in */
function faultOf(issue: z.core.$ZodIssue, root: unknown, from = 0): Fault {
  const value = atPath(root, issue.path);
  const { en, ga } = faultWords(issue, value);
  const pointer = pointerOf(issue.path.slice(from));
  return { pointer, message: en, messageGA: ga, ...(value === undefined ? {} : { value }) };
}

/**
 * The field that is left out in place of its record: that of the nearest object with an id, or one entry of its list. Not left out is what a
 * record needs, what holds records or refers to them, what decides what may be published, and a list in place of one value: several values of one
 * key come so.
 *
 * @returns the path to the field; undefined where the record cannot be read without it
 */
function detailAt(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[],
): readonly PropertyKey[] | undefined {
  let found: readonly PropertyKey[] | undefined;
  let outer = schema;
  for (const [at, step] of path.entries()) {
    const holder = unwrapped(outer);
    const inner = schemaAt(holder, step);
    if (inner === undefined) return undefined;
    if (holder instanceof z.ZodObject && Object.values(holder.shape).includes(id))
      found = isDetail(inner, String(step)) ? path.slice(0, at + 1) : undefined;
    outer = inner;
  }
  if (found === undefined) return entryWithoutText(outer, value, path);
  const isEntry = Array.isArray(atPath(value, found)) && path.length > found.length;
  const detail = isEntry ? path.slice(0, found.length + 1) : found;
  return Array.isArray(atPath(value, detail)) ? undefined : detail;
}

/** The entry of a list whose text is missing, such as a name of a place without its wording: it states nothing. */
const entryWithoutText = (
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[],
): readonly PropertyKey[] | undefined =>
  (schema === name || schema === text) && typeof path.at(-2) === 'number' && atPath(value, path) === undefined
    ? path.slice(0, -1)
    : undefined;

const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional ? schema.unwrap() : schema;

/** The schema of an entry of a list, or of a field of an object; undefined where there is none. */
function schemaAt(holder: z.core.$ZodType, step: PropertyKey): z.core.$ZodType | undefined {
  if (holder instanceof z.ZodArray) return holder.element;
  return holder instanceof z.ZodObject ? holder.shape[String(step)] : undefined;
}

/** The names of the fields of an object of a schema; none where the path leads to no object. */
export function fieldsAt(schema: z.core.$ZodType | undefined, path: readonly string[]): string[] {
  if (schema instanceof z.ZodOptional) return fieldsAt(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return fieldsAt(schema.element, path);
  if (!(schema instanceof z.ZodObject)) return [];
  const [step, ...rest] = path;
  return step === undefined ? Object.keys(schema.shape) : fieldsAt(schema.shape[step], rest);
}

const isDetail = (schema: z.core.$ZodType, name: string): boolean =>
  (schema instanceof z.ZodOptional || schema instanceof z.ZodArray) &&
  !(PRIVILEGED as readonly string[]).includes(name) &&
  !holdsRecords(schema);

/** Whether values of a schema hold an object with an id, or refer to one. */
function holdsRecords(schema: z.core.$ZodType): boolean {
  if (schema === id) return true;
  if (schema instanceof z.ZodOptional) return holdsRecords(schema.unwrap());
  if (schema instanceof z.ZodArray) return holdsRecords(schema.element);
  if (!(schema instanceof z.ZodObject)) return false;
  return Object.hasOwn(schema.shape, 'id') || Object.values(schema.shape).some(holdsRecords);
}

/**
 * The faulty entries of lists that need one entry and have only faulty ones, by their pointers: a person needs a name. They are no
 * details, so that the record around is left out, and not all that holds it.
 */
function neededEntries(
  schema: z.core.$ZodType,
  value: unknown,
  details: readonly (readonly PropertyKey[])[],
): ReadonlySet<string> {
  const lists = new Map<string, { readonly list: readonly PropertyKey[]; readonly entries: Set<string> }>();
  for (const path of details) {
    if (typeof path.at(-1) !== 'number') continue;
    const list = path.slice(0, -1);
    const { entries } = entry(lists, pointerOf(list), () => ({
      list,
      entries: new Set<string>(),
    }));
    entries.add(pointerOf(path));
  }
  const needed = [...lists.values()].filter(
    ({ list, entries }) =>
      (atPath(value, list) as readonly unknown[]).length === entries.size && needsEntry(schema, list),
  );
  return new Set(needed.flatMap(({ entries }) => [...entries]));
}

/** Whether the list at a path may not be empty. */
function needsEntry(schema: z.core.$ZodType, path: readonly PropertyKey[]): boolean {
  const list = path.reduce<z.core.$ZodType | undefined>(
    (outer, step) => outer && schemaAt(unwrapped(outer), step),
    schema,
  );
  return list instanceof z.ZodArray && !list.safeParse([]).success;
}

/** Removes the faulty details from a normalised value. The other issues are in none. */
function takeOutDetails(
  schema: z.core.$ZodType,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
  pieces: ReadonlySet<string>,
): { readonly unread: readonly UnreadField[]; readonly others: readonly z.core.$ZodIssue[] } {
  const details = new Map<string, readonly [path: readonly PropertyKey[], field: UnreadField]>();
  const found = issues.map((issue) => [issue, detailAt(schema, value, issue.path)] as const);
  const needed = neededEntries(
    schema,
    value,
    found.flatMap(([, path]) => (path === undefined ? [] : [path])),
  );
  const others: z.core.$ZodIssue[] = [];
  for (const [issue, path] of found) {
    if (path === undefined || needed.has(pointerOf(path))) {
      others.push(issue);
      continue;
    }
    const pointer = pointerOf(path);
    if (details.has(pointer)) continue;
    const end = pieceAround(path, pieces) + 1;
    const from = path.slice(0, end);
    const { pointer: _, ...fault } = faultOf(issue, value);
    details.set(pointer, [
      path,
      { piece: keysOf(from), record: atPath(value, from), path: path.slice(end), fault },
    ]);
  }
  // From the end of each list, so that positions stay valid.
  for (const [path] of [...details.values()].toReversed()) {
    const [holder, last] = [atPath(value, path.slice(0, -1)), path.at(-1) as PropertyKey];
    if (Array.isArray(holder)) holder.splice(Number(last), 1);
    else Reflect.deleteProperty(holder as object, last);
  }
  return { unread: [...details.values()].map(([, field]) => field), others };
}

/** The last step of a path that is the position of a piece; -1 where no piece is around. */
const pieceAround = (path: readonly PropertyKey[], pieces: ReadonlySet<string>): number =>
  path.findLastIndex(
    (step, position) => typeof step === 'number' && pieces.has(keysOf(path.slice(0, position))),
  );

/** The innermost piece around a path. Lists in the place of a piece are what stands several times in the object around. */
function pieceOf(
  value: unknown,
  path: readonly PropertyKey[],
  pieces: ReadonlySet<string>,
): PropertyKey[] | undefined {
  const end = pieceAround(path, pieces);
  if (end < 0) return undefined;
  const piece = path.slice(0, end + 1);
  return Array.isArray(atPath(value, piece)) ? pieceOf(value, path.slice(0, end), pieces) : piece;
}

/** Removes the innermost faulty pieces from a normalised value; faults outside pieces remain. */
function takeOut(value: unknown, issues: readonly z.core.$ZodIssue[], pieces: ReadonlySet<string>): Reject[] {
  const faulty = new Map<string, { piece: string; path: PropertyKey[]; faults: Fault[] }>();
  for (const issue of issues) {
    const path = pieceOf(value, issue.path, pieces);
    if (path === undefined) continue;
    const end = path.length - 1;
    const pointer = pointerOf(path);
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
    value: atPath(value, path),
  }));
  // Innermost first, and from the end of each list, so that positions stay valid.
  const paths = outermost.map(([, { path }]) => path);
  for (const path of paths.sort((a, b) => b.length - a.length || Number(b.at(-1)) - Number(a.at(-1)))) {
    const list = atPath(value, path.slice(0, -1));
    if (Array.isArray(list)) list.splice(Number(path.at(-1)), 1);
  }
  return rejects;
}

const pointerOf = (path: readonly PropertyKey[]): string => pointTo('', ...path.map(String));

/** The keys of a path, without positions: `parts.items`. */
function keysOf(path: readonly PropertyKey[]): string {
  return path.filter((step) => typeof step === 'string').join('.');
}

function atPath(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, step) => (inner as Record<PropertyKey, unknown> | undefined | null)?.[step],
    value,
  );
}
