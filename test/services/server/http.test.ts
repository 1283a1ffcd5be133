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

/** What every endpoint does with methods, keys, tags and encodings is in test/conformance. */
describe('the key', () => {
  const basic = (credentials: string) => ({
    authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
  });
  const volumes = '/api/v0.6/cbe/volumes';
  const byPublic = `${volumes}?apiKey=sample-key-public-hazel`;

  it.each([
    ['a wrong header is not saved by a right parameter', byPublic, { 'x-api-key': 'wrong' }, 401],
    ['an empty header counts as none', byPublic, { 'x-api-key': '' }, 200],
    ['an unknown key', volumes, { 'x-api-key': 'sample-key-archive' }, 401],
    ['Basic with a password', volumes, basic('sample-key-archive-rowan:secret'), 401],
    ['Basic that is no base64', volumes, { authorization: 'Basic ???' }, 401],
    ['another scheme', volumes, { authorization: 'Bearer sample-key-archive-rowan' }, 401],
  ] as const)('%s', async (_, path, headers, expected) => {
    expect((await ask(path, { headers })).status).toBe(expected);
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
    ['gzip;q=0', false],
  ])('Accept-Encoding: "%s"', async (accepted, compressed) => {
    const plain = await ask('/api/v0.6/cbed');
    const coded = await ask('/api/v0.6/cbed', { headers: { ...KEY, 'accept-encoding': accepted } });
    expect(coded.headers['content-encoding']).toBe(compressed ? 'gzip' : undefined);
    expect(compressed ? gunzipSync(coded.bytes) : coded.bytes).toEqual(plain.bytes);
    expect(Number(coded.headers['content-length'])).toBe(coded.bytes.length);
    expect(coded.headers.etag === plain.headers.etag).toBe(!compressed);
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
});

describe('no request, however malformed, gives a 500 or takes the server down', () => {
  it.each([
    ['/api/v0.6/cbed?Gender=%zz', 400],
    ['/api/v0.6/cbed?Gender=b%00', 400],
    ['/api/v0.6/cbed?__proto__=1&constructor=2', 400],
    [`/api/v0.6/cbed?${'a&'.repeat(4000)}`, 400],
    [`/api/v0.6/cbed?x=${'a'.repeat(9000)}`, 414],
    [`/${'a/'.repeat(4000)}`, 404],
  ])('%.40s: %i', async (path, status) => {
    const reply = await ask(path);
    expect(reply.status).toBe(status);
    expect(reply.headers['content-type']).toBe('application/problem+json');
    expect(() => JSON.parse(reply.bytes.toString())).not.toThrow();
  });

  it.each([
    ['a head of 100 kB', `GET /api?x=${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['an unknown method', 'BREW /api HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['a NUL in a header', 'GET /api HTTP/1.1\r\nHost: x\r\nX-Api-Key: a\0b\r\n\r\n', 400],
    ['two lengths', 'GET /api HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 204],
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
