import { STATUS_CODES } from 'node:http';
import type { Dispatcher } from 'undici';
import { gunzip, LONGEST_TEXT } from '../../base/gunzip.js';
import { parseJson } from '../../base/json.js';
import { foreignAnswer, TransientFault } from './network-fault.js';

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
export async function readBody(
  response: Dispatcher.ResponseData,
  limit: number = LONGEST_TEXT,
): Promise<Buffer> {
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

/**
 * Checks and parses the body of a 200.
 *
 * @returns the parsed JSON
 * @throws TransientFault when its media type is not JSON or it cannot be parsed
 */
export function checkJson(response: Dispatcher.ResponseData, body: Buffer): unknown {
  const type = (headerOf(response, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== '' && !JSON_TYPE.test(type)) throw foreignAnswer(`the answer is ${type}, not JSON`);
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
export function headerOf(response: Dispatcher.ResponseData, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The status of a response, in digits and words: `503 Service Unavailable`. */
export const statusOf = ({ statusCode }: Dispatcher.ResponseData): string =>
  `${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trim();
