import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Service } from '../services/service.js';
import { COMMON_HEADERS, type HttpResponse, type RequestHeaders } from './http-messages.js';

/** Lists that are absent when there are none; every other empty list is sent as `[]` (wire-format 1). */
export const ABSENT_WHEN_EMPTY = new Set([
  'subNames',
  'forms',
  'resources',
  'similarNames',
  'relatedNames',
  'subTopics',
]);

const GZIP_LEVEL = 6;

/** The media type of answers that are not errors (wire-format 1). */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** The body of a 200 before encoding. */
export interface Content {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Serialises the content of a 200 as UTF-8 JSON (wire-format 1). */
export function serialise(content: unknown): EncodedContent {
  return new EncodedContent({
    type: JSON_TYPE,
    bytes: Buffer.from(JSON.stringify(content, withoutEmptyLists)),
  });
}

/** A body with its hash and its gzip form, which are computed when they are first needed. */
export class EncodedContent {
  readonly content: Content;
  #hash: string | undefined;
  #gzip: Buffer | undefined;

  constructor(content: Content) {
    this.content = content;
  }

  get hash(): string {
    this.#hash ??= createHash('sha256').update(this.content.bytes).digest('base64url').slice(0, 27);
    return this.#hash;
  }

  get gzip(): Buffer {
    this.#gzip ??= gzipSync(this.content.bytes, { level: GZIP_LEVEL });
    return this.#gzip;
  }
}

/**
 * A 200, or a 304 when the client has the body already. There is a strong entity tag for each encoding; gzip is sent when
 * the client accepts it (wire-format 2).
 */
export function encodeResponse(encoded: EncodedContent, headers: RequestHeaders): HttpResponse {
  const { type, bytes } = encoded.content;
  const gzip = acceptsGzip(headers['accept-encoding']);
  const etag = gzip ? `"${encoded.hash}-gzip"` : `"${encoded.hash}"`;
  const cached = { ...COMMON_HEADERS, etag, 'cache-control': 'private, no-cache' };
  if (matchesTag(headers['if-none-match'], etag))
    return { status: 304, headers: cached, body: Buffer.alloc(0) };
  const body = gzip ? encoded.gzip : bytes;
  return {
    status: 200,
    headers: {
      ...cached,
      'content-type': type,
      'content-length': String(body.length),
      ...(gzip ? { 'content-encoding': 'gzip' } : {}),
    },
    body,
  };
}

function withoutEmptyLists(name: string, value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 && ABSENT_WHEN_EMPTY.has(name) ? undefined : value;
}

/** Whether gzip is accepted with a weight above zero (RFC 9110, 12.5.3). */
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
function matchesTag(tags: string | undefined, etag: string): boolean {
  if (tags === undefined) return false;
  const listed: readonly string[] = tags.match(/"[^"]*"/g) ?? [];
  return tags.trim() === '*' || listed.includes(etag);
}

/** Bytes of kept bodies, uncompressed: a few dozen volumes. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A cache of the bodies used last. */
export class BodyCache {
  readonly #kept = new Map<string, EncodedContent>();
  #bytes = 0;

  /** The kept body of a key, or a new one. An error of `make` is thrown and not kept. */
  get(key: string, make: () => EncodedContent): EncodedContent {
    const before = this.#kept.get(key);
    // Entries are in the order of their last use.
    if (before !== undefined) this.#kept.delete(key);
    const body = before ?? make();
    const size = body.content.bytes.length;
    if (size > MOST_BYTES) return body;
    this.#kept.set(key, body);
    if (before === undefined) this.#bytes += size;
    for (const [oldest, { content }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#kept.delete(oldest);
      this.#bytes -= content.bytes.length;
    }
    return body;
  }
}

/** The body of `/api` and `/api/v0.6` (wire-format 2). */
export function metadataOf(service: Service) {
  const { name, version, documentation, status } = service;
  return { name, version, versions: [version], documentation, status };
}
