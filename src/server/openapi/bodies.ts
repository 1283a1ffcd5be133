import { type JsonSchema, jsonSchemas } from '../../dictionary/json-schema.js';
import type { Endpoint } from '../../services/service.js';
import { ABSENT_WHEN_EMPTY } from '../represent.js';
import { bodyOf, listOf, object, refer, word, words } from './body-shapes.js';

/** General metadata and problems, which are no records and so in no dictionary (wire-format 2). */
const OWN: Readonly<Record<string, JsonSchema>> = {
  metadata: object({ name: word, version: word, versions: words, documentation: word, status: word }, [
    'name',
    'version',
    'versions',
    'documentation',
    'status',
  ]),
  problem: object(
    {
      type: word,
      title: word,
      status: { type: 'integer', minimum: 400, maximum: 599 },
      detail: word,
      errors: listOf(object({ parameter: word, value: word, message: word }, ['message'])),
      accepted: { ...words, description: 'The names of the parameters that the path accepts.' },
    },
    ['type', 'title', 'status', 'detail'],
  ),
};

/** The schemas that the bodies of these endpoints need, directly or not, in the order of their names. */
export function schemasFor(
  endpoints: readonly Endpoint[],
  timestamp?: JsonSchema,
): Readonly<Record<string, JsonSchema>> {
  const all = new Map(Object.entries({ ...jsonSchemas(refer, timestamp), ...OWN }));
  const used = new Set(['problem', ...endpoints.flatMap((endpoint) => references(bodyOf(endpoint)))]);
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
    ...($ref === undefined ? [] : [$ref.slice(refer('').length)]),
    ...Object.values(properties ?? {}).flatMap(references),
    ...(items === undefined ? [] : references(items)),
  ];
}
