import { identifier, type Parameter } from '../../model/endpoints/parameter.js';
import {
  ABSENT_WHEN_EMPTY,
  type BodyShape,
  type Endpoint,
  KEY_HEADER,
  KEY_PARAMETER,
  RELEASE_PATHS,
  type Service,
  versionOf,
} from '../../model/endpoints/service.js';
import { type JsonSchema, jsonSchemas } from '../../model/schema/json-schema.js';

const count = { type: 'integer', minimum: 0 };

/** A string, and a list of them. */
const stringSchema = { type: 'string' };
const stringListSchema = { type: 'array', items: stringSchema };

/** The reference of a schema of components. */
const schemaReference = (name: string) => `#/components/schemas/${name}`;

const paging = {
  totalPages: count,
  currentPage: { type: 'integer', minimum: 1 },
  countPerPage: { type: 'integer', minimum: 1 },
};

/** An object that has at least the required of its properties. */
const objectSchema = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): JsonSchema => ({
  type: 'object',
  required,
  properties,
});

/** A list of records. */
const listSchema = (record: JsonSchema): JsonSchema => ({ type: 'array', items: record });

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

/** The schemas of general metadata and problems, which are in no dictionary (wire-format 2). */
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
  // A set is iterated while it grows, so that references of references are visited, too.
  for (const name of used) for (const further of references(all.get(name) ?? {})) used.add(further);
  return Object.fromEntries(
    [...used].sort().flatMap((name) => {
      const schema = all.get(name);
      if (schema === undefined) return [];
      return [[name, asSent(name === 'schoolsItem' ? withNullTitle(schema) : schema)] as const];
    }),
  );
}

/** An item of the schools collection has a title always, null where there is none (wire-format 1). */
const withNullTitle = ({ properties, required = [], ...words }: JsonSchema): JsonSchema => ({
  ...words,
  properties: { ...properties, title: { anyOf: [properties?.title ?? {}, { type: 'null' }] } },
  required: [...required, 'title'],
});

/** Lists that are absent when they are empty are not required (wire-format 1). */
function asSent(schema: JsonSchema): JsonSchema {
  const { required, ...words } = schema;
  const present = required?.filter((name) => !ABSENT_WHEN_EMPTY.has(name)) ?? [];
  return present.length === 0 ? words : { ...words, required: present };
}

/** The names of the schemas that a schema refers to. */
function references({ $ref, properties, items }: JsonSchema): string[] {
  return [
    ...($ref === undefined ? [] : [$ref.slice(schemaReference('').length)]),
    ...Object.values(properties ?? {}).flatMap(references),
    ...(items === undefined ? [] : references(items)),
  ];
}

/** A request shape of the specifications with real values in it. */
interface ExampleRequest {
  /** The `{id}` of the path. */
  readonly id?: number;
  readonly query?: Readonly<Record<string, string>>;
}

/**
 * The request shapes of archive-service 4, rule 4, and of place-names-service 4, by the endpoint's path; the
 * values are those of the documents and of the sample world.
 */
const EXAMPLE_REQUESTS: Readonly<Record<string, readonly ExampleRequest[]>> = {
  '/api/v0.6/cbed/{id}': [{ id: 4101 }],
  '/api/v0.6/cbeg/{id}': [{ id: 1201 }],
  '/api/v0.6/cbes': [{ query: { VolumeNumber: '0007' } }],
  '/api/v0.6/cbeg': [{ query: { CountyID: '100013', ModifiedSince: '2018-01-01' } }],
  '/api/v0.9/{id}': [{ id: 100013 }],
  '/api/v0.9': [
    { query: { PlaceID: '100013', CategoryID: 'PAR' } },
    { query: { Latitude: '54.96', Longitude: '-8.22', Radius: '5000', CategoryID: 'BF' } },
    { query: { Query: 'Tirenree', PlaceID: '100013' } },
  ],
};

/** The target of an example request, with a slash before the query as in the documents. */
function exampleTarget(path: string, { id, query }: ExampleRequest): string {
  const filled = id === undefined ? path : path.replace('{id}', String(id));
  return query === undefined ? filled : `${filled}/?${new URLSearchParams(query)}`;
}

/** The parameters of an endpoint; each spelling is a parameter (wire-format 1, two spellings). */
function describeParameters(endpoint: Endpoint): readonly object[] {
  return [
    ...(endpoint.path.includes('{id}') ? [describeId(endpoint)] : []),
    ...Object.entries(endpoint.parameters).flatMap(([name, parameter]) => [
      describeParameter(name, parameter, endpoint),
      ...(parameter.aliases ?? []).map((alias) => describeAlias(alias, name, parameter)),
    ]),
  ];
}

function describeId({ path }: Endpoint) {
  const example = EXAMPLE_REQUESTS[path]?.find(({ id }) => id !== undefined)?.id;
  return {
    name: 'id',
    in: 'path',
    description: 'The resource ID.',
    required: true,
    schema: identifier.schema,
    ...(example === undefined ? {} : { example }),
  };
}

function describeParameter(name: string, parameter: Parameter, { path, needs }: Endpoint) {
  const { type, meaning, privileged } = parameter;
  const others = needs?.[name];
  const example = EXAMPLE_REQUESTS[path]
    ?.map(({ query }) => query?.[name])
    .find((value) => value !== undefined);
  const sentences = [
    meaning,
    `Expected: ${type.expected}.`,
    ...(privileged ? ['Privileged.'] : []),
    ...(others === undefined ? [] : [`Must be used with ${others.join(' and ')}.`]),
  ];
  return {
    name,
    in: 'query',
    description: sentences.join(' '),
    schema: type.schema,
    ...(example === undefined ? {} : { example: exampleOf(example, type.schema.type) }),
    ...(privileged ? { 'x-privileged': true } : {}),
  };
}

