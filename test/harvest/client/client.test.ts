import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { FolkloreError } from '../../../src/base/errors.js';
import { cut, json, KEY, problem, type Reply, ScriptedService, status } from './scripted-service.js';

const running: ScriptedService[] = [];

async function service(...script: Reply[]): Promise<ScriptedService> {
  const started = await new ScriptedService(...script).start();
  running.push(started);
  return started;
}

afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});

const VOLUME = [{ id: 101, volumeNumber: '0001' }];

/** What `get` throws. */
async function failure(promise: Promise<unknown>): Promise<FolkloreError> {
  const thrown: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof FolkloreError)) throw new Error(`expected a FolkloreError, not ${String(thrown)}`);
  return thrown;
}

/** Valid JSON that is too deep for recursive code. */
const nested = (depth: number): string => `[{"id":1,"odd":${'['.repeat(depth)}${']'.repeat(depth)}}]`;

describe('an answer (wire-format 1 and 2)', () => {
  test('carries the body as it came, the parsed JSON and the ETag', async () => {
    const world = await service(json(VOLUME, { etag: '"a1"' }));
    const answer = await world.client().get('/cbe?VolumeID=101');
    expect(answer).toMatchObject({
      status: 200,
      body: Buffer.from(JSON.stringify(VOLUME)),
      json: VOLUME,
      etag: '"a1"',
    });
    expect(world.seen).toEqual(['/api/v0.6/cbe?VolumeID=101']);
    expect(world.slept).toEqual([]);
  });

  test('is requested in gzip and unpacked', async () => {
    const world = await service((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify(VOLUME)));
    });
    expect(await world.client().get('/cbe?VolumeID=101')).toMatchObject({ json: VOLUME });
    expect(world.headers[0]).toMatchObject({ 'accept-encoding': 'gzip' });
  });

  test('may be 404, whatever its body', async () => {
    const world = await service(status(404, { 'content-type': 'text/html' }, '<h1>Not found</h1>'));
    expect(await world.client().get('/cbeg/9999999')).toEqual({ status: 404 });
    expect(world.seen).toHaveLength(1);
  });

  test('may be 304 for a request with an entity tag (RFC 9110, 13.1.2)', async () => {
    const world = await service(status(304, { etag: '"a1"' }));
    expect(await world.client().get('/cbe?VolumeID=101', { heldTag: '"a1"' })).toEqual({ status: 304 });
    expect(world.headers[0]).toMatchObject({ 'if-none-match': '"a1"' });
  });

  test('is not 304 without an entity tag', async () => {
    const world = await service(status(304), json(VOLUME));
    expect(await world.client().get('/cbe?VolumeID=101')).toMatchObject({ status: 200, json: VOLUME });
    expect(world.headers[0]).not.toHaveProperty('if-none-match');
    expect(world.seen).toHaveLength(2);
  });

  test.each([
    ['list', { error: 'try again later' }, VOLUME, '/cbe?VolumeID=101'],
    ['record', [], { id: 7 }, '/cbed/7'],
    ['record', { error: 'try again later' }, { id: 7 }, '/cbed/7'],
  ] as const)(
    'is no answer when it should be a %s and is something else',
    async (body, odd, right, request) => {
      const world = await service(json(odd), json(right));
      expect(await world.client().get(request, { body })).toMatchObject({ json: right });
      expect(world.seen).toHaveLength(2);
    },
  );

  test('about the service itself comes from /api, without a key, with its clock', async () => {
    const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
    const world = await service(json({ version: 'v0.6' }, { date }));
    expect(await world.client().describe()).toMatchObject({
      json: { version: 'v0.6' },
      servedAt: Date.UTC(2026, 10, 21, 10),
    });
    expect(world.seen).toEqual(['/api']);
    expect(world.headers[0]).not.toHaveProperty('x-api-key');
  });
});

