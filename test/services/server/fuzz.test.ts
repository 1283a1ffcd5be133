import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { injectFaults } from '../../../src/features/faults/fault-injection.js';
import { parseFault } from '../../../src/features/faults/fault-syntax.js';
import { createServiceApp, type ServiceApp } from '../../../src/services/server/app.js';
import { hostArchive } from '../../../src/services/server/archive/service.js';
import { inDialect } from '../../../src/services/server/dialect.js';
import { SAMPLE_KEYS } from '../../../src/services/server/keys.js';
import { hostPlacenames } from '../../../src/services/server/placenames/service.js';
import { parseTarget } from '../../../src/services/server/request-target.js';
import { startServices } from '../../../src/services/server/serve.js';
import { exchange } from './raw-socket.js';
import { smallWorld } from './small-world.js';

const hosts = [
  hostArchive(smallWorld.archive, SAMPLE_KEYS),
  hostPlacenames(smallWorld.placenames, SAMPLE_KEYS),
];

/** Requests without an end get no answer: after so long they are given up, milliseconds. */
const ANSWER_WITHIN = 150;

/** `RUNS=1000 npx vitest run test/services/server/fuzz` tries more. */
const RUNS = Number(process.env.RUNS ?? 80);

const names = 'VolumeID PageID Country DateFrom PlaceID Latitude Radius Query Status apiKey'.split(' ');
const piece = fc.oneof(
  fc.constantFrom(...names, ...names.map((name) => name.toLowerCase())),
  fc.constantFrom(
    '1',
    '-1',
    '1e400',
    'IE',
    '1935',
    '2019-02-30',
    '%',
    '%00',
    '%zz',
    '%C3',
    '\0',
    '\u2028',
    '🙂',
  ),
  fc.string(),
  fc.string({ unit: 'binary' }),
);
const pair = fc.tuple(piece, fc.constantFrom('=', '==', ''), piece).map((parts) => parts.join(''));
const query = fc.oneof(
  { weight: 8, arbitrary: fc.array(pair) },
  // The same parameter many times.
  {
    weight: 1,
    arbitrary: fc.tuple(pair, fc.integer({ min: 2, max: 20 })).map(([one, times]) => Array(times).fill(one)),
  },
  // 100 kB of it, as one value and as thousands of parameters.
  { weight: 1, arbitrary: fc.constantFrom([`Query=${'a'.repeat(100_000)}`], Array(20_000).fill('a=1&')) },
);
const path = fc.oneof(
  fc.constantFrom(
    '/api',
    '/api/v0.6',
    '/api/v0.6/cbe',
    '/api/v0.6/cbes/',
    '/api/v0.6/cbeg',
    '/api/v0.6/cbed',
    '/api/v0.9',
    '/api/v0.9/glossary',
    '/openapi.json',
  ),
  // Deep ones.
  fc.tuple(piece, fc.integer({ min: 1, max: 3_000 })).map(([segment, times]) => `/${segment}`.repeat(times)),
  fc.array(piece).map((segments) => `/${segments.join('/')}`),
  fc.string(),
);
const target = fc
  .tuple(path, query, fc.constantFrom('?', '??', '#', ''))
  .map(([where, pairs, mark]) => where + mark + pairs.join('&'));
const headers = fc.record({
  'x-api-key': fc.option(fc.constantFrom('sample-key-public-hazel', 'sample-key-archive-rowan', 'x'), {
    nil: undefined,
  }),
  authorization: fc.option(
    fc.oneof(
      fc.string(),
      fc.base64String().map((word) => `Basic ${word}`),
    ),
    { nil: undefined },
  ),
  'if-none-match': fc.option(fc.string(), { nil: undefined }),
  'accept-encoding': fc.option(fc.oneof(fc.string(), fc.constant('gzip')), { nil: undefined }),
});
type Sent = { method: string; target: string; headers: Readonly<Record<string, string | undefined>> };
const method = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('GET', 'HEAD') },
  { weight: 1, arbitrary: fc.string() },
);

