import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { faultMiddleware } from '../../../src/features/faults/fault-injection.js';
import { parseFault } from '../../../src/features/faults/fault-syntax.js';
import { listOf } from '../../../src/harvest/client/envelope.js';
import { retryAfterMs } from '../../../src/harvest/client/retry-policy.js';
import { person } from '../../../src/model/schema/archive/person.js';
import { photograph } from '../../../src/model/schema/archive/photograph.js';
import { schoolsTopic } from '../../../src/model/schema/archive/reference-lists.js';
import { manuscriptVolume, schoolsVolume } from '../../../src/model/schema/archive/volume.js';
import { place } from '../../../src/model/schema/placenames/place.js';
import { reader } from '../../../src/model/schema/reader.js';
import {
  type RunningServices,
  type ServeOptions,
  startServices,
} from '../../../src/services/server/serve.js';
import { smallWorld } from '../../services/server/small-world.js';

const KEY = { 'x-api-key': 'sample-key-archive-rowan' };
const JSON_TYPE = 'application/json; charset=utf-8';

let running: RunningServices | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

type Options = Pick<ServeOptions, 'dialect' | 'graceMs'> & {
  readonly seed?: number;
  readonly now?: () => number;
};

/** Services with faults, and a client that neither repeats nor parses. */
async function rehearse(
  written: string | readonly string[],
  { dialect = 'v0.6', graceMs = 5_000, seed = 0, now = () => 0 }: Options = {},
) {
  await running?.close();
  const middleware = faultMiddleware({ faults: [written].flat().map(parseFault), seed, now, dialect });
  const services = await startServices({
    world: smallWorld,
    dialect,
    graceMs,
    middleware: middleware === undefined ? [] : [middleware],
  });
  running = services;
  return async (path: string, init: { method?: 'GET' | 'HEAD'; headers?: Record<string, string> } = {}) => {
    const { method = 'GET', headers = {} } = init;
    const base = path.startsWith('/api/v0.9') ? services.placenames : services.archive;
    const reply = await request(base + path, { method, headers: { ...KEY, ...headers }, reset: true });
    const text = Buffer.from(await reply.body.arrayBuffer()).toString();
    return { status: reply.statusCode, headers: reply.headers, text, json: () => JSON.parse(text) };
  };
}

type Ask = Awaited<ReturnType<typeof rehearse>>;
const statuses = async (ask: Ask, paths: readonly string[]) => {
  const found: number[] = [];
  for (const path of paths) found.push((await ask(path)).status);
  return found;
};

describe('parseFault', () => {
  it.each([
    ['status=429; retry-after=7 ;times=1', { kind: 'status', name: 'status=429', rate: 1, times: 1 }],
    ['Slow;Delay=0.5', { kind: 'slow', name: 'slow', rate: 1 }],
  ])('%s', (written, expected) => {
    const { effect: _, ...fault } = parseFault(written);
    expect(fault).toEqual(expected);
  });

  it.each([
    ['statsu=503', "unknown fault 'statsu', did you mean status? (known are missing-field, "],
    [
      'status=503;rat=0.5',
      "status: unknown option 'rat', did you mean rate? (known are retry-after, rate, path, times)",
    ],
    ['status=200', "status: expected a whole number from 400 to 599, got '200'"],
    ['status=503;rate=2', "rate: expected a decimal number from 0 to 1, got '2'"],
    ['status=503;retry-after=soon', 'retry-after: expected a whole number of seconds, date, or date+SECONDS'],
    ['status=500;retry-after=1', 'retry-after: goes with status 429 or 503, not with 500'],
  ])('%s is refused: %s', (written, message) => {
    expect(() => parseFault(written)).toThrow(message);
  });
});