describe('the path of the service, where none is configured (wire-format 2)', () => {
  const list = json({ totalCount: 1, results: [{ id: 1 }] });

  test('is that of the specification, if the service has lists there', async () => {
    const world = await service(list);
    const client = world.client({ service: 'placenames', path: undefined });
    await Promise.all([client.get('/?PlaceID=1'), client.get('/features')]);
    // No request more than with a configured path.
    expect(world.seen).toEqual(['/api/v0.9/?PlaceID=1', '/api/v0.9/features']);
    expect(world.events.filter((event) => 'message' in event)).toEqual([]);
  });

  test('is otherwise that of a later release, and is said once', async () => {
    const world = await service(status(404), status(404), problem(400, {}), list);
    const client = world.client({ service: 'placenames', path: undefined });
    await client.get('/?PlaceID=1');
    await client.get('/features');
    expect(world.seen.slice(3)).toEqual(['/api/v1.0/counties', '/api/v1.0/?PlaceID=1', '/api/v1.0/features']);
    expect(world.events.filter((event) => 'message' in event)).toMatchObject([
      { message: 'The place-names service has nothing at /api/v0.9: its path is /api/v1.0.' },
    ]);
  });

  test('is not guessed while the service is down, or refuses the key', async () => {
    const down = await service(status(503), list);
    expect((await down.client({ path: undefined }).get('/cbed')).status).toBe(200);
    expect(down.seen).toEqual(['/api/v0.6/cbed', '/api/v0.6/cbed']);
    const refusing = await service(status(401));
    await expect(refusing.client({ path: undefined }).get('/cbed')).rejects.toMatchObject({
      code: 'KEY_REFUSED',
    });
    expect(refusing.seen).toHaveLength(1);
  });

  const page: Reply = (_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<p>This version was removed in January 2021.</p>');
  };
  test.each<[string, Reply]>([
    ['a page for people', page],
    ['a message in JSON', json({ message: 'This version was removed in January 2021' })],
    ['a body without a byte', (_, response) => void response.end()],
    ['a redirect to another host', status(301, { location: 'https://docs.example.org/' })],
    ['403', status(403)],
    ['an empty list', json([])],
  ])('is that of a later release, if the first path answers with %s', async (_, gone) => {
    const world = await service((request, response) =>
      (request.url?.startsWith('/api/v1.0/') === true ? json([{ id: 1 }]) : gone)(request, response),
    );
    const client = world.client({ path: undefined });
    expect((await client.get('/cbe/volumes', { body: 'list' })).status).toBe(200);
    expect(world.seen.at(-1)).toBe('/api/v1.0/cbe/volumes');
    expect(world.events.filter((event) => 'message' in event)).toMatchObject([
      { message: 'The archive service has nothing at /api/v0.6: its path is /api/v1.0.' },
    ]);
  });

  test('stays that of the specification, if only the first record asked for is missing', async () => {
    const world = await service(status(404), list);
    expect((await world.client({ path: undefined }).get('/cbed/9')).status).toBe(404);
    expect(world.seen).toEqual(['/api/v0.6/cbed/9', '/api/v0.6/counties']);
  });

  test('that is none of the known ones ends the run, with the setting (exit 2)', async () => {
    const world = await service(status(404));
    await expect(
      world.client({ service: 'placenames', path: undefined }).get('/features'),
    ).rejects.toMatchObject({
      message: expect.stringContaining('/api/v0.9, /api/v1.1, /api/v1.0'),
      hint: expect.stringContaining('services.placenames.path'),
      exitCode: 2,
    });
  });
});

