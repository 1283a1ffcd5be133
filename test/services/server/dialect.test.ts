import { validate } from '@hyperjump/json-schema/openapi-3-1';
import { describe, expect, it } from 'vitest';
import { parseDialect } from '../../../src/services/server/dialect.js';
import { startServices } from '../../../src/services/server/serve.js';
import { ids, messages, placeIDs, type Reply, serving } from './ask.js';
import { smallWorld } from './small-world.js';

const later = serving(undefined, { dialect: 'v1.1' });
const { archive, places } = later;

const resultIDs = (reply: Reply) => ids({ ...reply, body: (reply.body as { results: unknown }).results });

describe('wire-format 4: from v1.0 on every list is paged, in one envelope', () => {
  it('the place list', async () => {
    const reply = await places('/api/v0.9/?PlaceID=100005');
    expect(Object.keys(reply.body as object)).toEqual([
      'totalCount',
      'totalPages',
      'currentPage',
      'countPerPage',
      'results',
    ]);
    expect(reply.body).toMatchObject({ totalCount: 2, totalPages: 1, currentPage: 1, countPerPage: 1000 });
    expect(resultIDs(reply)).toEqual([100005, 9000205]);
  });

  it.each([
    ['/api/v0.9/administrative-units', ['CON']],
    ['/api/v0.9/features/', ['ABH']],
    ['/api/v0.9/glossary', [31]],
    ['/api/v0.9/counties', [100005, 100010]],
  ])('%s, in one page unless asked otherwise', async (path, expected) => {
    const reply = await places(path);
    expect(reply.body).toMatchObject({
      totalCount: expected.length,
      totalPages: 1,
      currentPage: 1,
      countPerPage: 1000,
    });
    expect(resultIDs(reply)).toEqual(expected);
  });

  it.each([
    ['Page=1&PerPage=1', [100005], 1],
    ['Page=2&PerPage=1', [100010], 2],
    ['PerPage=1&Page=3', [], 3],
    ['PerPage=2', [100005, 100010], 1],
  ])('/counties?%s', async (query, expected, currentPage) => {
    const reply = await places(`/api/v0.9/counties?${query}`);
    expect(resultIDs(reply)).toEqual(expected);
    expect(reply.body).toMatchObject({ totalCount: 2, currentPage });
  });

  it('the pages of the place list are cut after it is sorted, and empty lists are pages too', async () => {
    const near = 'Latitude=52.02&Longitude=-8.5';
    expect(resultIDs(await places(`/api/v0.9?${near}&PerPage=1`))).toEqual([9000203]);
    expect(resultIDs(await places(`/api/v0.9?${near}&PerPage=1&Page=2`))).toEqual([9000204]);
    expect((await places('/api/v0.9?PlaceID=424242')).body).toEqual({
      totalCount: 0,
      totalPages: 0,
      currentPage: 1,
      countPerPage: 1000,
      results: [],
    });
  });

  it('a page that is no page: 400', async () => {
    const reply = await places('/api/v0.9/glossary?PerPage=1001&Page=0');
    expect(reply.status).toBe(400);
    expect(messages(reply)).toEqual([
      "PerPage: expected a whole number from 1 to 1000, got '1001'",
      "Page: expected a whole number from 1 to 9007199254740991, got '0'",
    ]);
  });

  it('one place is one record; lists of the archive stay bare arrays (wire-format 3)', async () => {
    expect((await places('/api/v0.9/100005')).body).toMatchObject({ id: 100005 });
    expect(ids(await archive('/api/v0.6/cbed'))).toEqual([501, 502, 503]);
    expect((await archive('/api/v0.6/counties?Page=1')).status).toBe(400);
  });
});

