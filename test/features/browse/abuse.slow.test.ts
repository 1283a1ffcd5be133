import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REQUEST_LIMITS } from '../../../src/features/browse/request-queue.js';
import { appOf, BASE, browsedRelease, servePages } from './browsed-release.js';

/** What anybody on the internet can send to the pages. */

/** Requests of the fuzz test. */
const RUNS = Number(process.env.RUNS ?? 150);

const browsed = browsedRelease();
let server: Awaited<ReturnType<typeof servePages>>;
const faults: unknown[] = [];
const onError = (thrown: unknown) => faults.push(thrown);

beforeAll(async () => {
  const limits = { ...REQUEST_LIMITS, requestsInLine: 8, waitingOfAddress: 3, readingMs: 300 };
  server = await servePages({ ...browsed(), onError }, { limits });
});
afterAll(() => server?.close());

/** Sends bytes as they are. */
async function open(localAddress = '127.0.0.1'): Promise<Socket> {
  const { port, hostname } = new URL(server.url);
  const socket = connect({ port: Number(port), host: hostname, localAddress });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}
async function send(message: string): Promise<string> {
  const socket = await open();
  socket.write(message);
  return text(socket);
}
const request = (target: string, method = 'GET', headers = ''): string =>
  `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
const statusOf = async (message: string): Promise<number> =>
  Number(/^HTTP\/1\.1 (\d+)/.exec(await send(message))?.[1]);
const closing = (target: string, method = 'GET'): Promise<number> =>
  statusOf(request(target, method, 'Connection: close\r\n'));

describe('an address that leads nowhere is no error of the server', () => {
  test.each<readonly [target: string, status: number]>([
    ['/files/%ff', 404],
    ['/files/../package.json', 404],
    ['/files/%2e%2e%2fmanifest.json', 404],
    ['/assets/__proto__', 404],
    ['/cbe/item/7002.constructor', 404],
    [`/id?iri=${encodeURIComponent(`${BASE}cbe/item/7002`)}&format=toString`, 406],
    ['/search?county=constructor&kind=toString', 200],
    ...['1.3', '1e308', 'Infinity', '-1', 'NaN', 'x'].map(
      (page) => [`/referring?to=cbe/volume/1&by=x&page=${page}`, 200] as const,
    ),
    ['/search?page=1e308', 200],
    ['/map?box=1e308,1,2,3', 200],
    ['/map/view?box=1e308,1,2,3&zoom=1e308', 200],
  ])('%s: %i', async (target, status) => {
    expect(await closing(target)).toBe(status);
    expect(faults).toEqual([]);
  });

  test.each(['DELETE', 'OPTIONS', 'PROPFIND', 'PUT', 'PATCH', 'POST', 'TRACE'])(
    '%s is answered with the methods that are (RFC 9110, section 15.5.6)',
    async (method) => {
      const answer = await send(
        request('/cbe/item/7002', method, 'Connection: close\r\nContent-Length: 0\r\n'),
      );
      expect(answer).toMatch(/^HTTP\/1\.1 405 /);
      expect(answer).toMatch(/^allow: GET, HEAD\r$/im);
      expect(faults).toEqual([]);
    },
  );

  test.each([
    ['two hosts', 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: other.example\r\nConnection: close\r\n\r\n'],
    [
      'the same host twice',
      'GET / HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\nConnection: close\r\n\r\n',
    ],
    ['two hosts by HTTP/1.0', 'GET / HTTP/1.0\r\nHost: localhost\r\nHost: other.example\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['no valid host', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
  ])('%s is answered with 400 (RFC 9112, section 3.2)', async (_, message) => {
    expect(await statusOf(message)).toBe(400);
    expect(faults).toEqual([]);
  });

  test('a body above the limit, with its length and without, is answered with 413', async () => {
    const body = `query=${'x'.repeat(1 << 21)}`;
    const form = 'Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n';
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    for (const path of ['/sparql', '/reconcile']) {
      const head = request(path, 'POST', `${form}Content-Length: ${body.length}\r\n`);
      const chunked = request(path, 'POST', `${form}Transfer-Encoding: chunked\r\n`);
      for (const message of [head + body, chunked + chunk]) {
        const answer = await send(message);
        expect(answer).toMatch(/^HTTP\/1\.1 413 /);
        // Scripts of other sites read refusals, too (Fetch, section 3.2).
        expect(answer).toMatch(/^access-control-allow-origin: \*\r$/im);
      }
    }
    expect(faults).toEqual([]);
  });
});

test.each([
  '/evil.example',
  '\\evil.example',
  'cbe/item/7002\r\nX: y',
  '\0',
  '?to=//evil.example',
  'cbe/../..//evil.example',
])('no IRI leads to another host: %j', async (path) => {
  const answer = await send(
    request(`/id?iri=${encodeURIComponent(BASE + path)}`, 'GET', 'Connection: close\r\n'),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(answer).not.toMatch(/^(location|x):/im);
});

describe('a request without Content-Length (RFC 9112, section 6.3) is answered as one with it', () => {
  const chunked = (body: string) =>
    `Connection: close\r\nTransfer-Encoding: chunked\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n`;
  const CLOSE = 'Connection: close\r\n';

  test.each<readonly [method: string, target: string, rest: string, status: number, told: RegExp]>([
    // The question of every browser before a request of another site.
    ['OPTIONS', '/sparql', CLOSE, 204, /access-control-allow-methods: GET, POST/i],
    ['OPTIONS', '/reconcile', CLOSE, 204, /access-control-allow-methods: GET, POST/i],
    ['POST', '/sparql', chunked('query=ASK%20%7B%7D'), 200, /true/],
    ['POST', '/sparql/', chunked('query=ASK%20%7B%7D'), 200, /true/],
    ['POST', '/reconcile', chunked(`queries=${encodeURIComponent('{"q":{"query":"Cork"}}')}`), 200, /"q":/],
    ['POST', '/reconcile/', chunked(`queries=${encodeURIComponent('{"q":{"query":"Cork"}}')}`), 200, /"q":/],
    ['POST', '/sparql', CLOSE, 415, /Send a form/],
    ['POST', '/reconcile', CLOSE, 200, /"identifierSpace"/],
    [
      'POST',
      '/reconcile',
      `${CLOSE}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 3\r\n\r\n--y`,
      400,
      /./,
    ],
    // Content of a GET has no meaning (RFC 9110, section 9.3.1).
    ['GET', '/sparql?query=ASK%20%7B%7D', chunked('x'), 200, /true/],
    ['GET', '/reconcile', chunked('x'), 200, /"identifierSpace"/],
    ['GET', '/', chunked('x'), 200, /<html/],
    ['HEAD', '/', chunked('x'), 200, /./],
    ['PUT', '/sparql', chunked('x'), 405, /allow: GET, HEAD, POST, OPTIONS/i],
    ['TRACE', '/sparql', chunked('x'), 405, /allow: GET, HEAD, POST, OPTIONS/i],
    ['PUT', '/sparql', CLOSE, 405, /allow: GET, HEAD, POST, OPTIONS/i],
    ['PUT', '/reconcile', CLOSE, 405, /allow: GET, HEAD, POST, OPTIONS/i],
  ])('%s %s', async (method, target, rest, status, told) => {
    const answer = await send(request(target, method, rest));
    expect([Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), answer]).toEqual([
      status,
      expect.stringMatching(told),
    ]);
    expect(faults.splice(0)).toEqual([]);
  });
});

test('addresses, methods and headers of every kind: no error of the server', async () => {
  const words =
    `constructor __proto__ toString % %ff %00 .. \\ // NaN 1e308 -1 2147483648 cbe item 7002 cbed person 4101 data
    manifest.json html ttl jsonld nt tobar " ' * AND NEAR( { é \u{10ffff} <script>`.split(/\s+/);
  const word = fc.oneof(
    fc.constantFrom(...words, 'SELECT * {?s ?p ?o} LIMIT 1'),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const routes = `/ /search /map /map/view /timeline /people /about /referring /ga /ga/ /ga// /assets/ /ask /sparql /explain
    /report /vocabulary /files/ /id /cbe/item/ /place/`;
  const route = fc.constantFrom(...routes.split(/\s+/));
  const parameters = `q page format kind county decade topic role language collection box zoom iri to by query example x`;
  const parameter = fc.constantFrom(...parameters.split(' '));
  const anything = fc.record({
    route,
    path: fc.array(word, { maxLength: 3 }),
    query: fc.array(fc.tuple(parameter, word), { maxLength: 3 }),
    isEscaped: fc.boolean(),
    method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'),
    headers: fc.dictionary(
      fc.constantFrom('accept', 'accept-language', 'if-none-match', 'range', 'content-type'),
      fc.oneof(
        fc.constantFrom(
          'text/turtle',
          '*/*;q=x',
          'text/html;q=0',
          'bytes=-1',
          'ga;q=9',
          'application/sparql-query',
        ),
        fc.string({
          unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
          maxLength: 20,
        }),
      ),
      { maxKeys: 2 },
    ),
  });
  const app = appOf({ ...browsed(), onError });
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(anything, async ({ route, path, query, isEscaped, method, headers }) => {
      const write = isEscaped ? encode : (part: string): string => part;
      const target = `${route}${path.map(write).join('/')}?${query.map(([name, value]) => `${name}=${write(value)}`).join('&')}`;
      let made: Request;
      try {
        made = new Request(new URL(`http://localhost${target}`), { method, headers });
      } catch {
        return;
      }
      asked += 1;
      const response = await app.fetch(made);
      await response.body?.cancel();
      if (response.status >= 500 && response.status !== 503)
        throw new Error(`${method} ${made.url}: ${response.status}`);
    }),
    { numRuns: RUNS },
  );
  expect(faults).toEqual([]);
  expect(asked).toBeGreaterThan(RUNS / 2);
});

