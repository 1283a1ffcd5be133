import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** Both services together stay below the 1,024 files that a process usually may have open. */
export const MOST_CONNECTIONS = 400;

/** How long running requests may take to finish once the service is asked to stop, milliseconds. */
const GRACE = 5_000;

/** The connections of a server: closing it ends idle ones at once and lets running requests finish. */
export class Connections {
  readonly #server: Server;
  readonly #running = new Map<Socket, number>();
  #closing: Promise<void> | undefined;

  constructor(server: Server) {
    this.#server = server;
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
    // http.Server.close would also cut off answers that are written but not yet sent; net.Server's does not.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(this.#server, resolve));
    for (const [socket, running] of this.#running) if (running === 0) socket.destroy();
    const impatience = setTimeout(() => this.#server.closeAllConnections(), GRACE);
    await closed;
    clearTimeout(impatience);
    // Nothing is left to cut off: this only stops the timer that node:http keeps for each server.
    this.#server.close();
  }

  #count(socket: Socket, change: number): void {
    const running = this.#running.get(socket);
    if (running !== undefined) this.#running.set(socket, running + change);
  }
}
