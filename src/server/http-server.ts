import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { EXIT, FolkloreError, messageOf } from '../base/errors.js';
import type { HostedService } from './app.js';
import type { Responder } from './fault-injection.js';
import {
  ALLOWED_METHODS,
  type Delivery,
  type HttpRequest,
  type HttpResponse,
  problemResponse,
} from './http-messages.js';

/** Both services together stay below 1,024 open files, the usual limit of a process. */
export const MAX_CONNECTIONS = 400;

/** Milliseconds that running requests have to finish when the service stops. */
const GRACE_MS = 5_000;

/** The connections of a server. Closing ends idle ones at once and lets running requests finish. */
export class ServerConnections {
  readonly #server: Server;
  readonly #running = new Map<Socket, number>();
  readonly #graceMs: number;
  #closing: Promise<void> | undefined;

  constructor(server: Server, graceMs: number) {
    this.#server = server;
    this.#graceMs = graceMs;
    server.on('connection', (socket: Socket) => {
      this.#running.set(socket, 0);
      socket.once('close', () => this.#running.delete(socket));
    });
  }

  begin(socket: Socket, response: ServerResponse): void {
    this.#count(socket, 1);
    if (this.#closing) response.setHeader('connection', 'close');
    response.once('close', () => {
      this.#count(socket, -1);
      if (this.#closing && this.#running.get(socket) === 0) socket.end();
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    // http.Server.close would also cut off answers that are written but not yet sent; net.Server.close does not.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(this.#server, resolve));
    for (const [socket, running] of this.#running) if (running === 0) socket.destroy();
    const timer = setTimeout(() => this.#server.closeAllConnections(), this.#graceMs);
    await closed;
    clearTimeout(timer);
    // Stops the timer that node:http keeps for each server.
    this.#server.close();
  }

  #count(socket: Socket, change: number): void {
    const running = this.#running.get(socket);
    if (running !== undefined) this.#running.set(socket, running + change);
  }
}

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
  await open(server, port, host);
  return { url: urlOf(server, host), close: () => connections.close() };
}

function open(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      reject(
        new FolkloreError(
          'SERVICE_UNAVAILABLE',
          `Cannot listen on ${host} port ${port}: ${messageOf(cause)}`,
          {
            hint: 'Stop the program that uses the port, or choose another port; 0 takes a free one.',
            exitCode: EXIT.misuse,
            cause,
          },
        ),
      );
    });
    server.listen(port, host, resolve);
  });
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
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
