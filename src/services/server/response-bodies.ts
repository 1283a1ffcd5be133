import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { ABSENT_WHEN_EMPTY } from '../../model/endpoints/service.js';
import { COMMON_HEADERS } from './problems.js';

/** The value of a request header; undefined when it was not sent. */
export type RequestHeader = (name: string) => string | undefined;

/** Half the time of level 6, for bodies that are 18 % larger. */
const GZIP_LEVEL = 3;

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
    bytes: Buffer.from(withoutEmptyLists(JSON.stringify(content))),
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
export function encodeResponse(encoded: EncodedContent, header: RequestHeader): Response {
  const unmodified = notModified(encoded.hash, header);
  if (unmodified !== undefined) return unmodified;
  const { type, bytes } = encoded.content;
  const gzip = acceptsGzip(header('accept-encoding'));
  const body = gzip ? encoded.gzip : bytes;
  return new Response(body, {
    headers: {
      ...cacheHeaders(encoded.hash, gzip),
      'content-type': type,
      'content-length': String(body.length),
      ...(gzip ? { 'content-encoding': 'gzip' } : {}),
    },
  });
}

/** A 304 when the client has the body with this hash; undefined otherwise. */
export function notModified(hash: string, header: RequestHeader): Response | undefined {
  const tags = header('if-none-match');
  if (tags === undefined) return undefined;
  const headers = cacheHeaders(hash, acceptsGzip(header('accept-encoding')));
  return matchesTag(tags, headers.etag) ? new Response(null, { status: 304, headers }) : undefined;
}

const cacheHeaders = (hash: string, gzip: boolean) => ({
  ...COMMON_HEADERS,
  etag: gzip ? `"${hash}-gzip"` : `"${hash}"`,
  'cache-control': 'private, no-cache',
});

const EMPTY = `"(?:${[...ABSENT_WHEN_EMPTY].join('|')})":\\[\\]`;
const LATER = new RegExp(`,${EMPTY}`, 'g');
const FIRST = new RegExp(`\\{${EMPTY},?`, 'g');

/**
 * A JSON text without the lists that are absent when they are empty. In a string a quotation mark has a backslash before it, so
 * that a brace or a comma before a mark is one of the syntax.
 */
const withoutEmptyLists = (json: string): string =>
  json.includes(':[]') ? json.replace(LATER, '').replace(FIRST, '{') : json;

/** Whether gzip is accepted with a weight above zero (RFC 9110, 12.5.3). */
function acceptsGzip(accepted = ''): boolean {
  const weights = new Map(parseAccept(accepted).map(({ type, q }) => [type.toLowerCase(), q]));
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}

/** Whether the client's tags include this one (RFC 9110, 13.1.2: weak comparison). */
function matchesTag(tags: string, etag: string): boolean {
  const listed: readonly string[] = tags.match(/"[^"]*"/g) ?? [];
  return tags.trim() === '*' || listed.includes(etag);
}

/** Bytes of kept bodies, uncompressed: a few dozen volumes. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Remembered hashes: some 20 MB. */
const MOST_HASHES = 100_000;

/** A cache of the bodies used last, and of the hashes of many more. */
export class BodyCache {
  readonly #kept = new Map<string, EncodedContent>();
  readonly #hashes = new Map<string, string>();
  #bytes = 0;

  /** The kept body of a key, or a new one. An error of `make` is thrown and not kept. */
  get(key: string, make: () => EncodedContent): EncodedContent {
    const before = this.#kept.get(key);
    // Entries are in the order of their last use.
    if (before !== undefined) this.#kept.delete(key);
    const body = before ?? make();
    if (before === undefined) this.#remember(key, body.hash);
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

  /** The hash of the body of a key, if there has been one: a 304 needs no body. */
  hashOf(key: string): string | undefined {
    return this.#hashes.get(key);
  }

  #remember(key: string, hash: string): void {
    const [oldest] = this.#hashes.keys();
    if (oldest !== undefined && this.#hashes.size >= MOST_HASHES) this.#hashes.delete(oldest);
    this.#hashes.set(key, hash);
  }
}
