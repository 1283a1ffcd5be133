import type { JsonSchema } from '../../schema/json-schema.js';
import { mapJsonValues, type ValueChange } from '../dialect.js';
import { bodySchema } from '../openapi/body-shapes.js';
import type { AffectedRequest } from './fault.js';

/** Absent values as null, and empty lists too (wire-format 1: a client treats them alike). */
export function withNulls(body: unknown, { endpoint, schemas }: AffectedRequest): unknown {
  return endpoint === undefined ? body : filled(body, bodySchema(endpoint), schemas());
}

/** Fills in what the schema knows and the value lacks; nothing privileged is so much as mentioned. */
function filled(value: unknown, schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): unknown {
  const { properties = {}, items = {} } = resolved(schema, schemas);
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((entry) => filled(entry, items, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const fields = new Map<string, unknown>(Object.entries(value));
  const absent = Object.entries(properties).filter(
    ([name, field]) => fields.get(name) === undefined && field['x-privileged'] !== true,
  );
  return Object.fromEntries([
    ...[...fields].map(([name, field]) => [name, filled(field, properties[name] ?? {}, schemas)]),
    ...absent.map(([name]) => [name, null]),
  ]);
}

function resolved(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemas[name] ?? {});
}

type Json = Readonly<Record<string, unknown>>;

/** The fields that identify a record of one kind or another (wire-format 3 and 4). */
const IDENTIFIERS = ['id', 'logainmID', 'isoCode'];

/** Where an envelope keeps its records. */
const LISTS = ['places', 'results'];

const UNKNOWN_FIELD = { rehearsedField: 'not in any dictionary' };

/** One record, drawn from those that have it, without the field; or without what identifies it. */
export function missingField(field: string | undefined) {
  const fields = field === undefined ? IDENTIFIERS : [field];
  return (body: unknown, { random: draw }: AffectedRequest): unknown => {
    const found = (record: Json) => fields.find((name) => name in record);
    const having = recordsOf(body).filter((record) => found(record) !== undefined);
    const hit = having[Math.floor(draw() * having.length)];
    return eachRecord(body, (record) => {
      if (record !== hit) return record;
      const { [found(record) ?? '']: _, ...others } = record;
      return others;
    });
  };
}

export function unknownField(body: unknown): unknown {
  return eachRecord(body, (record) => ({ ...record, ...UNKNOWN_FIELD }));
}

/** A client also accepts a string of digits (wire-format 1). Lists of numbers are lists of page ids. */
export function idAsText(body: unknown): unknown {
  const change: ValueChange = (value, name) =>
    typeof value === 'number' && /^(id|.*ID|pages|titlePages)$/.test(name) ? String(value) : value;
  return mapJsonValues(body, change);
}

/** Where a list is documented a client also accepts one bare object (wire-format 1). */
export function bareObject(body: unknown): unknown {
  if (Array.isArray(body)) return body.length === 1 ? bareObject(body[0]) : body.map(bareObject);
  return mapFields(body, ([key, value]) => [key, bareObject(value)]);
}

/** PascalCase keys, as the dictionaries print them, acronyms in upper case (wire-format 1). */
export function pascalCase(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(pascalCase);
  return mapFields(body, ([key, value]) => [
    key === 'id' ? 'ID' : key.charAt(0).toUpperCase() + key.slice(1),
    pascalCase(value),
  ]);
}

function mapFields(value: unknown, change: (field: [string, unknown]) => [string, unknown]): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(change)) : value;
}

/** The records of a body, whatever they are wrapped in. */
function recordsOf(body: unknown): Json[] {
  const records: Json[] = [];
  eachRecord(body, (record) => {
    records.push(record);
    return record;
  });
  return records;
}

/** A body with each of its records changed: those of a bare list or an envelope, or the one that it is. */
function eachRecord(body: unknown, change: (record: Json) => Json): unknown {
  const changed = (value: unknown) => (isObject(value) ? change(value) : value);
  if (Array.isArray(body)) return body.map(changed);
  if (!isObject(body)) return body;
  const list = LISTS.find((name) => Array.isArray(body[name]));
  const records = list === undefined ? undefined : body[list];
  if (list === undefined || !Array.isArray(records)) return change(body);
  return { ...body, [list]: records.map(changed) };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