describe('the key', () => {
  test('goes in the header X-Api-Key and never in the URL; the caller is named', async () => {
    const world = await service(json([]));
    await world.client().get('/volumes');
    expect(world.headers[0]).toMatchObject({
      'x-api-key': KEY,
      'user-agent': expect.stringContaining('mailto:'),
    });
    expect(world.seen.join()).not.toContain(KEY);
  });

  test('is in no error and no event, even when the service repeats it', async () => {
    const echo = problem(400, { detail: `the key ${KEY} may not`, errors: [{ message: `key=${KEY}` }] });
    for (const reply of [echo, problem(401, { detail: `unknown key ${KEY}` }), cut]) {
      const world = await service(reply);
      const error = await failure(world.client().get('/volumes'));
      const told = [
        error.message,
        error.hint,
        error.stack,
        String(error.cause),
        JSON.stringify(world.events),
      ];
      expect(told.join('\n')).not.toContain(KEY);
    }
  });

  test('is in no message that is cut, not even in part', async () => {
    // Wherever the cut may be, it goes through one of them.
    const world = await service(problem(400, { detail: `${KEY} `.repeat(100) }));
    const error = await failure(world.client().get('/volumes'));
    expect(error.message).toMatch(/…\.$/);
    expect(error.message).not.toContain(KEY.slice(0, 3));
  });

  test('is hidden percent-encoded too, in capitals and in small letters (RFC 3986, 2.1)', async () => {
    const key = 'n0b0dy/k3y+';
    for (const word of ['n0b0dy%2Fk3y%2B', 'n0b0dy%2fk3y%2b', 'n0b0dy\\/k3y+', 'n0b0dy\\u002Fk3y%252B']) {
      const world = await service(problem(400, { detail: `apiKey=${word} may not` }));
      const error = await failure(world.client({ key }).get('/volumes'));
      expect(error.message).toContain('apiKey=[key] may not');
    }
  });

  describe('is in no stored answer, in any encoding', () => {
    const key = 'k3y/0f "n0b0dy"+';
    const hex = (sign: string) => sign.charCodeAt(0).toString(16).padStart(2, '0');
    const each = (write: (sign: string) => string) => [...key].map(write).join('');
    const escaped = each((sign) => `\\u00${hex(sign)}`);
    const inJson = JSON.stringify(key).slice(1, -1);

    test.each<[string, string]>([
      ['with escaped quotation marks', `[{"id":1,"text":"${inJson}"}]`],
      ['with an escaped solidus', `[{"id":1,"text":"see ${inJson.replace('/', '\\/')} there"}]`],
      ['with one sign by its number', `[{"id":1,"text":"${inJson.replace('/', '\\u002f')}"}]`],
      ['with each sign by its number', `[{"id":1,"text":"${escaped}"}]`],
      [
        'with each sign by its number in capitals',
        `[{"id":1,"text":"${escaped.toUpperCase().replaceAll('U', 'u')}"}]`,
      ],
      ['as the name of a field', `[{"id":1,"deep":{"${escaped}":1}}]`],
      ['in a field that a later one hides', `[{"id":1,"text":"${escaped}","text":"Uisce"}]`],
      [
        'percent-encoded, with an escape',
        `[{"id":1,"url":"${encodeURIComponent(key).replace('%', '\\u0025')}"}]`,
      ],
      ['percent-encoded, each sign', `[{"id":1,"url":"${each((sign) => `%${hex(sign)}`)}"}]`],
      ['percent-encoded twice', `[{"id":1,"url":"${encodeURIComponent(encodeURIComponent(key))}"}]`],
      ['percent-encoded as forms are', `[{"id":1,"url":"${new URLSearchParams({ key })}"}]`],
      [
        'as JSON in a string',
        `[{"id":1,"text":${JSON.stringify(`{"key":"${escaped}","k":${JSON.stringify(key)}}`)}}]`,
      ],
      ['in markup', `[{"id":1,"text":"${key.replaceAll('"', '&quot;')}"}]`],
      ['in markup by numbers', `[{"id":1,"text":"${each((sign) => `&#x${hex(sign)};`)}"}]`],
      ['in markup by decimal numbers', `[{"id":1,"text":"${each((sign) => `&#${sign.charCodeAt(0)};`)}"}]`],
    ])('%s', async (_, body) => {
      const world = await service(status(200, { 'content-type': 'application/json' }, body));
      const error = await failure(world.client({ key, patienceMs: 0 }).get('/cbed'));
      expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', exitCode: 3 });
      expect(error.message).toContain('contains the API key');
      expect(error.message).not.toContain('n0b0dy');
    });

    test('not in an entity tag either', async () => {
      const reply = status(
        200,
        { 'content-type': 'application/json', etag: `"${encodeURIComponent(key)}"` },
        '[]',
      );
      const error = await failure((await service(reply)).client({ key, patienceMs: 0 }).get('/cbed'));
      expect(error.message).toContain('contains the API key');
    });

    test('other texts are stored', async () => {
      const world = await service(
        json([{ id: 1, text: `${key.slice(0, -1)} ${key.toUpperCase()} \\\\ %2F &amp;` }]),
      );
      expect(await world.client({ key }).get('/cbed')).toMatchObject({ status: 200 });
    });
  });

  test('refused with 401 ends everything at once, with the remedy (exit 2)', async () => {
    const world = await service(problem(401, { title: 'Unauthorized', detail: 'unknown API key' }));
    const client = world.client({ concurrency: 1 });
    const both = await Promise.all([failure(client.get('/volumes')), failure(client.get('/counties'))]);
    for (const error of both) {
      expect(error).toMatchObject({ code: 'KEY_REFUSED', exitCode: 2 });
      expect(error.hint).toContain('ARCHIVE_API_KEY');
      expect(error.message).toContain('unknown API key');
    }
    expect(world.seen).toHaveLength(1);
    expect(world.slept).toEqual([]);
  });

  test('with a line break in it is refused before anything is sent', async () => {
    const world = await service(json([]));
    expect(() => world.client({ key: 'abc\n' })).toThrow(FolkloreError);
    expect(() => world.client({ key: 'abc\n' })).toThrow(/cannot be sent in a header/);
  });
});

test('messages of a service have no control characters or line breaks and are shortened', async () => {
  const evil = '\u001b[2J\u009b31m\u202e\nfolklore-ld: all is well';
  const refused = problem(400, { detail: evil });
  const noList = json({ [evil]: 1, ['x'.repeat(10_000)]: 1 });
  for (const reply of [refused, noList, status(200, { 'content-type': `text/x\u009b31m` }, '')]) {
    const world = await service(reply);
    const { message } = await failure(world.client({ patienceMs: 500 }).get('/cbed', { body: 'list' }));
    const told = [message, ...world.events.map((event) => JSON.stringify(event))].join('');
    expect(told).not.toMatch(/[\p{Cc}\p{Cf}]|\\n/u);
    expect(told.length).toBeLessThan(3_000);
  }
});

describe('a request the service refuses', () => {
  test.each([400, 405])('with %i ends the run with the message of the service (exit 1)', async (code) => {
    const said = {
      title: 'Bad Request',
      detail: 'The request has one fault.',
      errors: [
        { parameter: 'DateFrom', value: '193', message: "DateFrom: expected a year as YYYY, got '193'" },
      ],
    };
    const world = await service(problem(code, said));
    const error = await failure(world.client().get('/cbe?DateFrom=193'));
    expect(error).toMatchObject({ code: 'REQUEST_REFUSED', exitCode: 1 });
    expect(error.message).toContain('The archive service');
    expect(error.message).toContain(String(code));
    expect(error.message).toContain('/api/v0.6/cbe?DateFrom=193');
    expect(error.message).toContain("DateFrom: expected a year as YYYY, got '193'");
    expect(world.seen).toHaveLength(1);
  });

  test('with 403 is a key that does not open this: 2, and where the key comes from', async () => {
    const world = await service(problem(403, { title: 'Forbidden', detail: 'not for this key' }));
    const error = await failure(world.client().get('/cbe?Status=2'));
    expect(error).toMatchObject({ code: 'KEY_REFUSED', exitCode: 2 });
    expect(error.hint).toContain('ARCHIVE_API_KEY');
  });

  test('that cannot be sent at all is refused without an attempt', async () => {
    const world = await service(json([]));
    const error = await failure(world.client().get('/cbe?Query=a b'));
    expect(error).toMatchObject({ code: 'REQUEST_REFUSED' });
    expect(world.seen).toEqual([]);
  });
});

/** Faults that the services can rehearse are in test/harvest/crawl/fault-matrix.slow.test.ts. */
describe('a fault is retried', () => {
  const html: Reply = status(200, { 'content-type': 'text/html' }, '<h1>Maintenance</h1>');
  const halfJson = '[{"id": 101, "volumeNum';
  const faults: Record<string, Reply> = {
    'chunked body that breaks off': (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(halfJson, () => response.socket?.destroy());
    },
    'body that ends early without a trace': (request) => {
      const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n';
      request.socket.end(`${head}${halfJson}`);
    },
    'content-length that promises less': (request) => {
      const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n';
      request.socket.write(`${head}${JSON.stringify(VOLUME)}`);
    },
    'truncated gzip': (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify(VOLUME)).subarray(0, 20));
    },
    'body that is not gzip, contrary to its header': status(
      200,
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      JSON.stringify(VOLUME),
    ),
    'encoding that was not requested': status(
      200,
      { 'content-type': 'application/json', 'content-encoding': 'br' },
      '[]',
    ),
    'JSON that cannot be parsed': status(200, { 'content-type': 'application/json' }, halfJson),
    'empty body': status(200, { 'content-type': 'application/json' }, ''),
    'status 204': status(204),
    'answer that is not HTTP': (request) => {
      request.socket.end('SSH-2.0-OpenSSH_9.6\r\n');
    },
    'redirection to another origin': status(302, { location: 'http://127.0.0.1:9/api/v0.6/volumes' }),
    'redirection to nowhere': status(301),
  };
  for (const code of [408, 425, 429, 500, 502, 503, 504]) faults[`status ${code}`] = status(code);

  test.each(Object.entries(faults))('%s, then fine', async (_, fault) => {
    const world = await service(fault, fault, json(VOLUME));
    expect(await world.client().get('/volumes')).toMatchObject({ status: 200, json: VOLUME });
    expect(world.seen).toHaveLength(3);
    // Full jitter, with random() at its end: the whole of 500 ms, then of 1,000 ms.
    expect(world.slept).toEqual([500, 1000]);
  });

  test.each([
    ['3,000 lists in lists', nested(3_000), 'nested more than 100 deep'],
    ['a million lists in lists', nested(1_000_000), 'nested more than 100 deep'],
    ['the envelope of OData', '{"value":[{"id":1}]}', 'records in "value"'],
    ['the envelope of JSON:API', '{"data":[{"type":"volume","id":"1"}]}', 'records in "data"'],
  ])('%s: the answer is whole, and no other attempt is made (exit 4)', async (_, body, named) => {
    const world = await service(status(200, { 'content-type': 'application/json' }, body));
    const error = await failure(world.client().get('/volumes', { body: 'list' }));
    expect(error).toMatchObject({ code: 'ANSWER_UNREADABLE', exitCode: 4 });
    expect(error.message).toContain('/volumes');
    expect(error.message).toContain(named);
    expect(world.slept).toEqual([]);
  });

  test('silence until the time is up, then fine', async () => {
    const world = await service(() => {}, json(VOLUME));
    expect(await world.client({ timeoutMs: 100 }).get('/volumes')).toMatchObject({ json: VOLUME });
    expect(world.events).toContainEqual(
      expect.objectContaining({ event: 'retrying', reason: 'no complete answer within 100 ms', waitMs: 500 }),
    );
  });

  test('a body that drips without end, then fine', async () => {
    const drip: Reply = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drops = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(drops));
    };
    const world = await service(drip, json(VOLUME));
    expect(await world.client({ timeoutMs: 150 }).get('/volumes')).toMatchObject({ json: VOLUME });
  });

  test('a service that stays down ends the run when the patience is over (exit 3)', async () => {
    const world = await service(cut, status(503), status(503), html);
    const error = await failure(world.client({ patienceMs: 4_000 }).get('/cbe?VolumeID=101'));
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', exitCode: 3 });
    expect(error.message).toContain('The archive service');
    expect(error.message).toContain(world.url);
    expect(error.message).toContain('/api/v0.6/cbe?VolumeID=101');
    expect(error.message).toContain(
      'tried 5 times in 4 s: connection lost, 503 Service Unavailable ×2, the answer is text/html, not JSON ×2',
    );
    expect(error.cause).toBeInstanceOf(Error);
    expect(error.hint).toContain('Run the same command again');
    // The last wait is what is left of the patience.
    expect(world.slept).toEqual([500, 1000, 2000, 500]);
    expect(world.seen).toHaveLength(5);
  });

  test('a service that restarts within the patience loses nothing; each wait is told, with what is left', async () => {
    const client: ScriptedService = await service((_, response) => {
      const isBack = client.elapsed >= 14 * 60_000;
      response.writeHead(isBack ? 200 : 503, { 'content-type': 'application/json' }).end('[]');
    });
    expect(await client.client().get('/volumes')).toMatchObject({ status: 200 });
    // No wait is longer than a minute.
    expect(Math.max(...client.slept)).toBe(60_000);
    const told = client.events.filter((event) => 'leftMs' in event);
    expect(told[0]).toMatchObject({ event: 'retrying', waitMs: 500, leftMs: 15 * 60_000 });
    expect(told.at(-1)).toMatchObject({ waitMs: 60_000, leftMs: expect.any(Number) });
    expect(told).toHaveLength(client.seen.length - 1);
  });

  test('time in which a service does not answer counts, too', async () => {
    const world = await service(() => {});
    // Each reading of the clock is a minute later.
    const client = world.client({
      timeoutMs: 20,
      patienceMs: 180_000,
      monotonic: () => (world.elapsed += 60_000),
    });
    const error = await failure(client.get('/volumes'));
    expect(error.message).toMatch(/tried \d times in \d min/);
    expect(world.seen.length).toBeLessThan(5);
  });

  test('the wait is drawn from the whole interval: full jitter', async () => {
    const world = await service(status(503), status(503), json([]));
    const draws = [0, 0.25];
    await world.client({ random: () => draws.shift() ?? 0 }).get('/volumes');
    expect(world.slept).toEqual([250]);
  });
});

