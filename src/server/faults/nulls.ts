import type { JsonSchema } from '../../dictionary/json-schema.js';
import { bodyOf } from '../openapi/body-shapes.js';
import type { Hit } from './fault.js';

/** Absent values as null, and empty lists too (wire-format 1: a client treats them alike). */
export function withNulls(body: unknown, { endpoint, schemas }: Hit): unknown {
  return endpoint === undefined ? body : filled(body, bodyOf(endpoint), schemas());
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
