import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serving } from './ask.js';
import { exchange } from './raw-socket.js';

const { url } = serving();
const capped = serving(undefined, { maxConnections: 2 });
const KEY = { 'x-api-key': 'sample-key-public-hazel' };

async function ask(path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  const { method = 'GET', headers = KEY } = options;
  const reply = await request(url().archive + path, { method: method as 'GET', headers });
  return { ...reply, status: reply.statusCode, bytes: Buffer.from(await reply.body.arrayBuffer()) };
}

describe('wire-format 1: media type', () => {
  it('application/json; charset=utf-8, UTF-8 without BOM', async () => {
    const { headers, bytes } = await ask('/api/v0.6/cbed/501');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(bytes.toString('utf8')).toContain('Úna Ní Bhriain');
    expect(bytes[0]).toBe('{'.charCodeAt(0));
  });
});

describe('wire-format 2: methods', () => {
  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'])('%s: 405 with Allow', async (method) => {
    for (const path of ['/api', '/api/v0.6/cbe?VolumeID=1', '/api/v0.6/cbed/501']) {
      const { status, headers, bytes } = await ask(path, { method });
      expect(status).toBe(405);
      expect(headers.allow).toBe('GET, HEAD, OPTIONS');
      expect(headers['content-type']).toBe('application/problem+json');
      expect(JSON.parse(bytes.toString())).toMatchObject({ title: 'Method Not Allowed', status: 405 });
    }
  });

  it('HEAD: the headers of GET and no body', async () => {
    for (const path of ['/api/v0.6/cbe?VolumeID=1', '/api/v0.6/nowhere']) {
      const get = await ask(path);
      const head = await ask(path, { method: 'HEAD' });
      expect(head.status).toBe(get.status);
      expect(head.bytes).toHaveLength(0);
      for (const name of ['content-type', 'content-length', 'etag'])
        expect(head.headers[name]).toBe(get.headers[name]);
    }
  });
});

describe('wire-format 2: the key in three forms', () => {
  const basic = (credentials: string) => ({
    authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
  });
  const seesUnpublished = async (path: string, headers: Record<string, string>) => {
    const { status, bytes } = await ask(path, { headers });
    return status === 200 ? JSON.parse(bytes.toString()).length === 2 : status;
  };
  const volumes = '/api/v0.6/cbe/volumes';
  const byPublic = `${volumes}?apiKey=sample-key-public-hazel`;

  it.each([
    ['the header', volumes, { 'x-api-key': 'sample-key-archive-rowan' }, true],
    ['the parameter', `${volumes}?apiKey=sample-key-internal-blackthorn`, {}, true],
    ['the parameter in another letter case', `${volumes}?APIKEY=sample-key-archive-rowan`, {}, true],
    ['Basic', volumes, basic('sample-key-archive-rowan:'), true],
    ['the header before the parameter', byPublic, { 'x-api-key': 'sample-key-archive-rowan' }, true],
    ['the parameter before Basic', byPublic, basic('sample-key-archive-rowan:'), false],
    ['the header before Basic', volumes, { ...KEY, ...basic('sample-key-archive-rowan:') }, false],
    ['a wrong header is not saved by a right parameter', byPublic, { 'x-api-key': 'wrong' }, 401],
    ['an empty header counts as none', byPublic, { 'x-api-key': '' }, false],
    ['no key', volumes, {}, 401],
    ['an unknown key', volumes, { 'x-api-key': 'sample-key-archive' }, 401],
    ['Basic with a password', volumes, basic('sample-key-archive-rowan:secret'), 401],
    ['Basic that is no base64', volumes, { authorization: 'Basic ???' }, 401],
    ['another scheme', volumes, { authorization: 'Bearer sample-key-archive-rowan' }, 401],
  ] as const)('%s', async (_, path, headers, expected) => {
    expect(await seesUnpublished(path, headers)).toBe(expected);
  });

  it('401 is a problem with WWW-Authenticate', async () => {
    const { headers, bytes } = await ask(volumes, { headers: {} });
    expect(headers['www-authenticate']).toMatch(/^Basic realm=/);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(bytes.toString())).toMatchObject({ title: 'Unauthorized', status: 401 });
  });

  it('/api itself needs no key; /api/v0.6 does', async () => {
    expect((await ask('/api', { headers: {} })).status).toBe(200);
    expect((await ask('/api', { headers: { 'x-api-key': 'wrong' } })).status).toBe(200);
    expect((await ask('/api/v0.6', { headers: {} })).status).toBe(401);
    expect((await request(`${url().placenames}/api`)).statusCode).toBe(200);
    expect((await request(`${url().placenames}/api/v0.9?PlaceID=1`)).statusCode).toBe(401);
  });

  it('a key never gets into the text of an error', async () => {
    for (const path of [
      '/api/v0.6/cbed?key=sample-key-internal-blackthorn',
      '/api/v0.6/cbed?sample-key-internal-blackthorn=1',
      '/api/v0.6/sample-key-internal-blackthorn',
      '/api/v0.6/cbed/sample-key-internal-blackthorn',
      '/api/v0.6/cbed?apiKey=sample-key-internal-blackthorn&apiKey=sample-key-internal-blackthorn',
      '/api/v0.6/cbed?apiKey=sample-key-internal-blackthorn%ff',
    ]) {
      const { status, bytes } = await ask(path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(bytes.toString()).not.toContain('blackthorn');
    }
  });
});