describe('a redirection', () => {
  test('within the origin is followed', async () => {
    const world = await service(status(308, { location: '/api/v0.6/volumes/' }), json(VOLUME));
    expect(await world.client().get('/volumes')).toMatchObject({ json: VOLUME });
    expect(world.seen).toEqual(['/api/v0.6/volumes', '/api/v0.6/volumes/']);
  });

  test('to another origin is not: the key would go there', async () => {
    const other = await service(json(VOLUME));
    const world = await service(status(302, { location: `${other.url}/api/v0.6/volumes` }));
    const error = await failure(world.client().get('/volumes'));
    expect(error.message).toContain(`it redirects to ${other.url}, which is not followed`);
    expect(other.seen).toEqual([]);
  });
});

describe('Retry-After (RFC 9110, 10.2.3)', () => {
  test.each([
    [429, '7', 7000],
    [503, 'Sat, 21 Nov 2026 07:02:00 GMT', 120_000],
  ])('of %i is waited for: %s', async (code, after, ms) => {
    const world = await service(status(code, { 'retry-after': after }), json([]));
    await world.client().get('/volumes');
    expect(world.slept).toEqual([ms]);
  });

  test.each(['', ' ', 'soon'])('of no time (%j) asks for no wait: the back-off counts', async (after) => {
    const world = await service(
      status(503, { 'retry-after': after }),
      status(503, { 'retry-after': after }),
      json([]),
    );
    await world.client({ random: () => 0.5 }).get('/volumes');
    expect(world.slept).toEqual([250, 500]);
  });

  test('delays all requests, not only the failed one', async () => {
    const world = await service(status(429, { 'retry-after': '7' }), json([]));
    let release = () => {};
    const over = new Promise<void>((resolve) => {
      release = resolve;
    });
    const sleep = async (ms: number) => {
      world.slept.push(ms);
      await over;
      world.elapsed = 7000;
    };
    const client = world.client({ sleep });
    const first = client.get('/volumes');
    await expect.poll(() => world.slept).toEqual([7000]);
    const second = client.get('/counties');
    await expect.poll(() => world.slept).toEqual([7000, 7000]);
    expect(world.seen).toHaveLength(1);
    release();
    expect([await first, await second]).toMatchObject([{ status: 200 }, { status: 200 }]);
  });

  test('of a day is not waited for: the run ends and can be continued', async () => {
    const world = await service(status(503, { 'retry-after': '86400' }), json([]));
    const client = world.client();
    const error = await failure(client.get('/volumes'));
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', exitCode: 3 });
    expect(error.message).toContain('it asks for a wait of 1 d 0 h, and 15 min 0 s of the patience are left');
    expect(await failure(client.get('/counties'))).toBe(error);
    expect(world.seen).toHaveLength(1);
    expect(world.slept).toEqual([]);
  });
});

