import { createHash } from 'node:crypto';
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

  it('is valid OpenAPI 3.1, its schemas included', async () => {
    const description = await describedBy(ask);
    const output = await validate(OPENAPI, description as never, 'BASIC');
    expect(output).toMatchObject({ valid: true });
  });

  it('refers to nothing that is not there, names every operation once and every parameter once', async () => {
    const description = await describedBy(ask);
    const refs = [...JSON.stringify(description).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    expect(refs.length).toBeGreaterThan(50);
    for (const ref of refs) {
      const found = ref
        .split('/')
        .reduce<unknown>((one, step) => (one as Record<string, unknown>)?.[step], description);
      expect(found, ref).toBeDefined();
    }
    const operations = Object.values(description.paths).map(({ get }) => get);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { parameters = [] } of operations) {
      const names = parameters.map((one) => `${one.in} ${one.name}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('is the same bytes every time, without the name of a host', async () => {
    const text = async () => (await fetch(`${base()}/openapi.json`)).text();
    const first = await text();
    expect(createHash('sha256').update(first).digest('hex')).toBe(
      createHash('sha256')
        .update(await text())
        .digest('hex'),
    );
    expect(first).not.toContain('127.0.0.1');
    expect(JSON.parse(first)).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/' }] });
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

  it('describes every failure as problem+json', async () => {
    const description = await describedBy(ask);
    expect(description.components).toMatchObject({
      schemas: { problem: { required: ['type', 'title', 'status', 'detail'] } },
      responses: {
        BadRequest: {
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/problem' } } },
        },
        TooManyRequests: { headers: { 'Retry-After': {} } },
      },
    });
    for (const [path, { get }] of Object.entries(description.paths)) {
      expect(Object.keys(get.responses), path).toEqual(
        expect.arrayContaining(['200', '304', '400', '429', 'default']),
      );
      expect('401' in get.responses, path).toBe(get.security === undefined);
      expect('404' in get.responses, path).toBe(path.endsWith('{id}'));
    }
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

  it('every endpoint of archive-service 4', async () => {
    expect(Object.keys((await describedBy(archive)).paths)).toEqual([
      '/api',
      '/openapi.json',
      '/api/v0.6',
      '/api/v0.6/cbe',
      '/api/v0.6/cbe/volumes',
      '/api/v0.6/cbed',
      '/api/v0.6/cbed/{id}',
      '/api/v0.6/cbed/occupations',
      '/api/v0.6/cbeg',
      '/api/v0.6/cbeg/{id}',
      '/api/v0.6/cbeg/topics/handbook',
      '/api/v0.6/cbes',
      '/api/v0.6/cbes/volumes',
      '/api/v0.6/cbes/topics',
      '/api/v0.6/counties',
      '/api/v0.6/countries',
    ]);
  });

  it('the parameters of photographs, in the words of archive-service 4', async () => {
    const described = operation(await describedBy(archive), '/api/v0.6/cbeg');
    expect(described.parameters?.map((one) => one.name)).toEqual(
      (
        'Status Digitized Copyright Condition HandbookTopic PersonID PhotographerID RelevantPersonID CountyID PlaceID ' +
        'Country GazetteerID GeoNameID DateFrom DateTo DateAccuracy CreatedBefore CreatedSince ModifiedBefore ModifiedSince'
      ).split(' '),
    );
    expect(parameter(described, 'Condition')).toMatchObject({
      schema: { type: 'integer', minimum: 0, maximum: 3 },
    });
    expect(parameter(described, 'Digitized')).toMatchObject({ schema: { type: 'boolean' } });
    expect(parameter(described, 'DateFrom')).toMatchObject({
      description: 'Records dated in this year or later. Expected: a year as YYYY.',
      schema: { type: 'string', pattern: '^\\d{4}$' },
    });
    expect(parameter(described, 'DateAccuracy')).toMatchObject({
      schema: { enum: ['APPROX', 'INFER', 'QUESTION'] },
    });
    expect(parameter(described, 'CountyID')).toMatchObject({ example: 100013 });
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

  it('required filters, as a rule and as a sentence', async () => {
    const description = await describedBy(archive);
    const cbeg = operation(description, '/api/v0.6/cbeg');
    expect(cbeg['x-required-filters']).toEqual([
      ['CountyID'],
      ['PlaceID'],
      ['Country'],
      ['GazetteerID'],
      ['PhotographerID'],
      ['RelevantPersonID'],
      ['PersonID'],
    ]);
    expect(cbeg.description).toBe(
      'List of photographs and related metadata. A filter is required: at least one of CountyID, PlaceID, Country, GazetteerID, PhotographerID, RelevantPersonID, PersonID.',
    );
    expect(operation(description, '/api/v0.6/cbed')).not.toHaveProperty('x-required-filters');
  });

  it('both spellings of an aliased parameter', async () => {
    const cbed = operation(await describedBy(archive), '/api/v0.6/cbed');
    expect(parameter(cbed, 'AinmID')).toMatchObject({
      'x-alias-of': 'BiographyID',
      schema: { type: 'integer' },
    });
    expect(parameter(cbed, 'ViafID')).toMatchObject({ 'x-alias-of': 'AuthorityID' });
    expect(parameter(cbed, 'GeoNameID')).toMatchObject({ 'x-alias-of': 'GazetteerID' });
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

  it('the request shapes of archive-service 4, rule 4', async () => {
    const description = await describedBy(archive);
    const examples = Object.values(description.paths).flatMap(({ get }) => get['x-examples'] ?? []);
    expect(examples).toEqual([
      '/api/v0.6/cbed/4101',
      '/api/v0.6/cbeg/?CountyID=100013&ModifiedSince=2018-01-01',
      '/api/v0.6/cbeg/1201',
      '/api/v0.6/cbes/?VolumeNumber=0007',
    ]);
  });
});

describe('the description of the place-names service', () => {
  it('Latitude and Longitude need each other; Radius needs both', async () => {
    const list = operation(await describedBy(places), '/api/v0.9');
    expect(list['x-required-filters']).toEqual([
      ['PlaceID'],
      ['CategoryID'],
      ['GlossaryID'],
      ['Latitude', 'Longitude'],
    ]);
    expect(parameter(list, 'Latitude')?.description).toContain('Must be used with Longitude.');
    expect(parameter(list, 'Radius')).toMatchObject({
      description:
        'Metres around the coordinates, 3000 unless given. Expected: a whole number of metres from 1 to 15000. Must be used with Latitude and Longitude.',
      schema: { type: 'integer', minimum: 1, maximum: 15_000 },
    });
  });

  it('the place list is an object with a total; the other lists are bare (wire-format 4)', async () => {
    const description = await describedBy(places);
    expect(schemaOf(description, '/api/v0.9')).toMatchObject({
      type: 'object',
      required: ['totalCount', 'places'],
      properties: { places: { type: 'array', items: { $ref: '#/components/schemas/place' } } },
    });
    expect(schemaOf(description, '/api/v0.9/glossary')).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/glossary' },
    });
    expect(schemaOf(description, '/api/v0.9/{id}')).toEqual({ $ref: '#/components/schemas/place' });
  });
});
