import { errorCode, FolkloreError } from '../../base/errors.js';
import { parseJson } from '../../base/json.js';
import type { Origin } from '../../base/origin.js';
import { isUrl } from '../../base/text.js';
import { BodyTooLong, checkJson, headerOf, readBody, statusOf } from './body.js';
import { AnswerUnreadable, answerTooLong, keyRefused, paragraph, requestRefused } from './client-errors.js';
import { listOf, requestedRecordOf, singleObject } from './envelope.js';
import {
  foreignAnswer,
  networkFault,
  TRANSIENT_STATUSES,
  TransientFault,
  UnreadableBody,
} from './network-fault.js';
import type { ProxiedResponse, RequestSender } from './request-sender.js';
import { retryAfterMs } from './retry-policy.js';

/**
 * The message of an RFC 9457 body: title, detail and errors of parameters; undefined for any other body.
 *
 * @param hide removes the key, before the text is cut
 */
function problemDetail(body: Buffer, hide: (text: string) => string): string | undefined {
  const problem = parsed(body);
  if (problem === undefined) return undefined;
  const { title, detail, errors } = problem;
  const faults = Array.isArray(errors) ? errors.map(faultMessage) : [];
  const sentences = [detail ?? title, ...faults]
    .filter((sentence) => typeof sentence === 'string')
    .map((sentence) => hide(sentence).replace(/\s+/g, ' ').trim().replace(/\.$/, ''))
    .filter((sentence) => sentence !== '');
  const text = [...new Set(sentences)].join('; ');
  return text === '' ? undefined : paragraph(text);
}