describe('faults of whole answers', () => {
  it('status=503: a problem in place of the answer, in both services', async () => {
    const ask = await rehearse('status=503');
    for (const path of ['/api', '/api/v0.6/cbed', '/api/v0.6/nowhere', '/api/v0.9/glossary']) {
      const reply = await ask(path);
      expect(reply.status).toBe(503);
      expect(reply.headers['content-type']).toBe('application/problem+json');
      expect(reply.json()).toMatchObject({ status: 503, title: 'Service Unavailable' });
      expect(reply.headers['retry-after']).toBeUndefined();
    }
    expect(await ask('/api', { method: 'HEAD' })).toMatchObject({ status: 503, text: '' });
  });

  it('429 with Retry-After in both forms (RFC 9110, 10.2.3)', async () => {
    const seconds = await rehearse('status=429;retry-after=7');
    expect(await seconds('/api')).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
    const now = () => Date.UTC(2026, 9, 21, 7, 28, 0);
    const date = await rehearse('status=429;retry-after=date', { now });
    expect((await date('/api')).headers['retry-after']).toBe('Wed, 21 Oct 2026 07:28:02 GMT');
    const later = await rehearse('status=503;retry-after=date+60', { now });
    const header = String((await later('/api')).headers['retry-after']);
    expect(header).toBe('Wed, 21 Oct 2026 07:29:00 GMT');
    expect(retryAfterMs(header, now())).toBe(60_000);
  });

  it('slow: after a delay, and so many bytes a second', async () => {
    const ask = await rehearse('slow;delay=0.2;bytes-per-second=1000;path=/api/v0.6/counties');
    const started = performance.now();
    const { status, text } = await ask('/api/v0.6/counties');
    const took = performance.now() - started;
    expect(status).toBe(200);
    expect(JSON.parse(text)).toHaveLength(3);
    // 0.2 seconds, and 0.05 for each 50 of the bytes.
    expect(took).toBeGreaterThan(200 + (text.length / 1000) * 1000 * 0.7);
  });

  it('cut: the connection ends in the middle of the body', async () => {
    const ask = await rehearse('cut;path=/api/v0.6/cbed');
    await expect(ask('/api/v0.6/cbed')).rejects.toThrow();
    const { archive } = running ?? { archive: '' };
    const reply = await request(`${archive}/api/v0.6/cbed`, { headers: KEY });
    expect(reply.statusCode).toBe(200);
    const chunks: Buffer[] = [];
    await expect(
      (async () => {
        for await (const chunk of reply.body) chunks.push(chunk);
      })(),
    ).rejects.toThrow();
    const whole = Number(reply.headers['content-length']);
    expect(Buffer.concat(chunks)).toHaveLength(Math.floor(whole / 2));
    expect((await ask('/api')).status).toBe(200);
  });

  it('closing does not wait longer than the grace period', async () => {
    const ask = await rehearse('slow;delay=30', { graceMs: 100 });
    const asked = ask('/api').catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await running?.close();
    expect(await asked).toBeInstanceOf(Error);
  });
});

