import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { EXIT, FolkloreError, messageOf } from '../base/errors.js';
import type { HostedService } from './answer.js';
import { Connections, MOST_CONNECTIONS } from './connections.js';
import { ALLOWED, type Answer, type Request } from './exchange.js';
import { deliver } from './faults/deliver.js';
import type { Respond } from './faults/rehearse.js';
import { problemAnswer } from './problem.js';

/** Larger than the longest target, so that an over-long one is told so rather than cut off. */
const LARGEST_HEAD = 64 * 1024;

/** What the parser of requests gives up on, and what is answered then. */
const UNREADABLE = new Map([
  ['HPE_HEADER_OVERFLOW', { status: 431, detail: 'target and headers are too large' }],
  ['HPE_INVALID_METHOD', { status: 405, detail: 'only GET and HEAD are answered' }],
  ['HPE_INVALID_URL', { status: 400, detail: 'the request target must be percent-encoded' }],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, detail: 'the request took too long to arrive' }],
]);

/** RFC 9112, 3.2. */
const NO_HOST = { status: 400, detail: 'the header Host is needed, once', headers: { connection: 'close' } };

/** RFC 9110, 10.1.1. */
const NO_EXPECTATION = { status: 417, detail: 'what the header Expect asks for is not to be had' };

const NO_REQUEST = { status: 400, detail: 'this is not a request that can be read' };

/** Told of every fault of the service itself. */
export type OnFault = (fault: unknown) => void;

/** A service on a port. */
export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Puts a hosted service on a port; 0 takes a free one.
 *
 * @param maxConnections most connections at once; further ones are closed as they come
 * @throws FolkloreError `SERVICE_UNAVAILABLE`, exit code 2, when the port cannot be had
 */
export async function listen(
  hosted: HostedService,
  port: number,
  host: string,
  onFault: OnFault,
  respond: Respond,
  maxConnections = MOST_CONNECTIONS,
): Promise<Listening> {
  // A missing Host is answered here: node:http would send no body.
  const server = createServer({ maxHeaderSize: LARGEST_HEAD, requireHostHeader: false });
  server.maxConnections = maxConnections;
  const connections = new Connections(server);
  server.on('request', (request, response) => {
    connections.begin(request.socket, response);
    request.resume();
    const answer = (): Answer =>
      hasHost(request) ? respond(hosted, requestFrom(request)) : problemAnswer(NO_HOST, hosted.secrets);
    send(response, answerSafely(answer, hosted, onFault), onFault);
  });
  server.on('checkExpectation', (_request, response) =>
    send(response, problemAnswer(NO_EXPECTATION, hosted.secrets), onFault),
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
            hint: 'Stop what is using the port, choose another, or give 0 to take a free one.',
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

/** HTTP/1.0 knows no Host; in HTTP/1.1 there is one (RFC 9112, 3.2). */
function hasHost({ httpVersionMinor, headersDistinct }: IncomingMessage): boolean {
  return httpVersionMinor === 0 || headersDistinct.host?.length === 1;
}

function requestFrom(message: IncomingMessage): Request {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { method: message.method ?? '', target: message.url ?? '', headers };
}

/** The answer, whatever happens: a fault of the service itself is a 500, and somebody is told. */
function answerSafely(respond: () => Answer, hosted: HostedService, onFault: OnFault): Answer {
  try {
    return respond();
  } catch (fault) {
    onFault(fault);
    return problemAnswer(
      { status: 500, detail: 'the service failed to answer this request' },
      hosted.secrets,
    );
  }
}

function send(response: ServerResponse, answer: Answer, onFault: OnFault): void {
  if (answer.delivery !== undefined) {
    deliver(response, answer, answer.delivery).catch(onFault);
    return;
  }
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}

/** What is answered to bytes that are no request. */
function unreadable(code: string): Answer {
  const problem = UNREADABLE.get(code) ?? NO_REQUEST;
  const headers = { connection: 'close', ...(problem.status === 405 ? { allow: ALLOWED } : {}) };
  return problemAnswer({ ...problem, headers }, []);
}

/** An answer as bytes, for connections that never became a request. */
function raw({ status, headers, body }: Answer): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
