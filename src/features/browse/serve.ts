import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { hasHost, listen, MAX_CONNECTIONS, ServerConnections } from '../../base/http-listening.js';
import { REQUEST_LIMITS, type RequestLimits, RequestQueue } from './request-queue.js';

/** The pages of an open release. */
export interface OpenPages {
  readonly app: Hono;
  /** Closes its index and its threads. */
  close(): Promise<void>;
}

interface BrowseServerOptions {
  /** Opens the release, again when another one has taken its place. */
  readonly open: () => Promise<OpenPages>;
  /** A text that changes when another release takes the place of the one that is served. */
  readonly current: () => Promise<string>;
  /** Called with an error at opening the release that has taken the place of the one that is served. */
  readonly onError: (error: unknown) => void;
  /** 0 takes a free port. */
  readonly port: number;
  readonly host: string;
  /** Milliseconds that `close` waits for running requests. */
  readonly graceMs: number;
  readonly limits?: RequestLimits;
}

/** Milliseconds for the head of a request, for all of it, and between two requests of a connection. */
const HEAD_MS = 10_000;
const REQUEST_MS = 60_000;
const IDLE_MS = 10_000;
/** Requests of a connection. A client opens another one then. */
const REQUESTS_OF_CONNECTION = 1000;
/** Milliseconds between two looks at the folder of the release. */
const FOLLOW_MS = 5_000;
/** The number of looks after which a release that cannot be opened is tried again: five minutes. */
const LOOKS_AFTER_FAILURE = 60;

/**
 * Serves the pages of a release over HTTP. When another release takes the place of the one that is served, it is opened, and
 * served as soon as it is open. One that cannot be opened is tried again when the folder changes, or after five minutes.
 *
 * @throws FolkloreError PORT_UNUSABLE; what `open` throws
 */
export async function startBrowsing({
  open,
  current,
  onError,
  port,
  host,
  graceMs,
  limits = REQUEST_LIMITS,
}: BrowseServerOptions): Promise<{ url: string; close(): Promise<void> }> {
  // Before the release is opened: a later one differs.
  let tried = await current();
  let served = new ServedPages(await open());
  const answer = getRequestListener((request, env) => served.pages.app.fetch(request, env), {
    overrideGlobalObjects: false,
  });
  const server = createServer({
    headersTimeout: HEAD_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: IDLE_MS,
    connectionsCheckingInterval: HEAD_MS / 2,
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.maxRequestsPerSocket = REQUESTS_OF_CONNECTION;
  const connections = new ServerConnections(server, graceMs);
  const queue = new RequestQueue((request, response) => {
    if (!hasHost(request)) {
      response
        .writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
        .end('A request names one host.\n');
      return;
    }
    served.begin(response);
    void answer(request, response);
  }, limits);
  server.on('connection', (socket) => queue.connect(socket));
  server.on('request', (request, response) => queue.enter(request, response));
  let following: Promise<void> | undefined;
  let looksToWait: number | undefined;
  const follow = async (): Promise<void> => {
    if (looksToWait !== undefined) looksToWait -= 1;
    const found = await current();
    if (found === tried && looksToWait !== 0) return;
    tried = found;
    looksToWait = LOOKS_AFTER_FAILURE;
    const next = new ServedPages(await open());
    looksToWait = undefined;
    const before = served;
    served = next;
    before.retire();
  };
  const timer = setInterval(() => {
    following ??= follow()
      .catch(onError)
      .finally(() => {
        following = undefined;
      });
  }, FOLLOW_MS).unref();
  const close = async (): Promise<void> => {
    clearInterval(timer);
    queue.close();
    await connections.close();
    await following;
    await served.pages.close();
  };
  try {
    return { url: await listen(server, port, host), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** Pages with their running requests. Those that are replaced are closed when the last one is answered. */
class ServedPages {
  readonly pages: OpenPages;
  #running = 0;
  #isRetired = false;

  constructor(pages: OpenPages) {
    this.pages = pages;
  }

  begin(response: { once(event: 'close', listener: () => void): unknown }): void {
    this.#running += 1;
    response.once('close', () => {
      this.#running -= 1;
      this.#closeIfDone();
    });
  }

  retire(): void {
    this.#isRetired = true;
    this.#closeIfDone();
  }

  #closeIfDone(): void {
    if (this.#isRetired && this.#running === 0) void this.pages.close();
  }
}