function parsed(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value = parseJson(body);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function faultMessage(fault: unknown): unknown {
  return typeof fault === 'object' && fault !== null && 'message' in fault ? fault.message : undefined;
}

/**
 * The answer to a request: a body; 304, when the request had an entity tag; or 404, which is an answer, too.
 */
export type Answer =
  | {
      readonly status: 200;
      /** The body, decompressed. */
      readonly body: Buffer;
      /** The body, parsed. */
      readonly json: unknown;
      readonly etag?: string;
      /** The header Date, in milliseconds since 1970; absent without it. */
      readonly servedAt?: number;
    }
  | { readonly status: 304 }
  | { readonly status: 404 };

/** `record`: one requested by its id; `object`: any object. */
type Body = 'list' | 'record' | 'object';

/** Options of a request. */
export interface AttemptOptions {
  /** The entity tag of the stored body (RFC 9110, 13.1.2): with it, 304 is an answer. */
  readonly heldTag?: string | undefined;
  /** Whether caches on the way have to ask the service (RFC 9111, 5.2.1.4). */
  readonly isPastCaches?: boolean;
  /** The expected form of the body. Default: any JSON. */
  readonly body?: Body;
}

/** One attempt at one request. */
interface Attempt {
  readonly service: Origin['service'];
  readonly origin: string;
  /** Path and query, prefix included. */
  readonly path: string;
  readonly key: string;
  readonly keyName: string;
  readonly userAgent: string;
  readonly wants: AttemptOptions;
  readonly timeoutMs: number;
  /** Most bytes of a body, unpacked. */
  readonly maxAnswerBytes: number;
  readonly now: () => number;
  readonly hideKey: (text: string) => string;
  /** Whether an answer contains the key. */
  readonly containsKey: (answer: Buffer | string) => boolean;
}

/** Not found, and gone. */
const ABSENT = new Set([404, 410]);

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** A trailing slash and a changed case make two redirects. */
const MOST_REDIRECTS = 3;

/**
 * Sends one request and checks the answer.
 *
 * @throws TransientFault when another attempt may succeed; FolkloreError `REQUEST_REFUSED`, `KEY_REFUSED`, `ANSWER_TOO_LONG` or
 *   `ANSWER_UNREADABLE` when it cannot
 */
export async function attempt(sender: RequestSender, request: Attempt): Promise<Answer> {
  try {
    const response = await follow(sender, request);
    const { statusCode } = response;
    if (statusCode === 200) return await acceptedBody(response, request);
    if (statusCode === 304 && request.wants.heldTag !== undefined) return await unchanged(response);
    return await failedAnswer(response, request);
  } catch (thrown) {
    if (thrown instanceof FolkloreError) throw thrown;
    const subject = { ...request, path: request.hideKey(request.path) };
    if (thrown instanceof BodyTooLong) throw answerTooLong(subject, thrown.limit);
    if (thrown instanceof UnreadableBody)
      throw new AnswerUnreadable(subject, paragraph(request.hideKey(thrown.message)));
    const fault = thrown instanceof TransientFault ? thrown : faultOf(thrown, request);
    throw new TransientFault(paragraph(request.hideKey(fault.message)), fault);
  }
}

/** A 200 may have an error in JSON in place of data (wire-format 1). */
const CHECKS: Readonly<Record<Body, (json: unknown) => unknown>> = {
  list: listOf,
  record: requestedRecordOf,
  object: singleObject,
};

async function acceptedBody(response: ProxiedResponse, request: Attempt): Promise<Answer> {
  const { wants, containsKey } = request;
  const body = await readBody(response, request.maxAnswerBytes);
  const etag = headerOf(response, 'etag');
  if (containsKey(body) || (etag !== undefined && containsKey(etag)))
    throw new TransientFault('the answer contains the API key, which would be stored and published');
  const json = checkJson(response, body);
  if (wants.body !== undefined) CHECKS[wants.body](json);
  const servedAt = Date.parse(headerOf(response, 'date') ?? '');
  return {
    status: 200,
    body,
    json,
    ...(etag === undefined ? {} : { etag }),
    ...(Number.isNaN(servedAt) ? {} : { servedAt }),
  };
}

async function unchanged(response: ProxiedResponse): Promise<Answer> {
  await response.body.dump();
  return { status: 304 };
}

/** Every status but 200. */
async function failedAnswer(response: ProxiedResponse, request: Attempt): Promise<Answer> {
  const { statusCode } = response;
  // The body is always read, so that the connection can be used again.
  const body = await readBody(response, request.maxAnswerBytes).catch(() => Buffer.alloc(0));
  if (ABSENT.has(statusCode)) return { status: 404 };
  const status = statusOf(response);
  if (statusCode < 400 || statusCode >= 500 || TRANSIENT_STATUSES.has(statusCode)) {
    const retryAfter = retryAfterMs(headerOf(response, 'retry-after'), request.now());
    throw new TransientFault(status, { retryAfterMs: retryAfter });
  }
  const shown = { ...request, path: request.hideKey(request.path) };
  const detail = problemDetail(body, request.hideKey);
  if (statusCode === 401 || statusCode === 403)
    throw keyRefused(shown, request.keyName, status, detail, statusCode === 403);
  throw requestRefused(shown, status, detail);
}

/** Sends the request, and follows redirects within the origin. */
async function follow(sender: RequestSender, request: Attempt): Promise<ProxiedResponse> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  let path = request.path;
  for (let hops = 0; ; hops += 1) {
    const response = await sender.request({
      origin: request.origin,
      method: 'GET',
      path,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': request.userAgent,
        ...(request.key === '' ? {} : { 'x-api-key': request.key }),
        ...(request.wants.heldTag === undefined ? {} : { 'if-none-match': request.wants.heldTag }),
        ...(request.wants.isPastCaches === true ? { 'cache-control': 'no-cache' } : {}),
      },
      signal,
    });
    if (!REDIRECTS.has(response.statusCode)) return response;
    await response.body.dump();
    if (hops === MOST_REDIRECTS) throw foreignAnswer('it redirects in a circle');
    path = sameOrigin(headerOf(response, 'location'), path, request.origin);
  }
}

/** The path of a redirect. Other origins are refused: the key is sent to its own service only. */
function sameOrigin(location: string | undefined, path: string, origin: string): string {
  if (location === undefined || !isUrl(location, `${origin}${path}`)) {
    throw foreignAnswer('it redirects to an invalid URL');
  }
  const target = new URL(location, `${origin}${path}`);
  if (target.origin !== origin) {
    throw foreignAnswer(
      `it redirects to ${target.origin}, which is not followed: the key is for ${origin} only`,
    );
  }
  return `${target.pathname}${target.search}`;
}

/** An error below HTTP. A request that cannot be sent ends the run. */
function faultOf(thrown: unknown, request: Attempt): TransientFault {
  if (errorCode(thrown) === 'UND_ERR_INVALID_ARG') {
    throw requestRefused(
      { ...request, path: request.hideKey(request.path) },
      'no answer',
      'it cannot be sent',
    );
  }
  return networkFault(thrown, request.timeoutMs);
}
