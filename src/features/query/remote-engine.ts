import { FolkloreError } from '../../base/errors.js';
import { whyNoWebUrl } from '../../base/text.js';
import { statusOf } from '../../harvest/client/body.js';
import { networkFault, TransientFault } from '../../harvest/client/network-fault.js';
import type { Proxies } from '../../harvest/client/proxies.js';
import { RequestSender } from '../../harvest/client/request-sender.js';
import { endOfRows } from '../../release/tables/csv.js';
import {
  type EngineLimits,
  handedOn,
  type QueryEngine,
  QueryProblem,
  RESULT_TYPES,
  type ResultFormat,
} from './engine.js';

/** The type of a literal in JSON of Virtuoso 7, as before SPARQL 1.1. In a text the quotation marks have a backslash. */
const TYPED_LITERAL = /"type":\s*"typed-literal"/g;

/** Characters of another server's message that are repeated. */
const MOST_MESSAGE = 500;

/**
 * Checks the address of a SPARQL server.
 *
 * @throws FolkloreError CONFIG_INVALID when it is not http or https, or has credentials, which are not repeated
 */
export function checkEndpoint(text: string): void {
  const problem = whyNoWebUrl(text);
  if (problem === undefined) return;
  throw new FolkloreError('CONFIG_INVALID', `The address of --endpoint cannot be used: ${problem}.`, {
    hint: 'Expected: the address of a SPARQL server, such as http://127.0.0.1:3030/folklore/sparql.',
  });
}

/** Where an answer can be cut, so that what is rewritten is in one part; formats that are handed on as they are have no entry. */
const CUTS: Readonly<Partial<Record<ResultFormat, (text: string) => number>>> = {
  csv: endOfRows,
  xml: (text) => text.lastIndexOf('>') + 1,
  json: (text) => text.lastIndexOf('}') + 1,
};

/** Bytes as text. The method setEncoding of undici's bodies would break characters that are in two pieces. */
async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/**
 * The pieces of an answer as they are handed on.
 *
 * @param problemOf the error that is thrown for one of the pieces
 */
async function* handedOnInParts(
  pieces: AsyncIterable<string>,
  format: ResultFormat,
  problemOf: (thrown: unknown) => Error,
): AsyncGenerator<string> {
  const endOfPart = CUTS[format] ?? ((text: string) => text.length);
  const rewritten = (part: string): string => {
    const given = handedOn(part, RESULT_TYPES[format]);
    return format === 'json' ? given.replace(TYPED_LITERAL, '"type": "literal"') : given;
  };
  let rest = '';
  try {
    for await (const piece of pieces) {
      rest += piece;
      const end = endOfPart(rest);
      if (end > 0) yield rewritten(rest.slice(0, end));
      rest = rest.slice(end);
    }
    if (rest !== '') yield rewritten(rest);
  } catch (thrown) {
    throw problemOf(thrown);
  }
}

/** An engine that is a server: its answers are never held. */
export interface RemoteEngine extends QueryEngine {
  stream: NonNullable<QueryEngine['stream']>;
}

/**
 * Puts queries to a SPARQL server, as a form (SPARQL 1.1 Protocol, section 2.1.2): Virtuoso 7.2 never answers a query that is
 * the body itself. An answer in pieces has to begin in the time of a query; the client decides how fast the pieces are read.
 */
export function remoteEngine(
  endpoint: string,
  { timeoutMs, maxResult }: EngineLimits,
  proxies: Proxies,
): RemoteEngine {
  const sender = new RequestSender(proxies, { timeoutMs });
  const { origin, pathname, search } = new URL(endpoint);

  /** Sends a query. The answer has begun when the promise resolves. */
  const begin = async (
    text: string,
    format: ResultFormat,
    signal: AbortSignal | undefined,
  ): Promise<AsyncGenerator<string>> => {
    const response = await sender.request({
      origin,
      path: `${pathname}${search}`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: RESULT_TYPES[format] },
      body: new URLSearchParams({ query: text }).toString(),
      ...(signal !== undefined && { signal }),
      headersTimeout: timeoutMs,
    });
    const pieces = decoded(response.body);
    if (response.statusCode === 200) return handedOnInParts(pieces, format, problemOf);
    let message = '';
    for await (const piece of pieces) {
      message += piece;
      if (message.length > MOST_MESSAGE) break;
    }
    throw new QueryProblem(
      response.statusCode >= 500 ? 503 : 400,
      `The SPARQL server answers ${statusOf(response)}: ${message.slice(0, MOST_MESSAGE)}`,
    );
  };

  const problemOf = (thrown: unknown): QueryProblem => {
    if (thrown instanceof QueryProblem) return thrown;
    // Of a proxy that refuses.
    if (thrown instanceof FolkloreError) return new QueryProblem(503, thrown.message);
    const fault = thrown instanceof TransientFault ? thrown : networkFault(thrown, timeoutMs);
    return fault.isTimeout
      ? new QueryProblem(504, `The query took longer than ${timeoutMs / 1000} s.`)
      : new QueryProblem(503, `The SPARQL server cannot be reached: ${fault.message}`);
  };

  return {
    async query(text, format, asker, most = maxResult) {
      const signal = AbortSignal.any([
        AbortSignal.timeout(timeoutMs),
        ...(asker === undefined ? [] : [asker]),
      ]);
      try {
        const parts: string[] = [];
        let length = 0;
        for await (const part of await begin(text, format, signal)) {
          length += part.length;
          if (length > most)
            throw new QueryProblem(413, `The answer is longer than ${most} characters. Add LIMIT.`);
          parts.push(part);
        }
        return parts.join('');
      } catch (thrown) {
        throw problemOf(thrown);
      }
    },
    stream: (text, format, asker) =>
      begin(text, format, asker).catch((thrown: unknown) => {
        throw problemOf(thrown);
      }),
    close: async () => {
      await sender.destroy();
    },
  };
}