describe('wire-format 2: ETag, gzip, CORS', () => {
  it('a strong ETag; If-None-Match gives 304 without a body', async () => {
    const first = await ask('/api/v0.6/cbe?VolumeID=1');
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const tags of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const again = await ask('/api/v0.6/cbe?VolumeID=1', { headers: { ...KEY, 'if-none-match': tags } });
      expect(again.status).toBe(304);
      expect(again.bytes).toHaveLength(0);
      expect(again.headers.etag).toBe(etag);
    }
    const other = await ask('/api/v0.6/cbe?VolumeID=1', { headers: { ...KEY, 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });

  it('the answer to a privileged key has another ETag', async () => {
    const open = await ask('/api/v0.6/cbe?VolumeID=1');
    const privileged = await ask('/api/v0.6/cbe?VolumeID=1', {
      headers: { 'x-api-key': 'sample-key-archive-rowan' },
    });
    expect(privileged.headers.etag).not.toBe(open.headers.etag);
    expect(String(open.headers.vary)).toMatch(/X-Api-Key/);
  });

  it.each([
    ['gzip', true],
    ['deflate, gzip;q=0.5', true],
    ['*', true],
    ['GZIP', true],
    ['gzip;q=0', false],
    ['identity', false],
    ['gzip;q=0, *', false],
    ['', false],
  ])('Accept-Encoding: "%s"', async (accepted, compressed) => {
    const plain = await ask('/api/v0.6/cbed');
    const coded = await ask('/api/v0.6/cbed', { headers: { ...KEY, 'accept-encoding': accepted } });
    expect(coded.headers['content-encoding']).toBe(compressed ? 'gzip' : undefined);
    expect(compressed ? gunzipSync(coded.bytes) : coded.bytes).toEqual(plain.bytes);
    expect(Number(coded.headers['content-length'])).toBe(coded.bytes.length);
    expect(coded.headers.etag === plain.headers.etag).toBe(!compressed);
  });

  it('a compressed body is confirmed by its own ETag', async () => {
    const headers = { ...KEY, 'accept-encoding': 'gzip' };
    const first = await ask('/api/v0.6/cbed', { headers });
    const again = await ask('/api/v0.6/cbed', {
      headers: { ...headers, 'if-none-match': String(first.headers.etag) },
    });
    expect(again.status).toBe(304);
  });

  it('Access-Control-Allow-Origin: * on answers and errors', async () => {
    for (const path of ['/api', '/api/v0.6/cbed', '/api/v0.6/cbe', '/nowhere']) {
      expect((await ask(path)).headers['access-control-allow-origin']).toBe('*');
    }
  });

  it.each(['/api', '/api/v0.6/cbed', '/api/v0.6/nowhere', '/api/v0.6/cbed?a%zz'])(
    'a page may send the key as a header: preflight of %s (Fetch, 4.8)',
    async (path) => {
      const { status, headers, bytes } = await ask(path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://example.org',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization,if-none-match,x-api-key',
        },
      });
      const listed = (name: string) => String(headers[name]).toLowerCase().split(', ');
      expect(status).toBe(204);
      expect(bytes).toHaveLength(0);
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(listed('access-control-allow-methods')).toEqual(['get', 'head']);
      // RFC 9110, 15.3.5 and 8.6: an answer without a body announces no length.
      expect(headers).not.toHaveProperty('content-length');
      // The wildcard would not cover Authorization (Fetch, 3.3.5).
      const allowed = listed('access-control-allow-headers');
      expect(allowed).toEqual(expect.arrayContaining(['x-api-key', 'authorization', 'if-none-match']));
    },
  );

  it('a page may read the tag that it is to send again', async () => {
    const exposed = String((await ask('/api/v0.6/cbed')).headers['access-control-expose-headers']);
    expect(exposed.split(', ')).toContain('ETag');
  });

  it('the same request gives the same bytes', async () => {
    expect((await ask('/api/v0.6/cbed')).bytes).toEqual((await ask('/api/v0.6/cbed')).bytes);
  });
});

