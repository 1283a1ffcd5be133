import { FolkloreError } from '../../base/errors.js';
import { whyNoWebUrl } from '../../base/text.js';
import { statusOf } from '../../harvest/client/body.js';
import { networkFault, TransientFault } from '../../harvest/client/network-fault.js';
import type { Proxies } from '../../harvest/client/proxies.js';
import { RequestSender } from '../../harvest/client/request-sender.js';
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

/**
 * Puts queries to a SPARQL server, as a form (SPARQL 1.1 Protocol, section 2.1.2): Virtuoso 7.2 never answers a query that is
 * the body itself.
 */
export function remoteEngine(
  endpoint: string,
  { timeoutMs, maxResult }: EngineLimits,
  proxies: Proxies,
): QueryEngine {
  const sender = new RequestSender(proxies, { timeoutMs });
  const { origin, pathname, search } = new URL(endpoint);
  return {
    async query(text: string, format: ResultFormat, asker?: AbortSignal, most = maxResult): Promise<string> {
      try {
        const response = await sender.request({
          origin,
          path: `${pathname}${search}`,
          method: 'POST',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            accept: RESULT_TYPES[format],
          },
          body: new URLSearchParams({ query: text }).toString(),
          signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(asker === undefined ? [] : [asker])]),
        });
        const pieces: string[] = [];
        let length = 0;
        for await (const piece of response.body.setEncoding('utf8')) {
          length += (piece as string).length;
          if (length > most)
            throw new QueryProblem(413, `The answer is longer than ${most} characters. Add LIMIT.`);
          pieces.push(piece as string);
        }
        if (response.statusCode === 200) {
          const answer = handedOn(pieces.join(''), RESULT_TYPES[format]);
          return format === 'json' ? answer.replace(TYPED_LITERAL, '"type": "literal"') : answer;
        }
        const message = pieces.join('').slice(0, MOST_MESSAGE);
        throw new QueryProblem(
          response.statusCode >= 500 ? 503 : 400,
          `The SPARQL server answers ${statusOf(response)}: ${message}`,
        );
      } catch (thrown) {
        if (thrown instanceof QueryProblem) throw thrown;
        // Of a proxy that refuses.
        if (thrown instanceof FolkloreError) throw new QueryProblem(503, thrown.message);
        const fault = thrown instanceof TransientFault ? thrown : networkFault(thrown, timeoutMs);
        if (fault.isTimeout) throw new QueryProblem(504, `The query took longer than ${timeoutMs / 1000} s.`);
        throw new QueryProblem(503, `The SPARQL server cannot be reached: ${fault.message}`);
      }
    },
    close: async () => {
      await sender.destroy();
    },
  };
}
