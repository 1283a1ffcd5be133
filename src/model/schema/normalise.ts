import { z } from 'zod';
import { personName } from './archive/person.js';
import { ACCESS_FIELDS } from './privileged.js';
import { type Convert, convertOf, isNothing, type TextMode } from './scalars.js';

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
  if (schema instanceof z.ZodObject) {
    const normalise = objectNormaliser(schema, inner);
    return (schema as z.ZodType) === personName && texts === 'plain' ? unnamed(normalise) : normalise;
  }
  if (schema instanceof z.ZodArray) return listNormaliser(inner(schema.element));
  const convert = convertOf(schema, texts);
  return convert === undefined ? keep : scalar(convert);
}

/** A name whose text is missing, or nothing but markup, is that of an unnamed person. */
const unnamed =
  (normalise: Normalise): Normalise =>
  (value, unknown) => {
    const name = normalise(value, unknown);
    if (typeof name !== 'object' || name === null || Array.isArray(name)) return name;
    if (Reflect.get(name, 'fullName') !== undefined) return name;
    return { ...name, fullName: NO_NAME };
  };

/** A placeholder in every configuration, because it has no letters. */
const NO_NAME = '—';

/** Spelling in lower case → field. A field's own name takes precedence over another's alias. */
function spellingsOf(fields: ReadonlyMap<string, FieldForm>): ReadonlyMap<string, FieldForm> {
  const spellings = new Map<string, FieldForm>();
  for (const [name, field] of fields) {
    for (const alias of ALIASES.get(name) ?? []) spellings.set(alias.toLowerCase(), field);
  }
  for (const [name, field] of fields) spellings.set(name.toLowerCase(), field);
  return spellings;
}

const keep: Normalise = (value) => value;

/** A field of an object: its name in the schema, and how its value is brought to the form of the schema. */
interface FieldForm {
  readonly name: string;
  readonly normalise: Normalise;
}

function objectNormaliser(schema: z.ZodObject, inner: (one: z.core.$ZodType) => Normalise): Normalise {
  const fields = new Map<string, FieldForm>();
  const lists: string[] = [];
  for (const [name, value] of Object.entries(schema.shape)) {
    fields.set(name, { name, normalise: inner(value) });
    if (value instanceof z.ZodArray) lists.push(name);
  }
  const spellings = spellingsOf(fields);
  return (value, unknown) => {
    const one = Array.isArray(value) && value.length <= 1 ? value[0] : value;
    if (isNothing(one)) return undefined;
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    const record: Record<string, unknown> = {};
    // Only then can two keys be of one field.
    let isRespelt = false;
    for (const key of Object.keys(one)) {
      const field = fields.get(key) ?? spellings.get(key.toLowerCase());
      if (field === undefined) {
        unknown.push(key);
        continue;
      }
      const { name, normalise } = field;
      const since = unknown.length;
      const normal = normalise((one as Record<string, unknown>)[key], unknown);
      for (let at = since; at < unknown.length; at += 1) unknown[at] = `${name}.${unknown[at]}`;
      isRespelt ||= key !== name;
      record[name] = isRespelt ? firstOf(name, record, normal) : normal;
    }
    for (const list of lists) record[list] ??= [];
    return record;
  };
}

/**
 * Of two spellings of one field the first counts. Different values of an access field are both kept, so that validation
 * fails.
 */
function firstOf(field: string, record: Readonly<Record<string, unknown>>, value: unknown): unknown {
  const isContradiction = ACCESS_FIELDS.has(field) && Object.hasOwn(record, field) && record[field] !== value;
  return isContradiction ? [record[field], value] : (record[field] ?? value);
}

function listNormaliser(entry: Normalise): Normalise {
  return (value, unknown) => {
    if (isNothing(value)) return [];
    const entries = Array.isArray(value) ? value : [value];
    return entries.map((one) => entry(one, unknown)).filter((one) => one !== undefined);
  };
}

function scalar(convert: Convert): Normalise {
  return (value) => {
    const one = Array.isArray(value) && value.length <= 1 ? value[0] : value;
    return isNothing(one) ? undefined : convert(one);
  };
}
