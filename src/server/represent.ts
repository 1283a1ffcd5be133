import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type Answer, COMMON_HEADERS, type Headers } from './exchange.js';

/** Lists that are absent when there are none; every other empty list is sent as `[]` (wire-format 1). */
const ABSENT_WHEN_EMPTY = new Set([
  'subNames',
  'forms',
  'resources',
  'similarNames',
  'relatedNames',
  'subTopics',
]);

const GZIP_LEVEL = 6;

/**
 * Puts what was found into the body of a 200, or of a 304 when the client has it already: UTF-8 JSON, a
 * strong entity tag for each coding, gzip when asked for (wire-format 1 and 2).
 */
export function represent(found: unknown, headers: Headers): Answer {
  const plain = Buffer.from(JSON.stringify(found, onWire));
  const gzip = acceptsGzip(headers['accept-encoding']);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 27);
  const etag = gzip ? `"${hash}-gzip"` : `"${hash}"`;
  const cached = { ...COMMON_HEADERS, etag, 'cache-control': 'private, no-cache' };
  if (isHeld(headers['if-none-match'], etag)) return { status: 304, headers: cached, body: Buffer.alloc(0) };
  const body = gzip ? gzipSync(plain, { level: GZIP_LEVEL }) : plain;
  return {
    status: 200,
    headers: {
      ...cached,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
      ...(gzip ? { 'content-encoding': 'gzip' } : {}),
    },
    body,
  };
}

function onWire(name: string, value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 && ABSENT_WHEN_EMPTY.has(name) ? undefined : value;
}

/** Whether gzip is among the accepted codings with a weight above nought (RFC 9110, 12.5.3). */
function acceptsGzip(accepted: string | undefined): boolean {
  const weights = new Map(
    (accepted ?? '').split(',').map((entry) => {
      const [coding = '', ...parameters] = entry.split(';').map((word) => word.trim().toLowerCase());
      const weight = parameters.find((word) => word.startsWith('q='))?.slice(2);
      return [coding, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}

/** Whether the client's tags include this one (RFC 9110, 13.1.2: weak comparison). */
function isHeld(tags: string | undefined, etag: string): boolean {
  if (tags === undefined) return false;
  const held: readonly string[] = tags.match(/"[^"]*"/g) ?? [];
  return tags.trim() === '*' || held.includes(etag);
}