describe('the rate limit', () => {
  test('no more requests at once than agreed', async () => {
    let under = 0;
    let most = 0;
    const world = await service((_, response) => {
      under += 1;
      most = Math.max(most, under);
      setTimeout(() => {
        under -= 1;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('[]');
      }, 10);
    });
    const client = world.client({ concurrency: 3 });
    await Promise.all(Array.from({ length: 12 }, (_, id) => client.get(`/cbe?VolumeID=${id}`)));
    expect(world.seen).toHaveLength(12);
    expect(most).toBe(3);
  });

  test('no more requests begun in a second than agreed, evenly spread', async () => {
    const world = await service(json([]));
    const client = world.client({ concurrency: 1, perSecond: 4 });
    for (let id = 0; id < 4; id += 1) await client.get(`/cbe?VolumeID=${id}`);
    expect(world.slept).toEqual([250, 250, 250]);
  });

  test.each([-3_600_000, 3_600_000])('the same pace when the wall clock is set by %i ms', async (jump) => {
    const world = await service(json([]), json([]), status(503, { 'retry-after': '7' }), json([]));
    const client = world.client({ concurrency: 1, perSecond: 4 });
    await client.get('/cbe?VolumeID=1');
    world.time += jump;
    await client.get('/cbe?VolumeID=2');
    await client.get('/cbe?VolumeID=3');
    expect(world.slept).toEqual([250, 250, 7000]);
  });
});