function describeAlias(alias: string, name: string, { type }: Parameter) {
  return {
    name: alias,
    in: 'query',
    description: `Another spelling of ${name}; only one of them may be given.`,
    schema: type.schema,
    'x-alias-of': name,
  };
}

/** An example with the type of the schema. */
function exampleOf(raw: string, type: string): string | number {
  return type === 'integer' || type === 'number' ? Number(raw) : raw;
}

const response = (name: string) => ({ $ref: `#/components/responses/${name}` });

/** An endpoint as an OpenAPI operation. */
function describeOperation(name: string, endpoint: Endpoint): object {
  const { path, returns, open, required } = endpoint;
  const parameters = describeParameters(endpoint);
  const examples = EXAMPLE_REQUESTS[path]?.map((example) => exampleTarget(path, example));
  return {
    operationId: name,
    summary: returns,
    description: `${returns}. ${requirement(required)}`.trim(),
    ...(open ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: responsesOf(endpoint),
    ...(required.length === 0 ? {} : { 'x-required-filters': required }),
    ...(examples === undefined ? {} : { 'x-examples': examples }),
  };
}

/** The rule of required filters as a sentence, like the message about a missing one. */
function requirement(required: Endpoint['required']): string {
  if (required.length === 0) return '';
  return `A filter is required: at least one of ${required.map((names) => names.join(' with ')).join(', ')}.`;
}

function responsesOf(endpoint: Endpoint): Readonly<Record<string, object>> {
  const { path, returns, open, parameters } = endpoint;
  const privileged = Object.values(parameters).some((parameter) => parameter.privileged);
  return {
    200: {
      description: returns,
      headers: {
        ETag: { $ref: '#/components/headers/ETag' },
        'X-Ignored-Parameters': { $ref: '#/components/headers/X-Ignored-Parameters' },
      },
      content: { 'application/json': { schema: bodySchema(endpoint) } },
    },
    304: response('NotModified'),
    400: response('BadRequest'),
    ...(open ? {} : { 401: response('Unauthorized') }),
    ...(privileged ? { 403: response('Forbidden') } : {}),
    ...(path.includes('{id}') ? { 404: response('NotFound') } : {}),
    429: response('TooManyRequests'),
    default: response('Problem'),
  };
}

const CONVENTIONS = [
  'Read-only: GET, and HEAD and OPTIONS at the same paths; any other method is answered with 405. A trailing',
  'slash is optional everywhere. Names of parameters and codes may be given in any letter case, each parameter once; filters are ANDed.',
  'Every 200 carries a strong ETag for If-None-Match; gzip is sent to those who accept it. Errors name every',
  'fault of a request at once (RFC 9457). What is marked x-privileged is for privileged keys only.',
].join(' ');

/** The three forms of the key (wire-format 2). */
const KEY_FORMS = {
  header: {
    type: 'apiKey',
    in: 'header',
    name: KEY_HEADER.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
    description: 'Comes first when the key is given in several forms.',
  },
  parameter: { type: 'apiKey', in: 'query', name: KEY_PARAMETER, description: 'Comes second.' },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'The key as user name, with an empty password. Comes last.',
  },
};

const HEADERS = {
  ETag: { description: 'A strong tag of this body in this coding.', schema: { type: 'string' } },
  'X-Ignored-Parameters': {
    description: 'The unknown parameters of the request, where a lenient service ignores them.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'When to ask again: seconds, or an HTTP date.',
    schema: { type: 'string' },
  },
};

const problem = (description: string, headers?: object) => ({
  description,
  ...(headers === undefined ? {} : { headers }),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/problem' } } },
});

/** The table of errors of wire-format 2. */
const RESPONSES = {
  NotModified: { description: 'The client has it already.' },
  BadRequest: problem(
    'A required filter is missing, or a parameter is unknown, given twice, badly written, out of range or without the others it needs.',
  ),
  Unauthorized: problem('The key is missing or unknown.', {
    'WWW-Authenticate': { schema: { type: 'string' } },
  }),
  Forbidden: problem('Something privileged was asked for with a public key.'),
  NotFound: problem('It is not there, or not for this key.'),
  TooManyRequests: problem('The rate limit, where one is configured.', {
    'Retry-After': { $ref: '#/components/headers/Retry-After' },
  }),
  Problem: problem('Any other failure.'),
};

/**
 * The OpenAPI 3.1 description of a service, from its table and the dictionaries. It does not depend on the host.
 *
 * @param timestamp the schema of timestamps, if they are not UTC with a `Z`
 */
export function describeService(
  { name, version, status, endpoints }: Service,
  timestamp?: JsonSchema,
): object {
  const rows = Object.entries(endpoints);
  return {
    openapi: '3.1.0',
    info: { title: name, version, description: CONVENTIONS, 'x-status': status },
    servers: [{ url: '/' }],
    security: Object.keys(KEY_FORMS).map((form) => ({ [form]: [] })),
    paths: Object.fromEntries(
      rows.map(([id, endpoint]) => [endpoint.path, { get: describeOperation(id, endpoint) }]),
    ),
    components: {
      schemas: bodySchemas(
        rows.map(([, endpoint]) => endpoint),
        timestamp,
      ),
      headers: HEADERS,
      responses: RESPONSES,
      securitySchemes: KEY_FORMS,
    },
  };
}

/** The body of `/api` and `/api/v0.6` (wire-format 2), with the releases that the service has. */
export function metadataOf(service: Service) {
  const { id, name, version, documentation, status } = service;
  return { name, version, versions: RELEASE_PATHS[id].map(versionOf).sort(), documentation, status };
}
