import { z } from 'zod';
import { pointTo } from '../base/origin.js';

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

/** Turns a value as it came into the spelling the schema expects; reports keys it does not know. */
type Normalise = (value: unknown, path: string, unknown: Set<string>) => unknown;

/** Other spellings of a field, by the name the dictionaries use (wire-format 1). Case never matters. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  geoNameID: ['gazetteerID'],
  ainmID: ['biographyID'],
  viafID: ['authorityID'],
  logainmID: ['placeID', 'countyID'],
  genitive: ['genetive'],
};

/**
 * Makes a reader for one kind of record: everything that wire-format.md 1 says a client accepts is brought
 * to one form first (spelling of keys, absent values, digits as strings, one object for a list and the
 * reverse, clock values without a zone), then the schema judges.
 *
 * @param schema what the dictionary says about the record
 * @param pieces lists of records within the record, by the path of keys to them (`parts.items`): a bad one is
 *   left out, not the whole
 * @returns a function from a parsed JSON value to a {@link Reading}; it never throws
 */
export function reader<S extends z.ZodType>(
  schema: S,
  pieces: readonly string[] = [],
): (raw: unknown) => Reading<z.infer<S>> {
  const normalise = normaliser(schema, new Map());
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

function normaliser(schema: z.core.$ZodType, known: Map<z.core.$ZodType, Normalise>): Normalise {
  const before = known.get(schema);
  if (before !== undefined) return before;
  // Registered before it is made: the tree of topics contains itself.
  let made: Normalise | undefined;
  known.set(schema, (value, path, unknown) => (made ?? keep)(value, path, unknown));
  made = makeNormaliser(schema, known);
  known.set(schema, made);
  return made;
}

function makeNormaliser(schema: z.core.$ZodType, known: Map<z.core.$ZodType, Normalise>): Normalise {
  if (schema instanceof z.ZodOptional) return normaliser(schema.unwrap(), known);
  if (schema instanceof z.ZodObject) return objectNormaliser(schema, known);
  if (schema instanceof z.ZodArray) return listNormaliser(normaliser(schema.element, known));
  if (schema instanceof z.ZodNumber) return scalar(toNumber);
  if (schema instanceof z.ZodBoolean) return scalar(toBoolean);
  if (schema instanceof z.ZodISODateTime) return scalar(toUtc);
  if (schema instanceof z.ZodString) return scalar(toText);
  return keep;
}

const keep: Normalise = (value) => value;

/** Absent, `null`, `""` and white space alike: no value. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function objectNormaliser(schema: z.ZodObject, known: Map<z.core.$ZodType, Normalise>): Normalise {
  const spellings = new Map<string, string>();
  for (const field of Object.keys(schema.shape)) {
    for (const alias of ALIASES[field] ?? []) spellings.set(alias.toLowerCase(), field);
  }
  const fields = new Map<string, Normalise>();
  const lists: string[] = [];
  for (const [field, value] of Object.entries(schema.shape)) {
    spellings.set(field.toLowerCase(), field);
    fields.set(field, normaliser(value, known));
    if (value instanceof z.ZodArray) lists.push(field);
  }
  return (value, path, unknown) => {
    const one = Array.isArray(value) && value.length <= 1 ? value[0] : value;
    if (isNothing(one)) return undefined;
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    const record: Record<string, unknown> = {};
    for (const [key, entry] of Object.entries(one)) {
      const field = fields.has(key) ? key : spellings.get(key.toLowerCase());
      if (field === undefined) unknown.add(`${path}${key}`);
      else record[field] ??= fields.get(field)?.(entry, `${path}${field}.`, unknown);
    }
    for (const list of lists) record[list] ??= [];
    return record;
  };
}

function listNormaliser(entry: Normalise): Normalise {
  return (value, path, unknown) => {
    if (isNothing(value)) return [];
    const entries = Array.isArray(value) ? value : [value];
    return entries.map((one) => entry(one, path, unknown)).filter((one) => one !== undefined);
  };
}

function scalar(convert: (value: unknown) => unknown): Normalise {
  return (value) => {
    const one = Array.isArray(value) && value.length <= 1 ? value[0] : value;
    return isNothing(one) ? undefined : convert(one);
  };
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
}

function toBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : value;
}

function toText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** Clock values without a zone are UTC; trailing zeros of the fraction are trimmed (wire-format 1). */
function toUtc(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const trimmed = value.trim();
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,7}))?Z?$/.exec(trimmed);
  if (parts === null) return trimmed;
  const fraction = (parts[2] ?? '').replace(/0+$/, '');
  return `${parts[1]}${fraction === '' ? '' : `.${fraction}`}Z`;
}