describe('faults of bodies', () => {
  it('truncated: half the JSON with a content-length that agrees', async () => {
    const sound = await (await rehearse([]))('/api/v0.6/counties');
    const reply = await (await rehearse('truncated'))('/api/v0.6/counties');
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe(JSON_TYPE);
    expect(Number(reply.headers['content-length'])).toBe(Buffer.byteLength(reply.text));
    expect(sound.text.startsWith(reply.text)).toBe(true);
    expect(() => reply.json()).toThrow(SyntaxError);
  });

  it('html: HTML with 200', async () => {
    const reply = await (await rehearse('html'))('/api/v0.6/cbed');
    expect(reply).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(reply.text).toMatch(/^<!DOCTYPE html>/);
  });

  it('wrong-length: more promised than sent', async () => {
    const ask = await rehearse('wrong-length');
    await expect(ask('/api/v0.6/cbed')).rejects.toThrow();
  });

  it('missing-field: one record without its identifier, or without the field named', async () => {
    const people = (await (await rehearse('missing-field'))('/api/v0.6/cbed')).json() as object[];
    expect(people).toHaveLength(3);
    expect(people.filter((one) => !('id' in one))).toHaveLength(1);
    const counties = (await (await rehearse('missing-field'))('/api/v0.6/counties')).json() as object[];
    expect(counties.filter((one) => !('logainmID' in one))).toHaveLength(1);
    const ask = await rehearse('missing-field=placenames');
    const places = (await ask('/api/v0.9?PlaceID=100010')).json() as { places: object[] };
    expect(places.places.filter((one) => !('placenames' in one))).toHaveLength(1);
    expect((await ask('/api/v0.9/100010')).json()).not.toHaveProperty('placenames');
    expect((await ask('/api/v0.6/cbed/501')).json()).toMatchObject({ id: 501, names: [{}, {}] });
  });

  it.each<readonly [fault: string, path: string, answer: object]>([
    ['unknown-field', '/api/v0.6/cbed/501', { id: 501, rehearsedField: expect.any(String) }],
    ['unknown-field', '/api/v0.6/cbed?Gender=b', [{ id: 501, rehearsedField: expect.any(String) }]],
    // Every id, references too.
    ['id-as-string', '/api/v0.6/cbed/501', { id: '501', ainmID: '88', counties: [{ logainmID: '100010' }] }],
    ['id-as-string', '/api/v0.6/cbe?ItemID=1001', [{ parts: [{ items: [{ pages: ['12'] }] }] }]],
    ['no-zone', '/api/v0.6/cbe?VolumeID=1', [{ dateCreated: '2017-09-06T14:25:36.3' }]],
    ['no-zone', '/api/v0.9/100005', { dateModified: '2019-01-01T00:00:00' }],
    // A list with one entry is sent as the entry.
    ['bare-object', '/api/v0.6/cbed?Gender=b', { names: [{}, {}], counties: { logainmID: 100010 } }],
    ['bare-object', '/api/v0.9/glossary', { id: 31 }],
    ['pascal-case', '/api/v0.6/cbed/501', { ID: 501, Names: [{ FullName: 'Úna Ní Bhriain' }, {}] }],
    ['pascal-case', '/api/v0.9?PlaceID=100005', { TotalCount: 2, Places: [{}, {}] }],
  ])('%s: %s', async (fault, path, answer) => {
    const ask = await rehearse(fault);
    expect((await ask(path)).json()).toMatchObject(answer);
  });

  it('nulls: absent values and empty lists, at any depth, and nothing privileged', async () => {
    const ask = await rehearse('nulls');
    expect((await ask('/api/v0.6/cbed/503')).json()).toMatchObject({
      id: 503,
      dateModified: null,
      names: [{ firstNames: null, surname: null, fullName: 'Máire de Barra' }],
      gender: null,
      birthDate: null,
      counties: null,
      birthCounty: { logainmID: 100015, nameEN: 'Galway', coordinates: null },
    });
    expect((await ask('/api/v0.9?PlaceID=424242')).json()).toMatchObject({
      totalCount: 0,
      places: null,
      similarNames: null,
    });
    const volumes = await ask('/api/v0.6/cbe/volumes', {
      headers: { 'x-api-key': 'sample-key-public-hazel' },
    });
    expect(volumes.json()).toEqual([expect.objectContaining({ id: 1, dateModified: null })]);
    expect(volumes.json()[0]).not.toHaveProperty('status');
  });

  it('gender=english: bodies by the English codes, filters as they were', async () => {
    const ask = await rehearse('gender=english');
    expect((await ask('/api/v0.6/cbed?Gender=b')).json()).toMatchObject([{ id: 501, gender: 'f' }]);
    expect((await ask('/api/v0.6/cbed/502')).json()).toMatchObject({ gender: 'm' });
    expect((await ask('/api/v0.6/cbed?Gender=m')).status).toBe(400);
  });

  it('spare /api, the description, and errors', async () => {
    const sound = await rehearse([]);
    const paths = [
      '/api',
      '/api/v0.6',
      '/openapi.json',
      '/api/v0.6/cbeg',
      '/api/v0.6/nowhere',
      '/api/v0.6/cbed/9',
    ];
    const expected = new Map<string, string>();
    for (const path of paths) expected.set(path, (await sound(path)).text);
    for (const fault of [
      'html',
      'truncated',
      'wrong-length',
      'pascal-case',
      'nulls',
      'missing-field',
      'unknown-field',
    ]) {
      const ask = await rehearse(fault);
      for (const path of paths) expect((await ask(path)).text, `${fault} ${path}`).toBe(expected.get(path));
    }
  });

  it('have an ETag and 304 of their own, gzip and HEAD', async () => {
    const ask = await rehearse('pascal-case');
    const { headers, text } = await ask('/api/v0.6/cbed');
    const etag = String(headers.etag);
    const again = await ask('/api/v0.6/cbed', { headers: { 'if-none-match': etag } });
    expect(again).toMatchObject({ status: 304, text: '' });
    const packed = await ask('/api/v0.6/cbed', { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    const head = await ask('/api/v0.6/cbed', { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers).toMatchObject({ etag, 'content-length': String(Buffer.byteLength(text)) });
  });
});

describe('which requests are hit', () => {
  const people = Array.from({ length: 100 }, (_, place) => `/api/v0.6/cbed?BirthDateFrom=${1700 + place}`);

  it('depends on seed, target and the number of earlier requests for it, not on the order of requests', async () => {
    const fault = 'status=503;rate=0.3';
    const first = await statuses(await rehearse(fault, { seed: 7 }), people);
    const again = await statuses(await rehearse(fault, { seed: 7 }), people);
    const backwards = await statuses(await rehearse(fault, { seed: 7 }), [...people].reverse());
    const other = await statuses(await rehearse(fault, { seed: 8 }), people);
    expect(again).toEqual(first);
    expect(backwards.reverse()).toEqual(first);
    expect(other).not.toEqual(first);
    const share = first.filter((status) => status === 503).length / people.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.4);
  });

  it('times=N: the first attempts fail, then it is fine, for each target', async () => {
    const ask = await rehearse('status=503;times=2');
    const [one, other] = ['/api/v0.6/counties', '/api/v0.6/countries'] as const;
    expect(await statuses(ask, [one, one, other, one, other, other, one])).toEqual([
      503, 503, 503, 200, 503, 200, 200,
    ]);
  });

  it('path=PREFIX: the path and paths below it, with and without a query', async () => {
    const ask = await rehearse('status=500;path=/api/v0.6/cbe');
    expect(
      await statuses(ask, [
        '/api/v0.6/cbe?VolumeID=1',
        '/api/v0.6/cbe/?VolumeID=1',
        '/api/v0.6/cbe/volumes',
        '/api/v0.6/cbed',
        '/api/v0.6/cbes/volumes',
        '/api',
      ]),
    ).toEqual([500, 500, 500, 200, 200, 200]);
  });
});

describe('invalid faults are refused at once', () => {
  it('codes translated twice', async () => {
    await expect(rehearse('gender=english', { dialect: 'v1.1' })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
    });
  });
});

describe('our client reads all variants of wire-format 1', () => {
  const kinds = [
    ['/api/v0.6/cbed', reader(person)],
    ['/api/v0.6/cbed?Gender=b', reader(person)],
    ['/api/v0.6/cbeg?CountyID=100015', reader(photograph)],
    ['/api/v0.6/cbe?VolumeID=1', reader(manuscriptVolume, ['parts.items'])],
    ['/api/v0.6/cbes?VolumeID=1', reader(schoolsVolume)],
    ['/api/v0.6/cbes/topics', reader(schoolsTopic)],
    ['/api/v0.9?PlaceID=100010', reader(place)],
    ['/api/v0.9/?PlaceID=100005&CategoryID=CON', reader(place)],
    ['/api/v0.9?PlaceID=424242', reader(place)],
  ] as const;

  it.each([['unknown-field'], ['id-as-string', 'no-zone', 'nulls', 'bare-object', 'pascal-case']])(
    '%s',
    async (...faults) => {
      const sound = await rehearse([]);
      const expected = new Map<string, unknown>();
      for (const [path, read] of kinds)
        expected.set(
          path,
          listOf((await sound(path)).json()).records.map((record) => read(record)),
        );
      const ask = await rehearse(faults);
      for (const [path, read] of kinds) {
        const readings = listOf((await ask(path)).json()).records.map((record) => read(record));
        const unknown = faults.includes('unknown-field') ? ['rehearsedField'] : [];
        expect(readings, path).toEqual(
          (expected.get(path) as object[]).map((reading) => ({ ...reading, unknown })),
        );
      }
    },
  );
});