describe('wire-format 1: newer releases send the same clock values without a zone', () => {
  it('in both services, at any depth', async () => {
    expect((await places('/api/v0.9/100005')).body).toMatchObject({
      dateCreated: '2008-01-01T00:00:00',
      dateModified: '2019-01-01T00:00:00',
    });
    const volumes = await archive('/api/v0.6/cbe?VolumeID=1');
    expect(volumes.body).toMatchObject([
      {
        dateCreated: '2017-09-06T14:25:36.3',
        parts: [{ items: [{ dateModified: '2019-06-01T00:00:00' }, {}] }, {}],
      },
    ]);
    expect(JSON.stringify(volumes.body)).not.toMatch(/\d\dZ"/);
  });

  it('filters by days mean the same days', async () => {
    expect(ids(await archive('/api/v0.6/cbed?CreatedSince=2017-05-05'))).toEqual([502, 503]);
  });
});

describe('wire-format 1: gender by the English codes', () => {
  it('Úna is f, Seán is m', async () => {
    expect((await archive('/api/v0.6/cbed/501')).body).toMatchObject({ gender: 'f' });
    expect((await archive('/api/v0.6/cbed/502')).body).toMatchObject({ gender: 'm' });
    expect((await archive('/api/v0.6/cbed/503')).body).not.toHaveProperty('gender');
  });

  it('and the filter takes them', async () => {
    expect(ids(await archive('/api/v0.6/cbed?Gender=f'))).toEqual([501]);
    expect(ids(await archive('/api/v0.6/cbed?Gender=m'))).toEqual([502]);
    expect(messages(await archive('/api/v0.6/cbed?Gender=b'))).toEqual([
      "Gender: expected one of f, m, got 'b'",
    ]);
  });
});

describe('everything else is as in the first release', () => {
  it('paths and metadata', async () => {
    expect((await archive('/api')).body).toMatchObject({ version: 'v0.6', versions: ['v0.6'] });
    expect((await places('/api')).body).toMatchObject({ version: 'v0.9' });
    expect((await places('/api/v1.1/counties')).status).toBe(404);
  });

  it('keys, tags and errors', async () => {
    const reply = await places('/api/v0.9/counties');
    expect(reply.headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect((await archive('/api/v0.6/cbe?VolumeID=1&Status=4')).status).toBe(403);
    expect((await places('/api/v0.9/424242')).status).toBe(404);
  });
});

describe('the description follows the dialect', () => {
  it('and is valid', async () => {
    for (const ask of [archive, places]) {
      const { body } = await ask('/openapi.json');
      const output = await validate('https://spec.openapis.org/oas/3.1/schema-base', body as never, 'BASIC');
      expect(output).toMatchObject({ valid: true });
    }
  });

  it('envelope, pages, codes and clock values', async () => {
    const list = (name: string) => ({ name, in: 'query' });
    expect((await places('/openapi.json')).body).toMatchObject({
      paths: {
        '/api/v0.9/glossary': {
          get: {
            parameters: [list('Page'), list('PerPage')],
            responses: {
              200: {
                content: {
                  'application/json': {
                    schema: {
                      required: ['totalCount', 'totalPages', 'currentPage', 'countPerPage', 'results'],
                    },
                  },
                },
              },
            },
          },
        },
      },
    });
    const { body } = await archive('/openapi.json');
    expect(body).toMatchObject({
      paths: { '/api/v0.6/cbed': { get: { parameters: expect.arrayContaining([gender]) } } },
    });
    expect(JSON.stringify(body)).not.toContain('date-time');
  });
});

const gender = expect.objectContaining({ name: 'Gender', schema: { type: 'string', enum: ['f', 'm'] } });

describe('dialects by name', () => {
  it('v0.6 is that of the documents, and the default', async () => {
    const [asked, unasked] = [
      await startServices({ world: smallWorld, dialect: 'v0.6' }),
      await startServices({ world: smallWorld }),
    ];
    for (const { placenames } of [asked, unasked]) {
      const reply = await fetch(`${placenames}/api/v0.9?PlaceID=100005`, {
        headers: { 'X-Api-Key': 'sample-key-public-hazel' },
      });
      const body = await reply.json();
      expect(placeIDs({ status: 200, headers: reply.headers, body })).toEqual([100005, 9000205]);
    }
    await Promise.all([asked.close(), unasked.close()]);
  });

  it('parseDialect takes both, and names the nearest of a misspelt one', () => {
    expect([parseDialect('v0.6'), parseDialect('v1.1')]).toEqual(['v0.6', 'v1.1']);
    expect(() => parseDialect('1.1')).toThrow(
      "unknown dialect '1.1', did you mean v1.1? (known are v0.6 and v1.1)",
    );
    expect(() => parseDialect('')).toThrow("unknown dialect '' (known are v0.6 and v1.1)");
    expect(() => parseDialect('constructor')).toThrow('unknown dialect');
  });
});
