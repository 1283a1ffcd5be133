import { z } from 'zod';
import { isNothing } from '../../base/json.js';
import { entry } from '../../base/map-entry.js';
import { personName } from './archive/person.js';
import { ACCESS_FIELDS, isOddName, isOddValue, OddSpelling, privilegedField } from './privileged.js';
import { type Convert, convertOf, type TextMode } from './scalars.js';

/** Brings a value to the form that the schema expects, and adds unknown keys, by their paths from the value, to the list. */
type Normalise = (value: unknown, unknown: string[]) => unknown;

/** Other spellings of fields (wire-format 1). Keys are case-insensitive. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ['geoNameID', ['gazetteerID']],
  ['ainmID', ['biographyID']],
  ['viafID', ['authorityID']],
  ['logainmID', ['placeID', 'countyID']],
  ['genitive', ['genetive']],
]);

/**
 * Makes the function that brings a value to the form of the schema: spelling of keys, absent values, digits as strings, one
 * object for a list and the reverse, clock values without a zone (wire-format 1).
 */
export const normaliserOf = (schema: z.core.$ZodType, texts: TextMode): Normalise =>
  normaliser(schema, texts, new Map());

function normaliser(
  schema: z.core.$ZodType,
  texts: TextMode,
  known: Map<z.core.$ZodType, Normalise>,
): Normalise {
  const before = known.get(schema);
  if (before !== undefined) return before;
  // Registered first, because the tree of topics contains itself.
  let made: Normalise | undefined;
  known.set(schema, (value, unknown) => (made ?? keep)(value, unknown));
  made = makeNormaliser(schema, texts, known);
  known.set(schema, made);
  return made;
}

function makeNormaliser(
  schema: z.core.$ZodType,
  texts: TextMode,
  known: Map<z.core.$ZodType, Normalise>,
): Normalise {
  const inner = (one: z.core.$ZodType) => normaliser(one, texts, known);
  if (schema instanceof z.ZodOptional) return inner(schema.unwrap());
  if (schema instanceof z.ZodObject) return objectNormaliser(schema, inner, texts);
  if (schema instanceof z.ZodArray) return listNormaliser(inner(schema.element));
  const convert = convertOf(schema, texts);
  return convert === undefined ? keep : scalar(convert);
}

/** A placeholder in every configuration, because it has no letters. */
const NO_NAME = '—';

const keep: Normalise = (value) => value;

/** A field of an object. */
interface Field {
  readonly name: string;
  readonly normalise: Normalise;
  /** What the field is without a value; by default nothing. */
  readonly empty?: () => unknown;
}

/** What the keys of an object stand for. */
interface Layout {
  readonly keys: readonly string[];
  /** Fields with their keys, in the order of the schema, as the schema itself returns them. */
  readonly fields: readonly (readonly [field: Field, keys: readonly Key[]])[];
  readonly unknown: readonly string[];
}

/** A key of an object, and how its value is read. */
type Key = readonly [key: string, normalise: Normalise];

/** Layouts that are kept: records of a kind have few. */
const MOST_LAYOUTS = 256;

