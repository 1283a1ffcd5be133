import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { hasHost, listen, MAX_CONNECTIONS, ServerConnections } from '../../base/http-listening.js';
import type { Delivery, OnServerError, ServiceApp, ServiceEnv } from './app.js';
import { FAILED, NO_METHOD, type ProblemDetails, problemResponse } from './problems.js';
import { parseTarget } from './request-target.js';

/** Milliseconds that running requests have to finish when the service stops. */
const GRACE_MS = 5_000;

/** Milliseconds between two pieces of a slow body. */
const INTERVAL_MS = 50;

/** Sends an answer late, slowly or not completely. A client that disconnects is not an error. */
async function deliver(outgoing: ServerResponse, answer: Response, delivery: Delivery): Promise<Response> {
  const { delay = 0, bytesPerSecond = Number.POSITIVE_INFINITY, cut } = delivery;
  if (delay > 0) await pause(delay * 1000);
  if (cut === 'before') outgoing.socket?.destroy();
  if (cut === 'before' || outgoing.destroyed) return RESPONSE_ALREADY_SENT;
  const body = Buffer.from(await answer.arrayBuffer());
  const end = cut === undefined ? body.length : Math.floor(body.length / 2);
  const step = Math.min(end, Math.ceil((bytesPerSecond * INTERVAL_MS) / 1000));
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  outgoing.flushHeaders();
  for (let start = 0; start < end && !outgoing.destroyed; start += step) {
    outgoing.write(body.subarray(start, Math.min(end, start + step)));
    if (step < end) await pause(INTERVAL_MS);
  }
  if (cut === undefined) outgoing.end();
  else outgoing.socket?.destroySoon();
  return RESPONSE_ALREADY_SENT;
}

/** Waits without keeping the process alive. */
async function pause(milliseconds: number): Promise<void> {
  await wait(milliseconds, undefined, { ref: false });
}

/** Larger than the longest target, so that a target that is too long is answered with 414. */
const LARGEST_HEAD = 64 * 1024;

/** Answers to errors of the request parser, by their code. */
const UNREADABLE: ReadonlyMap<string, ProblemDetails> = new Map([
  ['HPE_INVALID_METHOD', NO_METHOD],
  ['HPE_HEADER_OVERFLOW', { status: 431, detail: 'target and headers are too large' }],
  ['HPE_INVALID_URL', { status: 400, detail: 'the request target must be percent-encoded' }],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, detail: 'the request took too long to arrive' }],
]);

/** RFC 9112, 3.2. */
const NO_HOST = { status: 400, detail: 'the header Host is needed, once', headers: { connection: 'close' } };

/** RFC 9110, 10.1.1. */
const NO_EXPECTATION = { status: 417, detail: 'the header Expect is not supported' };

const NO_REQUEST: ProblemDetails = { status: 400, detail: 'the request is not valid HTTP' };

/** A service on a port. */
interface ListeningServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves a service on a port; 0 takes a free one.
 *
 * @param maxConnections the greatest number of connections; further ones are closed immediately
 * @throws FolkloreError `PORT_UNUSABLE`
 */
export async function startServer(
  app: ServiceApp,
  port: number,
  host: string,
  onError: OnServerError,
  maxConnections = MAX_CONNECTIONS,
  graceMs = GRACE_MS,
): Promise<ListeningServer> {
  // A missing Host is answered here: node:http would send no body.
  const server = createServer({ maxHeaderSize: LARGEST_HEAD, requireHostHeader: false });
  server.maxConnections = maxConnections;
  const connections = new ServerConnections(server, graceMs);
  const listening = {
    // HTTP/1.0 needs no Host.
    hostname: 'localhost',
    errorHandler: (error: unknown) => {
      if (error instanceof RequestError) return problemResponse(NO_REQUEST, []);
      onError(error);
      return problemResponse(FAILED, []);
    },
  };
  const answer = getRequestListener((request, { incoming, outgoing }) => {
    if (!hasHost(incoming as IncomingMessage)) return problemResponse(NO_HOST, []);
    const env: ServiceEnv['Bindings'] = {
      ...({ incoming, outgoing } as HttpBindings),
      target: parseTarget(incoming.url ?? ''),
    };
    const answered = app.fetch(request, env);
    // An answer that needs no waiting is sent at once.
    if (answered instanceof Response) return answered;
    return answered.then((whole) =>
      env.delivery === undefined ? whole : deliver(env.outgoing, whole, env.delivery),
    );
  }, listening);
  server.on('request', (request, response) => {
    // The target of OPTIONS about the whole server (RFC 9110, 9.3.7).
    if (request.url === '*') request.url = '/';
    void answer(request, response);
  });
  server.on(
    'checkExpectation',
    getRequestListener(() => problemResponse(NO_EXPECTATION, []), listening),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else void refuse(socket, error.code);
  });
  server.on('connect', (_request, socket) => void refuse(socket, 'HPE_INVALID_METHOD'));
  return { url: await listen(server, port, host), close: () => connections.close() };
}

/** Answers an invalid request, on a connection without a request. */
async function refuse(socket: Duplex, code = ''): Promise<void> {
  const problem = UNREADABLE.get(code) ?? NO_REQUEST;
  const answer = problemResponse({ ...problem, headers: { ...problem.headers, connection: 'close' } }, []);
  const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}`);
  const head = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('\r\n')}`;
  socket.end(`${head}\r\n\r\n${await answer.text()}`);
}
