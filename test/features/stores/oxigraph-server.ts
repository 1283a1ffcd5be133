import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import oxigraph from 'oxigraph';

/** A request as it came. */
export interface Seen {
  readonly method: string;
  /** `/query`, `/update` or `/store`. */
  readonly path: string;
  readonly graph: string | undefined;
  readonly encoding: string | undefined;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  /** Unpacked; empty when it was refused before it was read. */
  readonly body: string;
}

/** The treatment of a request: one lost before is not executed, one lost after is executed without a response, one with a status is not executed. */
type Fate =
  | 'answered'
  | 'lost before'
  | 'lost after'
  | {
      /** 0: the connection is cut. */
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
      /** An update that is executed in place of the request. */
      readonly runs?: string;
    };

/** How the server is to behave. */
export interface Behaviour {
  /** Credentials that writing requires. Reading requires none, as in most stores. */
  readonly auth?:
    | {
        readonly scheme: 'basic' | 'digest-md5' | 'digest-sha256';
        readonly user: string;
        readonly password: string;
      }
    | { readonly scheme: 'bearer'; readonly token: string };
  readonly gzip?: 'taken' | 'refused with 415' | 'refused with 500';
  /** A nonce of Digest is good for so many requests; for ever unless given. */
  readonly nonceUses?: number;
  /** Decides the treatment of each write, counted from 1. */
  readonly fate?: (seen: Seen, number: number) => Fate;
}

/** A SPARQL 1.1 store with query, update and Graph Store Protocol, by Oxigraph. */
export interface OxigraphServer {
  readonly url: string;
  readonly store: oxigraph.Store;
  /** All requests that write, in their order. */
  readonly seen: readonly Seen[];
  /** How it behaves from now on. */
  behave(behaviour: Behaviour): void;
  stop(): Promise<void>;
}

const WRITES = new Set(['/update', '/store']);

