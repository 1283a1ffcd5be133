import type { JsonSchema } from '../../schema/json-schema.js';
import type { BodyShape, Endpoint } from '../../services/service.js';

const count = { type: 'integer', minimum: 0 };

/** A string, and a list of them. */
export const stringSchema = { type: 'string' };
export const stringListSchema = { type: 'array', items: stringSchema };

/** What a schema of components is referred to by. */
export const schemaReference = (name: string) => `#/components/schemas/${name}`;

const paging = {
  totalPages: count,
  currentPage: { type: 'integer', minimum: 1 },
  countPerPage: { type: 'integer', minimum: 1 },
};

/** An object that has at least the required of its properties. */
export const objectSchema = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): JsonSchema => ({
  type: 'object',
  required,
  properties,
});

/** A list of records. */
export const listSchema = (record: JsonSchema): JsonSchema => ({ type: 'array', items: record });

/** The body of a 200 by its shape, from the schema of the records in it (wire-format 2, 3 and 4). */
const SHAPES: Readonly<Record<BodyShape, (record: JsonSchema) => JsonSchema>> = {
  metadata: () => ({ $ref: schemaReference('metadata') }),
  description: () => ({ type: 'object', description: 'This document.' }),
  list: listSchema,
  record: (record) => record,
  places: (record) =>
    objectSchema(
      {
        totalCount: count,
        ...paging,
        places: listSchema(record),
        similarNames: stringListSchema,
        relatedNames: stringListSchema,
      },
      ['totalCount', 'places'],
    ),
  paged: (record) =>
    objectSchema({ totalCount: count, ...paging, results: listSchema(record) }, [
      'totalCount',
      ...Object.keys(paging),
      'results',
    ]),
};

/** The schema of the body of an endpoint's 200. */
export function bodySchema({ body, record }: Endpoint): JsonSchema {
  return SHAPES[body]({ $ref: schemaReference(record ?? '') });
}
