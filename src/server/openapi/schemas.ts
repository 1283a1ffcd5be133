import { type JsonSchema, jsonSchemas } from '../../schema/json-schema.js';
import type { Endpoint } from '../../services/service.js';
import { ABSENT_WHEN_EMPTY } from '../response-bodies.js';
import {
  bodySchema,
  listSchema,
  objectSchema,
  schemaReference,
  stringListSchema,
  stringSchema,
} from './body-shapes.js';

/** General metadata and problems, which are no records and so in no dictionary (wire-format 2). */
const OWN: Readonly<Record<string, JsonSchema>> = {
  metadata: objectSchema(
    {
      name: stringSchema,
      version: stringSchema,
      versions: stringListSchema,
      documentation: stringSchema,
      status: stringSchema,
    },
    ['name', 'version', 'versions', 'documentation', 'status'],
  ),
  problem: objectSchema(
    {
      type: stringSchema,
      title: stringSchema,
      status: { type: 'integer', minimum: 400, maximum: 599 },
      detail: stringSchema,
      errors: listSchema(
        objectSchema({ parameter: stringSchema, value: stringSchema, message: stringSchema }, ['message']),
      ),
      accepted: { ...stringListSchema, description: 'The names of the parameters that the path accepts.' },
    },
    ['type', 'title', 'status', 'detail'],
  ),
};

/** The schemas that the bodies of these endpoints need, directly or not, in the order of their names. */
export function bodySchemas(
  endpoints: readonly Endpoint[],
  timestamp?: JsonSchema,
): Readonly<Record<string, JsonSchema>> {
  const all = new Map(Object.entries({ ...jsonSchemas(schemaReference, timestamp), ...OWN }));
  const used = new Set(['problem', ...endpoints.flatMap((endpoint) => references(bodySchema(endpoint)))]);
  // A set is walked in the order it grows in, so this visits what each schema refers to in its turn.
  for (const name of used) for (const further of references(all.get(name) ?? {})) used.add(further);
  return Object.fromEntries(
    [...used].sort().flatMap((name) => {
      const schema = all.get(name);
      return schema === undefined ? [] : [[name, asSent(schema)] as const];
    }),
  );
}

/** Lists that are absent when they are empty need not be there (wire-format 1). */
function asSent(schema: JsonSchema): JsonSchema {
  const { required, ...words } = schema;
  const there = required?.filter((name) => !ABSENT_WHEN_EMPTY.has(name)) ?? [];
  return there.length === 0 ? words : { ...words, required: there };
}

/** The names of the schemas a schema refers to. */
function references({ $ref, properties, items }: JsonSchema): string[] {
  return [
    ...($ref === undefined ? [] : [$ref.slice(schemaReference('').length)]),
    ...Object.values(properties ?? {}).flatMap(references),
    ...(items === undefined ? [] : references(items)),
  ];
}