/** Starts a server on a free port. */
export async function startOxigraph(
  first: Behaviour = {},
  store = new oxigraph.Store(),
): Promise<OxigraphServer> {
  let behaviour = first;
  const seen: Seen[] = [];
  const gate = new Gate();
  const server = createServer((request, response) => {
    answer(request, response, { store, seen, gate, behaviour }).catch((thrown: unknown) => {
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain' });
      response.end(thrown instanceof Error ? thrown.message : String(thrown));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    store,
    seen,
    behave: (next) => {
      behaviour = next;
    },
    stop: () => stop(server),
  };
}

/** Every quad of a store as sorted lines; equal for equal stores. */
export const quadsOf = (store: oxigraph.Store): string[] =>
  store.dump({ format: 'application/n-quads' }).split('\n').filter(Boolean).sort();

/** The staging graph that a request adds triples to or changes, before it is recorded or moved. */
export const sentGraph = ({ path, graph, body }: Seen): string | undefined =>
  path === '/store' ? graph : /^(?:INSERT|DELETE)(?: DATA)? \{ GRAPH <(\S+\/next)> /.exec(body)?.[1];

/** The staging graphs that requests add triples to or change, in their order. */
export const sentGraphs = (seen: readonly Seen[]): ReadonlySet<string> =>
  new Set(seen.flatMap((one) => sentGraph(one) ?? []));

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

interface Inside {
  readonly store: oxigraph.Store;
  readonly seen: Seen[];
  readonly gate: Gate;
  readonly behaviour: Behaviour;
}

async function answer(request: IncomingMessage, response: ServerResponse, inside: Inside): Promise<void> {
  const { store, seen, gate, behaviour } = inside;
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const packed = await bodyOf(request);
  const encoding = request.headers['content-encoding'];
  const isWrite = WRITES.has(url.pathname) && !(url.pathname === '/store' && request.method === 'GET');
  const refusal = isWrite || url.pathname === '/store' ? gate.refusal(request, behaviour) : undefined;
  const one: Seen = {
    method: request.method ?? '',
    path: url.pathname,
    graph: url.searchParams.get('graph') ?? undefined,
    encoding,
    authorization: request.headers.authorization,
    contentType: request.headers['content-type'],
    body: refusal !== undefined ? '' : (encoding === 'gzip' ? gunzipSync(packed) : packed).toString('utf8'),
  };
  if (isWrite) seen.push(one);
  if (refusal !== undefined) {
    response.writeHead(401, { 'www-authenticate': refusal }).end('who is there?');
    return;
  }
  const { gzip = 'taken' } = behaviour;
  if (encoding === 'gzip' && gzip !== 'taken') {
    response.writeHead(gzip === 'refused with 415' ? 415 : 500).end('what is this?');
    return;
  }
  const fate = isWrite ? (behaviour.fate?.(one, seen.length) ?? 'answered') : 'answered';
  if (fate === 'lost before') return void request.socket.destroy();
  if (typeof fate === 'object') {
    if (fate.runs !== undefined) store.update(fate.runs);
    if (fate.status === 0) return void request.socket.destroy();
    return void response.writeHead(fate.status, fate.headers).end(fate.body ?? 'not now');
  }
  const said = HANDLERS[url.pathname]?.(one, store) ?? { status: 404 };
  if (fate === 'lost after') return void request.socket.destroy();
  response.writeHead(said.status, {
    server: 'Oxigraph/0.5.11',
    'content-type': said.type ?? 'text/plain',
  });
  response.end(said.body);
}

interface Said {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
}

const HANDLERS: Readonly<Record<string, (seen: Seen, store: oxigraph.Store) => Said>> = {
  '/query': ({ body }, store) => ({
    status: 200,
    type: 'application/sparql-results+json',
    body: store.query(new URLSearchParams(body).get('query') ?? '', {
      results_format: 'application/sparql-results+json',
      use_default_graph_as_union: true,
    }) as string,
  }),
  '/update': ({ body, contentType }, store) => {
    if (contentType !== 'application/sparql-update') return { status: 415 };
    store.update(body);
    return { status: 204 };
  },
  '/store': ({ method, graph = '', body, contentType = '' }, store) => {
    const name = oxigraph.namedNode(graph);
    const isThere = store.query(`ASK { GRAPH <${graph}> { ?s ?p ?o } }`) === true;
    if (method === 'DELETE') {
      store.update(`DROP SILENT GRAPH <${graph}>`);
      return { status: isThere ? 204 : 404 };
    }
    if (method === 'GET') return isThere ? { status: 200, body: '' } : { status: 404 };
    if (method === 'PUT') store.update(`DROP SILENT GRAPH <${graph}>`);
    else if (method !== 'POST') return { status: 405 };
    store.load(body, { format: contentType, to_graph_name: name });
    return { status: isThere ? 204 : 201 };
  },
};

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Checks credentials (RFC 7616, 7617, 6750). */
class Gate {
  /** The nonces given out, and how often each has been used. */
  readonly #nonces = new Map<string, number>();

  /** The challenge; undefined for correct credentials. */
  refusal(request: IncomingMessage, { auth, nonceUses = Infinity }: Behaviour): string | undefined {
    const given = request.headers.authorization ?? '';
    if (auth === undefined) return undefined;
    if (auth.scheme === 'bearer')
      return given === `Bearer ${auth.token}` ? undefined : 'Bearer realm="store"';
    const { user, password } = auth;
    if (auth.scheme === 'basic') {
      const pair = Buffer.from(`${user}:${password}`).toString('base64');
      return given === `Basic ${pair}` ? undefined : 'Basic realm="store", charset="UTF-8"';
    }
    const [algorithm, name] =
      auth.scheme === 'digest-md5' ? (['MD5', 'md5'] as const) : (['SHA-256', 'sha256'] as const);
    const field = (key: string): string => new RegExp(`\\b${key}="?([^",]+)"?`).exec(given)?.[1] ?? '';
    const nonce = field('nonce');
    const hash = (text: string): string => createHash(name).update(text).digest('hex');
    const [secret, what] = [hash(`${user}:store:${password}`), hash(`${request.method}:${request.url}`)];
    const right = hash(`${secret}:${nonce}:${field('nc')}:${field('cnonce')}:auth:${what}`);
    const response = field('response');
    const isRight =
      response.length === right.length && timingSafeEqual(Buffer.from(response), Buffer.from(right));
    const uses = this.#nonces.get(nonce);
    const isFresh = uses !== undefined && uses < nonceUses && Number.parseInt(field('nc'), 16) === uses + 1;
    if (isRight && isFresh && field('uri') === request.url) {
      this.#nonces.set(nonce, uses + 1);
      return undefined;
    }
    const next = randomBytes(12).toString('hex');
    this.#nonces.set(next, 0);
    const stale = isRight && uses !== undefined ? ', stale=true' : '';
    return `Digest realm="store", nonce="${next}", opaque="o", qop="auth, auth-int", algorithm=${algorithm}${stale}`;
  }
}