describe('an interruption', () => {
  test('lets running requests finish and begins no other (exit 130)', async () => {
    const stop = new AbortController();
    const world = await service((_, response) => {
      stop.abort();
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('[]');
      }, 20);
    });
    const client = world.client({ concurrency: 1, signal: stop.signal });
    const [first, second] = await Promise.all([client.get('/volumes'), failure(client.get('/counties'))]);
    expect(first).toMatchObject({ status: 200 });
    expect(second).toMatchObject({ code: 'INTERRUPTED', exitCode: 130 });
    expect(world.seen).toHaveLength(1);
  });

  test('ends a pause between two attempts', async () => {
    const stop = new AbortController();
    const world = await service(status(503));
    const client = world.client({
      signal: stop.signal,
      sleep: async (_, signal) => {
        stop.abort();
        signal?.throwIfAborted();
      },
    });
    expect(await failure(client.get('/volumes'))).toMatchObject({ code: 'INTERRUPTED' });
    expect(world.seen).toHaveLength(1);
  });

  test('closing lets running requests finish and rejects the others', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const world = await service((request, response) => {
      arrive();
      setTimeout(() => json([])(request, response), 20);
    });
    const client = world.client({ concurrency: 1 });
    const first = client.get('/volumes');
    const waiting = failure(client.get('/counties'));
    await arrived;
    await client.close();
    expect(await first).toMatchObject({ status: 200 });
    expect(await waiting).toMatchObject({ code: 'INTERRUPTED' });
    expect(await failure(client.get('/countries'))).toMatchObject({ code: 'INTERRUPTED' });
    expect(world.seen).toHaveLength(1);
  });
});

