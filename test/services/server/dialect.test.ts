import { validate } from '@hyperjump/json-schema/openapi-3-1';
import { describe, expect, it } from 'vitest';
import { parseDialect } from '../../../src/services/server/dialect.js';
import { ids, messages, type Reply, serving } from './ask.js';

const { archive, places } = serving(undefined, { dialect: 'v1.1' });

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
        parts: [{ items: [{ dateModified: '2019-06-01T00:00:00' }] }],
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

describe('the description follows the dialect', () => {
  it('and is valid', async () => {
    for (const ask of [archive, places]) {
      const { body } = await ask('/openapi.json');
      const output = await validate('https://spec.openapis.org/oas/3.1/schema-base', body as never, 'BASIC');
      expect(output).toMatchObject({ valid: true });
    }
  });
});

describe('dialects by name', () => {
  it('parseDialect takes both, and names the nearest of a misspelt one', () => {
    expect([parseDialect('v0.6'), parseDialect('v1.1')]).toEqual(['v0.6', 'v1.1']);
    expect(() => parseDialect('1.1')).toThrow(
      "unknown dialect '1.1', did you mean v1.1? (known are v0.6 and v1.1)",
    );
    expect(() => parseDialect('')).toThrow("unknown dialect '' (known are v0.6 and v1.1)");
    expect(() => parseDialect('constructor')).toThrow('unknown dialect');
  });
});

describe('each release has its own path (wire-format 2)', () => {
  const current = serving();

  it('the first path is as specified: bare lists, a filter is needed', async () => {
    expect(ids(await current.places('/api/v0.9/counties'))).toEqual([100005, 100010]);
    expect((await current.places('/api/v0.9/')).status).toBe(400);
    expect((await current.archive('/api/v0.6/cbed/501')).body).toMatchObject({ gender: 'b' });
  });

  it.each(['/api/v1.0', '/api/v1.1'])('%s lists places in pages, without a filter', async (path) => {
    for (const request of [`${path}/`, path]) {
      const all = await current.places(request);
      expect(all.body).toMatchObject({ totalPages: 1, currentPage: 1 });
      expect(resultIDs(all)).toContain(100005);
    }
    const some = await current.places(`${path}/?PlaceID=100005&PerPage=1&Page=2`);
    expect(some.body).toMatchObject({ totalCount: 2, totalPages: 2, currentPage: 2 });
    expect((await current.places(`${path}/100005`)).body).toMatchObject({
      id: 100005,
      dateModified: '2019-01-01T00:00:00',
    });
    expect(resultIDs(await current.places(`${path}/counties`))).toEqual([100005, 100010]);
    expect((await current.archive(`${path}/cbed/501`)).body).toMatchObject({ gender: 'f' });
    expect(ids(await current.archive(`${path}/cbed?Gender=m`))).toEqual([502]);
  });

  it('each describes itself at its path, and all are named at /api', async () => {
    for (const ask of [current.archive, current.places]) {
      const { body } = await ask('/api/v1.1/openapi.json');
      const output = await validate('https://spec.openapis.org/oas/3.1/schema-base', body as never, 'BASIC');
      expect(output).toMatchObject({ valid: true });
      const { paths } = body as { paths: object };
      expect(Object.keys(paths).every((path) => path.startsWith('/api/v1.1'))).toBe(true);
      expect((await ask('/api')).body).toMatchObject({
        versions: [/v0/, 'v1.0', 'v1.1'].map((one) =>
          one instanceof RegExp ? expect.stringMatching(one) : one,
        ),
      });
    }
    expect((await current.archive('/api/v1.1')).body).toMatchObject({ version: 'v1.1' });
  });
});
