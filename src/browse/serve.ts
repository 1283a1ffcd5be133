import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { EXIT, FolkloreError, messageOf } from '../base/errors.js';
import { type AppOptions, createApp } from './app.js';

export interface BrowseServerOptions extends AppOptions {
  /** 0 takes a free port. */
  readonly port: number;
  readonly host: string;
  /** Milliseconds that `close` waits for running requests. */
  readonly graceMs: number;
}

/** The greatest number of connections. */
const MAX_CONNECTIONS = 400;
/** Milliseconds for the head of a request, and for all of it. */
const HEAD_MS = 10_000;
const REQUEST_MS = 60_000;

/**
 * Serves the pages of a release over HTTP.
 *
 * @throws FolkloreError SERVICE_UNAVAILABLE, exit code 2, when the port cannot be used
 */
export async function startBrowsing(
  options: BrowseServerOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const { port, host, graceMs, site } = options;
  const listener = getRequestListener(createApp(options).fetch, { overrideGlobalObjects: false });
  const server = createServer({ headersTimeout: HEAD_MS, requestTimeout: REQUEST_MS }, listener);
  server.maxConnections = MAX_CONNECTIONS;
  await listen(server, port, host);
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
      site.index.close();
    },
  };
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new FolkloreError(
      'SERVICE_UNAVAILABLE',
      `Cannot listen on ${host} port ${port}: ${messageOf(cause)}`,
      {
        hint: 'Stop the program that uses the port, or choose another port; 0 takes a free one.',
        exitCode: EXIT.misuse,
        cause,
      },
    );
  }
}
