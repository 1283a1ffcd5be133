import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunEvent } from '../../../src/base/events.js';
import type { Credentials } from '../../../src/features/stores/auth.js';
import { storeKind } from '../../../src/features/stores/store-kinds.js';
import { clientFor, patienceOf } from './loading.js';
import { type Behaviour, type OxigraphServer, quadsOf, startOxigraph } from './oxigraph-server.js';

const OXIGRAPH = storeKind('oxigraph');
const GRAPH = 'https://e/g';
const BODY = { body: Buffer.from('<https://e/s> <https://e/p> "o" .\n') };
const INSERT = 'INSERT DATA { GRAPH <https://e/g> { <https://e/s> <https://e/p> "o" } }';

async function started(behaviour: Behaviour = {}): Promise<OxigraphServer> {
  const server = await startOxigraph(behaviour);
  onTestFinished(() => server.stop());
  return server;
}

function clientOf(url: string, settings: Parameters<typeof clientFor>[2] = {}) {
  const client = clientFor(OXIGRAPH, url, settings);
  onTestFinished(() => client.close());
  return client;
}

/** A store that answers everything in one way. */
async function answering(listener: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => listener(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('graphs', () => {
  test('receive triples and are queried', async () => {
    const { url, store } = await started();
    const client = clientOf(url);
    await client.postGraph(GRAPH, BODY);
    await client.postGraph(GRAPH, { body: Buffer.from('<https://e/s> <https://e/p> "o2" .\n') });
    expect(quadsOf(store)).toEqual([
      '<https://e/s> <https://e/p> "o" <https://e/g> .',
      '<https://e/s> <https://e/p> "o2" <https://e/g> .',
    ]);
    expect(await client.count(`SELECT (COUNT(*) AS ?n) { GRAPH <${GRAPH}> { ?s ?p ?o } }`, 'n')).toBe(2);
  });

  test('have their names escaped in URLs', async () => {
    const { url, seen } = await started();
    await clientOf(url).postGraph('https://e/g?a=b&c=ü#d', BODY);
    expect(seen[0]?.graph).toBe('https://e/g?a=b&c=ü#d');
  });
});

describe('answers', () => {
  test('are parsed term by term', async () => {
    const { url } = await started();
    const [row] = await clientOf(url).query(
      'SELECT * WHERE { BIND (<https://e/a> AS ?i) BIND ("b"@ga AS ?l) BIND (4 AS ?n) BIND ("é\\"" AS ?s) OPTIONAL { ?x ?none 1 } }',
    );
    expect(Object.fromEntries(row ?? [])).toEqual({
      i: { type: 'iri', value: 'https://e/a' },
      l: { type: 'literal', value: 'b', language: 'ga' },
      n: { type: 'literal', value: '4', datatype: 'http://www.w3.org/2001/XMLSchema#integer' },
      s: { type: 'literal', value: 'é"' },
    });
  });

  test.each([
    ['truncated', '{"results":{"bindings":['],
    ['not JSON', '<html>Busy</html>'],
  ])('that are %s are requested again, and an error in the end', async (_, body) => {
    const url = await answering((_request, response) => response.end(body));
    await expect(clientOf(url, patienceOf(2)).query('SELECT * {}')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      exitCode: 3,
      message: expect.stringContaining('tried 2 times in'),
    });
  });

  test('that are a page, have its text shown', async () => {
    const page = '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Your account</body></html>';
    const url = await answering((_request, response) => response.end(page));
    await expect(clientOf(url, patienceOf(2)).query('SELECT * {}')).rejects.toThrow('Sign in Your account');
  });

  const rows = (text: string) => `{"head":{"vars":["n"]},"results":{"bindings":${text}}}`;
  test.each<[string, 'query' | 'count', string]>([
    ['no rows', 'query', '{"boolean":true}'],
    ['invalid terms', 'query', rows('[{"a":{"type":"odd","value":"x"}}]')],
    ['a text in place of a number', 'count', rows('[{"n":{"type":"literal","value":"many"}}]')],
    ['a negative number', 'count', rows('[{"n":{"type":"literal","value":"-5"}}]')],
    ['no row with a number', 'count', rows('[]')],
  ])('that are complete and %s are an error at once', async (_, what, body) => {
    let count = 0;
    const url = await answering((_request, response) => {
      count += 1;
      response.end(body);
    });
    await expect(clientOf(url)[what]('SELECT * {}', 'n')).rejects.toMatchObject({
      code: 'REQUEST_REFUSED',
      message: expect.stringMatching(/^The response of the store .* is not a SPARQL result: (?:it|one)/),
      hint: expect.stringContaining('--query-url'),
    });
    expect(count).toBe(1);
  });

  test('that are truncated are errors', async () => {
    const url = await answering((_request, response) =>
      response.setHeader('X-SPARQL-MaxRows', '10000').end('{"results":{"bindings":[]}}'),
    );
    await expect(clientOf(url).query('SELECT * {}')).rejects.toMatchObject({
      code: 'REQUEST_REFUSED',
      message: expect.stringContaining('only 10000 rows'),
    });
  });
});

describe('authentication', () => {
  const PASSWORD = { kind: 'password', user: 'ann', password: 'p"ä:s s' } as const;
  const SCHEMES = ['basic', 'digest-md5', 'digest-sha256'] as const;

  test.each(SCHEMES)('is by %s, after a challenge', async (scheme) => {
    const server = await started({ auth: { scheme, user: PASSWORD.user, password: PASSWORD.password } });
    const client = clientOf(server.url, { credentials: PASSWORD });
    for (const _ of [1, 2, 3]) {
      await client.update(INSERT);
      await client.postGraph(GRAPH, BODY);
    }
    expect(quadsOf(server.store).length).toBe(1);
    const given = server.seen.map(({ authorization }) => authorization?.split(' ')[0]);
    // Credentials are sent after a challenge only, and no body is sent before it.
    expect(given[0]).toBeUndefined();
    expect(given.filter((one) => one === undefined).length).toBe(1);
    expect(server.seen.filter(({ path, method }) => path === '/store' && method === 'POST').length).toBe(3);
  });

  test('is sent again after a nonce has expired', async () => {
    const server = await started({
      auth: { scheme: 'digest-sha256', user: PASSWORD.user, password: PASSWORD.password },
      nonceUses: 2,
    });
    const client = clientOf(server.url, { credentials: PASSWORD });
    for (let number = 0; number < 7; number += 1) await client.update(INSERT);
    expect(server.seen.filter(({ body }) => body === INSERT).length).toBe(7);
  });

  test('uses a token', async () => {
    const token = 'abc.DEF-123';
    const server = await started({ auth: { scheme: 'bearer', token } });
    await clientOf(server.url, { credentials: { kind: 'token', token } }).update(INSERT);
    expect(server.seen.map(({ authorization }) => authorization)).toEqual([`Bearer ${token}`]);
  });

  test.each([
    ['no credentials', { kind: 'none' }],
    ['another password', { ...PASSWORD, password: 'wrong-password' }],
    ['another token', { kind: 'token', token: 'wrong-token' }],
  ] as readonly (readonly [string, Credentials])[])(
    'with %s is refused after at most two requests',
    async (_, credentials) => {
      for (const scheme of SCHEMES) {
        const server = await started({ auth: { scheme, user: PASSWORD.user, password: PASSWORD.password } });
        const refusal = clientOf(server.url, { credentials }).update(INSERT);
        await expect(refusal).rejects.toMatchObject({ code: 'KEY_REFUSED', exitCode: 2 });
        await expect(refusal).rejects.not.toThrow(/wrong/);
        expect(server.seen.length).toBeLessThanOrEqual(3);
        expect(quadsOf(server.store)).toEqual([]);
      }
    },
  );

  test('is removed from messages of a store', async () => {
    const url = await answering((request, response) => {
      if (request.headers.authorization === undefined) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
      } else response.writeHead(400).end(`no: ${request.headers.authorization} ${PASSWORD.password}`);
    });
    const refusal = clientOf(url, { credentials: PASSWORD }).update(INSERT);
    await expect(refusal).rejects.toThrow('no: Basic [key] [key]');
  });

  test.each([400, 500])(
    'is removed from the message of a store with %i, wherever that is shortened',
    async (status) => {
      const token = 'Baer-Taler';
      const url = await answering((_, response) => {
        response.writeHead(status).end(`${token} `.repeat(100));
      });
      const refusal = clientOf(url, { credentials: { kind: 'token', token } }).update(INSERT);
      await expect(refusal).rejects.toThrow('…');
      await expect(refusal).rejects.not.toThrow('Baer');
    },
  );
});

