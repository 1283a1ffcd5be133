import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What clients may take of the server. */
export interface RequestLimits {
  /** Connections of one address at a time. */
  readonly connectionsOfAddress: number;
  /** Requests of a connection that are sent before the first is answered. A connection with more is ended. */
  readonly requestsInLine: number;
  /** Requests that wait for their turn, of all clients. */
  readonly waiting: number;
  /** The same, of one address. */
  readonly waitingOfAddress: number;
  /** Bytes a second that a client reads at least, over {@link readingMs}. */
  readonly leastRate: number;
  readonly readingMs: number;
}

export const REQUEST_LIMITS: RequestLimits = {
  connectionsOfAddress: 200,
  requestsInLine: 32,
  waiting: 128,
  waitingOfAddress: 64,
  leastRate: 1024,
  readingMs: 20_000,
};

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The requests of one connection, the running one first. */
interface Line {
  readonly exchanges: Exchange[];
  /** Bytes that had been read at the last check, while a response was being sent. */
  read: number | undefined;
}

/**
 * The order in which requests are answered. A connection has one running request; its others wait, and are dropped when the
 * connection closes. One request begins in each turn of the event loop, of each address in turn. Requests beyond the limits are
 * answered with 503 at once (RFC 9110, section 15.6.4).
 */
export class RequestQueue {
  readonly #handle: (request: IncomingMessage, response: ServerResponse) => void;
  readonly #limits: RequestLimits;
  readonly #lines = new Map<Socket, Line>();
  /** By address: the one whose turn is next comes first. */
  readonly #waiting = new Map<string, Exchange[]>();
  #waitingCount = 0;
  readonly #timer: NodeJS.Timeout;
  #isScheduled = false;

  constructor(handle: (request: IncomingMessage, response: ServerResponse) => void, limits: RequestLimits) {
    this.#handle = handle;
    this.#limits = limits;
    this.#timer = setInterval(() => this.#endSlowReaders(), limits.readingMs).unref();
  }

  /** Takes a connection; ends it where its address has too many. */
  connect(socket: Socket): void {
    const { remoteAddress } = socket;
    const others = [...this.#lines.keys()].filter((one) => one.remoteAddress === remoteAddress).length;
    if (others >= this.#limits.connectionsOfAddress) {
      socket.destroy();
      return;
    }
    this.#lines.set(socket, { exchanges: [], read: undefined });
    socket.once('close', () => this.#lines.delete(socket));
  }

  enter(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const line = this.#lines.get(socket);
    if (line === undefined || line.exchanges.length >= this.#limits.requestsInLine) {
      socket.destroy();
      return;
    }
    const exchange = { request, response };
    line.exchanges.push(exchange);
    response.once('close', () => {
      line.exchanges.shift();
      line.read = undefined;
      const [next] = line.exchanges;
      if (next !== undefined && !socket.destroyed) this.#await(next);
    });
    if (line.exchanges.length === 1) this.#await(exchange);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #await(exchange: Exchange): void {
    const { waiting, waitingOfAddress } = this.#limits;
    const address = exchange.request.socket.remoteAddress ?? '';
    const own = this.#waiting.get(address) ?? [];
    if (this.#waitingCount >= waiting || own.length >= waitingOfAddress) {
      exchange.response
        .writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5' })
        .end('Too many requests are waiting. Try again later.\n');
      return;
    }
    own.push(exchange);
    this.#waiting.set(address, own);
    this.#waitingCount += 1;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waitingCount === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const next = this.#take();
      if (next !== undefined && !next.request.socket.destroyed) this.#handle(next.request, next.response);
      this.#schedule();
    });
  }

  /** The first request of the address whose turn it is, which is the last one then. */
  #take(): Exchange | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    const [address, exchanges] = first;
    const next = exchanges.shift();
    this.#waitingCount -= 1;
    this.#waiting.delete(address);
    if (exchanges.length > 0) this.#waiting.set(address, exchanges);
    return next;
  }

  /** A client that does not read what is sent holds files and memory. */
  #endSlowReaders(): void {
    const { leastRate, readingMs } = this.#limits;
    for (const [socket, line] of this.#lines) {
      // Nothing waits to be read: the answer is being made, or has been read.
      if (line.exchanges.length === 0 || socket.writableLength === 0) {
        line.read = undefined;
        continue;
      }
      const read = socket.bytesWritten - socket.writableLength;
      if (line.read !== undefined && read - line.read < (leastRate * readingMs) / 1000) socket.destroy();
      line.read = read;
    }
  }
}