/** Faults of bodies, and one that answers with an error. */
const FAULTS = [
  'missing-field',
  'nulls',
  'pascal-case',
  'truncated',
  'wrong-length',
  'status=503',
  'cut',
].map((fault) => parseFault(`${fault};rate=0.3`));

const faulty = () => injectFaults({ faults: FAULTS, seed: 1, now: () => 0 });

/** Asks with words that no `Request` takes. */
async function ask(app: ServiceApp, sent: Sent): Promise<Response> {
  const { method: verb, headers: fields } = sent;
  const read = { get: (name: string) => fields[name] ?? null };
  return app.fetch({ method: verb, headers: read } as never, { target: parseTarget(sent.target) } as never);
}

describe('no request, however malformed, gives a 500', () => {
  it.each([
    ['as specified', {}, hosts, []],
    ['in dialect v1.1', {}, hosts.map((host) => inDialect(host, 'v1.1')), []],
    ['lenient, with faults', { lenient: true, middleware: [faulty()] }, hosts, [503]],
  ])('%s: each is answered with an expected status and valid headers', async (_, options, among, more) => {
    const apps = among.map((host) => createServiceApp(host, { onError: () => {}, ...options }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...apps),
        fc.record({ method, target, headers }),
        async (app, sent) => {
          const reply = await ask(app, sent);
          expect([200, 304, 400, 401, 403, 404, 405, 414, ...more]).toContain(reply.status);
          for (const [, value] of reply.headers) expect(value).toMatch(/^[\x20-\x7e]*$/);
          if (reply.status >= 400 && sent.method !== 'HEAD') {
            expect(await reply.json()).toMatchObject({ status: reply.status });
          }
        },
      ),
      { numRuns: 4 * RUNS },
    );
  });
});

/** Bytes that look like requests to a varying degree. */
const bytes = fc
  .record({
    method: fc.oneof(
      fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS', 'TRACE', 'CONNECT', 'PRI', 'get', 'BREW', ''),
      fc.string({ maxLength: 10 }),
    ),
    target,
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP', ''),
    fields: fc.array(
      fc.oneof(
        fc.constantFrom(
          'X-Api-Key: sample-key-public-hazel',
          'Content-Length: 0',
          'Content-Length: -1',
          'Transfer-Encoding: chunked',
          'Expect: 100-continue',
          'Upgrade: websocket',
          'Accept-Encoding: gzip',
          ': no name',
          'a\0b: c',
        ),
        fc.string({ unit: 'binary' }),
      ),
      { maxLength: 4 },
    ),
    end: fc.constantFrom('\r\n\r\n', '\n\n', '\r\n\r\nleft over', '\r\n\r\n0\r\n\r\n'),
  })
  .map(({ method: verb, target: where, version, fields, end }) =>
    [`${verb} ${where} ${version}`, 'Host: x', 'Connection: close', ...fields].join('\r\n').concat(end),
  );

describe('no bytes take the server down', () => {
  it.each([
    ['as specified', {}],
    ['lenient, with faults', { lenient: true, middleware: [faulty] }],
  ])('%s: it answers none with a 500, and the next request as ever', async (_, options) => {
    const faults: unknown[] = [];
    const running = await startServices({
      ...options,
      world: smallWorld,
      onServerError: (fault) => faults.push(fault),
    });
    try {
      await fc.assert(
        fc.asyncProperty(bytes, async (sent) => {
          const reply = await exchange(running.archive, sent, ANSWER_WITHIN);
          expect(reply).not.toMatch(/^HTTP\/1\.1 500/);
        }),
        { numRuns: RUNS },
      );
      expect(faults).toEqual([]);
      const alive = await exchange(
        running.archive,
        'GET /api HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      );
      expect(alive).toMatch(/^HTTP\/1\.1 (200|503) /);
    } finally {
      await running.close();
    }
  });
});
