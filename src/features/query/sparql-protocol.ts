import { withoutMark } from '../../base/text.js';
import {
  formOf,
  GRAPH_TYPES,
  OTHER_DATASET,
  type QueryEngine,
  QueryProblem,
  RESULT_TYPES,
  type ResultFormat,
  TABLE_TYPES,
} from './engine.js';
import { PIECE } from './process-of-engine.js';
import type { ReleaseVocabulary } from './release-vocabulary.js';
import { unknownInWords, unknownTerms } from './unknown-terms.js';

/** Characters of a query, at most. */
export const MOST_QUERY = 100_000;

/** The format that a client asks for, of those that a form of query has; the first one for a client that takes any. */
function formatFor(accept: string | null, form: 'table' | 'graph'): ResultFormat | undefined {
  const offered = Object.entries(form === 'table' ? TABLE_TYPES : GRAPH_TYPES) as [ResultFormat, string][];
  const ranges = (accept ?? '*/*').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
    return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
  let best: { readonly format: ResultFormat; readonly quality: number } | undefined;
  for (const [format, type] of offered) {
    const names = [
      type,
      ...(type === TABLE_TYPES.json ? ['application/json'] : []),
      `${type.split('/')[0]}/*`,
      '*/*',
    ];
    const range = names.flatMap((name) => ranges.filter((one) => one.type === name))[0];
    if (range !== undefined && range.quality > (best?.quality ?? 0))
      best = { format, quality: range.quality };
  }
  return best?.format;
}

/** The names of formats at the command line, which clients send, too. */
const OTHER_NAMES: Readonly<Record<string, ResultFormat>> = { turtle: 'ttl', ntriples: 'nt' };

/** The format of the parameter `format`: its name, such as `csv`, `json`, `ttl`, or its media type. */
const namedFormat = (name: string): ResultFormat | undefined =>
  (Object.entries(RESULT_TYPES) as [ResultFormat, string][]).find(
    ([format, type]) => format === name || type === name || OTHER_NAMES[name] === format,
  )?.[0];

const HEADERS = { vary: 'Accept', 'access-control-allow-origin': '*', 'cache-control': 'no-store' } as const;

const problem = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  new Response(`${message}\n`, {
    status,
    headers: { ...HEADERS, ...headers, 'content-type': 'text/plain; charset=utf-8' },
  });

/**
 * Answers a request of the SPARQL 1.1 Protocol, for queries: GET with `query`, POST of a form or of a query. Updates and
 * other datasets than the release are refused. An empty IRI names no dataset: forms of clients send it.
 *
 * @param openEngine called for a query that can be answered only: loading a release takes seconds and memory
 * @param send sends an answer, whole or in pieces: those of an engine that does not hold its answers
 * @param vocabularyOf reads the prefixes of the release, for the message about an undeclared prefix
 */
export async function answerSparql(
  request: Request,
  openEngine: () => Promise<QueryEngine>,
  send: (body: string | AsyncGenerator<string>, headers: Readonly<Record<string, string>>) => Response,
  vocabularyOf?: () => Promise<ReleaseVocabulary>,
): Promise<Response> {
  if (request.method === 'OPTIONS') {
    return new Response(null, {
      status: 204,
      headers: {
        ...HEADERS,
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'accept, content-type',
      },
    });
  }
  const parameters = await parametersOf(request);
  if (parameters instanceof Response) return parameters;
  const datasets = ['default-graph-uri', 'named-graph-uri'].flatMap((name) => parameters.getAll(name));
  if (parameters.has('update') || datasets.some((iri) => iri !== '')) return problem(400, OTHER_DATASET);
  const [query, ...more] = parameters.getAll('query').map(withoutMark);
  if (query === undefined || more.length > 0)
    return problem(400, 'Give one query, in the parameter "query".');
  if (query.length > MOST_QUERY) return problem(413, `The query is longer than ${MOST_QUERY} characters.`);
  const form = formOf(query);
  if (form === undefined) return problem(400, 'The query has none of SELECT, ASK, CONSTRUCT and DESCRIBE.');
  const offered = form === 'table' ? TABLE_TYPES : GRAPH_TYPES;
  const given = parameters.get('format') ?? '';
  const named = namedFormat(given.toLowerCase());
  if (given !== '' && named === undefined)
    return problem(400, `The parameter "format" is one of ${Object.keys(offered).join(', ')}.`);
  // Clients send one name with all of their queries: for a query of the other form the header decides.
  const format =
    named !== undefined && named in offered ? named : formatFor(request.headers.get('accept'), form);
  if (format === undefined)
    return problem(406, `Answers to this query are ${Object.values(offered).join(', ')}.`);
  try {
    const engine = await openEngine();
    const headers = { ...HEADERS, 'content-type': `${RESULT_TYPES[format]}; charset=utf-8` };
    if (engine.stream === undefined) return send(await engine.query(query, format, request.signal), headers);
    const unread = new AbortController();
    const asker = AbortSignal.any([request.signal, unread.signal]);
    const response = send(await wholeIfShort(await engine.stream(query, format, asker)), headers);
    if (!response.ok || request.method === 'HEAD') unread.abort();
    return response;
  } catch (thrown) {
    if (!(thrown instanceof QueryProblem)) throw thrown;
    // The engine says only that a prefix without a declaration is not expected.
    const unknown =
      thrown.status === 400 && vocabularyOf !== undefined ? unknownTerms(query, await vocabularyOf()) : [];
    const undeclared = unknownInWords(unknown.filter(({ what }) => what === 'prefix'));
    const { status, message, retryAfter } = thrown;
    const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    return problem(status, [...undeclared, message].join('\n'), headers);
  }
}

/** An answer of at most one {@link PIECE} whole, another one in pieces: only a few of these are sent at a time. */
async function wholeIfShort(pieces: AsyncGenerator<string>): Promise<string | AsyncGenerator<string>> {
  let text = '';
  while (text.length <= PIECE) {
    const { value, done } = await pieces.next();
    if (done === true) return text;
    text += value;
  }
  return (async function* () {
    yield text;
    yield* pieces;
  })();
}

async function parametersOf(request: Request): Promise<URLSearchParams | Response> {
  if (request.method === 'GET' || request.method === 'HEAD') return new URL(request.url).searchParams;
  if (request.method !== 'POST')
    return problem(405, 'Use GET or POST.', { allow: 'GET, HEAD, POST, OPTIONS' });
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  switch (type.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      return new URLSearchParams(await request.text());
    case 'application/sparql-query': {
      const parameters = new URL(request.url).searchParams;
      parameters.append('query', await request.text());
      return parameters;
    }
    default:
      return problem(415, 'Send a form, or a query as application/sparql-query.');
  }
}
