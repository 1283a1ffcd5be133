import type { JsonSchema } from '../../schema/json-schema.js';
import { mapJsonValues, type ValueChange } from '../dialect.js';
import { bodySchema } from '../openapi/body-shapes.js';
import type { AffectedRequest } from './fault.js';

/** Absent values and empty lists as null (wire-format 1: they mean the same to a client). */
export function withNulls(body: unknown, { endpoint, schemas }: AffectedRequest): unknown {
  return endpoint === undefined ? body : filled(body, bodySchema(endpoint), schemas());
}

/** Adds the absent fields of the schema, without privileged ones. */
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

/** Fields of an envelope that hold records. */
const LISTS = ['places', 'results'];

const UNKNOWN_FIELD = { rehearsedField: 'not in any dictionary' };

/** Removes a field, or else the identifier, from one random record that has it. */
export function missingField(field: string | undefined) {
  const fields = field === undefined ? IDENTIFIERS : [field];
  return (body: unknown, { random }: AffectedRequest): unknown => {
    const found = (record: Json) => fields.find((name) => name in record);
    const having = recordsOf(body).filter((record) => found(record) !== undefined);
    const chosen = having[Math.floor(random() * having.length)];
    return eachRecord(body, (record) => {
      if (record !== chosen) return record;
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

/** The records of a body: a list, an envelope or one record. */
function recordsOf(body: unknown): Json[] {
  const records: Json[] = [];
  eachRecord(body, (record) => {
    records.push(record);
    return record;
  });
  return records;
}

/** Changes each record of a body: a list, an envelope or one record. */
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
