import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answer } from '../../src/server/answer.js';
import { hostArchive } from '../../src/server/archive/host.js';
import { SAMPLE_KEYS } from '../../src/server/keys.js';
import { hostPlacenames } from '../../src/server/placenames/host.js';
import { smallWorld } from './small-world.js';

const hosts = [
  hostArchive(smallWorld.archive, SAMPLE_KEYS),
  hostPlacenames(smallWorld.placenames, SAMPLE_KEYS),
];

const names = [
  'VolumeID',
  'PageID',
  'Country',
  'DateFrom',
  'PlaceID',
  'Latitude',
  'Radius',
  'Query',
  'Status',
  'apiKey',
];
const piece = fc.oneof(
  fc.constantFrom(...names, ...names.map((name) => name.toLowerCase())),
  fc.constantFrom(
    '1',
    '-1',
    '1e400',
    '52',
    'IE',
    '1935',
    '2019-02-30',
    'true',
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
const query = fc.array(fc.tuple(piece, fc.constantFrom('=', '==', ''), piece).map((parts) => parts.join('')));
const path = fc.oneof(
  fc.constantFrom(
    '/api',
    '/api/v0.6',
    '/api/v0.6/cbe',
    '/api/v0.6/cbes/',
    '/api/v0.6/cbeg',
    '/api/v0.6/cbed',
    '/api/v0.9',
  ),
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
const method = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('GET', 'HEAD') },
  { weight: 1, arbitrary: fc.string() },
);

describe('no request, however malformed, gives a 500 (issue 3, 6)', () => {
  it('answers thousands of them, each with a lawful status and lawful headers', () => {
    fc.assert(
      fc.property(fc.constantFrom(...hosts), fc.record({ method, target, headers }), (host, request) => {
        const reply = answer(host, request);
        expect([200, 304, 400, 401, 403, 404, 405, 414]).toContain(reply.status);
        for (const value of Object.values(reply.headers)) expect(value).toMatch(/^[\x20-\x7e]*$/);
        if (reply.status >= 400 && request.method !== 'HEAD') {
          expect(JSON.parse(reply.body.toString())).toMatchObject({ status: reply.status });
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
