import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** What a proxy answers in place of handing a request on. */
interface Refusal {
  readonly status: number;
  readonly body?: string;
}

/** A forward proxy on a free port of loopback (RFC 9110, 9.3.6; RFC 9112, 3.2.2), which takes every name for this machine. */
export class ForwardProxy {
  /** The target of each request as it came: an address, or `CONNECT host:port`. */
  readonly seen: string[] = [];
  /** The header ForwardProxy-Authorization of each request. */
  readonly credentials: (string | undefined)[] = [];
  url = '';
  refusal: Refusal | undefined;
  readonly #sockets = new Set<Socket>();
  readonly #server;

  /** @param portOf the port of loopback to which a host leads */
  constructor(portOf: (host: string) => number) {
    this.#server = createServer((request, response) => {
      this.seen.push(request.url ?? '');
      this.credentials.push(request.headers['proxy-authorization']);
      if (this.refusal !== undefined) {
        response.writeHead(this.refusal.status).end(this.refusal.body ?? 'refused');
        return;
      }
      const target = new URL(request.url ?? '');
      const onward = connect(portOf(target.hostname), '127.0.0.1', () => {
        const { 'proxy-authorization': _, ...headers } = request.headers;
        const lines = Object.entries({ ...headers, connection: 'close' }).map(
          ([name, value]) => `${name}: ${value}`,
        );
        onward.write(
          [`${request.method} ${target.pathname}${target.search} HTTP/1.1`, ...lines, '', ''].join('\r\n'),
        );
        request.pipe(onward, { end: false });
        if (response.socket !== null) onward.pipe(response.socket);
      });
      onward.on('error', () => response.writeHead(502).end());
      this.#keep(onward);
    });
    this.#server.on('connect', (request, socket: Socket) => {
      this.seen.push(`CONNECT ${request.url}`);
      this.credentials.push(request.headers['proxy-authorization']);
      this.#keep(socket);
      if (this.refusal !== undefined) {
        socket.end(`HTTP/1.1 ${this.refusal.status} Refused\r\ncontent-length: 0\r\n\r\n`);
        return;
      }
      const onward = connect(portOf(new URL(`http://${request.url}`).hostname), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connected\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      this.#keep(onward);
    });
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket.on('error', () => socket.destroy()));
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