describe('a request', () => {
  test.each([
    ['503', { status: 503 }],
    ['429 with a time to wait', { status: 429, headers: { 'retry-after': '1' } }],
    ['a lost connection', 'lost before'],
    ['a lost answer', 'lost after'],
  ] as const)('that meets %s is sent again, and that is told', async (_, fate) => {
    const events: RunEvent[] = [];
    const server = await started({ fate: (_seen, number) => (number < 3 ? fate : 'answered') });
    await clientOf(server.url, { patienceMs: 60_000, report: (event) => events.push(event) }).update(
      INSERT,
      'an insertion',
    );
    expect(quadsOf(server.store).length).toBe(1);
    expect(events.map((event) => (event.event === 'retrying' ? [event.request, event.attempt] : []))).toEqual(
      [
        ['an insertion', 1],
        ['an insertion', 2],
      ],
    );
  });

  test('that is too large is sent once, and the option for smaller ones is named', async () => {
    const server = await started({ fate: () => ({ status: 413 }) });
    await expect(clientOf(server.url).postGraph(GRAPH, BODY)).rejects.toMatchObject({
      code: 'REQUEST_REFUSED',
      message: expect.stringContaining('413'),
      hint: expect.stringContaining('--portion'),
    });
    expect(server.seen.length).toBe(1);
  });

  test.each([
    [400, 'Request body exceeds the maximum of 1048576 bytes'],
    [500, 'POST body too large'],
    [500, '<h1>Payload Too Large</h1>'],
  ])('with %i and %s is sent once, and the option for smaller ones is named', async (status, body) => {
    const server = await started({ fate: () => ({ status, body }) });
    await expect(clientOf(server.url).postGraph(GRAPH, BODY)).rejects.toMatchObject({
      code: 'REQUEST_REFUSED',
      hint: expect.stringContaining('--portion'),
    });
    expect(server.seen.length).toBe(1);
  });

  test('whose time ran out while its body was read is sent again', async () => {
    const body = 'Reading the body: deadline exceeded';
    const server = await started({ fate: (_, number) => (number < 2 ? { status: 500, body } : 'answered') });
    await clientOf(server.url).update(INSERT);
    expect(server.seen.length).toBe(2);
  });

  test('is answered in HTML, and its character references are decoded', async () => {
    const server = await started({
      fate: () => ({ status: 400, body: '<p>Monday &amp; later: &lt;x&gt;</p>' }),
    });
    await expect(clientOf(server.url).update(INSERT)).rejects.toThrow('Monday & later: <x>.');
  });

  test('that is to wait for a day, is not repeated, and the wait is named', async () => {
    const server = await started({ fate: () => ({ status: 429, headers: { 'retry-after': '86400' } }) });
    await expect(clientOf(server.url).update(INSERT)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringMatching(/tried once: 429 Too Many Requests; it asks for a wait of 1 d 0 h/),
    });
    expect(server.seen.length).toBe(1);
  });

  test('that is rejected is sent once, and the message of the store is shown', async () => {
    const server = await started();
    await expect(clientOf(server.url).update('INSERT DATA { nonsense }')).rejects.toMatchObject({
      code: 'REQUEST_REFUSED',
      message: expect.stringMatching(/refused an update with 400 Bad Request: .*expected/i),
    });
    expect(server.seen.length).toBe(1);
  });

  test.each([
    ['syntax', 'Virtuoso 37000 Error SP030: SPARQL compiler, line 1: syntax error', 1],
    ['data', 'Virtuoso RDFGE Error RDFGE: RDF box with a geometry RDF type', 1],
    ['a deadlock', 'Virtuoso 40001 Error SR172: Transaction deadlocked', 3],
  ])('that Virtuoso answers with 500 for %s is sent as often as is of use', async (_, said, times) => {
    let count = 0;
    const url = await answering((_request, response) => {
      count += 1;
      response.writeHead(500).end(said);
    });
    await expect(clientOf(url).update(INSERT)).rejects.toThrow(said.slice(-20));
    expect(count).toBe(times);
  });

  test('without a server ends as unavailable', async () => {
    const server = await startOxigraph();
    await server.stop();
    await expect(clientOf(server.url).query('SELECT * {}')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      exitCode: 3,
      message: expect.stringContaining('connection refused'),
    });
  });

  test('is not sent after an interruption', async () => {
    const server = await started();
    const signal = AbortSignal.abort();
    await expect(clientOf(server.url, { signal }).update(INSERT)).rejects.toMatchObject({
      code: 'INTERRUPTED',
    });
    expect(server.seen).toEqual([]);
  });

  test('is not redirected', async () => {
    const other = await started();
    const url = await answering((_request, response) =>
      response.writeHead(307, { location: `${other.url}/update` }).end(),
    );
    await expect(clientOf(url).update(INSERT)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      exitCode: 2,
      hint: expect.stringContaining(`${other.url}/update`),
    });
    expect(other.seen).toEqual([]);
  });

  test.each([
    [301, 'https://store.example.org/query', 'Give --endpoint https://store.example.org'],
    [302, '/ds/query?query=x', 'Give --endpoint {url}/ds'],
    [303, 'https://ann:secret@store.example.org/ds/query#x', 'Give --endpoint https://store.example.org/ds'],
    [308, 'https://login.example.org/', 'Give https://login.example.org/ as the address of that endpoint'],
    [308, undefined, 'Ask'],
    [307, 'javascript:alert(1)', 'Ask'],
  ])('that is answered with %i to %s names the address to give, and is not repeated', async (...row) => {
    const [status, location, hint] = row;
    let count = 0;
    const url = await answering((_request, response) => {
      count += 1;
      response.writeHead(status, location === undefined ? {} : { location }).end();
    });
    const asked = clientOf(url, { address: `${url}/` }).query('SELECT * {}');
    await expect(asked).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      exitCode: 2,
      hint: expect.stringContaining(hint.replace('{url}', url)),
    });
    await expect(asked).rejects.not.toMatchObject({ hint: expect.stringMatching(/secret|javascript/) });
    expect(count).toBe(1);
  });
});
