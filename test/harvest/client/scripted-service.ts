import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, type ClientSettings } from '../../../src/harvest/client/client.js';
import { NO_PROXIES } from '../../../src/harvest/client/proxies.js';

/** What the service does with one request. */
export type Reply = (request: IncomingMessage, response: ServerResponse) => void;

/** Not a key of anything; odd enough to be found wherever it leaks to. */
export const KEY = 'k3y-0f-n0b0dy';

/** A real service on a free port that answers by a script, and its client. */
export class ScriptedService {
  /** Path and query of every request that came. */
  readonly seen: string[] = [];
  /** Headers of every request that came. */
  readonly headers: IncomingMessage['headers'][] = [];
  /** Milliseconds of every pause the client made; none takes any time. */
  readonly slept: number[] = [];
  /** The events of the client. */
  readonly events: object[] = [];
  /** Milliseconds since the script began, which no clock that is set can change; pauses move it on. */
  elapsed = 0;
  /** Milliseconds since 1970 by a clock that a test may set; pauses move it on. */
  time = Date.UTC(2026, 10, 21, 7, 0, 0);
  url = '';
  readonly #script: Reply[];
  readonly #server;
  readonly #clients: Client[] = [];

  /** One reply for each request; the last is repeated. */
  constructor(...script: Reply[]) {
    this.#script = script;
    this.#server = createServer((request, response) => {
      this.seen.push(request.url ?? '');
      this.headers.push(request.headers);
      const reply = this.#script.length > 1 ? this.#script.shift() : this.#script[0];
      reply?.(request, response);
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}`;
    return this;
  }

  client(settings: Partial<ClientSettings> = {}): Client {
    const client = new Client({
      service: 'archive',
      url: this.url,
      path: '/api/v0.6',
      key: KEY,
      keyName: 'ARCHIVE_API_KEY',
      userAgent: 'folklore-ld/test (mailto:nobody@example.org)',
      proxies: NO_PROXIES,
      concurrency: 2,
      patienceMs: 15 * 60_000,
      timeoutMs: 120_000,
      report: (event) => this.events.push(event),
      random: () => 1,
      sleep: async (ms) => {
        this.slept.push(ms);
        this.time += ms;
        this.elapsed += ms;
      },
      now: () => this.time,
      monotonic: () => this.elapsed,
      ...settings,
    });
    this.#clients.push(client);
    return client;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    for (const client of this.#clients) await client.close();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A correct answer. */
export function json(value: unknown, headers: Record<string, string> = {}): Reply {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(JSON.stringify(value));
  };
}

/** Any status, with or without a body. */
export function status(code: number, headers: Record<string, string> = {}, body = ''): Reply {
  return (_, response) => {
    response.writeHead(code, headers);
    response.end(body);
  };
}

/** RFC 9457. */
export function problem(code: number, body: object): Reply {
  return status(code, { 'content-type': 'application/problem+json' }, JSON.stringify(body));
}

/** The connection is cut before any answer. */
export const cut: Reply = (request) => {
  request.socket.destroy();
};
