import type { Dispatcher } from 'undici';
import { FolkloreError } from '../base/errors.js';
import type { Origin } from '../base/origin.js';
import { BodyTooLong, checkJson, headerOf, parseJson, readBody, statusOf } from './body.js';
import { answerTooLong, keyRefused, paragraph, requestRefused } from './client-errors.js';
import { askedRecordOf, listOf, recordOf } from './envelope.js';
import { codeOf, networkFault, TRANSIENT_STATUSES, TransientFault } from './network-fault.js';
import { retryAfterMs } from './retry-policy.js';

/** The signs of JSON that tell where texts, lists and objects begin and end (RFC 8259, 2 and 7), as bytes. */
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];

/**
 * Whether lists and objects stand in each other deeper than so many. Nothing is built: whoever walks what is nested
 * without end comes to the end of the stack.
 *
 * @param json lawful JSON in UTF-8
 */
export function isDeeperThan(json: Buffer, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfText(json, at);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      if (depth > most) return true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

/** Where the text ends that begins at a quotation mark. */
function endOfText(json: Buffer, begins: number): number {
  let at = begins + 1;
  for (; at < json.length && json[at] !== QUOTE; at += 1) {
    if (json[at] === BACKSLASH) at += 1;
  }
  return at;
}

/**
 * What a service says is wrong: title, detail and the faults of single parameters of an RFC 9457 body. Any
 * other body (JSON of another shape, HTML, nothing) says nothing.
 *
 * @param hide takes out what must not be repeated, before anything is cut
 */
export function problemDetail(body: Buffer, hide: (text: string) => string): string | undefined {
  const problem = parsed(body);
  if (problem === undefined) return undefined;
  const { title, detail, errors } = problem;
  const faults = Array.isArray(errors) ? errors.map(faultMessage) : [];
  const sentences = [detail ?? title, ...faults]
    .filter((one) => typeof one === 'string')
    .map((one) => hide(one).replace(/\s+/g, ' ').trim().replace(/\.$/, ''))
    .filter((one) => one !== '');
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
 * What a service says to a request: a body, that the body is still the one it gave before (304, to those who
 * say which), or that there is nothing of that name (which is an answer).
 */
export type Answer =
  | {
      readonly status: 200;
      /** The body as it came, unpacked. */
      readonly body: Buffer;
      /** The same, parsed: a body that cannot be parsed is no answer. */
      readonly json: unknown;
      readonly etag?: string;
      /** When it was sent by the service's own clock, milliseconds since 1970; absent when it does not tell. */
      readonly servedAt?: number;
    }
  | { readonly status: 304 }
  | { readonly status: 404 };

/** `record`: one that is asked for by its id; `object`: whatever is in it. */
type Body = 'list' | 'record' | 'object';

/** What else there is to say about a request. */
export interface AttemptOptions {
  /** The entity tag of the body that is held already (RFC 9110, 13.1.2): with it, 304 is an answer. */
  readonly heldTag?: string | undefined;
  /** What a body must be to be an answer; anything else that is JSON unless given. */
  readonly body?: Body;
}

/** One attempt at one request. */
export interface Attempt {
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
  /** Whether the key stands in an answer. */
  readonly holdsKey: (answer: Buffer | string) => boolean;
}

/** "Not found", and "gone" for services that know the difference. */
const ABSENT = new Set([404, 410]);

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Ten times as deep as any record of the dictionaries, with room for trees of topics. */
const MOST_DEEP = 100;

/** A trailing slash and a changed case make two; more is a circle. */
const MOST_REDIRECTS = 3;

/**
 * Sends one request and judges what comes back.
 *
 * @throws TransientFault when another attempt may succeed; FolkloreError `REQUEST_REFUSED`, `KEY_REFUSED` or
 *   `ANSWER_TOO_LONG` when it cannot
 */
export async function attempt(dispatcher: Dispatcher, asked: Attempt): Promise<Answer> {
  try {
    const response = await follow(dispatcher, asked);
    const { statusCode } = response;
    if (statusCode === 200) return await found(response, asked);
    if (statusCode === 304 && asked.wants.heldTag !== undefined) return await unchanged(response);
    return await otherwise(response, asked);
  } catch (thrown) {
    if (thrown instanceof FolkloreError) throw thrown;
    if (thrown instanceof BodyTooLong)
      throw answerTooLong({ ...asked, path: asked.hideKey(asked.path) }, thrown.limit);
    const { message, retryAfterMs } = thrown instanceof TransientFault ? thrown : faultOf(thrown, asked);
    throw new TransientFault(paragraph(asked.hideKey(message)), retryAfterMs);
  }
}

/** An error in JSON with status 200 is no data (wire-format 1). */
const CHECKS: Readonly<Record<Body, (json: unknown) => unknown>> = {
  list: listOf,
  record: askedRecordOf,
  object: recordOf,
};

async function found(response: Dispatcher.ResponseData, asked: Attempt): Promise<Answer> {
  const { wants, holdsKey } = asked;
  const body = await readBody(response, asked.maxAnswerBytes);
  const etag = headerOf(response, 'etag');
  if (holdsKey(body) || (etag !== undefined && holdsKey(etag)))
    throw new TransientFault('the answer repeats the API key, which would be kept and published');
  const json = checkJson(response, body);
  if (isDeeperThan(body, MOST_DEEP))
    throw new TransientFault(`the body is nested more than ${MOST_DEEP} deep`);
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

async function unchanged(response: Dispatcher.ResponseData): Promise<Answer> {
  await response.body.dump();
  return { status: 304 };
}

/** Every status but 200. */
async function otherwise(response: Dispatcher.ResponseData, asked: Attempt): Promise<Answer> {
  const { statusCode } = response;
  // Read in any case, so that the connection can be used again; what it says matters only below.
  const body = await readBody(response, asked.maxAnswerBytes).catch(() => Buffer.alloc(0));
  if (ABSENT.has(statusCode)) return { status: 404 };
  const status = statusOf(response);
  if (statusCode < 400 || statusCode >= 500 || TRANSIENT_STATUSES.has(statusCode)) {
    throw new TransientFault(status, retryAfterMs(headerOf(response, 'retry-after'), asked.now()));
  }
  const shown = { ...asked, path: asked.hideKey(asked.path) };
  const detail = problemDetail(body, asked.hideKey);
  if (statusCode === 401 || statusCode === 403) throw keyRefused(shown, asked.keyName, status, detail);
  throw requestRefused(shown, status, detail);
}

/** Sends the request, and again where the same origin points elsewhere. */
async function follow(dispatcher: Dispatcher, asked: Attempt): Promise<Dispatcher.ResponseData> {
  const signal = AbortSignal.timeout(asked.timeoutMs);
  let path = asked.path;
  for (let hops = 0; ; hops += 1) {
    const response = await dispatcher.request({
      method: 'GET',
      path,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': asked.userAgent,
        ...(asked.key === '' ? {} : { 'x-api-key': asked.key }),
        ...(asked.wants.heldTag === undefined ? {} : { 'if-none-match': asked.wants.heldTag }),
      },
      signal,
    });
    if (!REDIRECTS.has(response.statusCode)) return response;
    await response.body.dump();
    if (hops === MOST_REDIRECTS) throw new TransientFault('it redirects in a circle');
    path = sameOrigin(headerOf(response, 'location'), path, asked.origin);
  }
}

/** The path a redirection points to. The key goes to nobody but the service it belongs to. */
function sameOrigin(location: string | undefined, path: string, origin: string): string {
  if (location === undefined || !URL.canParse(location, `${origin}${path}`)) {
    throw new TransientFault('it redirects to nowhere');
  }
  const target = new URL(location, `${origin}${path}`);
  if (target.origin !== origin) {
    throw new TransientFault(
      `it redirects to ${target.origin}, which is not followed: the key belongs to ${origin}`,
    );
  }
  return `${target.pathname}${target.search}`;
}

/** A failure below HTTP; a request that cannot be sent is none, and ends the run. */
function faultOf(thrown: unknown, asked: Attempt): TransientFault {
  if (codeOf(thrown) === 'UND_ERR_INVALID_ARG') {
    throw requestRefused({ ...asked, path: asked.hideKey(asked.path) }, 'no answer', 'it cannot be sent');
  }
  return networkFault(thrown, asked.timeoutMs);
}
