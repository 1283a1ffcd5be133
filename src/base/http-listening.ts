import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { errorCode, FolkloreError, messageOf } from './errors.js';

/** Connections of a server, at most. Two servers together stay below 1,024 open files, the usual limit of a process. */
export const MAX_CONNECTIONS = 400;

const ANOTHER_PORT = 'Choose another port; 0 takes a free one.';
const OWN_ADDRESS = 'Give an address of this machine, such as 127.0.0.1.';

/** Why a server cannot listen, and the remedy, by the code of the system. */
const PORT_TROUBLE: Readonly<Record<string, readonly [reason: string, remedy: string]>> = {
  EADDRINUSE: [
    'another program uses it',
    'Stop the program that uses the port, or choose another port; 0 takes a free one.',
  ],
  EACCES: ['this user may not use it', 'Choose a port from 1024 up; 0 takes a free one.'],
  EADDRNOTAVAIL: ['this machine has no such address', OWN_ADDRESS],
  ENOTFOUND: ['there is no such host', OWN_ADDRESS],
};

/**
 * Listens on a port; 0 takes a free one.
 *
 * @returns the origin of the server, such as `http://127.0.0.1:4010`
 * @throws FolkloreError PORT_UNUSABLE
 */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const [reason, hint] = PORT_TROUBLE[errorCode(cause)] ?? [messageOf(cause), ANOTHER_PORT];
    throw new FolkloreError('PORT_UNUSABLE', `Cannot listen on ${host} port ${port}: ${reason}.`, {
      hint,
      cause,
    });
  }
  const address = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

/** Whether a request has one Host, or by HTTP/1.0 none: any other one is answered with 400 (RFC 9112, section 3.2). */
export function hasHost({ httpVersionMinor, headersDistinct }: IncomingMessage): boolean {
  const hosts = headersDistinct.host?.length ?? 0;
  return hosts === 1 || (hosts === 0 && httpVersionMinor === 0);
}

/** The connections of a server that has no other listener yet. Closing ends idle ones at once and lets running requests finish. */
export class ServerConnections {
  readonly #server: Server;
  readonly #running = new Map<Socket, number>();
  readonly #graceMs: number;
  #closing: Promise<void> | undefined;

  /** @param graceMs milliseconds that running requests have to finish when the server stops */
  constructor(server: Server, graceMs: number) {
    this.#server = server;
    this.#graceMs = graceMs;
    server.on('connection', (socket: Socket) => {
      this.#running.set(socket, 0);
      socket.once('close', () => this.#running.delete(socket));
    });
    server.on('request', (request, response) => this.#begin(request.socket, response));
  }

  /** Counts a request of a connection until its response is closed. */
  #begin(socket: Socket, response: ServerResponse): void {
    this.#count(socket, 1);
    if (this.#closing) response.setHeader('connection', 'close');
    response.once('close', () => {
      this.#count(socket, -1);
      if (this.#closing && this.#running.get(socket) === 0) socket.end();
    });
  }

  /** Resolves when every connection has ended, at the latest after the grace time. */
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