const encode = (part: string): string => encodeURIComponent(part.toWellFormed());

describe('one client leaves room for others', () => {
  test('a connection with too many requests before the first answer is ended', async () => {
    const answers = await send(request('/about').repeat(100));
    expect(answers.match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThan(9);
    expect(await closing('/')).toBe(200);
  });

  test('more requests at a time than wait for one address are refused at once, and told when to come again', async () => {
    const sockets = await Promise.all(Array.from({ length: 60 }, () => open()));
    // All connections are accepted.
    await closing('/about');
    const answers = await Promise.all(
      sockets.map((socket) => {
        socket.write(request('/search?q=the', 'GET', 'Connection: close\r\n'));
        return text(socket);
      }),
    );
    const refused = answers.filter((one) => one.startsWith('HTTP/1.1 503'));
    expect(refused.length).toBeGreaterThan(0);
    for (const one of refused) expect(one).toMatch(/^retry-after: \d+\r$/im);
    expect(answers.some((one) => one.startsWith('HTTP/1.1 200'))).toBe(true);
    expect(await closing('/')).toBe(200);
  });

  // Only Linux has all of 127.0.0.0/8 without being told.
  test.skipIf(process.platform !== 'linux')(
    'another address has its turn before all requests of the first',
    async () => {
      const other = await open('127.0.0.2');
      const sockets = await Promise.all(Array.from({ length: 3 }, () => open()));
      const order: string[] = [];
      const asked = [...sockets.map((socket) => [socket, 'first'] as const), [other, 'other'] as const].map(
        async ([socket, name]) => {
          socket.write(request('/search?q=the', 'GET', 'Connection: close\r\n'));
          await text(socket);
          order.push(name);
        },
      );
      await Promise.all(asked);
      expect(order.indexOf('other')).toBeLessThan(3);
    },
  );

  test('a client that does not read what it asks for is ended, and its files are closed', async () => {
    const [longest = ''] = [...browsed().site.files.values()]
      .toSorted((a, b) => b.bytes - a.bytes)
      .map(({ path }) => path);
    const sockets = await Promise.all(Array.from({ length: 10 }, () => open()));
    for (const socket of sockets) {
      socket.pause();
      // More than the buffers of a connection hold.
      socket.write(request(`/files/${longest}`).repeat(7));
    }
    await wait(200);
    for (const socket of sockets.slice(0, 5)) socket.destroy();
    await until(async () => (await openDumps(longest)) === 0);
    expect(await closing('/')).toBe(200);
    for (const socket of sockets) socket.destroy();
    expect(faults).toEqual([]);
  });
});

/** Files of this process that are open, with a name. */
async function openDumps(name: string): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd').catch(() => [])).map((fd) =>
      readlink(`/proc/self/fd/${fd}`).catch(() => ''),
    ),
  );
  return links.filter((link) => link.endsWith(name)).length;
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await isTrue()) return;
    await wait(100);
  }
  throw new Error('it did not happen within 10 s');
}