describe('no request, however malformed, gives a 500 or takes the server down', () => {
  it.each([
    ['/api/v0.6/cbed?Gender=%zz', 400],
    ['/api/v0.6/cbed?Gender=%ff', 400],
    ['/api/v0.6/cbed?%=1', 400],
    ['/api/v0.6/cbed?Gender=b%00', 400],
    ['/api/v0.6/cbed/5%00', 400],
    ['/api/v0.6/%E0%A4%A', 400],
    ['/api%2Fv0.6', 404],
    ['/api/v0.6/%63bed', 200],
    ['/api/v0.6/cbed?', 200],
    ['/api/v0.6/cbed?&&', 200],
    ['/api/v0.6/cbed?=', 400],
    ['/api/v0.6/cbed?__proto__=1&constructor=2', 400],
    ['/api/v0.6/cbed/constructor', 400],
    [`/api/v0.6/cbed?${'a&'.repeat(4000)}`, 400],
    [`/api/v0.6/cbed?x=${'a'.repeat(9000)}`, 414],
    [`/${'a/'.repeat(4000)}`, 404],
  ])('%.40s: %i', async (path, status) => {
    const reply = await ask(path);
    expect(reply.status).toBe(status);
    const type = status === 200 ? 'application/json; charset=utf-8' : 'application/problem+json';
    expect(reply.headers['content-type']).toBe(type);
    expect(() => JSON.parse(reply.bytes.toString())).not.toThrow();
  });

  it.each([
    ['a head of 100 kB', `GET /api?x=${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['raw UTF-8 in the target', 'GET /api?x=Bóthar HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['no HTTP at all', 'hello there\r\n\r\n', 405],
    ['an unknown method', 'BREW /api HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['CONNECT', 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['a NUL in a header', 'GET /api HTTP/1.1\r\nHost: x\r\nX-Api-Key: a\0b\r\n\r\n', 400],
    ['two lengths', 'GET /api HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['an absolute target', 'GET http://x/api HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 200],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 204],
    ['no Host', 'GET /api HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two Hosts', 'GET /api HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n', 400],
    [
      'an unknown expectation',
      'GET /api HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: tea\r\n\r\n',
      417,
    ],
    ['HTTP/1.0', 'GET /api HTTP/1.0\r\n\r\n', 200],
    [
      'a GET with a body',
      'GET /api HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc',
      200,
    ],
    [
      'an upgrade',
      'GET /api HTTP/1.1\r\nHost: x\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n',
      200,
    ],
  ])('%s', async (_, bytes, status) => {
    const reply = await exchange(url().archive, bytes);
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    if (status >= 400) expect(reply).toMatch(/content-type: application\/problem\+json/i);
    expect((await ask('/api')).status).toBe(200);
  });
});

describe('connections', () => {
  it('above the cap are not served; when one ends another is', async () => {
    const { archive } = capped.url();
    const hello = 'GET /api HTTP/1.1\r\nHost: x\r\n\r\n';
    const open = () => {
      const socket = connect(Number(new URL(archive).port), '127.0.0.1', () => socket.write(hello));
      const answered = new Promise<string>((resolve) => {
        socket.once('data', (bytes) => resolve(bytes.toString().slice(0, 12)));
        socket.once('close', () => resolve('closed'));
        socket.once('error', () => {});
      });
      onTestFinished(() => void socket.destroy());
      return { socket, answered };
    };
    const held = [open(), open()];
    for (const { answered } of held) expect(await answered).toBe('HTTP/1.1 200');
    expect(await open().answered).toBe('closed');
    const freed = once(held[0]?.socket.end() as Socket, 'close');
    await freed;
    await expect.poll(() => open().answered).toBe('HTTP/1.1 200');
  });
});
