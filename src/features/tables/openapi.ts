import type { ReleasedTable } from '../browse/index/released-tables.js';
import type { PageContext } from '../browse/layout.js';
import { cellSchema, OPERATORS } from './column-filters.js';
import { parametersOf } from './table-parameters.js';

/** The description of the tables as OpenAPI 3.1, made of the tables of parameters, operators and columns. */
export const openapiOf = ({ site, origin }: PageContext) => ({
  openapi: '3.1.0',
  info: {
    title: 'Tables of a release',
    version: site.manifest.label,
    description:
      'The rows of the tables as JSON, with the parameters of Datasette. All filters of a request hold.',
  },
  servers: [{ url: origin }],
  paths: {
    '/tables.json': {
      get: {
        ...{ operationId: 'tables', summary: 'The tables with their columns' },
        responses: { 200: answered('The tables', reference('tables')) },
      },
    },
    ...Object.fromEntries(
      site.tables.all.map((table) => [`/tables/${table.name}.json`, { get: operationOf(table) }]),
    ),
  },
  components: {
    schemas: {
      ...Object.fromEntries(site.tables.all.map((table) => [table.name, rowSchema(table)])),
      tables: TABLES_SCHEMA,
      error: record({ ok: { const: false }, error: STRING, status: { enum: [400, 404] }, title: STRING }),
    },
  },
});

const STRING = { type: 'string' } as const;
const OPTIONAL = { type: ['string', 'null'] } as const;
const BOTH = { type: 'object', properties: { en: STRING, ga: STRING } } as const;

/** An object that has all of these members. */
const record = (properties: Readonly<Record<string, object>>) => ({
  ...{ type: 'object', properties, required: Object.keys(properties) },
});
const listOf = (items: object) => ({ type: 'array', items });
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answered = (description: string, schema: object) => ({
  ...{ description, content: { 'application/json': { schema } } },
});

const TABLES_SCHEMA = record({
  ...{ ok: { const: true }, release: STRING },
  tables: listOf(
    record({
      ...{ name: STRING, description: BOTH, url: STRING, rows: { type: 'integer' }, licence: OPTIONAL },
      primary_key: OPTIONAL,
      columns: listOf(record({ name: STRING, description: BOTH, type: STRING, references: OPTIONAL })),
    }),
  ),
});

const rowSchema = ({ table }: ReleasedTable) => ({
  ...{ type: 'object', additionalProperties: false },
  properties: Object.fromEntries(
    table.columns.map((column) => [
      column.name,
      { ...cellSchema(column), description: `${column.en} (${column.holds})` },
    ]),
  ),
});

function operationOf(table: ReleasedTable) {
  const row = reference(table.name);
  const whole = (rows: object) => {
    const always = { ok: { const: true }, next: OPTIONAL, next_url: OPTIONAL, columns: listOf(STRING), rows };
    return record({ ...always, truncated: { const: false } });
  };
  const rows = {
    anyOf: [
      ...[whole(listOf(row)), whole(listOf(listOf({})))],
      ...[listOf(row), listOf({}), { type: 'object', additionalProperties: row }],
    ],
  };
  const special = Object.entries(parametersOf(table)).map(([name, { type, meaning, isRepeated }]) => ({
    ...{ name, in: 'query', description: meaning },
    schema: isRepeated === true ? listOf(type.schema) : type.schema,
  }));
  return {
    ...{ operationId: table.name, summary: table.table.en, parameters: [...special, filtersOf(table)] },
    responses: {
      200: {
        description: 'The rows, in the shape that is asked for',
        content: { 'application/json': { schema: rows }, 'text/plain': { schema: STRING } },
      },
      400: answered('A parameter is wrong', reference('error')),
    },
  };
}

/** The filters as one parameter with many members: each of them is a parameter of the address. */
const filtersOf = ({ table: { columns } }: ReleasedTable) => ({
  ...{ name: 'filters', in: 'query', style: 'form', explode: true },
  description: 'COLUMN=value, or COLUMN__OPERATOR=value',
  schema: {
    type: 'object',
    properties: Object.fromEntries(columns.map(({ name, en }) => [name, { ...STRING, description: en }])),
    patternProperties: Object.fromEntries(
      Object.entries(OPERATORS).map(([operator, { on, meaning }]) => {
        const names = columns.filter(({ holds }) => on.some((one) => one === holds)).map(({ name }) => name);
        return [
          `^(${names.join('|')})__${operator}$`,
          { ...STRING, description: `Rows whose cell ${meaning}.` },
        ];
      }),
    ),
    additionalProperties: false,
  },
});
