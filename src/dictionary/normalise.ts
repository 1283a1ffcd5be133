import { z } from 'zod';
import { type Convert, isNothing, SCALARS, type Scalars, type Texts } from './scalars.js';

/** Turns a value as it came into the spelling the schema expects; reports keys it does not know. */
export type Normalise = (value: unknown, path: string, unknown: Set<string>) => unknown;

/** Other spellings of a field, by the name the dictionaries use (wire-format 1). Case never matters. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  geoNameID: ['gazetteerID'],
  ainmID: ['biographyID'],
  viafID: ['authorityID'],
  logainmID: ['placeID', 'countyID'],
  genitive: ['genetive'],
};

/**
 * Makes what brings a value to the one form that the schema judges: spelling of keys, absent values, digits as
 * strings, one object for a list and the reverse, clock values without a zone (wire-format 1).
 */
export const normaliserOf = (schema: z.core.$ZodType, texts: Texts): Normalise =>
  normaliser(schema, SCALARS[texts], new Map());

function normaliser(
  schema: z.core.$ZodType,
  scalars: Scalars,
  known: Map<z.core.$ZodType, Normalise>,
): Normalise {
  const before = known.get(schema);
  if (before !== undefined) return before;
  // Registered before it is made: the tree of topics contains itself.
  let made: Normalise | undefined;
  known.set(schema, (value, path, unknown) => (made ?? keep)(value, path, unknown));
  made = makeNormaliser(schema, scalars, known);
  known.set(schema, made);
  return made;
}

function makeNormaliser(
  schema: z.core.$ZodType,
  scalars: Scalars,
  known: Map<z.core.$ZodType, Normalise>,
): Normalise {
  const inner = (one: z.core.$ZodType) => normaliser(one, scalars, known);
  if (schema instanceof z.ZodOptional) return inner(schema.unwrap());
  if (schema instanceof z.ZodObject) return objectNormaliser(schema, inner);
  if (schema instanceof z.ZodArray) return listNormaliser(inner(schema.element));
  const convert = scalars.find(([fits]) => fits(schema))?.[1];
  return convert === undefined ? keep : scalar(convert);
}

const keep: Normalise = (value) => value;

function objectNormaliser(schema: z.ZodObject, inner: (one: z.core.$ZodType) => Normalise): Normalise {
  const spellings = new Map<string, string>();
  for (const field of Object.keys(schema.shape)) {
    for (const alias of ALIASES[field] ?? []) spellings.set(alias.toLowerCase(), field);
  }
  const fields = new Map<string, Normalise>();
  const lists: string[] = [];
  for (const [field, value] of Object.entries(schema.shape)) {
    spellings.set(field.toLowerCase(), field);
    fields.set(field, inner(value));
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

function scalar(convert: Convert): Normalise {
  return (value) => {
    const one = Array.isArray(value) && value.length <= 1 ? value[0] : value;
    return isNothing(one) ? undefined : convert(one);
  };
}