test('a URL that is none is bad configuration', async () => {
  const world = await service(json([]));
  expect(() => world.client({ url: 'localhost' })).toThrow('services.archive.url is not a URL');
});

describe('an answer longer than the limit', () => {
  const settings = { maxAnswerBytes: 1000 };
  const fits = JSON.stringify('x'.repeat(998));
  const long = JSON.stringify('x'.repeat(999));

  const packed =
    (text: string): Reply =>
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(text));
    };
  const plain = (text: string) => status(200, { 'content-type': 'application/json' }, text);

  test.each([
    ['plain', plain],
    ['gzip', packed],
  ])('ends the run at once and names the setting: %s', async (_, reply) => {
    const world = await service(reply(long));
    const error = await failure(world.client(settings).get('/cbe?VolumeID=101'));
    const accepted = (await service(reply(fits))).client(settings);
    expect(await accepted.get('/cbe')).toMatchObject({ status: 200 });
    expect(error).toMatchObject({ code: 'ANSWER_TOO_LONG', exitCode: 1 });
    expect(error.message).toContain('/api/v0.6/cbe?VolumeID=101');
    expect(error.hint).toContain('harvest.maxAnswerMiB');
    expect(world.seen).toHaveLength(1);
    expect(world.slept).toEqual([]);
  });

  test('is 64 MiB unless configured, counted after unpacking', async () => {
    const world = await service(packed(`"${'x'.repeat(64 * 1024 * 1024)}"`));
    expect(await failure(world.client().get('/cbe'))).toMatchObject({ code: 'ANSWER_TOO_LONG' });
  });

  test('does not hide the status of an error', async () => {
    const world = await service(status(400, {}, long));
    expect(await failure(world.client(settings).get('/cbe'))).toMatchObject({ code: 'REQUEST_REFUSED' });
  });
});
