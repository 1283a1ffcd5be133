import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/openapi-3-1';
import { describe, expect, it } from 'vitest';
import { loadWorld, SAMPLE_WORLD } from '../../../src/services/server/world.js';
import { type Reply, serving } from './ask.js';

const { archive, places, url } = serving(() => loadWorld(SAMPLE_WORLD));

/** The official schema of OpenAPI 3.1 with its dialect of JSON Schema, which the package carries. */
const OPENAPI = 'https://spec.openapis.org/oas/3.1/schema-base';

/** How OpenAPI 3.1 reads the schemas in a description. */
const DIALECT = 'https://spec.openapis.org/oas/3.1/dialect/base';

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly [word: string]: unknown;
  }[];
  readonly responses: Readonly<Record<string, Record<string, unknown>>>;
  readonly 'x-required-filters'?: readonly (readonly string[])[];
  readonly 'x-examples'?: readonly string[];
}

interface Description {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Record<string, unknown>>> };
  readonly [word: string]: unknown;
}

const SERVICES = [
  ['archive', archive, () => url().archive],
  ['placenames', places, () => url().placenames],
] as const;

async function describedBy(ask: typeof archive): Promise<Description> {
  return (await ask('/openapi.json')).body as Description;
}

const operation = (description: Description, path: string): Operation => {
  const found = description.paths[path]?.get;
  if (found === undefined) throw new Error(`not described: ${path}`);
  return found;
};

/** The schema of the answer of a path. */
function schemaOf(description: Description, path: string): Readonly<Record<string, unknown>> {
  const { content } = operation(description, path).responses['200'] as {
    content: Record<string, { schema: Record<string, unknown> }>;
  };
  return content['application/json']?.schema ?? {};
}

const parameter = (described: Operation, name: string) =>
  described.parameters?.find((one) => one.name === name);

describe.each(SERVICES)('the description of the %s service', (_, ask, base) => {
  it('GET /openapi.json: JSON without a key, as /api', async () => {
    const reply = await fetch(`${base()}/openapi.json`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.headers.get('etag')).toMatch(/^"[^"]+"$/);
  });

  it('is valid OpenAPI 3.1, its schemas included, and names every operation and every parameter once', async () => {
    const description = await describedBy(ask);
    const output = await validate(OPENAPI, description as never, 'BASIC');
    expect(output).toMatchObject({ valid: true });
    const operations = Object.values(description.paths).map(({ get }) => get);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { parameters = [] } of operations)
      expect(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size).toBe(parameters.length);
  });

  it('has the three forms of the key; /api and the description need none', async () => {
    const description = await describedBy(ask);
    expect(description).toMatchObject({
      security: [{ header: [] }, { parameter: [] }, { basic: [] }],
      components: {
        securitySchemes: {
          header: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
          parameter: { type: 'apiKey', in: 'query', name: 'apiKey' },
          basic: { type: 'http', scheme: 'basic' },
        },
      },
    });
    const open = Object.entries(description.paths).filter(([, { get }]) => get.security?.length === 0);
    expect(open.map(([path]) => path)).toEqual(['/api', '/openapi.json']);
  });

  it('its examples are answered with bodies that fit its schemas', async () => {
    const description = await describedBy(ask);
    const lists = Object.entries(description.paths).filter(
      ([path, { get }]) => !path.includes('{') && get['x-required-filters'] === undefined,
    );
    const asked = [
      ...lists.map(([path]) => [path, path] as const),
      ...Object.entries(description.paths).flatMap(([path, { get }]) =>
        (get['x-examples'] ?? []).map((target) => [path, target] as const),
      ),
    ];
    for (const kind of ['public', 'archive'] as const) {
      for (const [path, target] of asked) await fits(description, path, await ask(target, kind), target);
    }
  });
});

/** Checks a 200 against the schema that the description has for its path. */
async function fits(description: Description, path: string, reply: Reply, target: string) {
  expect(reply.status, target).toBe(200);
  const output = await judged(description, path, reply.body);
  expect(output, target).toMatchObject({ valid: true });
}

async function judged(description: Description, path: string, body: unknown) {
  const here = 'https://test.invalid/body';
  registerSchema(
    { ...schemaOf(description, path), components: description.components } as never,
    here,
    DIALECT,
  );
  try {
    return await validate(here, body as never, 'BASIC');
  } finally {
    unregisterSchema(here);
  }
}

describe('the description of the archive', () => {
  it('its schemas refuse a record without the required fields of wire-format 3', async () => {
    const description = await describedBy(archive);
    const county = { logainmID: 100010 };
    for (const [body, valid] of [
      [[county], true],
      [[county, {}], false],
      [{ ...county }, false],
      [[{ logainmID: 'one' }], false],
    ] as const) {
      expect(await judged(description, '/api/v0.6/counties', body)).toMatchObject({ valid });
    }
  });

  it('Status is privileged and leads to 403, in cbe, cbes and cbeg', async () => {
    const description = await describedBy(archive);
    for (const path of ['/api/v0.6/cbe', '/api/v0.6/cbes', '/api/v0.6/cbeg']) {
      const described = operation(description, path);
      expect(parameter(described, 'Status')).toMatchObject({ 'x-privileged': true, schema: { maximum: 4 } });
      expect(described.responses).toHaveProperty('403');
    }
    expect(operation(description, '/api/v0.6/cbed').responses).not.toHaveProperty('403');
  });

  it('every field marked P in wire-format 3 is x-privileged, and no other', async () => {
    const { schemas } = (await describedBy(archive)).components;
    const marked = Object.entries(schemas).flatMap(([name, schema]) =>
      Object.entries((schema.properties ?? {}) as Record<string, Record<string, unknown>>)
        .filter(([, field]) => field['x-privileged'] === true)
        .map(([field]) => `${name}.${field}`),
    );
    expect(marked.sort()).toEqual([
      'digitization.operator',
      'manuscriptItem.extraInfoStatus',
      'manuscriptItem.sensitive',
      'manuscriptPage.sensitive',
      'manuscriptPart.extraInfoStatus',
      'manuscriptVolume.status',
      'manuscriptVolumeSummary.status',
      'photograph.archivedDescriptionStatus',
      'photograph.archivedInfo',
      'photograph.extraInfoStatus',
      'photograph.sensitive',
      'photograph.status',
      'schoolsItem.sensitive',
      'schoolsPage.sensitive',
      'schoolsVolume.status',
      'schoolsVolumeSummary.status',
      'transcript.approved',
      'transcript.moderated',
    ]);
  });
});
