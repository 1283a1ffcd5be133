import type { JsonSchema } from '../../dictionary/json-schema.js';
import type { BodyShape, Endpoint } from '../../services/service.js';

const count = { type: 'integer', minimum: 0 };

/** A string, and a list of them. */
export const word = { type: 'string' };
export const words = { type: 'array', items: word };

/** What a schema of components is referred to by. */
export const refer = (name: string) => `#/components/schemas/${name}`;

const paging = {
  totalPages: count,
  currentPage: { type: 'integer', minimum: 1 },
  countPerPage: { type: 'integer', minimum: 1 },
};

/** An object that has at least the required of its properties. */
export const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): JsonSchema => ({
  type: 'object',
  required,
  properties,
});

/** A list of records. */
export const listOf = (record: JsonSchema): JsonSchema => ({ type: 'array', items: record });

/** The body of a 200 by its shape, from the schema of the records in it (wire-format 2, 3 and 4). */
const SHAPES: Readonly<Record<BodyShape, (record: JsonSchema) => JsonSchema>> = {
  metadata: () => ({ $ref: refer('metadata') }),
  description: () => ({ type: 'object', description: 'This document.' }),
  list: listOf,
  record: (record) => record,
  places: (record) =>
    object(
      { totalCount: count, ...paging, places: listOf(record), similarNames: words, relatedNames: words },
      ['totalCount', 'places'],
    ),
  paged: (record) =>
    object({ totalCount: count, ...paging, results: listOf(record) }, [
      'totalCount',
      ...Object.keys(paging),
      'results',
    ]),
};

/** The schema of the body of an endpoint's 200. */
export function bodyOf({ body, record }: Endpoint): JsonSchema {
  return SHAPES[body]({ $ref: refer(record ?? '') });
}
