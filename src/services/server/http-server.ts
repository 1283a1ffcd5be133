import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { listen, MAX_CONNECTIONS, ServerConnections } from '../../base/http-listening.js';
import type { HostedService } from './app.js';
import type { Responder } from './fault-injection.js';
import {
  ALLOWED_METHODS,
  type Delivery,
  type HttpRequest,
  type HttpResponse,
  problemResponse,
} from './http-messages.js';

/** Milliseconds that running requests have to finish when the service stops. */
const GRACE_MS = 5_000;

/** Milliseconds between two pieces of a slow body. */
const INTERVAL_MS = 50;

/** Sends an answer late, slowly or not completely. A client that disconnects is not an error. */
export async function deliver(
  response: ServerResponse,
  answer: HttpResponse,
  delivery: Delivery,
): Promise<void> {
  const { delay = 0, bytesPerSecond, cut } = delivery;
  if (delay > 0) await pause(delay * 1000);
  if (response.destroyed) return;
  if (cut === 'before') {
    response.socket?.destroy();
    return;
  }
  response.writeHead(answer.status, answer.headers);
  response.flushHeaders();
  for (const piece of piecesOf(answer.body.subarray(0, cut), bytesPerSecond)) {
    if (response.destroyed) return;
    response.write(piece);
    if (bytesPerSecond !== undefined) await pause(INTERVAL_MS);
  }
  if (cut === undefined) response.end();
  else response.socket?.destroySoon();
}

/** Waits without keeping the process alive. */
async function pause(milliseconds: number): Promise<void> {
  await wait(milliseconds, undefined, { ref: false });
}

function piecesOf(body: Buffer, bytesPerSecond: number | undefined): Buffer[] {
  const length =
    bytesPerSecond === undefined ? body.length : Math.ceil((bytesPerSecond * INTERVAL_MS) / 1000);
  const starts = Array.from(
    { length: Math.ceil(body.length / Math.max(1, length)) },
    (_, place) => place * length,
  );
  return starts.map((start) => body.subarray(start, start + length));
}

/** Larger than the longest target, so that a target that is too long is answered with 414. */
const LARGEST_HEAD = 64 * 1024;

/** Answers to errors of the request parser, by their code. */
const UNREADABLE = new Map([
  ['HPE_HEADER_OVERFLOW', { status: 431, detail: 'target and headers are too large' }],
  ['HPE_INVALID_METHOD', { status: 405, detail: 'only GET and HEAD are answered' }],
  ['HPE_INVALID_URL', { status: 400, detail: 'the request target must be percent-encoded' }],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, detail: 'the request took too long to arrive' }],
]);

/** RFC 9112, 3.2. */
const NO_HOST = { status: 400, detail: 'the header Host is needed, once', headers: { connection: 'close' } };

/** RFC 9110, 10.1.1. */
const NO_EXPECTATION = { status: 417, detail: 'the header Expect is not supported' };

const NO_REQUEST = { status: 400, detail: 'the request is not valid HTTP' };

/** Called with every error of the service itself. */
export type OnServerError = (error: unknown) => void;

/** A service on a port. */
export interface ListeningServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves a hosted service on a port; 0 takes a free one.
 *
 * @param maxConnections the greatest number of connections; further ones are closed immediately
 * @throws FolkloreError `SERVICE_UNAVAILABLE`, exit code 2, when the port cannot be used
 */
export async function startServer(
  hosted: HostedService,
  port: number,
  host: string,
  onError: OnServerError,
  respond: Responder,
  maxConnections = MAX_CONNECTIONS,
  graceMs = GRACE_MS,
): Promise<ListeningServer> {
  // A missing Host is answered here: node:http would send no body.
  const server = createServer({ maxHeaderSize: LARGEST_HEAD, requireHostHeader: false });
  server.maxConnections = maxConnections;
  const connections = new ServerConnections(server, graceMs);
  server.on('request', (request, response) => {
    connections.begin(request.socket, response);
    request.resume();
    const answer = (): HttpResponse =>
      hasHost(request) ? respond(hosted, requestFrom(request)) : problemResponse(NO_HOST, hosted.secrets);
    send(response, answerSafely(answer, hosted, onError), onError);
  });
  server.on('checkExpectation', (_request, response) =>
    send(response, problemResponse(NO_EXPECTATION, hosted.secrets), onError),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    return socket.end(raw(unreadable(error.code ?? '')));
  });
  server.on('connect', (_request, socket) => socket.end(raw(unreadable('HPE_INVALID_METHOD'))));
  return { url: await listen(server, port, host), close: () => connections.close() };
}

/** HTTP/1.0 needs no Host; HTTP/1.1 needs one (RFC 9112, 3.2). */
function hasHost({ httpVersionMinor, headersDistinct }: IncomingMessage): boolean {
  return httpVersionMinor === 0 || headersDistinct.host?.length === 1;
}

function requestFrom(message: IncomingMessage): HttpRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { method: message.method ?? '', target: message.url ?? '', headers };
}

/** An error of the service itself is reported and answered with 500. */
function answerSafely(
  respond: () => HttpResponse,
  hosted: HostedService,
  onError: OnServerError,
): HttpResponse {
  try {
    return respond();
  } catch (error) {
    onError(error);
    return problemResponse(
      { status: 500, detail: 'the service failed to answer this request' },
      hosted.secrets,
    );
  }
}

function send(response: ServerResponse, answer: HttpResponse, onError: OnServerError): void {
  if (answer.delivery !== undefined) {
    deliver(response, answer, answer.delivery).catch(onError);
    return;
  }
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}

/** The answer to an invalid request. */
function unreadable(code: string): HttpResponse {
  const problem = UNREADABLE.get(code) ?? NO_REQUEST;
  const headers = { connection: 'close', ...(problem.status === 405 ? { allow: ALLOWED_METHODS } : {}) };
  return problemResponse({ ...problem, headers }, []);
}

/** An answer as text, for connections without a request. */
function raw({ status, headers, body }: HttpResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
