import { STATUS_CODES } from 'node:http';
import { gunzip, LONGEST_TEXT } from '../../base/gunzip.js';
import { endOfString, parseJson } from '../../base/json.js';
import { foreignAnswer, TransientFault, UnreadableBody } from './network-fault.js';
import type { ProxiedResponse } from './request-sender.js';

/** The usual ratio of compressed JSON. */
const COMPRESSION_RATIO = 6;

/** A body is longer than its limit. */
export class BodyTooLong extends Error {
  constructor(readonly limit: number) {
    super(`the body is longer than ${limit} bytes`);
    this.name = 'BodyTooLong';
  }
}

/**
 * Reads a body to its end and unpacks it.
 *
 * @param limit most bytes, before and after unpacking; the longest string of Node.js by default
 * @throws BodyTooLong; TransientFault when its length is not the announced one, its encoding was not requested, or its
 *   gzip stream is broken; undici's error when the connection breaks
 */
export async function readBody(response: ProxiedResponse, limit: number = LONGEST_TEXT): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) throw new BodyTooLong(limit);
  }
  const raw = Buffer.concat(chunks);
  const announced = headerOf(response, 'content-length');
  if (announced !== undefined && Number(announced) !== raw.length) {
    throw new TransientFault(`${raw.length} bytes in place of the ${announced} announced`);
  }
  const coding = (headerOf(response, 'content-encoding') ?? 'identity').trim().toLowerCase();
  if (coding === 'identity') return raw;
  if (coding !== 'gzip' && coding !== 'x-gzip') {
    throw new TransientFault(`the body is encoded as ${coding}, which was not requested`);
  }
  try {
    return await gunzip(raw, Math.min(raw.length * COMPRESSION_RATIO, limit), limit);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new BodyTooLong(limit);
    throw new TransientFault('the gzip body is damaged or truncated');
  }
}

/** Bytes that delimit strings, lists and objects of JSON (RFC 8259, 2 and 7). */
const QUOTE = 0x22;
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];

/**
 * Whether lists and objects are nested deeper than a limit, without recursion.
 *
 * @param json JSON in UTF-8
 */
export function isDeeperThan(json: Buffer, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      if (depth > most) return true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

/** Ten times the depth of any record of the specification. */
const MOST_DEEP = 100;

/**
 * Checks and parses the body of a 200.
 *
 * @returns the parsed JSON
 * @throws TransientFault when its media type is not JSON or it cannot be parsed; UnreadableBody when it is nested too deep
 */
export function checkJson(response: ProxiedResponse, body: Buffer): unknown {
  const type = (headerOf(response, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== '' && !JSON_TYPE.test(type)) throw foreignAnswer(`the answer is ${type}, not JSON`);
  // Before it is parsed: that takes minutes for a million levels.
  if (isDeeperThan(body, MOST_DEEP))
    throw new UnreadableBody(`the body is nested more than ${MOST_DEEP} deep`);
  try {
    return parseJson(body);
  } catch {
    const isForeign = body.length === 0;
    throw new TransientFault('the body is not JSON, or is truncated', { isForeign });
  }
}

/** JSON media types; RFC 6838, 4.2.8: a type in JSON syntax ends in `+json`. */
const JSON_TYPE = /^(application\/json|text\/json|[^/]+\/[^/]+\+json)$/;

/** One header of a response; the first where there are several. */
export function headerOf(response: ProxiedResponse, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The status of a response, in digits and words, with the proxy that may have sent it: `503 Service Unavailable`. */
export const statusOf = ({ statusCode, opaque: proxy }: ProxiedResponse): string =>
  `${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trim() +
  (typeof proxy === 'string' ? `, through ${proxy}` : '');