function objectNormaliser(
  schema: z.ZodObject,
  inner: (one: z.core.$ZodType) => Normalise,
  texts: TextMode,
): Normalise {
  const fields = fieldsOf(schema, inner, texts);
  const spellings = spellingsOf(fields);
  const layouts = new Map<string, Layout>();
  let last: Layout | undefined;
  const layoutOf = (keys: readonly string[]): Layout => {
    if (last !== undefined && isSameList(last.keys, keys)) return last;
    const text = keys.join();
    const known = layouts.get(text);
    if (known !== undefined && isSameList(known.keys, keys)) {
      last = known;
      return known;
    }
    last = makeLayout(keys, fields, spellings);
    if (layouts.size < MOST_LAYOUTS) layouts.set(text, last);
    return last;
  };
  return (value, unknown) => {
    const one = Array.isArray(value) && value.length <= 1 ? value[0] : value;
    if (isNothing(one)) return undefined;
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    const layout = layoutOf(Object.keys(one));
    for (const key of layout.unknown) unknown.push(key);
    const record: Record<string, unknown> = {};
    for (const [{ name, empty }, keys] of layout.fields) {
      const since = unknown.length;
      let normal: unknown;
      for (let at = 0; at < keys.length; at += 1) {
        const [key, normalise] = keys[at] as Key;
        const next = normalise((one as Record<string, unknown>)[key], unknown);
        normal = at === 0 ? next : firstOf(name, normal, next);
      }
      for (let at = since; at < unknown.length; at += 1) unknown[at] = `${name}.${unknown[at]}`;
      record[name] = normal ?? empty?.();
    }
    return record;
  };
}

/**
 * The fields of a schema. A list without a value is empty. A name whose text is missing, or nothing but markup, is that of an
 * unnamed person.
 */
const fieldsOf = (
  schema: z.ZodObject,
  inner: (one: z.core.$ZodType) => Normalise,
  texts: TextMode,
): readonly Field[] =>
  Object.entries(schema.shape).map(([name, value]) => {
    const field = { name, normalise: ACCESS_FIELDS.has(name) ? asWritten(inner(value)) : inner(value) };
    if (value instanceof z.ZodArray) return { ...field, empty: () => [] };
    const isName = (schema as z.ZodType) === personName && name === 'fullName' && texts === 'plain';
    return isName ? { ...field, empty: () => NO_NAME } : field;
  });

/** What decides about access counts as the specification writes it, and in no other spelling (wire-format 1). */
const asWritten =
  (normalise: Normalise): Normalise =>
  (value, unknown) =>
    isOddValue(value) ? new OddSpelling(value) : normalise(value, unknown);

const odd: Normalise = (value) => new OddSpelling(value);

/** Spelling in lower case → field. A field's own name takes precedence over another's alias. */
function spellingsOf(fields: readonly Field[]): ReadonlyMap<string, Field> {
  const spellings = new Map<string, Field>();
  for (const field of fields) {
    for (const alias of ALIASES.get(field.name) ?? []) spellings.set(alias.toLowerCase(), field);
  }
  for (const field of fields) spellings.set(field.name.toLowerCase(), field);
  return spellings;
}

function makeLayout(
  keys: readonly string[],
  fields: readonly Field[],
  spellings: ReadonlyMap<string, Field>,
): Layout {
  const sent = new Map<Field, Key[]>();
  const unknown: string[] = [];
  for (const key of keys) {
    const isOdd = isOddName(key);
    const field = spellings.get(((isOdd && privilegedField(key)) || key).toLowerCase());
    if (field === undefined) unknown.push(key);
    else entry(sent, field, (): Key[] => []).push([key, isOdd ? odd : field.normalise]);
  }
  const found = fields.map((field) => [field, sent.get(field) ?? []] as const);
  return {
    keys,
    fields: found.filter(([{ empty }, those]) => those.length > 0 || empty !== undefined),
    unknown,
  };
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

/**
 * Of two spellings of one field the first counts. Different values of an access field are both kept, so that validation
 * fails.
 */
const firstOf = (field: string, first: unknown, next: unknown): unknown =>
  ACCESS_FIELDS.has(field) && first !== next ? [first, next] : (first ?? next);

function listNormaliser(inner: Normalise): Normalise {
  return (value, unknown) => {
    if (isNothing(value)) return [];
    const entries = Array.isArray(value) ? value : [value];
    return entries.map((one) => inner(one, unknown)).filter((one) => one !== undefined);
  };
}

function scalar(convert: Convert): Normalise {
  return (value) => {
    const one = Array.isArray(value) && value.length <= 1 ? value[0] : value;
    return isNothing(one) ? undefined : convert(one);
  };
}
